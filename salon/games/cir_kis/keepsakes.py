"""The finished window as a picture: glass in everybody's colours, held by lead."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, hypot, radians, sin
from typing import Final

from salon.core.keepsakes import Picture, Shape
from salon.games.cir_kis.board import (
    CENTRE_RING,
    CORNERS,
    FIGURES,
    PLACEMENTS,
    POINTS,
    SPACES,
    mask_of,
)
from salon.games.cir_kis.model import State

SIZE = 1_000  # of the picture's sides
TILT = 18  # degrees by which the window is turned, so that a corner is on top
RADIUS = 2 * ((1 + 5**0.5) / 2) ** 3  # of the decagon, in short edges
EDGE = SIZE / 2 / (RADIUS + 0.2)
LEAD, THIN = 3, 1  # half of what lies between two panes, with glass in them and without
RIM = 9
COLOURS = ("#2b7cc4", "#dd5f24", "#1f9068", "#a24fb2")  # of the seats, with light behind them
TINTS = {"circle": "#f8cbd3", "star": "#b3d1f6", "centre": "#fce8ab"}
PLAIN, LEAD_COLOUR = "#fbf5e2", "#463b52"

XY = tuple[float, float]


def picture(state: State) -> Picture:
    """The last round's, if there were several."""
    return Picture((SIZE, SIZE), tuple(_shapes(state)))


def _shapes(state: State) -> Iterator[Shape]:
    yield Shape(_pane(tuple(range(SPACES)), -RIM), LEAD_COLOUR)
    for spaces in _empty(mask_of(one for _, n in state.laid for one in PLACEMENTS[n].spaces)):
        yield Shape(_pane(spaces, THIN), TINT[spaces[0]])
    for seat, number in state.laid:
        yield Shape(_pane(PLACEMENTS[number].spaces, LEAD), COLOURS[seat])


def _empty(filled: int) -> Iterator[tuple[int, ...]]:
    """What has no glass: figures that nobody has touched are whole, the rest is single spaces."""
    for figure in WHOLE:
        if not filled & figure:
            yield tuple(space for space in range(SPACES) if figure >> space & 1)
            filled |= figure
    yield from ((space,) for space in range(SPACES) if not filled >> space & 1)


def _tint(space: int) -> str:
    names = [figure.name for figure in FIGURES if figure.mask >> space & 1]
    return next((TINTS[name.split("_")[0]] for name in names), PLAIN)


WHOLE: Final = tuple(figure.mask for figure in FIGURES if figure is not CENTRE_RING)
TINT: Final = tuple(map(_tint, range(SPACES)))


@cache
def _pane(spaces: tuple[int, ...], lead: int) -> tuple[int, ...]:
    """Around these spaces, and so much within."""
    path = [_place(corner) for corner in _outline(spaces)]
    near = zip(path[-1:] + path[:-1], path, path[1:] + path[:1], strict=True)
    drawn = [_within(*three, lead) for three in near]
    return tuple(round(number) for point in drawn for number in point)


def _outline(spaces: Iterable[int]) -> list[int]:
    """The corners around some connected spaces, in order: inner edges go both ways."""
    edges = {edge for space in spaces for edge in _edges(CORNERS[space])}
    after = {a: b for a, b in edges if (b, a) not in edges}
    path = [min(after)]
    while (corner := after[path[-1]]) != path[0]:
        path.append(corner)
    return path


def _edges(corners: tuple[int, ...]) -> list[tuple[int, int]]:
    """In the one direction, whichever way the corners are written."""
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    area = sum(_turn(_place(start), _place(end)) for start, end in edges)
    return edges if area > 0 else [(end, start) for start, end in edges]


def _turn(start: XY, end: XY) -> float:
    return start[0] * end[1] - end[0] * start[1]


@cache
def _place(corner: int) -> XY:
    angles = [radians(36 * power - TILT) for power in range(4)]
    x = sum(count * cos(angle) for count, angle in zip(POINTS[corner], angles, strict=True))
    y = sum(count * sin(angle) for count, angle in zip(POINTS[corner], angles, strict=True))
    return SIZE / 2 + x * EDGE, SIZE / 2 - y * EDGE


def _within(before: XY, at: XY, after: XY, lead: int) -> XY:
    """The corner of a pane, moved inwards from both of its edges."""
    (a, b), (c, d) = _normal(before, at), _normal(at, after)
    far = lead / (1 + a * c + b * d)
    return at[0] + far * (a + c), at[1] + far * (b + d)


def _normal(start: XY, end: XY) -> XY:
    x, y = end[0] - start[0], end[1] - start[1]
    return -y / hypot(x, y), x / hypot(x, y)
