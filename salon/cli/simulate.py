"""`salon simulate`: many games between bots, fast, and counted."""

import json as jsons
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any

from rich.console import Console
from rich.progress import Progress

from salon import games
from salon.cli.words import (
    Cluster,
    GameName,
    Games,
    Json,
    Options,
    around,
    find_bots,
    is_shown,
    options_of,
    place,
)
from salon.core.refusal import Refusal
from salon.core.simulate import Outcome, simulate_some
from salon.core.spread import cut


def simulate(
    game: GameName,
    *,
    seats: int | None = None,
    games_: Games = 1000,
    seed: int = 0,
    bots: str = "random",
    option: Options = [],  # noqa: B006
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Let bots play many games, fast, and count.

    Parameters
    ----------
    seats
        How many sit at the table; by default as many as there are bots, or the fewest possible.
    games_
        How many games.
    seed
        The same seed gives the same games.
    bots
        Who plays, seat by seat, separated by commas; repeated round the table. A bot of yours is
        module:Class.
    """
    rules = games.load(game)
    chosen, found = options_of(rules, option), find_bots(game, bots)
    if games_ < 1:
        raise Refusal("no_games")
    seated = around(found, seats or max(rules.seats[0], len(found)))
    names, players = [name for name, _ in seated], [bot for _, bot in seated]
    play = partial(simulate_some, rules, chosen, players, seed)
    with place(cluster, players) as spread, _bar(game, games_, json) as done:
        start = time.perf_counter()
        outcomes = list(chain.from_iterable(spread(play, cut(games_), done)))
        counted = _count(outcomes, time.perf_counter() - start)
    table = {"game": game, "seats": len(seated), "bots": names, "seed": seed, "games": games_}
    _print(table | counted, json)


@contextmanager
def _bar(game: str, number: int, json: bool) -> Iterator[Callable[[range], None]]:
    """Told which games are done."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not is_shown(json), transient=True) as progress:
        task = progress.add_task(game, total=number)
        yield lambda numbers: progress.advance(task, len(numbers))


def _count(outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    decisions = sum(outcome.decisions for outcome in outcomes)
    return {
        "decisions": decisions,
        "seconds": round(seconds, 4),
        "decisions_per_second": round(decisions / seconds),
        "reference_per_second": reference(),
        "wins": [round(share, 2) for share in _wins(outcomes)],
        "mean_length": round(decisions / len(outcomes), 2),
        "endings": dict(Counter(outcome.result.reason for outcome in outcomes).most_common()),
    }


def _wins(outcomes: list[Outcome]) -> list[float]:
    """By seat; a victory that is shared counts in parts."""
    wins = [0.0] * len(outcomes[0].result.scores)
    for outcome in outcomes:
        for winner in outcome.result.winners:
            wins[winner] += 1 / len(outcome.result.winners)
    return wins


def reference() -> int:
    """Additions per second of a plain loop: a busy machine shows here too."""
    start, total = time.perf_counter(), 0
    for number in range(2_000_000):
        total += number
    return round(2_000_000 / (time.perf_counter() - start))


def _print(report: dict[str, Any], json: bool) -> None:
    if json:
        print(jsons.dumps(report, indent=2))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):22} {_plain(value)}")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {count}" for key, count in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
