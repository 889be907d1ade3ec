"""Cir*Kis: lay glass beside the piece laid last, and own most of a circle or a star when it is
full. The rulings CK1 to CK18 named here are explained in docs/cir_kis.md.
"""

from collections.abc import Iterable, Iterator, Sequence

from salon.core.capabilities import (
    Askable,
    Award,
    Countable,
    Keeping,
    Moment,
    Rewarding,
    Shareable,
    Teamed,
)
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.keepsakes import Picture
from salon.core.luck import Luck
from salon.games.cir_kis.awards import awards_in
from salon.games.cir_kis.board import (
    CENTRE_RING,
    CENTRE_STAR,
    COUNTS,
    PIECES,
    PLACEMENTS,
    SPACES,
    Placement,
    mask_of,
)
from salon.games.cir_kis.keepsakes import picture
from salon.games.cir_kis.model import (
    BEGIN,
    NUMBER,
    PLACE,
    Because,
    Began,
    Completed,
    Done,
    Ended,
    Event,
    FreeTurn,
    Laid,
    LastPiece,
    Move,
    Options,
    Passed,
    Place,
    Placed,
    Prospect,
    Reason,
    RoundOver,
    State,
    Tie,
    View,
    Wasted,
    Why,
)
from salon.games.cir_kis.position import (
    GOAL,
    LAST_PIECE,
    LONG_GOAL,
    End,
    Full,
    Position,
    Step,
    sides,
)

MOST_ROUNDS = 12
OPENING = CENTRE_STAR.mask | CENTRE_RING.mask

Tell = list[Told[Event]]


def _placed(seat: Seat, one: Placement) -> Placed:
    return Placed(
        seat=seat,
        piece=PIECES[one.piece],
        spaces=one.spaces,
        on="figure" if one.figures else "between",
        figures=tuple(figure.name for figure in one.figures),
    )


PLACED = tuple(tuple(_placed(seat, one) for one in PLACEMENTS) for seat in range(4))


Teams = tuple[tuple[Seat, ...], ...]
PARTNERS: Teams = ((0, 2), (1, 3))


class CirKis(
    Game[State, Move, Event, View, Options],
    Askable[State],
    Teamed[Options],
    Shareable[State],
    Rewarding[State, Event],
    Keeping[State],
    Countable[State],
):
    name = "cir_kis"
    version = 1
    seats = range(2, 5)
    question = Why
    reply = Because

    def start(self, options: Options, seats: int, luck: Luck) -> State:
        if options.teams and seats != 4:
            raise Illegal("teams_of_four")
        first = luck.below(seats)
        return State(
            centre_ring=options.centre_ring,
            match=options.match,
            teams=options.teams,
            starter=first,
            turn=first,
            left=[list(COUNTS) for _ in range(seats)],
            scores=[0] * seats,
            totals=[0] * seats,
        )

    def teams(self, options: Options, seats: int) -> Teams:
        return PARTNERS if options.teams and seats == 4 else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn or state.phase == "over":
            return ()
        if state.phase == "between":
            return (BEGIN,)
        return [PLACE[number] for number in position(state).legal()]

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.phase == "over" else frozenset((state.turn,))

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Tell:  # noqa: ARG002
        if seat != state.turn:
            raise Illegal("not_your_turn")
        if type(move) is not Place:
            return _begin(state, seat)
        if state.phase not in ("turn", "free"):
            raise Illegal("begin_first")
        now = position(state)
        number = _number(now, move)
        step = now.place(number)
        done = [_done(now, seat, one) for one in step.completed]
        _settle(state, now, (seat, number), done)
        told = _tell(seat, number, step, done)
        return told if step.end is None else [*told, *_end_round(state, step.end)]

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            centre_ring=state.centre_ring,
            match=state.match,
            teams=state.teams,
            round=state.round,
            starter=state.starter,
            turn=state.turn,
            phase=state.phase,
            laid=tuple(Laid(who, PLACE[n].piece, PLACE[n].spaces) for who, n in state.laid),
            done=tuple(state.done),
            left=tuple(map(tuple, state.left)),
            scores=tuple(state.scores),
            totals=tuple(state.totals),
            ended=state.ended,
            tie=_winners(state)[1] if state.phase == "over" else None,
            goal=GOAL,
            long_goal=LONG_GOAL,
            sides=PARTNERS if state.teams else tuple((one,) for one in range(len(state.left))),
            prospects=_prospects(state) if seat == state.turn else (),
        )

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:  # noqa: ARG002
        """Nothing is hidden."""
        return State(
            centre_ring=view.centre_ring,
            match=view.match,
            teams=view.teams,
            round=view.round,
            starter=view.starter,
            turn=view.turn,
            phase=view.phase,
            laid=[(one.seat, NUMBER[Place(one.piece, one.spaces)]) for one in view.laid],
            done=list(view.done),
            left=list(map(list, view.left)),
            scores=list(view.scores),
            totals=list(view.totals),
            ended=view.ended,
        )

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        winners, _ = _winners(state)
        teams = PARTNERS if state.teams else ()
        scores = sides(_sums(state), state.teams)  # partners have theirs together
        return Result(winners, tuple(scores), _reason(state), teams)

    def is_open(self, state: State) -> bool:  # noqa: ARG002
        return True

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        return awards_in(story)

    def keepsakes(self, state: State) -> Iterator[Picture]:
        yield picture(state)

    def answer(self, state: State, seat: Seat, question: Why) -> Because:
        if seat != state.turn or state.phase not in ("turn", "free"):
            return Because("not_your_turn")
        return Because(_why(position(state), question))

    def flaw(self, state: State) -> str | None:
        filled = 0
        for seat, number in state.laid:
            if filled & PLACEMENTS[number].mask:
                return f"{PLACE[number]} lies on other glass"
            filled |= PLACEMENTS[number].mask
            if not 0 <= seat < len(state.left):
                return f"nobody laid {PLACE[number]}"
        for seat, left in enumerate(state.left):
            laid = [PLACEMENTS[number].piece for who, number in state.laid if who == seat]
            if [left[kind] + laid.count(kind) for kind in range(len(PIECES))] != list(COUNTS):
                return f"seat {seat} has lost or found pieces"
        return None


