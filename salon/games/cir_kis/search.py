"""Looks ahead in a round: with the fast core where there is one, else with plain Python.

`judge` says what every placement is worth, for whoever wants to know whether one is clearly best.
"""

from collections.abc import Callable
from functools import cache
from math import exp
from typing import NamedTuple

from salon.games.cir_kis.core import Core, core, told
from salon.games.cir_kis.eye import eyes
from salon.games.cir_kis.plain import WON, Aim, Search
from salon.games.cir_kis.position import Position

ALWAYS = 1e9  # seconds
MANY = 1 << 60
ONE = 256  # of a value
SURE = 10.0  # the odds of a won round as a logarithm, which could go on for ever
COMFORT = 15.0  # points ahead in a match that count like one


def odds(value: int, match: bool = False) -> float:
    """Of winning the round; of a match, whose values are points, what so many ahead are worth."""
    ahead = value / ONE / (COMFORT if match else 1)
    return 1 / (1 + exp(-max(-SURE, min(SURE, ahead))))


class Judged(NamedTuple):
    """A placement, and what it is worth to the mover."""

    number: int
    value: int  # the odds as a logarithm, in a match points; 256 is one; near WON: it wins

    @property
    def odds(self) -> float:
        return odds(self.value)


class Findings(NamedTuple):
    judged: list[Judged]  # the best first
    looked: int  # at so many positions
    depth: int


def never() -> bool:
    return False


@cache
def seeing_core() -> Core | None:
    """The fast core, with its eyes."""
    found = core()
    if found is not None:
        for which, eye in enumerate(eyes()):
            found.use(which, eye)
    return found


def search(
    now: Position,
    *,
    most: int = MANY,
    seconds: float = ALWAYS,
    exact: bool = False,
    aim: Aim = Aim(),  # noqa: B008 (a tuple)
    is_late: Callable[[], bool] = never,
) -> Findings:
    """For so many positions or seconds; `is_late` is plain Python's clock."""
    fast = seeing_core()
    if fast is None:
        return plainly(now, most=most, exact=exact, aim=aim, is_late=is_late)
    asked = told(now, aim.totals, aim.last_round)
    found = fast.search(asked, most, seconds, exact)
    judged = [Judged(idea.number, idea.value) for idea in found.ideas[: found.count]]
    return Findings(judged, found.looked, found.depth)


def plainly(
    now: Position,
    *,
    most: int,
    exact: bool,
    aim: Aim = Aim(),  # noqa: B008
    is_late: Callable[[], bool] = never,
) -> Findings:
    one = Search(now, aim, most, is_late)
    judged = [Judged(idea.number, idea.value) for idea in one.run(exact)]
    return Findings(judged, one.looked, one.depth)


def judge(now: Position, most: int) -> list[Judged]:
    """Every placement that may be laid with its own value, the best first, looking at so many
    positions; all to the same depth, none cut short. Of two the odds may be compared."""
    return search(now, most=most, exact=True).judged


def is_won(value: int) -> bool:
    """Whether the search has seen the end of it."""
    return value > WON // 2
