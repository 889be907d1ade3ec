"""What the store and the server do when the disk, the file or the rules are not as they were."""

import asyncio
import json
import sqlite3
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon.core.refusal import Refusal, Unusable
from salon.core.table import encode
from salon.server import deeds, wire
from salon.server.live import House, LiveTable, Setting
from salon.server.refusals import ComeAgain, NotStored
from salon.server.room import Change
from salon.server.row import LONG_PATIENCE, OWN_CIRCLE, Holder, TableRow, with_holder
from salon.server.serve import data_folder
from salon.server.sqlite import SqliteStore
from salon.server.store import Lease
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.circles import circles_in
from tests.door import opened, play
from tests.running import RunningServer
from tests.test_recorder import Recorder
from toys.bluff.rules import Bluff


class NewRules(Bluff):
    """The next version."""

    version = Bluff.version + 1


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    kept = SqliteStore(tmp_path / "salon.db")
    yield kept
    await kept.close()


async def start_table(store: Any, **setting: Any) -> LiveTable:
    """Two people at a running table."""
    return await start_at(tables_over(store, **setting))


def tables_over(store: Any, **setting: Any) -> Tables:
    return Tables(House(store, Thinkers(), Setting(nonce_seconds=0.01, **setting)))


async def start_at(tables: Tables) -> LiveTable:
    holders = [Holder(player=f"player {seat}") for seat in range(2)]
    live = await opened(tables, wire.NewTable("bluff", 2), "player 0", holders)
    for seat in range(2):
        live.arrive(Recorder(seat))
    await live.start("player 0")
    return live


async def move(live: LiveTable, id: str) -> None:
    assert live.room.table is not None
    (seat,) = live.room.game.awaited(live.room.table.state)
    choice = live.room.game.moves(live.room.table.state, seat)[0]
    await play(live, seat, id, Raw(msgspec.json.encode(choice)))


