"""The craft of bots, in processes of their own."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from salon import games
from salon.bots.random import Random
from salon.core.luck import FastLuck
from salon.games import AnyBot

STAND_IN = "stand_in"  # as a level: who plays for somebody who is away
RANDOM = "random"


def find_bot(game: str, level: str) -> AnyBot:
    if level == STAND_IN:
        return games.stand_in(game)
    return Random() if level == RANDOM else games.bots(game)[level]


def chores() -> Iterator[None]:
    """All games are learnt before somebody asks."""
    for name in games.names():
        games.bots(name)
        yield


def answer(game: str, level: str, deed: str, args: tuple[Any, ...], seed: int) -> tuple[Any, float]:
    """What this bot chooses or advises, and the seconds that it took."""
    start = monotonic()
    found = getattr(find_bot(game, level), deed)(*args, FastLuck(seed))
    return found, monotonic() - start
