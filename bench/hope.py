"""Learns what open figures of Cir*Kis are worth, from games of a bot with itself.

    .venv/bin/python -m bench.hope

writes salon/games/cir_kis/hope.json: for each number of seats, for circles and for stars, what a
seat got of a figure, in the order of outlook.keys(). The same games every time.
"""

import json
import random
from collections import defaultdict
from pathlib import Path

from salon.core.luck import FastLuck
from salon.games.cir_kis import outlook
from salon.games.cir_kis.board import CENTRE_RING, FIGURES, PLACEMENTS
from salon.games.cir_kis.bot import Mind
from salon.games.cir_kis.model import Options
from salon.games.cir_kis.outlook import Key, gains, guess, keys
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position

GAMES = {2: 500, 3: 300, 4: 300}
TRUST = 10  # seats seen in a situation that a guess counts for
CARELESS = 0.1  # how often a move is made at random, so that more is seen

Seen = dict[tuple[str, Key], list[int]]


def guesses() -> dict[str, list[float]]:
    return {kind: [guess(mine, most) for mine, most, _ in keys()] for kind in ("circle", "star")}


def one_game(seats: int, seed: int, seen: Seen) -> None:
    chance = random.Random(seed)
    now = position(game.start(Options(), seats, FastLuck(seed))).copy()
    met: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    got: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    while True:
        for name, segments in open_figures(now):
            met[name].add(segments)
        careless = chance.random() < CARELESS
        ideas = [] if careless else Mind(now, gains).ideas()
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


def learn(seats: int) -> dict[str, list[float]]:
    seen: Seen = defaultdict(list)
    for seed in range(GAMES[seats]):
        one_game(seats, seed, seen)
    return {
        kind: [
            round(
                (sum(found := seen[kind, one]) + TRUST * guess(*one[:2])) / (len(found) + TRUST), 2
            )
            for one in keys()
        ]
        for kind in ("circle", "star")
    }


def write(hopes: dict[int, dict[str, list[float]]]) -> None:
    rows = [f'"{seats}": {json.dumps(by_kind)}' for seats, by_kind in hopes.items()]
    file = Path(outlook.__file__).with_name("hope.json")
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def main() -> None:
    write({seats: guesses() for seats in GAMES})
    write({seats: learn(seats) for seats in GAMES})


if __name__ == "__main__":
    main()
