"""The best play of one turn of Ciao Ciao, and what each decision in it is worth.

What positions are worth and how often best play does what comes from a `Source`: at two seats the
solution (`solved.py`), at more what was learnt (`learnt.py`). All else follows from them here.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from salon.core.contract import Seat
from salon.games.ciao_ciao import learnt, solved
from salon.games.ciao_ciao.duel import Plan
from salon.games.ciao_ciao.model import NUMBERS
from salon.games.ciao_ciao.position import (
    After,
    End,
    Position,
    Stand,
    asked,
    believed,
    caught,
    position_of,
    toppled,
    upheld,
)
from salon.games.ciao_ciao.regret import DIE, Outcomes, Worths, mix, settled

__all__ = [
    "DIE",
    "Balance",
    "Plan",
    "Position",
    "Source",
    "Stand",
    "along",
    "balance",
    "drops",
    "position_of",
]


class Balance(NamedTuple):
    """How one turn is best played, and what each decision in it is worth, in chances to win."""

    is_exact: bool  # solved; else learnt: an estimate
    worths: Worths  # before the die falls
    says: tuple[tuple[float, ...], ...]  # [die][number - 1] how often; die 0 is a cross
    saying: tuple[tuple[float, ...], ...]  # [die][number - 1] the roller's chance, if it says that
    doubts: tuple[tuple[float, ...], ...]  # [number - 1][seat] how often, when asked; 0: never is
    doubting: tuple[tuple[float, ...], ...]  # [number - 1][seat] its chance, if it doubts now
    believing: tuple[tuple[float, ...], ...]  # … if it believes, whatever those after it do
    lies: tuple[float, ...]  # [number - 1] how often it is a bluff; 0 where best play never says it


class Source(Protocol):
    """Knows what positions of so many seats are worth, and how a turn is best played."""

    def worths(self, position: Position) -> Worths: ...

    def plan(self, position: Position) -> Plan: ...


def source_of(seats: int) -> Source:
    """Who knows the game with so many seats."""
    return solved if seats == 2 else learnt


@lru_cache(4096)
def balance(position: Position) -> Balance:
    """LookupError, where no game of two comes to this."""
    if len(position.pawns) == 2:
        return weigh(position, solved, solved.plan(position), is_exact=True)
    return weigh(position, learnt, considered(position, learnt), is_exact=False)


def considered(position: Position, source: Source) -> Plan:
    """A plan that was learnt, thought through."""
    return settled(source.plan(position), position.roller, all_outcomes(position, source))


def weigh(position: Position, source: Source, plan: Plan, is_exact: bool) -> Balance:
    """What a plan makes every decision worth."""
    outcomes = zip(NUMBERS, all_outcomes(position, source), plan.doubts, strict=True)
    turns = [
        Turn(number, position.roller, may_come, doubts) for number, may_come, doubts in outcomes
    ]
    lies = tuple([lie_rate(number, plan.says) for number in NUMBERS])
    answers = [turn.answers(lie) for turn, lie in zip(turns, lies, strict=True)]
    return Balance(
        is_exact,
        source.worths(position),
        plan.says,
        tuple([tuple([turn.saying(die) for turn in turns]) for die in range(5)]),
        plan.doubts,
        tuple([doubting for doubting, _ in answers]),
        tuple([believing for _, believing in answers]),
        lies,
    )


def lie_rate(number: int, says: Sequence[Sequence[float]]) -> float:
    """How often it is a bluff. Nobody is taken for a liar who says what best play never says."""
    said = [rate * row[number - 1] for rate, row in zip(DIE, says, strict=True)]
    return 1 - said[number] / sum(said) if sum(said) else 0.0


def drops(position: Position, seat: Seat) -> dict[int, float]:
    """A doubter who was wrong may choose: its chance, if this step falls. The announcement is
    settled."""
    source, steps = source_of(len(position.pawns)), position.pawns[seat].podium
    return {step: worths_of(toppled(position, seat, step), source)[seat] for step in steps}


def along(position: Position, number: int, die: int) -> list[Worths]:
    """Everybody's chances once this is said, and after each who believes it; the die is known."""
    source = source_of(len(position.pawns))
    outcomes = outcomes_of(position, number, source)
    doubts = balance(position).doubts[number - 1]
    return Turn(number, position.roller, outcomes, doubts).along(die)


def doubted(position: Position, number: int, die: int, seat: Seat) -> Worths:
    """Everybody's chances once this seat has doubted it."""
    outcomes = outcomes_of(position, number, source_of(len(position.pawns)))
    return (outcomes.upheld if die == number else outcomes.caught)[seat]


def worths_of(after: After, source: Source) -> Worths:
    return after.shares if isinstance(after, End) else source.worths(after)


def all_outcomes(position: Position, source: Source) -> list[Outcomes]:
    return [outcomes_of(position, number, source) for number in NUMBERS]


def outcomes_of(position: Position, number: int, source: Source) -> Outcomes:
    def upheld_by(seat: Seat) -> Worths:
        found = [worths_of(after, source) for after in upheld(position, number, seat)]
        return max(found, key=lambda worths: worths[seat])

    def caught_by(seat: Seat) -> Worths:
        return worths_of(caught(position, number, seat), source)

    return Outcomes(
        worths_of(believed(position, number), source),
        {seat: upheld_by(seat) for seat in asked(position)},
        {seat: caught_by(seat) for seat in asked(position)},
    )


class Turn:
    """What one announcement comes to, when those who are asked keep to a plan."""

    def __init__(
        self, number: int, roller: Seat, outcomes: Outcomes, doubts: Sequence[float]
    ) -> None:
        self._number, self._roller, self._outcomes, self._doubts = number, roller, outcomes, doubts

    def saying(self, die: int) -> float:
        """The roller's chance."""
        return self.along(die)[0][self._roller]

    def along(self, die: int) -> list[Worths]:
        """Everybody's chances once it is said, and after each who believes it."""
        found = [self._outcomes.believed]
        for seat, if_doubted, if_not in self._backwards(float(die != self._number)):
            found.append(mix(self._doubts[seat], if_doubted, if_not))
        return found[::-1]

    def answers(self, lie: float) -> tuple[Worths, Worths]:
        """For each seat its chance if it doubts and if it believes, when this is a bluff so often;
        for who is not asked 0."""
        doubting, believing = [0.0] * len(self._doubts), [0.0] * len(self._doubts)
        for seat, if_doubted, if_not in self._backwards(lie):
            doubting[seat], believing[seat] = if_doubted[seat], if_not[seat]
        return tuple(doubting), tuple(believing)

    def _backwards(self, lie: float) -> Iterator[tuple[Seat, Worths, Worths]]:
        """From the last who is asked to the first: what it means to all if this seat doubts, and
        if it believes."""
        on = self._outcomes.believed
        for seat in reversed(self._outcomes.upheld):
            doubted = mix(lie, self._outcomes.caught[seat], self._outcomes.upheld[seat])
            yield seat, doubted, on
            on = mix(self._doubts[seat], doubted, on)
