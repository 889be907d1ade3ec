"""Ciao Ciao: announce what the die says, or what it does not, and get your pawns over the bridge.

The rulings CC1 to CC29 named here are explained in RULES.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from salon.core.capabilities import Award, Countable, Moment, Revealing, Rewarding, Studied, Truth
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck
from salon.core.study import Study
from salon.games.ciao_ciao.awards import awards_in
from salon.games.ciao_ciao.model import (
    ALONE,
    ANNOUNCEMENTS,
    ANSWERS,
    BELIEVED,
    CLOCKWISE,
    FACES,
    NOBODY,
    PAIRS,
    PAWNS,
    ROLLED,
    TO_WIN,
    Advanced,
    Announce,
    Announced,
    Believe,
    Crossed,
    Doubt,
    Doubted,
    Drop,
    Ended,
    Event,
    Fell,
    Looked,
    Move,
    Opened,
    OpenedView,
    Options,
    Pawns,
    RanOut,
    State,
    Story,
    ThirdCrossed,
    Toppled,
    TurnBegan,
    View,
    WalkedOver,
)
from salon.games.ciao_ciao.study import study_in
from salon.games.ciao_ciao.truths import truths_in


class CiaoCiao(
    Game[State, Move, Event, View, Options],
    Countable[State],
    Revealing[State, Event],
    Studied[State, Event],
    Rewarding[State, Event],
):
    name = "ciao_ciao"
    version = 1
    seats = range(2, 6)

    def start(self, options: Options, seats: int, luck: Luck) -> State:
        state = State(options=options, pawns=[Pawns() for _ in range(seats)])
        begin_turn(state, luck.below(seats), [], luck)
        return state

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.awaited:
            return ()
        if state.phase == "answer":
            return ANSWERS[state.turn]
        if state.phase == "announce":
            return ANNOUNCEMENTS[state.turn]
        return tuple(Drop(step, state.turn) for step in state.pawns[seat].podium)

    def awaited(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.awaited is None else ALONE[state.awaited]

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if move not in self.moves(state, seat):
            raise refusal(state, seat, move)
        story: Story = []
        if type(move) is Announce:  # `match` asks isinstance, which is slow to say no
            announce(state, move.number, story, luck)
        elif type(move) is Believe:
            story.append(BELIEVED[seat][state.roller])
            ask_next(state, seat, story, luck)
        elif type(move) is Doubt:
            doubt(state, seat, story, luck)
        elif type(move) is Drop:
            topple(state, seat, move.step, story)
            next_turn(state, story, luck)
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
            arrivals=state.arrivals,
            opened=look_back(state.opened, state.options, seat),
        )

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        return State(
            options=view.options,
            pawns=[replace(pawns) for pawns in view.pawns],
            roller=view.roller,
            turn=view.turn,
            phase=view.phase,
            awaited=view.awaited,
            die=imagine_die(view, seat, luck),
            number=view.number,
            arrivals=view.arrivals,
            opened=imagine_opened(view.opened, view.options, seat, luck),
        )

    def result(self, state: State) -> Result | None:
        return tally(state) if state.phase == "over" else None

    def truths(self, story: Iterable[Moment[State, Event]]) -> Iterator[Truth]:
        return truths_in(story)

    def study(self, story: Iterable[Moment[State, Event]]) -> Study | None:
        return study_in(story)

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        return awards_in(story)

    def flaw(self, state: State) -> str | None:
        for seat, pawns in enumerate(state.pawns):
            on_bridge = pawns.plank > 0
            if pawns.reserve + on_bridge + len(pawns.podium) + pawns.fallen != PAWNS:
                return f"seat {seat} has not {PAWNS} pawns"
            if pawns.reserve > 0 and not on_bridge:
                return f"seat {seat} has pawns in reserve and none on the bridge"
        steps = [step for pawns in state.pawns for step in pawns.podium]
        if len(set(steps)) != len(steps) or any(step > state.arrivals for step in steps):
            return f"the steps {steps} are taken by {state.arrivals} arrivals"
        return None


# The turn.


def begin_turn(state: State, roller: Seat, story: Story, luck: Luck) -> None:
    """The die falls, unless nobody can ever doubt again (CC26)."""
    state.roller = roller
    state.turn = turn = state.turn + 1
    state.number = None
    if next_doubter(state, roller) is None:
        walk_over(state, story)
        return
    state.phase = "announce"
    state.awaited = roller
    state.die = die = luck.choice(FACES)
    story.append(Told(TurnBegan(roller, turn)))
    story.append(ROLLED[roller][die])


def announce(state: State, number: int, story: Story, luck: Luck) -> None:
    """The pawn moves at once, before anybody answers (CC3)."""
    roller = state.roller
    pawns = state.pawns[roller]
    pawns.plank = plank = pawns.plank + number
    state.number = number
    state.phase = "answer"
    if state.opened is not None:
        state.opened = None
    across = plank > state.options.planks
    story.append(Told(Announced(roller, number, plank, across)))
    ask_next(state, roller, story, luck)


def ask_next(state: State, after: Seat, story: Story, luck: Luck) -> None:
    """Ask one after the other, clockwise; when nobody doubts, the announcement stands (CC7)."""
    seat = next_doubter(state, after)
    if seat is not None:
        state.awaited = seat
        return
    state.die = None  # shaken before anybody sees it
    settle(state, state.roller, story)
    next_turn(state, story, luck)


def next_doubter(state: State, after: Seat) -> Seat | None:
    """The next seat before the roller that has something to lose (CC8)."""
    pawns, roller = state.pawns, state.roller
    for seat in CLOCKWISE[len(pawns)][after]:
        if seat == roller:
            break
        if pawns[seat].plank or pawns[seat].podium:
            return seat
    return None


def doubt(state: State, doubter: Seat, story: Story, luck: Luck) -> None:
    """The doubter looks into the cup, and somebody falls."""
    roller, number, die = state.roller, state.number, state.die
    assert number is not None and die is not None
    truth = die == number
    state.opened = Opened(roller, doubter, number, truth, die)
    state.die = None
    story.append(Told(Doubted(doubter, roller, number, truth)))
    story.append(Told(Looked(die), lookers(state.opened, state.options)))
    if truth:
        uphold(state, doubter, story, luck)
    else:
        catch(state, doubter, number, story, luck)


def uphold(state: State, doubter: Seat, story: Story, luck: Luck) -> None:
    """The announcement was true: it stands, and the doubter loses a pawn (CC11, CC12, CC22)."""
    settle(state, state.roller, story)
    if state.phase == "over":
        return
    pawns = state.pawns[doubter]
    if pawns.plank > 0:
        fall(state, doubter, story)
    elif len(pawns.podium) > 1 and state.options.podium_fall == "owner":
        state.phase = "drop"
        state.awaited = doubter
        return
    else:
        topple(state, doubter, pawns.podium[-1], story)
    next_turn(state, story, luck)


def catch(state: State, doubter: Seat, number: int, story: Story, luck: Luck) -> None:
    """The bluffer falls; then the doubter advances by the announced number (CC16 to CC19)."""
    fall(state, state.roller, story)
    pawns = state.pawns[doubter]
    if pawns.plank > 0:
        pawns.plank = plank = pawns.plank + number
        story.append(Told(Advanced(doubter, number, plank)))
        settle(state, doubter, story)
    next_turn(state, story, luck)


def settle(state: State, seat: Seat, story: Story) -> None:
    """A pawn beyond the last plank takes the next step of the podium, or wins (CC2, CC15)."""
    pawns = state.pawns[seat]
    if pawns.plank <= state.options.planks:
        return
    if len(pawns.podium) == TO_WIN - 1:
        story.append(Told(ThirdCrossed(seat)))
        end(state, story)
        return
    state.arrivals += 1
    pawns.podium += (state.arrivals,)
    story.append(Told(Crossed(seat, state.arrivals)))
    place(pawns, seat, story)


def fall(state: State, seat: Seat, story: Story) -> None:
    pawns = state.pawns[seat]
    pawns.fallen += 1
    story.append(Told(Fell(seat, pawns.plank)))
    place(pawns, seat, story)


def topple(state: State, seat: Seat, step: int, story: Story) -> None:
    """The step stays empty (CC14)."""
    pawns = state.pawns[seat]
    pawns.podium = tuple(other for other in pawns.podium if other != step)
    pawns.fallen += 1
    story.append(Told(Toppled(seat, step)))


def place(pawns: Pawns, seat: Seat, story: Story) -> None:
    """A new pawn on the first plank, if one is left (CC20)."""
    if pawns.reserve > 0:
        pawns.reserve -= 1
        pawns.plank = 1
    else:
        pawns.plank = 0
        story.append(Told(RanOut(seat)))


def next_turn(state: State, story: Story, luck: Luck) -> None:
    """The next seat clockwise that has a pawn on the bridge (CC28)."""
    if state.phase == "over":
        return
    pawns = state.pawns
    for seat in CLOCKWISE[len(pawns)][state.roller]:
        if pawns[seat].plank:
            begin_turn(state, seat, story, luck)
            return
    end(state, story)


def walk_over(state: State, story: Story) -> None:
    """Nobody can stop the last one: the pawns cross one by one, to the third or the last (CC26)."""
    story.append(Told(WalkedOver(state.roller)))
    pawns = state.pawns[state.roller]
    while pawns.plank > 0 and state.phase != "over":
        pawns.plank = state.options.planks + 1
        settle(state, state.roller, story)
    if state.phase != "over":
        end(state, story)


def end(state: State, story: Story) -> None:
    state.phase = "over"
    state.awaited = None
    state.number = None
    result = tally(state)
    story.append(Told(Ended(result.winners, result.reason)))


def tally(state: State) -> Result:
    """The third pawn wins, whatever the points; otherwise most points, shared if equal (CC23)."""
    scores = tuple(sum(pawns.podium) for pawns in state.pawns)
    for seat, pawns in enumerate(state.pawns):
        if pawns.plank > state.options.planks:
            return Result((seat,), scores, "third_pawn")
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Result(winners, scores, "points" if best > 0 else "empty_podium")


# Who knows what.


def lookers(opened: Opened | OpenedView, options: Options) -> frozenset[Seat] | None:
    """Who sees the die of an opened cup (CC9); a truth is plain to everybody."""
    if opened.truth or options.reveal == "everyone":
        return None
    return PAIRS[opened.roller][opened.doubter]


def may_look(opened: Opened | OpenedView, options: Options, seat: Seat | None) -> bool:
    seen_by = lookers(opened, options)
    return seen_by is None or seat in seen_by


def look_back(opened: Opened | None, options: Options, seat: Seat | None) -> OpenedView | None:
    if opened is None:
        return None
    die = opened.die if may_look(opened, options, seat) else None
    return OpenedView(opened.roller, opened.doubter, opened.number, opened.truth, die)


def imagine_die(view: View, seat: Seat | None, luck: Luck) -> int | None:
    if view.phase not in ("announce", "answer"):
        return None
    return view.die if seat == view.roller else luck.choice(FACES)


def imagine_opened(
    opened: OpenedView | None, options: Options, seat: Seat | None, luck: Luck
) -> Opened | None:
    """Those who did not look know only that a caught bluffer had something else."""
    if opened is None:
        return None
    other_faces = [face for face in FACES if face != opened.number]
    die = opened.die if may_look(opened, options, seat) else luck.choice(other_faces)
    assert die is not None
    return Opened(opened.roller, opened.doubter, opened.number, opened.truth, die)


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    """Why a move that is not on offer is not."""
    if state.phase == "over":
        return Illegal("over")
    if move.turn != state.turn:
        return Illegal("late")
    if seat != state.awaited:
        return Illegal("not_asked", seat=state.awaited)
    return Illegal("not_now")


game = CiaoCiao()
