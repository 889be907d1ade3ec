"""An evening among friends, in real browsers: one link, three games, and what is left of it."""

from collections.abc import Callable

from salon import games
from salon.core.can import what_can

NAMES = ("Ana", "Bob", "Cléo", "Dörte")


def game_that(is_so: Callable[[str], bool]) -> str:
    return next(name for name in games.ours() if is_so(name))


FIRST = games.ours()[0]
WRITTEN = game_that(lambda name: what_can(games.load(name)).prepared is not None)
IN_TEAMS = game_that(
    lambda name: (
        what_can(games.load(name)).teamed is not None
        and "teams" in games.load(name).types.options.__struct_fields__
    )
)


def title(game: str) -> str:
    from salon.texts import Texts

    return Texts("en", games.folder(game)).say("title")
