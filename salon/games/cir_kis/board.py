"""The board for the rules: its spaces as bits of an integer, its figures, and every placement.

Bit n stands for space n; a set of spaces is a mask. Read from board.json, which penrose.py makes.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

Piece = Literal[
    "sliver",
    "wedge",
    "arrow",
    "small_slice",
    "big_slice",
    "kite",
    "hook",
    "double_arrow",
    "triangle",
]
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
FIGURE_POINTS, RING_POINTS = 10, 15


class Figure(NamedTuple):
    """A circle, a star or the Centre Ring."""

    name: str
    mask: int
    points: int  # for who dominates it


class Placement(NamedTuple):
    """A piece somewhere on the board."""

    number: int
    piece: int  # in PIECES
    spaces: tuple[int, ...]
    mask: int
    around: int  # the spaces that touch it
    figures: tuple[Figure, ...]  # that it lies on


def mask_of(spaces: Iterable[int]) -> int:
    return sum(1 << space for space in spaces)


def _read(name: str) -> Any:
    return json.loads(Path(__file__).with_name(name).read_text("utf-8"))


def _touching(corners: list[list[int]]) -> list[int]:
    """For each space those that share a corner with it, without itself."""
    at: dict[int, int] = {}
    for space, its in enumerate(corners):
        for corner in its:
            at[corner] = at.get(corner, 0) | 1 << space
    return [_union(at[corner] for corner in its) & ~(1 << n) for n, its in enumerate(corners)]


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def _placements(found: dict[str, list[list[int]]]) -> tuple[Placement, ...]:
    """By piece, then by spaces: the order that RULES mean by the first one."""
    every = [(piece, tuple(spaces)) for piece, name in enumerate(PIECES) for spaces in found[name]]
    return tuple(_placement(number, *one) for number, one in enumerate(every))


def _placement(number: int, piece: int, spaces: tuple[int, ...]) -> Placement:
    mask = mask_of(spaces)
    around = _union(TOUCHING[space] for space in spaces) & ~mask
    lies_on = tuple(figure for figure in FIGURES if figure.mask & mask)
    return Placement(number, piece, spaces, mask, around, lies_on)


Candidate = tuple[int, int, int]  # mask, piece and number of a placement


def _candidates(near: int) -> tuple[Candidate, ...]:
    """The placements that have a space among these."""
    return tuple((one.mask, one.piece, one.number) for one in PLACEMENTS if one.mask & near)


@cache
def followers(number: int) -> tuple[Candidate, ...]:
    """The placements that touch this one; some overlap it too."""
    return _candidates(PLACEMENTS[number].around)


_drawn = _read("board.json")
_set = {one["name"]: one["count"] for one in _read("pieces.json")["pieces"]}

COUNTS: Final = tuple(int(_set[name]) for name in PIECES)  # what each player starts with
SPACES: Final = len(_drawn["spaces"])
POINTS: Final[tuple[tuple[int, ...], ...]] = tuple(map(tuple, _drawn["corners"]))  # as ring.py does
CORNERS: Final[tuple[tuple[int, ...], ...]] = tuple(  # of each space: which points
    tuple(corners) for _, *corners in _drawn["spaces"]
)
TOUCHING: Final = _touching([corners for _, *corners in _drawn["spaces"]])
FIGURES: Final = tuple(
    Figure(name, mask_of(spaces), RING_POINTS if name == "centre_ring" else FIGURE_POINTS)
    for name, spaces in _drawn["figures"].items()
)
CENTRE_STAR: Final = next(figure for figure in FIGURES if figure.name == "star_0")
CENTRE_RING: Final = next(figure for figure in FIGURES if figure.name == "centre_ring")
PLACEMENTS: Final = _placements(_drawn["placements"])
OPENINGS: Final = _candidates(CENTRE_STAR.mask | CENTRE_RING.mask)
EVERYWHERE: Final = _candidates(-1)
SLIVER: Final = PIECES.index("sliver")
