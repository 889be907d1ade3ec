"""Luck that somebody else decides, draw by draw; and luck of a seed that can be copied."""

import random
from collections.abc import Sequence

from salon.core.luck import Luck


class Wanted(Exception):
    """The rules ask for a draw that nobody has made yet: one of so many, each as likely."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


class GivenLuck(Luck):
    """The draws that were made, in their order; then the next one is wanted."""

    __slots__ = ("_draws", "_made")

    def __init__(self, draws: Sequence[int] = ()) -> None:
        self._draws = draws
        self._made = 0

    def below(self, bound: int) -> int:
        if bound == 1:
            return 0
        if self._made == len(self._draws):
            raise Wanted(bound)
        self._made += 1
        return self._draws[self._made - 1]


NO_DRAWS = GivenLuck()


class SeededLuck(Luck):
    """Like FastLuck, but a copy goes on by itself."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.getrandbits(32) * bound >> 32
