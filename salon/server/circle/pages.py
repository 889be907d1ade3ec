"""What a circle keeps besides its row, one page after the other: what was said, what was played.

A page that was taken back is blank, on the disk too; its number is not given again.
"""

from datetime import date

from msgspec import Struct

from salon.core.capabilities import Award
from salon.core.contract import Result
from salon.server.circle.row import Number
from salon.server.wire import Symbol


class Said(Struct, frozen=True, tag=True):
    """A line of the chat."""

    person: Number
    text: str
    at: int  # seconds since 1970
    id: str  # of the message that brought it


class Sat(Struct, frozen=True):
    """Who had a seat when a table was over."""

    name: str
    symbol: Symbol | None
    person: Number | None = None  # None: a bot, or somebody who is not of the circle any more
    character: str | None = None  # of a bot


class Finished(Struct, frozen=True, tag=True):
    """A table that is over."""

    table: str
    game: str
    at: int
    seats: tuple[Sat, ...]
    result: Result
    awards: tuple[Award, ...]
    kept: int  # how many keepsakes it has
    cleared: bool = False  # its moves are forgotten: nobody can watch it again


class Solved(Struct, frozen=True, tag=True):
    """The puzzle of a day, since somebody of the circle has found its solution."""

    game: str
    day: date
    puzzle: str  # its name: it is another one if that has changed
    at: int
    people: tuple[Number, ...]  # who found it, in that order
    first_try: tuple[Number, ...]  # who of them chose nothing else before


class Blank(Struct, frozen=True, tag=True):
    """Something stood here."""


Page = Said | Finished | Solved | Blank
