"""One who grabs, one who thinks ahead, and one who thinks for long."""

from collections.abc import Sequence
from typing import Any

from salon.bots.random import Random
from salon.bots.search import Search
from salon.core.contract import Bot
from toys.nim.rules import Grab, Heap, View, game


def value(state: Heap) -> Sequence[float]:
    """Who faces a multiple of four has lost."""
    mover = 0.1 if state.sticks % 4 == 0 else 0.9
    return (mover, 1 - mover) if state.turn == 0 else (1 - mover, mover)


def searching(seconds: float) -> Search[Heap, View, Grab]:
    return Search(game, seconds=seconds, value=value, depth=0)


bots: dict[str, Bot[Any, Any]] = {
    "novice": Random(),
    "expert": searching(0.02),
    "master": searching(0.5),
}
stand_in = Random()
