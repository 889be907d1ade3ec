"""Bots for Cir*Kis: novice takes the points it sees, regular minds what it opens for the next
player, master also knows what half a figure is worth, and looks further. Grandmaster, who sees more
and further still, has a file of its own.
"""

from collections.abc import Callable, Sequence
from math import exp
from time import monotonic
from typing import NamedTuple

from salon.core.capabilities import Advice
from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.cir_kis.board import PLACEMENTS
from salon.games.cir_kis.grandmaster import Grandmaster
from salon.games.cir_kis.model import NUMBER, PLACE, Move, Place, View
from salon.games.cir_kis.outlook import AGAIN, gains
from salon.games.cir_kis.position import LAST_PIECE, Position
from salon.games.cir_kis.rules import game, position

SECONDS = 1.0  # that master thinks
GOOD_ENOUGH = 1.0  # points that a first placement may be worse than the best
COMFORT = 8.0  # points ahead that nearly win
WIN = 60.0  # points that winning the round is worth
NOISE = 3.0  # points by which two placements drift apart from depth to depth (docs/cir_kis.md)
MANY = 1_000_000
LOW, HIGH = -1e9, 1e9

Weigh = Callable[[Position, int], Sequence[float]]  # what a placement brings to each seat


def round_of(view: View, luck: Luck) -> Position:
    """The round in a bot's mind: its own copy."""
    return position(game.imagine(view, view.seat, luck)).copy()


def lead(values: Sequence[float], seat: Seat, teams: bool) -> float:
    """How much better this seat's side fares than the others on average."""
    if teams:
        return sum(value if (one - seat) % 2 == 0 else -value for one, value in enumerate(values))
    others = sum(values) - values[seat]
    return values[seat] - others / (len(values) - 1)


def points(now: Position, number: int) -> list[float]:
    """What is scored at once, and a free turn."""
    one = PLACEMENTS[number]
    completed = now.completes(one)
    scored: list[float] = [*now.points(completed, now.turn)]
    if now.is_last_piece():
        scored[now.turn] += LAST_PIECE
    elif now.earns(one, completed):
        scored[now.turn] += AGAIN
    return scored


def own_points(now: Position, number: int) -> int:
    """What the mover scores at once."""
    scored = now.points(now.completes(PLACEMENTS[number]), now.turn)[now.turn]
    return scored + LAST_PIECE * now.is_last_piece()


class StandIn(Bot[View, Move]):
    """For somebody who is away: the most points for itself, the first in order if equal."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if not isinstance(moves[0], Place):
            return moves[0]
        now = round_of(view, luck)
        return PLACE[max(now.legal(), key=lambda number: own_points(now, number))]


class Novice(Bot[View, Move]):
    """The most points now, any of them if equal."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if not isinstance(moves[0], Place):
            return moves[0]
        now = round_of(view, luck)
        return PLACE[max(now.legal(), key=lambda n: (own_points(now, n), luck.below(1_000)))]


class Idea(NamedTuple):
    """One of the mover's placements, and what may come of it."""

    number: int
    gain: float  # at once, a free turn not counted
    then: Position
    over: bool
    value: float


class Mind:
    """Looks at every placement and at the answers to it, for one side against the others."""

    def __init__(self, now: Position, weigh: Weigh) -> None:
        self.now = now
        self.me = now.turn
        self.weigh = weigh

    def lead(self, values: Sequence[float]) -> float:
        return lead(values, self.me, self.now.teams)

    def ideas(self) -> list[Idea]:
        """Every placement with the next player's best answer, the best first."""
        found = [self._idea(number) for number in self.now.legal()]
        return sorted(found, key=lambda idea: -idea.value)

    def _idea(self, number: int) -> Idea:
        gain = self.lead(gains(self.now, number, 0))
        seen = self.lead(self.weigh(self.now, number))
        then = self.now.copy()
        over = then.place(number).end is not None
        value = seen + (self.verdict(then) if over else self.answer(then))
        return Idea(number, gain, then, over, value)

    def verdict(self, then: Position) -> float:
        """A round that is over, besides its points."""
        best = [side == then.best() for side in then.sides()]
        return WIN / sum(best) if best[self.me] else -WIN

    def answer(self, then: Position) -> float:
        """What the next player's best placement means to me; mine, if it is a free turn, is
        in the weight already."""
        if then.turn == self.me:
            return 0.0
        replies = (self.weigh(then, number) for number in then.legal())
        return self.lead(max(replies, key=lambda v: lead(v, then.turn, then.teams)))


