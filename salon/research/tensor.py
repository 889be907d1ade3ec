"""A view as numbers: a row of fixed length, whatever the game.

How long it is, and by what each number is divided, is seen in a few games at random, the same ones
each time. What is longer than anything seen there is cut, and of words only their length is kept:
the row is for learning, the view itself has everything.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salon.core.contract import View
from salon.research.dice import SeededLuck
from salon.research.parts import part_of
from salon.research.play import Play
from salon.research.setting import Setting

REHEARSALS = 3  # games
LOOKS = 600  # decisions of each

Row = NDArray[np.float32]


class Encoder:
    """Makes rows of the views of a game, at so many seats."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        part = part_of(setting.game.types.view)
        for seed in range(REHEARSALS):
            rehearse(setting, seed, part.learn)
        self.width = part.width
        self._write = part.writer(0)
        self._empty = [0.0] * self.width

    def row(self, view: View) -> Row:
        row = self._empty.copy()
        self._write(view, row)
        return np.array(row, np.float32)

    def __reduce__(self) -> tuple[Any, ...]:
        return encoder, (self._setting,)


def rehearse(setting: Setting, seed: int, learn: Callable[[View], None]) -> None:
    """A game at random, of which every view is looked at."""
    luck = SeededLuck(seed)
    play = Play(setting, luck)
    for _ in range(LOOKS):
        if play.seat is None:
            break
        learn(play.view(play.seat))
        play.act(luck.choice(list(play.offer())))
    for seat in range(setting.seats):
        learn(play.view(seat))


@cache
def encoder(setting: Setting) -> Encoder:
    return Encoder(setting)
