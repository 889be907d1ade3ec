"""With how many seats a game would begin: its rules are asked, and nobody keeps a list."""

from functools import lru_cache
from typing import Any

from salon import games
from salon.core import fairness
from salon.core.refusal import Refusal
from salon.core.table import Table


@lru_cache(256)
def fitting_seats(name: str, options: Any) -> tuple[int, ...]:
    """Those of its numbers of seats that go with these options."""
    return tuple(seats for seats in games.load(name).seats if _fits(name, options, seats))


def _fits(name: str, options: Any, seats: int) -> bool:
    try:
        Table(games.load(name), options, seats, fairness.draw())
    except Refusal:
        return False
    return True
