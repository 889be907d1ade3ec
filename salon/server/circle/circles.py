"""All circles of this server, in memory and in the store; and what joins them to their tables."""

import asyncio
import secrets
from contextlib import suppress
from string import ascii_uppercase
from time import time

import msgspec
import structlog

from salon import games
from salon.core import options as option_words
from salon.core.contract import Illegal
from salon.core.refusal import Malformed, Refusal
from salon.server import deeds as table_deeds
from salon.server import wire as table_wire
from salon.server.circle import deeds, wire
from salon.server.circle.circle import Circle
from salon.server.circle.live import LiveCircle
from salon.server.circle.row import CircleRow, OpenTable, check_host
from salon.server.circle.seating import has_bots, seating
from salon.server.door import Memory
from salon.server.feeds import encode
from salon.server.fitting import fitting_seats
from salon.server.live import LiveTable
from salon.server.notices import Push
from salon.server.refusals import ComeAgain, NotFound, NotStored, Unavailable
from salon.server.replays import Replays
from salon.server.row import OWN_CIRCLE, TablePage, TableRow
from salon.server.store import CodeTaken
from salon.server.tables import Tables

CODE_SECONDS = 24 * 3_600  # for which a code leads to a circle that nothing happens to
CODE_TRIES = ("",) * 8 + ("Q",) * 8  # a code of five letters is known by its first
CODE_LETTERS = "".join(letter for letter in ascii_uppercase if letter not in "IOQ")
ALIVE = encode(table_wire.Alive())

log = structlog.get_logger()


