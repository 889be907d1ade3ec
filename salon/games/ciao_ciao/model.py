"""What lies on the table of Ciao Ciao: options, moves, events, the state and what a seat sees."""

from typing import Literal

from msgspec import Struct

from salon.core import contract
from salon.core.contract import Seat, Secret, Told

PAWNS = 7  # of each seat
TO_WIN = 3  # pawns across
CROSS = 0  # the face on which there is nothing true to say
NUMBERS: tuple[Literal[1, 2, 3, 4], ...] = (1, 2, 3, 4)
FACES = (*NUMBERS, CROSS, CROSS)


class Options(contract.Options, frozen=True):
    planks: Literal[6, 9, 12] = 9
    reveal: Literal["doubter", "everyone"] = "doubter"  # who looks into the cup of a caught bluffer
    podium_fall: Literal["highest", "owner"] = "highest"  # which of two pawns falls


# Moves. Each names the turn it was meant for, so that a late click cannot hit the next one.


class Announce(contract.Move, frozen=True):
    number: Literal[1, 2, 3, 4]
    turn: int


class Believe(contract.Move, frozen=True):
    turn: int


class Doubt(contract.Move, frozen=True):
    turn: int


class Drop(contract.Move, frozen=True):
    """Choose which of one's own podium pawns falls."""

    step: int
    turn: int


Move = Announce | Believe | Doubt | Drop


# Events.


class TurnBegan(contract.Event, frozen=True):
    seat: Seat
    turn: int


class WalkedOver(contract.Event, frozen=True):
    """Nobody can ever doubt this seat again: its pawns cross without a die."""

    seat: Seat


class Rolled(contract.Event, frozen=True):
    """Told to the roller alone."""

    die: int


class Announced(contract.Event, frozen=True):
    seat: Seat
    number: int
    plank: int  # where the pawn now is; beyond the last plank: on the far bank
    across: bool = False  # it is on the far bank


class Believed(contract.Event, frozen=True):
    seat: Seat
    roller: Seat


class Doubted(contract.Event, frozen=True):
    """The cup is opened: everybody learns whether the announcement was true."""

    seat: Seat
    roller: Seat
    number: int
    truth: bool


class Looked(contract.Event, frozen=True):
    """What lay under the cup, told to those who may see it."""

    die: int


class Fell(contract.Event, frozen=True):
    """A pawn fell from the bridge. Ciao, ciao…

    The next one is on the first plank, if any is left.
    """

    seat: Seat
    plank: int


class Toppled(contract.Event, frozen=True):
    """A pawn fell from the podium. Ciao, ciao…"""

    seat: Seat
    step: int


class Advanced(contract.Event, frozen=True):
    """The doubter who was right moves on."""

    seat: Seat
    number: int
    plank: int


class Crossed(contract.Event, frozen=True):
    """A pawn is over. The next one is on the first plank, if any is left."""

    seat: Seat
    step: int


class ThirdCrossed(contract.Event, frozen=True):
    """The third pawn is over: it wins, and needs no step."""

    seat: Seat


class RanOut(contract.Event, frozen=True):
    """No pawn was left to place."""

    seat: Seat


class Ended(contract.Event, frozen=True):
    winners: tuple[Seat, ...]
    reason: str


Event = (
    TurnBegan
    | WalkedOver
    | Rolled
    | Announced
    | Believed
    | Doubted
    | Looked
    | Fell
    | Toppled
    | Advanced
    | Crossed
    | ThirdCrossed
    | RanOut
    | Ended
)


# State and view.


class Pawns(Struct):
    """The seven pawns of one seat. Public."""

    plank: int = 1  # 0: none on the bridge; beyond the last plank: on the far bank
    reserve: int = PAWNS - 1
    podium: tuple[int, ...] = ()  # steps, ascending: the order of arrival
    fallen: int = 0


class Opened(Struct, frozen=True):
    """The cup that was opened by the last doubt; remembered until the next announcement."""

    roller: Seat
    doubter: Seat
    number: int
    truth: bool
    die: Secret[int]


class OpenedView(Struct, frozen=True):
    roller: Seat
    doubter: Seat
    number: int
    truth: bool
    die: int | None  # None: not for your eyes


Phase = Literal["announce", "answer", "drop", "over"]


class State(contract.State):
    options: Options
    pawns: list[Pawns]
    roller: Seat = 0  # whose turn it is
    turn: int = 0
    phase: Phase = "announce"
    awaited: Seat | None = None
    die: Secret[int | None] = None  # None: no die under the cup
    number: int | None = None  # announced this turn
    arrivals: int = 0  # pawns that ever took a step
    opened: Opened | None = None


class View(contract.View, frozen=True):
    seat: Seat | None
    options: Options
    pawns: tuple[Pawns, ...]
    roller: Seat
    turn: int
    phase: Phase
    awaited: Seat | None
    die: int | None  # None: not for your eyes, or none under the cup
    number: int | None
    arrivals: int
    opened: OpenedView | None


Story = list[Told[Event]]

NOBODY: frozenset[Seat] = frozenset()
ALONE = tuple(frozenset({seat}) for seat in range(5))
PAIRS = tuple(tuple(frozenset({one, other}) for other in range(5)) for one in range(5))
TURNS = range(1 + 5 * PAWNS * 12)  # more than any table can last: each turn a pawn moves or falls
ANNOUNCEMENTS = tuple(tuple(Announce(number, turn) for number in NUMBERS) for turn in TURNS)
CLOCKWISE = tuple(  # the seats after each, itself last
    tuple(tuple((seat + step) % seats for step in range(1, seats + 1)) for seat in range(seats))
    for seats in range(6)
)
ANSWERS = tuple((Believe(turn), Doubt(turn)) for turn in TURNS)


# What is told most often, told once and for all.
BELIEVED: tuple[tuple[Told[Event], ...], ...] = tuple(
    tuple(Told(Believed(seat, by)) for by in range(5)) for seat in range(5)
)
ROLLED: tuple[tuple[Told[Event], ...], ...] = tuple(
    tuple(Told(Rolled(die), alone) for die in range(5)) for alone in ALONE
)
