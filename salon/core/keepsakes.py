"""What people made at a table and like to keep, whichever game it was: an album shows four things.

Plain values: a page draws them, a printer prints them, a terminal can at least say them.
"""

from typing import NamedTuple

from msgspec import Struct

from salon.core.contract import Seat


class Verse(Struct, frozen=True, tag=True):
    """A few lines by somebody."""

    title: str  # as it was given at the table; "": none
    lines: tuple[str, ...]
    by: Seat
    loved: int | None = None  # which line


class TaleLine(NamedTuple):
    text: str
    by: Seat


class Tale(Struct, frozen=True, tag=True):
    """What several people have told, one line after the other."""

    lines: tuple[TaleLine, ...]


class Note(NamedTuple):
    pitch: int | None  # as MIDI counts, 60 is the middle C; None: a rest
    quarters: float  # how long


class Melody(Struct, frozen=True, tag=True):
    """Something to hear."""

    notes: tuple[Note, ...]
    by: Seat | None = None  # None: of all together
    beats: int = 100  # quarters a minute


class Shape(NamedTuple):
    points: tuple[int, ...]  # x and y in turn, of a polygon
    fill: str  # #rrggbb


class Picture(Struct, frozen=True, tag=True):
    """Something to look at."""

    size: tuple[int, int]
    shapes: tuple[Shape, ...]


Keepsake = Verse | Tale | Melody | Picture
