"""What was made at a finished table, as somebody reads it."""

from collections.abc import Iterator
from functools import partial

from salon import games
from salon.core.can import what_can
from salon.core.keepsakes import Keepsake, told
from salon.server.row import TableRow


def read_in(row: TableRow | None, language: str) -> Iterator[Keepsake]:
    """In their language; nothing, where nothing is left."""
    if row is None or row.page is None:
        return
    say = partial(_say, row.game, language)
    for one in row.page.keepsakes:
        yield told(one, say)


def _say(game: str, language: str, text: str) -> str:
    return what_can(games.load(game)).in_language(text, language)
