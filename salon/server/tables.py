"""All tables of this server, in memory and in the store."""

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress
from string import ascii_uppercase
from time import monotonic

import msgspec
import structlog
from msgspec.structs import replace

from salon import games
from salon.core import fairness
from salon.core import options as option_words
from salon.core.contract import Illegal
from salon.core.refusal import Refusal
from salon.core.table import Table
from salon.server import company, wire
from salon.server.deeds import Follow, Tick
from salon.server.feeds import encode
from salon.server.fitting import fitting_seats
from salon.server.live import House, LiveTable
from salon.server.refusals import ComeAgain, Forbidden, NotFound, NotStored, Unavailable
from salon.server.room import Change, Room, mended
from salon.server.row import Holder, TableRow, with_those_who_wait
from salon.server.snapshots import EVERY
from salon.server.store import CodeTaken, Lease

CODE_SECONDS = 24 * 3_600  # that a table may gather under its code
AWAKEN = 50  # tables that one process wakes before others have a turn
AT_ONCE = 100  # entries that are redone before others have their turn
CLOSE_SECONDS = 2.0  # that what is under way has when the server stops

ALIVE = encode(wire.Alive())

log = structlog.get_logger()


class Tables:
    """All tables of this server; those that nobody looks at are only in the store."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.live: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._retiring: dict[str, asyncio.Future[None]] = {}
        self._rematching = asyncio.Lock()
        self._lost = set[str]()  # tables that could not be woken, and are not tried again
        self._is_closed = False

    async def open(self, new: wire.NewTable, host: str, holders: Iterable[Holder] = ()) -> TableRow:
        """A new table, which gathers people; in memory from when the first of them comes."""
        game = games.load(new.game)
        options = option_words.read(game.types.options, new.options)
        promised = fairness.draw()
        Table(game, options, new.seats, promised)  # or Illegal: options and seats must fit
        row = TableRow(
            id=secrets.token_urlsafe(16),
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(options),
            patience=new.patience,
            onlookers=new.onlookers,
            host=host,
            code=None,
            fairness=promised,
            holders=tuple(holders) or (Holder(),) * new.seats,
        )
        for seat in range(len(row.holders)):  # bots of an older Salon, in a rematch
            row = company.introduce(row, seat)
        row = await self._keep_with_code(row)
        self.house.counts["opened"] += 1
        log.info("table opened", game=row.game, seats=len(row.holders))
        return row

    async def _keep_with_code(self, row: TableRow) -> TableRow:
        """Under a code that no other table has: a short one, if such can be found at once."""
        for first in CODE_TRIES:
            code = first + "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            try:
                await self.house.store.open(coded := replace(row, code=code))
            except CodeTaken:
                log.info("code taken", letters=len(code))
            else:
                return coded
        raise Unavailable("no_code")

    async def get(self, table: str, *, ask: bool = True) -> LiveTable:
        """A table by its link, from memory or from the store; ComeAgain if another process keeps
        it, which may be asked to let go."""
        while (live := self.live.get(table)) is not None:
            if not live.is_retired:
                live.idle_since = monotonic()
                return live
            await self.retire(live)
        if table not in self._opening:
            self._opening[table] = opening = asyncio.ensure_future(self._take(table, ask=ask))
            opening.add_done_callback(lambda _: self._opening.pop(table))
        return await asyncio.shield(self._opening[table])

    async def _take(self, table: str, *, ask: bool) -> LiveTable:
        if self._is_closed:
            raise ComeAgain
        taken = await self.house.store.take(table, ask=ask)
        if taken is None:
            raise NotFound("no_such_table")
        lease, row = taken
        try:
            room = await self._load(row, lease)
        except BaseException:
            with suppress(NotStored):  # why it could not be loaded is what matters
                await self.house.store.let_go(lease)
            raise
        live = self.live[table] = LiveTable(room, self.house, lease)
        return live

    async def _load(self, row: TableRow, lease: Lease) -> Room:
        """Only here a room comes from the store."""
        room = Room(row)
        if row.started:
            room.begin()
            same_rules = row.version == room.game.version
            await (self._redo(room) if same_rules else self._rebase(room, lease))
            await self._mend(room, lease)
        return room

    async def _redo(self, room: Room) -> None:
        """From the last snapshot on, a little at a time: others play meanwhile."""
        store, table = self.house.store, room.row.id
        snapshot = await store.snapshot(table)
        if (snapshot is None or not room.resume(snapshot)) and room.row.rebased:
            raise room.of_other_rules()
        first = room.playing.steps
        while entries := await store.entries(table, room.playing.steps, AT_ONCE):
            room.redo(entries)
        if room.playing.steps - first >= EVERY:
            with suppress(NotStored):  # it is only slower the next time
                await store.keep_snapshot(table, room.snapshot())

    async def _rebase(self, room: Room, lease: Lease) -> None:
        """The rules have changed: the table goes on from where it was left, if that was kept."""
        store, table = self.house.store, room.row.id
        snapshot = await store.snapshot(table)
        if snapshot is None or await store.entries(table, snapshot.step):
            raise room.of_other_rules()
        change = room.rebase(snapshot)
        await store.keep_snapshot(table, room.snapshot())  # of the new rules, as the row will be
        await store.write(lease, change)  # before the first move by them
        room.accept(change)

    async def _mend(self, room: Room, lease: Lease) -> None:
        """Before there was one door, a kill could leave an entry without what it did to the row."""
        if not room.row.names and (whole := mended(room)) != room.row:
            change = Change(row=whole)
            await self.house.store.write(lease, change)
            room.accept(change)

    async def wake(self) -> None:
        """Games that take days go on after a restart, before anybody opens them."""
        tried = set[str]()
        while asleep := await self._asleep(tried):
            for table in asleep[:AWAKEN]:
                tried.add(table)
                await self._awaken(table)

    async def _asleep(self, tried: set[str]) -> list[str]:
        known = self.live.keys() | self._lost | tried
        return [one for one in await self.house.store.awake() if one not in known]

    async def _awaken(self, table: str) -> None:
        try:
            await self.get(table, ask=False)
        except ComeAgain:
            log.info("another process was quicker")
        except Exception as error:
            self._lost.add(table)
            log.error("a table does not go on", problem=repr(error))

    async def by_code(self, code: str) -> str:
        """The table that was opened under this code, or the last one that its people went on to."""
        table = await self.house.store.find(code.strip().upper())
        if table is None:
            raise NotFound("no_such_code")
        while (row := await self.house.store.load(table)) is not None and row.next is not None:
            table = row.next
        return table

    async def rematch(self, live: LiveTable, player: str) -> str:
        """The same people at a new table; whoever asks second finds the same one."""
        if not live.row.seats_of(player):
            raise Forbidden("not_your_seat")
        async with self._rematching:
            if not live.row.over:
                raise Refusal("not_over")
            await live.do(Tick())  # a store that failed may have the answer
            if live.row.next is None:
                again = await self._same_again(live, player)
                await live.do(Follow(again.id))
        return str(live.row.next)

    async def _same_again(self, live: LiveTable, asking: str) -> TableRow:
        """Who has left does not come along, who asked for it does; there are chairs enough."""
        row, gone = live.row, live.room.gone
        stay = [one for seat, one in enumerate(row.holders) if seat not in gone]
        holders = [one if one.player or one.level else Holder() for one in stay]
        holders += [Holder()] * (live.room.game.seats[0] - len(holders))
        fitting = fitting_seats(row.game, live.room.options)
        holders = with_those_who_wait(holders, row.waiting, fitting)
        new = wire.NewTable(row.game, len(holders), row.options, row.patience, row.onlookers)
        is_here = any(one.player == row.host for one in live.feeds.connections)
        host = row.host if is_here else asking
        try:
            return await self.open(new, host, holders)
        except Illegal:  # so few are left that these options no longer fit
            return await self.open(replace(new, options={}), host, holders)

    async def sweep(self) -> None:
        """Let tables that nobody looks at leave memory, and old codes be used again."""
        await self.house.store.free_codes(CODE_SECONDS)
        for live in list(self.live.values()):
            if live.is_retired or (live.is_idle and await live.keep_snapshot() and live.is_idle):
                await self.retire(live)

    async def beat(self) -> None:
        """Whoever looks hears that this process is there, a table at a time."""
        for live in list(self.live.values()):
            for one in live.feeds.connections:
                one.send(ALIVE)
            await asyncio.sleep(0)

    async def look_round(self) -> None:
        """Let go of what another process keeps by now, or has asked for."""
        held = {live.lease: live for live in self.live.values()}
        for lease in await self.house.store.wanted(held):
            _ = self.retire(held[lease])

    def retire(self, live: LiveTable) -> asyncio.Future[None]:
        """Let it leave memory: once, however many say so."""
        table = live.row.id
        if table not in self._retiring:
            live.is_retired = True
            self._retiring[table] = parting = self.house.tasks.spawn(live.retire())
            parting.add_done_callback(lambda _: self._forget(live))
        return asyncio.shield(self._retiring[table])

    def _forget(self, live: LiveTable) -> None:
        del self._retiring[live.row.id]
        if self.live.get(live.row.id) is live:
            del self.live[live.row.id]

    async def retire_all(self) -> None:
        """Whoever is here comes again, to another process or to the next one."""
        self._is_closed = True
        await asyncio.gather(*map(self.retire, self.live.values()), return_exceptions=True)

    async def close(self) -> None:
        """Stop everything; keep what the next server needs should its rules be newer."""
        await self.retire_all()
        await self.house.tasks.close(CLOSE_SECONDS)  # what is on its way to the store arrives there


CODE_TRIES = ("",) * 8 + ("Q",) * 8  # a code of five letters is known by its first
CODE_LETTERS = "".join(letter for letter in ascii_uppercase if letter not in "IOQ")
