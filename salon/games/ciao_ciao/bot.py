"""The bots of Ciao Ciao: a novice, a regular, a sly one, and the stand-in for a seat left alone."""

from abc import abstractmethod
from collections.abc import Sequence
from copy import copy
from functools import cache
from math import exp, pow
from typing import NamedTuple

from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.ciao_ciao.rules import (
    CLOCKWISE,
    CROSS,
    NUMBERS,
    PAWNS,
    Announce,
    Believe,
    Doubt,
    Drop,
    Move,
    Pawns,
    State,
    View,
    fall,
    settle,
    tally,
    topple,
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
    ways = [way(pawns, view.options.planks) for pawns in view.pawns]
    return ways[view.roller] < max(ways)


def planks_won(view: View) -> float:
    """By catching a bluff: what my pawn gains, and my share of what the roller's pawn loses."""
    rivals = sum(pawns.plank > 0 for pawns in view.pawns) - 1
    fallen_from = min(view.pawns[view.roller].plank - 1, view.options.planks)
    return (view.number or 0) * (my_plank(view) > 0) + fallen_from / max(rivals, 1)


def planks_lost(view: View) -> int:
    """By doubting the truth: a pawn, and the way it has come."""
    return PAWN + (my_plank(view) - 1 if my_plank(view) else view.options.planks)


def my_plank(view: View) -> int:
    assert view.seat is not None
    return view.pawns[view.seat].plank


# Sly: what is at stake, counted in chances to win the game.


class Sly(Character):
    """Bluffs just so often that doubting does not pay, doubts just so often that bluffing does not.

    Of those who are asked, the boldest does the doubting; the others only with nothing to lose.
    """

    def bluff(self, view: View, luck: Luck) -> int:
        rates, _ = spread(stakes(view, boldest(view)))
        return draw(rates, luck)

    def doubts(self, view: View, luck: Luck) -> bool:
        if is_lost(view):
            return True
        return boldest(view) == view.seat and happens(doubt_rate(view), luck)


class Stakes(NamedTuple):
    """What it means to bluff with one number."""

    number: int
    believed: float  # the roller's chance to win the game if nobody doubts
    caught: float  # … if somebody does
    room: float  # how often this may be a bluff before it pays to doubt it


def stakes(view: View, doubter: Seat) -> list[Stakes]:
    return [stake(view, number, doubter) for number in NUMBERS]


def stake(view: View, number: int, doubter: Seat) -> Stakes:
    state = if_believed(view, number)
    believed = chances(state)
    lose_pawn(state, doubter)
    caught = chances(if_caught(view, number, doubter))
    risk, gain = believed[doubter] - chances(state)[doubter], caught[doubter] - believed[doubter]
    room = EACH * max(risk, 0) / gain if gain > 0 else CROSSES
    return Stakes(number, believed[view.roller], caught[view.roller], room)


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


def doubt_rate(view: View) -> float:
    """How often I doubt: so that this bluff would be worth no more than the others."""
    assert view.seat is not None
    numbers = stakes(view, view.seat)
    _, worth = spread(numbers)
    this = next(stake for stake in numbers if stake.number == view.number)
    gain = this.believed - this.caught
    return (this.believed - worth) / gain if gain > 0 else 0


def boldest(view: View) -> Seat:
    """Who, of those who may doubt, can best afford to be wrong."""
    others = CLOCKWISE[len(view.pawns)][view.roller][:-1]
    doubters = [seat for seat in others if view.pawns[seat].plank or view.pawns[seat].podium]
    return max(doubters, key=lambda seat: nerve(view, seat))


def nerve(view: View, seat: Seat) -> float:
    """How much of its strength a seat keeps when it was wrong to doubt."""
    pawns, seats, planks = view.pawns[seat], len(view.pawns), view.options.planks
    left, kept_way = PAWNS - pawns.fallen, len(pawns.podium) - (pawns.plank == 0)
    return strength(left - 1, kept_way, seats) / strength(left, way(pawns, planks), seats)


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


# How the table would stand, and what that is worth.


def is_lost(view: View) -> bool:
    """If this announcement stands, I cannot win any more."""
    assert view.seat is not None
    crosses = view.pawns[view.roller].plank > view.options.planks
    return crosses and chances(if_believed(view, view.number or 0))[view.seat] == 0


def if_believed(view: View, number: int) -> State:
    state = before_announcing(view)
    advance(state, view.roller, number)
    return state


def if_caught(view: View, number: int, doubter: Seat) -> State:
    state = before_announcing(view)
    fall(state, view.roller, [])
    if state.pawns[doubter].plank > 0:
        advance(state, doubter, number)
    return state


def before_announcing(view: View) -> State:
    pawns = [copy(pawns) for pawns in view.pawns]
    pawns[view.roller].plank -= view.number or 0
    return State(options=view.options, pawns=pawns, roller=view.roller, arrivals=view.arrivals)


def advance(state: State, seat: Seat, number: int) -> None:
    state.pawns[seat].plank += number
    settle(state, seat, [])


def lose_pawn(state: State, seat: Seat) -> None:
    if state.pawns[seat].plank > 0:
        fall(state, seat, [])
    else:
        topple(state, seat, state.pawns[seat].podium[-1], [])


def chances(state: State) -> list[float]:
    """How likely each seat is to win: exactly when it is over, otherwise roughly."""
    seats, planks = len(state.pawns), state.options.planks
    if state.phase == "over" or not any(pawns.plank for pawns in state.pawns):
        winners = tally(state).winners
        return [(seat in winners) / len(winners) for seat in range(seats)]
    strengths = [strength(PAWNS - p.fallen, way(p, planks), seats) for p in state.pawns]
    total = sum(strengths)
    return [one / total for one in strengths]


def way(pawns: Pawns, planks: int) -> float:
    """How far a seat has come, in bridges."""
    return len(pawns.podium) + max(pawns.plank - 1, 0) / planks


@cache
def strength(left: int, way: float, seats: int) -> float:
    """What pawns left and way made are worth. Two alone wear each other down; the more seats, the
    more it is a race. The numbers fit the exact solution for two seats, and self-play at more."""
    return pow(left, 1.75) * exp(way * seats / 4) * max(1, way - 1)


bots: dict[str, Bot[View, Move]] = {"novice": Novice(), "regular": Regular(), "sly": Sly()}
stand_in = StandIn()
