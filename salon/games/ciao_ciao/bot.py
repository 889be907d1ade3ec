"""The bots of Ciao Ciao: a novice, a regular and a sly one, and the stand-in of who is away."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp
from typing import ClassVar, NamedTuple

from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.ciao_ciao.rules import (
    CROSS,
    NUMBERS,
    TO_WIN,
    Announce,
    Believe,
    Doubt,
    Drop,
    Move,
    Pawns,
    State,
    View,
    fall,
    game,
    settle,
    tally,
    topple,
)

CROSSES = 1 / 3  # how often there is nothing true to say
EACH = 1 / 6  # how often each number is true


class Character(ABC):
    """Three questions to answer; a pawn that must leave the podium is the one on the lowest step."""

    blind: ClassVar[bool] = False

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move:
        if view.phase == "announce":
            number = self.announce(view, luck)
            return next(m for m in moves if isinstance(m, Announce) and m.number == number)
        if view.phase == "answer":
            answer = Doubt if self.doubts(view, luck) else Believe
            return next(move for move in moves if isinstance(move, answer))
        return min((move for move in moves if isinstance(move, Drop)), key=lambda drop: drop.step)

    def announce(self, view: View, luck: Luck) -> int:
        assert view.die is not None
        return self.bluff(view, luck) if view.die == CROSS else view.die

    @abstractmethod
    def bluff(self, view: View, luck: Luck) -> int:
        """The number to announce on a cross."""

    @abstractmethod
    def doubts(self, view: View, luck: Luck) -> bool: ...


class StandIn(Character):
    """Plays for who is away: harms nobody, and risks nothing."""

    def bluff(self, view: View, luck: Luck) -> int:  # noqa: ARG002
        return luck.choice(NUMBERS)

    def doubts(self, view: View, luck: Luck) -> bool:  # noqa: ARG002
        return False


class Novice(Character):
    """Believes too much, and bluffs big."""

    def bluff(self, view: View, luck: Luck) -> int:  # noqa: ARG002
        return luck.choice((3, 4))

    def doubts(self, view: View, luck: Luck) -> bool:  # noqa: ARG002
        return luck.below(6) == 0


class Regular(Character):
    """Odds and pace: bluffs small unless behind, and doubts when that wins planks on average."""

    def bluff(self, view: View, luck: Luck) -> int:
        return luck.choice((3, 4) if is_behind(view, view.roller) else (1, 2, 3))

    def doubts(self, view: View, luck: Luck) -> bool:
        bluffed, true = CROSSES * HABIT[number_of(view)], EACH
        return is_winning(view) or bluffed * planks_won(view) > true * planks_lost(view)


HABIT = {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4}  # what people say on a cross: rather more than less
PAWN = 2  # what a pawn on the first plank is worth, in planks


def is_behind(view: View, seat: Seat) -> bool:
    return walked(view, seat) < max(walked(view, other) for other in range(len(view.pawns)))


def walked(view: View, seat: Seat) -> int:
    """All planks behind a seat's pawns, on the podium and on the bridge."""
    pawns = view.pawns[seat]
    return len(pawns.podium) * view.options.planks + max(pawns.plank - 1, 0)


def is_winning(view: View) -> bool:
    """If this announcement stands, it brings the third pawn across."""
    pawns = view.pawns[view.roller]
    return len(pawns.podium) == TO_WIN - 1 and pawns.plank > view.options.planks


def planks_won(view: View) -> float:
    """By catching a bluff: the number announced, and my share of the roller's loss."""
    assert view.seat is not None
    rivals = sum(pawns.plank > 0 for pawns in view.pawns) - 1
    way_back = min(view.pawns[view.roller].plank - 1, view.options.planks)
    return number_of(view) * (mine(view).plank > 0) + way_back / max(rivals, 1)


def planks_lost(view: View) -> int:
    """By doubting the truth: a pawn, and the way it has come."""
    return PAWN + (mine(view).plank - 1 if mine(view).plank else view.options.planks)


def mine(view: View) -> Pawns:
    assert view.seat is not None
    return view.pawns[view.seat]


def number_of(view: View) -> int:
    assert view.number is not None
    return view.number


class Sly(Character):
    """Bluffs just as often as a doubt must fear, and doubts just as often as a bluff must.

    Both follow from what is at stake between the roller and the boldest of those asked, who can
    best afford to fall; the others leave the doubting to that seat, unless all is lost anyway.
    """

    def bluff(self, view: View, luck: Luck) -> int:
        often, _ = spread(stakes(view, boldest(view), luck))
        return draw(often, luck)

    def doubts(self, view: View, luck: Luck) -> bool:
        if chances(stood(view, number_of(view), luck))[view.seat or 0] == 0:
            return True
        return boldest(view) == view.seat and happens(share_of_doubts(view, luck), luck)


class Stakes(NamedTuple):
    """What it means to announce one number when the die shows another."""

    number: int
    believed: float  # the roller's chance to win the game then
    caught: float
    room: float  # how often it can be a bluff before doubting it pays


def stakes(view: View, doubter: Seat, luck: Luck) -> list[Stakes]:
    return [stake(view, number, doubter, luck) for number in NUMBERS]


def stake(view: View, number: int, doubter: Seat, luck: Luck) -> Stakes:
    believed = chances(stood(view, number, luck))
    upheld = chances(upheld_against(view, number, doubter, luck))
    caught = chances(caught_by(view, number, doubter, luck))
    risk, gain = believed[doubter] - upheld[doubter], caught[doubter] - believed[doubter]
    room = EACH * max(risk, 0) / gain if gain > 0 else CROSSES
    return Stakes(number, believed[view.roller], caught[view.roller], room)


def spread(stakes: Sequence[Stakes]) -> tuple[dict[int, float], float]:
    """How often to bluff with each number, and what a bluff is then worth.

    First where belief gains most, but no more often than goes undoubted; what finds no room,
    where being caught costs least.
    """
    often, rest = dict.fromkeys(NUMBERS, 0.0), CROSSES
    for stake in sorted(stakes, key=lambda stake: -stake.believed):
        often[stake.number] = min(stake.room, rest)
        rest -= often[stake.number]
        if rest <= 0:
            return often, stake.believed
    cheapest = max(stakes, key=lambda stake: stake.caught)
    often[cheapest.number] += rest
    return often, cheapest.caught
