"""What Cyrano is made of: options, moves, events, the state and what a seat sees of it.

CY1 to CY32 number the rulings; RULES tells them in words.
"""

from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from salon.core import contract
from salon.core.contract import Seat, Secret, Told

Language = Literal["en", "fr", "de", "it", "nl"]
Phase = Literal["writing", "recital", "vote", "tie", "duel", "over"]
Verdict = Literal["exact", "near", "no"]
Standing = Literal["counts", "shared", "example", "no", "again", "third"]  # of an end word
Source = Literal["lexicon", "guess", "silence"]  # how the ear knows a word
Reason = Literal["tower", "shared", "floor", "duel", "rounds", "hearts", "halves"]

Title = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=120)]
Lines = tuple[Line, Line, Line, Line]
Which = Literal[0, 1, 2, 3]  # of the lines
NO_LINES: Lines = ("", "", "", "")
FULL = 4  # lines

LAST_TWO = 60_000  # ms for the last two writers
WHOLE = 180_000  # ms for everybody
SHEET = 15_000  # ms more, to read how the last round went
RECITAL = 90_000  # ms for a poet who does not say that he has finished
LEISURE = 11_000  # ms for a poem whose poet leaves it to the others
NOTHING = 8_000  # ms for a page on which there is nothing to recite
READY = 20_000  # ms after the last poem
CONTEST = 30_000  # ms to judge a word
SENTENCE = 30_000  # ms for a sentence in the duel
INTRODUCTION = 5_000  # ms to see who duels and in which rhyme, before the first one
COUNTDOWN = 5_000  # ms after a duellist's second blank
LAST_WORD = 10_000  # ms in which a sentence that ends the duel may be contested
HEARTS = 21
SAID = 12  # sentences of a duel that one sees


class Options(contract.Options, frozen=True):
    language: Language = "en"
    length: Literal["short", "normal", "long"] = "normal"
    timer: Literal["none", "last_two", "three_minutes"] = "none"
    judge: Literal["auto", "table", "none"] = "auto"
    edition: Literal["tower", "hearts"] = "tower"  # of 2010, of 2022
    rounds: Literal[6, 12, 18] = 18  # at most; 18 is what the cards are enough for


class Heard(Struct, frozen=True):
    """What the ear heard at the end of a line, as it stands in the log."""

    word: str = ""  # as written; "": nothing
    same: str = ""  # what two spellings of one word have in common
    sound: str = ""  # in IPA
    like: str = ""  # a well-known word that ends so
    source: Source = "silence"
    verdicts: tuple[Verdict, ...] = ()  # for each rhyme in play
    sure: bool = True  # False: a "no" that is only a guess


# Moves.


class HandIn(contract.Move, frozen=True):
    round: int
    title: Title = ""
    lines: Lines = NO_LINES
    heard: tuple[Heard, ...] = ()  # by the ear, not by the client


class Next(contract.Move, frozen=True):
    """The poet has finished reciting; or a listener has heard enough, where it is left to him."""

    round: int
    poem: int


class Contest(contract.Move, frozen=True):
    """Against what stands: that a word rhymes, or that it does not."""

    round: int
    poet: Seat
    line: int


class Judge(contract.Move, frozen=True):
    contest: int
    rhymes: bool


class Ready(contract.Move, frozen=True):
    """For the vote; or a poet who leaves it to the others when his poem goes on."""

    round: int


class Vote(contract.Move, frozen=True):
    round: int
    poet: Seat
    line: Which | None = None  # of that poem, loved most


class Share(contract.Move, frozen=True):
    """What a tied winner says to a shared victory."""

    share: bool


class Bow(contract.Move, frozen=True):
    """After you: a tied winner lets the others answer first."""


class Say(contract.Move, frozen=True):
    """A sentence in the duel."""

    turn: int
    words: Line
    heard: tuple[Heard, ...] = ()


class Blank(contract.Move, frozen=True):
    """Nothing comes to mind."""

    turn: int


class Doubt(contract.Move, frozen=True):
    """In the duel: against what stands about the last sentence."""

    sentence: int  # counted from 1, so that a late click cannot hit the next


Move = HandIn | Next | Contest | Judge | Ready | Vote | Share | Bow | Say | Blank | Doubt


