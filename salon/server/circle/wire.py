"""Every message between the page and a circle. The page's types are generated from these."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from salon.core.capabilities import Award
from salon.core.contract import Result
from salon.core.keepsakes import Keepsake
from salon.server.wire import Alive, Goodbye, MessageId, Name, Patience, Refused, Request, Symbol

Number = int
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Title = Annotated[str, Meta(max_length=40)]
Reaction = Literal["laugh", "clap", "heart", "wow", "sorry", "think"]
Endpoint = Annotated[str, Meta(pattern="^[!-~]+$", max_length=1_000)]
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]  # of the day
Where = Literal["room", "lobby", "table", "result"]


# Over HTTP: what the page asks


class Enter(Request, frozen=True):
    """POST /api/circles/{id}/enter: be somebody here, or change one's name and symbol."""

    name: Name
    symbol: Symbol


class Want(Request, frozen=True):
    """POST /api/circles/{id}/want: have a seat in the next game, or rather watch."""

    plays: bool


class Like(Request, frozen=True):
    """POST /api/circles/{id}/like: say which game one would like next."""

    game: str
    liked: bool = True


class NextTable(Request, frozen=True):
    """POST /api/circles/{id}/tables: a host opens the next table, and everybody comes along."""

    game: str
    options: dict[str, bool | int | str] | None = None  # None: as last time, or as usual
    patience: Patience | None = None


class Say(Request, frozen=True):
    """POST /api/circles/{id}/say: a line for everybody. Sent again with the same id, harmless."""

    id: MessageId
    text: Text


class Unsay(Request, frozen=True):
    """POST /api/circles/{id}/unsay: take a line back, or as a host somebody else's."""

    line: int


class CircleRules(Request, frozen=True):
    """POST /api/circles/{id}/rules: what a host may settle."""

    name: Title | None = None
    locked: bool | None = None
    sound: bool | None = None  # whether the screen in the room is heard


class SetHost(Request, frozen=True):
    """POST /api/circles/{id}/host: make somebody another host, or no longer."""

    person: Number
    hosts: bool = True


class OfPerson(Request, frozen=True):
    """POST /api/circles/{id}/remove, /claim: something about one person."""

    person: Number


class Vouch(Request, frozen=True):
    """POST /api/circles/{id}/vouch: whether the one who says so is that person."""

    person: Number
    is_so: bool


class FormTeam(Request, frozen=True):
    """POST /api/circles/{id}/team: who pool what they win; nobody: there is no such team."""

    name: Name
    people: tuple[Number, ...]


class OfTable(Request, frozen=True):
    """POST /api/circles/{id}/favourite, /forget: something about one finished table."""

    table: str
    liked: bool = True


class OfPuzzle(Request, frozen=True):
    """POST /api/circles/{id}/forget-puzzle: the puzzle of one day."""

    game: str
    day: date


class SolvedPuzzle(OfPuzzle, frozen=True):
    """POST /api/circles/{id}/puzzle: somebody has found the solution."""

    puzzle: str  # its name
    helped: bool = False  # by a hint


class PushKeys(Request, frozen=True):
    """As the browser gives them: its public key, and what it shares with the server."""

    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$", max_length=88)]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}={0,2}$", max_length=24)]


class Notify(Request, frozen=True):
    """POST /api/circles/{id}/notices: tell this device when it is its player's turn."""

    endpoint: Endpoint
    keys: PushKeys
    language: Annotated[str, Meta(max_length=5)]
    zone: Annotated[str, Meta(max_length=64)]
    quiet: tuple[Minute, Minute] | None = None  # from and to


class NotifyNoMore(Request, frozen=True):
    """POST /api/circles/{id}/notices/end: and no longer."""

    endpoint: Endpoint


# Over HTTP: what the server answers


class PushInfo(Struct, frozen=True):
    """GET /api/push: with what a browser subscribes; null: this server notifies nobody."""

    key: str | None


class CircleLink(Struct, frozen=True):
    """The circle that was found by its code, or opened, and the table where everybody is."""

    id: str
    table: str | None = None


class Doorplate(Struct, frozen=True):
    """GET /api/circles/{id}: what can be seen from the door, and where it leads."""

    id: str
    name: str
    host: str  # the first one's name
    locked: bool
    where: Where
    table: str | None  # the one that is open, or was just finished
    game: str | None
    here: int  # how many people


class Entry(Struct, frozen=True):
    """A finished table, as the album lists it."""

    table: str
    game: str
    at: int
    seats: tuple["Sitter", ...]
    result: Result
    awards: tuple[Award, ...]
    kept: int  # how many keepsakes it has
    favourite: tuple[Number, ...]  # of whom
    cleared: bool


