"""How many decisions per second the rules make, best of five, beside a plain loop.

    .venv/bin/python -m bench.simulate GAME [--seats N] [--games K] [--runs R]

Random bots, which need no view. The reference is a loop of additions: where it is slow, the
machine is busy or slow, and the ratio (decisions per thousand additions) is the figure to trust.
"""

import argparse
import time

from salon import games
from salon.bots.random import Random
from salon.cli.simulate import reference
from salon.core.luck import FastLuck
from salon.core.simulate import simulate


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game")
    words.add_argument("--seats", type=int, default=4)
    words.add_argument("--games", type=int, default=5_000)
    words.add_argument("--runs", type=int, default=5)
    chosen = words.parse_args()
    rates = [run(chosen.game, chosen.seats, chosen.games) for _ in range(chosen.runs)]
    best = max(rate for rate, _ in rates)
    ratio = sorted(1_000 * rate / beside for rate, beside in rates)[len(rates) // 2]
    print(f"best of {chosen.runs}: {best:,.0f} decisions/s; median {ratio:.1f} per 1,000 additions")


def run(name: str, seats: int, tables: int) -> tuple[float, float]:
    game, luck = games.load(name), FastLuck(0)
    options, bots = game.types.options(), [Random()] * seats
    before = reference()
    start = time.perf_counter()
    decisions = sum(simulate(game, options, bots, luck).decisions for _ in range(tables))
    rate = decisions / (time.perf_counter() - start)
    beside = (before + reference()) / 2
    print(f"{name}, {seats} seats: {rate:,.0f} decisions/s beside {beside:,.0f} additions/s")
    return rate, beside


if __name__ == "__main__":
    main()
