"""Luck: the randomness of one step, from outside, so that a log can be replayed."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

WORDS = 1 << 64  # a word is 8 bytes of a block
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # RFC 2104


class Luck(ABC):
    """What rules and bots may ask of chance."""

    __slots__ = ()

    @abstractmethod
    def below(self, bound: int) -> int:
        """One of range(bound), each as likely as the others."""

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Every order as likely as the others; in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class KeyedLuck(Luck):
    """The luck of one step of a real table: HMAC-SHA-256 keyed by the seed, in counter mode.

    Block i of step s is HMAC(seed, s ‖ i), both as 8 bytes, big-endian, and gives four words
    of 8 bytes. Changing a bit of this changes every table ever played.
    """

    __slots__ = ("_block", "_seed", "_step", "_words")

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        fair = WORDS - WORDS % bound  # a word beyond would favour the small numbers
        while (word := self._word()) >= fair:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._words:
            block = hmac(self._seed, self._step + self._block.to_bytes(8, "big"))
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()


def hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 for keys of at most 64 bytes, without the other threads that `hmac.digest`
    lets in each time."""
    padded = key.ljust(64, b"\0")
    inner = sha256(padded.translate(INNER) + message).digest()
    return sha256(padded.translate(OUTER) + inner).digest()


class FastLuck(Luck):
    """Luck for simulation: quick, seeded, not for real tables."""

    __slots__ = ("_bits",)

    def __init__(self, seed: int | str) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, bound: int) -> int:
        return self._bits(32) * bound >> 32

    def choice(self, items: Sequence[T]) -> T:
        return items[self._bits(24) * len(items) >> 24]  # small integers are the quick ones


class LoadedLuck(Luck):
    """Luck that falls as you say, for tests: `LoadedLuck(5, 0)` gives 5, then 0, then no more."""

    __slots__ = ("_numbers",)

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, bound: int) -> int:
        if not self._numbers:
            raise ValueError(f"asked for one of {bound}, and nothing is left")
        if not 0 <= (number := self._numbers.pop(0)) < bound:
            raise ValueError(f"asked for one of {bound}: {number} is none")
        return number