class Sitter(Struct, frozen=True):
    name: str
    symbol: Symbol | None
    person: Number | None
    character: str | None


class Album(Struct, frozen=True):
    """GET /api/circles/{id}/album?before=N: finished tables, the last ones first."""

    entries: tuple[Entry, ...]
    earlier: int  # how many there are before these
    favourites: tuple[Entry, ...] = ()  # of those before these, where `before` is not given


class PuzzlePage(Struct, frozen=True):
    """The puzzle of a day, and who of the circle found its solution."""

    game: str
    day: date
    people: tuple["Sitter", ...]  # in the order of finding it
    first_try: tuple[bool, ...]  # of each of them


class PuzzlePages(Struct, frozen=True):
    """GET /api/circles/{id}/puzzles?before=N: those in the album, the last days first."""

    pages: tuple[PuzzlePage, ...]
    earlier: int  # how many there are before these


class Standing(Struct, frozen=True):
    """How somebody has done."""

    person: Number | None  # None: a bot
    name: str
    symbol: Symbol | None
    played: int
    won: int  # alone, with a team, or shared
    shared: int
    rating: float | None  # None: never played against anybody
    doubt: float | None  # the true one is almost surely within twice this of the rating


class Pooled(Struct, frozen=True):
    """What a team has won."""

    name: str
    people: tuple[Number, ...]
    won: int


class Standings(Struct, frozen=True):
    """GET /api/circles/{id}/standings?tonight=true&game=…: of this evening, or for ever."""

    since: int | None  # when the evening began
    tables: int
    people: tuple[Standing, ...]
    teams: tuple[Pooled, ...]
    games: tuple[str, ...]  # that were played
    awards: tuple["EveningAward", ...]  # the most remarkable of all these tables


class EveningAward(Struct, frozen=True):
    table: str
    game: str
    names: tuple[str, ...]  # by seat
    award: Award


class Keepsakes(Struct, frozen=True):
    """GET /api/tables/{id}/keepsakes: what was made at a finished table."""

    names: tuple[str, ...]
    keepsakes: tuple[Keepsake, ...]


# Over the WebSocket /api/circles/{id}/socket: what the page sends


class React(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Seen for two seconds at the sender's face, and kept nowhere."""

    reaction: Reaction


FromMember = React


# Over the WebSocket: what the server sends


class CircleInfo(Struct, frozen=True):
    """What was settled."""

    id: str
    name: str  # "": it is called after its first host
    code: str | None
    locked: bool
    sound: bool
    opened: int
    finished: int  # how many tables; changes with the album
    may_take_over: bool  # no host was here for long


class PersonInfo(Struct, frozen=True):
    """Somebody as everybody sees them."""

    number: Number
    name: str
    symbol: Symbol
    here: bool
    host: bool
    watches: bool
    mine: bool  # on this device
    beside: Number | None


class TableHere(Struct, frozen=True):
    """A table of the circle that is not over."""

    id: str
    game: str
    started: bool


class Now(Struct, frozen=True):
    """Where everybody is."""

    where: Where
    table: str | None
    game: str | None
    tables: tuple[TableHere, ...]  # all that are open


class ClaimInfo(Struct, frozen=True):
    """Somebody says that they are this person."""

    person: Number
    mine: bool  # it is this device that says so


class TeamInfo(Struct, frozen=True):
    name: str
    people: tuple[Number, ...]


class Line(Struct, frozen=True):
    """Something that was said."""

    number: int
    person: Number
    text: str
    at: int


class Circle(Struct, frozen=True, tag=True, omit_defaults=True):
    """What has changed since this connection's last message; the first one holds everything."""

    seq: int
    circle: CircleInfo | UnsetType = UNSET
    people: tuple[PersonInfo, ...] | UnsetType = UNSET
    now: Now | UnsetType = UNSET
    wishes: dict[str, tuple[Number, ...]] | UnsetType = UNSET
    teams: tuple[TeamInfo, ...] | UnsetType = UNSET
    claims: tuple[ClaimInfo, ...] | UnsetType = UNSET
    lines: tuple[Line, ...] | UnsetType = UNSET  # the last ones, in the first message


class Spoke(Struct, frozen=True, tag=True):
    """A new line."""

    line: Line


class TookBack(Struct, frozen=True, tag=True):
    """A line that is no more."""

    line: int


class Reacted(Struct, frozen=True, tag=True):
    person: Number
    reaction: Reaction


FromCircle = Circle | Spoke | TookBack | Reacted | Refused | Goodbye | Alive
