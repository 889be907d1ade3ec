"""Bots against bots: every pair at one table, seats in turn, until it is clear who is better."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from math import inf, log, log10, sqrt
from typing import Any

from msgspec import Struct

from salon.core.contract import Seat
from salon.core.simulate import luck_of, simulate
from salon.core.spread import Spread, cut, cut_to_stop, here
from salon.games import AnyBot, AnyGame

__all__ = ["Interval", "Match", "elo", "estimate", "round_robin", "settles"]

SURE = 1.96  # standard errors: 95 %
ERROR = 0.05
SHARPEST = 10.0  # `settles` is sharpest after four times so many games
FEWEST = 20  # games before anything is called clear


class Interval(Struct, frozen=True):
    """An estimate, and where the truth lies with 95 %."""

    value: float
    low: float
    high: float

    def through(self, scale: Callable[[float], float]) -> "Interval":
        return Interval(scale(self.value), scale(self.low), scale(self.high))


class Match(Struct, frozen=True):
    """How one bot did against another."""

    one: str
    other: str
    seats: int
    games: int
    share: Interval  # of the victories, for the first: 0.5 if they are equal
    elo: Interval  # by which the first is better
    settled: bool  # whether one may stop here because it is clear who is better

    @property
    def is_clear(self) -> bool:
        """To somebody who looks now, and had not looked before."""
        return self.games >= FEWEST and not self.share.low <= 0.5 <= self.share.high


def elo(share: float) -> float:
    """The difference in rating that makes this share of victories likely."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else -400 * log10(1 / share - 1)


def estimate(shares: Sequence[float]) -> Interval:
    """The mean, and how sure it is. Equal outcomes prove nothing: one game is always doubted."""
    games = len(shares)
    mean = sum(shares) / games
    doubt = (sum((share - mean) ** 2 for share in shares) + 0.25) / games
    error = SURE * sqrt(doubt / games)
    return Interval(mean, max(0.0, mean - error), min(1.0, mean + error))


def settles(shares: Sequence[float]) -> bool:
    """Whether it is clear who is better, for one who asks after every game and stops at the first
    yes: of equal bots it says so with 5 % at most, however long they play; an interval that is
    watched excludes equality sooner or later (Robbins: a mixture over all differences)."""
    ahead = sum(shares) - len(shares) / 2
    spread = sum((share - 0.5) ** 2 for share in shares) + SHARPEST
    return ahead**2 >= spread * log(spread / SHARPEST / ERROR**2)


def sides(seats: int, number: int) -> list[int]:
    """Who sits where in this game: every other seat, begun by each, from every place."""
    order = [(seat + number) % 2 for seat in range(seats)]
    turn = number // 2 % seats
    return order[turn:] + order[:turn]


def play_match(
    game: AnyGame,
    options: Any,
    bots: tuple[tuple[str, AnyBot], tuple[str, AnyBot]],
    *,
    seats: int,
    seed: int,
    parts: Sequence[range],
    spread: Spread = here,
) -> Generator[Match]:
    """Game after game, what is known so far."""
    (one, first), (other, second) = bots
    own_seed = f"{seed} {one} {other} {seats}"
    play = partial(play_some, game, options, (first, second), seats=seats, seed=own_seed)
    shares: list[float] = []
    with closing(spread(play, parts)) as played:
        for share in (share for part in played for share in part):
            shares.append(share)
            found = estimate(shares)
            rating = found.through(elo)
            yield Match(one, other, seats, len(shares), found, rating, settles(shares))


def play_some(
    game: AnyGame,
    options: Any,
    bots: tuple[AnyBot, AnyBot],
    numbers: Iterable[int],
    *,
    seats: int,
    seed: str,
) -> list[float]:
    """What the first of two bots has of the victories in the games with these numbers."""
    shares = []
    for number in numbers:
        order = sides(seats, number)
        table = [bots[side] for side in order]
        outcome = simulate(game, options, table, luck_of(seed, number))
        shares.append(_share(order, outcome.result.winners))
    return shares


def _share(order: Sequence[int], winners: Sequence[Seat]) -> float:
    """What the first side has of the victory; half when nobody wins."""
    if not winners:
        return 0.5
    return sum(order[seat] == 0 for seat in winners) / len(winners)


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody against everybody, the later named first: they are called from weak to strong."""
    return [(strong, weak) for weak, strong in combinations(names, 2)]


def round_robin(
    game: AnyGame,
    options: Any,
    bots: dict[str, AnyBot],
    *,
    seats: int,
    games: int,
    until_clear: bool = False,
    seed: int = 0,
    spread: Spread = here,
) -> Iterator[Match]:
    """Every pair, game after game; a pair is done when the next one begins."""
    parts = cut_to_stop(games) if until_clear else cut(games)
    for one, other in pairs(list(bots)):
        seated = ((one, bots[one]), (other, bots[other]))
        match_of = partial(play_match, game, options, seated, seats=seats, seed=seed)
        with closing(match_of(parts=parts, spread=spread)) as matches:
            for match in matches:
                yield match
                if until_clear and match.settled:
                    break
