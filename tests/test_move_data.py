"""Everything that is kept moves to another place: all of it, or nothing, and nothing is lost."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from salon import cli
from salon.core.refusal import Unusable
from salon.server import moving
from salon.server.circle.circle import Change as Changed
from salon.server.circle.pages import Blank
from salon.server.circle.row import CircleRow
from salon.server.moving import KINDS, reading
from salon.server.moving_files import DataFolder
from salon.server.players import read_key
from salon.server.postgres import connect
from salon.server.row import TableRow
from salon.server.serve import data_folder
from salon.server.sqlite import SqliteStore
from salon.server.store import Found, Store
from tests.test_store import a_circle_row, a_snapshot, a_table, entry, kept_table, said, times


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    """The data of a server that was used."""
    folder = tmp_path / "old"
    folder.mkdir()
    read_key(folder)
    await furnish(store := SqliteStore(folder / "salon.db"))
    await store.close()
    return folder


async def furnish(store: Store) -> None:
    for number in range(12):
        lease = await kept_table(store, f"tâble {number}", f"CODE{number}" if number % 2 else None)
        writes = (store.write(lease, entry(step)) for step in range(1, 60 * (number % 3)))
        await asyncio.gather(*writes)
    await store.keep_snapshot("tâble 2", a_snapshot(50, bytes(range(256))))
    await store.open(a_circle_row("circle", "RING"))
    taken = await store.take(CircleRow, "circle")
    assert taken is not None
    for number in (1, 2):
        await store.write(taken[0], Changed(stored=said(f"line {number}"), number=number))
    await store.write(taken[0], Changed(erased=(1,)))
    await store.vote("puzzle", "voter", None)


def content(folder: Path) -> dict[str, list[Any]]:
    with sqlite3.connect(folder / "salon.db") as db:
        found = {kind: db.execute(reading(kind)).fetchall() for kind in KINDS}
    db.close()
    return found | {"key": [(folder / "key").read_bytes()]}


async def move(start: Path | str, goal: Path | str, see: Any = lambda: None) -> dict[str, int]:
    async with (
        moving.place(str(start), is_goal=False) as one,
        moving.place(str(goal), is_goal=True) as other,
    ):
        return await moving.move(one, other, see)


async def test_there_and_back_again_everything_is_the_same(
    old: Path, database: str, tmp_path: Path
) -> None:
    before = content(old)
    counts = await move(old / "salon.db", database)
    assert counts == {"tables": 13, "entries": 4 * 59 + 4 * 119 + 2, "snapshots": 1, "votes": 1}
    assert await move(database, tmp_path / "new") == counts
    assert content(old) == content(tmp_path / "new") == before
    assert oct((tmp_path / "new" / "key").stat().st_mode)[-3:] == "600"


async def test_a_server_goes_on_where_the_other_has_stopped(old: Path, database: str) -> None:
    await move(old, database)
    store = await connect(database)
    assert await store.key() == read_key(old)
    taken = await store.take(TableRow, "tâble 2")
    assert taken is not None and taken[1].fairness.secret
    assert await store.find("CODE5") == Found("table", "tâble 5")
    assert await store.snapshot("tâble 2") == a_snapshot(50, bytes(range(256)))
    assert await store.find("RING") == Found("circle", "circle")
    assert await store.load(CircleRow, "circle") == a_circle_row("circle", "RING")
    assert await store.pages("circle") == {1: Blank(), 2: said("line 2")}
    await store.write(taken[0], entry(120))
    assert await times(store, "tâble 2") == list(range(1, 121))
    await store.close()


async def test_nothing_is_copied_to_where_something_is(
    old: Path, database: str, tmp_path: Path
) -> None:
    await move(old, database)
    await move(old, tmp_path / "new")
    for goal in (database, tmp_path / "new"):
        with pytest.raises(Unusable, match="not_empty"):
            await move(old, goal)
    (tmp_path / "keyed").mkdir()
    read_key(tmp_path / "keyed")
    with pytest.raises(Unusable, match="not_empty"):
        await move(database, tmp_path / "keyed")


async def test_what_a_running_server_uses_is_left_alone(
    old: Path, database: str, tmp_path: Path
) -> None:
    with data_folder(old), pytest.raises(Unusable, match="data_in_use"):
        await move(old, database)
    store = await connect(database)
    for start, goal in ((old, database), (database, tmp_path / "new")):
        with pytest.raises(Unusable, match="data_in_use"):
            await move(start, goal)
    await store.close()
    await move(old, database)


async def test_no_server_starts_in_the_middle_of_it(
    old: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection_settings(), "statement_timeout", "200ms")
    async with moving.place(database, is_goal=True):
        with pytest.raises(Unusable, match="no_database"):
            await connect(database)
    await (await connect(database)).close()


def connection_settings() -> dict[str, str]:
    from salon.server.postgres.link import SETTINGS

    return SETTINGS


@pytest.mark.parametrize("part", [0.1, 0.6])  # while it is written, while it is read back
async def test_a_move_that_is_broken_off_leaves_the_goal_empty_and_the_start_as_it_was(
    old: Path, database: str, tmp_path: Path, part: float
) -> None:
    before, seen, last = content(old), 0, int(part * 2 * 728)

    def see() -> None:
        nonlocal seen
        seen += 1
        if seen == last and (moving_it := asyncio.current_task()):
            moving_it.cancel()  # as Ctrl-C does

    for goal in (database, tmp_path / "new"):
        seen = 0
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(move(old, goal, see))
        assert content(old) == before
        async with moving.place(str(goal), is_goal=True) as place:
            assert await moving.size(place) == 0
        await move(old, goal)  # now it can


async def test_a_copy_that_is_not_the_same_does_not_count(
    old: Path, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await move(old, database)

    async def forget_one(self: DataFolder, kind: str) -> Any:
        async for line in read(self, kind):
            if line[:2] != ("tâble 2", 7):
                yield line

    read = DataFolder.read
    monkeypatch.setattr(DataFolder, "read", forget_one)
    with pytest.raises(Unusable, match="copy_differs"):
        await move(database, tmp_path / "new")
    monkeypatch.undo()
    await move(database, tmp_path / "new")


async def test_data_of_an_older_salon_comes_along_and_stays_as_it_is(
    old: Path, database: str
) -> None:
    with sqlite3.connect(old / "salon.db") as db:
        db.execute("DELETE FROM tables WHERE kind = 'circle'")
        db.execute("ALTER TABLE tables DROP COLUMN kind")
        db.execute("PRAGMA user_version = 2")
    db.close()
    assert (await move(old, database))["tables"] == 12
    with sqlite3.connect(old / "salon.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(Unusable, match="newer_data"):
        await move(old, database)


def test_where_there_is_nothing_nothing_is_made(database: str, tmp_path: Path) -> None:
    for start in (tmp_path / "nowhere", tmp_path / "nowhere.db", database):
        with pytest.raises(Unusable, match="no_data"):
            asyncio.run(move(start, tmp_path / "new"))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "damaged.db").write_bytes(b"not a database at all, really")
    with pytest.raises(Unusable, match="bad_data"):
        asyncio.run(move(tmp_path / "damaged.db", tmp_path / "new"))


def test_the_command_says_what_it_did_and_why_it_does_not(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def open_one(store: Store) -> None:
        await store.open(a_table("table"))
        await store.close()

    asyncio.run(open_one(SqliteStore(tmp_path / "salon.db")))
    cli.main(["move-data", str(tmp_path), database])
    assert capsys.readouterr().out == "✓ 1 tables, 0 entries, 0 snapshots, 0 votes: compared\n"
    with pytest.raises(SystemExit):
        cli.main(["move-data", str(tmp_path), database])
    assert "nothing was copied" in capsys.readouterr().err
