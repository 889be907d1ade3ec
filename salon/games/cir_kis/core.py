"""The door to the fast core: fast/core.c compiled, and the board, rounds and eyes handed to it.

The core is made when Salon is installed and there is a C compiler; where it is absent `core()` is
None and plain.py plays the same. The structures are those of fast/*.h, field by field.
"""

import ctypes
import sys
from collections.abc import Iterable, Iterator, Sequence
from ctypes import POINTER, Structure, byref, c_double, c_int, c_int16, c_int32, c_int64, c_uint8
from ctypes import c_uint16 as u16
from ctypes import c_uint64 as u64
from functools import cache
from math import exp
from pathlib import Path
from threading import Lock
from typing import Any

from salon.games.cir_kis.board import (
    CENTRE_STAR,
    COUNTS,
    EVERYWHERE,
    FIGURES,
    OPENINGS,
    PIECES,
    PLACEMENTS,
    SLIVER,
    Figure,
    followers,
)
from salon.games.cir_kis.position import FINISHER, GOAL, LAST_PIECE, LONG_GOAL, Position
from salon.games.cir_kis.segments import FAMILIES, segments

MOST, FIELDS, NOWHERE, NOTHING = 512, 3, 255, -1
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
ROWS, COLUMNS, SEEN = 5_007, 16, 96
HIDDEN = COLUMNS - 2
TURN = Lock()  # the library has one memory, whoever asks
SURE = 2_048  # the odds of a won round as a logarithm, of which 256 is one
CHANCES = [int(65_536 / (1 + exp(-n / 256))) for n in range(-SURE, SURE + 1)]

