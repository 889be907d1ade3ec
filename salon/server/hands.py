"""Who plays without being told to: bots, stand-ins for people who are away, and the clock."""

import asyncio
import random
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import proxy

import structlog

from salon import games
from salon.core.contract import Illegal, Seat
from salon.core.table import Moved
from salon.server.thinking import STAND_IN

if TYPE_CHECKING:
    from salon.server.live import LiveTable

log = structlog.get_logger()


class Hands:
    """What makes one table go on by itself."""

    def __init__(self, live: "LiveTable") -> None:
        self._live: LiveTable = proxy(live)  # a table that leaves memory leaves it at once
        self.away: dict[Seat, float] = {}  # since when a player's devices are all gone
        self.standing_in: set[Seat] = set()
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self._waiting: dict[Seat, float] = {}  # since when the table waits for a seat
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._jitter = random.Random(live.row.id)

    def _pace(self, seat: Seat) -> tuple[float, float]:
        if fixed := self._live.tables.setting.bot_pace:
            return fixed
        moves = self._live.game.moves(self._live.playing().state, seat)
        return games.pace(self._live.row.game, moves)

    def _wants_to_act(self, seat: Seat, level: str, awaited: frozenset[Seat]) -> bool:
        eager = level != STAND_IN and games.is_eager(self._live.row.game, level)
        if seat not in awaited and not eager:
            return False
        return bool(self._live.game.moves(self._live.playing().state, seat))

    def notice(self, here: set[Seat | None]) -> None:
        """Who is here has changed."""
        for seat, holder in enumerate(self._live.row.holders):
            if holder.player is None or seat in here:
                self.away.pop(seat, None)
                self._hand_back(seat)
            else:
                self.away.setdefault(seat, monotonic())

    def _hand_back(self, seat: Seat) -> None:
        if seat in self.standing_in:
            self.standing_in.discard(seat)
            if task := self.thinking.pop(seat, None):
                task.cancel()

    def wake_up(self) -> None:
        """The table rested: patience starts anew."""
        now = monotonic()
        self.away = dict.fromkeys(self.away, now)
        self._waiting = dict.fromkeys(self._waiting, now)

    def has_moved(self, seat: Seat) -> None:
        self._waiting.pop(seat, None)

    def stop(self) -> None:
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        for task in list(self.thinking.values()):
            task.cancel()

    def go_on(self) -> None:
        """Let those think who have to, and wake up when something is due."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self._stopped or self._live.table is None or not self._live.is_running:
            return
        state, now = self._live.table.state, monotonic()
        awaited = self._live.game.awaited(state)
        self._waiting = {seat: self._waiting.get(seat, now) for seat in awaited}
        for seat, holder in enumerate(self._live.row.holders):
            level = holder.level or STAND_IN  # nobody's chair must not hold up the others
            if holder.player is None and self._wants_to_act(seat, level, awaited):
                self._think(seat, level)
        delays = [self._stand_in_or_wait(seat, now) for seat in self._held_up_by(awaited)]
        clock = self._live.game.clock(state)
        if clock is not None:
            delays.append((clock - self._live.now) / 1_000)
        if soon := [delay for delay in delays if delay is not None]:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, min(soon)) + 0.001, self._ring)

    def _held_up_by(self, awaited: frozenset[Seat]) -> list[Seat]:
        """Who is away and lets the others wait."""
        away = [seat for seat in sorted(awaited) if seat in self.away]
        busy = len(away) < len(awaited) and self._live.game.together
        return [seat for seat in away if not busy or seat in self.standing_in]

    def _stand_in_or_wait(self, seat: Seat, now: float) -> float | None:
        """Seconds until somebody else plays for who is away; None: somebody does."""
        patience = self._live.row.patience - (now - max(self.away[seat], self._waiting[seat]))
        if patience > 0 and seat not in self.standing_in:
            return patience
        self.standing_in.add(seat)
        self._live.scenes.forget_faces()
        self._think(seat, STAND_IN)
        return None

    def _ring(self) -> None:
        _ = self._live.tables.spawn(self._wake())

    async def _wake(self) -> None:
        """The clock strikes; if that cannot be stored, it tries again."""
        try:
            async with self._live.lock:
                await self._live.tick()
        except Exception as error:
            log.error("the clock could not strike", problem=repr(error))
            await asyncio.sleep(1)
        async with self._live.lock:
            self.go_on()
            self._live.scenes.tell()

    def _think(self, seat: Seat, level: str) -> None:
        if seat not in self.thinking:
            self.thinking[seat] = self._live.tables.spawn(self._act(seat, level))

    async def _act(self, seat: Seat, level: str) -> None:
        """A bot looks, takes its time, and moves; whatever goes wrong, the table goes on."""
        try:
            await asyncio.sleep(self._jitter.uniform(*self._pace(seat)))
            await self._move_by(seat, level)
        except Exception as error:
            log.error("a bot could not move", level=level, problem=repr(error))
            await asyncio.sleep(1)
        finally:
            if self.thinking.get(seat) is asyncio.current_task():
                del self.thinking[seat]
        async with self._live.lock:
            self.go_on()

    async def _move_by(self, seat: Seat, level: str) -> None:
        table = self._live.playing()
        moves = self._live.game.moves(table.state, seat)
        if not moves:
            return
        move = self._live.pockets.get(seat) if level == STAND_IN else None
        stood_in = level == STAND_IN and move is None  # what is in a pocket is the player's own
        if move is None:
            view = self._live.game.view(table.state, seat)
            thinkers, path = self._live.tables.thinkers, self._live.path
            move = await thinkers.choose(self._live.row.game, level, view, moves, path)
        if move is not None:  # who comes back now does not keep a stored move from being told
            await asyncio.shield(self._live.tables.spawn(self._enter(seat, move, stood_in)))

    async def _enter(self, seat: Seat, move: Any, stood_in: bool) -> None:
        async with self._live.lock:
            await self._live.tick()
            try:
                prepared = await self._live.prepare(seat, move)
                entry = Moved(self._live.now, seat, prepared)
                await self._live.enter(entry, stood_in=stood_in)
            except Illegal:
                self._live.pockets.pop(seat, None)  # too late, or a pocket that no longer fits
