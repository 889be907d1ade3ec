"""What the store and the server do when the disk, the file or the rules are not as they were."""

import asyncio
import json
import sqlite3
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from salon.core.contract import Illegal
from salon.core.table import Ticked, encode
from salon.games.ciao_ciao.rules import CiaoCiao
from salon.server import hosting, wire
from salon.server.live import LiveTable
from salon.server.serve import data_folder
from salon.server.store import LONG_PATIENCE, Holder, Kept, NotStored, SqliteStore
from salon.server.tables import Setting, Tables
from salon.server.thinkers import Thinkers
from tests.conftest import RunningServer
from tests.test_recorder import Recorder


class NewRules(CiaoCiao):
    """The next version."""

    version = CiaoCiao.version + 1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    kept = SqliteStore(tmp_path / "salon.db")
    yield kept
    kept.close()


async def start_table(store: Any, **setting: Any) -> LiveTable:
    """Two people at a running table of Ciao Ciao."""
    tables = Tables(store, Thinkers(), Setting(nonce_seconds=0.01, **setting))
    holders = [Holder(player=f"player {seat}") for seat in range(2)]
    live = await tables.open(wire.NewTable("ciao_ciao", 2), "player 0", holders)
    for seat in range(2):
        live.arrive(Recorder(seat))
    await hosting.start(live, "player 0")
    return live


async def move(live: LiveTable, id: str) -> None:
    assert live.table is not None
    (seat,) = live.game.awaited(live.table.state)
    choice = live.game.moves(live.table.state, seat)[0]
    await live.play(seat, id, Raw(msgspec.json.encode(choice)))


# The store


async def test_an_entry_goes_right_after_the_last_and_nowhere_else(store: SqliteStore) -> None:
    await store.append("t", 1, Kept(Ticked(5)))
    for step in (1, 3, 0, -1):
        with pytest.raises(NotStored):
            await store.append("t", step, Kept(Ticked(6)))
    await store.append("t", 2, Kept(Ticked(6), "id", 3))
    assert [kept.entry.now for kept in await store.entries("t")] == [5, 6]


