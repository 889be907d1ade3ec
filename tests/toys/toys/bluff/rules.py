"""Bluff: three pawns across win; otherwise most of them, when only one seat has any left."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from salon.core.capabilities import (
    Award,
    Countable,
    Keeping,
    Moment,
    Revealing,
    Rewarding,
    Studied,
    Truth,
)
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.keepsakes import Verse
from salon.core.luck import Luck
from salon.core.study import Study
from salon.core.superlatives import superlative, weight
from toys.bluff.model import (
    ALONE,
    FACES,
    NOBODY,
    NUMBERS,
    PAWNS,
    TO_WIN,
    Advanced,
    Announce,
    Announced,
    Believe,
    Believed,
    Crossed,
    Doubt,
    Doubted,
    Ended,
    Event,
    Fell,
    Looked,
    Move,
    Opened,
    OpenedView,
    Options,
    Pawns,
    Rolled,
    State,
    Story,
    TurnBegan,
    View,
)
from toys.bluff.study import study_in


class Bluff(
    Game[State, Move, Event, View, Options],
    Countable[State],
    Revealing[State, Event],
    Studied[State, Event],
    Rewarding[State, Event],
    Keeping[State],
):
    name, version, seats = "bluff", 1, range(2, 6)

    def start(self, options: Options, seats: int, luck: Luck) -> State:
        state = State(options=options, pawns=[Pawns() for _ in range(seats)])
        begin_turn(state, luck.below(seats), [], luck)
        return state

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.awaited:
            return ()
        if state.phase == "answer":
            return Believe(state.turn), Doubt(state.turn)
        return [Announce(number, state.turn) for number in NUMBERS]

    def truths(self, story: Iterable[Moment[State, Event]]) -> Iterator[Truth]:
        for step, state, events in story:
            for event in events:
                if isinstance(event, Announced) and state.die is not None:
                    lie = state.die != event.number
                    details = {"number": event.number, "die": state.die}
                    yield Truth(step, event.seat, "lie" if lie else "honest", lie, False, details)

    def study(self, story: Iterable[Moment[State, Event]]) -> Study | None:
        return study_in(story)

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        """Every table has one: some pawn was the first to fall, or none fell at all."""
        falls: list[Seat] = []
        lies: list[int] = []
        for _, state, events in story:
            lies = lies or [0] * len(state.pawns)
            falls += [event.seat for event in events if isinstance(event, Fell)]
            for said in [event for event in events if isinstance(event, Announced)]:
                lies[said.seat] += state.die != said.number
        yield from superlative("liar", lies, usual=1, rare=9)
        if falls:
            yield Award("first_fall", (falls[0],), weight(len(falls), 1, 20), {"n": len(falls)})
        elif lies:
            yield Award("dry", tuple(range(len(lies))), 100)

    def keepsakes(self, state: State) -> Iterator[Verse]:
        for seat, pawns in enumerate(state.pawns):
            yield Verse("", (f"{pawns.across} went across,", f"{pawns.fallen} fell."), seat)

    def awaited(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.awaited is None else ALONE[state.awaited]

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if move not in self.moves(state, seat):
            raise refusal(state, seat, move)
        story: Story = []
        match move:
            case Announce(number):
                announce(state, number, story, luck)
            case Believe():
                story.append(Told(Believed(seat, state.roller)))
                ask_next(state, seat, story, luck)
            case Doubt():
                doubt(state, seat, story, luck)
        return story

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            options=state.options,
            pawns=tuple([replace(pawns) for pawns in state.pawns]),
            roller=state.roller,
            turn=state.turn,
            phase=state.phase,
            awaited=state.awaited,
            die=state.die if seat == state.roller else None,
            number=state.number,
            opened=look_back(state.opened, state.options, seat),
        )

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        under_cup = view.die if seat == view.roller else luck.choice(FACES)
        return State(
            options=view.options,
            pawns=[replace(pawns) for pawns in view.pawns],
            roller=view.roller,
            turn=view.turn,
            phase=view.phase,
            awaited=view.awaited,
            die=None if view.phase == "over" else under_cup,
            number=view.number,
            opened=imagine_opened(view.opened, view.options, seat, luck),
        )

    def result(self, state: State) -> Result | None:
        return tally(state) if state.phase == "over" else None

    def flaw(self, state: State) -> str | None:
        for seat, pawns in enumerate(state.pawns):
            if pawns.reserve + (pawns.plank > 0) + pawns.fallen + pawns.across != PAWNS:
                return f"seat {seat} has not {PAWNS} pawns"
        return None


def begin_turn(state: State, roller: Seat, story: Story, luck: Luck) -> None:
    state.roller, state.awaited, state.phase = roller, roller, "announce"
    state.turn += 1
    state.number = None
    state.die = luck.choice(FACES)
    story.append(Told(TurnBegan(roller, state.turn)))
    story.append(Told(Rolled(state.die), ALONE[roller]))


def announce(state: State, number: int, story: Story, luck: Luck) -> None:
    """The pawn moves at once, before anybody answers."""
    pawns = state.pawns[state.roller]
    pawns.plank += number
    state.number, state.phase, state.opened = number, "answer", None
    story.append(Told(Announced(state.roller, number, pawns.plank)))
    ask_next(state, state.roller, story, luck)


def ask_next(state: State, after: Seat, story: Story, luck: Luck) -> None:
    """One after the other, clockwise; when nobody doubts, the announcement stands."""
    state.awaited = next_with_pawn(state, after, until=state.roller)
    if state.awaited is None:
        go_on(state, story, luck)


def next_with_pawn(state: State, after: Seat, until: Seat) -> Seat | None:
    seats = len(state.pawns)
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if seat == until:
            break
        if state.pawns[seat].plank:
            return seat
    return None


def doubt(state: State, doubter: Seat, story: Story, luck: Luck) -> None:
    assert state.number is not None and state.die is not None
    truth = state.die == state.number
    state.opened = Opened(state.roller, doubter, state.number, truth, state.die)
    story.append(Told(Doubted(doubter, state.roller, state.number, truth)))
    story.append(Told(Looked(state.die), lookers(state.opened, state.options)))
    fall(state, doubter if truth else state.roller, story)
    if not truth:
        state.pawns[doubter].plank += state.number
        story.append(Told(Advanced(doubter, state.pawns[doubter].plank)))
    go_on(state, story, luck)


def fall(state: State, seat: Seat, story: Story) -> None:
    pawns = state.pawns[seat]
    story.append(Told(Fell(seat, pawns.plank)))
    pawns.fallen += 1
    place(pawns)


def place(pawns: Pawns) -> None:
    """The next pawn is on the first plank, if one is left."""
    pawns.plank = 1 if pawns.reserve else 0
    pawns.reserve = max(0, pawns.reserve - 1)


def settle(state: State, story: Story) -> None:
    for seat, pawns in enumerate(state.pawns):
        if pawns.plank > state.options.planks:
            pawns.across += 1
            story.append(Told(Crossed(seat)))
            place(pawns)


def go_on(state: State, story: Story, luck: Luck) -> None:
    settle(state, story)
    after = next_with_pawn(state, state.roller, until=state.roller)
    alone = sum(pawns.plank > 0 for pawns in state.pawns) < 2
    if after is None or alone or any(pawns.across == TO_WIN for pawns in state.pawns):
        state.phase, state.awaited, state.die, state.number = "over", None, None, None
        result = tally(state)
        story.append(Told(Ended(result.winners, result.reason)))
    else:
        begin_turn(state, after, story, luck)


def tally(state: State) -> Result:
    scores = tuple(pawns.across for pawns in state.pawns)
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Result(winners, scores, "across" if best == TO_WIN else "last_pawn")


def lookers(opened: Opened | OpenedView, options: Options) -> frozenset[Seat] | None:
    """Who sees the die of an opened cup; a truth is plain to everybody."""
    if opened.truth or options.reveal == "everyone":
        return None
    return frozenset({opened.roller, opened.doubter})


def may_look(opened: Opened | OpenedView, options: Options, seat: Seat | None) -> bool:
    seen_by = lookers(opened, options)
    return seen_by is None or seat in seen_by


def look_back(opened: Opened | None, options: Options, seat: Seat | None) -> OpenedView | None:
    if opened is None:
        return None
    die = opened.die if may_look(opened, options, seat) else None
    return OpenedView(opened.roller, opened.doubter, opened.number, opened.truth, die)


def imagine_opened(
    opened: OpenedView | None, options: Options, seat: Seat | None, luck: Luck
) -> Opened | None:
    if opened is None:
        return None
    others = [face for face in FACES if face != opened.number]
    die = opened.die if may_look(opened, options, seat) else luck.choice(others)
    assert die is not None
    return Opened(opened.roller, opened.doubter, opened.number, opened.truth, die)


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    if state.phase == "over":
        return Illegal("over")
    if move.turn != state.turn:
        return Illegal("late")
    if seat != state.awaited:
        return Illegal("not_asked", seat=state.awaited)
    return Illegal("not_now")


game = Bluff()
