"""One turn of Ciao Ciao among several, thought through: regret matching, as it was learnt with.

Everybody tries what they regret not having done; the average of many rounds is near a balance.
Slower than `learnt.plan`, which says at once what this comes to in most positions, and truer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from salon.core.contract import Seat
from salon.games.ciao_ciao.duel import CROSSES, EACH, Plan

ROUNDS = 150
TRUST = 0.02  # chances to win that a first plan is worth
SELDOM = 0.05  # of the weight that regrets have where hardly anybody gets asked
TINY = 1e-12

DIE = (CROSSES, EACH, EACH, EACH, EACH)  # how often each face falls; 0 is a cross

Worths = tuple[float, ...]  # by seat: the chance to win


class Outcomes(NamedTuple):
    """What an announcement may come to."""

    believed: Worths
    upheld: dict[Seat, Worths]  # by who doubts it
    caught: dict[Seat, Worths]


class Lot:
    """What is chosen among some possibilities, and what is regretted."""

    def __init__(self, rates: Sequence[float]) -> None:
        self.rates = list(rates)
        self.regrets = [TRUST * rate for rate in rates]
        self.sums = [TINY * rate for rate in rates]

    def learn(self, worths: Sequence[float], weight: float, reach: float) -> None:
        """What each would have brought, and how much this round counts."""
        mean = sum([rate * worth for rate, worth in zip(self.rates, worths, strict=True)])
        self.sums = [old + reach * rate for old, rate in zip(self.sums, self.rates, strict=True)]
        self.regrets = [
            max(0.0, old + weight * (worth - mean))
            for old, worth in zip(self.regrets, worths, strict=True)
        ]
        if total := sum(self.regrets):
            self.rates = [regret / total for regret in self.regrets]

    def average(self) -> tuple[float, ...]:
        total = sum(self.sums)
        return tuple([one / total for one in self.sums])


class Announcement:
    """One number: who is asked learns whether to doubt it."""

    def __init__(self, roller: Seat, outcomes: Outcomes, doubts: Sequence[float]) -> None:
        self._roller, self._outcomes = roller, outcomes
        self.lots = {seat: Lot((doubts[seat], 1 - doubts[seat])) for seat in outcomes.upheld}

    def learn(self, honest: float, untrue: float, number: int) -> None:
        """So often it is said truly, and untruly, in this round."""
        for seat, reach, if_true, if_lie in self._backwards():
            doubt = honest * self._outcomes.upheld[seat][seat]
            doubt += untrue * self._outcomes.caught[seat][seat]
            believe = honest * if_true[seat] + untrue * if_lie[seat]
            self.lots[seat].learn((doubt, believe), reach + SELDOM, number * reach)

    def _backwards(self) -> list[tuple[Seat, float, Worths, Worths]]:
        """From the last who is asked: how often it comes to them, and what belief then means."""
        reach, reaches = 1.0, {}
        for seat, lot in self.lots.items():
            reaches[seat], reach = reach, reach * lot.rates[1]
        found, (if_true, if_lie) = [], (self._outcomes.believed,) * 2
        for seat in reversed(self.lots):
            found.append((seat, reaches[seat], if_true, if_lie))
            if_true, if_lie = self._answered(seat, if_true, if_lie)
        return found

    def _answered(self, seat: Seat, if_true: Worths, if_lie: Worths) -> tuple[Worths, Worths]:
        rate = self.lots[seat].rates[0]
        upheld, caught = self._outcomes.upheld[seat], self._outcomes.caught[seat]
        return mix(rate, upheld, if_true), mix(rate, caught, if_lie)

    def worths(self) -> tuple[float, float]:
        """The roller's chance with it, true and untrue."""
        if_true = if_lie = self._outcomes.believed
        for seat in reversed(self.lots):
            if_true, if_lie = self._answered(seat, if_true, if_lie)
        return if_true[self._roller], if_lie[self._roller]


def settled(plan: Plan, roller: Seat, outcomes: Sequence[Outcomes]) -> Plan:
    """Nearer to the balance, from a plan that is near it."""
    says = [Lot(row) for row in plan.says]
    said = [Announcement(roller, *one) for one in zip(outcomes, plan.doubts, strict=True)]
    for number in range(1, ROUNDS + 1):
        for at, one in enumerate(said):
            often = [rate * lot.rates[at] for rate, lot in zip(DIE, says, strict=True)]
            one.learn(often[at + 1], sum(often) - often[at + 1], number)
        worths = [one.worths() for one in said]
        for die, lot in enumerate(says):
            row = [true if at + 1 == die else lie for at, (true, lie) in enumerate(worths)]
            lot.learn(row, 1.0, number)
    seats = range(len(outcomes[0].believed))
    return Plan(
        tuple([lot.average() for lot in says]),
        tuple([tuple([_doubts(one, seat) for seat in seats]) for one in said]),
    )


def _doubts(one: Announcement, seat: Seat) -> float:
    return one.lots[seat].average()[0] if seat in one.lots else 0.0


def mix(rate: float, one: Worths, other: Worths) -> Worths:
    """The one so often, else the other."""
    return tuple([b + rate * (a - b) for a, b in zip(one, other, strict=True)])
