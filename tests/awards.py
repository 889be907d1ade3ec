"""Awards for tests: as people read them, and of whole tables that went by chance."""

from collections.abc import Iterator
from typing import Any

from salon import games
from salon.core.capabilities import Award, Moment
from salon.core.table import Table
from salon.core.walks import Walk
from salon.texts import Texts

NAMES = [f"Ana{seat}" for seat in range(20)]  # some sit down later


def sentence(game: str, award: Award, language: str = "en") -> str:
    """As it is read, or KeyError where something is not filled in."""
    texts = Texts(language, games.folder(game), NAMES)
    key = f"award.{award.kind}"
    assert key in texts.texts and f"{key}.title" in texts.texts
    return texts.say(key, seats=award.seats, **award.details)


class Evening:
    """A table that is played by chance to its end."""

    def __init__(self, game: str, seats: int, seed: int, **options: Any) -> None:
        rules = games.load(game)
        given = rules.types.options(**options)
        self._walk = Walk(rules, games.stand_in(game), given, seats, str(seed))

    @property
    def table(self) -> Table[Any, Any, Any, Any, Any]:
        return self._walk.table

    def __iter__(self) -> Iterator[Moment[Any, Any]]:
        for number, step in enumerate(self._walk, 1):
            yield Moment(number, step.state, [told.event for told in step.told])
