"""Several servers share a database: one of them at a time keeps a table, whatever goes wrong."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from salon.core.refusal import Unusable
from salon.server.circle.circle import Change as Changed
from salon.server.circle.pages import Blank
from salon.server.circle.row import CircleRow
from salon.server.postgres import connect, schema
from salon.server.postgres.store import PostgresStore
from salon.server.refusals import ComeAgain, NotStored
from salon.server.room import Change
from salon.server.row import LONG_PATIENCE, TableRow
from salon.server.store import Found, Lease
from tests.test_store import a_table, entry, kept_circle, kept_table, said, times
from tools.programs import Postgres

NewServer = Callable[..., Awaitable[PostgresStore]]


@pytest.fixture
async def new_server(database: str) -> AsyncIterator[NewServer]:
    """The store of one more server."""
    opened: list[PostgresStore] = []

    async def start(*words: Any, **more: Any) -> PostgresStore:
        opened.append(await connect(database, *words, **more))
        return opened[-1]

    yield start
    for store in opened:
        await store.close()


async def ask(database: str, sql: str, *values: Any) -> list[Any]:
    connection = await asyncpg.connect(database, timeout=10)
    try:
        found: list[Any] = await connection.fetch(sql, *values, timeout=20)
        return found
    finally:
        await connection.close(timeout=5)


async def taken(store: PostgresStore, table: str = "table", *, wait: bool = True) -> Lease:
    found = await store.take(TableRow, table, ask=wait)
    assert found is not None
    return found[0]


def freeze(store: PostgresStore) -> None:
    """It says nothing any more; its connections stay."""
    assert store._keeper._living is not None
    store._keeper._living.cancel()


def thaw(store: PostgresStore) -> None:
    store._keeper._living = asyncio.create_task(store._keeper._live())


async def soon(what: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await what():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


# Who keeps a table


async def test_a_table_that_another_server_keeps_is_refused(
    new_server: NewServer,
) -> None:
    one, other = await new_server(), await new_server()
    lease = await kept_table(one)
    with pytest.raises(ComeAgain):
        await asyncio.wait_for(other.take(TableRow, "table"), 5)
    await one.write(lease, entry(1))
    assert await times(other) == [1]


async def test_who_asks_is_given_the_table_as_soon_as_its_keeper_hears_of_it(
    new_server: NewServer,
) -> None:
    hints = asyncio.Event()
    one, other = await new_server(hints.set), await new_server()
    lease = await kept_table(one)

    async def hand_over() -> None:
        await asyncio.wait_for(hints.wait(), 5)
        assert await one.wanted([lease]) == [lease]
        await one.write(lease, entry(1))
        await one.let_go(lease)

    handing = asyncio.create_task(hand_over())
    theirs = await taken(other)
    await handing
    assert theirs.keeper != lease.keeper and await times(other) == [1]
    assert await other.wanted([theirs]) == []
    with pytest.raises(ComeAgain):
        await one.write(lease, entry(2))
    await other.write(theirs, entry(2))


async def test_who_does_not_ask_disturbs_nobody(new_server: NewServer) -> None:
    hints = asyncio.Event()
    one, other = await new_server(hints.set), await new_server()
    lease = await kept_table(one)
    with pytest.raises(ComeAgain):
        await other.take(TableRow, "table", ask=False)
    assert await one.wanted([lease]) == [] and not hints.is_set()


async def test_a_lost_hint_is_made_up_for_by_looking(new_server: NewServer) -> None:
    one, other = await new_server(), await new_server()  # whose hints nobody hears
    lease = await kept_table(one)
    one._keeper._on_hint = other._keeper._on_hint = lambda: None
    asking = asyncio.create_task(taken(other))

    async def is_wanted() -> bool:
        return await one.wanted([lease]) == [lease]

    await soon(is_wanted)
    await one.let_go(lease)
    assert (await asking).keeper == other._keeper.number


async def test_a_server_that_has_closed_is_not_waited_for(new_server: NewServer) -> None:
    one, other = await new_server(), await new_server()
    await kept_table(one)
    await one.close()
    await taken(other, wait=False)


async def test_a_server_that_is_killed_is_known_to_be_dead_at_once(
    new_server: NewServer, database: str
) -> None:
    one, other = await new_server(lease=60), await new_server()
    lease = await kept_table(one)
    freeze(one)
    with pytest.raises(ComeAgain):
        await taken(other, wait=False)
    one._keeper._connection.terminate()  # as the system does for a process that was killed

    async def is_free() -> bool:
        with suppress(ComeAgain):
            return bool(await other.take(TableRow, "table", ask=False))
        return False

    await soon(is_free)
    with pytest.raises(ComeAgain):
        await one.write(lease, entry(1))


async def test_a_server_that_hangs_loses_its_tables_when_its_lease_is_over(
    new_server: NewServer,
) -> None:
    hints = asyncio.Event()
    one, other = await new_server(hints.set, lease=0.6), await new_server()
    lease = await kept_table(one)
    quiet = await kept_table(one, "quiet")
    await one.write(lease, entry(1))
    freeze(one)
    theirs = await taken(other)
    assert await times(other) == [1]
    for late in (entry(2), Change(row=replace(a_table("table"), over=True))):
        with pytest.raises(ComeAgain):
            await one.write(lease, late)
    found = await other.load(TableRow, "table")
    assert found is not None and not found.over and await times(other) == [1]
    await asyncio.wait_for(hints.wait(), 5)
    thaw(one)
    assert await one.wanted([lease, quiet]) == [lease]
    await one.write(quiet, entry(1))  # nobody has taken this one
    await other.write(theirs, entry(2))
    with pytest.raises(ComeAgain):
        await one.take(TableRow, "table", ask=False)


async def test_a_server_that_renews_its_lease_keeps_its_tables(new_server: NewServer) -> None:
    one, other = await new_server(lease=1), await new_server()
    lease = await kept_table(one)
    await asyncio.sleep(1.3)
    with pytest.raises(ComeAgain):
        await taken(other, wait=False)
    await one.write(lease, entry(1))


async def test_a_server_that_was_forgotten_comes_back_as_another_and_has_lost_everything(
    new_server: NewServer, database: str
) -> None:
    one, other = await new_server(lease=0.6), await new_server()
    lease, quiet = await kept_table(one), await kept_table(one, "quiet")
    await ask(database, "DELETE FROM keepers WHERE number = $1", lease.keeper)

    async def is_back() -> bool:
        return one._keeper.number != lease.keeper

    await soon(is_back)
    assert await one.wanted([lease, quiet]) == [lease, quiet]
    with pytest.raises(ComeAgain):
        await one.write(lease, entry(1))
    theirs, mine = await taken(other), await taken(one, "quiet")
    await other.write(theirs, entry(1))
    await one.write(mine, entry(1))


async def test_who_has_lost_the_lease_erases_and_drops_nothing(new_server: NewServer) -> None:
    one, other = await new_server(), await new_server()
    lease = await kept_circle(one)
    line = Changed(stored=said("line 1"), number=1)
    await one.write(lease, line)
    await one.let_go(lease)
    found = await other.take(CircleRow, "circle")
    assert found is not None
    for late in (one.write(lease, Changed(erased=(1,))), one.drop(lease), one.drop_log(lease)):
        with pytest.raises(ComeAgain):
            await late
    assert await other.pages("circle") == {1: said("line 1")}
    assert await other.load(CircleRow, "circle") == found[1]
    await other.write(found[0], Changed(erased=(1,)))
    assert await one.pages("circle") == {1: Blank()}


async def test_a_code_is_given_back_when_the_server_that_kept_it_is_gone(
    new_server: NewServer,
) -> None:
    one, other = await new_server(), await new_server()
    await kept_table(one, code="ABCD")
    await other.free_codes(-10)
    assert await other.find("ABCD") == Found("table", "table")
    await one.close()
    await other.free_codes(-10)
    assert await other.find("ABCD") is None


async def test_tables_that_a_living_server_keeps_need_nobody_to_wake_them(
    new_server: NewServer,
) -> None:
    one, other = await new_server(), await new_server()
    leases = [await kept_table(one, name) for name in ("kept", "free")]
    for lease in leases:
        row = replace(a_table(lease.id), started=True, patience=LONG_PATIENCE)
        await one.write(lease, Change(row=row))
    await one.let_go(leases[1])
    assert await other.awake() == ["free"]
    await one.close()
    assert await other.awake() == ["free", "kept"]


# At the same moment


async def test_of_those_who_take_a_table_at_once_one_has_it(new_server: NewServer) -> None:
    servers = [await new_server() for _ in range(3)]
    for number in range(40):
        table = f"table {number}"
        await servers[0].open(a_table(table))
        tries = [one.take(TableRow, table, ask=False) for one in servers]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        got = [one for one in answers if isinstance(one, tuple)]
        assert len(got) == 1
        assert [type(one) for one in answers].count(ComeAgain) == 2
        writes = (one.write(Lease(table, one._keeper.number), entry(1)) for one in servers)
        written = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(one, tuple) for one in answers] == [one is None for one in written]


async def test_a_table_that_changes_hands_while_it_is_written_loses_nothing_and_gets_nothing_more(
    new_server: NewServer,
) -> None:
    """Whoever takes it reads all that was acknowledged before; later writes are refused."""
    servers = [await new_server() for _ in range(3)]
    await servers[0].open(a_table("table"))
    acknowledged = 0
    luck = random.Random(1)

    async def play(store: PostgresStore, lease: Lease) -> None:
        nonlocal acknowledged
        step = len(await store.entries("table"))
        assert step >= acknowledged, "what was acknowledged is missing"
        while True:
            step += 1
            row = replace(a_table("table"), seats=step)
            await store.write(lease, entry(step, row=row))
            acknowledged = max(acknowledged, step)

    before: asyncio.Task[None] | None = None
    for turn in range(26):
        store, lost = servers[turn % 3], servers[(turn + 2) % 3]
        freeze(lost)
        lost._keeper._connection.terminate()  # it is dead for a moment
        lease = await asyncio.wait_for(taken_at_last(store), 5)
        thaw(lost)
        if before is not None:
            with pytest.raises((ComeAgain, NotStored)):
                await asyncio.wait_for(before, 5)
        before = asyncio.create_task(play(store, lease)) if turn < 25 else None
        await asyncio.sleep(luck.random() * 0.03)
    found = await servers[0].load(TableRow, "table")
    steps = await times(servers[0])
    assert found is not None and steps == list(range(1, found.seats + 1))
    assert found.seats == acknowledged > 20


async def taken_at_last(store: PostgresStore) -> Lease:
    while True:
        with suppress(ComeAgain):
            return await taken(store, wait=False)


@pytest.mark.parametrize(
    ("change", "is_written"), [("wanted = 77", True), ("code = NULL", True), ("keeper = 77", False)]
)
async def test_a_write_that_meets_a_change_of_its_table_judges_by_what_it_has_become(
    new_server: NewServer, database: str, change: str, is_written: bool
) -> None:
    one = await new_server()
    lease = await kept_table(one, code="ABCD")
    calm = await kept_table(one, "calm")
    other = await asyncpg.connect(database)
    await other.execute(f"BEGIN; UPDATE tables SET {change} WHERE id = 'table'")
    row = replace(a_table("table", "ABCD"), started=True)
    writes = (one.write(lease, entry(1, row=row)), one.write(calm, entry(1)))
    writing = asyncio.gather(*writes, return_exceptions=True)
    await soon(lambda: is_waiting(database))
    await other.execute("COMMIT")
    await other.close()
    answer, fine = await writing
    assert fine is None and (answer is None if is_written else isinstance(answer, ComeAgain))
    found = await one.load(TableRow, "table")
    assert found is not None and found.started is is_written
    assert await times(one) == [1] * is_written
    assert await one.find("ABCD") == Found("table", "table")
    assert await one.wanted([lease, calm]) == ([] if change == "code = NULL" else [lease])


async def test_writing_goes_on_while_others_ask_and_codes_are_given_back(
    new_server: NewServer,
) -> None:
    """All of them change the same rows at the same time."""
    one, other = await new_server(), await new_server()
    names = [f"table {number}" for number in range(20)]
    leases = [await kept_table(one, name, f"CODE{name}") for name in names]
    is_over, me = asyncio.Event(), other._keeper.number

    async def write(lease: Lease) -> None:
        for step in range(1, 41):
            row = replace(a_table(lease.id, f"CODE{lease.id}"), seats=step)
            await one.write(lease, entry(step, row=row))

    async def disturb(name: str) -> None:
        while not is_over.is_set():
            await other._ask("UPDATE tables SET wanted = $2 WHERE id = $1", name, me)
            await other.free_codes(-10)

    disturbing = [asyncio.create_task(disturb(name)) for name in names[:6]]
    await asyncio.gather(*map(write, leases))
    is_over.set()
    await asyncio.gather(*disturbing)
    for lease in leases:
        found = await other.load(TableRow, lease.id)
        assert found is not None and found.seats == 40
        assert await times(other, lease.id) == list(range(1, 41))
        assert await other.find(f"CODE{lease.id}") == Found("table", lease.id)  # it is kept


async def test_many_writes_at_once_are_few_commits(new_server: NewServer, database: str) -> None:
    one = await new_server()
    leases = [await kept_table(one, f"table {number}") for number in range(100)]
    await asyncio.gather(*(one.write(lease, entry(1)) for lease in leases))
    ((commits,),) = await ask(database, "SELECT count(DISTINCT xmin::text) FROM entries")
    assert commits <= 3


# What several servers share


async def test_all_servers_have_one_key_whoever_draws_it(new_server: NewServer) -> None:
    servers = [await new_server() for _ in range(3)]
    keys = await asyncio.gather(*(one.key() for one in servers for _ in range(3)))
    assert len(set(keys)) == 1 and len(keys[0]) == 32
    await servers[0].close()
    assert await (await new_server()).key() == keys[0]


async def test_a_purse_is_one_for_all_servers(new_server: NewServer) -> None:
    servers = [await new_server() for _ in range(3)]
    tries = [one.spend("ana", 10, 0.001) for one in servers for _ in range(10)]
    assert sum(await asyncio.gather(*tries)) == 10


async def test_servers_that_start_at_once_prepare_the_database_once(
    new_server: NewServer, database: str
) -> None:
    await asyncio.gather(*(new_server() for _ in range(6)))
    found = await ask(database, "SELECT step FROM salon_format")
    assert [step for (step,) in found] == list(range(1, 1 + len(schema.STEPS)))


# When the database fails


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_after_a_restart_of_the_database_everything_goes_on(
    new_server: NewServer, postgres: Postgres, how: str
) -> None:
    one, other = await new_server(), await new_server()
    lease = await kept_table(one)
    acknowledged, refused, is_over = list[int](), list[int](), asyncio.Event()

    async def play() -> None:
        """As a table does: if nobody knows whether it was stored, it looks."""
        step = 1
        while not is_over.is_set() or len(acknowledged) < 10:
            try:
                await one.write(lease, entry(step))
                acknowledged.append(step)
            except NotStored:
                refused.append(step)
                with suppress(NotStored):
                    assert await times(one) in ([*range(1, step)], [*range(1, step + 1)])
            with suppress(NotStored):
                step = 1 + len(await one.entries("table"))

    playing = asyncio.create_task(play())
    await asyncio.sleep(0.1)
    await asyncio.to_thread(postgres.restart, how)
    is_over.set()
    await asyncio.wait_for(playing, 20)
    assert set(acknowledged) <= set(await times(other))

    async def is_kept() -> bool:
        with suppress(ComeAgain, NotStored):
            await one.write(lease, entry(1 + len(await times(one))))
            return not await one.wanted([lease])
        return False

    await soon(is_kept)
    await soon(lambda: is_alive(other, lease.keeper))
    with pytest.raises(ComeAgain):
        await other.take(TableRow, "table", ask=False)


async def is_alive(store: PostgresStore, keeper: int) -> bool:
    with suppress(NotStored):
        return bool(await store._one("SELECT keeper_is_alive($1)", keeper))
    return False


async def test_after_a_broken_write_nothing_is_read_before_it_is_known_what_became_of_it(
    new_server: NewServer, database: str
) -> None:
    one = await new_server()
    lease = await kept_table(one)
    blocker = await asyncpg.connect(database)
    await blocker.execute("BEGIN; SELECT FROM tables FOR UPDATE")
    writing = asyncio.create_task(one.write(lease, entry(1)))
    await soon(lambda: is_waiting(database))
    one._writer._connection.terminate()  # here; the database goes on with it
    with pytest.raises(NotStored):
        await writing
    reading = asyncio.create_task(times(one))
    assert await asyncio.wait_for(reading, 5) == []  # the old connection was ended
    await blocker.execute("COMMIT")
    await blocker.close()
    await one.write(lease, entry(1, 7))
    assert await times(one) == [7]


async def is_waiting(database: str) -> bool:
    """Whether somebody waits for a row."""
    sql = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    ((number,),) = await ask(database, sql)
    return bool(number)


async def test_a_database_that_hangs_keeps_nobody_waiting_for_ever(
    new_server: NewServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.server.postgres.writer.ANSWER", 0.3)
    one = await new_server()
    lease = await kept_table(one)
    frozen = one._writer._connection.get_server_pid()
    os.kill(frozen, signal.SIGSTOP)
    try:
        with pytest.raises(NotStored):
            await asyncio.wait_for(one.write(lease, entry(1)), 5)
    finally:
        os.kill(frozen, signal.SIGCONT)
    step = 1 + len(await asyncio.wait_for(times(one), 10))
    await one.write(lease, entry(step))
    assert await times(one) == list(range(1, step + 1))


# At the start


async def test_a_database_of_a_newer_salon_is_left_alone(
    new_server: NewServer, database: str
) -> None:
    await new_server()
    await ask(database, "INSERT INTO salon_format VALUES (999)")
    with pytest.raises(Unusable, match="newer_data"):
        await new_server()


async def test_who_cannot_come_in_is_told_why_without_the_password(
    postgres: Postgres, database: str
) -> None:
    nobody = database.replace("postgres:@", "nobody:hush@")
    nowhere = database.rpartition("host=")[0] + "host=/nowhere"
    no_port = "postgresql://ana:hush@127.0.0.1:1/salon?password=hush"
    malformed = "postgresql://ana:hush/hush@127.0.0.1/salon"
    for url, reason in (
        (nobody, "database_refuses"),
        (nowhere.replace(":@", ":hush@"), "no_database"),
        (no_port, "no_database"),
        (malformed, "bad_database_address"),
    ):
        with pytest.raises(Unusable, match=reason) as told:
            await connect(url)
        assert "hush" not in str(told.value)


async def test_without_its_part_for_databases_salon_says_which_one_is_missing(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(Unusable, match="no_extra"):
        await connect(database)
