"""What happened at a table that is worth a laugh afterwards, counted step by step."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from salon.core.capabilities import Moment
from salon.core.contract import Seat
from salon.games.romancier_scilof.model import (
    Answered,
    Completed,
    Event,
    Exchanged,
    Letter,
    Posted,
    Refused,
    State,
    Went,
    ends,
)

Two = tuple[Seat, Seat]
T = TypeVar("T")


class Chronicle:
    def __init__(self) -> None:
        self.state: State | None = None  # None: nothing has happened
        self.sent: Counter[Seat] = Counter()  # letters and answers
        self.pairs: Counter[Two] = Counter()  # answers between two
        self.trips: Counter[Letter] = Counter()  # from hand to hand
        self.turns: Counter[Seat] = Counter()  # how often another value was most of the letters
        self.undaunted: Counter[Seat] = Counter()  # refusals after which another letter was sent
        self.late: list[Seat] = []  # complete after closing
        self._refused: Counter[Seat] = Counter()
        self._most: dict[Seat, str] = {}  # the value of which there were most
        self._closed: set[Seat] = set()  # whose office was closed before this step

    def go_on(self, state: State, events: list[Event]) -> None:
        self.state = state
        for event, then in pairwise([*events, None]):
            if isinstance(event, Answered) and isinstance(then, Exchanged):
                self._exchange(state, event, then)
            elif event is not None:
                self._hear(state, event)
        self._closed = {
            seat
            for commune in state.communes
            if commune.phase == "closed"
            for seat in commune.members
        }

    def _exchange(self, state: State, answer: Answered, swap: Exchanged) -> None:
        """The first to be told what an answer meant is who gave it."""
        seat, to = answer.seat, answer.to
        if not answer.forced:
            self.sent[seat] += 1
            self.pairs[min(seat, to), max(seat, to)] += 1
        self.trips.update(letter for letter in (swap.gave, swap.got) if letter is not None)
        self._weigh(state, seat)
        self._weigh(state, to)

    def _hear(self, state: State, event: Event) -> None:
        match event:
            case Posted(seat=seat):
                self.sent[seat] += 1
                self.undaunted[seat] = self._refused[seat]
            case Refused(seat=seat, to=to) if not state.players[seat].closer:
                self._refused[to] += 1
            case Completed(seat=seat) if seat in self._closed and not state.players[seat].left:
                self.late.append(seat)
            case Went(seat=seat):
                self._take_along(state.players[seat].number)
            case _:
                pass

    def _weigh(self, state: State, seat: Seat) -> None:
        """Whether this seat has more of another value than before."""
        sent = [mail.letter for one, mail in state.office.items() if ends(one)[0] == seat]
        values = Counter(letter[0] for letter in (*state.players[seat].hand, *sent))
        if (first := lead(values, 2)) is not None:
            self.turns[seat] += self._most.get(seat, first.who) != first.who
            self._most[seat] = first.who

    def _take_along(self, number: int) -> None:
        """Who comes next with this number has letters of their own."""
        for letter in [one for one in self.trips if one[1] == str(number)]:
            del self.trips[letter]


class Lead(NamedTuple, Generic[T]):
    who: T
    most: int
    ahead: int  # of the next


def lead(counts: Counter[T], least: int) -> Lead[T] | None:
    """Who alone has most, and so many at least."""
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < least:
        return None
    (who, most), *others = ranked
    ahead = most - others[0][1] if others else most
    return Lead(who, most, ahead) if ahead else None


def read(story: Iterable[Moment[State, Event]]) -> Chronicle:
    told = Chronicle()
    for _, state, events in story:
        told.go_on(state, events)
    return told
