"""What a seat may ask without moving: what the ear hears, words for a rhyme, the album."""

from salon.core.contract import Illegal, Seat
from salon.ear import ear
from salon.games.cyrano import deck, words
from salon.games.cyrano.model import Lines, Page, Poem, Round, State, page_id
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


def answer(state: State, seat: Seat, question: Question) -> Reply:  # noqa: ARG001
    match question:
        case Hear(lines=lines):
            return endings(state, lines)
        case LookUp(rhyme=rhyme):
            return drawer(state, rhyme)
        case Leaf():
            return Album(tuple(_leaves(state, one) for one in state.album))


def endings(state: State, lines: Lines) -> Endings:
    """What would stand if this were handed in, and nobody else had the same words."""
    _check_writing(state)
    heard = words.hear_lines(state, lines)
    found = words.attribute(state, Poem("", lines, heard), lambda _same: False)
    syllables = ear(state.options.language).syllables
    return Endings(
        tuple(
            Ending(one, rhyme, standing, syllables(line))
            for line, one, (standing, rhyme) in zip(lines, heard, found, strict=True)
        )
    )


def drawer(state: State, rhyme: int) -> Drawer:
    """The examples are worth nothing, and are not among the others."""
    _check_writing(state)
    card = deck.rhymes(state)[rhyme]
    found = ear(state.options.language).words(card.sound)
    examples = set(card.examples)
    return Drawer(
        tuple(word for word in found.common if word not in examples),
        tuple(word for word in found.rare if word not in examples),
        card.examples,
    )


def _check_writing(state: State) -> None:
    if state.phase == "over" or state.duel is not None:
        raise Illegal("not_now")


def _leaves(state: State, one: Round) -> Leaves:
    pages = tuple(_page(state, one.number, page) for page in one.pages)
    return Leaves(one.number, one.theme, one.rhymes, pages)


def _page(state: State, round: int, page: Page) -> PageView:
    id = page_id(round, page.poet)
    return PageView(
        id=id,
        poet=page.poet,
        title=page.title,
        lines=tuple(line for line in page.lines if line),
        words=page.words,
        votes=page.votes,
        hidden=id in state.hidden,
    )
