"""The tables of this server: judge, store, then tell.

Whatever happens to a table happens under its lock, one thing after the other. Nothing is told
before it is stored, and a seat is told something only when what it may know has changed.
"""

import asyncio
import random
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from string import ascii_uppercase
from time import monotonic
from typing import Any

import msgspec
import structlog
from msgspec import Raw, Struct

from salon import games
from salon.core import fairness
from salon.core.contract import Illegal, Result, Seat, Told
from salon.core.options import choices
from salon.core.table import (
    Entry,
    Joined,
    Left,
    Moved,
    Record,
    Table,
    read_entry,
    read_move,
)
from salon.server import wire
from salon.server.store import CodeTaken, Holder, Kept, NotStored, Store, TableRow
from salon.server.thinkers import STAND_IN, Thinkers

NEWS = 50  # events that a message carries
NONCE_SECONDS = 5.0  # that a browser has to add its nonce
IDLE_SECONDS = 60.0  # after which a table that nobody looks at leaves memory
LONG_PATIENCE = 3_600  # from here on absent people are waited for by day and night
CODE_SECONDS = 24 * 3_600  # that a table may gather under its code
REMEMBERED = 200  # ids of messages that may come again

log = structlog.get_logger()
encode = msgspec.json.encode

AnyTable = Table[Any, Any, Any, Any, Any]
Viewer = Seat | None
Face = tuple[wire.TableInfo, tuple[wire.SeatInfo, ...]]  # what a table looks like around the game


class Setting(Struct, frozen=True):
    """How fast things go on this server."""

    bot_pace: tuple[float, float] = (0.7, 1.8)  # seconds between which a bot makes its move
    nonce_seconds: float = NONCE_SECONDS
    idle_seconds: float = IDLE_SECONDS


class Guest:
    """One connection to a table: a seat's eyes, or an onlooker's."""

    def __init__(
        self, player: str, seat: Viewer, send: Callable[[bytes], None], close: Callable[[], None]
    ) -> None:
        self.player = player
        self.seat = seat
        self.send = send
        self.close = close
        self.seq = 0
        self.shown: Any = None  # what it was last sent


class Eyes:
    """What one viewer has been told, ready to be sent."""

    def __init__(self) -> None:
        self.news: deque[Raw] = deque(maxlen=NEWS)
        self.told = 0

    def hear(self, event: Raw) -> None:
        self.news.append(event)
        self.told += 1


