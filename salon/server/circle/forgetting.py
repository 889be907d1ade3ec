"""What shall be nowhere any more: a table, somebody's texts, a circle, all that is old."""

from collections.abc import Container, Iterable
from contextlib import suppress
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from salon.core.capabilities import Award
from salon.core.contract import Seat
from salon.core.keepsakes import Keepsake, Tale, Verse
from salon.server.circle import deeds
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from salon.server.circle.pages import Finished, Page
from salon.server.circle.row import CircleRow, check_host, check_member
from salon.server.refusals import ComeAgain, NotFound
from salon.server.row import TablePage, TableRow
from salon.server.store import Store

log = structlog.get_logger()


async def forget_table(circles: Circles, live: LiveCircle, player: str, table: str) -> None:
    """Out of the album, and out of the store."""
    check_host(live.row, player)
    if table not in live.circle.album:
        raise NotFound("no_such_table")
    await circles.tables.drop(table)
    await live.do(deeds.Forget(player, table))


async def forget_texts(circles: Circles, live: LiveCircle, player: str) -> None:
    """All that somebody wrote here. How tables ended stays; how they were played does not, where
    their words were among the moves."""
    mine = {one.number for one in live.row.people_of(player)}
    check_member(live.row, player)
    for finished in list(live.circle.album.values()):
        seats = {seat for seat, sat in enumerate(finished.seats) if sat.person in mine}
        row = await circles.look(finished.table)
        if row is not None and row.page is not None and wrote(row.page, seats):
            await live.do(deeds.Meet(await circles.tables.clear(row, without(row.page, seats))))
    await live.do(deeds.UnsayAll(player))


def wrote(page: TablePage, seats: set[Seat]) -> bool:
    """Whether these seats left words there."""
    return without(page, seats).keepsakes != page.keepsakes


def without(page: TablePage, seats: set[Seat]) -> TablePage:
    keepsakes = [kept for one in page.keepsakes if (kept := _without(one, seats)) is not None]
    awards = tuple(one for one in page.awards if not _quotes(one, seats))
    return replace(page, keepsakes=tuple(keepsakes), awards=awards, cleared=True)


def _without(keepsake: Keepsake, seats: set[Seat]) -> Keepsake | None:
    if isinstance(keepsake, Verse):
        return None if keepsake.by in seats else keepsake
    if isinstance(keepsake, Tale):
        lines = tuple(line for line in keepsake.lines if line.by not in seats)
        return replace(keepsake, lines=lines) if lines else None
    return keepsake


def _quotes(award: Award, seats: set[Seat]) -> bool:
    words = any(isinstance(one, str) for one in award.details.values())
    return words and bool(seats & set(award.seats))


async def dissolve(circles: Circles, live: LiveCircle, player: str) -> None:
    """A circle and all its tables."""
    check_host(live.row, player)
    for table in tables_of(live.row, live.circle.album.values()):
        with suppress(NotFound):
            await circles.tables.drop(table)
    await circles.drop(live.row.id)


def tables_of(row: CircleRow, pages: Iterable[Page]) -> list[str]:
    """Those that are open, and those in the album."""
    finished = [one.table for one in pages if isinstance(one, Finished)]
    return [*(one.id for one in row.tables), *finished]


# What is old


class Forgotten(NamedTuple):
    circles: int
    tables: int


async def forget_old(store: Store, seconds: int, kept: Container[str] = ()) -> Forgotten:
    """Circles to which nothing has happened for so long, with their tables; and tables that are
    nobody's; and what people chose in puzzles. What this process keeps, or another, is not old."""
    circles = tables = 0
    for circle in await store.untouched(CircleRow, seconds):
        if circle in kept:
            continue
        with suppress(ComeAgain):
            tables += await _forget_circle(store, circle)
            circles += 1
    for table in await store.untouched(TableRow, seconds):
        with suppress(ComeAgain):
            tables += await _forget_alone(store, table)
    await store.forget_votes(seconds)
    return Forgotten(circles, tables)


async def _forget_circle(store: Store, circle: str) -> int:
    taken = await store.take(CircleRow, circle, ask=False)
    if taken is None:
        return 0
    lease, row = taken
    old = tables_of(row, (await store.pages(circle)).values())
    dropped = [await _drop(store, table) for table in old]
    await store.drop(lease)
    return sum(dropped)


async def _forget_alone(store: Store, table: str) -> int:
    row = await store.load(TableRow, table)
    if row is None or await store.load(CircleRow, row.home) is not None:
        return 0
    return await _drop(store, table)


async def _drop(store: Store, table: str) -> int:
    taken = await store.take(TableRow, table, ask=False)
    if taken is None:
        return 0
    await store.drop(taken[0])
    return 1
