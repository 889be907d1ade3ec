"""Everything that can happen in a circle, as one union."""

from datetime import date

from msgspec import Struct

from salon.server.circle import wire
from salon.server.circle.row import Number, Subscription
from salon.server.row import TableRow


class Enter(Struct, frozen=True):
    """Somebody is here, or is called something else."""

    player: str
    wish: wire.Enter


class Want(Struct, frozen=True):
    """Somebody would like a seat in the next game, or rather watches."""

    player: str
    plays: bool


class Like(Struct, frozen=True):
    """Somebody would like to play this next, or no longer."""

    player: str
    game: str
    liked: bool


class Opened(Struct, frozen=True):
    """Everybody goes to a new table."""

    player: str
    table: str
    game: str


class Meet(Struct, frozen=True):
    """What a table of the circle is by now: who sits there, whether it is over."""

    table: TableRow


class Lose(Struct, frozen=True):
    """A table is nowhere to be found."""

    table: str


class Say(Struct, frozen=True):
    player: str
    wish: wire.Say


class Unsay(Struct, frozen=True):
    """A line is taken back: by who said it, or by a host."""

    player: str
    line: int


class UnsayAll(Struct, frozen=True):
    """Somebody takes back all they said."""

    player: str


class SetRules(Struct, frozen=True):
    """A host says what the circle is called, who may come, and whether its screen is heard."""

    player: str
    rules: wire.CircleRules


class SetHost(Struct, frozen=True):
    """A host makes somebody another one, or no longer."""

    player: str
    person: Number
    hosts: bool


class TakeOver(Struct, frozen=True):
    """No host was here for long: somebody who is, is one now."""

    player: str
    here: frozenset[str]  # players


class Remove(Struct, frozen=True):
    """A host sends somebody away, or somebody goes for good."""

    player: str
    person: Number


class BeAgain(Struct, frozen=True):
    """Somebody whose cookie is gone says who they are."""

    player: str
    person: Number
    here: frozenset[str]


class Vouch(Struct, frozen=True):
    """Somebody who is here knows them, or does not."""

    player: str
    person: Number
    is_so: bool


class FormTeam(Struct, frozen=True):
    """Some pool what they win from now on; without people there is no such team any more."""

    player: str
    wish: wire.FormTeam


class Remember(Struct, frozen=True):
    """A table is somebody's favourite, or no longer."""

    player: str
    table: str
    liked: bool


class Forget(Struct, frozen=True):
    """A finished table leaves the album."""

    player: str
    table: str


class Solve(Struct, frozen=True):
    """Somebody has found the solution of a day's puzzle."""

    player: str
    game: str
    day: date
    puzzle: str
    first_try: bool


class ForgetPuzzle(Struct, frozen=True):
    """The puzzle of a day leaves the album."""

    player: str
    game: str
    day: date


class Code(Struct, frozen=True):
    """Letters that lead here."""

    code: str


class Subscribe(Struct, frozen=True):
    """A device would like to hear when it is its player's turn, or when it would not."""

    subscription: Subscription


class Unsubscribe(Struct, frozen=True):
    """A device would like to hear of nothing any more, or is gone."""

    endpoint: str


Deed = (
    Enter
    | Want
    | Like
    | Opened
    | Meet
    | Lose
    | Say
    | Unsay
    | UnsayAll
    | SetRules
    | SetHost
    | TakeOver
    | Remove
    | BeAgain
    | Vouch
    | FormTeam
    | Remember
    | Forget
    | Solve
    | ForgetPuzzle
    | Code
    | Subscribe
    | Unsubscribe
)