def position(state: State) -> Position:
    """The round as it stands."""
    now = Position(len(state.left), state.turn, ring=state.centre_ring, teams=state.teams)
    glass = now.glass
    for seat, number in state.laid:
        glass[seat] |= PLACEMENTS[number].mask
        now.leader = number
    for mine in glass:
        now.filled |= mine
    now.left, now.scores, now.free = state.left, state.scores, state.phase == "free"
    return now


# What may be laid


def _number(now: Position, move: Place) -> int:
    """The placement meant by a move, or why it cannot be."""
    number = NUMBER.get(move)
    if number is None:
        number = NUMBER.get(Place(move.piece, tuple(sorted(move.spaces))))
    if not now.left[now.turn][PIECES.index(move.piece)]:
        raise Illegal("none_left")
    if number is None:
        raise Illegal(_misfit(now, move))
    one = PLACEMENTS[number]
    if one.mask & now.filled:
        raise Illegal("filled")
    if not _is_beside(now, one):
        raise Illegal(_astray(now))
    return number


def _misfit(now: Position, move: Place) -> str:
    on_board = all(0 <= space < SPACES for space in move.spaces)
    return "filled" if on_board and mask_of(set(move.spaces)) & now.filled else "does_not_fit"


def _is_beside(now: Position, one: Placement) -> bool:
    """Whether it lies where a piece may be laid now (CK2, CK3, CK6)."""
    if now.leader is None:
        return bool(one.mask & OPENING)
    return bool(one.around & (now.filled if now.free else PLACEMENTS[now.leader].mask))


def _astray(now: Position) -> str:
    if now.leader is None:
        return "not_at_the_centre"
    return "touches_nothing" if now.free else "not_at_the_leader"


def _why(now: Position, question: Why) -> str | None:
    """The reason that keeps even the best placement of this piece away from this space."""
    piece = PIECES.index(question.piece)
    if not now.left[now.turn][piece]:
        return "none_left"
    if now.filled >> question.space & 1:
        return "filled"
    there = [one for one in PLACEMENTS if one.piece == piece and question.space in one.spaces]
    fitting = [one for one in there if not one.mask & now.filled]
    if not fitting:
        return "does_not_fit"
    return None if any(_is_beside(now, one) for one in fitting) else _astray(now)


# What it does


