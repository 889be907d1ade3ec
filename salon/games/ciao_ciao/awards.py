"""What was remarkable on the bridge: who lied well, who was doubted in vain, who fell deepest."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from salon.core.capabilities import Award, Moment
from salon.core.superlatives import superlative
from salon.games.ciao_ciao.model import (
    NUMBERS,
    TO_WIN,
    Announced,
    Crossed,
    Doubted,
    Event,
    Fell,
    State,
    ThirdCrossed,
    Toppled,
)

DEPTHS = {"plank": 36, "bank": 48, "podium": 62, "third": 88}  # how remarkable a fall from there is


class Fall(Struct, frozen=True, order=True):
    depth: int
    place: str
    at: int  # a plank, or a step of the podium


class Deeds(Struct):
    """What one seat did."""

    said: int = 0  # announcements
    lies: int = 0
    caught: int = 0
    unearned: int = 0  # planks walked by lies that nobody doubted
    slandered: int = 0  # doubted although it was true
    wrong: int = 0  # doubts
    right: int = 0
    highest: int = 0  # how often its die showed the highest number
    across: int = 0  # pawns that ever were
    falls: int = 0
    deepest: Fall = Fall(0, "", 0)


class Evening:
    """Everybody's deeds, counted step by step."""

    def __init__(self) -> None:
        self.seats: list[Deeds] = []
        self.steps: list[int] = []  # of the podium that each had taken before

    def count(self, moment: Moment[State, Event]) -> None:
        pawns = moment.state.pawns
        if not self.seats:
            self.seats, self.steps = [Deeds() for _ in pawns], [0 for _ in pawns]
        for event in moment.events:
            self._count(event, moment.state)
        self.steps = [len(one.podium) for one in pawns]

    def _count(self, event: Event, state: State) -> None:
        if isinstance(event, Announced):
            self._announced(event, state.die)
        elif isinstance(event, Doubted):
            self._doubted(event)
        elif isinstance(event, Fell):
            self._fell(event.seat, *self._place(event, state.options.planks), event.plank)
        elif isinstance(event, Toppled):
            self._fell(event.seat, "podium", 0, event.step)
        elif isinstance(event, Crossed | ThirdCrossed):
            self.seats[event.seat].across += 1

    def _announced(self, event: Announced, die: int | None) -> None:
        one, lie = self.seats[event.seat], event.number != die
        one.said += 1
        one.highest += die == NUMBERS[-1]
        one.lies += lie
        one.unearned += event.number * lie

    def _doubted(self, event: Doubted) -> None:
        roller, doubter = self.seats[event.roller], self.seats[event.seat]
        roller.slandered += event.truth
        doubter.wrong += event.truth
        doubter.right += not event.truth
        roller.caught += not event.truth
        roller.unearned -= 0 if event.truth else event.number

    def _place(self, event: Fell, planks: int) -> tuple[str, int]:
        """Where from, and how much further than from the last plank but one."""
        if event.plank <= planks:
            return "plank", 2 * (event.plank - planks)
        return ("third" if self.steps[event.seat] == TO_WIN - 1 else "bank"), 0

    def _fell(self, seat: int, place: str, less: int, at: int) -> None:
        one = self.seats[seat]
        one.falls += 1
        one.deepest = max(one.deepest, Fall(DEPTHS[place] + less, place, at))


def awards_in(story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
    evening = Evening()
    for moment in story:
        evening.count(moment)
    yield from _of_tongues(evening.seats)
    yield from _of_ears(evening.seats)
    yield from _of_feet(evening.seats)


def _of_tongues(seats: list[Deeds]) -> Iterator[Award]:
    bold = [one.lies if one.caught else 0 for one in seats]
    caught = [{"caught": one.caught} for one in seats]
    yield from superlative("baron", bold, usual=4, rare=9, details=caught)
    yield from superlative("poker_face", [one.unearned for one in seats], usual=6, rare=19)
    plain = [0 if one.lies else one.said for one in seats]
    yield from superlative("honest", plain, usual=4, rare=11)


def _of_ears(seats: list[Deeds]) -> Iterator[Award]:
    yield from superlative("detector", [one.right for one in seats], usual=2, rare=6)
    yield from superlative("sceptic", [one.wrong for one in seats], usual=3, rare=8)
    if len(seats) > 2:  # of two it is the same story
        yield from superlative("cassandra", [one.slandered for one in seats], usual=3, rare=9)


def _of_feet(seats: list[Deeds]) -> Iterator[Award]:
    deepest = [one.deepest for one in seats]
    depths = [one.depth for one in deepest]
    places: list[dict[str, int | str]] = [{"place": one.place, "at": one.at} for one in deepest]
    yield from superlative("icarus", depths, usual=30, rare=90, details=places)
    wet = sum(one.falls for one in seats)
    dry = [wet if one.across and not one.falls else 0 for one in seats]
    yield from superlative("dry_feet", dry, usual=4, rare=18)
    yield from superlative("lucky", [one.highest for one in seats], usual=3, rare=7)
