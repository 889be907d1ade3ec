"""The cards of a language: each one theme and one rhyme, drawn three at a time."""

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from salon.core.luck import Luck
from salon.ear import identity
from salon.games.cyrano.model import Language, State
from salon.games.cyrano.views import Rhyme

HERE = Path(__file__).parent
LIGHT = "~"  # begins a sound that matches the plain ending


class Card(Struct, frozen=True):
    theme: str
    rhyme: str  # as it is printed
    sound: str
    examples: tuple[str, str]


class _Deck(Struct, frozen=True):
    cards: tuple[Card, ...]


@cache
def cards(language: Language) -> tuple[Card, ...]:
    """All of them, by number."""
    return msgspec.json.decode((HERE / f"deck.{language}.json").read_bytes(), type=_Deck).cards


def card(state: State, number: int) -> Card:
    return cards(state.options.language)[number]


def theme(state: State) -> str:
    return card(state, state.cards[0]).theme


def rhymes(state: State) -> tuple[Card, ...]:
    """The two in play."""
    return tuple(card(state, number) for number in state.cards[1:])


def examples(state: State) -> frozenset[str]:
    """Words that are worth nothing this round (CY10)."""
    return _examples(state.options.language, *state.cards[1:])


@cache
def _examples(language: Language, *numbers: int) -> frozenset[str]:
    shown = [cards(language)[number] for number in numbers]
    return frozenset(identity(word, language) for card in shown for word in card.examples)


def show(one: Card, *, examples: bool = True) -> Rhyme:
    return Rhyme(one.rhyme, one.sound, one.examples if examples else (), one.sound[0] == LIGHT)


def deal(state: State, luck: Luck) -> None:
    """A theme and two rhymes that do not sound the same (CY13)."""
    state.used += state.cards
    state.cards = []
    state.cards = [draw(state, luck), draw(state, luck)]
    third = draw(state, luck)
    while card(state, third).sound == card(state, state.cards[1]).sound:
        state.used.append(third)
        third = draw(state, luck)
    state.cards.append(third)


def draw(state: State, luck: Luck) -> int:
    """The next card; when there is none, all but those in the tower are shuffled (CY28)."""
    if not state.deck:
        state.deck, state.used = state.used, []
        luck.shuffle(state.deck)
    return state.deck.pop()
