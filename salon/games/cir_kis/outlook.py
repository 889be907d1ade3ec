"""What a placement is worth to each seat: points now, and the hope of points in open figures.

hope.json tells what a figure has brought, on average, to who had so many of its segments; it was
learnt from games of the bots with themselves (learn_hope.py).
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from salon.games.cir_kis.board import CENTRE_RING, PLACEMENTS, Figure
from salon.games.cir_kis.position import LAST_PIECE, Full, Position

AGAIN = 4.0  # points that a free turn is worth
SEGMENTS = 5

Key = tuple[int, int, int]  # my segments, the most of anybody else, empty ones
Hopes = dict[Key, float]


def keys() -> Iterator[Key]:
    """All that a figure which is not full can look like to one seat."""
    for mine in range(SEGMENTS):
        for most in range(SEGMENTS - mine):
            for empty in range(1, SEGMENTS + 1 - mine - most):
                yield mine, most, empty


def guess(mine: int, most: int) -> float:
    """Before anything was learnt: three segments are safe, two are a lead."""
    if mine >= 3:
        return 8.0
    return 3.5 if mine > most else 1.2 if mine == most > 0 else 1.0


@cache
def _learnt() -> dict[int, dict[str, Hopes]]:
    """By seats, then for circles and stars."""
    read = json.loads(Path(__file__).with_name("hope.json").read_text("utf-8"))
    return {
        int(seats): {
            kind: dict(zip(keys(), values, strict=True)) for kind, values in by_kind.items()
        }
        for seats, by_kind in read.items()
    }


def hopes(figure: Figure, segments: tuple[int, ...]) -> tuple[float, ...]:
    """What each seat may expect of a figure in which they have so many segments."""
    if figure is CENTRE_RING:
        return _ring_hopes(segments)
    return _figure_hopes(figure.name.split("_")[0], segments)


@cache
def _figure_hopes(kind: str, segments: tuple[int, ...]) -> tuple[float, ...]:
    known, empty = _learnt()[len(segments)][kind], SEGMENTS - sum(segments)
    return tuple(known[mine, _most_but(segments, at), empty] for at, mine in enumerate(segments))


@cache
def _ring_hopes(segments: tuple[int, ...]) -> tuple[float, ...]:
    """It is large: the nearer it is to being full, the more a lead is worth."""
    full = sum(segments) / 10
    return tuple(
        CENTRE_RING.points * full * full * (mine > _most_but(segments, at))
        for at, mine in enumerate(segments)
    )


def _most_but(segments: tuple[int, ...], seat: int) -> int:
    """The most that anybody else has."""
    return max(segments[:seat] + segments[seat + 1 :])


Outlook = Callable[[Figure, tuple[int, ...]], tuple[float, ...]]


def gains(
    now: Position, number: int, again: float = AGAIN, outlook: Outlook = hopes
) -> list[float]:
    """For each seat, points and hopes, if this is laid."""
    one, seat = PLACEMENTS[number], now.turn
    completed: list[Full] = now.completes(one)
    total: list[float] = [*now.points(completed, seat)]
    for figure in one.figures:
        if now.ring or figure is not CENTRE_RING:
            _add_hopes(total, now, figure, one.mask, outlook)
    if now.is_last_piece():
        total[seat] += LAST_PIECE
    elif again and now.earns(one, completed):
        total[seat] += again
    return total


def _add_hopes(
    total: list[float], now: Position, figure: Figure, laid: int, outlook: Outlook
) -> None:
    """What the hopes for a figure change by; of a full one nothing is left to hope."""
    before = [(mine & figure.mask).bit_count() for mine in now.glass]
    for seat, hope in enumerate(outlook(figure, tuple(before))):
        total[seat] -= hope
    if (now.filled | laid) & figure.mask != figure.mask:
        before[now.turn] += (laid & figure.mask).bit_count()
        for seat, hope in enumerate(outlook(figure, tuple(before))):
            total[seat] += hope
