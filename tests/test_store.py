"""What every store promises, wherever it keeps tables."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from salon.core import fairness
from salon.core.table import Ticked
from salon.server.postgres import connect
from salon.server.refusals import NotStored
from salon.server.room import Change, StoredEntry
from salon.server.row import LONG_PATIENCE, Holder, TableRow
from salon.server.snapshots import Snapshot
from salon.server.sqlite import SqliteStore
from salon.server.store import CodeTaken, Lease, Store

Place = Callable[[], Awaitable[Store]]  # opens the store that is there


@pytest.fixture(params=["a file", "a database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each promise is one of both."""
    if request.param == "a database":
        database: str = request.getfixturevalue("database")
        return lambda: connect(database)

    async def open_file() -> Store:
        return SqliteStore(tmp_path / "salon.db")

    return open_file


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    kept = await place()
    yield kept
    await kept.close()


def a_table(name: str, code: str | None = None) -> TableRow:
    return TableRow(
        id=name,
        game="bluff",
        version=1,
        options={},
        patience=30,
        onlookers=True,
        host="host",
        code=code,
        fairness=fairness.draw(),
        holders=(Holder(player="host"), Holder()),
    )


def entry(step: int, now: int = 0, row: TableRow | None = None) -> Change:
    return Change(number=step, stored=StoredEntry(Ticked(now or step)), row=row)


def a_snapshot(step: int, state: bytes = b"state") -> Snapshot:
    return Snapshot(version=1, step=step, state=state, seats=2)


async def kept_table(store: Store, name: str = "table", code: str | None = None) -> Lease:
    """Opened, and kept by this store."""
    await store.open(a_table(name, code))
    taken = await store.take(name)
    assert taken is not None
    return taken[0]


async def times(store: Store, table: str = "table") -> list[int]:
    """Of the entries."""
    return [kept.entry.now for kept in await store.entries(table)]


async def test_a_table_is_found_as_it_was_opened(store: Store) -> None:
    row = a_table("table", "ABCD")
    await store.open(row)
    assert await store.load("table") == row
    taken = await store.take("table")
    assert taken is not None and taken[0].table == "table" and taken[1] == row


async def test_what_was_never_opened_is_nowhere(store: Store) -> None:
    for name in ("nobody", "", "\0", "a\0b", "' OR 1=1 --", "🎲" * 100):
        assert await store.load(name) is None and await store.take(name) is None
        assert await store.find(name) is None and await store.snapshot(name) is None
        assert await store.log(name) == b"[]"


async def test_an_entry_goes_right_after_the_last_and_nowhere_else(store: Store) -> None:
    lease = await kept_table(store)
    await store.write(lease, entry(1, 5))
    for step in (1, 3, 0, -1):
        with pytest.raises(NotStored):
            await store.write(lease, entry(step, 6))
    await store.write(lease, Change(number=2, stored=StoredEntry(Ticked(6), "id", 3)))
    assert await times(store) == [5, 6]
    assert (await store.entries("table"))[1] == StoredEntry(Ticked(6), "id", 3)


async def test_entry_and_row_are_written_together_or_not_at_all(store: Store) -> None:
    lease, row = await kept_table(store), a_table("table")
    await store.write(lease, entry(1, row=replace(row, started=True)))
    with pytest.raises(NotStored):
        await store.write(lease, entry(5, row=replace(row, over=True)))
    found = await store.load("table")
    assert found is not None and found.started and not found.over
    await store.write(lease, Change(row=replace(row, over=True)))
    found = await store.load("table")
    assert found is not None and found.over and len(await store.entries("table")) == 1


async def test_of_many_writers_at_one_step_one_succeeds(store: Store) -> None:
    lease = await kept_table(store)
    tries = [store.write(lease, entry(1, 1 + number)) for number in range(50)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(answer) for answer in answers].count(NotStored) == 49
    (winner,) = [number for number, answer in enumerate(answers) if answer is None]
    assert await times(store) == [1 + winner]


