"""What lies on the table of Bluff."""

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


class Announce(contract.Move, frozen=True):
    number: Literal[1, 2, 3, 4]
    turn: int


class Believe(contract.Move, frozen=True):
    turn: int


class Doubt(contract.Move, frozen=True):
    turn: int


Move = Announce | Believe | Doubt


class TurnBegan(contract.Event, frozen=True):
    seat: Seat
    turn: int


class Rolled(contract.Event, frozen=True):
    """Told to the roller alone."""

    die: int


class Announced(contract.Event, frozen=True):
    seat: Seat
    number: int
    plank: int


class Believed(contract.Event, frozen=True):
    seat: Seat
    roller: Seat


class Doubted(contract.Event, frozen=True):
    seat: Seat
    roller: Seat
    number: int
    truth: bool


class Looked(contract.Event, frozen=True):
    """What lay under the cup, told to those who may see it."""

    die: int


class Fell(contract.Event, frozen=True):
    seat: Seat
    plank: int


class Advanced(contract.Event, frozen=True):
    seat: Seat
    plank: int


class Crossed(contract.Event, frozen=True):
    seat: Seat


class Ended(contract.Event, frozen=True):
    winners: tuple[Seat, ...]
    reason: str


Event = (
    TurnBegan | Rolled | Announced | Believed | Doubted | Looked | Fell | Advanced | Crossed | Ended
)


class Pawns(Struct):
    plank: int = 1  # 0: none is left
    reserve: int = PAWNS - 1
    fallen: int = 0
    across: int = 0


class Opened(Struct, frozen=True):
    """The cup that was opened last; remembered until the next announcement."""

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


Phase = Literal["announce", "answer", "over"]


class State(contract.State):
    options: Options
    pawns: list[Pawns]
    roller: Seat = 0
    turn: int = 0
    phase: Phase = "announce"
    awaited: Seat | None = None
    die: Secret[int | None] = None  # None: no die under the cup
    number: int | None = None
    opened: Opened | None = None


class View(contract.View, frozen=True):
    seat: Seat | None
    options: Options
    pawns: tuple[Pawns, ...]
    roller: Seat
    turn: int
    phase: Phase
    awaited: Seat | None
    die: int | None
    number: int | None
    opened: OpenedView | None


Story = list[Told[Event]]

NOBODY: frozenset[Seat] = frozenset()
ALONE = tuple(frozenset({seat}) for seat in range(5))
