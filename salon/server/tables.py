"""All tables of this server, in memory and in the store."""

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import suppress

import msgspec
import structlog
from msgspec.structs import replace

from salon import games
from salon.core import fairness
from salon.core import options as option_words
from salon.core.table import Table
from salon.server import company, wire
from salon.server.door import Memory
from salon.server.feeds import encode
from salon.server.live import House, LiveTable
from salon.server.refusals import ComeAgain, Gone, NotFound, NotStored
from salon.server.room import Change, Room, mended
from salon.server.row import Holder, TablePage, TableRow
from salon.server.snapshots import EVERY
from salon.server.store import Lease

AWAKEN = 50  # tables that one process wakes before others have a turn
AT_ONCE = 100  # entries that are redone before others have their turn
CLOSE_SECONDS = 2.0  # that what is under way has when the server stops

ALIVE = encode(wire.Alive())

log = structlog.get_logger()


class Tables(Memory[LiveTable]):
    """All tables of this server; those that nobody looks at are only in the store."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house = house
        self._lost = set[str]()  # tables that could not be woken, and are not tried again

    async def open(
        self,
        new: wire.NewTable,
        host: str,
        holders: Iterable[Holder] = (),
        circle: str = "",
        *,
        fill: bool = False,
    ) -> TableRow:
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
            circle=circle,
            fairness=promised,
            holders=tuple(holders) or (Holder(),) * new.seats,
        )
        for seat, holder in enumerate(row.holders):  # bots come along to the next table
            row = (company.make_way if holder.player else company.introduce)(row, seat)
        if fill:
            row = company.fill(row, wire.Fill())
        await self.house.store.open(row)
        self.house.counts["opened"] += 1
        log.info("table opened", game=row.game, seats=len(row.holders))
        return row

    async def _take(self, id: str, *, ask: bool) -> LiveTable:
        taken = await self.house.store.take(TableRow, id, ask=ask)
        if taken is None:
            raise NotFound("no_such_table")
        lease, row = taken
        try:
            room = await self._load(row, lease)
        except BaseException:
            with suppress(NotStored):  # why it could not be loaded is what matters
                await self.house.store.let_go(lease)
            raise
        return LiveTable(room, self.house, lease)

    async def _load(self, row: TableRow, lease: Lease) -> Room:
        """Only here a room comes from the store."""
        room = Room(row)
        if row.page is not None and row.page.cleared:
            raise Gone("cleared")
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

    async def sweep(self) -> None:
        """Let tables that nobody looks at leave memory."""
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

    async def drop(self, id: str) -> None:
        """It shall be nowhere any more."""
        if (live := self.live.get(id)) is not None:
            await self.retire(live)
        taken = await self.house.store.take(TableRow, id)
        if taken is None:
            raise NotFound("no_such_table")
        await self.house.store.drop(taken[0])

    async def clear(self, row: TableRow, page: TablePage) -> TableRow:
        """How it ended stays, how it was played does not."""
        if (live := self.live.get(row.id)) is not None:
            await self.retire(live)
        taken = await self.house.store.take(TableRow, row.id)
        if taken is None:
            raise NotFound("no_such_table")
        lease, kept = taken
        cleared = replace(kept, page=page)
        await self.house.store.write(lease, Change(row=cleared))
        await self.house.store.drop_log(lease)
        await self.house.store.let_go(lease)
        return cleared

    async def close(self) -> None:
        """Stop everything; keep what the next server needs should its rules be newer."""
        await self.retire_all()
        await self.house.tasks.close(CLOSE_SECONDS)  # what is on its way to the store arrives there