async def test_one_that_cannot_be_written_harms_nobody_else(store: Store) -> None:
    leases = [await kept_table(store, f"table {number}") for number in range(40)]
    wrong = {5: 7, 20: 10**12, 30: 0}  # a gap, a number too large to be kept, one before the first
    tries = [store.write(lease, entry(wrong.get(n, 1), 1)) for n, lease in enumerate(leases)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert {n for n, answer in enumerate(answers) if isinstance(answer, NotStored)} == wrong.keys()
    kept = [await times(store, lease.id) for lease in leases]
    assert kept == [[] if n in wrong else [1] for n in range(40)]


async def test_what_happens_at_one_table_is_written_in_the_order_in_which_it_was_asked_for(
    store: Store,
) -> None:
    lease = await kept_table(store)
    await asyncio.gather(*(store.write(lease, entry(step)) for step in range(1, 60)))
    assert await times(store) == list(range(1, 60))


async def test_who_reads_sees_what_was_asked_before_by_somebody_who_is_gone(store: Store) -> None:
    lease = await kept_table(store)
    gone = asyncio.ensure_future(store.write(lease, entry(1, row=a_table("table", "GONE"))))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await times(store) == [1]
    found = await store.load("table")
    assert found is not None and found.code == "GONE"


async def test_no_two_tables_gather_under_one_code(store: Store) -> None:
    lease = await kept_table(store, "first", "ABCD")
    tries = (store.open(a_table(f"another {number}", "ABCD")) for number in range(10))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert {type(answer) for answer in answers} == {CodeTaken}
    assert await store.find("ABCD") == "first"
    await store.write(lease, Change(row=a_table("first")))  # it has started
    assert await store.find("ABCD") is None
    await store.open(a_table("second", "ABCD"))
    assert await store.find("ABCD") == "second"


async def test_a_code_that_was_given_back_is_not_taken_again(store: Store) -> None:
    lease = await kept_table(store, "slow", "ABCD")
    await store.free_codes(seconds=60)
    assert await store.find("ABCD") == "slow"
    await store.free_codes(seconds=-10)
    assert await store.find("ABCD") is None
    await store.open(a_table("next", "ABCD"))
    await store.write(lease, Change(row=a_table("slow", "ABCD")))
    assert await store.find("ABCD") == "next"


async def test_tables_that_go_on_by_themselves_are_known(store: Store) -> None:
    for name in ("b", "a", "quick"):
        lease = await kept_table(store, name)
        patience = 30 if name == "quick" else LONG_PATIENCE
        row = replace(a_table(name), started=True, patience=patience)
        await store.write(lease, Change(row=row))
        await store.let_go(lease)
    assert await store.awake() == ["a", "b"]
    taken = await store.take("a")
    assert taken is not None
    await store.write(taken[0], Change(row=replace(taken[1], over=True)))
    await store.let_go(taken[0])
    assert await store.awake() == ["b"]


async def test_the_log_can_be_read_in_parts_and_in_one_piece(store: Store) -> None:
    lease = await kept_table(store)
    for step in range(1, 8):
        await store.write(lease, entry(step))
    assert [one.entry.now for one in await store.entries("table", 2, 3)] == [3, 4, 5]
    assert [one.entry.now for one in await store.entries("table", 5)] == [6, 7]
    assert [one["entry"]["now"] for one in json.loads(await store.log("table"))] == [*range(1, 8)]


async def test_a_snapshot_counts_once_the_log_reaches_as_far_and_no_older_one_replaces_it(
    store: Store,
) -> None:
    lease = await kept_table(store)
    await store.keep_snapshot("table", a_snapshot(2))
    assert await store.snapshot("table") is None
    for step in (1, 2):
        await store.write(lease, entry(step))
    assert await store.snapshot("table") == a_snapshot(2)
    await store.keep_snapshot("table", a_snapshot(1))
    assert await store.snapshot("table") == a_snapshot(2)
    await store.keep_snapshot("table", a_snapshot(2, b"the new rules"))
    assert await store.snapshot("table") == a_snapshot(2, b"the new rules")


async def test_a_purse_is_empty_after_so_many_and_fills_again(store: Store) -> None:
    assert [await store.spend("ana", 3, 0.001) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [await store.spend("bob", 2, 100) for _ in range(2)] == [True] * 2
    await asyncio.sleep(0.05)
    assert await store.spend("bob", 2, 100)
    assert not await store.spend("nothing", 0.5, 100)
    assert not await store.spend("ana", 3, 0.001)


async def test_a_lease_that_nobody_wants_is_held(store: Store) -> None:
    leases = [await kept_table(store, f"table {number}") for number in range(5)]
    assert await store.wanted(leases) == [] and await store.wanted([]) == []
    again = await store.take("table 3")
    assert again is not None and again[0] == leases[3]


async def test_what_was_asked_before_the_end_is_there_afterwards(place: Place) -> None:
    store = await place()
    leases = [await kept_table(store, f"table {number}") for number in range(30)]
    asked = [asyncio.ensure_future(store.write(lease, entry(1))) for lease in leases]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [None] * 30
    again = await place()
    assert [await times(again, lease.id) for lease in leases] == [[1]] * 30
    await again.close()
