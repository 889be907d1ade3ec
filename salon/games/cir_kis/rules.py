"""Cir*Kis: lay glass beside the piece laid last, and own most of a circle or a star when it is
full. The rulings CK1 to CK18 named here are explained in RULES.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from salon.core import contract
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck
from salon.games.cir_kis.board import (
    CENTRE_RING,
    CENTRE_STAR,
    COUNTS,
    PIECES,
    PLACEMENTS,
    SPACES,
    Piece,
    Placement,
    mask_of,
)
from salon.games.cir_kis.position import LAST_PIECE, End, Free, Full, Position, Step, sides

Phase = Literal["turn", "free", "between", "over"]
Reason = Literal["forty", "last_piece", "nobody", "hundred", "twelve_rounds"]
Tie = Literal["unplayed", "shared"]

LONG_GOAL = 100
MOST_ROUNDS = 12
OPENING = CENTRE_STAR.mask | CENTRE_RING.mask


class Options(contract.Options, frozen=True):
    centre_ring: bool = False  # the ten kites around the Centre Star count too
    match: bool = False  # rounds, to 100 points
    teams: bool = False  # opposite seats are partners


# Moves.


Space = Annotated[int, Meta(ge=0, lt=SPACES)]


class Place(contract.Move, frozen=True):
    piece: Piece
    spaces: tuple[Space, ...]  # in any order


class Begin(contract.Move, frozen=True):
    """The next round of a match."""


Move = Place | Begin

PLACE = tuple(Place(PIECES[one.piece], one.spaces) for one in PLACEMENTS)
NUMBER = {place: number for number, place in enumerate(PLACE)}
BEGIN = Begin()


# A question: why a piece cannot cover a space.


class Why(Struct, frozen=True, tag=True):
    piece: Piece
    space: Space


class Because(Struct, frozen=True):
    key: str | None  # a refusal; None: it can be laid there


# Events.


class Placed(contract.Event, frozen=True):
    seat: Seat
    piece: Piece
    spaces: tuple[int, ...]


class Completed(contract.Event, frozen=True):
    seat: Seat  # who laid the last segment
    figure: str
    dominant: Seat | None  # who has most of it
    dominant_points: int
    finisher_points: int
    points: tuple[int, ...]  # for each seat


class LastPiece(contract.Event, frozen=True):
    seat: Seat
    points: int


class FreeTurn(contract.Event, frozen=True):
    seat: Seat
    why: Free


class Wasted(contract.Event, frozen=True):
    """A free turn with which nothing can be done."""

    seat: Seat


class Passed(contract.Event, frozen=True):
    seat: Seat


class RoundOver(contract.Event, frozen=True):
    round: int
    reason: End
    scores: tuple[int, ...]


class Began(contract.Event, frozen=True):
    seat: Seat
    round: int


class Ended(contract.Event, frozen=True):
    winners: tuple[Seat, ...]
    reason: Reason
    tie: Tie | None  # how equal points were told apart, or that they were not


Event = Placed | Completed | LastPiece | FreeTurn | Wasted | Passed | RoundOver | Began | Ended
Tell = list[Told[Event]]


# The state and what a seat sees of it: everything is open.


class State(contract.State, kw_only=True):
    centre_ring: bool
    match: bool
    teams: bool
    round: int = 1
    starter: Seat  # of this round
    turn: Seat  # between rounds: who begins the next
    phase: Phase = "turn"
    laid: list[tuple[Seat, int]] = field(default_factory=list)  # placements; last is the Leader
    left: list[list[int]]  # pieces by seat and kind
    scores: list[int]  # of this round
    totals: list[int]  # of the rounds before it
    ended: End | None = None  # why this round is over


class Laid(Struct, frozen=True):
    """A piece on the board."""

    seat: Seat
    piece: Piece
    spaces: tuple[int, ...]


class Prospect(Struct, frozen=True):
    """A move that would bring something at once."""

    move: int  # which of my moves
    points: tuple[int, ...]  # for each seat
    figures: tuple[str, ...]  # that it would complete
    free: Free | None


class View(contract.View, frozen=True):
    seat: Seat | None
    centre_ring: bool
    match: bool
    teams: bool
    round: int
    starter: Seat
    turn: Seat
    phase: Phase
    laid: tuple[Laid, ...]  # in order: the last is the Leader
    left: tuple[tuple[int, ...], ...]  # pieces by seat and kind, as PIECES order them
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    ended: End | None
    prospects: tuple[Prospect, ...]


class CirKis(Game[State, Move, Event, View, Options]):
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
        return [*_tell(now, seat, number, step), *_settle(state, now, seat, number, step)]

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
            left=tuple(map(tuple, state.left)),
            scores=tuple(state.scores),
            totals=tuple(state.totals),
            ended=state.ended,
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
            left=list(map(list, view.left)),
            scores=list(view.scores),
            totals=list(view.totals),
            ended=view.ended,
        )

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        winners, _ = _winners(state)
        teams = ((0, 2), (1, 3)) if state.teams else ()
        return Result(winners, tuple(_sums(state)), _reason(state), teams)

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


def _tell(now: Position, seat: Seat, number: int, step: Step) -> Tell:
    told: Tell = [Told(Placed(seat, PLACE[number].piece, PLACE[number].spaces))]
    told += [Told(_completed(now, seat, one)) for one in step.completed]
    if step.last_piece:
        told.append(Told(LastPiece(seat, LAST_PIECE)))
    if step.free is not None:
        told.append(Told(FreeTurn(seat, step.free)))
    if step.wasted:
        told.append(Told(Wasted(seat)))
    return told + [Told(Passed(other)) for other in step.passed]


def _completed(now: Position, seat: Seat, one: Full) -> Completed:
    points = now.points([one], seat)
    return Completed(
        seat=seat,
        figure=one.figure.name,
        dominant=one.dominant,
        dominant_points=0 if one.dominant is None else points[one.dominant],
        finisher_points=0 if one.dominant == seat else points[seat],
        points=tuple(points),
    )


def _settle(state: State, now: Position, seat: Seat, number: int, step: Step) -> Tell:
    """The state after a placement; pieces and points are counted already."""
    state.laid.append((seat, number))
    state.turn, state.phase = now.turn, "free" if now.free else "turn"
    return [] if step.end is None else _end_round(state, step.end)


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
    state.laid = []
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
