"""What Romancier Scilof is made of: options, moves, events, the state and what a seat sees."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from salon.core import contract
from salon.core.contract import Seat, Secret, Told

# fmt: off
Letter = Literal[  # its value, and the number on its border
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
# fmt: on
MOST = 8  # players, numbers and values
LETTERS: tuple[Letter, ...] = get_args(Letter)
OWN = {number: LETTERS[8 * (number - 1) : 8 * number] for number in range(1, MOST + 1)}
SEATS = 24  # that a table may have had in all, with those who came and went

Team = Literal[1, 2, 3, 4]
Phase = Literal["open", "paused", "closed", "over"]
Fate = Literal["", "answered", "refused", "recalled"]  # of a letter
Words = Annotated[str, Meta(max_length=140)]

RECALL = 30_000  # ms after which one may take back an unanswered letter
STALE = 60_000  # ms after that, from which on a bot would: people read
ANSWER = 60_000  # ms after closing, within which mail is answered
INVITE = 60_000  # ms that an invitation stands
DISCARD = 60_000  # ms to choose surplus letters
CHIME = 15_000  # ms between the ticks of a table with several communes
DAYS = 1_000  # how much slower everything is at the pace of days
LINES = 8  # that can be read on a letter; older ones fade
NOTES = 20  # exchanges that a diary holds
LEDGER = 4_000  # lines for all that people do at a table; when an office has none left it closes


class Options(contract.Options, frozen=True):
    letters: Literal["auto", 4, 5, 6] = "auto"  # how many each holds; auto: as many as players
    pace: Literal["evening", "days"] = "evening"
    limit: Literal[10, 20, 40] = 20  # minutes until the office closes by itself
    communes: Literal[1, 2, 3] = 1  # post offices at the start
    join: bool = True  # whether people may sit down in the middle
    abandon: bool = True  # whether leaving shrinks the commune; otherwise a bot keeps the seat
    teams: bool = False


# Moves. An envelope is named by its sender or its addressee: there is one for each two people.


class Post(contract.Move, frozen=True):
    letter: Letter
    to: Seat
    words: Words = ""  # a line on the letter


class Reply(contract.Move, frozen=True):
    """Answer a letter unseen; what it says comes with the answer gone."""

    to: Seat  # who wrote
    letter: Letter
    words: Words = ""


class Refuse(contract.Move, frozen=True):
    to: Seat  # who wrote


class Recall(contract.Move, frozen=True):
    to: Seat  # who did not answer


class Invite(contract.Move, frozen=True):
    seat: Seat


class Withdraw(contract.Move, frozen=True):
    """Take one's invitation back."""


class Accept(contract.Move, frozen=True):
    inviter: Seat


class Decline(contract.Move, frozen=True):
    inviter: Seat


class Discard(contract.Move, frozen=True):
    """Put a surplus letter into the basket."""

    letter: Letter


class TakeSide(contract.Move, frozen=True):
    team: Team


Move = Post | Reply | Refuse | Recall | Invite | Withdraw | Accept | Decline | Discard | TakeSide


# Events.


class Posted(contract.Event, frozen=True):
    seat: Seat
    to: Seat


class Answered(contract.Event, frozen=True):
    seat: Seat
    to: Seat
    forced: bool = False  # by the clock, with any letter


class Exchanged(contract.Event, frozen=True):
    """What an answer meant, told to each of the two."""

    other: Seat
    gave: Letter | None  # None: it had been replaced, unseen
    got: Letter
    words: str


class Refused(contract.Event, frozen=True):
    seat: Seat
    to: Seat


class Recalled(contract.Event, frozen=True):
    seat: Seat
    to: Seat


class Returned(contract.Event, frozen=True):
    """What came back in one's own envelope."""

    letter: Letter
    words: str


class Closed(contract.Event, frozen=True):
    """An office closes: a hand is complete, the time is up, or the ledger is full."""

    commune: int


class LedgerFull(contract.Event, frozen=True):
    """There is no line left to write down what people do: an office closes."""

    commune: int


class Completed(contract.Event, frozen=True):
    seat: Seat


class Came(contract.Event, frozen=True):
    seat: Seat
    number: int
    commune: int


class Went(contract.Event, frozen=True):
    seat: Seat


class Paused(contract.Event, frozen=True):
    """Somebody has left, and somebody has to choose surplus letters."""

    commune: int


class Discarded(contract.Event, frozen=True):
    seat: Seat


class Lost(contract.Event, frozen=True):
    """Time was up: a surplus letter of one's own went into the basket."""

    letter: Letter


class Drew(contract.Event, frozen=True):
    letter: Letter
    words: str


class Resumed(contract.Event, frozen=True):
    commune: int


class Invited(contract.Event, frozen=True):
    seat: Seat
    invitee: Seat


class Withdrew(contract.Event, frozen=True):
    """An invitation is no more: taken back, overtaken by a closing, or by somebody's leaving."""

    seat: Seat
    invitee: Seat


class Declined(contract.Event, frozen=True):
    """Or not answered in time."""

    seat: Seat
    inviter: Seat


class TookSide(contract.Event, frozen=True):
    seat: Seat
    team: Team


class Invitation(Struct, frozen=True):
    inviter: Seat
    invitee: Seat
    until: int  # table time


class MailView(Struct, frozen=True):
    sender: Seat
    to: Seat
    recall_at: int  # table time from which it may be taken back
    recallable: bool


class Tally(Struct, frozen=True):
    """What became of the letters from one to another."""

    answered: int = 0
    refused: int = 0
    fate: Fate = ""  # of the last one


class TallyView(Struct, frozen=True):
    """A tally as the whole commune sees it."""

    sender: Seat
    to: Seat
    answered: int
    refused: int
    fate: Fate


