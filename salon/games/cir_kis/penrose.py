"""Cuts the board out of a Penrose tiling, exactly, and finds every place where a piece fits.

    python -m salon.games.cir_kis.penrose [PICTURE]

writes board.json, from which the rules and the page read it: this is done once, and again when
somebody corrects pieces.json. PICTURE is an SVG file with the numbers of the spaces.
"""

import json
import sys
from cmath import exp, pi
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from salon.games.cir_kis.ring import (
    PHI,
    SHRINK,
    ZERO,
    Golden,
    Point,
    add,
    half,
    height,
    minus,
    mirrored,
    power,
    square,
    times,
    turned,
)

FOLDER = Path(__file__).parent
NORTH = 2  # the sector that ends at 108°: the page draws the board with this direction up
ROUNDS = 5  # of growing and cutting
DECAGON = tuple(times((6, 0, 4, -4), power(k)) for k in range(10))


class Half(NamedTuple):
    """Half a kite (tip, side, back) or half a dart (tip, wing, notch)."""

    kind: str
    a: Point
    b: Point
    c: Point


class Tile(NamedTuple):
    """A space of the board."""

    kind: str
    corners: tuple[Point, ...]  # the tip first


Spaces = tuple[int, ...]


# The tiling


def _sun() -> list[Half]:
    """Five kites around one point."""
    return [
        Half("kite", ZERO, times(PHI, power(2 * k + side)), times(PHI, power(2 * k)))
        for k in range(5)
        for side in (-1, 1)
    ]


def _grown(one: Half) -> Half:
    return Half(one.kind, times(PHI, one.a), times(PHI, one.b), times(PHI, one.c))


def _between(start: Point, end: Point, part: Point) -> Point:
    return add(start, times(minus(end, start), part))


def _cut(one: Half) -> list[Half]:
    kind, a, b, c = one
    if kind == "kite":
        e, f = _between(b, a, SHRINK), _between(c, a, times(SHRINK, SHRINK))
        return [Half("kite", b, c, f), Half("kite", b, e, f), Half("dart", a, f, e)]
    g = _between(a, b, SHRINK)
    return [Half("kite", a, g, c), Half("dart", b, c, g)]


def _whole(halves: list[Half]) -> Iterator[Tile]:
    """Two halves with the same axis are a tile; of a tile at the edge there is only one."""
    sides: dict[tuple[str, Point, Point], list[Point]] = defaultdict(list)
    for kind, a, b, c in halves:
        sides[kind, a, c].append(b)
    for (kind, a, c), ends in sides.items():
        if len(ends) == 2:
            yield Tile(kind, _counterclockwise((a, ends[0], c, ends[1])))


def _counterclockwise(corners: tuple[Point, Point, Point, Point]) -> tuple[Point, ...]:
    a, b, c, d = corners
    return corners if _left_of(a, b, c) else (a, d, c, b)


def _left_of(start: Point, end: Point, point: Point) -> bool:
    """Whether the point lies to the left of this line, or on it."""
    side = times(mirrored(minus(end, start)), minus(point, start))
    return not height(side) < Golden(0, 0)


def _is_inside(tile: Tile) -> bool:
    edges = [(DECAGON[k - 1], DECAGON[k]) for k in range(10)]
    return all(_left_of(*edge, corner) for edge in edges for corner in tile.corners)


def _slivers() -> Iterator[Tile]:
    """Two beside each outer star, where the decagon cuts through kites."""
    for k in range(1, 10, 2):
        for side in (-1, 1):
            tip = DECAGON[k]
            middle = half(add(tip, DECAGON[(k + side) % 10]))
            step = times(minus(middle, tip), times(SHRINK, SHRINK))
            knee = add(tip, times(step, power(side)))
            yield Tile("sliver", (tip, knee, add(knee, step), middle))


def _place(tile: Tile) -> tuple[Golden, int, Golden]:
    """From the middle outwards, and counterclockwise from just above the east."""
    centre = ZERO
    for corner in tile.corners:
        centre = add(centre, corner)
    distance, sector = square(centre), _sector(centre)
    return distance, sector, height(times(centre, power(-sector)))


def _sector(x: Point) -> int:
    """Which tenth of the turn it lies in; on a border the one before."""
    return next(k for k in range(10) if _is_in_first_sector(times(x, power(-k))))


def _is_in_first_sector(x: Point) -> bool:
    return Golden(0, 0) < height(x) and not Golden(0, 0) < height(times(x, power(-1)))


def tiles() -> list[Tile]:
    """All spaces, in the order in which they are numbered: slivers last."""
    halves = _sun()
    for _ in range(ROUNDS):
        halves = [small for one in halves for small in _cut(_grown(one))]
    return [
        *sorted(filter(_is_inside, _whole(halves)), key=_place),
        *sorted(_slivers(), key=_place),
    ]


# Figures


def figures(board: list[Tile]) -> dict[str, Spaces]:
    """Circles and stars: five kites or five darts with a common tip."""
    around: dict[tuple[str, Point], list[int]] = defaultdict(list)
    for space, tile in enumerate(board):
        around[tile.kind, tile.corners[0]].append(space)
    found = {tip: tuple(five) for tip, five in around.items() if len(five) == 5}
    circles = sorted((tip for kind, tip in found if kind == "kite"), key=_clockwise)
    stars = sorted((tip for kind, tip in found if kind == "dart" and tip != ZERO), key=_clockwise)
    return {
        **{f"circle_{number}": found["kite", tip] for number, tip in enumerate(circles, 1)},
        **{f"star_{number}": found["dart", tip] for number, tip in enumerate([ZERO, *stars])},
    }


