"""What every store promises, wherever it keeps tables and circles."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from salon.core import fairness
from salon.core.table import Ticked
from salon.server.circle.circle import Change as Changed
from salon.server.circle.pages import Blank, Said
from salon.server.circle.row import CircleRow, Person
from salon.server.postgres import connect
from salon.server.refusals import NotStored
from salon.server.room import Change, StoredEntry
from salon.server.row import LONG_PATIENCE, Holder, TableRow
from salon.server.snapshots import Snapshot
from salon.server.sqlite import SqliteStore
from salon.server.store import CodeTaken, Found, Lease, Poll, Store

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
    taken = await store.take(TableRow, name)
    assert taken is not None
    return taken[0]


def a_circle_row(name: str, code: str | None = None) -> CircleRow:
    ana = Person(0, "ana", "Ana", "moon")
    return CircleRow(id=name, code=code, hosts=("ana",), opened=0, people=(ana,))


def said(text: str) -> Said:
    return Said(0, text, 0, "id")


async def kept_circle(store: Store, name: str = "circle") -> Lease:
    """Opened, and kept by this store."""
    await store.open(a_circle_row(name))
    taken = await store.take(CircleRow, name)
    assert taken is not None
    return taken[0]


async def times(store: Store, table: str = "table") -> list[int]:
    """Of the entries."""
    return [kept.entry.now for kept in await store.entries(table)]


async def test_a_table_is_found_as_it_was_opened(store: Store) -> None:
    row = a_table("table", "ABCD")
    await store.open(row)
    assert await store.load(TableRow, "table") == row
    taken = await store.take(TableRow, "table")
    assert taken is not None and taken[0].id == "table" and taken[1] == row


async def test_what_was_never_opened_is_nowhere(store: Store) -> None:
    for name in ("nobody", "", "\0", "a\0b", "' OR 1=1 --", "🎲" * 100):
        assert await store.load(TableRow, name) is None and await store.take(TableRow, name) is None
        assert await store.find(name) is None and await store.snapshot(name) is None
        assert await store.log(name) == b"[]"


async def test_a_circle_is_found_as_it_was_opened_and_not_as_a_table_nor_a_table_as_a_circle(
    store: Store,
) -> None:
    circle, table = a_circle_row("circle", "ABCD"), a_table("table")
    await store.open(circle)
    await store.open(table)
    assert await store.load(CircleRow, "circle") == circle
    taken = await store.take(CircleRow, "circle")
    assert taken is not None and taken[0].id == "circle" and taken[1] == circle
    assert await store.find("ABCD") == Found("circle", "circle")
    assert await store.load(TableRow, "circle") is None
    assert await store.take(TableRow, "circle") is None
    assert await store.load(CircleRow, "table") is None
    assert await store.take(CircleRow, "table") is None


async def test_an_id_is_given_once(store: Store) -> None:
    await store.open(a_table("same"))
    for row in (a_table("same"), a_circle_row("same")):
        with pytest.raises(CodeTaken):
            await store.open(row)


async def test_the_pages_of_a_circle_come_back_by_their_numbers(store: Store) -> None:
    lease = await kept_circle(store)
    lines = {number: said(f"line {number}") for number in (1, 2, 3)}
    for number, line in lines.items():
        await store.write(lease, Changed(stored=line, number=number))
    assert await store.pages("circle") == lines
    assert await store.pages("nowhere") == {}


async def test_what_was_erased_leaves_a_blank_whose_number_is_not_given_again(store: Store) -> None:
    lease = await kept_circle(store)
    for number in (1, 2, 3):
        await store.write(lease, Changed(stored=said(f"line {number}"), number=number))
    await store.write(lease, Changed(erased=(1, 3)))
    await store.write(lease, Changed(stored=said("line 4"), number=4, erased=(2,)))
    assert await store.pages("circle") == {1: Blank(), 2: Blank(), 3: Blank(), 4: said("line 4")}
    with pytest.raises(NotStored):
        await store.write(lease, Changed(stored=said("line 3"), number=3))


async def test_what_is_erased_goes_with_what_is_written_or_stays_with_it(store: Store) -> None:
    lease = await kept_circle(store)
    await store.write(lease, Changed(stored=said("line 1"), number=1))
    with pytest.raises(NotStored):
        await store.write(lease, Changed(stored=said("line 5"), number=5, erased=(1,)))
    assert await store.pages("circle") == {1: said("line 1")}


async def test_a_circle_to_which_nothing_has_happened_for_long_is_known(store: Store) -> None:
    await store.open(a_circle_row("quiet"))
    await store.open(a_table("table"))
    assert await store.untouched(CircleRow, 60) == []
    assert await store.untouched(CircleRow, -10) == ["quiet"]


async def test_what_is_dropped_is_nowhere_and_what_is_beside_it_stays(store: Store) -> None:
    lease, beside = await kept_table(store, code="ABCD"), await kept_table(store, "beside")
    for one in (lease, beside):
        await store.write(one, entry(1))
        await store.keep_snapshot(one.id, a_snapshot(1))
    await store.drop(lease)
    assert await store.load(TableRow, "table") is None and await store.find("ABCD") is None
    assert await times(store) == [] and await store.snapshot("table") is None
    assert await times(store, "beside") == [1] and await store.snapshot("beside") is not None


async def test_of_a_table_whose_log_was_dropped_the_row_stays(store: Store) -> None:
    lease = await kept_table(store)
    await store.write(lease, entry(1))
    await store.keep_snapshot("table", a_snapshot(1))
    await store.drop_log(lease)
    assert await store.load(TableRow, "table") is not None
    assert await times(store) == [] and await store.snapshot("table") is None


SECRET = "nobody shall ever read this 4711"


async def drop(store: Store, lease: Lease) -> None:
    await store.drop(lease)


async def drop_log(store: Store, lease: Lease) -> None:
    await store.drop_log(lease)


async def erase(store: Store, lease: Lease) -> None:
    await store.write(lease, Changed(erased=(2,)))


@pytest.mark.parametrize("size", [1, 40, 900])  # in a page, in several, beside the pages
@pytest.mark.parametrize("deed", [erase, drop_log, drop])
async def test_what_was_deleted_is_not_in_the_file_nor_beside_it(
    tmp_path: Path, deed: Callable[[Store, Lease], Awaitable[None]], size: int
) -> None:
    def is_there() -> bool:
        return any(SECRET.encode() in file.read_bytes() for file in tmp_path.iterdir())

    store = SqliteStore(tmp_path / "salon.db")
    lease = await kept_circle(store)
    for number in range(1, 20):
        text = SECRET * size if number == 2 else f"line {number}"
        await store.write(lease, Changed(stored=said(text), number=number))
    assert is_there()
    await deed(store, lease)
    assert not is_there()
    await store.close()
    assert not is_there()


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
    found = await store.load(TableRow, "table")
    assert found is not None and found.started and not found.over
    await store.write(lease, Change(row=replace(row, over=True)))
    found = await store.load(TableRow, "table")
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
    found = await store.load(TableRow, "table")
    assert found is not None and found.code == "GONE"


async def test_no_two_tables_gather_under_one_code(store: Store) -> None:
    lease = await kept_table(store, "first", "ABCD")
    tries = (store.open(a_table(f"another {number}", "ABCD")) for number in range(10))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert {type(answer) for answer in answers} == {CodeTaken}
    assert await store.find("ABCD") == Found("table", "first")
    await store.write(lease, Change(row=a_table("first")))  # it has started
    assert await store.find("ABCD") is None
    await store.open(a_table("second", "ABCD"))
    assert await store.find("ABCD") == Found("table", "second")


async def test_a_code_is_given_back_after_a_long_time_in_which_nobody_keeps_what_it_leads_to(
    store: Store,
) -> None:
    lease = await kept_table(store, "slow", "ABCD")
    await store.free_codes(seconds=-10)
    assert await store.find("ABCD") == Found("table", "slow")
    await store.let_go(lease)
    await store.free_codes(seconds=60)
    assert await store.find("ABCD") == Found("table", "slow")
    await store.free_codes(seconds=-10)
    assert await store.find("ABCD") is None


async def test_whoever_takes_what_has_given_its_code_back_knows_so_and_may_give_it_another(
    store: Store,
) -> None:
    await store.open(a_table("slow", "ABCD"))
    await store.free_codes(seconds=-10)
    await store.open(a_table("next", "ABCD"))
    taken = await store.take(TableRow, "slow")
    assert taken is not None and taken[1].code is None
    with pytest.raises(NotStored):
        await store.write(taken[0], Change(row=replace(taken[1], code="ABCD")))
    await store.write(taken[0], Change(row=replace(taken[1], code="EFGH")))
    found = [await store.find(code) for code in ("ABCD", "EFGH")]
    assert found == [Found("table", "next"), Found("table", "slow")]


async def test_tables_that_go_on_by_themselves_are_known(store: Store) -> None:
    for name in ("b", "a", "quick"):
        lease = await kept_table(store, name)
        patience = 30 if name == "quick" else LONG_PATIENCE
        row = replace(a_table(name), started=True, patience=patience)
        await store.write(lease, Change(row=row))
        await store.let_go(lease)
    assert await store.awake() == ["a", "b"]
    taken = await store.take(TableRow, "a")
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
    again = await store.take(TableRow, "table 3")
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


async def test_of_what_somebody_chose_the_first_counts_and_who_has_not_chosen_is_told_nothing(
    store: Store,
) -> None:
    assert await store.poll("monday", "ana") is None
    for voter, choice in (("ana", 3), ("ana", 4), ("bob", None), ("cyd", 3)):
        await store.vote("monday", voter, choice)
    await store.vote("tuesday", "ana", 4)
    assert await store.poll("monday", "ana") == Poll(3, {3: 2, None: 1})
    assert await store.poll("monday", "bob") == Poll(None, {3: 2, None: 1})
    assert await store.poll("monday", "dan") is None


async def test_old_choices_are_forgotten(store: Store) -> None:
    await store.vote("monday", "ana", 3)
    await store.forget_votes(2 * 86_400)
    assert await store.poll("monday", "ana") is not None
    await store.forget_votes(-60)
    assert await store.poll("monday", "ana") is None
