"""Poems as they are laid open, kept in the album, and taken back."""

from msgspec.structs import replace

from salon.core.contract import Seat
from salon.games.cyrano import deck, words
from salon.games.cyrano.model import (
    FULL,
    NO_LINES,
    Lines,
    Loved,
    Page,
    Poem,
    Round,
    State,
    Which,
    page_id,
)
from salon.games.cyrano.views import LineView, PoemView
from salon.games.cyrano.words import Users

WORDS = 4  # of a title that nobody has written


def title(poem: Poem) -> str:
    return poem.title or first_words(poem.lines)


def first_words(lines: Lines) -> str:
    """A poem without a title is called by its first four words (CY16)."""
    words = next((line for line in lines if line), "").split()
    more = "…" if len(words) > WORDS else ""
    return " ".join(words[:WORDS]).rstrip(",;:–—") + more


def show(state: State, poet: Seat, users: Users) -> PoemView:
    """A recited poem, its end words with all who have the same, recited or not (CY7)."""
    poem = state.poems[poet]
    standing = words.attribute(state, poem, lambda same: users[same] != [poet])
    lines = tuple(
        LineView(text, heard, rhyme, stands, _also(poet, users.get(heard.same, [])))
        for text, heard, (stands, rhyme) in zip(poem.lines, poem.heard, standing, strict=True)
    )
    return PoemView(poet, title(poem), lines, page_id(state.round, poet) in state.hidden)


def _also(poet: Seat, users: list[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in users if seat != poet)


def keep(state: State) -> None:
    """The round goes into the album."""
    first, second = deck.rhymes(state)
    pages = tuple(_page(state, seat) for seat in words.recital(state))
    rhymes = first.rhyme, second.rhyme
    state.album.append(Round(state.round, deck.theme(state), rhymes, pages, loved(state)))


def _page(state: State, seat: Seat) -> Page:
    poem = state.poems[seat]
    fans = tuple(voter for voter, choice in sorted(state.votes.items()) if choice == seat)
    return Page(seat, title(poem), poem.lines, state.gains[seat].words, fans)


def loved(state: State) -> Loved | None:
    """The line that most voters love; of several the one whose poem has most votes."""
    found: dict[tuple[Seat, Which], list[Seat]] = {}
    for seat, gain in enumerate(state.gains):
        if gain.vote is not None and gain.line is not None:
            found.setdefault((gain.vote, gain.line), []).append(seat)
    if not found:
        return None
    votes = [gain.vote for gain in state.gains]
    poet, line = max(sorted(found), key=lambda one: (len(found[one]), votes.count(one[0])))
    return Loved(poet, line, tuple(found[poet, line]))


def loved_line(one: Round, page: Page) -> int | None:
    """Which line of this poem the round loved most; lines that are empty do not count."""
    if one.loved is None or one.loved.poet != page.poet or not page.lines[one.loved.line]:
        return None
    return sum(map(bool, page.lines[: one.loved.line]))


def shown(state: State) -> list[tuple[int, Seat]]:
    """Poems that people have seen, by round and poet."""
    kept = [(one.number, page.poet) for one in state.album for page in one.pages]
    now = [(state.round, poet) for poet in words.recited(state)]
    return [*kept, *(page for page in now if page not in kept)]


def unwrite(state: State, poet: Seat) -> None:
    """From now on the poem of this round is an empty one."""
    state.poems[poet] = Poem("", NO_LINES, (words.SILENT,) * FULL)
    state.cases = [case for case in state.cases if case.poet != poet]
    if state.phase != "recital":
        state.gains[poet] = replace(state.gains[poet], words=())


def tear_out(state: State, round: int, poet: Seat) -> None:
    """An empty page in the album."""
    state.album = [_without(one, poet) if one.number == round else one for one in state.album]


def _without(one: Round, poet: Seat) -> Round:
    pages = tuple(
        Page(page.poet, "", NO_LINES, (), page.votes) if page.poet == poet else page
        for page in one.pages
    )
    return replace(one, pages=pages)
