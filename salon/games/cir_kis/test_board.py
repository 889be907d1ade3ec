"""The board against the numbers of the reconstruction.

The two digests were taken from the reference drawing of the board, not from ours: of every space's
kind and exact corners, and of every placement of every piece.
"""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations

import pytest

from salon.games.cir_kis import board, penrose
from salon.games.cir_kis.board import (
    CENTRE_RING,
    CENTRE_STAR,
    COUNTS,
    FIGURES,
    OPENINGS,
    PIECES,
    PLACEMENTS,
    SPACES,
    TOUCHING,
    followers,
)
from salon.games.cir_kis.penrose import Tile
from salon.games.cir_kis.ring import (
    ONE,
    PHI,
    SHRINK,
    ZERO,
    Golden,
    Point,
    add,
    height,
    mirrored,
    power,
    square,
    times,
)

SPACES_DIGEST = "a95c9cb8ffb0cb334d56677e280b93fb5eda82d347488a8559b23db8672300fd"
PLACEMENTS_DIGEST = "5781feb58d4e8eb265dc5bc48c4457a11b756160bf6009ca0319166e156be915"


@pytest.fixture(scope="module")
def tiles() -> list[Tile]:
    return penrose.tiles()


def digest(thing: object) -> str:
    return sha256(json.dumps(thing, separators=(",", ":")).encode()).hexdigest()


def edges(tile: Tile) -> Iterator[frozenset[Point]]:
    for at, corner in enumerate(tile.corners):
        yield frozenset((corner, tile.corners[at - 1]))


# Exact numbers


def test_the_golden_ratio_is_what_it_is() -> None:
    assert times(PHI, PHI) == add(PHI, ONE)
    assert times(PHI, SHRINK) == ONE
    assert power(10) == ONE and power(5) == (-1, 0, 0, 0) and power(-1) == power(9)
    assert mirrored(power(3)) == power(-3)


def test_golden_numbers_are_ordered_without_floats() -> None:
    assert Golden(0, 0) < Golden(-1, 1) < Golden(1, 0) < Golden(0, 1) < Golden(-1, 2)
    assert not Golden(0, 1) < Golden(0, 1)
    assert Golden(-1_618_033_989, 1_000_000_000) < Golden(0, 0) < Golden(-1_618_033_988, 10**9)
    assert height(power(1)) == Golden(1, 0) and height(power(2)) == Golden(0, 1)
    assert square(PHI) == Golden(1, 1) and square(ZERO) == Golden(0, 0)


# The board


def test_it_has_165_spaces_in_the_places_of_the_reference(tiles: list[Tile]) -> None:
    kinds = Counter(tile.kind for tile in tiles)
    assert kinds == {"kite": 90, "dart": 65, "sliver": 10}
    assert digest([[tile.kind, sorted(tile.corners)] for tile in tiles]) == SPACES_DIGEST


def test_the_file_is_what_the_tiling_gives() -> None:
    ours = json.loads(json.dumps(penrose.drawing()))
    assert ours == json.loads((penrose.FOLDER / "board.json").read_text("utf-8"))


def test_it_has_181_corners_and_345_edges_30_of_them_on_the_rim(tiles: list[Tile]) -> None:
    assert len({corner for tile in tiles for corner in tile.corners}) == 181
    lines = Counter(edge for tile in tiles for edge in edges(tile))
    assert len(lines) == 345
    assert sum(count == 1 for count in lines.values()) == 30


def test_spaces_touch_by_edges_and_by_points(tiles: list[Tile]) -> None:
    by_edge = penrose.touching(tiles, 2)
    assert len(by_edge) == 305
    assert len(penrose.touching(tiles, 1)) - len(by_edge) == 350
    assert {mask.bit_count() for mask in TOUCHING} == {5, 6, 7, 8, 9, 10}
    assert all(bool(TOUCHING[b] >> a & 1) for a in range(SPACES) for b in bits(TOUCHING[a]))


def bits(mask: int) -> list[int]:
    return [space for space in range(SPACES) if mask >> space & 1]


