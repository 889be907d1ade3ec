"""Ciao Ciao for two, solved: what every position is worth to the roller, read from exact.bin.

`learn_exact.py` writes the file: a chance for each position, as four bytes in whole parts of
2³² − 1, in the order of `Layout`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

from salon.games.ciao_ciao import duel
from salon.games.ciao_ciao.duel import Plan, Stake
from salon.games.ciao_ciao.model import NUMBERS, PAWNS, TO_WIN
from salon.games.ciao_ciao.position import (
    After,
    End,
    Position,
    Stand,
    believed,
    caught,
    upheld,
)

FILE = Path(__file__).with_name("exact.bin")
BYTES = 4  # of each worth
ONE = (1 << 8 * BYTES) - 1  # a certain victory
PLANKS = (6, 9, 12)
KINDS = tuple((planks, chooses) for planks in PLANKS for chooses in (False, True))

Podiums = tuple[tuple[int, ...], tuple[int, ...], int]  # the roller's, the other's, arrivals


def worths(position: Position) -> tuple[float, ...]:
    """By seat: the chance to win before the die falls."""
    at = BYTES * index(position)
    chance = int.from_bytes(table()[at : at + BYTES], "little") / ONE
    return (chance, 1 - chance) if position.roller == 0 else (1 - chance, chance)


def plan(position: Position) -> Plan:
    """How both play their best."""
    found = stakes(position)
    roller = position.roller
    rates = [(0.0, rate) if roller == 0 else (rate, 0.0) for rate in duel.doubts(found)]
    return Plan(duel.says(found), tuple(rates))


def stakes(position: Position) -> list[Stake]:
    """What each announcement may come to."""
    roller, other = position.roller, 1 - position.roller
    return [
        Stake(
            chance(believed(position, number), roller),
            min([chance(after, roller) for after in upheld(position, number, other)]),
            chance(caught(position, number, other), roller),
        )
        for number in NUMBERS
    ]


def chance(after: After, seat: int) -> float:
    return after.shares[seat] if isinstance(after, End) else worths(after)[seat]


@cache
def table() -> bytes:
    return FILE.read_bytes()


# Where a position stands in the file.


class Layout:
    """The positions of one bridge, those of the same podiums together: first the roller's pawn,
    then the other's. Whoever has lost a step has no pawn left to cross with."""

    def __init__(self, planks: int) -> None:
        self.planks = planks
        self.size = 0
        self._first: dict[Podiums, int] = {}
        self._others: dict[Podiums, range] = {}  # how the other may stand, by number
        for podiums in all_podiums():
            self._first[podiums] = self.size
            self._others[podiums] = self._ways(podiums)
            mine = (PAWNS - len(podiums[0])) * planks
            self.size += mine * len(self._others[podiums])

    def _ways(self, podiums: Podiums) -> range:
        mine, other, arrivals = podiums
        if len(mine) + len(other) < arrivals:
            return range(1)
        return range(0 if other else 1, 1 + (PAWNS - len(other)) * self.planks)

    def index(self, position: Position) -> int:
        """KeyError, where no game comes to this."""
        roller, other = position.pawns[position.roller], position.pawns[1 - position.roller]
        podiums = roller.podium, other.podium, position.arrivals
        mine, ways, way = self._number(roller), self._others[podiums], self._number(other)
        if way not in ways or not 0 < mine <= (PAWNS - len(roller.podium)) * self.planks:
            raise KeyError(position)
        return self._first[podiums] + (mine - 1) * len(ways) + way - ways.start

    def _number(self, stand: Stand) -> int:
        """0: out of pawns."""
        return (stand.left - 1) * self.planks + stand.plank if stand.left else 0

    def positions(self, owner_chooses: bool) -> Iterator[Position]:
        """All of them, in the order of the file, the roller on seat 0."""
        for mine, other, arrivals in self._first:
            for number in range(1, 1 + (PAWNS - len(mine)) * self.planks):
                for way in self._others[mine, other, arrivals]:
                    pawns = self._stand(number, mine), self._stand(way, other)
                    yield Position(self.planks, owner_chooses, pawns, 0, arrivals)

    def _stand(self, number: int, podium: tuple[int, ...]) -> Stand:
        if number == 0:
            return Stand(0, 0, podium)
        left, plank = divmod(number - 1, self.planks)
        return Stand(left + 1, plank + 1, podium)


def all_podiums() -> Iterator[Podiums]:
    """Each may have brought two pawns across; one of the other's may have fallen since."""
    for arrivals in range(2 * TO_WIN - 1):
        steps = range(1, arrivals + 1)
        for many in range(TO_WIN):
            for mine in combinations(steps, many):
                other = tuple(step for step in steps if step not in mine)
                if len(other) < TO_WIN:
                    yield mine, other, arrivals
                if len(other) == TO_WIN - 1:
                    yield from ((mine, (step,), arrivals) for step in other)


@cache
def layouts() -> dict[tuple[int, bool], tuple[Layout, int]]:
    """For each kind of game how its positions lie, and where they begin."""
    found, first = {}, 0
    for planks, chooses in KINDS:
        layout = Layout(planks)
        found[planks, chooses] = layout, first
        first += layout.size
    return found


def index(position: Position) -> int:
    layout, first = layouts()[position.planks, position.owner_chooses]
    return first + layout.index(position)
