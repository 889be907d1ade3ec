"""The bots of Ciao Ciao: a novice, a regular, a sly one, and the stand-in for a seat left alone.

The strongest, which plays the solution, is in `exact.py`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from math import exp, pow
from typing import NamedTuple

from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.ciao_ciao.exact import Exact
from salon.games.ciao_ciao.model import (
    CLOCKWISE,
    CROSS,
    NUMBERS,
    PAWNS,
    TO_WIN,
    Announce,
    Believe,
    Doubt,
    Drop,
    Move,
    View,
)

CROSSES = 1 / 3  # how often there is nothing true to say
EACH = 1 / 6  # how often each number is true


class Character(Bot[View, Move]):
    """Tells the truth when there is one to tell, and parts with the lowest step of its podium."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move:
        if view.phase == "announce":
            number = self.bluff(view, luck) if view.die == CROSS else view.die
            return next(m for m in moves if isinstance(m, Announce) and m.number == number)
        if view.phase == "answer":
            answer = Doubt if self.doubts(view, luck) else Believe
            return next(move for move in moves if isinstance(move, answer))
        return min((move for move in moves if isinstance(move, Drop)), key=lambda drop: drop.step)

    @abstractmethod
    def bluff(self, view: View, luck: Luck) -> int:
        """The number to announce on a cross."""

    @abstractmethod
    def doubts(self, view: View, luck: Luck) -> bool: ...


class StandIn(Character):
    """Harms nobody and risks nothing while the owner of the seat is away."""

    def bluff(self, view: View, luck: Luck) -> int:  # noqa: ARG002
        return luck.choice(NUMBERS)

    def doubts(self, view: View, luck: Luck) -> bool:  # noqa: ARG002
        return False


class Novice(Character):
    """Bluffs big, and believes too much: doubts now and then, whatever is at stake."""

    def bluff(self, view: View, luck: Luck) -> int:  # noqa: ARG002
        return luck.choice((3, 4))

    def doubts(self, view: View, luck: Luck) -> bool:  # noqa: ARG002
        return luck.below(6) == 0


# Regular: odds and pace, counted in planks.

HABIT = (0, 0.1, 0.2, 0.3, 0.4)  # how often people say each number on a cross, supposedly
PAWN = 2  # what a pawn on the first plank is worth, in planks


class Regular(Character):
    """Bluffs big only when behind, and doubts when that wins more planks than it loses."""

    def bluff(self, view: View, luck: Luck) -> int:
        return luck.choice((3, 4) if is_behind(view) else (1, 2, 3))

    def doubts(self, view: View, luck: Luck) -> bool:  # noqa: ARG002
        bluff = CROSSES * HABIT[view.number or 0]
        return is_lost(view) or bluff * planks_won(view) > EACH * planks_lost(view)


def is_behind(view: View) -> bool:
    walked = [len(pawns.podium) * view.options.planks + pawns.plank for pawns in view.pawns]
    return walked[view.roller] < max(walked)


def is_lost(view: View) -> bool:
    """If this announcement stands, it ends the game, and others win."""
    roller, options = view.pawns[view.roller], view.options
    if roller.plank <= options.planks:
        return False
    return len(roller.podium) == TO_WIN - 1 or (is_the_last_pawn(view) and not leads(view))


def is_the_last_pawn(view: View) -> bool:
    on_bridge = sum(pawns.plank > 0 for pawns in view.pawns)
    return on_bridge == 1 and view.pawns[view.roller].reserve == 0


def leads(view: View) -> bool:
    """Nobody has more points than I, when the roller's pawn has taken its step."""
    points = [sum(pawns.podium) for pawns in view.pawns]
    points[view.roller] += view.arrivals + 1
    return points[view.seat or 0] == max(points)


def planks_won(view: View) -> float:
    """By catching a bluff: the number, if I have a pawn to move, and my share of the roller's loss,
    which is as good for everybody else."""
    others = sum(pawns.plank > 0 for pawns in view.pawns) - 1
    roller_loses = min(view.pawns[view.roller].plank - 1, view.options.planks)
    return (view.number or 0) * (my_plank(view) > 0) + roller_loses / max(others, 1)


def planks_lost(view: View) -> int:
    """By doubting the truth: a pawn, and the way it has come."""
    return PAWN + (my_plank(view) - 1 if my_plank(view) else view.options.planks)


def my_plank(view: View) -> int:
    assert view.seat is not None
    return view.pawns[view.seat].plank


# Sly: what is at stake, counted in chances to win the game.

CERTAIN = 1e9  # the strength of a seat that has won


class Sly(Character):
    """Bluffs just so often that doubting does not pay, doubts just so often that bluffing does not.

    Of those who are asked, the boldest does the doubting; the others only with nothing to lose.
    """

    def bluff(self, view: View, luck: Luck) -> int:
        hopes = hopes_before(view)
        rates, _ = spread(stakes(hopes, view.roller, boldest(hopes, view.roller)))
        return draw(rates, luck)

    def doubts(self, view: View, luck: Luck) -> bool:
        if is_lost(view):
            return True
        hopes = hopes_before(view)
        doubter = boldest(hopes, view.roller)
        if doubter != view.seat:
            return False
        return happens(doubt_rate(view.number, stakes(hopes, view.roller, doubter)), luck)


