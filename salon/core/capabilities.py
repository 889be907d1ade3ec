"""What only some games and some bots need, one small protocol for each.

To have a capability a game simply has its methods, all of them. One that also names it among its
bases, `class Auction(Game[…], Timed[Desk, Event])`, has their types checked. Who wants to know
what a game can asks `what_can`, which says too what holds where a game cannot.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from inspect import get_annotations
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from salon.core.contract import E, M, Options, S, Seat, State, Told, V_contra
from salon.core.keepsakes import Keepsake
from salon.core.luck import Luck
from salon.core.study import Study

S_contra = TypeVar("S_contra", bound=State, contravariant=True)
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)

# The world, time and people.


@runtime_checkable
class Timed(Protocol[S_contra, E]):
    """Time does something by itself: a bell rings, a countdown ends."""

    @abstractmethod
    def clock(self, state: S_contra) -> int | None:
        """Table time of the next tick, absolute, public; None: no clock runs."""

    @abstractmethod
    def tick(self, state: S_contra, luck: Luck) -> list[Told[E]]:
        """What time does, when the clock says so."""


@runtime_checkable
class Prepared(Protocol[S_contra, M]):
    """The world adds something to a move: what the ear heard."""

    @abstractmethod
    def prepare(self, state: S_contra, seat: Seat, move: M) -> M:
        """The move as it is judged and logged. Overwrites whatever a client put there; never run
        in a replay."""


@runtime_checkable
class Joinable(Protocol[S_contra, E]):
    """Somebody may sit down while the table runs."""

    @abstractmethod
    def join(self, state: S_contra, luck: Luck) -> list[Told[E]]:
        """On a new seat after the last, or Illegal."""


@runtime_checkable
class Leavable(Protocol[S_contra, E]):
    """A seat may be given up for good, and nobody keeps it, not even a bot."""

    @abstractmethod
    def leave(self, state: S_contra, seat: Seat, luck: Luck) -> list[Told[E]]:
        """Somebody gives the seat up."""

    @abstractmethod
    def gone(self, state: S_contra) -> frozenset[Seat]:
        """Seats that nobody keeps; public. A bot keeps those that were left and are not here."""


@runtime_checkable
class Askable(Protocol[S_contra]):
    """A seat may ask privately: how a line sounds, why a piece does not fit."""

    question: ClassVar[Any]  # a union of Structs
    reply: ClassVar[Any]

    @abstractmethod
    def answer(self, state: S_contra, seat: Seat, question: Any) -> Any:
        """Changes nothing. Nobody else is told of it, nothing is logged, and it hangs on no
        secret."""


@runtime_checkable
class Hideable(Protocol[S_contra, E]):
    """A text can be taken back, and is shown no more."""

    @abstractmethod
    def hide(self, state: S_contra, seat: Seat | None, page: str) -> list[Told[E]]:
        """Its writer takes it back, or (None) the host hides it. Possible after the end too; the
        log keeps it."""


@runtime_checkable
class Teamed(Protocol[O_contra]):
    """Some may play together, against others."""

    @abstractmethod
    def teams(self, options: O_contra, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Who starts out together, for people to see while they sit down; empty: nobody."""


@runtime_checkable
class Shareable(Protocol[S_contra]):
    """People who share one screen may sometimes look together."""

    @abstractmethod
    def is_open(self, state: S_contra) -> bool:
        """Whether nothing that it would show now is one seat's secret; public."""


@runtime_checkable
class SideBySide(Protocol):
    """Those awaited act side by side: while one who is here is still busy, nobody who is away
    holds the table up."""

    together: ClassVar[bool]


@runtime_checkable
class Thinning(Protocol[S_contra]):
    """Some may only look on while others decide it; bots who decide it alone are quick."""

    @abstractmethod
    def contenders(self, state: S_contra) -> frozenset[Seat]:
        """Who can still win; public."""


# When it is over.


class Moment(NamedTuple, Generic[S, E]):
    """A step of a finished table."""

    step: int
    state: S  # as the step left it; it changes with the next
    events: list[E]  # to whomever they were told


class Truth(Struct, frozen=True):
    """What a move was, whatever it seemed to be."""

    step: int  # in which it was made
    seat: Seat  # who made it
    kind: str  # `truth.<kind>` of the game's texts says it, with the details
    hid: bool  # it was not what it seemed to be
    found: bool  # and that came out
    details: dict[str, int]


