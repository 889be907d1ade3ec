"""The contract between a game and everything that is not a game.

There is no current player: a seat may act if and only if it has moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
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
    runtime_checkable,
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
    together: ClassVar[bool] = False  # those awaited act side by side: while one who is here is
    # still busy, nobody who is away holds the table up
    question: ClassVar[Any] = None  # what `answer` answers: a union of Structs
    reply: ClassVar[Any] = None  # and with what

    def __init_subclass__(cls) -> None:
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

    # Where a game cares for the world, time and people:

    def is_open(self, state: S) -> bool:  # noqa: ARG002
        """Whether people who share a screen may look together: nothing that it would show now is
        one seat's secret."""
        return False

    def teams(self, options: O, seats: int) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        """Who starts out together, for people to see while they sit down; empty: nobody."""
        return ()

    def prepare(self, state: S, seat: Seat, move: M) -> M:  # noqa: ARG002
        """What the world adds before a move is judged and logged (what the ear heard).
        Overwrites whatever a client put there; never run in a replay."""
        return move

    def clock(self, state: S) -> int | None:  # noqa: ARG002
        """Table time of the next tick, absolute, public."""
        return None

    def tick(self, state: S, luck: Luck) -> list[Told[E]]:  # noqa: ARG002
        """What time does by itself, when the clock says so."""
        return []

    def join(self, state: S, luck: Luck) -> list[Told[E]]:  # noqa: ARG002
        """Somebody sits down while the table runs, on a new seat after the last."""
        raise Illegal("no_joining")

    def leave(self, state: S, seat: Seat, luck: Luck) -> list[Told[E]]:  # noqa: ARG002
        """Somebody gives the seat up for good; by default a bot keeps it."""
        return []

    def gone(self, state: S) -> frozenset[Seat]:  # noqa: ARG002
        """Seats that were given up and that nobody keeps, not even a bot; public."""
        return frozenset()

    def answer(self, state: S, seat: Seat, question: Any) -> Any:  # noqa: ARG002
        """A private question that changes nothing: what the ear would hear, the poems of earlier
        rounds. Nobody else is told of it, nothing is logged, and it hangs on no secret."""
        raise Illegal("no_questions")

    def hide(self, state: S, seat: Seat | None, page: str) -> list[Told[E]]:  # noqa: ARG002
        """Show a text no more: its writer takes it back, or (None) the host hides it. Possible
        after the end too; the log keeps it."""
        raise Illegal("no_pages")

    # For the laws only:

    def flaw(self, state: S) -> str | None:  # noqa: ARG002
        """What does not add up in this state: a card lost or born, a pawn in two places."""
        return None

    def pending(self, state: S) -> Iterable[tuple[Seat, ...]]:  # noqa: ARG002
        """What stands open until somebody answers it, an invitation, an offer: of each the seats
        without whom it means nothing."""
        return ()

    def done(self, state: S) -> frozenset[Seat]:
        """For whom it is over, whether the table goes on or not; by default for those gone."""
        return self.gone(state)


class Advice(Struct, Generic[M], frozen=True):
    """What a bot would have done, and how it judged the odds of winning, between 0 and 1."""

    move: M
    odds: float
    played: float  # the odds after what was played instead


class Bot(Protocol[V_contra, M]):
    """Sits on a seat nobody holds. No memory of its own: the view is the memory.

    Only `choose` is needed. A bot may also have `blind = True` (see is_blind), `eager = False`
    (is_eager), `seconds`, which it may think about a move, and `advise` (Adviser).
    """

    def choose(self, view: V_contra, moves: Sequence[M], luck: Luck) -> M | None:
        """One of the moves (of free text: any text in it), or None to wait."""
        ...


def is_blind(bot: object) -> bool:
    """Whether it chooses without looking, so that its view may be left out: by default it looks."""
    return bool(getattr(bot, "blind", False))


def is_eager(bot: object) -> bool:
    """Whether it thinks whenever it has moves, not only when it is awaited: by default it does."""
    return bool(getattr(bot, "eager", True))


@runtime_checkable
class Adviser(Protocol[V_contra, M]):
    """A bot that can say afterwards what it would have done."""

    def advise(self, view: V_contra, moves: Sequence[M], played: M, luck: Luck) -> Advice[M]: ...