def _clockwise(tip: Point) -> tuple[Golden, int]:
    """Inner ones first, and each ring from the north of the board as it is drawn."""
    return square(tip), (NORTH - _sector(tip)) % 10


def centre_ring(board: list[Tile], star: Spaces) -> Spaces:
    """The ten kites around the Centre Star."""
    neighbours = {a + b - one for one in star for a, b in touching(board, 2) if one in (a, b)}
    return tuple(space for space in sorted(neighbours) if board[space].kind == "kite")


def touching(board: list[Tile], corners: int) -> list[tuple[int, int]]:
    """Pairs of spaces that share so many corners or more: one is a point, two are an edge."""
    sets = [set(tile.corners) for tile in board]
    pairs = combinations(range(len(board)), 2)
    return [(a, b) for a, b in pairs if len(sets[a] & sets[b]) >= corners]


# Shapes


def clusters(board: list[Tile], most: int) -> list[Spaces]:
    """All sets of up to so many spaces that hang together by edges."""
    beside: dict[int, set[int]] = defaultdict(set)
    for a, b in touching(board, 2):
        beside[a].add(b)
        beside[b].add(a)
    grown: set[Spaces] = {(space,) for space in range(len(board))}
    found = grown
    for _ in range(most - 1):
        grown = {
            tuple(sorted((*spaces, more)))
            for spaces in grown
            for space in spaces
            for more in beside[space]
            if more not in spaces
        }
        found = found | grown
    return sorted(found)


def shape(board: list[Tile], spaces: Spaces) -> tuple[Any, ...]:
    """The same for sets that can be turned, turned over and moved onto each other."""
    some = [board[space] for space in spaces]
    flat = [[tile.corners for tile in some], [tuple(map(mirrored, t.corners)) for t in some]]
    kinds = [tile.kind for tile in some]
    return min(form for corners in flat for form in _turns(kinds, corners))


def _turns(kinds: list[str], tiles: list[tuple[Point, ...]]) -> Iterator[tuple[Any, ...]]:
    for _ in range(10):
        tiles = [tuple(map(turned, corners)) for corners in tiles]
        lowest = min(corner for corners in tiles for corner in corners)
        moved = [tuple(sorted(minus(c, lowest) for c in corners)) for corners in tiles]
        yield tuple(sorted(zip(kinds, moved, strict=True)))


def placements(board: list[Tile], models: dict[str, Spaces]) -> dict[str, list[Spaces]]:
    """Where each piece fits, given one place where it does."""
    wanted = {shape(board, spaces): piece for piece, spaces in models.items()}
    found: dict[str, list[Spaces]] = {piece: [] for piece in models}
    for spaces in clusters(board, 3):
        if piece := wanted.get(shape(board, spaces)):
            found[piece].append(spaces)
    return found


# The file


def drawing() -> dict[str, Any]:
    """The board as rules and page read it: corners as [a, b, c, d] = a + bz + cz² + dz³."""
    board = tiles()
    corners = sorted({corner for tile in board for corner in tile.corners})
    number = {corner: at for at, corner in enumerate(corners)}
    pieces = json.loads((FOLDER / "pieces.json").read_text("utf-8"))["pieces"]
    found = figures(board)
    return {
        "corners": corners,
        "spaces": [[tile.kind, *(number[corner] for corner in tile.corners)] for tile in board],
        "figures": {**found, "centre_ring": centre_ring(board, found["star_0"])},
        "placements": placements(board, {one["name"]: tuple(one["fits"]) for one in pieces}),
    }


def picture() -> str:
    """The board with the numbers of its spaces, north up; the only place for floating points."""
    panes = "\n".join(_pane(number, tile) for number, tile in enumerate(tiles()))
    look = "font: .3px sans-serif; text-anchor: middle; dominant-baseline: central"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 18 18" width="900" height="900">\n'
        '<rect x="-9" y="-9" width="18" height="18" fill="#fff"/>\n'
        f'<g style="{look}">\n{panes}\n</g>\n</svg>\n'
    )


def _pane(number: int, tile: Tile) -> str:
    points = [_drawn(corner) for corner in tile.corners]
    middle = sum(points) / len(points)
    if tile.kind == "dart":  # its middle lies near the notch
        middle = points[0] * 0.3 + points[2] * 0.7
    path = " ".join(f"{x.real:.3f},{x.imag:.3f}" for x in points)
    fill = {"kite": "#f3ead7", "dart": "#d3e4ee", "sliver": "#f0c9a5"}[tile.kind]
    return (
        f'<polygon points="{path}" fill="{fill}" stroke="#333" stroke-width=".03"/>'
        f'<text x="{middle.real:.3f}" y="{middle.imag:.3f}">{number}</text>'
    )


def _drawn(corner: Point) -> complex:
    """North up, and downwards as screens count."""
    a, b, c, d = corner
    z = exp(1j * pi / 5)
    return ((a + b * z + c * z * z + d * z**3) * exp(-1j * pi / 10)).conjugate()


def main() -> None:
    parts = [f'"{name}": {json.dumps(part)}' for name, part in drawing().items()]
    (FOLDER / "board.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")
    for file in sys.argv[1:]:
        Path(file).write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
