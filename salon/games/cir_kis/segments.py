"""The segments of each figure, counted from where it looks away from the middle of the board.

So figures that a turn of the board puts on one another look alike, and what is learnt of one is
learnt of all.
"""

from cmath import exp, phase, pi
from functools import cache, reduce

from salon.games.cir_kis.board import CENTRE_RING, CORNERS, FIGURES, POINTS, Figure

TURN = exp(1j * pi / 5)
NEAR = 1e-6

Order = tuple[int, ...]  # spaces


def _at(corner: int) -> complex:
    return sum((n * TURN**k for k, n in enumerate(POINTS[corner])), 0j)


def _spaces(figure: Figure) -> list[int]:
    return [space for space in range(len(CORNERS)) if figure.mask >> space & 1]


def _tip(figure: Figure) -> complex:
    """The corner that all its spaces share; the ring has none, and lies around the middle."""
    shared = reduce(set.intersection, (set(CORNERS[space]) for space in _spaces(figure)))
    return _at(shared.pop()) if shared else 0j


def _middle(space: int) -> complex:
    return sum(map(_at, CORNERS[space])) / len(CORNERS[space])


@cache
def directions(figure: Figure) -> dict[int, float]:
    """Where each of its spaces lies: 0 is away from the middle of the board."""
    tip = _tip(figure)
    away = tip if abs(tip) > NEAR else _middle(_spaces(figure)[0])
    turned = {space: phase((_middle(space) - tip) / away) for space in _spaces(figure)}
    return {space: -pi if angle > pi - NEAR else angle for space, angle in turned.items()}


@cache
def segments(figure: Figure) -> Order:
    """Its spaces in order of their direction."""
    found = directions(figure)
    return tuple(sorted(found, key=lambda space: found[space]))


@cache
def mirrored(figure: Figure) -> tuple[int, ...]:
    """For each segment the one that a mirror through the middle of the board shows."""
    angles = [directions(figure)[space] for space in segments(figure)]
    return tuple(
        min(range(len(angles)), key=lambda n: abs(exp(1j * angles[n]) - exp(-1j * angle)))
        for angle in angles
    )


def _families() -> tuple[int, ...]:
    """Inner circles 0, the Centre Star 1, outer circles 2, outer stars 3, the Centre Ring 4."""
    far = sorted({round(abs(_tip(figure)), 6) for figure in FIGURES})
    return tuple(
        4
        if figure is CENTRE_RING
        else figure.name.startswith("star") + 2 * (round(abs(_tip(figure)), 6) == far[-1])
        for figure in FIGURES
    )


FAMILIES = _families()
