"""How random games end, and how long they take.

.venv/bin/python -m bench.endings GAME [--games 5000]
"""

import argparse
from collections import Counter

from salon import games
from salon.bots.random import Random
from salon.core.luck import FastLuck
from salon.core.simulate import simulate


def row(name: str, seats: int, number: int) -> str:
    game = games.load(name)
    reasons: Counter[str] = Counter()
    longest = total = 0
    for seed in range(number):
        end = simulate(game, game.types.options(), [Random()] * seats, FastLuck(seed))
        reasons[end.result.reason] += 1
        longest, total = max(longest, end.decisions), total + end.decisions
    shares = ", ".join(
        f"{reason} {100 * n / number:.1f} %" for reason, n in sorted(reasons.items())
    )
    return f"| {seats} | {number:,} | {total / number:.1f} | {longest} | {shares} |"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game")
    words.add_argument("--games", type=int, default=5_000)
    chosen = words.parse_args()
    print("| seats | games | decisions, mean | longest | endings |\n|---|---|---|---|---|")
    for seats in games.load(chosen.game).seats:
        print(row(chosen.game, seats, chosen.games), flush=True)


if __name__ == "__main__":
    main()
