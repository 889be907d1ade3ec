"""What was remarkable about the music: the longest melody, the last word, the ghostwriter."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.core.superlatives import superlative
from salon.games.rythm_and_play.model import (
    TOP,
    Composed,
    Ended,
    Event,
    Exchanged,
    Passed,
    PickedUp,
    Score,
    State,
    half_beats,
    paid,
)
from salon.games.rythm_and_play.stave import fitting


class Deeds(Struct):
    """What one seat did."""

    longest: int = 0  # cards of the longest stave it picked up
    borrowed: int = 0  # cards by others in the stave of which it laid one card alone
    lent: int = 0  # its cards that others picked up
    changes: int = 0
    full_stops: int = 0  # cards after which nothing could follow
    paid: int = 0  # RYTHM cards in its largest exchange
    tip: int = 0  # beats for which there were no cards any more
    rests: int = 0  # passes


class Evening:
    """Everybody's deeds, counted step by step."""

    def __init__(self) -> None:
        self.seats: list[Deeds] = []
        self.stave: list[Seat] = []  # who laid which card
        self.scores: tuple[Score, ...] = ()

    def count(self, moment: Moment[State, Event]) -> None:
        self.seats = self.seats or [Deeds() for _ in moment.state.players]
        for event in moment.events:
            if isinstance(event, Composed):
                self._composed(event, blocked=not fitting(moment.state))
            elif isinstance(event, PickedUp):
                self._picked_up(event)
            elif isinstance(event, Exchanged):
                self._exchanged(event)
            elif isinstance(event, Passed):
                self.seats[event.seat].rests += 1
            elif isinstance(event, Ended):
                self.scores = event.scores

    def _composed(self, event: Composed, *, blocked: bool) -> None:
        one = self.seats[event.seat]
        self.stave.append(event.seat)
        one.changes += event.card > TOP
        one.full_stops += blocked

    def _picked_up(self, event: PickedUp) -> None:
        one, others = self.seats[event.seat], [by for by in self.stave if by != event.seat]
        one.longest = max(one.longest, len(event.cards))
        if len(event.cards) == len(others) + 1:
            one.borrowed = max(one.borrowed, len(others))
        for by in others:
            self.seats[by].lent += 1
        self.stave = []

    def _exchanged(self, event: Exchanged) -> None:
        one = self.seats[event.seat]
        one.paid = max(one.paid, sum(paid(event)))
        one.tip = max(one.tip, half_beats(paid(event)) // 2 - event.cards)


def awards_in(story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
    evening = Evening()
    for moment in story:
        evening.count(moment)
    yield from _of_melodies(evening.seats)
    yield from _of_beats(evening.seats, [one.lost + one.beats for one in evening.scores])


def _of_melodies(seats: list[Deeds]) -> Iterator[Award]:
    """Who are more see longer staves, and each lays fewer cards."""
    many = len(seats)
    long, lent, turns = min(6, 3 + many), max(5, 10 - many), max(3, 8 - many)
    yield from superlative("symphony", [one.longest for one in seats], usual=long, rare=2 * long)
    yield from superlative("last_word", [one.borrowed for one in seats], usual=3, rare=7)
    yield from superlative("ghostwriter", [one.lent for one in seats], usual=lent, rare=lent + 8)
    yield from superlative("weathercock", [one.changes for one in seats], usual=turns, rare=10)
    yield from superlative("full_stop", [one.full_stops for one in seats], usual=2, rare=6)


def _of_beats(seats: list[Deeds], lost: list[int]) -> Iterator[Award]:
    yield from superlative("lavish", [one.paid for one in seats], usual=4, rare=6)
    yield from superlative("tip", [one.tip for one in seats], usual=1, rare=4)
    yield from superlative("rest", [one.rests for one in seats], usual=1, rare=4)
    clean = [0 if half_points else sum(lost) for half_points in lost]
    yield from superlative("clean", clean, usual=4, rare=40)