# The store


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
    assert live.room.table is not None
    state = encode(live.room.table.state)
    pages = await store._ask(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await store._ask(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    refused = ""
    while not refused and live.room.result is None:
        state = encode(live.room.table.state)
        try:
            await move(live, f"{len(live.room.table.entries)}" + "x" * 30)
        except NotStored as error:
            refused = str(error)
    assert "full" in refused
    assert encode(live.room.table.state) == state
    await store._ask(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    await move(live, "after")
    live.stop()


async def test_what_people_do_around_the_game_has_not_happened_when_it_cannot_be_stored(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(House(store, Thinkers()))
    live = await opened(tables, wire.NewTable("bluff", 2), "host")

    async def full(*_: Any) -> None:
        raise NotStored("database or disk is full")

    monkeypatch.setattr(store, "write", full)
    with pytest.raises(NotStored):
        await live.do(deeds.Sit("host", wire.Sit("Ana", "moon")))
    assert live.row.holders[0] == Holder()
    monkeypatch.undo()
    assert (await live.do(deeds.Sit("host", wire.Sit("Ana", "moon")))).seat == 0


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
    with pytest.raises(Unusable, match="bad_data"):
        SqliteStore(tmp_path / "salon.db")


def test_a_file_of_a_newer_salon_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "salon.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(Unusable, match="newer_data"):
        SqliteStore(tmp_path / "salon.db")


async def test_a_file_of_an_older_salon_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "salon.db") as db:
        db.execute("CREATE TABLE tables (id PRIMARY KEY, code UNIQUE, row, touched) WITHOUT ROWID")
        db.execute("PRAGMA user_version = 1")
    db.close()
    store = SqliteStore(tmp_path / "salon.db")
    live = await start_table(store)
    live.stop()
    assert await store.load(TableRow, live.row.id) == live.row
    await store.close()
    await SqliteStore(tmp_path / "salon.db").close()


async def test_a_table_of_an_older_salon_goes_on_though_its_rules_have_changed_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to format 2 the snapshot was part of the row."""
    store = SqliteStore(tmp_path / "salon.db")
    live = await start_table(store)
    await move(live, "a")
    live.stop()
    state = encode(live.room.playing.state)
    row = msgspec.to_builtins(live.row) | {"snapshot": b64encode(state), "snapshot_step": 1}
    rows = [(live.row.id, json.dumps(row, default=bytes.decode)), ("damaged", "{")]
    await store._ask(
        lambda db: [
            db.executemany("REPLACE INTO tables VALUES (?1, NULL, ?2, 0, 0, 'table')", rows),
            db.execute("ALTER TABLE tables DROP COLUMN kind"),
            db.execute("DROP TABLE snapshots"),
            db.execute("PRAGMA user_version = 2"),
        ]
    )
    await store.close()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    store = SqliteStore(tmp_path / "salon.db")
    again = await Tables(House(store, Thinkers())).get(live.row.id)
    assert encode(again.room.playing.state) == state and again.row.version == NewRules.version
    assert (dict(again.room.made), list(again.room.done)) == (
        dict(live.room.made),
        list(live.room.done),
    )
    again.stop()
    await store.close()


async def test_a_table_of_before_there_were_circles_has_one_of_its_own_and_its_code_leads_there(
    tmp_path: Path,
) -> None:
    """Up to format 3 a table had its code, and there was nothing else."""
    store = SqliteStore(tmp_path / "salon.db")
    live = await start_table(store)
    await move(live, "a")
    live.stop()
    row = msgspec.to_builtins(live.row, builtin_types=[bytes]) | {"code": "OLDE", "next": None}
    row = {name: value for name, value in row.items() if name not in ("circle", "page")}
    await store._ask(
        lambda db: [
            db.execute("UPDATE tables SET code = 'OLDE', row = ?", [msgspec.json.encode(row)]),
            db.execute("ALTER TABLE tables DROP COLUMN kind"),
            db.execute("PRAGMA user_version = 3"),
        ]
    )
    await store.close()
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        home = await circles.by_code("OLDE")
        assert home == OWN_CIRCLE + live.row.id
        circle = await circles.get(home)
        assert circle.row.hosts == ("player 0",)
        assert circle.circle.where == ("table", live.row.id, "bluff")
        again = await circles.tables.get(live.row.id)
        assert again.row.home == home and again.room.playing.steps == 1
        await move(again, "b")
    again.stop()
    async with circles_in(store) as circles:  # what was made of it stays
        assert (await circles.get(home)).row.tables == circle.row.tables
        assert await circles.by_code("OLDE") == home
    await store.close()


def test_two_servers_do_not_share_their_data(tmp_path: Path) -> None:
    with (
        data_folder(tmp_path),
        pytest.raises(Unusable, match="data_in_use"),
        data_folder(tmp_path),
    ):
        pass
    with pytest.raises(Unusable, match="bad_data"), data_folder(Path("/proc/nowhere")):
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
    live = await start_at(tables := tables_over(store, idle_seconds=0))
    await move(live, "a")
    await tables.sweep()
    assert live.row.id in tables.live
    assert live.room.table is not None
    before = encode(live.room.table.state)
    for guest in list(live.feeds.connections):
        live.depart(guest)
    await tables.sweep()
    assert tables.live == {}
    again, same = await asyncio.gather(tables.get(live.row.id), tables.get(live.row.id))
    assert again is same and again is not live
    assert again.room.table is not None and encode(again.room.table.state) == before
    onlooker = Recorder(None)
    again.arrive(onlooker)
    assert [scene["told"] for scene in onlooker.scenes()] == [len(live.room.news[None].events)]
    await move_as(tables, again, "a")
    again.stop()


async def test_whoever_looks_hears_now_and_then_that_somebody_is_there(store: SqliteStore) -> None:
    live = await start_at(tables := tables_over(store))
    await tables.beat()
    eyes = [one for one in live.feeds.connections if isinstance(one, Recorder)]
    assert [one.messages[-1] for one in eyes] == [b'{"type":"Alive"}'] * 2
    live.stop()


async def test_a_table_that_another_process_wants_is_let_go_and_everybody_comes_again(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await start_at(tables := tables_over(store))
    await move(live, "a")
    eyes = [one for one in live.feeds.connections if isinstance(one, Recorder)]
    given = list[Lease]()

    async def everything(held: Collection[Lease]) -> list[Lease]:
        return list(held)

    async def let_go(lease: Lease) -> None:
        given.append(lease)

    monkeypatch.setattr(store, "wanted", everything)
    monkeypatch.setattr(store, "let_go", let_go)
    await asyncio.gather(tables.look_round(), tables.look_round())
    again = await tables.get(live.row.id)  # whoever comes meanwhile waits until it has been let go
    assert given == [live.lease] and again is not live
    goodbye = {"type": "Goodbye", "reason": "restart"}
    assert [msgspec.json.decode(one.messages[-1]) for one in eyes] == [goodbye] * 2
    with pytest.raises(ComeAgain):
        await move(live, "b")
    await move_as(tables, again, "a")
    again.stop()


async def move_as(tables: Tables, live: LiveTable, id: str) -> None:
    """A message that comes again after a restart is known."""
    entries = len(await tables.house.store.entries(live.row.id))
    seat = next(seat for seat, known in live.room.done if known == id)
    await play(live, seat, id, Raw(b'{"type":"Announce","number":1,"turn":1}'))
    assert len(await tables.house.store.entries(live.row.id)) == entries


async def test_a_running_table_goes_on_when_its_rules_have_changed(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await start_at(before := tables_over(store))
    await move(live, "a")
    assert live.room.table is not None
    state = encode(live.room.table.state)
    await before.close()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    for _ in range(2):
        tables = Tables(House(store, Thinkers()))
        again = await tables.get(live.row.id)
        assert again.room.table is not None and encode(again.room.table.state) == state
        again.arrive(Recorder(0))
        await move(again, f"by the new rules {again.row.version} {len(again.room.table.entries)}")
        state = encode(again.room.table.state)
        await tables.close()


async def test_a_table_killed_before_its_rules_changed_says_so(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await start_table(store)
    await move(live, "a")
    live.stop()
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    with pytest.raises(Refusal, match="other_version"):
        await Tables(House(store, Thinkers())).get(live.row.id)


async def test_a_game_that_takes_days_goes_on_after_a_restart_before_anybody_opens_it(
    store: SqliteStore,
) -> None:
    first = await start_table(store)
    (next_up,) = first.room.game.awaited(first.room.playing.state)
    row = replace(first.row, patience=LONG_PATIENCE)
    row = with_holder(row, next_up, Holder(level="regular"))
    await store.write(first.lease, Change(row=row))
    first.stop()
    hurried = await start_table(store)  # a table that rests while nobody is there
    hurried.stop()

    tables = Tables(House(store, Thinkers(), Setting(bot_pace=(0.0, 0.0))))
    await tables.wake()
    live = tables.live[first.row.id]
    assert hurried.row.id not in tables.live
    assert live.time.is_running and not live.feeds.connections
    await live.thinking[next_up]
    assert live.room.playing.entries
    await tables.sweep()
    assert first.row.id in tables.live
    await tables.close()
    tables.house.thinkers.close()


# Bots


async def test_a_bot_that_crashes_or_dawdles_is_replaced_for_that_move() -> None:
    thinkers = Thinkers(number=1, seconds=0.5)
    moves = ["one", "two"]
    chosen = await thinkers.choose("bluff", "no such bot", None, moves)
    assert chosen in moves and thinkers.replaced == 1
    assert await thinkers.choose("no such game", "stand_in", None, moves) in moves
    assert thinkers.replaced == 2
    assert await thinkers.choose("bluff", "random", None, moves) in moves
    assert thinkers.replaced <= 3
    thinkers.close()


async def test_a_server_killed_while_a_bot_thinks_goes_on_with_the_bots_turn(
    new_server: Callable[..., RunningServer],
) -> None:
    from tests.client import Person, close_all
    from tests.test_server import is_playing

    server = new_server("--bot-pace", "0.6")
    host = Person(server.address)
    table = (await host.post("/api/tables", {"game": "bluff", "seats": 2}))["id"]
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
    table = (await host.post("/api/tables", {"game": "bluff", "seats": 2}))["id"]
    socket = await host.open(table)
    await socket.until(lambda s: s["type"] == "Gathering")
    assert await asyncio.to_thread(server.stop) == 0
    assert await socket.answer() == {"type": "Goodbye", "reason": "restart"}
    assert "Traceback" not in server.log.read_text("utf-8")
    await close_all()
