"""A long log is no burden: a table is loaded from a snapshot, which makes no other difference, and
a finished one is played again where it holds up nobody."""

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.core import fairness
from salon.core.refusal import Refusal
from salon.core.table import Entry, Joined, Moved, Record, Table, encode, read_record, write_record
from salon.server import stories
from salon.server.feeds import look
from salon.server.live import House, LiveTable, Setting
from salon.server.replays import Replays
from salon.server.room import Change, StoredEntry
from salon.server.row import Holder, TableRow
from salon.server.sqlite import SqliteStore
from salon.server.store import Lease
from salon.server.stories import Story
from salon.server.tables import AT_ONCE, Tables
from salon.server.thinkers import Thinkers
from tests.door import play
from tests.test_recorder import gather, play_out

AnyTable = Table[Any, Any, Any, Any, Any]
ENTRIES = 60


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    kept = SqliteStore(tmp_path / "salon.db")
    yield kept
    await kept.close()


@pytest.fixture
async def tables(store: SqliteStore) -> AsyncIterator[Tables]:
    found = Tables(House(store, Thinkers(), Setting(nonce_seconds=0.01)))
    yield found
    await found.close()


def wander(name: str, seats: int, most: int, **options: Any) -> AnyTable:
    """Random moves, ticks that are due, and a newcomer where the rules allow one."""
    game, luck = games.load(name), random.Random(name)
    table: AnyTable = Table(game, game.types.options(**options), seats, fairness.draw())
    for now in count(0, 700):
        while (tick := table.due(now)) is not None:
            table.redo(tick)
        if len(table.entries) >= most or game.result(table.state) is not None:
            return table
        seat = luck.choice(range(table.seats))
        if moves := game.moves(table.state, seat):
            move = table.prepare(seat, luck.choice(list(moves)))
            table.redo(Moved(max(now, table.state.now), seat, move))
        if len(table.entries) == most // 3:
            try_to_join(table)
    return table


def try_to_join(table: AnyTable) -> None:
    with suppress(Refusal):
        table.accept(table.judge(Joined(table.state.now)))


async def keep(store: SqliteStore, table: AnyTable, *, seats: int) -> TableRow:
    row = TableRow(
        id=f"long {table.game.name}",
        game=table.game.name,
        version=table.game.version,
        options=msgspec.to_builtins(table.options),
        patience=60,
        onlookers=True,
        host="host",
        code=None,
        fairness=table.fairness,
        holders=tuple(Holder(player=f"player {seat}") for seat in range(table.seats)),
        seats=seats,
        started=True,
    )
    await store.open(row)
    return row


async def append(store: SqliteStore, table: str, entries: list[Entry], first: int = 1) -> None:
    steps = enumerate(entries, first)
    changes = [Change(number=step, stored=kept_as(step, entry)) for step, entry in steps]
    await asyncio.gather(*(store.write(Lease(table), change) for change in changes))


def kept_as(step: int, entry: Entry) -> StoredEntry:
    """Every fifth move was a stand-in's."""
    if not isinstance(entry, Moved):
        return StoredEntry(entry)
    return StoredEntry(entry, None if step % 5 == 0 else f"id {step}", entry.seat, step % 5 == 0)


async def load(store: SqliteStore, table: str) -> LiveTable:
    live = await Tables(House(store, Thinkers())).get(table)
    live.stop()
    return live


def everything(live: LiveTable) -> list[Any]:
    """All that a table in memory knows of its log."""
    table, viewers = live.room.playing, (None, *range(live.room.playing.seats))
    heard = msgspec.json.encode(live.room.snapshot())
    sights = [seen[:2] for viewer in viewers if (seen := look(live.room, viewer))]
    state, luck = encode(table.state), table._luck().below(10**9)
    counts = [table.seats, table.steps, dict(live.room.made), sorted(live.room.done)]
    return [state, luck, heard, sights, counts]


async def without_snapshot(store: SqliteStore, table: str) -> LiveTable:
    await store._ask(lambda db: db.execute("DELETE FROM snapshots"))
    return await load(store, table)


# Snapshots


@pytest.mark.parametrize("name", games.ours())
async def test_a_table_loaded_from_a_snapshot_is_the_one_its_whole_log_gives(
    name: str, store: SqliteStore
) -> None:
    table = wander(name, seats := games.load(name).seats[0] + 1, ENTRIES)
    row = await keep(store, table, seats=seats)
    half = len(table.entries) // 2
    await append(store, row.id, table.entries[:half])
    await (await load(store, row.id)).keep_snapshot()
    await append(store, row.id, table.entries[half:], half + 1)
    kept = await store.snapshot(row.id)
    quick = await load(store, row.id)
    whole = await without_snapshot(store, row.id)
    assert kept is not None and kept.step == half
    assert encode(whole.room.playing.state) == encode(table.state)
    assert whole.time.now == quick.time.now
    assert everything(quick) == everything(whole)


async def long_table(store: SqliteStore) -> str:
    """With a snapshot that is older than the end of its log."""
    table = wander("bluff", 3, ENTRIES)
    row = await keep(store, table, seats=3)
    await append(store, row.id, table.entries[:-3])
    await (await load(store, row.id)).keep_snapshot()
    await append(store, row.id, table.entries[-3:], len(table.entries) - 2)
    return row.id


DAMAGED: dict[str, dict[str, Any]] = {
    "of other rules": {"version": 99, "made": {}},
    "of another game": {"state": msgspec.msgpack.encode({"pawns": "none"})},
    "cut short": {"state": b"\x93"},
    "of an older Salon": {"heard": []},
    "beyond the log": {"step": 10_000},
}


