"""Learns what open figures of Cir*Kis are worth, from games of a bot with itself.

    .venv/bin/python -m salon.games.cir_kis.learn_hope [--cluster tcp://HOST:8786]

writes salon/games/cir_kis/hope.json: for each number of seats, for circles and for stars, what a
seat got of a figure, in the order of outlook.keys(). The same games every time.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path

from rich.progress import Progress

from salon.cluster import workers_of
from salon.core.luck import FastLuck
from salon.core.spread import Spread, cut, here
from salon.games.cir_kis import outlook
from salon.games.cir_kis.board import CENTRE_RING, FIGURES, PLACEMENTS, Figure
from salon.games.cir_kis.bot import Mind
from salon.games.cir_kis.model import Options
from salon.games.cir_kis.outlook import Key, gains, guess, hopes, keys
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position

GAMES = {2: 500, 3: 300, 4: 300}
TRUST = 10  # seats seen in a situation that a guess counts for
CARELESS = 0.1  # how often a move is made at random, so that more is seen

Seen = dict[tuple[str, Key], list[int]]


def guessed(figure: Figure, segments: tuple[int, ...]) -> tuple[float, ...]:
    """What each seat may expect before anything was learnt."""
    return hopes(figure, segments) if figure is CENTRE_RING else guesses(segments)


@cache
def guesses(segments: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(guess(*key(segments, seat)[:2]) for seat in range(len(segments)))


def some_games(seats: int, seeds: Iterable[int]) -> Seen:
    seen: Seen = defaultdict(list)
    for seed in seeds:
        one_game(seats, seed, seen)
    return seen


def one_game(seats: int, seed: int, seen: Seen) -> None:
    chance = random.Random(seed)
    now = position(game.start(Options(), seats, FastLuck(seed))).copy()
    met: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    got: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    while True:
        for name, segments in open_figures(now):
            met[name].add(segments)
        careless = chance.random() < CARELESS
        ideas = [] if careless else Mind(now, partial(gains, outlook=guessed)).ideas()
        number = ideas[0].number if ideas else chance.choice(now.legal())
        for full in now.completes(PLACEMENTS[number]):
            got[full.figure.name] = now.points([full], now.turn)
        if now.place(number).end is not None:
            break
    for name, situations in met.items():
        for segments in situations:
            for seat, points in enumerate(got[name]):
                seen[name.split("_")[0], key(segments, seat)].append(points)


def open_figures(now: Position) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (figure.name, tuple((mine & figure.mask).bit_count() for mine in now.glass))
        for figure in FIGURES
        if figure is not CENTRE_RING and figure.mask & now.filled != figure.mask
    ]


def key(segments: tuple[int, ...], seat: int) -> Key:
    others = segments[:seat] + segments[seat + 1 :]
    return segments[seat], max(others), outlook.SEGMENTS - sum(segments)


def learn(seats: int, spread: Spread, bar: Progress) -> dict[str, list[float]]:
    seen: Seen = defaultdict(list)
    task = bar.add_task(f"{seats} seats", total=GAMES[seats])
    parts = cut(GAMES[seats])
    for part in spread(partial(some_games, seats), parts, lambda one: bar.advance(task, len(one))):
        for situation, points in part.items():
            seen[situation] += points
    return {
        kind: [
            round(
                (sum(found := seen[kind, one]) + TRUST * guess(*one[:2])) / (len(found) + TRUST), 2
            )
            for one in keys()
        ]
        for kind in ("circle", "star")
    }


def write(learnt: dict[int, dict[str, list[float]]]) -> None:
    rows = [f'"{seats}": {json.dumps(by_kind)}' for seats, by_kind in learnt.items()]
    file = Path(outlook.__file__).with_name("hope.json")
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--cluster", help="where the scheduler of a Dask cluster is")
    cluster = words.parse_args().cluster
    with workers_of(cluster) if cluster else nullcontext(here) as spread, Progress() as bar:
        write({seats: learn(seats, spread, bar) for seats in GAMES})


if __name__ == "__main__":
    main()
