"""What Cir*Kis is made of: its options, moves and events, the state, and what is seen of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from salon.core import contract
from salon.core.contract import Seat
from salon.games.cir_kis.board import PIECES, PLACEMENTS, SPACES, Piece
from salon.games.cir_kis.position import End, Free

Phase = Literal["turn", "free", "between", "over"]
Reason = Literal["forty", "last_piece", "nobody", "hundred", "twelve_rounds"]
Tie = Literal["unplayed", "shared"]


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
    on: Literal["figure", "between"]
    figures: tuple[str, ...]  # that it lies on


class Completed(contract.Event, frozen=True):
    seat: Seat  # who laid the last segment
    figure: str
    dominant: Seat | None  # who has most of it
    dominant_points: int
    finisher_points: int


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


# The state and what a seat sees of it: everything is open.


class Done(Struct, frozen=True):
    """A figure that is full."""

    figure: str
    seat: Seat  # who laid the last segment
    dominant: Seat | None  # who has most of it
    points: tuple[int, ...]  # for each seat


class State(contract.State, kw_only=True):
    centre_ring: bool
    match: bool
    teams: bool
    round: int = 1
    starter: Seat  # of this round
    turn: Seat  # between rounds: who begins the next
    phase: Phase = "turn"
    laid: list[tuple[Seat, int]] = field(default_factory=list)  # placements; last is the Leader
    done: list[Done] = field(default_factory=list)
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
    done: tuple[Done, ...]  # figures that are full
    left: tuple[tuple[int, ...], ...]  # pieces by seat and kind, as PIECES order them
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    ended: End | None
    tie: Tie | None  # how equal points were told apart at the end, or that they were not
    goal: int  # points that end a round
    long_goal: int  # and a match
    sides: tuple[tuple[Seat, ...], ...]  # who counts together
    prospects: tuple[Prospect, ...]
