"""One table in memory: judge, store, then tell.

Whatever happens to it happens under its lock, one thing after the other. Nothing is told before
it is stored, and a seat is told something only when what it may know has changed.
"""

import asyncio
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec import Raw

from salon import games
from salon.core import options as option_words
from salon.core.contract import Game, Illegal, Result, Seat
from salon.core.table import (
    Entry,
    Hid,
    Joined,
    Left,
    Moved,
    Record,
    Table,
    fingerprint,
    read_entry,
    read_move,
    read_question,
)
from salon.core.table import encode as encode_state
from salon.server import wire
from salon.server.hands import Hands
from salon.server.scenes import Guest, Scenes, encode
from salon.server.snapshots import EVERY, Snapshot, read_state
from salon.server.starting import Starting
from salon.server.store import Holder, Kept, NotStored, TableRow

if TYPE_CHECKING:
    from salon.server.tables import Tables

MOMENT = 0.05  # seconds in which those who come and go are told of once

log = structlog.get_logger()

AnyTable = Table[Any, Any, Any, Any, Any]


class LiveTable:
    """One table in memory."""

    def __init__(self, row: TableRow, tables: "Tables") -> None:
        self.row = row
        self._kept_row = encode(row)  # as it is in the store
        self.game = games.load(row.game)
        self.tables = tables
        self.lock = asyncio.Lock()
        self.guests: list[Guest] = []
        self.table: AnyTable | None = None  # None while the table gathers
        self.scenes = Scenes(self)
        self.hands = Hands(self)
        self.done: set[tuple[Seat, str]] = set()  # messages that are stored
        self.made: Counter[Seat] = Counter()  # moves of each seat
        self.pockets: dict[Seat, Any] = {}
        self.advice: dict[int, wire.Advice] = {}  # by step, once the table is over
        self.starting: Starting | None = None
        self._kept_step = -1  # of the last snapshot
        self._time = 0  # table time when it last stood still
        self._running_since: float | None = None
        self.idle_since = monotonic()
        self._telling: asyncio.TimerHandle | None = None  # who has come and gone
        self._told_presence = 0.0
        self.household = row.host  # whence it was opened, as long as that is known

    @property
    def path(self) -> tuple[str, str, str]:
        """Among whom its bots have a fair turn."""
        return self.household, self.row.host, self.row.id

    # Coming back from the store

    def begin(self) -> None:
        """The table as it is laid out, before its first entry."""
        row = self.row
        self.scenes.begin(row.seats)
        options = option_words.read(self.game.types.options, row.options)
        self.table = Table(self.game, options, row.seats, row.fairness)

    def resume(self, snapshot: Snapshot) -> bool:
        """The table as it was kept, where redoing its log would give the same, or where the log is
        of other rules."""
        state = read_state(self.game, snapshot)
        other = snapshot.version != self.game.version
        if state is None or other or not (self.row.rebased or snapshot.is_whole):
            return False
        self._put_back(state, snapshot)
        self.scenes.recall(snapshot.heard)
        return True

    def rebase(self, snapshot: Snapshot) -> None:
        """From here on the new rules count; what was played by the old ones stays played."""
        if (state := read_state(self.game, snapshot)) is None:
            raise self.of_other_rules()
        self._put_back(state, snapshot)
        self.row.version, self.row.rebased = self.game.version, True

    def of_other_rules(self) -> Illegal:
        return Illegal("other_version", theirs=self.row.version, ours=self.game.version)

    def _put_back(self, state: Any, snapshot: Snapshot) -> None:
        self.playing().resume(state, snapshot.seats, snapshot.step, snapshot.trail)
        self.scenes.begin(snapshot.seats)
        self.made = Counter(snapshot.made)
        self.done = set(snapshot.done)
        self._kept_step = snapshot.step

    def redo(self, entries: list[Kept]) -> None:
        """What is in the log after that, and stays there until somebody asks for the record."""
        table = self.playing()
        for kept in entries:
            told = table.redo(read_entry(self.game, kept.entry))
            self.scenes.hear(told, table.seats, kept.seat if kept.stood_in else None)
            self._remember(kept)
        table.resume(table.state, table.seats, table.steps, table.trail)

    def come_back(self) -> None:
        """Its log has been read."""
        self._bring_chairs()
        self._time = self.playing().state.now

    def _bring_chairs(self) -> None:
        """A holder for each seat, also where a join was stored and who joined was not."""
        while self.table is not None and len(self.row.holders) < self.table.seats:
            self.row.holders.append(Holder())

    def _remember(self, kept: Kept) -> None:
        if kept.seat is not None:
            self.made[kept.seat] += 1
        if kept.id is not None and kept.seat is not None:
            self.done.add((kept.seat, kept.id))

    # Time

    @property
    def now(self) -> int:
        """Table time: it stands still while nobody is here, and while the server is down."""
        return self.time_at(monotonic())

    def time_at(self, moment: float) -> int:
        """What it was a moment ago, if it has run since."""
        since = self._running_since
        return self._time + (0 if since is None else max(0, int(1_000 * (moment - since))))

    def _run_or_rest(self) -> None:
        """Table time runs while somebody who plays is here, or while people watch only bots."""
        running = self._is_attended() and self.table is not None and self.result is None
        if running and self._running_since is None:
            self._running_since = monotonic()
            self.hands.wake_up()
        elif not running and self._running_since is not None:
            self._time, self._running_since = self.now, None

    def _is_attended(self) -> bool:
        if self.row.is_awake():
            return True
        if any(guest.seat is not None for guest in self.guests):
            return True
        return bool(self.guests) and not any(holder.player for holder in self.row.holders)

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def is_running(self) -> bool:
        return self._running_since is not None

    @property
    def result(self) -> Result | None:
        return None if self.table is None else self.game.result(self.table.state)

    @property
    def gone(self) -> frozenset[Seat]:
        return frozenset() if self.table is None else self.game.gone(self.table.state)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Who will start out together."""
        try:
            options = option_words.read(self.game.types.options, self.row.options)
        except Illegal:  # of an older Salon: the start will say so
            return ()
        return self.game.teams(options, len(self.row.holders))

    @property
    def is_joinable(self) -> bool:
        """Whether the rules would let somebody sit down now."""
        if self.table is None or self.row.locked or type(self.game).join is Game.join:
            return False
        try:
            self.table.judge(Joined(self.table.state.now))
        except Illegal:
            return False
        return True

    # Guests

    def arrive(self, guest: Guest) -> None:
        self.guests.append(guest)
        self._notice_presence()
        self.scenes.tell_one(guest)
        if guest.seat is None:
            return
        if self.starting is not None:
            guest.send(encode(self.starting.question()))
        if (move := self.pockets.get(guest.seat)) is not None:
            guest.send(encode(wire.Pocketed(Raw(encode(move)))))

    def depart(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
            self._notice_presence()

    def notice(self) -> None:
        """Who sits or is here has changed."""
        self._take_notice()
        self.scenes.tell()

    def _notice_presence(self) -> None:
        """Who is here has changed: the others are told once for all who come or go in a moment."""
        self._take_notice()
        if self._telling is None:
            loop = asyncio.get_running_loop()
            rest = self._told_presence + MOMENT - loop.time()
            self._telling = loop.call_later(max(0.0, rest), self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self._told_presence = asyncio.get_running_loop().time()
        self.scenes.tell()

    def _take_notice(self) -> None:
        self.hands.notice({guest.seat for guest in self.guests})
        self.idle_since = monotonic()
        self.scenes.forget_faces()
        self._run_or_rest()
        self.hands.go_on()

    def seats_of(self, player: str) -> list[Seat]:
        return [s for s, holder in enumerate(self.row.holders) if holder.player == player]

    def check_may_watch(self, player: str) -> None:
        if not self.row.onlookers and player != self.row.host and not self.seats_of(player):
            raise Illegal("no_onlookers")

    # Moves

    async def play(
        self,
        seat: Seat,
        id: str,
        json: Raw,
        made: int | None = None,
        *,
        player: str | None = None,
        arrived: float | None = None,
    ) -> None:
        """A player's move, chosen after so many others of this seat; returns when it is stored.

        It is made when it arrives, however long the table or the ear then takes."""
        now = self.now if arrived is None else self.time_at(arrived)
        async with self.lock:
            if player is not None and player != self.row.holders[seat].player:
                raise Illegal("not_your_seat")
            if (seat, id) in self.done:
                return
            table = self.playing()
            await self.tick(now)
            if made is not None and made != self.made[seat]:
                raise Illegal("overtaken")
            move = await self.prepare(seat, read_move(self.game, bytes(json)))
            await self.enter(Moved(max(now, table.state.now), seat, move), id)

    async def prepare(self, seat: Seat, move: Any) -> Any:
        """What the world adds may take a while (the ear opens its lexicon): not in the loop."""
        table = self.playing()
        if type(self.game).prepare is Game.prepare:
            return table.prepare(seat, move)
        return await asyncio.to_thread(table.prepare, seat, move)

    async def answer(self, seat: Seat, json: Raw) -> bytes:
        """A question of a seat: nothing changes, nobody is told, nothing is logged."""
        question = read_question(self.game, bytes(json))
        state = self.playing().state  # replaced, never changed, by what happens meanwhile
        return encode(await asyncio.to_thread(self.game.answer, state, seat, question))

    def check_start(self) -> None:
        """Illegal if the rules would not begin with these options and so many seats."""
        options = option_words.read(self.game.types.options, self.row.options)
        Table(self.game, options, len(self.row.holders), self.row.fairness)

    def playing(self) -> AnyTable:
        if self.table is None:
            raise Illegal("not_started")
        return self.table

    async def pocket(self, seat: Seat, json: Raw) -> None:
        """Nobody else is told, and nothing is logged."""
        async with self.lock:
            self.playing()
            self.pockets.pop(seat, None)
            if bytes(json) != b"null":
                self.pockets[seat] = read_move(self.game, bytes(json))

    async def tick(self, now: int | None = None) -> None:
        """Everything that was due by now goes first, and before it what is in the pockets of
        those whose time is up."""
        while (tick := self.playing().due(self.now if now is None else now)) is not None:
            if not await self._empty_pockets(tick.now - 1):
                await self.enter(tick)

    async def _empty_pockets(self, now: int) -> bool:
        """Whether somebody's was played, just before the bell."""
        state = self.playing().state
        for seat in sorted(self.game.awaited(state) & self.pockets.keys()):
            try:
                move = await self.prepare(seat, self.pockets.pop(seat))
                await self.enter(Moved(max(now, state.now), seat, move))
            except Illegal:  # a pocket that no longer fits
                continue
            return True
        return False

    async def enter(self, entry: Entry, id: str | None = None, *, stood_in: bool = False) -> None:
        """Judge, store, then tell."""
        table = self.playing()
        step = table.judge(entry)
        seat = entry.seat if isinstance(entry, Moved) else None
        kept = Kept(entry, id, seat, stood_in)
        await self.tables.store.append(self.row.id, table.steps + 1, kept)
        self.scenes.hear(table.accept(step), table.seats, seat if stood_in else None)
        self._bring_chairs()
        self._remember(kept)
        if isinstance(entry, Joined | Left):
            self.scenes.forget_faces()
        if isinstance(entry, Moved):
            self.hands.has_moved(entry.seat)
            self.pockets.pop(entry.seat, None)
        await self.finish_if_over()
        self._run_or_rest()
        self.hands.go_on()
        self.scenes.tell()
        if table.steps % EVERY == 0:
            _ = self.tables.spawn(self.try_to_keep_snapshot())

    async def enter_now(self, kind: type[Joined] | type[Left] | type[Hid], *what: Any) -> None:
        """A join, a leave or a hiding, now. The lock is held by the caller."""
        await self.tick()
        await self.enter(kind(self.now, *what))

    async def keep(self) -> None:
        """Store who sits where and what was settled; what cannot be stored has not happened."""
        new = encode(self.row)
        try:
            await self.tables.store.save(self.row)
        except NotStored:
            self.row = msgspec.json.decode(self._kept_row, type=TableRow)
            self._bring_chairs()
            self.scenes.forget_faces()
            raise
        self._kept_row = new

    async def finish_if_over(self) -> None:
        """Count who won, once, also if the server was killed right after the last move."""
        if self.row.over or (result := self.result) is None:
            return
        self.row.over = True
        for seat in result.winners:
            self.row.holders[seat].won += 1
        self.scenes.forget_faces()
        self.tables.counts["over"] += 1
        log.info("table over", game=self.row.game, entries=self.playing().steps)
        try:
            await self.tables.store.save(self.row)
        except NotStored as error:  # the last move is stored, and says the same
            log.error("not stored", problem=str(error))

    # The end of it

    def record(self) -> Record:
        """The finished table, with those of its entries that are in memory: the store has all."""
        table = self.playing()
        if not self.is_over:
            raise Illegal("not_over")
        if self.row.rebased:
            raise Illegal("rules_changed")
        return table.record(self._names())

    def _names(self) -> list[str]:
        """Of who sat there at the start, and of who joined."""
        now = [holder.name or holder.level or "" for holder in self.row.holders]
        return self.row.names + now[len(self.row.names) :]

    def fingerprint(self) -> str:
        """Of the record of a finished table; empty where there is none."""
        return "" if self.row.rebased else fingerprint(self.record(), self.playing().trail)

    async def keep_state(self) -> None:
        """Beside the log, for when the rules change before somebody comes back."""
        if self.table is not None and not self.row.over:
            await self.keep_snapshot()

    async def keep_snapshot(self) -> None:
        """Beside the log, so that nobody who loads the table need begin at its first entry."""
        snapshot = self.snapshot()
        if snapshot.step != self._kept_step:
            await self.tables.store.keep_snapshot(self.row.id, snapshot)
            self._kept_step = snapshot.step

    async def try_to_keep_snapshot(self) -> None:
        """Without one the table is the same, only slower to load."""
        try:
            await self.keep_snapshot()
        except NotStored as error:
            log.error("not stored", problem=str(error))

    def snapshot(self) -> Snapshot:
        table = self.playing()
        return Snapshot(
            version=self.game.version,
            step=table.steps,
            state=encode_state(table.state),
            seats=table.seats,
            trail=table.trail,
            made=dict(self.made),
            done=sorted(self.done),
            heard=self.scenes.heard(),
        )

    def can_rest(self) -> bool:
        """Whether nothing will happen at this table until somebody comes."""
        return not self.hands.thinking and self.starting is None and not self.is_running

    def stop(self) -> None:
        self.hands.stop()