async def test_of_many_writers_at_one_step_one_succeeds(store: SqliteStore) -> None:
    tries = [store.append("t", 1, Kept(Ticked(number))) for number in range(50)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert len(await store.entries("t")) == 1


async def test_a_failure_in_a_group_harms_nobody_else(store: SqliteStore) -> None:
    tries = [store.append(f"t{number}", 1, Kept(Ticked(number))) for number in range(40)]
    tries.insert(20, store.append("gap", 7, Kept(Ticked(0))))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert [number for number, answer in enumerate(answers) if answer is not None] == [20]


async def test_two_tables_never_gather_under_one_code(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With only a few codes left, tables opened at the same moment still get one each."""
    monkeypatch.setattr("salon.server.tables.CODE_LETTERS", "AB")
    tables = Tables(store, Thinkers())
    opened = await asyncio.gather(
        *(tables.open(wire.NewTable("ciao_ciao", 2), "host") for _ in range(12))
    )
    assert len({live.row.code for live in opened}) == 12
    await store.free_codes(seconds=-10)
    assert await store.find(str(opened[0].row.code)) is None


async def test_every_commit_is_on_the_disk(store: SqliteStore) -> None:
    modes = await store._ask(
        lambda db: [
            db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("synchronous", "journal_mode")
        ]
    )
    assert modes == [2, "wal"]


async def test_a_full_disk_refuses_the_move_and_loses_nothing(store: SqliteStore) -> None:
    live = await start_table(store)
    await move(live, "before")
    assert live.table is not None
    state = encode(live.table.state)
    pages = await store._ask(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await store._ask(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    refused = ""
    while not refused and live.result is None:
        state = encode(live.table.state)
        try:
            await move(live, f"{len(live.table.entries)}" + "x" * 30)
        except NotStored as error:
            refused = str(error)
    assert "full" in refused
    assert encode(live.table.state) == state
    await store._ask(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    await move(live, "after")
    live.stop()


async def test_what_people_do_around_the_game_has_not_happened_when_it_cannot_be_stored(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store, Thinkers())
    live = await tables.open(wire.NewTable("ciao_ciao", 2), "host")

    async def full(_: Any) -> None:
        raise NotStored("database or disk is full")

    monkeypatch.setattr(store, "save", full)
    with pytest.raises(NotStored):
        await hosting.sit(live, "host", wire.Sit("Ana", "moon"))
    assert live.row.holders[0] == Holder()
    monkeypatch.undo()
    assert await hosting.sit(live, "host", wire.Sit("Ana", "moon")) == 0


async def test_a_locked_file_refuses_the_move_until_it_is_free(
    store: SqliteStore, tmp_path: Path
) -> None:
    live = await start_table(store)
    await store._ask(lambda db: db.execute("PRAGMA busy_timeout = 50").fetchone())
    other = sqlite3.connect(tmp_path / "salon.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotStored, match="locked"):
        await move(live, "a")
    other.execute("ROLLBACK")
    other.close()
    await move(live, "a")
    live.stop()


@pytest.mark.parametrize(
    "damage", [b"not a database at all, really", b"SQLite format 3\0" + b"\7" * 5000]
)
def test_a_damaged_file_is_said_so_at_the_start(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "salon.db").write_bytes(damage)
    with pytest.raises(Illegal, match="bad_data"):
        SqliteStore(tmp_path / "salon.db")


def test_a_file_of_a_newer_salon_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "salon.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(Illegal, match="newer_data"):
        SqliteStore(tmp_path / "salon.db")


async def test_a_file_of_an_older_salon_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "salon.db") as db:
        db.execute("CREATE TABLE tables (id PRIMARY KEY, code UNIQUE, row, touched) WITHOUT ROWID")
        db.execute("PRAGMA user_version = 1")
    db.close()
    store = SqliteStore(tmp_path / "salon.db")
    live = await start_table(store)
    live.stop()
    assert await store.load(live.row.id) == live.row
    store.close()
    SqliteStore(tmp_path / "salon.db").close()


async def test_a_table_of_an_older_salon_goes_on_though_its_rules_have_changed_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to format 2 the snapshot was part of the row."""
    store = SqliteStore(tmp_path / "salon.db")
    live = await start_table(store)
    await move(live, "a")
    live.stop()
    state = encode(live.playing().state)
    row = msgspec.to_builtins(live.row) | {"snapshot": b64encode(state), "snapshot_step": 1}
    rows = [(live.row.id, json.dumps(row, default=bytes.decode)), ("damaged", "{")]
    await store._ask(
        lambda db: [
            db.executemany("REPLACE INTO tables VALUES (?1, NULL, ?2, 0, 0)", rows),
            db.execute("DROP TABLE snapshots"),
            db.execute("PRAGMA user_version = 2"),
        ]
    )
    store.close()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    store = SqliteStore(tmp_path / "salon.db")
    again = await Tables(store, Thinkers()).get(live.row.id)
    assert encode(again.playing().state) == state and again.row.version == NewRules.version
    assert (dict(again.made), list(again.done)) == (dict(live.made), list(live.done))
    again.stop()
    store.close()


def test_two_servers_do_not_share_their_data(tmp_path: Path) -> None:
    with data_folder(tmp_path), pytest.raises(Illegal, match="data_in_use"), data_folder(tmp_path):
        pass
    with pytest.raises(Illegal, match="bad_data"), data_folder(Path("/proc/nowhere")):
        pass


def test_a_server_that_cannot_start_says_why_in_one_line(
    new_server: Callable[..., RunningServer], capsys: pytest.CaptureFixture[str]
) -> None:
    from salon import cli

    running = new_server()
    with pytest.raises(SystemExit) as stopped:
        cli.main(["serve", "--data", str(running.data), "--port", "0", "--host", "127.0.0.1"])
    assert stopped.value.code == 2
    assert "Another Salon is using" in capsys.readouterr().err
    for host, port in (("127.0.0.1", running.port), ("127.0.0.1", 99_999), ("256.1.1.1", 8000)):
        with pytest.raises(SystemExit) as stopped:
            cli.main(["serve", "--port", str(port), "--host", host])
        assert stopped.value.code == 2
        complaint = capsys.readouterr().err
        assert f"Port {port} cannot be used" in complaint and complaint.count("\n") == 1


# Leaving memory and coming back


async def test_an_idle_table_leaves_memory_and_comes_back_when_someone_opens_it(
    store: SqliteStore,
) -> None:
    live = await start_table(store, idle_seconds=0)
    tables = live.tables
    await move(live, "a")
    await tables.sweep()
    assert live.row.id in tables.live
    assert live.table is not None
    before = encode(live.table.state)
    for guest in list(live.guests):
        live.depart(guest)
    await tables.sweep()
    assert tables.live == {}
    again, same = await asyncio.gather(tables.get(live.row.id), tables.get(live.row.id))
    assert again is same and again is not live
    assert again.table is not None and encode(again.table.state) == before
    onlooker = Recorder(None)
    again.arrive(onlooker)
    assert [scene["told"] for scene in onlooker.scenes()] == [len(live.scenes._eyes[None].news)]
    await move_as(again, "a")
    again.stop()


async def move_as(live: LiveTable, id: str) -> None:
    """A message that comes again after a restart is known."""
    entries = len(await live.tables.store.entries(live.row.id))
    seat = next(seat for seat, known in live.done if known == id)
    await live.play(seat, id, Raw(b'{"type":"Announce","number":1,"turn":1}'))
    assert len(await live.tables.store.entries(live.row.id)) == entries


async def test_a_running_table_goes_on_when_its_rules_have_changed(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await start_table(store)
    await move(live, "a")
    assert live.table is not None
    state = encode(live.table.state)
    await live.tables.close()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    for _ in range(2):
        tables = Tables(store, Thinkers())
        again = await tables.get(live.row.id)
        assert again.table is not None and encode(again.table.state) == state
        again.arrive(Recorder(0))
        await move(again, f"by the new rules {again.row.version} {len(again.table.entries)}")
        state = encode(again.table.state)
        await tables.close()


async def test_a_table_killed_before_its_rules_changed_says_so(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await start_table(store)
    await move(live, "a")
    live.stop()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    with pytest.raises(Illegal, match="other_version"):
        await Tables(store, Thinkers()).get(live.row.id)


async def test_a_game_that_takes_days_goes_on_after_a_restart_before_anybody_opens_it(
    store: SqliteStore,
) -> None:
    first = await start_table(store)
    first.row.patience = LONG_PATIENCE
    (next_up,) = first.game.awaited(first.playing().state)
    first.row.holders[next_up] = Holder(level="regular")
    await first.keep()
    first.stop()
    hurried = await start_table(store)  # a table that rests while nobody is there
    hurried.stop()

    tables = Tables(store, Thinkers(), Setting(bot_pace=(0.0, 0.0)))
    await tables.wake()
    live = tables.live[first.row.id]
    assert hurried.row.id not in tables.live
    assert live.is_running and not live.guests
    await live.hands.thinking[next_up]
    assert live.playing().entries
    await tables.sweep()
    assert first.row.id in tables.live
    await tables.close()
    tables.thinkers.close()


# Bots


async def test_a_bot_that_crashes_or_dawdles_is_replaced_for_that_move() -> None:
    thinkers = Thinkers(number=1, seconds=0.5)
    moves = ["one", "two"]
    chosen = await thinkers.choose("ciao_ciao", "no such bot", None, moves)
    assert chosen in moves and thinkers.replaced == 1
    assert await thinkers.choose("no such game", "stand_in", None, moves) in moves
    assert thinkers.replaced == 2
    assert await thinkers.choose("ciao_ciao", "random", None, moves) in moves
    assert thinkers.replaced <= 3
    thinkers.close()


async def test_a_server_killed_while_a_bot_thinks_goes_on_with_the_bots_turn(
    new_server: Callable[..., RunningServer],
) -> None:
    from tests.client import Person, close_all
    from tests.test_server import is_playing

    server = new_server("--bot-pace", "0.6")
    host = Person(server.address)
    table = (await host.post("/api/tables", {"game": "ciao_ciao", "seats": 2}))["id"]
    await host.sit(table, "Ana", "moon")
    await host.post(f"/api/tables/{table}/bot", {"seat": 1, "level": "sly"})
    socket = await host.open(table, 0)
    await host.post(f"/api/tables/{table}/start")
    scene = await socket.until(is_playing)
    if scene["moves"]:
        await socket.play(scene["moves"][0])
    scene = await socket.until(lambda s: s["awaited"] == [1])
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    again = await host.open(table, 0)
    await again.until(lambda s: s["told"] > scene["told"], seconds=20)
    await close_all()


async def test_clients_are_told_to_come_back_when_the_server_restarts(
    new_server: Callable[..., RunningServer],
) -> None:
    from tests.client import Person, close_all

    server = new_server()
    host = Person(server.address)
    table = (await host.post("/api/tables", {"game": "ciao_ciao", "seats": 2}))["id"]
    socket = await host.open(table)
    await socket.until(lambda s: s["type"] == "Gathering")
    assert await asyncio.to_thread(server.stop) == 0
    assert await socket.answer() == {"type": "Goodbye", "reason": "restart"}
    assert "Traceback" not in server.log.read_text("utf-8")
    await close_all()
