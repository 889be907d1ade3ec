"""What can be said of the best placement of a puzzle: how hard it is to see, and why it is best."""

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from statistics import median_low

from salon.core.puzzles import Choice, Why
from salon.games.cir_kis.board import CENTRE_RING, PLACEMENTS
from salon.games.cir_kis.position import LAST_PIECE, Position

SURE = 3  # segments of five: nobody else can have more

Values = Mapping[int, float]  # odds of winning, in percent, by placement


def best_of(values: Values) -> int:
    return max(values, key=lambda number: values[number])


def margin(values: Values) -> float:
    """By how much the best is better than the next."""
    first, second = sorted(values.values(), reverse=True)[:2]
    return first - second


def difficulty(now: Position, best: int, looks: Sequence[Values]) -> float:
    """By how many placements look as good, at first sight and at closer ones."""
    at_once = {number: float(scored(now, number)) for number in now.legal()}
    ranks = [rank(best, look) for look in (at_once, *looks)]
    return sum(weight * log2(1 + one) for weight, one in enumerate(ranks, 1))


def scored(now: Position, number: int) -> int:
    """What the mover gets at once."""
    points = now.points(now.completes(PLACEMENTS[number]), now.turn)[now.turn]
    return points + LAST_PIECE * now.is_last_piece()


def rank(best: int, values: Values) -> int:
    return sum(value >= values[best] for number, value in values.items() if number != best)


def reasons(now: Position, values: Values, line: Sequence[Choice]) -> Iterator[Why]:
    """A sentence each, the plainest first."""
    best = best_of(values)
    then, me = now.copy(), now.turn
    step = then.place(best)
    full = [full.figure.name for full in step.completed]
    if full and (won := scored(now, best)):
        yield Why("points", {"n": won, "figures": full})
    if sure := [one for one in secured(now, then, best) if one not in full]:
        yield Why("sure", {"figures": sure})
    if step.free and not step.wasted:
        yield Why("free")
    elif step.passed:
        yield Why("pass")
    if step.end is None and then.turn != me and (taken := spared(now, values, best)):
        yield Why("spared", {"n": taken})
    if later := scored_later(then, me, line):
        yield Why("later", {"n": later})


def secured(before: Position, then: Position, best: int) -> list[str]:
    """Figures of which nobody else can have most any more."""
    me = before.turn
    open_ones = [figure for figure in PLACEMENTS[best].figures if figure is not CENTRE_RING]
    return [
        figure.name
        for figure in open_ones
        if segments(before, me, figure.mask) < SURE <= segments(then, me, figure.mask)
    ]


def segments(now: Position, seat: int, figure: int) -> int:
    return (now.glass[seat] & figure).bit_count()


def spared(now: Position, values: Values, best: int) -> int:
    """Points that the next player scores at once after most other placements, and not after it."""
    others = [threat(now, number) for number in values if number != best]
    return median_low(others) if threat(now, best) == 0 else 0


def threat(now: Position, number: int) -> int:
    then = now.copy()
    if then.place(number).end is not None or then.turn == now.turn:
        return 0
    return max(scored(then, answer) for answer in then.legal())


def scored_later(then: Position, me: int, line: Sequence[Choice]) -> int:
    """By the same side, in what follows."""
    now, before = then.copy(), then.scores[me]
    for _, at in line:
        if now.place(now.legal()[at]).end is not None:
            break
    return now.scores[me] - before
