"""The best play of one turn of Ciao Ciao between two, once the positions after it have a worth.

The one who is asked makes bluffing worth some chance L, whatever the number: believed it would be
worth more, so this number is doubted just so often that it is not. The lower L, the more truth is
doubted, which is good for the roller: the best L is where the roller gets least. The roller on the
other hand bluffs with each number just so often that doubting it does not pay, where belief is
worth more than L, and with the rest where it is worth L. All chances here are the roller's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from salon.games.ciao_ciao.model import NUMBERS

CROSSES = 1 / 3  # how often there is nothing true to say
EACH = 1 / 6  # how often each number is true
TINY = 1e-9  # chances that differ by less are equal


class Stake(NamedTuple):
    """What an announcement may come to; it is never better to be caught than to be upheld."""

    believed: float
    upheld: float
    caught: float

    @property
    def honest(self) -> float:
        """If it is never a bluff: whoever gains by doubting even then, doubts."""
        return min(self.believed, self.upheld)

    @property
    def exposed(self) -> float:
        """If it is always a bluff: near the end a fall can be better than belief."""
        return min(self.believed, self.caught)


class Plan(NamedTuple):
    """How one turn is played."""

    says: tuple[tuple[float, ...], ...]  # [die][number - 1] how often; die 0 is a cross
    doubts: tuple[tuple[float, ...], ...]  # [number - 1][seat]


def worth(stakes: Sequence[Stake]) -> float:
    """The roller's chance to win, before the die falls."""
    return min([worth_if(bluff, stakes) for bluff in bluffs(stakes)])


def best_bluff(stakes: Sequence[Stake]) -> float:
    """What a bluff is worth when both play their best."""
    return min(bluffs(stakes), key=lambda bluff: worth_if(bluff, stakes))


def bluffs(stakes: Sequence[Stake]) -> list[float]:
    """What a bluff may be worth: no less than the best one that is seen through. Between these the
    worth of the turn is a straight line, so its lowest point is at one of them."""
    least = max([stake.exposed for stake in stakes])
    return [least, *[honest for stake in stakes if (honest := stake.honest) > least]]


def worth_if(bluff: float, stakes: Sequence[Stake]) -> float:
    """The roller's chance, if every number is doubted just so often that a bluff is worth this."""
    total = 0.0
    for stake in stakes:
        total += max(truth(stake, bluff), bluff)  # `sum` rounds differently from Python 3.12 on
    return CROSSES * bluff + EACH * total


def truth(stake: Stake, bluff: float) -> float:
    """What it is worth to tell it, then."""
    believed, upheld, caught = stake
    if bluff >= believed or upheld <= believed:
        return stake.honest
    return believed + (upheld - believed) * (believed - bluff) / (believed - caught)


# How often.


def doubts(stakes: Sequence[Stake]) -> list[float]:
    """How often each number is doubted."""
    bluff = best_bluff(stakes)
    return [doubt(stake, bluff) for stake in stakes]


def doubt(stake: Stake, bluff: float) -> float:
    """Always, where there is something to win and nothing to lose."""
    believed, upheld, caught = stake
    if believed - caught < TINY:
        return 0.0
    if upheld - believed < TINY or bluff - caught < TINY:
        return 1.0
    return max((believed - bluff) / (believed - caught), 0.0) if believed - bluff > TINY else 0.0


def says(stakes: Sequence[Stake]) -> tuple[tuple[float, ...], ...]:
    """How often each die says each number."""
    bluff = best_bluff(stakes)
    truths = truth_rates(stakes, bluff)
    lies = lie_rates(stakes, bluff, CROSSES + EACH * sum([1 - truth for truth in truths]))
    total = sum(lies)
    cross = tuple([lie / total for lie in lies])
    return (cross, *[spoken(number, truths[number - 1], cross) for number in NUMBERS])


def spoken(die: int, truth: float, lies: Sequence[float]) -> tuple[float, ...]:
    """What is said with a number under the cup: the truth so often, else what a cross says."""
    rest = [(1 - truth) * lie for lie in lies]
    rest[die - 1] += truth
    return tuple(rest)


def room(stake: Stake) -> float:
    """How often this may be a bluff before it pays to doubt it."""
    believed, upheld, caught = stake
    if believed - caught < TINY:
        return 1.0  # always
    return min(EACH * max(upheld - believed, 0.0) / (believed - caught), 1.0)


def above(stake: Stake, bluff: float) -> bool:
    """The truth is worth more than a bluff."""
    return stake.honest - bluff > TINY


def level(stake: Stake, bluff: float) -> bool:
    return abs(stake.honest - bluff) <= TINY


def truth_rates(stakes: Sequence[Stake], bluff: float) -> list[float]:
    """How often each number is told by who rolled it: not where a bluff is worth more, and where
    it is worth the same, only as far as the better numbers leave no room for bluffs."""
    better = [above(stake, bluff) for stake in stakes]
    equal = [level(stake, bluff) for stake in stakes]
    wanted = sum([room(stake) for stake in stakes if above(stake, bluff)])
    there = CROSSES + EACH * (len(stakes) - sum(better) - sum(equal))
    lying = min(max(wanted - there, 0.0) / (EACH * sum(equal)), 1.0) if any(equal) else 0.0
    return [more + same * (1 - lying) for more, same in zip(better, equal, strict=True)]


def lie_rates(stakes: Sequence[Stake], bluff: float, mass: float) -> list[float]:
    """How often each number is a bluff, all together `mass`: first where the truth is worth more
    than a bluff, then where it is worth as much, the rest where being seen through costs least."""
    lies = [room(stake) * above(stake, bluff) for stake in stakes]
    more = [room(stake) * level(stake, bluff) for stake in stakes]
    part = min(max(mass - sum(lies), 0.0) / sum(more), 1.0) if any(more) else 0.0
    lies = [lie + part * one for lie, one in zip(lies, more, strict=True)]
    rest = mass - sum(lies)
    if rest > TINY:
        least = max([stake.exposed for stake in stakes])
        cheapest = [least - stake.exposed < TINY for stake in stakes]
        lies = [lie + rest * one / sum(cheapest) for lie, one in zip(lies, cheapest, strict=True)]
    return lies
