"""Every message between the page and the server. The page's types are generated from these."""

from datetime import date
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from salon.core.capabilities import Truth
from salon.core.contract import Result, Seat
from salon.core.puzzles import Why
from salon.core.study import Study

Symbol = Literal["moon", "rose", "quill", "star", "mask", "heart", "bird", "key", "candle"]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]+$", min_length=64, max_length=64)]  # no newline
Reason = Literal["restart", "gone", "elsewhere", "flood"]
Patience = Annotated[int, Meta(ge=10, le=3 * 24 * 3600)]  # seconds


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


# Over HTTP: what the page asks


class NewTable(Request, frozen=True):
    """POST /api/tables: open a table. Whoever opens it is its host."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=9)]
    options: dict[str, bool | int | str] = {}
    patience: Patience = 45
    onlookers: bool = True  # whether people without a seat may watch


class Sit(Request, frozen=True):
    """POST /api/tables/{id}/sit: take a seat, or change one's name and symbol there.

    Several seats may be taken from one device: that is a hot seat. In a running game `seat` names
    a bot whose place is taken; without it somebody joins, where the rules allow it.
    """

    name: Name
    symbol: Symbol
    seat: Seat | None = None  # None: the first free one
    another: bool = False  # one more person on this device


class SeatBot(Request, frozen=True):
    """POST /api/tables/{id}/bot: the host puts a bot on an empty seat, or takes it away."""

    seat: Seat
    level: str | None = None  # somebody of the house who plays like this; None: leave it empty
    character: str | None = None  # or this one of them


class Fill(Request, frozen=True):
    """POST /api/tables/{id}/fill: the host has people of the house sit on all the empty seats."""

    level: str | None = None  # None: a mixed company


class AtSeat(Request, frozen=True):
    """POST /api/tables/{id}/leave, /kick, /host, /stand-in: something about one seat."""

    seat: Seat


class Swap(Request, frozen=True):
    """POST /api/tables/{id}/swap: before the start whoever is on two seats changes places.

    One's own seat with one that no other person has; the host may swap any two.
    """

    seat: Seat
    other: Seat


class Hide(Request, frozen=True):
    """POST /api/tables/{id}/hide: take a text of one's own back, or hide one as the host.

    It is shown no more, here and in replays; the record keeps it, and says so.
    """

    page: Annotated[str, Meta(max_length=40)]
    seat: Seat | None  # whose text it is; None: the host hides it


class HouseRules(Request, frozen=True):
    """POST /api/tables/{id}/house-rules: who may come in, and how long the table waits."""

    locked: bool | None = None
    onlookers: bool | None = None
    patience: Patience | None = None


class Vote(Request, frozen=True):
    """POST /api/games/{name}/votes: what somebody chose first in the puzzle of a day."""

    day: date
    puzzle: str  # its name: that of a day may have changed since
    choice: Annotated[int, Meta(ge=0)] | None  # which of the first moves; None: gave up


# Over HTTP: what the server answers


class GameInfo(Struct, frozen=True):
    """GET /api/games: what can be played here."""

    name: str
    seats: tuple[int, ...]
    options: dict[str, tuple[bool | int | str, ...]]  # what each may be
    defaults: dict[str, bool | int | str]
    bots: tuple[str, ...]  # levels, from the weakest to the strongest
    adviser: str | None  # the level that says afterwards what it would have done
    files: tuple[str, ...]  # of a game from elsewhere: what lies under /games/NAME/
    puzzles: int  # how many there are, one for each day


class PuzzleFrame(Struct, frozen=True):
    """The table of a puzzle at one moment."""

    view: Raw  # of whoever is to find a move
    events: list[Raw]  # that led there
    awaited: tuple[Seat, ...]
    result: Result | None


class PuzzleTurn(Struct, frozen=True):
    """A move to find."""

    at: int  # in which frame; the next one shows the best move
    moves: list[Raw]
    best: int
    odds: tuple[int, ...]  # of winning, in percent, after each of them


class PuzzleInfo(Struct, frozen=True):
    """A puzzle with its solution: who plays fair finds it first."""

    name: str
    seats: int
    seat: Seat  # who is to find the moves
    frames: tuple[PuzzleFrame, ...]  # the position, the solution, and how it may go on
    turns: tuple[PuzzleTurn, ...]
    why: tuple[Why, ...]


class Puzzles(Struct, frozen=True):
    """GET /api/games/{name}/puzzles?part=N: four weeks of them, from the first Monday."""

    first: date  # the day of the very first one; days are those of UTC
    count: int  # of all parts: after so many days it begins anew
    size: int  # of a part
    puzzles: tuple[PuzzleInfo, ...]


class Share(Struct, frozen=True):
    choice: int | None  # which of the first moves; None: they gave up
    people: int


class Votes(Struct, frozen=True):
    """GET /api/games/{name}/votes?day=…: what everybody chose first, for whoever has chosen."""

    mine: int | None
    shares: tuple[Share, ...]  # the most frequent first


class Company(Struct, frozen=True):
    """GET /api/games/{name}/cast: who of the house plays like which bot of this game."""

    levels: dict[str, dict[str, str]]  # from the weakest: the names of characters by their ids
    strengths: dict[str, Literal["gentle", "steady", "sharp", "masterly"]]  # empty: matter of taste


class Fitting(Struct, frozen=True):
    """GET /api/games/{name}/seats?options={…}: the numbers of seats that go with these options."""

    seats: tuple[int, ...]


class Here(Struct, frozen=True):
    """GET /api/here: where other devices in the house find this server."""

    address: str | None  # None: only where this page was found


class TableLink(Struct, frozen=True):
    """The table that was opened, and its circle."""

    id: str
    circle: str = ""


class DeviceLink(Struct, frozen=True):
    """POST /api/tables/{id}/device: a link that brings this player to another device, once.

    POST /api/seats: brought, by the device that opened the page of the link.
    """

    token: str


class Replay(Struct, frozen=True):
    """GET /api/tables/{id}/replay?step=N: a finished table at one of its steps."""

    step: int
    steps: int
    now: int
    view: Raw  # an onlooker's, or all there was to see
    awaited: tuple[Seat, ...]
    fresh: list[Raw]  # the events of this step, to whomever they were told
    news: list[Raw]  # the last 50 up to this step
    times: list[int]  # table time of each of them, ms
    told: int  # how many in all
    names: list[str]
    result: Result | None


class Truths(Struct, frozen=True):
    """GET /api/tables/{id}/truths: what was hidden while a finished table was played."""

    truths: list[Truth]  # in their order; empty where a game tells of none


class Studied(Struct, frozen=True):
    """GET /api/tables/{id}/study: every decision of a finished table beside best play."""

    study: Study | None  # None where nobody knows the best play of such a table


class Advice(Struct, frozen=True):
    """GET /api/tables/{id}/advice?step=N: what the strongest bot would have done instead."""

    step: int
    seat: Seat  # who moved
    move: Raw
    same: bool  # as was played
    odds: float  # of winning, between 0 and 1, as the bot judged it
    played: float  # after what was played


class Refusal(Struct, frozen=True):
    """Any request that is refused: a text key (illegal.<key>) and its arguments."""

    key: str
    details: dict[str, Any] = {}


# Over the WebSocket /api/tables/{id}/socket?seat=N (no seat: an onlooker): what the page sends


class Play(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A move. Sent again with the same id it is harmless."""

    id: MessageId
    move: Raw
    made: int | None = None  # as in the Offer it was chosen from; refused if that has changed since