class Hope(NamedTuple):
    """The strength of a seat, now and after whatever may come of an announcement."""

    now: float
    ahead: list[float]  # one to four planks further
    fallen: float  # one pawn poorer


def hopes_before(view: View) -> list[Hope]:
    """Of all seats, before anything was announced."""
    planks = [pawns.plank for pawns in view.pawns]
    planks[view.roller] -= view.number or 0
    return [
        hope(PAWNS - pawns.fallen, len(pawns.podium), plank, view.options.planks, len(planks))
        for pawns, plank in zip(view.pawns, planks, strict=True)
    ]


@cache
def hope(left: int, across: int, plank: int, planks: int, seats: int) -> Hope:
    if plank == 0:
        now = strength(left, across, seats)
        return Hope(now, [now] * len(NUMBERS), strength(left - 1, across - 1, seats))
    ways = [across + min((plank - 1 + number) / planks, 1) for number in (0, *NUMBERS)]
    now, *ahead = [strength(left, way, seats) for way in ways]
    return Hope(now, ahead, strength(left - 1, across, seats))


def strength(left: int, way: float, seats: int) -> float:
    """What pawns left and bridges crossed are worth. Two alone wear each other down; the more
    seats, the more it is a race. Fitted to the exact solution for two, and to self-play of more."""
    if way >= TO_WIN:
        return CERTAIN
    return pow(max(left, 0), 1.75) * exp(way * seats / 4) * max(1, way - 1)


def boldest(hopes: Sequence[Hope], roller: Seat) -> Seat:
    """Who, of those who may doubt, keeps most of its strength when wrong."""
    others = CLOCKWISE[len(hopes)][roller][:-1]
    doubters = [seat for seat in others if hopes[seat].now > 0]
    return max(doubters, key=lambda seat: hopes[seat].fallen / hopes[seat].now)


class Stakes(NamedTuple):
    """What it means to bluff with one number."""

    number: int
    believed: float  # the roller's chance to win the game if nobody doubts
    caught: float  # … if somebody does
    room: float  # how often this may be a bluff before it pays to doubt it


def stakes(hopes: Sequence[Hope], roller: Seat, doubter: Seat) -> list[Stakes]:
    others = sum(hope.now for hope in hopes) - hopes[roller].now - hopes[doubter].now
    return [stake(number, hopes[roller], hopes[doubter], others) for number in NUMBERS]


def stake(number: int, roller: Hope, doubter: Hope, others: float) -> Stakes:
    """A chance to win is a share in the strength of all."""
    roller_ahead, doubter_ahead = roller.ahead[number - 1], doubter.ahead[number - 1]
    if_believed = roller_ahead + doubter.now + others
    if_wrong = roller_ahead + doubter.fallen + others
    if_caught = roller.fallen + doubter_ahead + others
    risk = doubter.now / if_believed - doubter.fallen / if_wrong
    gain = doubter_ahead / if_caught - doubter.now / if_believed
    return Stakes(number, roller_ahead / if_believed, roller.fallen / if_caught, EACH * risk / gain)


def spread(stakes: Sequence[Stakes]) -> tuple[dict[int, float], float]:
    """How often to bluff with each number, and what a bluff is then worth: as often as there is
    room where belief gains most, then where it gains less; the rest where a fall costs least."""
    rates: dict[int, float] = {}
    rest = CROSSES
    for stake in sorted(stakes, key=lambda stake: -stake.believed):
        rates[stake.number] = min(stake.room, rest)
        rest -= rates[stake.number]
        if rest <= 0:
            return rates, stake.believed
    cheapest = max(stakes, key=lambda stake: stake.caught)
    rates[cheapest.number] += rest
    return rates, cheapest.caught


def doubt_rate(number: int | None, stakes: Sequence[Stakes]) -> float:
    """Just so often that bluffing with this number is worth no more than with another."""
    _, worth = spread(stakes)
    this = next(stake for stake in stakes if stake.number == number)
    return (this.believed - worth) / (this.believed - this.caught)


def draw(rates: dict[int, float], luck: Luck) -> int:
    """A number, each as often as its rate says."""
    *numbers, last = rates
    rest = sum(rates.values())
    for number in numbers:
        if happens(rates[number] / rest, luck):
            return number
        rest -= rates[number]
    return last


def happens(rate: float, luck: Luck) -> bool:
    return luck.below(10_000) < rate * 10_000


bots: dict[str, Bot[View, Move]] = {
    "novice": Novice(),
    "regular": Regular(),
    "sly": Sly(),
    "exact": Exact(elsewhere=Sly()),
}
stand_in = StandIn()
