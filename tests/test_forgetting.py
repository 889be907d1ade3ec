"""Deleted means deleted: nothing of it is left in the file, nor beside it."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from salon.core.keepsakes import Verse
from salon.server import deeds as at_table
from salon.server.circle import deeds, wire
from salon.server.circle.circles import Circles
from salon.server.circle.forgetting import dissolve, forget_old, forget_table, forget_texts
from salon.server.live import LiveTable
from salon.server.refusals import Gone, NotFound
from salon.server.sqlite import SqliteStore
from tests.circles import a_circle, circles_in
from tests.test_circles import enter, finish, on_disk, refused, until

YEAR = 365 * 86_400


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    kept = SqliteStore(tmp_path / "salon.db")
    yield kept
    await kept.close()


@pytest.fixture
async def circles(store: SqliteStore) -> AsyncIterator[Circles]:
    async with circles_in(store) as found:
        yield found


async def write_a_verse(table: LiveTable, seat: int, line: str) -> None:
    """As if this game were one of words."""
    page = table.row.page
    assert page is not None
    kept = [one for one in page.keepsakes if isinstance(one, Verse) and one.title == "ode"]
    verses = (*kept, Verse("ode", (line,), seat))
    table.room.row = replace(table.row, page=None)
    steps = table.room.playing.steps
    await table.do(at_table.Remember(replace(page, keepsakes=verses), steps))


async def test_a_table_that_is_deleted_is_gone_from_album_store_and_disk(
    circles: Circles, tmp_path: Path
) -> None:
    circle, table = await a_circle(circles)
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    await refused("not_the_host", forget_table(circles, circle, "bob", table.row.id))
    assert table.row.id.encode() in on_disk(tmp_path)
    await forget_table(circles, circle, "ana", table.row.id)
    assert circle.circle.album == {} and table.row.id.encode() not in on_disk(tmp_path)
    with pytest.raises(NotFound):
        await circles.tables.get(table.row.id)


async def test_who_deletes_their_texts_leaves_those_of_the_others_and_how_it_ended(
    circles: Circles, tmp_path: Path
) -> None:
    circle, table = await a_circle(circles)
    await enter(circle, "ana", "bob")
    await circle.do(deeds.Say("bob", wire.Say("1", "scribbled by bob")))
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    result = circle.circle.album[table.row.id].result
    await write_a_verse(table, 0, "written by ana")
    await write_a_verse(table, 1, "written by bob")
    await until(lambda: circle.circle.album[table.row.id].kept == 2)
    await forget_texts(circles, circle, "bob")
    left = on_disk(tmp_path)
    assert b"written by ana" in left
    assert b"written by bob" not in left and b"scribbled by bob" not in left
    finished = circle.circle.album[table.row.id]
    assert (finished.result, finished.kept, finished.cleared) == (result, 1, True)
    with pytest.raises(Gone):
        await circles.tables.get(table.row.id)


async def test_who_was_sent_away_stays_somebody_where_others_delete_their_texts(
    circles: Circles,
) -> None:
    circle, table = await a_circle(circles)
    await enter(circle, "ana", "bob")
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    await write_a_verse(table, 0, "written by ana")
    await until(lambda: circle.circle.album[table.row.id].kept == 1)
    await circles.remove(circle, "ana", 1)
    await forget_texts(circles, circle, "ana")
    finished = circle.circle.album[table.row.id]
    assert finished.cleared and [one.person for one in finished.seats] == [0, 1]
    assert [one.player for one in circle.row.people] == ["ana", None]  # nor is he of it again


async def test_a_circle_that_is_dissolved_takes_its_tables_with_it(
    circles: Circles, tmp_path: Path
) -> None:
    circle, table = await a_circle(circles)
    (ana,) = await enter(circle, "ana")
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    await circles.next_table(circle, "ana", wire.NextTable("bluff"))
    names = [circle.row.id, table.row.id, circle.row.tables[0].id]
    await dissolve(circles, circle, "ana")
    left = on_disk(tmp_path)
    assert [name.encode() in left for name in names] == [False] * 3
    assert ana.is_closed


async def test_what_is_old_is_forgotten_and_what_is_not_stays(
    store: SqliteStore, tmp_path: Path
) -> None:
    async with circles_in(store) as circles:
        old, table = await a_circle(circles)
        await finish(circles, table, "ana", "bob")
        await until(lambda: old.circle.album)
        young, _ = await a_circle(circles)
    with sqlite3.connect(tmp_path / "salon.db") as db:
        ids = old.row.id, table.row.id
        db.execute("UPDATE tables SET touched = touched - ? WHERE id IN (?, ?)", (YEAR + 9, *ids))
    assert await forget_old(store, YEAR, {old.row.id}) == (0, 0)
    assert await forget_old(store, YEAR) == (1, 1)
    left = on_disk(tmp_path)
    assert [one.encode() in left for one in (*ids, young.row.id)] == [False, False, True]


async def test_an_old_table_of_a_circle_that_goes_on_stays(
    store: SqliteStore, tmp_path: Path
) -> None:
    async with circles_in(store) as circles:
        circle, table = await a_circle(circles)
        await finish(circles, table, "ana", "bob")
        await until(lambda: circle.circle.album)
    with sqlite3.connect(tmp_path / "salon.db") as db:
        db.execute("UPDATE tables SET touched = 1 WHERE id = ?", (table.row.id,))
    assert await forget_old(store, YEAR) == (0, 0)
