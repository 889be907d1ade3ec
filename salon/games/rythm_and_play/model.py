"""What lies on the table of Rythm and Play: options, moves, events, the state, what a seat sees.

A PLAY card is a number: notes 1 to 7, from the lowest to the highest, then the two changes. Hands
are counted by kind: cards of a kind are alike.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Literal, get_args

from msgspec import Struct, field

from salon.core import contract
from salon.core.contract import Seat, Secret, Told

Card = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9]
Tonality = Literal["sharp", "flat"]
Phase = Literal["tonality", "turn", "discard", "over"]

TOP = 7  # the highest note
SHARP, FLAT = 8, 9
SIDE: dict[int, Tonality] = {SHARP: "sharp", FLAT: "flat"}
COPIES = (0, 6, 6, 6, 6, 6, 6, 6, 6, 6)  # of each PLAY card
BEATS = (8, 4, 2, 1)  # half beats of a whole, half, quarter and eighth
RYTHMS = (2, 4, 8, 16)  # how many there are of each
DEAL = 4  # PLAY cards, and one RYTHM card
MOST = 4  # PLAY cards that one exchange brings
LIMIT = 7  # cards in hand
FACE_UP = 6  # half points that a card laid face up costs


class Options(contract.Options, frozen=True):
    final_stave: Literal["auto", "on", "off"] = "auto"  # auto: with two players


# Moves.


class SetTonality(contract.Move, frozen=True):
    """Before the first turn."""

    tonality: Tonality


class Compose(contract.Move, frozen=True):
    card: Card


class PickUp(contract.Move, frozen=True):
    """Take the stave that nobody has continued."""


class Exchange(contract.Move, frozen=True):
    """Pay whole beats for as many PLAY cards."""

    whole: int = 0
    half: int = 0
    quarter: int = 0
    eighth: int = 0


class Take(contract.Move, frozen=True):
    """A RYTHM card."""


class Discard(contract.Move, frozen=True):
    """Lay a PLAY card face up: there are too many in hand."""

    card: Card


class Pass(contract.Move, frozen=True):
    """Nothing else is possible."""


Move = SetTonality | Compose | PickUp | Exchange | Take | Discard | Pass

TONALITIES: tuple[Move, ...] = (SetTonality("sharp"), SetTonality("flat"))
CARDS: tuple[Card, ...] = get_args(Card)
COMPOSE = {card: Compose(card) for card in CARDS}
DISCARD = {card: Discard(card) for card in CARDS}
PICK_UP, TAKE, PASS = PickUp(), Take(), Pass()

NOTES, CHANGES = CARDS[:TOP], CARDS[TOP:]
FITTING: dict[Tonality, dict[int, tuple[Card, ...]]] = {  # notes that may follow a note
    "sharp": {note: CARDS[note:TOP] for note in NOTES},
    "flat": {note: CARDS[: note - 1] for note in NOTES},
}


def paid(move: "Exchange | Exchanged | Pay") -> tuple[int, int, int, int]:
    return (move.whole, move.half, move.quarter, move.eighth)


def half_beats(cards: Sequence[int]) -> int:
    """What RYTHM cards are worth, counted by kind."""
    return sum(count * beats for count, beats in zip(cards, BEATS, strict=True))


@cache
def exchanges(hand: tuple[int, ...]) -> tuple[Exchange, ...]:
    """All that these RYTHM cards can pay, the smallest sums first (RP12)."""
    ways = product(*(range(count + 1) for count in hand))
    fair = [way for way in ways if half_beats(way) in (2, 4, 6, 8)]
    return tuple(
        Exchange(*way) for way in sorted(fair, key=lambda way: (half_beats(way), sum(way)))
    )


# Events.


class ToneSet(contract.Event, frozen=True):
    seat: Seat
    tonality: Tonality


class Composed(contract.Event, frozen=True):
    seat: Seat
    card: Card


class PickedUp(contract.Event, frozen=True):
    seat: Seat
    cards: tuple[Card, ...]


class Exchanged(contract.Event, frozen=True):
    seat: Seat
    whole: int
    half: int
    quarter: int
    eighth: int
    cards: int  # drawn


class Drew(contract.Event, frozen=True):
    """Told to who drew."""

    cards: tuple[Card, ...]


class Took(contract.Event, frozen=True):
    seat: Seat
    shuffled: bool  # the discarded RYTHM cards came back first


class TookBeats(contract.Event, frozen=True):
    """Told to who took."""

    half_beats: int


class Discarded(contract.Event, frozen=True):
    seat: Seat
    card: Card


class Passed(contract.Event, frozen=True):
    seat: Seat


class Score(Struct, frozen=True):
    """How somebody's game added up, in half points."""

    captured: int  # cards
    face_up: int  # cards
    rythm: tuple[int, ...]  # cards left in hand, by kind
    lost: int  # by cards face up
    beats: int  # half beats left in hand, lost too
    half_points: int


