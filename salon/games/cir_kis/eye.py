"""The learnt eye: how a round looks to one seat, and what that is worth (fast/eye.h says it in C).

Everything that is seen is a row of sixteen numbers. The rows are added up; the first two sums are
the odds and the margin as a straight reading has them, the others count where they are positive.
learn_eye.py made the rows: eye.bin.
"""

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from salon.core.contract import Seat
from salon.games.cir_kis.board import CENTRE_RING, FIGURES, PIECES, PLACEMENTS, Figure
from salon.games.cir_kis.core import COLUMNS, HIDDEN, ROWS, Eye, segments_in
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.segments import FAMILIES, mirrored

MODES = ("two", "three", "four", "teams")
PATTERNS, CLAIMS, RINGS, SCORES, SECONDS, TURNS, KINDS_OURS, KINDS_THEIRS, PIECES_OURS = accumulate(
    (0, 4 * 1024, 2 * 6**3, 11 * 11, 100, 100, 8, 5 * len(PIECES), 5 * len(PIECES))
)
PIECES_THEIRS, SLIVERS, CHOICES = accumulate((PIECES_OURS + 21, 21, 2))
SHIFT = 6
LEVELS = (1, 2, 3, 5, 8, 14, 24)  # placements there may be: so many, or up to so many


# The file


def _turned(pattern: int, there: Sequence[int]) -> int:
    """The pattern of a figure whose segments have changed places."""
    return sum(
        (pattern >> n & 1) << at | (pattern >> 5 + n & 1) << 5 + at for n, at in enumerate(there)
    )


def _alike(family: int) -> Iterator[tuple[int, ...]]:
    """How the segments of a figure may change places and it still looks the same."""
    mirror = mirrored(FIGURES[FAMILIES.index(family)])
    turns = range(5) if family == 1 else range(1)  # the Centre Star has five sides
    for turn in turns:
        yield tuple((n + turn) % 5 for n in range(5))
        yield tuple((n + turn) % 5 for n in mirror)


@cache
def same_rows() -> list[int]:
    """For each row the first that means the same."""
    same = list(range(ROWS))
    for family in range(4):
        first, alike = PATTERNS + 1024 * family, list(_alike(family))
        for pattern in range(1024):
            same[first + pattern] = first + min(_turned(pattern, there) for there in alike)
    return same


def packed(eyes: Sequence[Eye]) -> bytes:
    """Each row that means the same once, column by column."""
    kept = sorted(set(same_rows()))
    weights = array("h")
    for eye in eyes:
        for column in range(COLUMNS):
            weights.extend(eye.row[at][column] for at in kept)
        weights.extend((*eye.odds, *eye.margin))
    return zlib.compress(weights.tobytes(), 9)


def unpacked(file: bytes) -> list[Eye]:
    weights, same = array("h", zlib.decompress(file)), same_rows()
    place = {at: n for n, at in enumerate(sorted(set(same)))}
    size = COLUMNS * len(place) + 2 * HIDDEN
    return [_eye(weights[n * size : (n + 1) * size], [place[at] for at in same]) for n in range(4)]


def _eye(weights: Sequence[int], places: list[int]) -> Eye:
    eye, kept = Eye(), (len(weights) - 2 * HIDDEN) // COLUMNS
    columns = [weights[c * kept : (c + 1) * kept] for c in range(COLUMNS)]
    rows = list(zip(*columns, strict=True))
    for at, place in enumerate(places):
        eye.row[at][:] = rows[place]
    eye.odds[:], eye.margin[:] = weights[-2 * HIDDEN : -HIDDEN], weights[-HIDDEN:]
    return eye


@cache
def eyes() -> list[Eye]:
    """One for each number of sides, as learnt."""
    return unpacked(Path(__file__).with_name("eye.bin").read_bytes())


# What is seen


class Claim(NamedTuple):
    """The segments of our side and of the others, and the most that one seat has of each."""

    ours: int
    theirs: int
    our_most: int
    their_most: int