# Events. None carries what somebody wrote: that is in the view, where it can be hidden; a seal
# stands for it, so that different texts are different events.


def seal(text: object) -> str:
    return sha256(msgspec.json.encode(text)).hexdigest()[:8]


class Drawn(contract.Event, frozen=True):
    round: int
    theme: str
    rhymes: tuple[str, str]


class HandedIn(contract.Event, frozen=True):
    seat: Seat


class LastTwo(contract.Event, frozen=True):
    """The sand runs for the last two writers."""


class Bell(contract.Event, frozen=True):
    """Time is up: whoever was still writing has written nothing more."""


class Recites(contract.Event, frozen=True):
    seat: Seat
    seal: str


class AllRead(contract.Event, frozen=True):
    """The last poet has finished."""


class Contested(contract.Event, frozen=True):
    seat: Seat | None  # None: by itself, as the ear only guessed
    poet: Seat
    line: int  # counted from 1; of the duel's last sentence 0


class Judged(contract.Event, frozen=True):
    seat: Seat
    contest: int
    poet: Seat
    rhymes: bool


class Settled(contract.Event, frozen=True):
    contest: int
    poet: Seat
    rhymes: bool


class Climbed(contract.Event, frozen=True):
    """By words that nobody else had."""

    seat: Seat
    marks: int
    ladder: int  # in all


class Voted(contract.Event, frozen=True):
    seat: Seat


class NoVote(contract.Event, frozen=True):
    """Nobody has written anything to vote for."""


class Revealed(contract.Event, frozen=True):
    seat: Seat
    poet: Seat
    agreed: int  # others who voted the same
    stairs: int  # marks in all
    line: Which | None = None  # loved most


class Tied(contract.Event, frozen=True):
    seats: tuple[Seat, ...]


class Answered(contract.Event, frozen=True):
    seat: Seat


class Bowed(contract.Event, frozen=True):
    """A tied winner lets the others answer first."""

    seat: Seat


class Shared(contract.Event, frozen=True):
    """What the tied winners said, not who said it."""

    share: bool


class Duelled(contract.Event, frozen=True):
    """The duel begins."""

    seats: tuple[Seat, ...]
    starter: Seat


class NewRhyme(contract.Event, frozen=True):
    rhyme: str
    seat: Seat | None  # who drew a blank; None: for all


class Said(contract.Event, frozen=True):
    seat: Seat
    seal: str
    rhymes: bool


class TriesAgain(contract.Event, frozen=True):
    """A sentence was taken back: its poet has the rhyme and the time that he had then."""

    seat: Seat


class DrewBlank(contract.Event, frozen=True):
    seat: Seat


class Counting(contract.Event, frozen=True):
    """Five, four, three …"""

    seat: Seat


class Fell(contract.Event, frozen=True):
    """Out of the duel."""

    seat: Seat


class Hidden(contract.Event, frozen=True):
    """A poem was taken back by its poet, or hidden by the host."""

    round: int
    poet: Seat
    seat: Seat | None  # None: by the host


class Won(contract.Event, frozen=True):
    seats: tuple[Seat, ...]
    reason: Reason


Event = (
    Drawn
    | HandedIn
    | LastTwo
    | Bell
    | Recites
    | AllRead
    | Contested
    | Judged
    | Settled
    | Climbed
    | Voted
    | NoVote
    | Revealed
    | Tied
    | Answered
    | Bowed
    | Shared
    | Duelled
    | NewRhyme
    | Said
    | TriesAgain
    | DrewBlank
    | Counting
    | Fell
    | Hidden
    | Won
)
Tell = list[Told[Event]]


# The state.


class Player(Struct):
    ladder: int = 0  # marks of the lover; left halves of hearts
    stairs: int = 0  # marks of the belle; right halves


class Poem(Struct, frozen=True):
    title: str
    lines: Lines
    heard: tuple[Heard, ...]  # one for each line