def _done(now: Position, seat: Seat, one: Full) -> Done:
    return Done(one.figure.name, seat, one.dominant, tuple(now.points([one], seat)))


def _settle(state: State, now: Position, laid: tuple[Seat, int], done: list[Done]) -> None:
    """The state after a placement; pieces and points are counted already."""
    state.laid.append(laid)
    state.done += done
    state.turn, state.phase = now.turn, "free" if now.free else "turn"


def _tell(seat: Seat, number: int, step: Step, done: list[Done]) -> Tell:
    told: Tell = [Told(PLACED[seat][number])]
    told += [Told(_completed(one)) for one in done]
    if step.last_piece:
        told.append(Told(LastPiece(seat, LAST_PIECE)))
    if step.free is not None:
        told.append(Told(FreeTurn(seat, step.free)))
    if step.wasted:
        told.append(Told(Wasted(seat)))
    return told + [Told(Passed(other)) for other in step.passed]


def _completed(done: Done) -> Completed:
    return Completed(
        seat=done.seat,
        figure=done.figure,
        dominant=done.dominant,
        dominant_points=0 if done.dominant is None else done.points[done.dominant],
        finisher_points=0 if done.dominant == done.seat else done.points[done.seat],
    )


def _end_round(state: State, reason: End) -> Tell:
    state.ended = reason
    if state.match:
        told: Tell = [Told(RoundOver(state.round, reason, tuple(state.scores)))]
        if not _is_decided(state):
            state.phase, state.turn = "between", (state.starter + 1) % len(state.left)
            return told
    else:
        told = []
    state.phase = "over"
    winners, tie = _winners(state)
    return [*told, Told(Ended(winners, _reason(state), tie))]


def _begin(state: State, seat: Seat) -> Tell:
    """The starter moves one seat to the left each round (CK17)."""
    if state.phase != "between":
        raise Illegal("round_goes_on")
    state.totals = _sums(state)
    state.round += 1
    state.starter = seat
    state.phase = "turn"
    state.laid, state.done = [], []
    state.left = [list(COUNTS) for _ in state.left]
    state.scores = [0] * len(state.left)
    state.ended = None
    return [Told(Began(seat, state.round))]


# Who wins


def _sums(state: State) -> list[int]:
    """All rounds together."""
    return [a + b for a, b in zip(state.totals, state.scores, strict=True)]


def _is_decided(state: State) -> bool:
    return max(sides(_sums(state), state.teams)) >= LONG_GOAL or state.round == MOST_ROUNDS


def _reason(state: State) -> Reason:
    assert state.ended is not None
    if not state.match:
        return state.ended
    return "hundred" if max(sides(_sums(state), state.teams)) >= LONG_GOAL else "twelve_rounds"


def _winners(state: State) -> tuple[tuple[Seat, ...], Tie | None]:
    """Most points, then most unplayed pieces, then shared (CK15)."""
    points = sides(_sums(state), state.teams)
    unplayed = sides([sum(pieces) for pieces in state.left], state.teams)
    best = [seat for seat, sum_ in enumerate(points) if sum_ == max(points)]
    most = max(unplayed[seat] for seat in best)
    winners = tuple(seat for seat in best if unplayed[seat] == most)
    if _count_sides(winners, state) > 1:
        return winners, "shared"
    return winners, None if _count_sides(best, state) == 1 else "unplayed"


def _count_sides(seats: Sequence[Seat], state: State) -> int:
    return len({seat % 2 for seat in seats}) if state.teams else len(seats)


def _prospects(state: State) -> tuple[Prospect, ...]:
    """The moves that would bring points or a free turn."""
    if state.phase not in ("turn", "free"):
        return ()
    now = position(state)
    found = (_prospect(now, at, PLACEMENTS[n]) for at, n in enumerate(now.legal()))
    return tuple(one for one in found if one is not None)


def _prospect(now: Position, at: int, one: Placement) -> Prospect | None:
    completed, last_piece = now.completes(one), now.is_last_piece()
    if not (completed or last_piece or now.earns(one, completed)):
        return None
    points = now.points(completed, now.turn)
    points[now.turn] += LAST_PIECE * last_piece
    step = now.copy().place(one.number)
    free = None if step.wasted else step.free
    return Prospect(at, tuple(points), tuple(one.figure.name for one in completed), free)


game = CirKis()