Set = u64 * (MOST // 64)
Field = u64 * FIELDS


class Board(Structure):
    _fields_ = (
        *((name, c_int32) for name in ("placements", "sliver", "centre_star")),
        *((name, c_int32) for name in ("goal", "finisher", "last_piece", "long_goal")),
        ("chances", c_int32 * (2 * SURE + 1)),
        ("opening", Set),
        *((name, Set * MOST) for name in ("follow", "overlap", "having")),
        *((name, Field * MOST) for name in ("around", "mask")),
        ("laid_key", u64 * 4 * MOST),
        ("leader_key", u64 * MOST),
        ("turn_key", u64 * 8),
        ("score_key", u64 * 16 * 4),
        ("reach", u16 * len(FIGURES) * MOST),
        ("segments", u16 * 2 * MOST),
        ("whole", u16 * len(FIGURES)),
        ("figures", c_uint8 * 2 * MOST),
        ("piece", c_uint8 * MOST),
        *((name, c_uint8 * len(FIGURES)) for name in ("family", "points")),
        ("counts", c_uint8 * len(PIECES)),
    )


class Told(Structure):
    _fields_ = (
        ("glass", Field * 4),
        ("left", c_int32 * len(PIECES) * 4),
        *((name, c_int32 * 4) for name in ("scores", "totals")),
        *((name, c_int32) for name in ("seats", "ring", "teams", "turn", "free", "leader")),
        *((name, c_int32) for name in ("match", "last_round")),
    )


class Round(Structure):
    _fields_ = (
        *((name, Set) for name in ("taken", "beside")),
        ("filled", Field),
        ("laid", u64),
        ("part", u16 * len(FIGURES) * 4),
        ("kinds", u16 * 4),
        ("left", c_uint8 * len(PIECES) * 4),
        ("pieces", c_uint8 * 4),
        ("scores", c_int16 * 4),
        ("leader", c_int16),
        *((name, c_uint8) for name in ("seats", "ring", "teams", "turn", "free", "slivered")),
        ("end", c_uint8),
    )


class Eye(Structure):
    _fields_ = (
        ("row", c_int16 * COLUMNS * ROWS),
        *((name, c_int16 * HIDDEN) for name in ("odds", "margin")),
    )


class Idea(Structure):
    _fields_ = (("value", c_int32), ("number", c_int32))


class Found(Structure):
    _fields_ = (("looked", c_int64), ("count", c_int32), ("depth", c_int32), ("ideas", Idea * MOST))


HANDED = (Board, Told, Round, Eye, Found)


# The board in bits


def words(mask: int, count: int) -> list[int]:
    return [mask >> 64 * n & (1 << 64) - 1 for n in range(count)]


def numbers(chosen: Iterable[int]) -> Any:
    """A set of placements."""
    return Set(*words(sum(1 << number for number in chosen), MOST // 64))


def keys() -> Iterator[int]:
    """Random numbers, the same for ever (splitmix64)."""
    state, whole = 0, (1 << 64) - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & whole
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & whole
        z = (z ^ z >> 27) * 0x94D049BB133111EB & whole
        yield z ^ z >> 31


@cache
def segments_in(figure: Figure, mask: int) -> int:
    return sum(1 << n for n, space in enumerate(segments(figure)) if mask >> space & 1)


class Keys:
    """What tells positions apart in the memory of a search."""

    def __init__(self) -> None:
        some = keys()
        self.laid = [[next(some) for _ in range(4)] for _ in PLACEMENTS]
        self.leader = [next(some) for _ in PLACEMENTS]
        self.turn = [next(some) for _ in range(8)]
        self.score = [[next(some) for _ in range(16)] for _ in range(4)]


KEYS = Keys()


def board() -> Board:
    """Everything about it that never changes."""
    made = Board(len(PLACEMENTS), SLIVER, FIGURES.index(CENTRE_STAR))
    made.goal, made.finisher, made.last_piece = GOAL, FINISHER, LAST_PIECE
    made.long_goal = LONG_GOAL
    made.opening = numbers(number for _, _, number in OPENINGS)
    made.counts[:] = COUNTS
    made.chances[:] = CHANCES
    made.turn_key[:] = KEYS.turn
    for seat in range(4):
        made.score_key[seat][:] = KEYS.score[seat]
    for kinds in range(MOST):
        made.having[kinds] = numbers(one.number for one in PLACEMENTS if kinds >> one.piece & 1)
    for at, figure in enumerate(FIGURES):
        made.whole[at] = (1 << len(segments(figure))) - 1
        made.family[at], made.points[at] = FAMILIES[at], figure.points
    for number in range(len(PLACEMENTS)):
        _add_placement(made, number)
    return made


def _add_placement(made: Board, number: int) -> None:
    one = PLACEMENTS[number]
    made.piece[number] = one.piece
    made.mask[number][:], made.around[number][:] = words(one.mask, 3), words(one.around, 3)
    made.laid_key[number][:], made.leader_key[number] = KEYS.laid[number], KEYS.leader[number]
    made.follow[number] = numbers(other for _, _, other in followers(number))
    made.overlap[number] = numbers(other for mask, _, other in EVERYWHERE if mask & one.mask)
    made.figures[number][:] = (NOWHERE, NOWHERE)
    for at, figure in enumerate(one.figures):
        made.figures[number][at] = FIGURES.index(figure)
        made.segments[number][at] = segments_in(figure, one.mask)
    made.reach[number][:] = [segments_in(figure, one.around) for figure in FIGURES]


# The library


class Core:
    """The compiled core; one question at a time."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        library.core_search.argtypes = (POINTER(Told), c_int64, c_double, c_int, POINTER(Found))
        library.core_sequences.restype = c_int64
        with TURN:
            library.core_board(byref(board()))

    def sequences(self, now: Position, length: int) -> int:
        """How many sequences of so many placements there are."""
        return int(self.library.core_sequences(byref(self.begin(now)), length))

    def begin(self, now: Position) -> Round:
        begun = Round()
        self.library.core_begin(byref(begun), byref(told(now)))
        return begun

    def legal(self, now: Round) -> list[int]:
        found = (c_int16 * MOST)()
        return found[: self.library.core_legal(byref(now), found)]

    def lay(self, now: Round, number: int) -> None:
        self.library.core_lay(byref(now), number)

    def see(self, now: Round, me: int) -> list[int]:
        """The rows of what this seat sees."""
        found = (u16 * SEEN)()
        return found[: self.library.core_see(byref(now), me, found)]

    def use(self, which: int, eye: Eye) -> None:
        with TURN:
            self.library.core_eye(which, byref(eye))

    def search(self, asked: Told, most: int, seconds: float, exact: bool) -> Found:
        found = Found()
        with TURN:
            if not self.library.core_search(byref(asked), most, seconds, exact, byref(found)):
                raise MemoryError
        return found


def told(now: Position, totals: Sequence[int] = (), last_round: bool = False) -> Told:
    """A round in the core's words; totals are those of a match."""
    given = Told(seats=len(now.glass), ring=now.ring, teams=now.teams, turn=now.turn, free=now.free)
    given.leader = NOTHING if now.leader is None else now.leader
    given.match, given.last_round = bool(totals), last_round
    given.scores[: len(now.scores)], given.totals[: len(totals)] = now.scores, list(totals)
    for seat, glass in enumerate(now.glass):
        given.glass[seat][:], given.left[seat][:] = words(glass, FIELDS), now.left[seat]
    return given


def opened(file: Path) -> Core | None:
    """None where there is no library, or one of another day or another machine."""
    try:
        library = ctypes.CDLL(str(file))
        library.core_size.restype = c_int64
        fits = library.core_size() == sum(map(ctypes.sizeof, HANDED))
    except (OSError, AttributeError):
        return None
    return Core(library) if fits else None


@cache
def core() -> Core | None:
    """The one of this process."""
    return opened(Path(__file__).with_name("fast") / f"core{SUFFIX}")
