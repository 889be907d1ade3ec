"""How fast the core of Cir*Kis is: sequences of placements, and positions that a search looks at.

.venv/bin/python -m salon.games.cir_kis.bench_core
"""

import random
from statistics import median
from time import perf_counter

from salon.games.cir_kis.board import COUNTS
from salon.games.cir_kis.core import Core
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.search import plainly, search, seeing_core

SECONDS = 0.5
TIMES = 7


def half_way(seats: int, seed: int) -> Position:
    now, chance = Position(seats, 0, ring=False, teams=False), random.Random(seed)
    now.left = [list(COUNTS) for _ in range(seats)]
    for _ in range(4 * seats):
        now.place(chance.choice(now.legal()))
    return now


def count_sequences(core: Core) -> None:
    now = half_way(2, 0)
    for length in (2, 3, 4):
        begun = perf_counter()
        count = core.sequences(now, length)
        took = perf_counter() - begun
        print(f"{count:>12,} sequences of {length}  {1000 * took:8.2f} ms")


def positions_per_second(seats: int, seed: int, plain: bool) -> float:
    now, begun = half_way(seats, seed), perf_counter()
    late = begun + SECONDS
    if plain:
        found = plainly(now, most=1 << 60, exact=False, is_late=lambda: perf_counter() > late)
    else:
        found = search(now, seconds=SECONDS)
    return found.looked / (perf_counter() - begun)


def main() -> None:
    core = seeing_core()
    if core is not None:
        count_sequences(core)
    for seats in (2, 3, 4):
        for plain in (False, True) if core is not None else (True,):
            speeds = [positions_per_second(seats, seed, plain) for seed in range(TIMES)]
            name = "plain Python" if plain else "the core"
            print(f"{seats} seats, {name}: {median(speeds):>12,.0f} positions a second")


if __name__ == "__main__":
    main()
