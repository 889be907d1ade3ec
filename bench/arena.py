"""Who beats whom, at 100 ms a move: every level against the one below, until it is clear.

Processes on all cores play, so that thinking time is worth what a core to itself makes of it.

python -m bench.arena GAME [--seats 2,3,4] [--think 100] [--games 400] [--every]

With --every each level plays against every other, and random against none.
"""

import argparse
from itertools import combinations, pairwise

from salon import games
from salon.arena import round_robin
from salon.bots.random import Random
from salon.cli.arena import table_of
from salon.core.spread import processes


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game")
    words.add_argument("--seats", default="2,3,4")
    words.add_argument("--think", type=float, default=100, help="ms a move")
    words.add_argument("--games", type=int, default=400)
    words.add_argument("--every", action="store_true", help="pair of levels, not neighbours alone")
    chosen = words.parse_args()
    game = games.load(chosen.game)
    bots = {"random": Random(), **games.bots(chosen.game)}
    for bot in bots.values():
        if hasattr(bot, "seconds"):
            bot.seconds = chosen.think / 1000
    found = []
    with processes() as spread:
        for seats in map(int, chosen.seats.split(",")):
            pairs = combinations(games.bots(chosen.game), 2) if chosen.every else pairwise(bots)
            for weak, strong in pairs:
                pair = {weak: bots[weak], strong: bots[strong]}
                *_, match = round_robin(
                    game,
                    game.types.options(),
                    pair,
                    seats=seats,
                    games=chosen.games,
                    until_clear=True,
                    spread=spread,
                )
                found.append(match)
                print(match.one, match.other, seats, match.games, match.share, flush=True)
    from rich.console import Console

    Console().print(table_of(found))


if __name__ == "__main__":
    main()
