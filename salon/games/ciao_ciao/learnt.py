"""How Ciao Ciao is best played at three to five seats, as far as it was learnt: a `Source`.

learnt_3.bin to learnt_5.bin are small nets (`learn_balance.py`). What a net sees of a position, as
`learn_tables.look` shows it, is a few numbers among many that are nothing: so its first layer is a
sum of some rows, most of them the same from turn to turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import exp
from operator import mul
from pathlib import Path
from struct import unpack
from typing import NamedTuple

from salon.games.ciao_ciao.duel import Plan
from salon.games.ciao_ciao.model import CLOCKWISE, NUMBERS
from salon.games.ciao_ciao.position import End, Position, Stand, asked, believed

SEATS = range(3, 6)
SEEN, WHOLE = 28, 5  # numbers that tell of a seat, and of the table
WIDTHS = (256, 128)
SCALE = 8  # of points and steps

Row = tuple[float, ...]


class Net(NamedTuple):
    """Rows of weights: of the first layer by what is seen, of the others by what comes out."""

    first: tuple[Row, ...]
    first_bias: Row
    second: tuple[Row, ...]
    second_bias: Row
    last: tuple[Row, ...]
    last_bias: Row


class Said(NamedTuple):
    """What a net says of a position, seen from its roller."""

    worths: Row
    says: tuple[Row, ...]  # by face: 1 to 4, then a cross
    doubts: tuple[Row, ...]  # by number, then by who is asked


def worths(position: Position) -> Row:
    """Everybody's chance to win before the die falls."""
    return _by_seat(position, say(position).worths)


@lru_cache(4096)
def plan(position: Position) -> Plan:
    said, may = say(position), asked(position)
    *numbers, cross = said.says
    rows = [_by_seat(position, (0.0, *row)) for row in said.doubts]
    doubts = [[often * (seat in may) for seat, often in enumerate(row)] for row in rows]
    for number, row in zip(NUMBERS, doubts, strict=True):
        after = believed(position, number)
        if isinstance(after, End) and not after.shares[may[-1]]:
            row[may[-1]] = 1.0  # nobody else is left to stop it
    return Plan((cross, *numbers), tuple(map(tuple, doubts)))


def _by_seat(position: Position, row: Sequence[float]) -> Row:
    seats = len(position.pawns)
    return tuple([row[(seat - position.roller) % seats] for seat in range(seats)])


# What the net says


@lru_cache(4096)
def say(position: Position) -> Said:
    seats = len(position.pawns)
    out = _think(_net(seats), _seen(position))
    says = [out[seats + 4 * face :][:4] for face in range(5)]
    doubts = [out[seats + 20 + (seats - 1) * at :][: seats - 1] for at in range(len(NUMBERS))]
    return Said(
        _odds(out[:seats]),
        tuple([_odds(row) for row in says]),
        tuple([tuple([1 / (1 + exp(-one)) for one in row]) for row in doubts]),
    )


def _think(net: Net, seen: Iterable[Row]) -> list[float]:
    first = [one if one > 0 else 0.0 for one in map(sum, zip(net.first_bias, *seen, strict=True))]
    second = [sum(map(mul, row, first), bias) for row, bias in zip(*net[2:4], strict=True)]
    heard = [one if one > 0 else 0.0 for one in second]
    return [sum(map(mul, row, heard), bias) for row, bias in zip(*net[4:], strict=True)]


def _odds(row: Sequence[float]) -> Row:
    most = max(row)
    weights = [exp(one - most) for one in row]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


# What the net sees


def _seen(position: Position) -> Iterator[Row]:
    """The rows of the first layer that add up."""
    pawns, planks, seats = position.pawns, position.planks, len(position.pawns)
    most = max(sum(stand.podium) for stand in pawns)
    order = (position.roller, *CLOCKWISE[seats][position.roller][:-1])
    for place, seat in enumerate(order):
        yield _seat_row(seats, place, pawns[seat], planks, most)
    yield _table_row(seats, position.arrivals, planks, position.owner_chooses)


@lru_cache(16384)
def _seat_row(seats: int, place: int, stand: Stand, planks: int, most: int) -> Row:
    left, plank, podium = stand
    points = sum(podium)
    measures = (
        points / SCALE,
        (most - points) / SCALE,
        (podium[0] if podium else 0) / SCALE,
        max(0, plank - 1) / planks,
    )
    is_so = (left, 8 + (planks + 1 - plank if plank else 0), 21 + len(podium))
    at, rows = place * SEEN, _net(seats).first
    seen = [(1.0, at + one) for one in is_so] + [(m, at + 24 + k) for k, m in enumerate(measures)]
    return _sum(rows, seen)


@lru_cache(1024)
def _table_row(seats: int, arrivals: int, planks: int, owner_chooses: bool) -> Row:
    at = seats * SEEN
    chosen = float(owner_chooses)
    seen = [(arrivals / SCALE, at), (1.0, at + planks // 3 - 1), (chosen, at + 4)]
    return _sum(_net(seats).first, seen)


def _sum(rows: tuple[Row, ...], seen: list[tuple[float, int]]) -> Row:
    weighted = [[much * weight for weight in rows[at]] for much, at in seen if much]
    return tuple(map(sum, zip(*weighted, strict=True)))


@cache
def _net(seats: int) -> Net:
    """Read when it is first asked for: half-precision numbers, layer by layer."""
    raw = Path(__file__).with_name(f"learnt_{seats}.bin").read_bytes()
    weights = iter(unpack(f"<{len(raw) // 2}e", raw))

    def rows(count: int, width: int) -> tuple[Row, ...]:
        return tuple([tuple([next(weights) for _ in range(width)]) for _ in range(count)])

    sizes = (SEEN * seats + WHOLE, *WIDTHS, seats + 20 + len(NUMBERS) * (seats - 1))
    first, (first_bias,) = rows(sizes[0], sizes[1]), rows(1, sizes[1])
    second, (second_bias,) = rows(sizes[1], sizes[2]), rows(1, sizes[2])
    last, (last_bias,) = rows(sizes[2], sizes[3]), rows(1, sizes[3])
    turned = [tuple(zip(*layer, strict=True)) for layer in (second, last)]
    return Net(first, first_bias, turned[0], second_bias, turned[1], last_bias)