class Regular(Bot[View, Move]):
    """Points now, less what the next player can then make of it."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if not isinstance(moves[0], Place):
            return moves[0]
        ideas = Mind(round_of(view, luck), points).ideas()
        return PLACE[luck.choice([idea.number for idea in ideas if idea.value == ideas[0].value])]


def odds(now: Position, value: float) -> float:
    """Of winning, for the mover, with so much to come for its side."""
    ahead = value + lead(now.scores, now.turn, now.teams)
    rivals = 1 if now.teams else len(now.glass) - 1
    return 1 / (1 + rivals * exp(-ahead / COMFORT))


class OutOfTime(Exception):
    """The search has to answer with what it has."""


class Master(Bot[View, Move]):
    """Knows what open figures are worth; two sides it searches deeper while there is time.

    Against several others it looks at its placement and the next one only: looking further made
    it weaker at four seats, whether the others were taken for selfish or for a coalition.
    """

    def __init__(self) -> None:
        self.seconds = SECONDS
        self.most = MANY  # positions; for tests, which must not hang on the speed of a machine
        self.looked = 0  # at so many positions in the last search

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if not isinstance(moves[0], Place):
            return moves[0]
        now = round_of(view, luck)
        return PLACE[self._open(now, luck) if now.leader is None else self.search(now)[0].number]

    def _open(self, now: Position, luck: Luck) -> int:
        """Any of the good first placements, so that no two evenings are alike."""
        ideas = Mind(now, gains).ideas()
        return luck.choice([i.number for i in ideas if i.value > ideas[0].value - GOOD_ENOUGH])

    def advise(self, view: View, moves: Sequence[Move], played: Move, luck: Luck) -> Advice[Move]:
        """The best idea beside the one that was played, if it is better by more than noise."""
        if not isinstance(played, Place):
            return Advice(moves[0], 1.0, 1.0)
        now = round_of(view, luck)
        ideas = self.search(now)
        number = NUMBER[Place(played.piece, tuple(sorted(played.spaces)))]
        other = self._look_closer(next(idea for idea in ideas if idea.number == number))
        judged = odds(now, other.value)
        if ideas[0].value - other.value <= NOISE:
            return Advice(played, judged, judged)
        return Advice(PLACE[ideas[0].number], odds(now, ideas[0].value), judged)

    def _look_closer(self, idea: Idea) -> Idea:
        """A idea that was given up as soon as it was seen to be worse, to its end."""
        self._end, self.looked = monotonic() + self.seconds, 0
        try:
            return self.deepen([idea], self._depth)[0] if self._depth else idea
        except OutOfTime:
            return idea

    def search(self, now: Position) -> list[Idea]:
        """All placements, the best first."""
        ideas = self.glance(now)
        two_sides = now.teams or len(now.glass) == 2
        try:
            for depth in range(2, 40, 2) if two_sides and len(ideas) > 1 else ():
                ideas, self._depth = self.deepen(ideas, depth), depth
        except OutOfTime:
            pass
        return ideas

    def glance(self, now: Position) -> list[Idea]:
        """All placements as they look at first sight."""
        self._end, self.looked, self._depth = monotonic() + self.seconds, 0, 0
        self._mind = Mind(now, gains)
        return self._mind.ideas()

    def deepen(self, ideas: list[Idea], depth: int) -> list[Idea]:
        best, found = LOW, []
        for idea in ideas:
            value = idea.gain
            if idea.over:
                value += self._mind.verdict(idea.then)
            else:
                value += self._look(idea.then, depth, best - idea.gain, HIGH)
            found.append(idea._replace(value=value))
            best = max(best, value)
        return sorted(found, key=lambda idea: -idea.value)

    def _look(self, now: Position, depth: int, low: float, high: float) -> float:
        """What is still to come for my side, by alpha-beta, an answer always last."""
        self.looked += 1
        if self.looked > self.most or (self.looked % 8 == 0 and monotonic() > self._end):
            raise OutOfTime
        mind, mine = self._mind, self._is_mine(now.turn)
        worth = {number: mind.lead(gains(now, number)) for number in now.legal()}
        if depth == 1:
            return max(worth.values()) if mine else min(worth.values())
        best = LOW if mine else HIGH
        for number in sorted(worth, key=lambda n: worth[n], reverse=mine):
            value = self._try(now, number, depth, low, high)
            if mine:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _try(self, now: Position, number: int, depth: int, low: float, high: float) -> float:
        gain = self._mind.lead(gains(now, number, 0))
        then = now.copy()
        if then.place(number).end is not None:
            return gain + self._mind.verdict(then)
        return gain + self._look(then, depth - 1, low - gain, high - gain)

    def _is_mine(self, seat: Seat) -> bool:
        return (seat - self._mind.me) % 2 == 0


LAYING = (0.8, 1.8)  # seconds
BEGINNING = (6.0, 7.0)  # a finished window is looked at first


def pace(moves: Sequence[Move]) -> tuple[float, float]:
    """Seconds between which a bot acts."""
    return LAYING if isinstance(moves[0], Place) else BEGINNING


bots: dict[str, Bot[View, Move]] = {
    "novice": Novice(),
    "regular": Regular(),
    "master": Master(),
    "grandmaster": Grandmaster(monotonic),
}
stand_in: Bot[View, Move] = StandIn()
