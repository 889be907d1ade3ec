"""A finished table beside the best play of its rules: plain data that any game can fill.

A game says of each decision what could be done and what best play makes of it; the rest follows.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from salon.core.contract import Seat

DIGITS = 5  # of odds: what is less is the noise of whoever worked them out
NOW_AND_THEN = 0.05  # what best play does so often is no mistake, however odds are estimated
NEVER = 0.005  # what best play does less often it does not do
EQUAL = 0.0005  # odds of winning that nobody would notice


class Choice(Struct, frozen=True):
    """What could be done, in the eyes of best play."""

    move: Any  # one of the game's: `move.<its kind>` says it
    often: float  # how often best play does it here, between 0 and 1
    odds: float  # of winning, for whoever does it, if everybody plays well from then on


class Decision(Struct, frozen=True):
    """What a seat did, beside what best play does with what that seat knew."""

    step: int  # in which it was done
    seat: Seat
    kind: str  # what is counted: `study.<kind>.<did>` of the game's texts says it
    did: bool  # it did so: bluffed, doubted
    should: float  # how often best play does so here
    choices: tuple[Choice, ...]
    played: int  # which of them
    cost: float  # odds of winning that were given away; 0 where best play might do the same
    luck: float  # odds of winning that chance had just given this seat, or taken
    details: dict[str, int]


class Forecast(Struct, frozen=True):
    """Everybody's odds of winning, if they played well from there on."""

    step: int  # after so many
    odds: tuple[float, ...]  # by seat


class Feat(Struct, frozen=True):
    """A moment worth remembering: `study.feat.<kind>` of the game's texts says it."""

    kind: str
    step: int
    seat: Seat
    worth: float  # in odds of winning
    details: dict[str, int]


class Habit(Struct, frozen=True):
    """How often a seat did something, and how often best play would have in its place."""

    kind: str  # as in its decisions
    asked: int  # decisions about it
    did: int
    should: float  # expected


class Conduct(Struct, frozen=True):
    """How one seat played."""

    seat: Seat
    habits: tuple[Habit, ...]
    cost: float  # odds of winning that it gave away, in all
    dearest: int | None  # the step of its dearest mistake
    luck: float  # odds of winning that chance gave it, in all


class Study(Struct, frozen=True):
    """Every decision of a finished table beside the best play of its rules."""

    is_exact: bool  # solved; else by a learnt policy: an estimate
    forecasts: tuple[Forecast, ...]  # in their order; the last is the result
    decisions: tuple[Decision, ...]
    seats: tuple[Conduct, ...]
    feats: tuple[Feat, ...]


def weigh(
    step: int,
    seat: Seat,
    kind: str,
    *,
    did: bool,
    should: float,
    choices: Sequence[Choice],
    played: int,
    luck: float = 0.0,
    **details: int,
) -> Decision:
    """One decision, its cost worked out. What best play leaves and is just as good counts as
    its own."""
    best, done = max(choice.odds for choice in choices), choices[played]
    cost = 0.0 if done.often >= NOW_AND_THEN else best - done.odds
    if done.often < NEVER and cost < EQUAL:
        should = float(did)
    return Decision(
        step=step,
        seat=seat,
        kind=kind,
        did=did,
        should=_rounded(should),
        choices=tuple(Choice(one.move, _rounded(one.often), _rounded(one.odds)) for one in choices),
        played=played,
        cost=_rounded(cost),
        luck=_rounded(luck),
        details=details,
    )


def sum_up(
    decisions: Iterable[Decision],
    forecasts: Iterable[Forecast],
    feats: Iterable[Feat],
    *,
    is_exact: bool,
) -> Study:
    """All of it, summed up for each seat."""
    made, seen = tuple(decisions), tuple(forecasts)
    seats = range(len(seen[0].odds))
    kinds = list(dict.fromkeys(one.kind for one in made))
    conduct = [_conduct(seat, kinds, [one for one in made if one.seat == seat]) for seat in seats]
    return Study(
        is_exact=is_exact,
        forecasts=tuple(Forecast(one.step, tuple(map(_rounded, one.odds))) for one in seen),
        decisions=made,
        seats=tuple(conduct),
        feats=tuple(feats),
    )


def _conduct(seat: Seat, kinds: list[str], own: list[Decision]) -> Conduct:
    dearest = max(own, key=lambda one: one.cost, default=None)
    return Conduct(
        seat=seat,
        habits=tuple(_habit(kind, [one for one in own if one.kind == kind]) for kind in kinds),
        cost=_rounded(sum(one.cost for one in own)),
        dearest=dearest.step if dearest is not None and dearest.cost > 0 else None,
        luck=_rounded(sum(one.luck for one in own)),
    )


def _habit(kind: str, own: list[Decision]) -> Habit:
    should = _rounded(sum(one.should for one in own))
    return Habit(kind, len(own), sum(one.did for one in own), should)


def _rounded(odds: float) -> float:
    return round(odds, DIGITS) + 0.0  # never −0.0