@pytest.mark.parametrize("damage", DAMAGED)
async def test_a_snapshot_that_does_not_fit_is_not_used(damage: str, store: SqliteStore) -> None:
    table = await long_table(store)
    good = await store.snapshot(table)
    assert good is not None
    await store.keep_snapshot(table, replace(good, **DAMAGED[damage]))
    found = await load(store, table)
    assert everything(found) == everything(await without_snapshot(store, table))


async def test_a_snapshot_that_is_no_snapshot_is_not_used(store: SqliteStore) -> None:
    table = await long_table(store)
    await store._ask(lambda db: db.execute("UPDATE snapshots SET snapshot = '{'"))
    found = await load(store, table)
    assert everything(found) == everything(await without_snapshot(store, table))


async def test_a_table_keeps_a_snapshot_every_so_many_entries_and_reads_only_what_comes_after(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.server.live.EVERY", 10)
    live, _ = await gather(tables, "bluff", planks=12)
    while live.room.playing.steps < 24:
        (seat,) = live.room.game.awaited(live.room.playing.state)
        move = live.room.game.moves(live.room.playing.state, seat)[0]
        await play(live, seat, f"{live.room.playing.steps}", Raw(msgspec.json.encode(move)))
    kept = await tables.house.store.snapshot(live.row.id)
    assert kept is not None and kept.step == 20
    read: list[int] = []
    entries = tables.house.store.entries

    async def note(table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        read.append(after)
        return await entries(table, after, most)

    monkeypatch.setattr(tables.house.store, "entries", note)
    again = await load(tables.house.store, live.row.id)  # type: ignore[arg-type]
    assert min(read) == 20
    assert everything(again) == everything(live)
    live.stop()


async def test_others_play_while_a_long_log_is_read(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = wander("nim", 2, 1_200, heap="many")
    row = await keep(store, table, seats=2)
    await append(store, row.id, table.entries)
    at_once, most, redo = 0, 0, Table.redo

    def counted(self: AnyTable, entry: Entry) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        return redo(self, entry)

    async def play_elsewhere() -> None:
        nonlocal at_once
        while True:
            at_once = 0
            await asyncio.sleep(0)

    monkeypatch.setattr(Table, "redo", counted)
    playing = asyncio.create_task(play_elsewhere())
    live = await load(store, row.id)
    playing.cancel()
    assert live.room.playing.steps == len(table.entries) > 1_000
    assert most <= 2 * AT_ONCE
    kept = await store.snapshot(row.id)
    assert kept is not None and kept.step == live.room.playing.steps  # the next time it is quick


# Replays


def record_of(name: str, entries: int) -> Record:
    return wander(name, games.load(name).seats[0], entries).record(["Ana", "Bob"])


@pytest.mark.parametrize("name", games.ours())
def test_a_story_is_the_same_read_forwards_backwards_or_from_the_first_step(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = record_of(name, ENTRIES)
    steps = list(range(len(record.entries) + 1))
    plain = [msgspec.json.encode(Story(record).at(step)) for step in steps]
    monkeypatch.setattr(stories, "EVERY", 7)
    story = Story(read_record(write_record(record)))
    random.Random(1).shuffle(steps)
    for step in steps:
        assert msgspec.json.encode(story.at(step)) == plain[step]


async def test_a_replay_is_played_in_a_process_of_its_own_which_is_handed_the_log_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, _ = await gather(tables, "bluff", planks=6)
    await play_out(live, random.Random(2))
    plain, replays, handed = Story(live.room.record()), Replays(tables.house), []
    expected = [msgspec.json.encode(plain.at(step)) for step in (0, 1, None)]
    log = tables.house.store.log

    async def note(table: str) -> bytes:
        handed.append(table)
        return await log(table)

    def never(*_: Any) -> Any:
        raise AssertionError("not here")

    monkeypatch.setattr(tables.house.store, "log", note)
    monkeypatch.setattr(Table, "redo", never)
    found = [msgspec.json.encode(await replays.at(live, ("ana",), step)) for step in (0, 1, None)]
    assert found == expected and handed == [live.row.id]
    assert await replays.record(live, ("ana",)) == write_record(live.room.record())
    with pytest.raises(Refusal, match="no_such_step"):
        await replays.at(live, ("ana",), 10_000)
    replays.close()
    live.stop()


async def test_one_persons_replays_leave_another_a_turn(tables: Tables) -> None:
    live, _ = await gather(tables, "bluff", planks=6)
    await play_out(live, random.Random(2))
    replays, done = Replays(tables.house), []

    async def look(who: str, step: int) -> None:
        await replays.at(live, (who,), step)
        done.append(who)

    many = [asyncio.create_task(look("eve", step)) for step in range(20)]
    await asyncio.sleep(0)
    await look("ana", 3)
    assert done.index("ana") <= 2
    await asyncio.gather(*many)
    replays.close()
    live.stop()


def test_the_last_stories_are_kept_and_older_ones_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stories, "_stories", OrderedDict())
    record = record_of("bluff", 40)
    log = msgspec.json.encode([StoredEntry(entry) for entry in record.entries])
    head, size = msgspec.json.encode(replace(record, entries=[])), len(record.entries)
    monkeypatch.setattr(stories, "KEPT", 2 * size + 1)
    for number in range(5):
        assert stories.answer((f"table {number}", size, head), log, "at", None).step == size
    known = [stories.answer((f"table {number}", size, head), None, "at", 0) for number in range(5)]
    assert [one is not None for one in known] == [False, False, False, True, True]