class Circles(Memory[LiveCircle]):
    """All circles of this server; those that nobody is in are only in the store."""

    def __init__(self, tables: Tables, replays: Replays, push: Push | None = None) -> None:
        super().__init__()
        self.push = push
        self.tables = tables
        self.house = tables.house
        self.replays = replays
        self._news: dict[str, dict[str, TableRow]] = {}  # of tables, by circle
        self._remembering = set[str]()
        tables.house.on_change = self._hear

    # Opening

    async def open(self, new: table_wire.NewTable, player: str) -> table_wire.TableLink:
        """A circle with its first table; whoever opens it is its host."""
        circle = secrets.token_urlsafe(16)
        table = await self.tables.open(new, player, circle=circle)
        row = CircleRow(
            id=circle,
            code=None,
            hosts=(player,),
            opened=int(time()),
            tables=(OpenTable(table.id, table.game),),
        )
        await self._keep_with_code(row)
        return table_wire.TableLink(table.id, circle)

    async def _keep_with_code(self, row: CircleRow) -> CircleRow:
        """Under a code that no other has: a short one, if such can be found at once."""
        for code in new_codes():
            try:
                await self.house.store.open(coded := msgspec.structs.replace(row, code=code))
            except CodeTaken:
                log.info("code taken", letters=len(code))
            else:
                return coded
        raise Unavailable("no_code")

    async def _take(self, id: str, *, ask: bool) -> LiveCircle:
        store = self.house.store
        taken = await store.take(CircleRow, id, ask=ask)
        if taken is None:
            await self._make_own(id)
            taken = await store.take(CircleRow, id, ask=ask)
        if taken is None:
            raise NotFound("no_such_circle")
        lease, row = taken
        try:
            live = LiveCircle(Circle(row, await store.pages(id)), store, lease)
        except BaseException:
            with suppress(NotStored):
                await store.let_go(lease)
            raise
        _ = self.house.tasks.spawn(self._catch_up(live))
        return live

    async def _make_own(self, id: str) -> None:
        """A table of an older Salon has a circle of its own, from when somebody asks for it."""
        table = await self.house.store.load(TableRow, id.removeprefix(OWN_CIRCLE))
        if table is None or table.home != id:
            return
        row = CircleRow(
            id=id,
            code=None,
            hosts=(table.host,),
            opened=int(time()),
            tables=(OpenTable(table.id, table.game, table.started),),
        )
        with suppress(CodeTaken):  # another process was quicker
            await self.house.store.open(row)

    async def by_code(self, code: str) -> str:
        """The circle under this code; in an older Salon it led to a table."""
        found = await self.house.store.find(code.strip().upper())
        if found is None:
            raise NotFound("no_such_code")
        if found.kind == "circle":
            return found.id
        table = await self.house.store.load(TableRow, found.id)
        return table.home if table is not None else OWN_CIRCLE + found.id

    async def give_code(self, live: LiveCircle) -> None:
        """Somebody is here again after the letters were given to others."""
        for code in new_codes() if live.row.code is None else ():
            if await self.house.store.find(code) is None:
                await live.do(deeds.Code(code))
                return

    # The next table

    async def next_table(self, live: LiveCircle, player: str, wish: wire.NextTable) -> str:
        """Everybody comes along; of two who ask at once the second finds the same one."""
        check_host(live.row, player)
        async with live.opening:
            gathers = live.row.current if live.row.last is not None else None
            if gathers and not gathers.started and await self._is_as_wished(gathers.id, wish):
                return gathers.id
            last = await self._last(live)
            table = await self._lay(live, player, wish, last)
            await live.do(deeds.Opened(player, table.id, table.game))
        return table.id

    async def _is_as_wished(self, table: str, wish: wire.NextTable) -> bool:
        row = await self.look(table)
        if row is None or row.game != wish.game:
            return False
        if wish.options is None:
            return True
        wished = option_words.read(games.load(wish.game).types.options, wish.options)
        return bool(msgspec.to_builtins(wished) == row.options)

    async def _last(self, live: LiveCircle) -> TableRow | None:
        """The table where everybody was."""
        row = live.row
        last = row.last if row.current is None else row.current.id
        return None if last is None else await self.look(last)

    async def look(self, table: str) -> TableRow | None:
        """Looked at, not taken: whoever keeps it goes on keeping it."""
        live = self.tables.live.get(table)
        return live.row if live is not None else await self.house.store.load(TableRow, table)

    async def _lay(
        self, live: LiveCircle, player: str, wish: wire.NextTable, last: TableRow | None
    ) -> TableRow:
        new = as_last_time(wish, last)
        try:
            return await self._lay_with(live, player, new, last)
        except (Illegal, Malformed):  # the rules have changed since, and these options with them
            if wish.options is not None:
                raise
            plain = msgspec.structs.replace(new, options={})
            return await self._lay_with(live, player, plain, last)

    async def _lay_with(
        self, live: LiveCircle, player: str, new: table_wire.NewTable, last: TableRow | None
    ) -> TableRow:
        game = games.load(new.game)
        options = option_words.read(game.types.options, new.options)
        fitting = fitting_seats(new.game, options) or tuple(game.seats)  # which says why not
        holders = seating(live.row, last, live.here, new.game, fitting)
        new = msgspec.structs.replace(new, seats=len(holders))
        return await self.tables.open(new, player, holders, live.row.id, fill=has_bots(last))

    # What happens at tables

    def _hear(self, table: LiveTable) -> None:
        """Something around a game has changed: its circle may want to know."""
        row = table.row
        if row.over and not row.is_remembered and row.id not in self._remembering:
            self._remembering.add(row.id)
            _ = self.house.tasks.spawn(self._remember(table))
        live = self.live.get(row.home)
        if live is None or live.is_retired:
            return
        waiting = self._news.setdefault(row.home, {})
        if not waiting:
            _ = self.house.tasks.spawn(self._tell_circle(live))
        waiting[row.id] = row

    async def _tell_circle(self, live: LiveCircle) -> None:
        for row in self._news.pop(live.row.id, {}).values():
            with suppress(ComeAgain):
                await live.do(deeds.Meet(row))

    async def _remember(self, table: LiveTable) -> None:
        """What is left of a table that is over; without it the album would wait for ever."""
        try:
            while not table.row.is_remembered:
                steps = table.room.playing.steps
                page = await self.replays.page(table)
                await self._rewrite(table.row, page)
                await table.do(table_deeds.Remember(page, steps))
        except Refusal as error:  # whoever opens the table next tries again
            tell = log.info if error.again else log.error
            tell("a table is not remembered", game=table.row.game, problem=error.key)
        finally:
            self._remembering.discard(table.row.id)

    async def _rewrite(self, row: TableRow, page: TablePage) -> None:
        """Something was hidden at a table that is in an album: there it is gone first."""
        if row.page is not None:
            live = await self.get(row.home)
            await live.do(deeds.Meet(msgspec.structs.replace(row, page=page)))

    async def _catch_up(self, live: LiveCircle) -> None:
        """What has happened at its tables while it was in nobody's memory, or elsewhere."""
        for one in live.row.tables:
            try:
                await self._catch_up_with(live, one.id)
            except Refusal as error:
                log.warning("a circle does not know its table", problem=error.key)

    async def _catch_up_with(self, live: LiveCircle, table: str) -> None:
        row = await self.look(table)
        if row is None:
            await live.do(deeds.Lose(table))
        elif row.over and not row.is_remembered:
            with suppress(ComeAgain):
                await self.tables.get(table, ask=False)  # which remembers, and says so
        else:
            await live.do(deeds.Meet(row))

    async def look_round(self) -> None:
        """Tables that another process keeps do not say what happens there."""
        for live in list(self.live.values()):
            for one in live.row.tables if live.members else ():
                if one.id not in self.tables.live:
                    await self._catch_up_with(live, one.id)
        held = {live.lease: live for live in self.live.values()}
        for lease in await self.house.store.wanted(held):
            _ = self.retire(held[lease])

    async def drop(self, id: str) -> None:
        """A circle shall be nowhere any more; its tables are others' affair."""
        if (live := self.live.get(id)) is not None:
            await self.retire(live)
        taken = await self.house.store.take(CircleRow, id)
        if taken is not None:
            await self.house.store.drop(taken[0])

    # Who is who, at the tables too

    async def vouch(self, live: LiveCircle, player: str, wish: wire.Vouch) -> None:
        claimed = next((one for one in live.row.claims if one.person == wish.person), None)
        change = await live.do(deeds.Vouch(player, wish.person, wish.is_so))
        if change.was is None or claimed is None:
            return
        for one in live.row.tables:
            table = await self.tables.get(one.id)
            await table.do(table_deeds.Rehold(change.was, claimed.player))
        live.dismiss_player(change.was, "elsewhere")

    async def remove(self, live: LiveCircle, player: str, person: int) -> None:
        """Also from the tables."""
        leaving = live.row.person(person)
        await live.do(deeds.Remove(player, person))
        if leaving.player is None or leaving.beside is not None:
            return
        for one in live.row.tables:
            table = await self.tables.get(one.id)
            for seat in table.row.seats_of(leaving.player):
                await table.do(table_deeds.Leave(leaving.player, seat))

    # Going on

    async def sweep(self) -> None:
        """Let circles that nobody is in leave memory, and old codes be used again."""
        await self.house.store.free_codes(CODE_SECONDS)
        for live in list(self.live.values()):
            if live.is_retired or live.is_idle:
                await self.retire(live)

    async def beat(self) -> None:
        for live in list(self.live.values()):
            for one in live.members:
                one.send(ALIVE)
            await asyncio.sleep(0)


def new_codes() -> list[str]:
    return [first + "".join(secrets.choice(CODE_LETTERS) for _ in range(4)) for first in CODE_TRIES]


def as_last_time(wish: wire.NextTable, last: TableRow | None) -> table_wire.NewTable:
    """What was settled before, where nothing else is wished for."""
    new = table_wire.NewTable(wish.game, 1)
    if last is not None:
        new = msgspec.structs.replace(new, patience=last.patience, onlookers=last.onlookers)
    if last is not None and last.game == wish.game:
        new = msgspec.structs.replace(new, options=last.options)
    if wish.options is not None:
        new = msgspec.structs.replace(new, options=wish.options)
    return new if wish.patience is None else msgspec.structs.replace(new, patience=wish.patience)
