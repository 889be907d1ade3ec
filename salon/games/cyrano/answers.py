"""What a seat may ask without moving: what the ear hears, words for a rhyme, the album."""

from collections.abc import Sequence
from math import ceil

from salon.core.contract import Illegal, Seat
from salon.ear import ear
from salon.games.cyrano import deck, words
from salon.games.cyrano.model import Lines, Page, Poem, Round, State, page_id, seal
from salon.games.cyrano.pages import loved_line
from salon.games.cyrano.views import (
    Album,
    Drawer,
    Ending,
    Endings,
    Hear,
    Leaf,
    Leaves,
    LookUp,
    PageView,
    Question,
    Reply,
)

RARE, COMMON = 6, 2  # words of a handful
LIKELY = 8  # words of a rhyme that come to mind first


def answer(state: State, seat: Seat, question: Question) -> Reply:  # noqa: ARG001
    match question:
        case Hear(lines=lines):
            return endings(state, lines)
        case LookUp(rhyme=rhyme, handful=handful):
            return drawer(state, rhyme, handful)
        case Leaf():
            return Album(tuple(_leaves(state, one) for one in state.album))


def endings(state: State, lines: Lines) -> Endings:
    """What would stand if this were handed in, and nobody else had the same words."""
    _check_writing(state)
    heard = words.hear_lines(state, lines)
    found = words.attribute(state, Poem("", lines, heard), lambda _same: False)
    syllables = ear(state.options.language).syllables
    common = _common(state)
    return Endings(
        tuple(
            Ending(one, rhyme, standing, syllables(line), one.word.casefold() in common)
            for line, one, (standing, rhyme) in zip(lines, heard, found, strict=True)
        )
    )


def _common(state: State) -> set[str]:
    """Words that others are likely to think of too."""
    listening = ear(state.options.language)
    found = [listening.words(card.sound).common for card in deck.rhymes(state)]
    return {word.casefold() for words in found for word in words[:LIKELY]}


def drawer(state: State, rhyme: int, handful: int) -> Drawer:
    """The examples are worth nothing, and are not among the others."""
    _check_writing(state)
    card = deck.rhymes(state)[rhyme]
    found = ear(state.options.language).words(card.sound)
    common, rare = (_mixed(state, words, card.examples) for words in (found.common, found.rare))
    handfuls = max(1, ceil(len(common) / COMMON), ceil(len(rare) / RARE))
    return Drawer(
        _grab(common, handful % handfuls, COMMON),
        _grab(rare, handful % handfuls, RARE),
        handfuls,
        card.examples,
    )


def _mixed(state: State, words: Sequence[str], examples: Sequence[str]) -> list[str]:
    """In an order that nobody knows by heart, alike for everybody at the table."""
    evening = (*state.used, *state.cards)[:3]
    return sorted(
        (word for word in words if word not in examples),
        key=lambda word: seal((evening, state.round, word)),
    )


def _grab(words: list[str], handful: int, size: int) -> tuple[str, ...]:
    return tuple(words[handful * size : (handful + 1) * size])


def _check_writing(state: State) -> None:
    if state.phase == "over" or state.duel is not None:
        raise Illegal("not_now")


def _leaves(state: State, one: Round) -> Leaves:
    pages = tuple(_page(state, one, page) for page in one.pages)
    return Leaves(one.number, one.theme, one.rhymes, pages)


def _page(state: State, one: Round, page: Page) -> PageView:
    id = page_id(one.number, page.poet)
    return PageView(
        id=id,
        poet=page.poet,
        title=page.title,
        lines=tuple(line for line in page.lines if line),
        words=page.words,
        votes=page.votes,
        loved=loved_line(one, page),
        hidden=id in state.hidden,
    )
