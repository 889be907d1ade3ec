"""Which piece is next: nobody at a table writes what has been written there this evening.

A poet remembers nothing. All of them put their pieces into the same order, which the evening's
first cards give, and each goes on in it from round to round, from a place of his own.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar
from zlib import crc32

from msgspec import Struct

from salon.core.luck import FastLuck, Luck
from salon.games.cyrano.poets.verse import Craft, Line, Mood, Piece, Place, Subject

T = TypeVar("T")

AHEAD = 9  # rounds after which an evening is usually over


class Sitting(Struct, frozen=True):
    """What everybody knows of a poem that is to be written."""

    evening: str  # tells it from other evenings
    round: int
    seat: int
    seats: int


class Queue:
    """The pieces and titles of a mood in the order in which they are to be tried."""

    def __init__(
        self, mood: Mood, sitting: Sitting | None = None, luck: Luck | None = None
    ) -> None:
        self.mood, self.sitting = mood, sitting
        self.luck = luck or FastLuck(0)

    def pieces(
        self, craft: Craft, subject: Subject, place: Place, length: int, *, again: bool
    ) -> Iterator[Piece]:
        """First one of the theme's own. `again`: the theme has to come back, if it can."""
        own = [one for one in subject.verses.get(place, ()) if one.suits(self.mood, length)]
        yield from self._share(own)
        common = [one for one in craft.pieces[self.mood][place] if one.suits(self.mood, length)]
        first = [one for one in common if one.names_theme or not again]
        rest = [one for one in common if again and not one.names_theme]
        yield from self._in_turn(first)
        yield from self._in_turn(rest)

    def titles(self, craft: Craft) -> list[Line]:
        return self._in_turn(craft.titles[self.mood])

    def leaves_to_me(self, word: str) -> bool:
        """Whether it is one of the words that fall to this seat."""
        return (
            self.sitting is None or crc32(word.encode()) % self.sitting.seats == self.sitting.seat
        )

    def _share(self, own: Sequence[Piece]) -> list[Piece]:
        """At a table of several poets of a mood not all begin with the same one."""
        if self.sitting is None:
            return shuffled(own, self.luck)
        order = shuffled(own, FastLuck(self.sitting.evening))
        at = (self.sitting.seat + self.sitting.round) % max(2, len(own))
        return order[at : at + 1]

    def _in_turn(self, items: Sequence[T]) -> list[T]:
        """The next one; then those whose turn is far off, and last those whose turn is near."""
        if self.sitting is None or not items:
            return shuffled(items, self.luck)
        now, many = self.sitting, len(items)
        order = shuffled(items, FastLuck(now.evening))
        start = (now.seat * many // now.seats + now.round - 1) % many
        order = order[start:] + order[:start]
        return order[:1] + order[AHEAD:] + order[1:AHEAD]


def shuffled(items: Sequence[T], luck: Luck) -> list[T]:
    order = list(items)
    luck.shuffle(order)
    return order
