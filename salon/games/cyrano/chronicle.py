"""What happened at a table that is worth a laugh afterwards, counted step by step."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from salon.core.capabilities import Moment
from salon.core.contract import Seat
from salon.games.cyrano.model import (
    AllRead,
    Climbed,
    Drawn,
    Duelled,
    Event,
    Language,
    Page,
    Revealed,
    Round,
    Said,
    Settled,
    State,
    Which,
)
from salon.games.cyrano.words import users

Poem = tuple[int, Seat]  # by round and poet


class Chronicle:
    """Of texts it knows only where they stand: what was hidden since is not told."""

    def __init__(self) -> None:
        self.seats = 0
        self.language: Language = "en"  # of the poems
        self.round = 1
        self.album: list[Round] = []  # as it is now
        self.original: Counter[Seat] = Counter()  # words that nobody else had
        self.votes: dict[Seat, list[Seat]] = defaultdict(list)  # for whom, by voter
        self.unanimous: Counter[Seat] = Counter()  # rounds in which all the others chose this one
        self.alone: Counter[Seat] = Counter()  # votes for somebody whom nobody else chose
        self.hearts: Counter[tuple[Poem, Which]] = Counter()  # from others, by line
        self.twins: Counter[tuple[Seat, ...]] = Counter()  # end words that two of them had
        self.accepted: Counter[tuple[Poem, str]] = Counter()  # judges for a word against the ear
        self.duellists: tuple[Seat, ...] = ()
        self.said: list[bool] = []  # in the duel: whether it rhymes

    def page(self, poem: Poem) -> Page | None:
        """None: it is not shown."""
        number, poet = poem
        pages = [page for one in self.album if one.number == number for page in one.pages]
        return next((one for one in pages if one.poet == poet and any(one.lines)), None)

    def go_on(self, state: State, events: list[Event]) -> None:
        self.seats, self.album = len(state.players), state.album
        self.language = state.options.language
        self._open_votes([event for event in events if isinstance(event, Revealed)])
        for event in events:
            self._hear(state, event)

    def _hear(self, state: State, event: Event) -> None:
        match event:
            case Drawn(round=number):
                self.round = number
            case AllRead():
                self._compare(state)
            case Climbed(seat=seat, marks=marks):
                self.original[seat] += marks
            case Duelled(seats=seats):
                self.duellists = seats
            case Said(rhymes=rhymes):
                self.said.append(rhymes)
            case Settled():
                self._settle(state, event)
            case _:
                pass

    def _compare(self, state: State) -> None:
        for poets in users(state).values():
            self.twins.update(combinations(poets, 2))

    def _settle(self, state: State, event: Settled) -> None:
        """In the duel it is always the last sentence that was contested."""
        if self.duellists:
            self.said[-1] = event.rhymes
            return
        for case in state.settled:
            if case.number == event.contest and case.rhymes and not case.proposed:
                self.accepted[(self.round, case.poet), case.word] = sum(case.votes.values())

    def _open_votes(self, votes: list[Revealed]) -> None:
        for vote in votes:
            self.votes[vote.seat].append(vote.poet)
            if vote.poet != vote.seat and vote.agreed == 0:
                self.alone[vote.seat] += 1
            if vote.poet != vote.seat and vote.line is not None:
                self.hearts[(self.round, vote.poet), vote.line] += 1
        for poet in {vote.poet for vote in votes}:
            self.unanimous[poet] += all(vote.poet == poet for vote in votes if vote.seat != poet)


def read(story: Iterable[Moment[State, Event]]) -> Chronicle:
    told = Chronicle()
    for _, state, events in story:
        told.go_on(state, events)
    return told
