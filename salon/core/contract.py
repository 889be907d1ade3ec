"""The contract between a game and everything that is not a game: what every game has.

There is no current player: a seat may act if and only if it has moves. What only some games need,
time, people who come and go, private questions, stands in `capabilities`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
)

from msgspec import Struct

from salon.core.luck import Luck
from salon.core.refusal import Refusal

Seat = int  # numbered clockwise from 0: the left neighbour is the next seat

T = TypeVar("T")
Secret = Annotated[T, "secret"]  # marks a field of a State; read by the laws only


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What people choose before a table starts: bool and Literal fields with defaults."""


class State(Struct, kw_only=True):
    """Everything about a table. Changed in place by `play`, and by nothing else."""

    now: int = 0  # table time in ms, stamped by the table before each step


class Move(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a seat asks for; says what it answers, where a late click could hit another thing."""


class Event(Struct, frozen=True, tag=True, gc=False):
    """What happened."""


class View(Struct, frozen=True):
    """What one seat may know: built from nothing, and sharing nothing with the state."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)  # where a game has several kinds: their union
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)  # noqa: E741
V_contra = TypeVar("V_contra", contravariant=True)


class Told(Struct, Generic[E], frozen=True, gc=False):
    """An event and its audience."""

    event: E
    to: frozenset[Seat] | None = None  # None: everybody, onlookers too


class Result(Struct, frozen=True):
    """How it ended."""

    winners: tuple[Seat, ...]  # in seat order; empty when nobody won
    scores: tuple[int, ...]  # one per seat, in the game's smallest unit
    reason: str  # a text key
    teams: tuple[tuple[Seat, ...], ...] = ()  # who played together


class Illegal(Refusal):
    """The rules of a game do not allow it."""


class Types(NamedTuple):
    """The five types a game is made of, as it names them in `class X(Game[S, M, E, V, O])`."""

    state: Any
    move: Any
    event: Any
    view: Any
    options: Any


class Game(ABC, Generic[S, M, E, V, O]):
    """The rules of one game. Holds nothing: all that changes is in the state."""

    name: ClassVar[str]  # its folder, its URL, its logs
    version: ClassVar[int]  # raised when an old log would replay differently
    seats: ClassVar[range]
    types: ClassVar[Types]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.types = Types(*get_args(base))

    @abstractmethod
    def start(self, options: O, seats: int, luck: Luck) -> S:
        """Lay out the table. Raises Illegal when options and seats do not fit."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """All this seat may do now, in an order its view explains; of free text one specimen,
        whose text alone may be refused. Empty: it may not act."""

    @abstractmethod
    def awaited(self, state: S) -> frozenset[Seat]:
        """Whom the table is waiting for; public. Others with moves may act too, but need not."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, luck: Luck) -> list[Told[E]]:
        """Change the state in place and tell what happened. The only judge of legality:
        raises Illegal before touching anything."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat (None: an onlooker) may know. Nothing else leaves the server."""

    @abstractmethod
    def imagine(self, view: V, seat: Seat | None, luck: Luck) -> S:
        """A whole state that this view could belong to, the unseen drawn afresh.
        Asks who the seat is, never whether a field happens to be filled."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """None while the table goes on."""


def check_seats(game: Game[Any, Any, Any, Any, Any], seats: int) -> None:
    """Illegal, where so many cannot play it."""
    if seats not in game.seats:
        raise Illegal("seats", seats=seats, least=game.seats[0], most=game.seats[-1])


class Bot(Protocol[V_contra, M]):
    """Sits on a seat nobody holds. No memory of its own: the view is the memory.

    Only `choose` is needed. What some bots have besides stands in `capabilities`.
    """

    def choose(self, view: V_contra, moves: Sequence[M], luck: Luck) -> M | None:
        """One of the moves (of free text: any text in it), or None to wait."""
        ...