class Ended(contract.Event, frozen=True):
    scores: tuple[Score, ...]


Event = (
    ToneSet | Composed | PickedUp | Exchanged | Drew | Took | TookBeats | Discarded | Passed | Ended
)
Tell = list[Told[Event]]


# The state and what a seat sees of it.


class Player(Struct):
    play: Secret[list[int]]  # by card
    rythm: Secret[list[int]]  # by kind
    captured: list[int] = field(default_factory=list)
    face_up: list[int] = field(default_factory=list)


class Melody(Struct, frozen=True):
    """A stave that was picked up."""

    seat: Seat
    cards: tuple[int, ...]


class State(contract.State, kw_only=True):
    final: bool  # whether the last stave is played to its end
    players: list[Player]
    play_stack: Secret[list[int]]  # the next card last
    rythm_stack: Secret[list[int]]  # kinds
    rythm_discard: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    stave: list[int] = field(default_factory=list)
    composer: Seat | None = None  # who laid the last card
    tonality: Tonality = "sharp"
    turn: Seat
    phase: Phase = "tonality"
    longest: Melody | None = None  # so far; of several, the first


class Hand(Struct, frozen=True):
    """A player as everybody sees it."""

    play: int  # cards
    rythm: int
    captured: int
    face_up: tuple[int, ...]


Ending = Literal["", "last_stave", "last_note"]  # how near the end is; "": there are cards to draw


class View(contract.View, frozen=True):
    seat: Seat | None
    final: bool
    hands: tuple[Hand, ...]
    play: tuple[int, ...]  # mine, sorted
    rythm: tuple[int, ...]  # mine, by kind
    captured: tuple[int, ...]  # by all, sorted: everybody saw them
    play_stack: int
    rythm_stack: int
    rythm_discard: tuple[int, ...]  # by kind
    stave: tuple[int, ...]
    composer: Seat | None
    tonality: Tonality
    turn: Seat
    phase: Phase
    scores: tuple[Score, ...]  # when it is over
    beats: tuple[int, ...]  # half beats of each kind of RYTHM card
    lost: tuple[int, ...]  # half points, by cards face up: by seat
    fits: tuple[int, ...]  # PLAY cards that may be laid, whoever has them; none: nothing can follow
    note: int | None  # that the next one is measured by; None: the stave is empty
    no_note: Literal["higher", "lower"]  # what a note that does not fit is not
    no_change: Literal["first", "change"]  # why a change does not fit
    answers: bool  # whose turn it is goes on with the stave, or picks it up
    ending: Ending
    surplus: int  # cards I hold too many
    unseen: tuple[int, ...]  # PLAY cards of each kind that I cannot know of
    unseen_rythm: tuple[int, ...]
    longest: Melody | None  # stave that anybody has picked up so far


# A question: what a choice of RYTHM cards would pay.


class Pay(Struct, frozen=True, tag=True):
    whole: int = 0
    half: int = 0
    quarter: int = 0
    eighth: int = 0


Offer = Literal["none", "half", "much", "short", "fair", "empty"]


class Payment(Struct, frozen=True):
    half_beats: int
    beats: int  # whole ones, and so PLAY cards
    offer: Offer
    surplus: int = 0  # cards that would then be too many in hand
    lost: int = 0  # half points that they would cost


def cards_of(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(card for card, count in enumerate(counts) for _ in range(count))


def empty_handed() -> Player:
    return Player(play=[0] * len(COPIES), rythm=[0] * len(RYTHMS))


def draw(state: State, player: Player, cards: int) -> tuple[int, ...]:
    """As many as the stack still holds (RP13)."""
    drawn = tuple(sorted(state.play_stack.pop() for _ in range(min(cards, len(state.play_stack)))))
    for card in drawn:
        player.play[card] += 1
    return drawn
