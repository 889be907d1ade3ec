"""Everything that can happen at a table, as one union."""

from typing import Any

from msgspec import Struct

from salon.core.contract import Seat
from salon.core.fairness import Fairness
from salon.server import wire
from salon.server.row import TablePage


class Play(Struct, frozen=True):
    """A seat's move: of the player who holds it, of its bot, or what was in its pocket."""

    seat: Seat
    move: Any  # of the game's move type
    player: str | None = None  # whose message it is; None: a bot's, or a pocket's
    id: str | None = None  # of the message
    made: int | None = None  # moves of this seat before it, as its page knew
    stood_in: bool = False  # a bot makes it for somebody who is away


class Tick(Struct, frozen=True):
    """The clock strikes."""


class Sit(Struct, frozen=True):
    player: str
    wish: wire.Sit


class SeatBot(Struct, frozen=True):
    player: str
    wish: wire.SeatBot


class Fill(Struct, frozen=True):
    """The host has people of the house sit down on every empty seat."""

    player: str
    wish: wire.Fill


class Leave(Struct, frozen=True):
    """A player gives up a seat for good."""

    player: str
    seat: Seat


class Kick(Struct, frozen=True):
    """The host has somebody give it up."""

    player: str
    seat: Seat


class Swap(Struct, frozen=True):
    """Before the start somebody sits elsewhere, and whoever was there on the old seat."""

    player: str
    wish: wire.Swap


class Hide(Struct, frozen=True):
    """A text is shown no more: its writer's own wish, or the host's."""

    player: str
    wish: wire.Hide


class HandOver(Struct, frozen=True):
    """Somebody else hosts from now on."""

    player: str
    seat: Seat


class Inherit(Struct, frozen=True):
    """The host is gone, and somebody who is here hosts from now on."""

    host: str  # until now
    heir: str


class SetHouseRules(Struct, frozen=True):
    player: str
    rules: wire.HouseRules


class Start(Struct, frozen=True):
    """The luck is mixed: the game begins."""

    luck: Fairness
    opening: str
    names: tuple[str, ...]


class StandIn(Struct, frozen=True):
    """The host has no more patience with somebody who is away, or who does not move."""

    player: str
    seat: Seat


class Remember(Struct, frozen=True):
    """It is over, and this is left of it."""

    page: TablePage
    steps: int  # that it was made from; one more since, and it does not count


class Rehold(Struct, frozen=True):
    """Somebody who lost the cookie is known again: the same person, another player."""

    was: str
    now: str


class Notice(Struct, frozen=True):
    """Somebody who is away was told that the table waits for them; or has looked since."""

    player: str
    is_open: bool = True


Deed = (
    Play
    | Tick
    | Sit
    | SeatBot
    | Fill
    | Leave
    | Kick
    | Swap
    | Hide
    | HandOver
    | Inherit
    | SetHouseRules
    | Start
    | StandIn
    | Remember
    | Rehold
    | Notice
)
