"""What makes a table go on by itself: bots, stand-ins for people who are away, and the clock.

It has no task and no timer: it says who acts now, and when to look again.
"""

from time import monotonic
from typing import NamedTuple

from salon import games
from salon.core.contract import Seat
from salon.server.room import Room
from salon.server.thinking import STAND_IN

LINGERING = 60.0  # seconds after which a stand-in may play for somebody who is here


class TableTime:
    """Table time in ms: it stands still while nobody is here, and while the server is down."""

    def __init__(self, at: int = 0) -> None:
        self._at = at  # when it last stood still
        self._since: float | None = None  # it runs

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def now(self) -> int:
        return self.at(monotonic())

    def at(self, moment: float) -> int:
        """What it was a moment ago, if it has run since."""
        since = self._since
        return self._at + (0 if since is None else max(0, int(1_000 * (moment - since))))

    def run(self) -> None:
        self._since = monotonic()

    def rest(self) -> None:
        self._at, self._since = self.now, None


class Plan(NamedTuple):
    """What is to be done now, and in how many seconds to look again."""

    acting: list[tuple[Seat, str]]  # a bot, or a stand-in, by its level
    wake_in: float | None


class Clockwork:
    """Who is away, and for whom the table waits."""

    def __init__(self) -> None:
        self.away: dict[Seat, float] = {}  # since when a player's devices are all gone
        self.standing_in: set[Seat] = set()
        self.dozing: set[Seat] = set()  # those of them whose players are here, and do nothing
        self.waiting: dict[Seat, float] = {}  # since when the table waits for a seat

    def notice(self, room: Room, here: set[Seat | None]) -> None:
        """Who is here has changed; who is back has the seat again."""
        for seat, holder in enumerate(room.row.holders):
            if holder.player is None or seat in here:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, monotonic())
        people = {seat for seat, one in enumerate(room.row.holders) if one.player is not None}
        self.dozing &= people - self.away.keys()
        self.standing_in &= self.away.keys() | self.dozing

    def wake_up(self) -> None:
        """The table rested: patience starts anew."""
        now = monotonic()
        self.away = dict.fromkeys(self.away, now)
        self.waiting = dict.fromkeys(self.waiting, now)

    def has_moved(self, seat: Seat) -> None:
        self.waiting.pop(seat, None)

    def may_stand_in(self, seat: Seat) -> bool:
        """Whether the others have waited long enough to ask for it."""
        return seat in self.away or self.waited(seat) >= LINGERING

    def waited(self, seat: Seat) -> float:
        """Seconds that the table has waited for it."""
        now = monotonic()
        return now - self.waiting.get(seat, now)

    def stand_in(self, seat: Seat) -> None:
        self.standing_in.add(seat)
        if seat not in self.away:
            self.dozing.add(seat)

    def rouse(self, seat: Seat) -> bool:
        """Somebody who is here does something again; whether a stand-in has to give way."""
        dozed = seat in self.dozing
        self.dozing.discard(seat)
        return dozed

    def plan(self, room: Room, now: int) -> Plan:
        """At table time `now`."""
        state, moment = room.playing.state, monotonic()
        awaited = room.game.awaited(state)
        self.waiting = {seat: self.waiting.get(seat, moment) for seat in awaited}
        acting = self._bots(room, awaited)
        delays = []
        for seat in self._held_up_by(room, awaited):
            if (patience := self._patience(room, seat, moment)) > 0:
                delays.append(patience)
            else:
                self.standing_in.add(seat)
                acting.append((seat, STAND_IN))
        if (clock := room.can.clock(state)) is not None:
            delays.append((clock - now) / 1_000)
        return Plan(acting, max(0.0, min(delays)) if delays else None)

    def _bots(self, room: Room, awaited: frozenset[Seat]) -> list[tuple[Seat, str]]:
        """Nobody's chair must not hold up the others."""
        held = enumerate(room.row.holders)
        bots = [(seat, one.level or STAND_IN) for seat, one in held if one.player is None]
        return [(seat, level) for seat, level in bots if wants_to_act(room, seat, level, awaited)]

    def _held_up_by(self, room: Room, awaited: frozenset[Seat]) -> list[Seat]:
        """Who is away, or might as well be, and lets the others wait."""
        away = [seat for seat in sorted(awaited) if seat in self.away or seat in self.dozing]
        busy = len(away) < len(awaited) and room.can.side_by_side
        return [seat for seat in away if not busy or seat in self.standing_in]

    def _patience(self, room: Room, seat: Seat, moment: float) -> float:
        """Seconds that are left of it."""
        if seat in self.standing_in:
            return 0.0
        return room.row.patience - (moment - max(self.away[seat], self.waiting[seat]))


def wants_to_act(room: Room, seat: Seat, level: str, awaited: frozenset[Seat]) -> bool:
    eager = level != STAND_IN and games.is_eager(room.row.game, level)
    if seat not in awaited and not eager:
        return False
    return bool(room.game.moves(room.playing.state, seat))
