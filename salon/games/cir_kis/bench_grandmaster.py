"""Grandmaster against master, or any two levels, at equal time and from openings by chance.

    .venv/bin/python -m salon.games.cir_kis.bench_grandmaster [--seats 2,3,4] [--openings 40]
        [--first 0] [--think 200 | --positions 10000] [--option teams]
        [--bots grandmaster,master | --bots ONE/eye.bin,OTHER/eye.bin --positions 3000]

From the empty board two bots without luck of their own play the same few games again and again, and
an interval of such games promises too much. So the first placements are chance's; each opening is
played in all ways to seat the two, and all its games count as one observation. Instead of a level
the file of an eye may be named: that is grandmaster who sees with it.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from salon import games
from salon.arena import Interval, estimate, sides
from salon.core.contract import Bot
from salon.core.luck import FastLuck, Luck
from salon.core.spread import processes
from salon.games.cir_kis.eye import unpacked
from salon.games.cir_kis.grandmaster import Grandmaster
from salon.games.cir_kis.model import Move, Options, State, View
from salon.games.cir_kis.rules import game
from salon.games.cir_kis.search import seeing_core

BY_CHANCE = 4  # placements of an opening
EYE = Path(__file__).with_name("eye.bin")


class Pace(NamedTuple):
    """How long everybody may think."""

    seconds: float
    positions: int | None  # that grandmaster looks at, whatever the time


class Seeing(Grandmaster):
    """Grandmaster with an eye from a file, whoever else of this process sees with another."""

    def __init__(self, file: Path) -> None:
        super().__init__(monotonic)
        self.eyes = unpacked(file.read_bytes())

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        core = seeing_core()
        assert core is not None, "eyes are changed in the fast core alone: compile it first"
        for which, eye in enumerate(self.eyes):
            core.use(which, eye)
        return super().choose(view, moves, luck)


def opening(options: Options, seats: int, number: int) -> State:
    luck = FastLuck(f"opening {number}")
    state = game.start(options, seats, luck)
    for _ in range(BY_CHANCE):
        (seat,) = game.awaited(state)
        game.play(state, seat, luck.choice(game.moves(state, seat)), luck)
    return state


def play_on(state: State, bots: Sequence[Bot[View, Move]], luck: FastLuck) -> Sequence[int]:
    """Who wins."""
    while (result := game.result(state)) is None:
        for seat in sorted(game.awaited(state)):
            move = bots[seat].choose(game.view(state, seat), game.moves(state, seat), luck)
            assert move is not None
            game.play(state, seat, move, luck)
    return result.winners


def orders(seats: int, teams: bool) -> list[tuple[int, ...]]:
    """All ways to seat two bots on half of the seats each, and one more by turns."""
    alternating = (sides(seats, 0), sides(seats, 1))
    if teams:
        return [tuple(order) for order in alternating]
    return sorted({order for seated in alternating for order in permutations(seated)})


def share_of(names: Sequence[str], options: Options, seats: int, pace: Pace, number: int) -> float:
    """What the first has of the victories of one opening, played from all sides."""
    pair = [ready(name, pace) for name in names]
    shares = []
    for order in orders(seats, options.teams):
        table = [pair[side] for side in order]
        winners = play_on(opening(options, seats, number), table, FastLuck(f"{number} {order}"))
        shares.append(sum(order[seat] == 0 for seat in winners) / len(winners))
    return sum(shares) / len(shares)


@cache
def bot_of(name: str) -> Bot[View, Move]:
    if name == "grandmaster":
        return Seeing(EYE)
    return Seeing(Path(name)) if name.endswith(".bin") else games.bots("cir_kis")[name]


def ready(name: str, pace: Pace) -> Bot[View, Move]:
    bot = bot_of(name)
    if hasattr(bot, "seconds"):
        bot.seconds = pace.seconds
    if pace.positions is not None and isinstance(bot, Grandmaster):
        bot.seconds, bot.most = 3600.0, pace.positions
    return bot


def measure(
    names: Sequence[str], options: Options, seats: int, pace: Pace, openings: range
) -> Iterator[Interval]:
    """What is known after each opening."""
    shares: list[float] = []
    with processes() as spread:
        for share in spread(partial(share_of, names, options, seats, pace), openings):
            shares.append(share)
            yield estimate(shares)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--seats", default="2,3,4")
    words.add_argument("--openings", type=int, default=40)
    words.add_argument("--first", type=int, default=0, help="opening: new ones for a new question")
    words.add_argument("--think", type=float, default=200, help="milliseconds for a placement")
    words.add_argument("--positions", type=int, help="for grandmaster, instead of time")
    words.add_argument("--option", action="append", default=[], help="teams, match, centre_ring")
    words.add_argument("--bots", default="grandmaster,master")
    said = words.parse_args()
    options = Options(**dict.fromkeys(said.option, True))
    names, pace = said.bots.split(","), Pace(said.think / 1000, said.positions)
    openings = range(said.first, said.first + said.openings)
    for seats in map(int, said.seats.split(",")):
        where = " ".join([said.bots, f"{seats} seats", *said.option])
        for count, found in enumerate(measure(names, options, seats, pace, openings), 1):
            share = f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
            print(f"\r{where}: {share}, {count} openings", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