class Pocket(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The move to make when this seat's time runs out; null empties the pocket."""

    move: Raw
    again: bool = False  # as sent before, on a new connection: only if the pocket is empty


class Commit(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """When the table starts: the hash of the nonce that this browser will add to the luck."""

    commitment: Hash


class AddNonce(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The nonce itself, once this browser was shown what everybody has committed to."""

    nonce: Hash


class Ask(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A question to the game that changes nothing and that nobody else hears of."""

    id: MessageId
    question: Raw


class Awake(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Whoever sits here does something: a stand-in that plays for them gives way."""


class Look(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Whether somebody looks at this page: it is seen, and not forgotten. Until it is said, no."""

    looks: bool


FromPage = Play | Pocket | Commit | AddNonce | Ask | Awake | Look


# Over the WebSocket: what the server sends


class FormerInfo(Struct, frozen=True):
    """Who had a seat before, in the same game."""

    name: str
    symbol: Symbol | None
    character: str | None
    until: int  # table time, ms


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it."""

    holder: Literal["nobody", "player", "bot"]
    name: str = ""  # of a player, or of a bot's character
    symbol: Symbol | None = None
    level: str | None = None  # of a bot
    character: str | None = None  # which of the house it is; none in tables of an older Salon
    here: bool = False  # a player whose device is connected
    stand_in: bool = False  # a bot plays for the player just now
    gone: bool = False  # given up for good, and nobody keeps it
    won: int = 0  # games in this group of rematches
    mine: bool = False  # held by this device
    host: bool = False
    former: tuple[FormerInfo, ...] = ()  # the first of them first


class TableInfo(Struct, frozen=True):
    """What was settled when the table was opened."""

    id: str
    game: str
    options: dict[str, bool | int | str]
    patience: int
    onlookers: bool
    locked: bool
    circle: str  # whose people play here
    watching: int  # how many onlookers


class Glance(Struct, frozen=True):
    """GET /api/tables/{id}: what can be seen of a table from its door."""

    game: str
    started: bool
    over: bool
    locked: bool
    seats: tuple[SeatInfo, ...]
    joinable: bool  # whether somebody may sit down on a new seat
    awaited: tuple[Seat, ...]  # for those who may watch
    circle: str


class FairInfo(Struct, frozen=True):
    """What can be known of the luck so far; see docs/protocol.md for how to check it."""

    commitment: str  # the server's, to its secret
    seal: str = ""  # once the table has started: the hash of the opening; "": it had none
    opening: str = ""  # this and the rest once it is over
    nonces: dict[str, str] = {}  # by seat
    secret: str | None = None
    fingerprint: str = ""  # the hash of the whole record; "": there is no record


class Lobby(Struct, frozen=True):
    """A table before it starts."""

    teams: tuple[tuple[Seat, ...], ...]  # who will start out together; empty: nobody
    starting: bool  # its browsers are mixing the luck


class Course(Struct, frozen=True):
    """How a game stands, for everybody the same."""

    awaited: tuple[Seat, ...]
    since: tuple[int | None, ...]  # table time from which on each is waited for; empty: no hurry
    clock: int | None  # table time of the next tick
    running: bool  # whether table time is running
    joinable: bool  # whether somebody may sit down on a new seat
    open: bool  # whether people who share a screen may look together
    result: Result | None


class Offer(Struct, frozen=True):
    """What a seat may do."""

    moves: Any  # the game's Moves, a list
    made: int  # how many it has made, by itself or by a stand-in
    public: bool  # whether people who share this seat's screen may look: onlookers see as much


class News(Struct, frozen=True):
    """What this connection had not been told yet, at most the last 50 events, oldest first."""

    events: list[Raw]
    stood_in: list[int]  # which of them a bot did for somebody away, counted like `told`
    told: int  # how many events this seat was told in all
    times: list[int]  # of the events, table time in ms


class Scene(Struct, frozen=True, tag=True, omit_defaults=True):
    """Everything this seat may know, as far as it has changed since this connection's last message.

    The first one holds every section; `lobby` goes when the table starts, the rest comes."""

    seq: int  # counts this connection's messages
    now: int  # table time, ms
    table: TableInfo | UnsetType = UNSET
    seats: tuple[SeatInfo, ...] | UnsetType = UNSET
    fair: FairInfo | UnsetType = UNSET
    lobby: Lobby | UnsetType = UNSET
    seat: Seat | UnsetType | None = UNSET  # whose eyes; None: an onlooker's
    view: Any | UnsetType = UNSET  # the game's View: all of it, or the fields that have changed
    offer: Offer | UnsetType = UNSET
    course: Course | UnsetType = UNSET
    news: News | UnsetType = UNSET


class Done(Struct, frozen=True, tag=True):
    """The move with this id is stored."""

    id: str


class Reply(Struct, frozen=True, tag=True):
    """The answer to a question."""

    id: str
    reply: Raw


class Pocketed(Struct, frozen=True, tag=True):
    """What this seat has in its pocket: on connecting, and when another page of it changes that."""

    move: Raw  # null: nothing


class Refused(Struct, frozen=True, tag=True):
    """A message was refused; id is that of the move or the question, if it was one."""

    key: str
    details: dict[str, Any] = {}
    id: str | None = None


class WantCommitment(Struct, frozen=True, tag=True):
    """The table is starting: commit to a new nonce within five seconds."""


class WantNonce(Struct, frozen=True, tag=True):
    """All commitments are in: add the nonce you have committed to, within five seconds."""

    opening: str  # what everybody is shown before any nonce; see docs/protocol.md


class Goodbye(Struct, frozen=True, tag=True):
    """The connection ends. "restart": come back in a moment; "gone": do not.

    "elsewhere": the seat has moved to another device; `take=true` brings it back.
    """

    reason: Reason


class Alive(Struct, frozen=True, tag=True):
    """Every few seconds: somebody is there. A page that hears nothing for long comes again."""


FromServer = (
    Scene | Pocketed | Done | Reply | Refused | WantCommitment | WantNonce | Goodbye | Alive
)