def _is_ours(now: Position, seat: Seat, me: Seat) -> bool:
    return seat == me or (now.teams and (seat - me) % 2 == 0)


def _claim(now: Position, me: Seat, figure: Figure) -> Claim:
    us = [glass & figure.mask for seat, glass in enumerate(now.glass) if _is_ours(now, seat, me)]
    them = [g & figure.mask for seat, g in enumerate(now.glass) if not _is_ours(now, seat, me)]
    return Claim(
        segments_in(figure, sum(us)),
        segments_in(figure, sum(them)),
        max(part.bit_count() for part in us),
        max(part.bit_count() for part in them),
    )


def _see_figure(now: Position, me: Seat, at: int) -> Iterator[int]:
    """An open figure: each segment is ours, theirs, empty, or empty beside the Leader."""
    figure = FIGURES[at]
    if figure.mask & now.filled == figure.mask:
        return
    claim = _claim(now, me, figure)
    empty = 31 & ~(claim.ours | claim.theirs)
    near = empty
    if now.leader is not None and not now.free:
        near &= segments_in(figure, PLACEMENTS[now.leader].around)
    yield PATTERNS + 1024 * FAMILIES[at] + ((claim.ours | near) << 5 | claim.theirs | near)
    if len(now.glass) > 2:
        key = (claim.our_most * 6 + claim.their_most) * 6 + empty.bit_count()
        yield CLAIMS + 216 * (FAMILIES[at] % 2) + key


def _see_ring(now: Position, me: Seat) -> Iterator[int]:
    if now.ring and CENTRE_RING.mask & ~now.filled:
        claim = _claim(now, me, CENTRE_RING)
        yield RINGS + 11 * claim.our_most + claim.their_most


def _see_scores(now: Position, me: Seat) -> Iterator[int]:
    fives = [min(points // 5, 9) for points in now.sides()]
    others = sorted(f for seat, f in enumerate(fives) if not _is_ours(now, seat, me))
    yield SCORES + 10 * fives[me] + others[-1]
    if len(now.glass) > 2 and not now.teams:
        yield SECONDS + 10 * fives[me] + others[-2]


def _see_hands(now: Position, me: Seat) -> Iterator[int]:
    for seat, left in enumerate(now.left):
        ours = _is_ours(now, seat, me)
        kinds = KINDS_OURS if ours else KINDS_THEIRS
        yield from (kinds + 5 * kind + min(count, 4) for kind, count in enumerate(left))
        yield (PIECES_OURS if ours else PIECES_THEIRS) + min(sum(left), 20)


def see(now: Position, me: Seat) -> Iterator[int]:
    """The rows of everything that this seat sees in a round that goes on."""
    for at in range(len(FIGURES) - 1):
        yield from _see_figure(now, me, at)
    yield from _see_ring(now, me)
    yield from _see_scores(now, me)
    yield from _see_hands(now, me)
    theirs = not _is_ours(now, now.turn, me)
    yield CHOICES + 8 * theirs + bisect_left(LEVELS, len(now.legal()))
    yield TURNS + 2 * ((now.turn - me) % len(now.glass)) + now.free
    yield SLIVERS + now.has_sliver()


def worth(now: Position, me: Seat, *, margin: bool = False) -> int:
    """The odds of winning the round as a logarithm, or the margin in points; 256 is one."""
    rows, odds, margins = _weights()[3 if now.teams else len(now.glass) - 2]
    seen = [rows[row] for row in see(now, me)]
    sums: list[int] = [sum(column) for column in zip(*seen, strict=True)]
    weights = margins if margin else odds
    more: int = sum(weight * max(0, lit) for weight, lit in zip(weights, sums[2:], strict=True))
    return sums[margin] + (more >> SHIFT)


Weights = tuple[list[tuple[int, ...]], list[int], list[int]]


@cache
def _weights() -> list[Weights]:
    """The eyes for Python, which reads its own lists faster."""
    return [(list(map(tuple, eye.row)), eye.odds[:], eye.margin[:]) for eye in eyes()]