class Desk(Struct, frozen=True):
    """A player as the whole commune sees it."""

    seat: Seat
    closer: bool
    full: bool  # has all its letters, now that the office is closed
    surplus: int  # in a pause: letters that must go into the basket


class Office(Struct, frozen=True):
    """A commune as its members see it: what changes with nearly every letter."""

    commune: int
    size: int  # letters of each player, and of a complete hand
    until: int | None  # when the pause ends, or the last mail is answered
    basket: int  # letters in it
    strays: tuple[Letter, ...]  # in a pause: letters no longer in the game, somewhere in the mail
    ledger: int  # lines left in it
    held: dict[Seat, int]  # letters in the hand of each
    mail: tuple[MailView, ...]


class Merged(contract.Event, frozen=True):
    """Two communes are one: bonjour, bonjour!"""

    inviter: Seat
    invitee: Seat


class Opened(contract.Event, frozen=True):
    """What those see who can now look into an office."""

    office: Office
    desks: tuple[Desk, ...]
    tallies: tuple[TallyView, ...]


class Shrank(contract.Event, frozen=True):
    """What is left in an office when somebody has gone and surplus letters are to be chosen."""

    office: Office
    desks: tuple[Desk, ...]
    tallies: tuple[TallyView, ...]


class Hand(Struct, frozen=True):
    seat: Seat
    letters: tuple[Letter, ...]


class Ended(contract.Event, frozen=True):
    commune: int


class Shown(contract.Event, frozen=True):
    """The office is empty: its people lay their hands open."""

    hands: tuple[Hand, ...]


class Line(Struct, frozen=True):
    seat: Seat  # who wrote it
    words: str
    at: int = 0  # table time, ms: whoever had the seat then


class Chain(Struct, frozen=True):
    """All that can be read on one letter, oldest first."""

    letter: Letter
    lines: tuple[Line, ...]
    faded: bool = False  # the letter left the game


class Unfolded(contract.Event, frozen=True):
    """The table is over: everything may be read, of everybody."""

    hands: tuple[Hand, ...]
    chains: tuple[Chain, ...]


Event = (
    Posted
    | Answered
    | Exchanged
    | Refused
    | Recalled
    | Returned
    | Closed
    | LedgerFull
    | Completed
    | Came
    | Went
    | Paused
    | Shrank
    | Discarded
    | Lost
    | Drew
    | Resumed
    | Invited
    | Withdrew
    | Declined
    | Merged
    | Opened
    | Ended
    | Shown
    | Unfolded
    | TookSide
)
Story = list[Told[Event]]


# The state.


class Note(Struct, frozen=True):
    """One exchange, as one of the two remembers it."""

    other: Seat
    gave: Letter | None
    got: Letter


class Mail(Struct):
    letter: Secret[Letter]
    recall_at: int
    recallable: bool = False  # the clock has struck since


class Player(Struct):
    number: int  # 1 to 8, on the border of the own letters
    commune: int | None  # None: has left
    hand: Secret[list[Letter]]  # sorted
    team: Team
    has_side: bool = False  # chose the team
    closer: bool = False  # the hand is complete
    left: bool = False
    diary: Secret[list[Note]] = []


class Commune(Struct):
    members: list[Seat]  # in seat order
    size: int
    phase: Phase = "open"
    until: int | None = None  # when the pause ends, or the last mail is answered
    basket: Secret[list[Letter]] = []
    ledger: int = LEDGER  # lines left for what its people do


class State(contract.State):
    options: Options
    players: list[Player]  # one for each seat
    communes: list[Commune]
    office: dict[int, Mail] = field(default_factory=dict)  # sealed mail by its way, oldest first
    tallies: dict[int, Tally] = field(default_factory=dict)  # by way
    invitations: list[Invitation] = field(default_factory=list)
    lines: Secret[dict[Letter, list[Line]]] = field(default_factory=dict)  # on the letters
    archive: Secret[list[Chain]] = field(
        default_factory=list
    )  # what was on letters that left the game
    knows: Secret[dict[Letter, int]] = field(
        default_factory=dict
    )  # who knows where a letter is, a bit for each viewer
    chimed: int = 0  # table time of the last tick


def way(sender: Seat, to: Seat) -> int:
    """The envelope from one to another."""
    return sender * SEATS + to


def ends(way: int) -> tuple[Seat, Seat]:
    """Its sender and its addressee."""
    return divmod(way, SEATS)


# What a seat sees.


class Known(Struct, frozen=True):
    """Where a letter is, for sure: in a hand, in the mail, or in the basket."""

    letter: Letter
    seat: Seat | None  # whose hand, or who sent it; None: in the basket
    to: Seat | None = None  # to whom, when it is in the mail


class PersonView(Struct, frozen=True):
    """A player as the whole table sees it."""

    number: int
    commune: int | None
    team: Team
    has_side: bool
    left: bool


class View(contract.View, frozen=True):
    seat: Seat | None
    options: Options
    people: tuple[PersonView, ...]  # by seat
    phases: tuple[Phase, ...]  # of the communes
    invitations: tuple[Invitation, ...]
    closes: int  # table time when an open office closes by itself
    chimed: int
    office: Office | None  # the one that this seat can look into
    desks: tuple[Desk, ...]  # in it
    tallies: tuple[TallyView, ...]  # of the letters that went through it
    hand: tuple[Letter, ...]
    lines: tuple[str, ...]  # the last line on each letter in hand
    unions: tuple[int, ...]  # by commune: letters of a complete hand, should this seat's join it
    known: tuple[Known, ...]
    diary: tuple[Note, ...]  # latest last
    chains: tuple[Chain, ...]  # when the table is over
