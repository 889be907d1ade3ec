"""The public table of Ciao Ciao before a turn, and what can come of an announcement.

The rules again, in plain values that can be kept and compared: no die, no luck, no events.
`test_exact.py` walks beside `rules.py` and sees that both tell the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from salon.core.contract import Seat
from salon.games.ciao_ciao.model import CLOCKWISE, TO_WIN, State, View


class Stand(NamedTuple):
    """How a seat stands."""

    left: int  # pawns neither fallen nor on the podium: the one on the bridge and the reserve
    plank: int  # 0: none on the bridge
    podium: tuple[int, ...]  # steps, ascending


class Position(NamedTuple):
    """What everybody knows before anything is announced this turn."""

    planks: int
    owner_chooses: bool  # which of two podium pawns falls
    pawns: tuple[Stand, ...]  # by seat
    roller: Seat
    arrivals: int  # pawns that ever took a step


class End(NamedTuple):
    """It is over."""

    shares: tuple[float, ...]  # by seat: of the victory


After = Position | End


def position_of(table: View | State) -> Position:
    """As it was before the announcement, if one waits for answers; else as the pawns stand."""
    said = (table.number or 0) if table.phase == "answer" else 0
    pawns = tuple(
        Stand(
            each.reserve + (each.plank > 0),
            each.plank - (said if seat == table.roller else 0),
            each.podium,
        )
        for seat, each in enumerate(table.pawns)
    )
    options = table.options
    return Position(
        options.planks, options.podium_fall == "owner", pawns, table.roller, table.arrivals
    )


def asked(position: Position) -> list[Seat]:
    """Those who may doubt the roller, in the order in which they are asked."""
    pawns = position.pawns
    others = CLOCKWISE[len(pawns)][position.roller][:-1]
    return [seat for seat in others if pawns[seat].plank or pawns[seat].podium]


# What can come of an announcement.


def believed(position: Position, number: int) -> After:
    """Nobody doubts: it stands."""
    return next_turn(walked(position, position.roller, number))


def upheld(position: Position, number: int, doubter: Seat) -> tuple[After, ...]:
    """It was true, and the doubter loses a pawn: several, where the doubter chooses which."""
    then = walked(position, position.roller, number)
    if isinstance(then, End):
        return (then,)
    _, plank, podium = then.pawns[doubter]
    if plank:
        return (next_turn(fallen(then, doubter)),)
    steps = podium if then.owner_chooses else podium[-1:]
    return tuple([toppled(then, doubter, step) for step in steps])


def caught(position: Position, number: int, doubter: Seat) -> After:
    """It was a bluff: the roller's pawn falls, and the doubter's walks, if there is one."""
    then = fallen(position, position.roller)
    return next_turn(walked(then, doubter, number) if then.pawns[doubter].plank else then)


def toppled(position: Position, seat: Seat, step: int) -> After:
    """This seat loses a pawn of its podium, and the next turn begins."""
    left, plank, podium = position.pawns[seat]
    rest = tuple([other for other in podium if other != step])
    return next_turn(standing(position, seat, Stand(left, plank, rest)))


def walked(position: Position, seat: Seat, number: int) -> After:
    """The pawn is so much further; beyond the last plank it takes a step, or wins."""
    left, plank, podium = position.pawns[seat]
    if plank + number <= position.planks:
        return standing(position, seat, Stand(left, plank + number, podium))
    if len(podium) == TO_WIN - 1:
        return End(alone(seat, len(position.pawns)))
    step = position.arrivals + 1
    stand = Stand(left - 1, 1 if left > 1 else 0, (*podium, step))
    return standing(position, seat, stand, step)


def fallen(position: Position, seat: Seat) -> Position:
    left, _, podium = position.pawns[seat]
    return standing(position, seat, Stand(left - 1, 1 if left > 1 else 0, podium))


def standing(position: Position, seat: Seat, stand: Stand, arrivals: int | None = None) -> Position:
    """The same, but for one seat."""
    planks, owner_chooses, pawns, roller, arrived = position
    pawns = (*pawns[:seat], stand, *pawns[seat + 1 :])
    return Position(planks, owner_chooses, pawns, roller, arrived if arrivals is None else arrivals)


def next_turn(after: After) -> After:
    """The next who has a pawn on the bridge has the cup; who cannot be doubted any more wins."""
    if isinstance(after, End):
        return after
    planks, owner_chooses, pawns, roller, arrivals = after
    for seat in CLOCKWISE[len(pawns)][roller]:
        if pawns[seat].plank:
            then = Position(planks, owner_chooses, pawns, seat, arrivals)
            return then if asked(then) else End(alone(seat, len(pawns)))
    return End(most_points(pawns))


def alone(winner: Seat, seats: int) -> tuple[float, ...]:
    return tuple([float(seat == winner) for seat in range(seats)])


def most_points(pawns: Sequence[Stand]) -> tuple[float, ...]:
    """A tie is a shared victory."""
    points = [sum(stand.podium) for stand in pawns]
    best = max(points)
    return tuple([(score == best) / points.count(best) for score in points])