@runtime_checkable
class Revealing(Protocol[S, E]):
    """Something was hidden that is worth telling when it is over: who bluffed, and when."""

    @abstractmethod
    def truths(self, story: Iterable[Moment[S, E]]) -> Iterator[Truth]:
        """In their order. Asked of finished tables alone."""


@runtime_checkable
class Studied(Protocol[S, E]):
    """Its best play is known, at least for some tables: every decision can be held against it."""

    @abstractmethod
    def study(self, story: Iterable[Moment[S, E]]) -> Study | None:
        """Every decision beside best play; None: nobody knows it for such a table. Asked of
        finished tables alone."""


class Award(Struct, frozen=True):
    """Something to laugh about together when it is over: true, and never hurtful."""

    kind: str  # `award.<kind>` of the game's texts says it, with `seats` and the details
    seats: tuple[Seat, ...]  # whose it is
    weight: int  # how remarkable, from 1 to 100: only the first two or three are told
    details: dict[str, int | str] = {}


@runtime_checkable
class Rewarding(Protocol[S, E]):
    """There is something to tell of who did what: the boldest lie, the rarest rhyme."""

    @abstractmethod
    def awards(self, story: Iterable[Moment[S, E]]) -> Iterable[Award]:
        """In any order, each kind once. Asked of finished tables alone."""


@runtime_checkable
class Keeping(Protocol[S_contra]):
    """Something was made that people like to keep: poems, letters, melodies, windows of glass."""

    @abstractmethod
    def keepsakes(self, state: S_contra) -> Iterable[Keepsake]:
        """In the order of an album. Asked of finished tables alone; what was hidden is left out."""


@runtime_checkable
class Multilingual(Protocol):
    """Some of its texts stand for others, which everybody reads in their own language."""

    @abstractmethod
    def in_language(self, text: str, language: str) -> str:
        """What this text says there; most texts say what they say."""


@runtime_checkable
class Retelling(Protocol[S_contra]):
    """A replay may show more than an onlooker saw: when it is over nothing is secret."""

    @abstractmethod
    def retell(self, state: S_contra) -> Any:
        """An onlooker's view with everything in it. Asked of finished tables alone."""


# For the laws only.


@runtime_checkable
class Countable(Protocol[S_contra]):
    """Whether everything is still there can be counted."""

    @abstractmethod
    def flaw(self, state: S_contra) -> str | None:
        """What does not add up: a card lost or born, a pawn in two places."""


@runtime_checkable
class Entangled(Protocol[S_contra]):
    """Something may stand open between seats until it is answered: an invitation, an offer."""

    @abstractmethod
    def pending(self, state: S_contra) -> Iterable[tuple[Seat, ...]]:
        """Of each thing that stands open the seats without whom it means nothing."""


@runtime_checkable
class Finishing(Protocol[S_contra]):
    """It may be over for some while the table goes on; without this, for those gone."""

    @abstractmethod
    def done(self, state: S_contra) -> frozenset[Seat]:
        """For whom it is over, whether the table goes on or not."""


CAPABILITIES: tuple[type, ...] = (
    Timed,
    Prepared,
    Joinable,
    Leavable,
    Askable,
    Hideable,
    Teamed,
    Shareable,
    SideBySide,
    Thinning,
    Revealing,
    Studied,
    Rewarding,
    Keeping,
    Multilingual,
    Retelling,
    Countable,
    Entangled,
    Finishing,
)


def members(capability: type) -> list[str]:
    """What a game with this capability has."""
    named = {**get_annotations(capability), **vars(capability)}
    return [name for name in named if not name.startswith("_")]


# Of bots.


class Advice(Struct, Generic[M], frozen=True):
    """What a bot would have done, and how it judged the odds of winning, between 0 and 1."""

    move: M
    odds: float
    played: float  # the odds after what was played instead


@runtime_checkable
class Adviser(Protocol[V_contra, M]):
    """A bot that can say afterwards what it would have done."""

    def advise(self, view: V_contra, moves: Sequence[M], played: M, luck: Luck) -> Advice[M]: ...


def is_blind(bot: object) -> bool:
    """Whether it chooses without looking, so that its view may be left out (`blind = True`)."""
    return bool(getattr(bot, "blind", False))


def is_eager(bot: object) -> bool:
    """Whether it thinks whenever it has moves, not only when it is awaited (`eager = False`)."""
    return bool(getattr(bot, "eager", True))
