"""What a seat of Cyrano sees, and what it may ask without moving."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from salon.core import contract
from salon.core.contract import Seat
from salon.games.cyrano.model import (
    Accepted,
    Case,
    Gain,
    Heard,
    Lines,
    Loved,
    Moment,
    Options,
    Phase,
    Poem,
    Reason,
    Sentence,
    Standing,
    Which,
)


class Rhyme(Struct, frozen=True):
    name: str  # as it is printed on the card
    sound: str
    examples: tuple[str, ...]  # worth nothing; none in the duel
    easy: bool  # matches the plain ending


class Floors(Struct, frozen=True):
    """Where somebody's lover and belle are; floors are counted from the bottom, 0 is the ground."""

    ladder: int
    stairs: int
    lover: int
    belle: int
    hearts: int  # whole ones, in the edition of 2022
    met: bool  # at the end of a round: on one floor, or he above her; two halves of a heart


class Tower(Struct, frozen=True):
    """The same for everybody."""

    floors: int
    squares: int  # from one ribbon to the next
    colours: tuple[str, ...]  # of the floors, from the bottom
    hearts: int  # that can be completed; 0: there is a tower


class LineView(Struct, frozen=True):
    text: str
    heard: Heard
    rhyme: int | None  # which of the two it is taken for
    standing: Standing
    also: tuple[Seat, ...]  # who else ends a line with it


class PoemView(Struct, frozen=True):
    poet: Seat
    title: str
    lines: tuple[LineView, ...]
    hidden: bool


class DuelView(Struct, frozen=True):
    alive: tuple[Seat, ...]
    turn: Seat
    number: int
    rhyme: Rhyme
    said_in: Rhyme | None  # the rhyme of the last sentence, while that can be contested
    last_word: bool  # nobody's turn: after this time the victory is shared
    opens: int  # until then the duellists are introduced
    until: int
    counting: bool
    changed: tuple[Seat, ...]
    counts: dict[Seat, int]
    said: tuple[Sentence, ...]
    used: tuple[str, ...]
    before: Moment | None
    case: Case | None
    settled: Case | None
    left: int
    fresh: int


class View(contract.View, frozen=True):
    seat: Seat | None
    options: Options
    tower: Tower
    people: tuple[Floors, ...]
    first: Seat
    round: int
    phase: Phase
    until: int | None
    theme: str
    rhymes: tuple[Rhyme, ...]
    cards: tuple[int, ...]  # in play, by number
    used: tuple[int, ...]
    handed_in: tuple[Seat, ...]
    mine: Poem | None  # handed in this round
    poems: tuple[PoemView, ...]  # recited this round, in order
    reciting: Seat | None
    cases: tuple[Case, ...]
    contests: int
    settled: tuple[Case, ...]
    ready: tuple[Seat, ...]
    ballot: tuple[Seat, ...]
    voted: tuple[Seat, ...]
    vote: Seat | None  # mine
    line: Which | None  # of that poem: the one I love most
    gains: tuple[Gain, ...]  # by seat, of the last round
    loved: Loved | None  # the line of the last round
    accepted: tuple[Accepted, ...]
    words: tuple[str, ...]
    tied: tuple[Seat, ...]
    bowed: tuple[Seat, ...]  # of the tied: the others answer first
    answered: tuple[Seat, ...]  # of the tied
    share: bool | None  # mine
    duel: DuelView | None
    pages: int  # rounds in the album
    hidden: tuple[str, ...]
    winners: tuple[Seat, ...]
    reason: Reason | None


# What a seat may ask without moving.


class Hear(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What would the ear hear at the ends of these lines?"""

    lines: Lines


class LookUp(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A handful of words that end in one of the rhymes in play."""

    rhyme: Literal[0, 1]
    handful: Annotated[int, Meta(ge=0)] = 0  # counted from 0; after the last the first comes again


class Leaf(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The album of earlier rounds."""


Question = Hear | LookUp | Leaf


class Ending(Struct, frozen=True):
    """A line as the ear hears it."""

    heard: Heard
    rhyme: int | None
    standing: Standing
    syllables: int
    common: bool  # others are likely to think of it too


class Endings(Struct, frozen=True, tag=True):
    lines: tuple[Ending, ...]


class Drawer(Struct, frozen=True, tag=True):
    """The same handful for everybody at the table."""

    common: tuple[str, ...]  # everybody will use them
    rare: tuple[str, ...]
    handfuls: int  # that there are
    examples: tuple[str, ...]  # worth nothing


class PageView(Struct, frozen=True):
    id: str  # to hide it by
    poet: Seat
    title: str
    lines: tuple[str, ...]
    words: tuple[str, ...]
    votes: tuple[Seat, ...]
    loved: int | None  # which of the lines the round loved most, counted from 0
    hidden: bool


class Leaves(Struct, frozen=True):
    number: int
    theme: str
    rhymes: tuple[str, str]
    pages: tuple[PageView, ...]


class Album(Struct, frozen=True, tag=True):
    rounds: tuple[Leaves, ...]


Reply = Endings | Drawer | Album
