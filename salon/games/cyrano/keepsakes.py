"""The poems of an evening, for an album: round by round, the most voted for first."""

from collections.abc import Iterator

from salon.core.keepsakes import Verse
from salon.games.cyrano.model import Page, Round, State, page_id
from salon.games.cyrano.pages import first_words, loved_line


def poems(state: State) -> Iterator[Verse]:
    for one in state.album:
        for page in sorted(one.pages, key=lambda page: -len(page.votes)):
            if any(page.lines) and page_id(one.number, page.poet) not in state.hidden:
                yield _verse(one, page)


def _verse(one: Round, page: Page) -> Verse:
    """Lines left empty are left out."""
    lines = tuple(line for line in page.lines if line)
    return Verse(_title(one, page), lines, page.poet, loved_line(one, page))


def _title(one: Round, page: Page) -> str:
    """The theme, with the poet's own title if there is one."""
    own = page.title not in (first_words(page.lines), one.theme)
    return f"{one.theme} · {page.title}" if own else one.theme