def test_the_slivers_beside_a_star_meet_in_a_point(tiles: list[Tile]) -> None:
    slivers = [space for space, tile in enumerate(tiles) if tile.kind == "sliver"]
    assert [TOUCHING[space].bit_count() for space in slivers] == [6] * 10
    shared = [
        len(set(tiles[a].corners) & set(tiles[b].corners)) for a, b in combinations(slivers, 2)
    ]
    assert Counter(shared) == {0: 40, 1: 5}


def test_ten_circles_six_stars_and_the_centre_ring() -> None:
    names = [figure.name.split("_")[0] for figure in FIGURES]
    assert Counter(names) == {"circle": 10, "star": 6, "centre": 1}
    assert {figure.mask.bit_count() for figure in FIGURES if figure is not CENTRE_RING} == {5}
    assert bits(CENTRE_STAR.mask) == [0, 1, 2, 3, 4]
    assert bits(CENTRE_RING.mask) == list(range(5, 15))
    five = [figure.mask for figure in FIGURES]
    assert not any(a & b for a, b in combinations(five, 2))


def test_figures_are_numbered_clockwise_from_the_north() -> None:
    numbered = {figure.name: bits(figure.mask) for figure in FIGURES}
    assert numbered["circle_1"] == [26, 37, 38, 57, 58]
    assert numbered["circle_6"] == [75, 96, 97, 146, 147]
    assert numbered["star_1"] == [91, 107, 108, 137, 138]
    assert numbered["star_5"] == [92, 109, 110, 139, 140]


# The pieces


def test_33_shapes_of_up_to_three_spaces(tiles: list[Tile]) -> None:
    shapes = Counter(penrose.shape(tiles, spaces) for spaces in penrose.clusters(tiles, 3))
    assert len(shapes) == 33
    twos = sorted(count for shape, count in shapes.items() if len(shape) == 2)
    assert twos == sorted([110, 70, 40, 40, 25, 10, 10])


def test_500_placements_in_the_places_of_the_reference() -> None:
    found: dict[str, list[tuple[int, ...]]] = {piece: [] for piece in PIECES}
    for one in PLACEMENTS:
        found[PIECES[one.piece]].append(one.spaces)
    assert {piece: len(spaces) for piece, spaces in found.items()} == {
        "sliver": 10,
        "wedge": 90,
        "arrow": 65,
        "small_slice": 70,
        "big_slice": 50,
        "kite": 55,
        "hook": 110,
        "double_arrow": 40,
        "triangle": 10,
    }
    assert digest(found) == PLACEMENTS_DIGEST
    assert len({one.spaces for one in PLACEMENTS}) == 500
    assert [one.number for one in PLACEMENTS] == list(range(500))


def test_the_set_holds_twenty_pieces_of_the_named_shapes() -> None:
    written = json.loads((penrose.FOLDER / "pieces.json").read_text("utf-8"))
    assert [one["name"] for one in written["pieces"]] == list(PIECES)
    assert sum(COUNTS) == 20


def test_no_piece_has_three_segments_of_a_star_and_one_has_three_of_a_circle() -> None:
    def most(kind: str) -> int:
        figures = [figure for figure in FIGURES if figure.name.startswith(kind)]
        return max((one.mask & f.mask).bit_count() for one in PLACEMENTS for f in figures)

    assert (most("star"), most("circle")) == (2, 3)


def test_openings_by_piece() -> None:
    found = Counter(PIECES[piece] for _, piece, _ in OPENINGS)
    assert found == {
        "arrow": 5,
        "wedge": 10,
        "small_slice": 5,
        "kite": 5,
        "double_arrow": 5,
        "hook": 10,
    }


def test_who_follows_a_piece_touches_it() -> None:
    for one in PLACEMENTS[::7]:
        following = {number for _, _, number in followers(one.number)}
        assert following == {other.number for other in PLACEMENTS if other.mask & one.around}
        assert not one.around & one.mask


def test_masks_stand_for_spaces() -> None:
    for one in PLACEMENTS:
        assert bits(one.mask) == list(one.spaces) and board.mask_of(one.spaces) == one.mask
        assert all(bool(one.mask & figure.mask) for figure in one.figures)
