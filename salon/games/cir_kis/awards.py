"""What was remarkable about a window: who stole a figure, who waited, who came from far behind."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.core.superlatives import superlative
from salon.games.cir_kis.board import CENTRE_STAR, FIGURES, PLACEMENTS
from salon.games.cir_kis.model import (
    Completed,
    Ended,
    Event,
    FreeTurn,
    LastPiece,
    Placed,
    State,
    Wasted,
)
from salon.games.cir_kis.position import sides

MASKS = {figure.name: figure.mask for figure in FIGURES}
WORTH = 2  # segments, to be stolen
STOLEN, FROM_BEHIND, TO_END = 38, 16, 34  # weights that add up


class Deeds(Struct):
    """What one seat did."""

    stroke: int = 0  # most points that one piece brought
    served: int = 0  # figures that others completed for it
    stars: int = 0  # that it has most of
    heart: int = 0  # segments of a Centre Star that it has most of
    free: int = 0  # turns that it could use
    dry: int = 0  # pieces since its last point
    longest_dry: int = 0
    behind: int = 0  # points, when it was furthest


class Theft(NamedTuple):
    """A figure that the last piece took from somebody who had as much of it, or more."""

    seat: Seat
    rival: Seat
    figure: str
    weight: int


class Evening:
    """Everybody's deeds, counted step by step."""

    def __init__(self) -> None:
        self.seats: list[Deeds] = []
        self.theft: Theft | None = None  # the last one
        self.winners: tuple[Seat, ...] = ()

    def count(self, moment: Moment[State, Event]) -> None:
        state, events = moment.state, moment.events
        self.seats = self.seats or [Deeds() for _ in state.scores]
        for event in events:
            if isinstance(event, Placed):
                self._placed(event.seat, _points(events, len(self.seats)))
            elif isinstance(event, Completed):
                self._completed(event, state, ends=isinstance(events[-1], Ended))
            elif isinstance(event, FreeTurn):
                self.seats[event.seat].free += not any(isinstance(one, Wasted) for one in events)
            elif isinstance(event, Ended):
                self.winners = event.winners
        self._look_back(state)

    def _placed(self, seat: Seat, points: list[int]) -> None:
        mine = self.seats[seat]
        mine.stroke = max(mine.stroke, points[seat])
        mine.dry += 1
        for one, gained in zip(self.seats, points, strict=True):
            one.longest_dry = max(one.longest_dry, one.dry - (gained > 0))
            one.dry = 0 if gained else one.dry

    def _completed(self, event: Completed, state: State, *, ends: bool) -> None:
        if event.dominant is None:
            return
        one, shares = self.seats[event.dominant], _shares(state, event.figure)
        one.served += event.dominant != event.seat
        one.stars += event.figure.startswith("star")
        if event.figure == CENTRE_STAR.name:
            one.heart = max(one.heart, shares[event.dominant])
        if event.dominant == event.seat:
            self.theft = _theft(event, state, shares, ends=ends) or self.theft

    def _look_back(self, state: State) -> None:
        sums = [a + b for a, b in zip(state.totals, state.scores, strict=True)]
        standing = sides(sums, state.teams)
        for one, points in zip(self.seats, standing, strict=True):
            one.behind = max(one.behind, max(standing) - points)


def _points(events: list[Event], seats: int) -> list[int]:
    """What a step brought to each seat."""
    points = [0] * seats
    for event in events:
        if isinstance(event, Completed):
            points[event.seat] += event.finisher_points
            if event.dominant is not None:
                points[event.dominant] += event.dominant_points
        elif isinstance(event, LastPiece):
            points[event.seat] += event.points
    return points


def _shares(state: State, figure: str) -> list[int]:
    """How many segments of it each seat has."""
    shares = [0] * len(state.scores)
    for seat, number in state.laid:
        shares[seat] += (PLACEMENTS[number].mask & MASKS[figure]).bit_count()
    return shares


def _theft(event: Completed, state: State, shares: list[int], *, ends: bool) -> Theft | None:
    seat, (_, last) = event.seat, state.laid[-1]
    before = shares[seat] - (PLACEMENTS[last].mask & MASKS[event.figure]).bit_count()
    partner = (seat + 2) % 4 if state.teams else seat
    others = [0 if one in (seat, partner) else share for one, share in enumerate(shares)]
    most = max(others)
    if most < max(WORTH, before) or others.count(most) > 1:
        return None
    weight = STOLEN + FROM_BEHIND * (most > before) + TO_END * ends
    return Theft(seat, others.index(most), event.figure, weight)


def awards_in(story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
    evening = Evening()
    for moment in story:
        evening.count(moment)
    seats = evening.seats
    if theft := evening.theft:
        taken: dict[str, int | str] = {"rival": theft.rival, "figure": theft.figure}
        yield Award("magpie", (theft.seat,), theft.weight, taken)
    yield from superlative("masterstroke", [one.stroke for one in seats], usual=11, rare=19)
    yield from superlative("served", [one.served for one in seats], usual=2, rare=6)
    yield from superlative("astronomer", [one.stars for one in seats], usual=2, rare=4)
    yield from superlative("heart", [one.heart for one in seats], usual=3, rare=5)
    yield from superlative("free_spirit", [one.free for one in seats], usual=2, rare=5)
    yield from _of_winners(seats, evening.winners)


def _of_winners(seats: list[Deeds], winners: tuple[Seat, ...]) -> Iterator[Award]:
    dry = [one.longest_dry if seat in winners else 0 for seat, one in enumerate(seats)]
    few = len(seats)  # who are fewer have more pieces to lay
    yield from superlative("patient", dry, usual=9 - few, rare=19 - 2 * few)
    behind = [one.behind if seat in winners else 0 for seat, one in enumerate(seats)]
    yield from superlative("comeback", behind, usual=10, rare=25)