class Case(Struct, frozen=True):
    """A contested word on which the table votes."""

    number: int  # over the whole table
    by: Seat | None  # who contests; None: by itself
    poet: Seat
    word: str
    same: str
    proposed: bool  # whether the ear heard a rhyme
    judges: tuple[Seat, ...]
    votes: dict[Seat, bool]

    @property
    def rhymes(self) -> bool:
        """What the table says; a tie is for the poet, and so is silence."""
        return 2 * sum(self.votes.values()) >= len(self.votes)


def apart(case: Case) -> Case:
    """The same case, sharing nothing with this one."""
    return msgspec.structs.replace(case, votes=dict(case.votes))


class Accepted(Struct, frozen=True):
    """What this table takes for a rhyme, whatever the ear says."""

    word: str
    same: str
    sound: str  # of the card


class Sentence(Struct, frozen=True):
    seat: Seat
    words: str
    heard: Heard
    rhymes: bool


class Moment(Struct, frozen=True):
    """A duel as a sentence found it, to which it goes back when the table decides otherwise."""

    alive: tuple[Seat, ...]
    card: int
    left: int  # ms that the poet still had
    counting: bool
    changed: tuple[Seat, ...]
    fresh: int


class Duel(Struct):
    alive: list[Seat]
    turn: Seat
    number: int = 1  # of this turn, so that a late click cannot hit the next
    card: int = 0
    opens: int = 0  # table time: until then the duellists are introduced
    until: int = 0  # table time
    left: int = 0  # ms that were left when a word was contested
    counting: bool = False
    changed: list[Seat] = field(default_factory=list)  # who has had another rhyme
    counts: dict[Seat, int] = field(default_factory=dict)  # sentences, also those taken back
    used: list[str] = field(default_factory=list)  # end words, as `same`
    said: list[Sentence] = field(default_factory=list)  # the last ones
    before: Moment | None = None  # the last one; None: it cannot be contested, or not any more
    fresh: int = 0  # rhymes drawn for all
    case: Case | None = None
    settled: Case | None = None  # the last one


class Page(Struct, frozen=True):
    """A poem in the album."""

    poet: Seat
    title: str
    lines: Lines
    words: tuple[str, ...]  # that scored
    votes: tuple[Seat, ...]  # who voted for it


class Loved(Struct, frozen=True):
    """The most loved line of a round."""

    poet: Seat
    line: Which
    voters: tuple[Seat, ...]


class Round(Struct, frozen=True):
    number: int
    theme: str
    rhymes: tuple[str, str]
    pages: tuple[Page, ...]
    loved: Loved | None = None


class Gain(Struct, frozen=True):
    """What a seat had of a round."""

    words: tuple[str, ...] = ()
    vote: Seat | None = None
    agreed: int = 0
    line: Which | None = None  # of the poem voted for, loved most


class State(contract.State, kw_only=True):
    options: Options
    players: list[Player]
    first: Seat  # who recites first
    round: int = 0
    phase: Phase = "writing"
    until: int | None = None  # when this phase, or its contest, ends
    deck: Secret[list[int]]  # cards by number, the next last
    used: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)  # theme, and two rhymes
    poems: Secret[dict[Seat, Poem]] = field(default_factory=dict)  # handed in this round
    recited: int = 0  # poems laid open so far
    cases: list[Case] = field(default_factory=list)  # open contests
    contests: int = 0  # in the whole game
    settled: list[Case] = field(default_factory=list)  # contests of this round that are over
    ready: list[Seat] = field(default_factory=list)  # for the next poem, or for the vote
    gains: list[Gain] = field(default_factory=list)  # of the last round
    ballot: list[Seat] = field(default_factory=list)  # poets one can vote for
    votes: Secret[dict[Seat, Seat]] = field(default_factory=dict)
    lines: Secret[dict[Seat, Which]] = field(default_factory=dict)  # loved most, by voter
    accepted: list[Accepted] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # recited in earlier rounds, as `same`
    tied: list[Seat] = field(default_factory=list)
    bowed: list[Seat] = field(default_factory=list)  # of the tied: the others answer first
    shares: Secret[dict[Seat, bool]] = field(default_factory=dict)
    duel: Duel | None = None
    album: list[Round] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)  # pages, as page_id
    winners: list[Seat] = field(default_factory=list)
    reason: Reason | None = None


def page_id(round: int, poet: Seat) -> str:
    return f"{round}.{poet}"