class LiveTable:
    """One table in memory."""

    def __init__(self, row: TableRow, tables: "Tables") -> None:
        self.row = row
        self.game = games.load(row.game)
        self.tables = tables
        self.lock = asyncio.Lock()
        self.guests: list[Guest] = []
        self.table: AnyTable | None = None  # None while the table gathers
        self.eyes: dict[Viewer, Eyes] = {}
        self.done: dict[tuple[Seat, str], None] = {}  # messages that are stored
        self.pockets: dict[Seat, Any] = {}
        self.away: dict[Seat, float] = {}  # since when a player's devices are all gone
        self.waiting: dict[Seat, float] = {}  # since when the table waits for a seat
        self.standing_in: set[Seat] = set()
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.starting: asyncio.Event | None = None
        self.nonces: dict[Seat, str] = {}
        self._time = 0  # table time when it last stood still
        self._running_since: float | None = None
        self.idle_since = monotonic()
        self._faces: dict[str, Face] = {}  # by player; forgotten when anything of it changes

    # Coming back from the store

    def rebuild(self, entries: list[Kept]) -> None:
        """The table as its log gives it, or, where the rules have changed, as it was left."""
        row = self.row
        joined = sum(isinstance(kept.entry, Joined) for kept in entries)
        seats = len(row.holders) - joined
        self.eyes = {viewer: Eyes() for viewer in (None, *range(seats))}
        options = msgspec.convert(row.options, self.game.types.options)
        self.table = Table(self.game, options, seats, row.fairness)
        if row.version != self.game.version:
            self._rebase(len(entries))
        if row.rebased:
            self._restore(entries)
        for kept in entries[len(self.table.entries) :]:
            self._hear(self.table.redo(read_entry(self.game, kept.entry)))
        for kept in entries:
            self._remember(kept)
        self._time = self.table.state.now

    def _rebase(self, steps: int) -> None:
        """From here on the new rules count; what was played by the old ones stays played."""
        row = self.row
        if row.snapshot is None or row.snapshot_step != steps:
            raise Illegal("other_version", theirs=row.version, ours=self.game.version)
        row.version, row.rebased = self.game.version, True

    def _restore(self, entries: list[Kept]) -> None:
        assert self.table is not None and self.row.snapshot is not None
        self.table.state = msgspec.msgpack.decode(self.row.snapshot, type=self.game.types.state)
        self.table.entries = [kept.entry for kept in entries[: self.row.snapshot_step]]
        self.table.seats = len(self.row.holders)
        self.eyes = {viewer: Eyes() for viewer in (None, *range(self.table.seats))}

    def _remember(self, kept: Kept) -> None:
        if kept.id is not None and kept.seat is not None:
            self.done[kept.seat, kept.id] = None
            if len(self.done) > REMEMBERED:
                del self.done[next(iter(self.done))]

    # Time

    @property
    def now(self) -> int:
        """Table time: it stands still while nobody is here, and while the server is down."""
        since = self._running_since
        return self._time + (0 if since is None else int(1_000 * (monotonic() - since)))

    def _run_or_rest(self) -> None:
        """Table time runs while somebody who plays is here, or while people watch only bots."""
        running = self._is_attended() and self.table is not None and self.result is None
        if running and self._running_since is None:
            self._running_since = monotonic()
            shift = monotonic()
            self.away = dict.fromkeys(self.away, shift)
            self.waiting = dict.fromkeys(self.waiting, shift)
        elif not running and self._running_since is not None:
            self._time, self._running_since = self.now, None

    def _is_attended(self) -> bool:
        if self.row.patience >= LONG_PATIENCE:
            return True
        if any(guest.seat is not None for guest in self.guests):
            return True
        return bool(self.guests) and not any(holder.player for holder in self.row.holders)

    @property
    def result(self) -> Result | None:
        return None if self.table is None else self.game.result(self.table.state)

    # Guests

    def arrive(self, guest: Guest) -> None:
        self.guests.append(guest)
        self.notice()

    def depart(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
            self.notice()

    def notice(self) -> None:
        """Who is here has changed."""
        here = {guest.seat for guest in self.guests}
        for seat, holder in enumerate(self.row.holders):
            if holder.player is None or seat in here:
                self.away.pop(seat, None)
                self._hand_back(seat)
            else:
                self.away.setdefault(seat, monotonic())
        self.idle_since = monotonic()
        self._faces.clear()
        self._run_or_rest()
        self._go_on()
        self.tell()

    def _hand_back(self, seat: Seat) -> None:
        if seat in self.standing_in:
            self.standing_in.discard(seat)
            if task := self.thinking.pop(seat, None):
                task.cancel()

    def seats_of(self, player: str) -> list[Seat]:
        return [s for s, holder in enumerate(self.row.holders) if holder.player == player]

    def check_may_watch(self, player: str) -> None:
        if not self.row.onlookers and player != self.row.host and not self.seats_of(player):
            raise Illegal("no_onlookers")

    # Moves

    async def play(self, seat: Seat, id: str, json: Raw) -> None:
        """A player's move; returns when it is stored."""
        async with self.lock:
            if (seat, id) in self.done:
                return
            table = self._playing()
            await self._tick()
            move = table.prepare(seat, read_move(self.game, bytes(json)))
            await self._enter(Moved(self.now, seat, move), id)

    def _playing(self) -> AnyTable:
        if self.table is None:
            raise Illegal("not_started")
        return self.table

    async def pocket(self, seat: Seat, json: Raw | None) -> None:
        """Nobody else is told, and nothing is logged."""
        async with self.lock:
            self._playing()
            self.pockets.pop(seat, None)
            if json is not None:
                self.pockets[seat] = read_move(self.game, bytes(json))

    async def _tick(self) -> None:
        """Everything that was due by now goes first."""
        while (tick := self._playing().due(self.now)) is not None:
            await self._enter(tick)

    async def _enter(self, entry: Entry, id: str | None = None) -> None:
        """Judge, store, then tell."""
        table = self._playing()
        step = table.judge(entry)
        seat = entry.seat if isinstance(entry, Moved) else None
        kept = Kept(entry, id, seat)
        await self.tables.store.append(self.row.id, len(table.entries) + 1, kept)
        self._hear(table.accept(step))
        self._remember(kept)
        if isinstance(entry, Moved):
            self.waiting.pop(entry.seat, None)
            self.pockets.pop(entry.seat, None)
        if self.result is not None:
            await self._finish()
        self._run_or_rest()
        self._go_on()
        self.tell()

    async def enter_now(self, kind: type[Joined] | type[Left], *seat: Seat) -> None:
        """A join or a leave, now. The lock is held by the caller."""
        await self._tick()
        await self._enter(kind(self.now, *seat))

    async def _finish(self) -> None:
        self.row.over = True
        self.tables.counts["over"] += 1
        log.info("table over", game=self.row.game, entries=len(self._playing().entries))
        await self.tables.store.save(self.row)

    def _hear(self, told: list[Told[Any]]) -> None:
        for seat in range(len(self.eyes) - 1, self._playing().seats):
            self.eyes[seat] = Eyes()  # somebody has joined
        for one in told:
            event = Raw(encode(one.event))
            for viewer, eyes in self.eyes.items():
                if one.to is None or viewer in one.to:
                    eyes.hear(event)

    # Bots, stand-ins and the clock

    def _go_on(self) -> None:
        """Let those think who have to, and wake up when something is due."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        if self.table is None or self._running_since is None:
            return
        state, now = self.table.state, monotonic()
        awaited = self.game.awaited(state)
        self.waiting = {seat: self.waiting.get(seat, now) for seat in awaited}
        for seat, holder in enumerate(self.row.holders):
            if holder.level is not None and self.game.moves(state, seat):
                self._think(seat, holder.level)
        delays = [self._stand_in_or_wait(seat, now) for seat in awaited if seat in self.away]
        clock = self.game.clock(state)
        if clock is not None:
            delays.append((clock - self.now) / 1_000)
        if soon := [delay for delay in delays if delay is not None]:
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(max(0.0, min(soon)) + 0.001, self._ring)

    def _stand_in_or_wait(self, seat: Seat, now: float) -> float | None:
        """Seconds until somebody else plays for who is away; None: somebody does."""
        patience = self.row.patience - (now - max(self.away[seat], self.waiting[seat]))
        if patience > 0 and seat not in self.standing_in:
            return patience
        self.standing_in.add(seat)
        self._faces.clear()
        self._think(seat, STAND_IN)
        return None

    def _ring(self) -> None:
        _ = self.tables.spawn(self._wake())

    async def _wake(self) -> None:
        async with self.lock:
            await self._tick()
            self._go_on()
            self.tell()

    def _think(self, seat: Seat, level: str) -> None:
        if seat not in self.thinking:
            self.thinking[seat] = self.tables.spawn(self._act(seat, level))

    async def _act(self, seat: Seat, level: str) -> None:
        """A bot looks, takes its time, and moves; its move is judged like anyone's."""
        try:
            await asyncio.sleep(random.uniform(*self.tables.setting.bot_pace))
            await self._move_by(seat, level)
        except NotStored as error:
            log.error("not stored", problem=str(error))
            await asyncio.sleep(1)
        finally:
            if self.thinking.get(seat) is asyncio.current_task():
                del self.thinking[seat]
        async with self.lock:
            self._go_on()

    async def _move_by(self, seat: Seat, level: str) -> None:
        table = self._playing()
        moves = self.game.moves(table.state, seat)
        if not moves:
            return
        move = self.pockets.get(seat) if level == STAND_IN else None
        if move is None:
            view = self.game.view(table.state, seat)
            move = await self.tables.thinkers.choose(self.row.game, level, view, moves)
        if move is None:
            return
        async with self.lock:
            await self._tick()
            try:
                await self._enter(Moved(self.now, seat, table.prepare(seat, move)))
            except Illegal:
                self.pockets.pop(seat, None)  # too late, or a pocket that no longer fits

    # Telling

    def tell(self) -> None:
        """Send everybody what has changed for them."""
        for guest in list(self.guests):
            self.show(guest)

    def show(self, guest: Guest) -> None:
        shown = self._gathering(guest) if self.table is None else self._scene(guest)
        if shown == guest.shown:
            return
        guest.shown = shown
        guest.seq += 1
        if isinstance(shown, wire.Gathering):
            guest.send(encode(msgspec.structs.replace(shown, seq=guest.seq)))
        else:
            guest.send(encode(self._message(guest, shown)))

    def _gathering(self, guest: Guest) -> wire.Gathering:
        return wire.Gathering(
            seq=0,
            table=self._face(guest.player)[0],
            seats=self._face(guest.player)[1],
            fair=self._fair(),
            starting=self.starting is not None,
        )

    def _scene(self, guest: Guest) -> tuple[Any, ...]:
        """All that a message depends on."""
        assert self.table is not None
        state, seat, game = self.table.state, guest.seat, self.game
        return (
            self._face(guest.player),
            encode(game.view(state, seat)),
            b"[]" if seat is None else encode(game.moves(state, seat)),
            tuple(sorted(game.awaited(state))),
            game.clock(state),
            self._running_since is not None,
            self.eyes[seat].told,
            self.row.next,
        )

    def _message(self, guest: Guest, scene: tuple[Any, ...]) -> wire.Playing:
        (info, seats), view, moves, awaited, clock, running, told, next_table = scene
        return wire.Playing(
            seq=guest.seq,
            table=info,
            seats=seats,
            fair=self._fair(),
            seat=guest.seat,
            view=Raw(view),
            moves=Raw(moves),
            awaited=awaited,
            clock=clock,
            now=self.now,
            running=running,
            result=self.result,
            news=list(self.eyes[guest.seat].news),
            told=told,
            next=next_table,
        )

    def _face(self, player: str) -> Face:
        if player not in self._faces:
            self._faces[player] = (self._info(), self._seats(player))
        return self._faces[player]

    def _info(self) -> wire.TableInfo:
        row = self.row
        return wire.TableInfo(
            id=row.id,
            game=row.game,
            options=row.options,
            patience=row.patience,
            onlookers=row.onlookers,
            locked=row.locked,
            code=row.code,
            watching=sum(guest.seat is None for guest in self.guests),
        )

    def _seats(self, player: str) -> tuple[wire.SeatInfo, ...]:
        here = {guest.seat for guest in self.guests}
        return tuple(
            self._seat(seat, holder, seat in here, player)
            for seat, holder in enumerate(self.row.holders)
        )

    def _seat(self, seat: Seat, holder: Holder, here: bool, player: str) -> wire.SeatInfo:
        if holder.player is None:
            bot = holder.level is not None
            return wire.SeatInfo(
                holder="bot" if bot else "nobody",
                level=holder.level,
                name=holder.name,
                symbol=holder.symbol,
            )
        return wire.SeatInfo(
            holder="player",
            name=holder.name,
            symbol=holder.symbol,
            here=here,
            stand_in=seat in self.standing_in,
            mine=holder.player == player,
            host=holder.player == self.row.host,
        )

    def _fair(self) -> wire.FairInfo:
        fair = self.row.fairness
        if self.table is None:
            return wire.FairInfo(fair.commitment)
        nonces = {str(seat): nonce for seat, nonce in fair.nonces.items()}
        return wire.FairInfo(fair.commitment, nonces, fair.secret if self.row.over else None)

    # The end of it

    def record(self) -> Record:
        """The finished table as a file."""
        table = self._playing()
        if self.result is None:
            raise Illegal("not_over")
        return table.record([holder.name or holder.level or "" for holder in self.row.holders])

    def snapshot(self) -> TableRow:
        """The row with the state in it, for when the rules change while the server is down."""
        if self.table is not None and not self.row.over:
            self.row.snapshot = msgspec.msgpack.encode(self.table.state)
            self.row.snapshot_step = len(self.table.entries)
        return self.row

    def can_rest(self) -> bool:
        """Whether nothing will happen at this table until somebody comes."""
        return not self.thinking and self.starting is None and self._running_since is None

    def stop(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        for task in list(self.thinking.values()):
            task.cancel()


class Tables:
    """All tables of this server; those that nobody looks at are only in the store."""

    def __init__(self, store: Store, thinkers: Thinkers, setting: Setting | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.setting = setting or Setting()
        self.live: dict[str, LiveTable] = {}
        self.counts = {"opened": 0, "started": 0, "over": 0, "moves": 0, "refused": 0}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(
        self, new: wire.NewTable, host: str, holders: list[Holder] | None = None
    ) -> LiveTable:
        """A new table, which gathers people."""
        game = games.load(new.game)
        options = read_options(game.types.options, new.options)
        if new.seats not in game.seats:
            raise Illegal("seats", seats=new.seats, least=game.seats[0], most=game.seats[-1])
        row = TableRow(
            id=secrets.token_urlsafe(16),
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(options),
            patience=new.patience,
            onlookers=new.onlookers,
            host=host,
            code=None,
            fairness=fairness.draw(),
            holders=holders or [Holder() for _ in range(new.seats)],
        )
        await self._keep_with_code(row)
        live = self.live[row.id] = LiveTable(row, self)
        self.counts["opened"] += 1
        log.info("table opened", game=row.game, seats=len(row.holders))
        return live

    async def _keep_with_code(self, row: TableRow) -> None:
        """Under a code that no other table has."""
        while True:
            row.code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            try:
                return await self.store.save(row)
            except CodeTaken:
                log.info("code taken")

    async def get(self, table: str) -> LiveTable:
        """A table by its link, from memory or from the store."""
        if live := self.live.get(table):
            return live
        if table not in self._opening:
            self._opening[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self._opening[table])
        finally:
            self._opening.pop(table, None)

    async def _load(self, table: str) -> LiveTable:
        row = await self.store.load(table)
        if row is None:
            raise Illegal("no_such_table")
        live = LiveTable(row, self)
        if row.started:
            live.rebuild(await self.store.entries(table))
        self.live[table] = live
        return live

    async def by_code(self, code: str) -> str:
        """The table that gathers under this code."""
        table = await self.store.find(code.strip().upper())
        if table is None:
            raise Illegal("no_such_code")
        return table

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def sweep(self) -> None:
        """Let tables that nobody looks at leave memory, and old codes be used again."""
        await self.store.free_codes(CODE_SECONDS)
        for table, live in list(self.live.items()):
            idle = not live.guests and monotonic() - live.idle_since > self.setting.idle_seconds
            if idle and not live.lock.locked() and live.can_rest():
                live.stop()
                del self.live[table]

    def say_goodbye(self) -> None:
        """Clients are told to come back in a moment."""
        for live in self.live.values():
            for guest in live.guests:
                guest.send(encode(wire.Goodbye("restart")))
                guest.close()

    async def close(self) -> None:
        """Stop everything; keep what the next server needs should its rules be newer."""
        for live in list(self.live.values()):
            live.stop()
        for task in list(self._tasks):
            task.cancel()
        for live in list(self.live.values()):
            if live.row.started and not live.row.over:
                await self.store.save(live.snapshot())


CODE_LETTERS = "".join(letter for letter in ascii_uppercase if letter not in "IOQ")


def read_options(kind: Any, given: dict[str, bool | int | str]) -> Any:
    """Options as the page sends them, or Illegal."""
    for name in given:
        if name not in choices(kind):
            raise Illegal("no_such_option", name=name, options=", ".join(choices(kind)))
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise Illegal("malformed", problem=str(error)) from None
