"""One round of Cir*Kis in plain integers: where the glass lies, what may be laid, what it brings.

The only judge of a placement, for the rules as for the bots that look ahead.
"""

from typing import Literal, NamedTuple

from salon.core.contract import Seat
from salon.games.cir_kis.board import (
    CENTRE_RING,
    CENTRE_STAR,
    COUNTS,
    EVERYWHERE,
    OPENINGS,
    PLACEMENTS,
    SLIVER,
    Candidate,
    Figure,
    Placement,
    followers,
)

Free = Literal["enclosed", "centre_star", "sliver"]
End = Literal["forty", "last_piece", "nobody"]

GOAL = 40
LONG_GOAL = 100  # of a match
FINISHER = 5  # points for the last segment of a figure
LAST_PIECE = 10


class Full(NamedTuple):
    """A figure that has just been completed."""

    figure: Figure
    dominant: Seat | None  # who has most segments of it, if one has


class Step(NamedTuple):
    """What a placement did."""

    completed: list[Full]
    last_piece: bool
    free: Free | None  # why there is a free turn
    wasted: bool  # and nothing can be done with it
    passed: list[Seat]  # who could not follow
    end: End | None


class Position:
    """Changed in place by `place`, and by nothing else."""

    __slots__ = ("filled", "free", "glass", "leader", "left", "ring", "scores", "teams", "turn")

    def __init__(self, seats: int, turn: Seat, *, ring: bool, teams: bool) -> None:
        self.ring = ring  # whether the Centre Ring counts
        self.teams = teams
        self.turn = turn
        self.free = False  # a free turn: the piece need not touch the Leader
        self.leader: int | None = None  # the placement that was laid last
        self.filled = 0
        self.glass = [0] * seats  # the spaces of each seat
        self.left: list[list[int]] = []  # pieces by seat and kind
        self.scores = [0] * seats

    def copy(self) -> "Position":
        other = Position.__new__(Position)
        other.ring, other.teams, other.turn, other.free = (
            self.ring,
            self.teams,
            self.turn,
            self.free,
        )
        other.leader, other.filled = self.leader, self.filled
        other.glass, other.scores = self.glass.copy(), self.scores.copy()
        other.left = [pieces.copy() for pieces in self.left]
        return other

    # What may be laid

    def candidates(self) -> tuple[Candidate, ...]:
        """Placements at the right place, whatever lies there (CK2, CK3, CK6)."""
        if self.leader is None:
            return OPENINGS
        return EVERYWHERE if self.free else followers(self.leader)

    def legal(self) -> list[int]:
        """The placements that may be laid now, in shape and space order."""
        filled, left = self.filled, self.left[self.turn]
        fitting = [
            number for mask, piece, number in self.candidates() if not mask & filled and left[piece]
        ]
        return [n for n in fitting if PLACEMENTS[n].around & filled] if self.free else fitting

    def can_follow(self, seat: Seat) -> bool:
        assert self.leader is not None
        filled, left = self.filled, self.left[seat]
        for mask, piece, _ in followers(self.leader):  # noqa: SIM110 (twice as quick)
            if not mask & filled and left[piece]:
                return True
        return False

    def can_go_anywhere(self, seat: Seat) -> bool:
        filled, left = self.filled, self.left[seat]
        return any(
            left[piece] and not mask & filled and PLACEMENTS[number].around & filled
            for mask, piece, number in EVERYWHERE
        )

    # What it would bring

    def completes(self, one: Placement) -> list[Full]:
        """The figures whose last segments this would fill (CK10)."""
        done = self.filled | one.mask
        return [
            Full(figure, self._dominant(figure, one))
            for figure in one.figures
            if figure.mask & done == figure.mask and (self.ring or figure is not CENTRE_RING)
        ]

    def _dominant(self, figure: Figure, one: Placement) -> Seat | None:
        """Who has strictly the most segments once this is laid."""
        segments = [(mine & figure.mask).bit_count() for mine in self.glass]
        segments[self.turn] += (one.mask & figure.mask).bit_count()
        most = max(segments)
        return segments.index(most) if segments.count(most) == 1 else None

    def points(self, completed: list[Full], seat: Seat) -> list[int]:
        """For each seat: who dominates, and who finishes without dominating (CK11, CK16)."""
        points = [0] * len(self.scores)
        for figure, dominant in completed:
            if dominant is not None:
                points[dominant] += figure.points
            if dominant != seat:
                points[seat] += FINISHER
        return points

    def earns(self, one: Placement, completed: list[Full]) -> Free | None:
        """A reason for a free turn (CK4, CK5, CK7, CK8)."""
        if one.piece == SLIVER and not self.has_sliver():
            return "sliver"
        if any(figure is CENTRE_STAR for figure, _ in completed):
            return "centre_star"
        return None if one.around & ~self.filled else "enclosed"

    def has_sliver(self) -> bool:
        """Whether anybody has laid a Sliver."""
        return any(pieces[SLIVER] < COUNTS[SLIVER] for pieces in self.left)

    def is_last_piece(self) -> bool:
        return sum(self.left[self.turn]) == 1

    # What it does

    def place(self, number: int) -> Step:
        """Figures, then the last piece, then the end, then a free turn (CK14)."""
        one, seat = PLACEMENTS[number], self.turn
        completed, last_piece = self.completes(one), self.is_last_piece()
        free = self.earns(one, completed)
        if completed:
            for other, points in enumerate(self.points(completed, seat)):
                self.scores[other] += points
        if last_piece:
            self.scores[seat] += LAST_PIECE
        self._fill(one)
        end: End | None = "forty" if self.best() >= GOAL else "last_piece" if last_piece else None
        if end is not None:
            return Step(completed, last_piece, None, False, [], end)
        if free and self.can_go_anywhere(seat):
            self.free = True
            return Step(completed, last_piece, free, False, [], None)
        passed, end = self._go_on()
        return Step(completed, last_piece, free, free is not None, passed, end)

    def _fill(self, one: Placement) -> None:
        self.filled |= one.mask
        self.glass[self.turn] |= one.mask
        self.left[self.turn][one.piece] -= 1
        self.leader, self.free = one.number, False

    def _go_on(self) -> tuple[list[Seat], End | None]:
        """To the next who can follow the Leader; it may be the same seat again (CK9)."""
        seats = len(self.glass)
        passed: list[Seat] = []
        for step in range(1, seats + 1):
            seat = (self.turn + step) % seats
            if self.can_follow(seat):
                self.turn = seat
                return passed, None
            passed.append(seat)
        return passed, "nobody"

    def best(self) -> int:
        """The most points of anybody, or of a team (CK18)."""
        return max(self.sides())

    def sides(self) -> list[int]:
        """The points of each seat's side."""
        return sides(self.scores, self.teams)


def sides(counts: list[int], teams: bool) -> list[int]:
    """What each seat's side has: opposite seats may be partners."""
    return [counts[seat] + counts[seat - 2] for seat in range(4)] if teams else counts
