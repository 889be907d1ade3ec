"""`salon simulate` and `salon arena`: bots among themselves, counted."""

import json as jsons
import sys
import time
from collections import Counter
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, track

from salon import games
from salon.cli.words import Flag, GameName, Json, Options, around, bots_of, find_bots, options_of
from salon.core.luck import FastLuck
from salon.core.refusal import Refusal
from salon.core.simulate import Outcome
from salon.core.simulate import simulate as simulate_one

Games = Annotated[int, Parameter(name="--games")]


def simulate(
    game: GameName,
    *,
    seats: int | None = None,
    games_: Games = 1000,
    seed: int = 0,
    bots: str = "random",
    option: Options = [],  # noqa: B006
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
    chosen = options_of(rules, option)
    found = find_bots(game, bots)
    number = seats or max(rules.seats[0], len(found))
    seated = around(found, number)
    if games_ < 1:
        raise Refusal("no_games")
    players = [bot for _, bot in seated]
    luck = FastLuck(seed)
    rounds = track(
        range(games_), game, console=Console(stderr=True), disable=not _shown(json), transient=True
    )
    start = time.perf_counter()
    outcomes = [simulate_one(rules, chosen, players, luck) for _ in rounds]
    seconds = time.perf_counter() - start
    names = [name for name, _ in seated]
    table = {"game": game, "seats": number, "bots": names, "seed": seed, "games": games_}
    _print(table | _count(outcomes, seconds), json)


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


def _shown(json: bool) -> bool:
    """Whether there is somebody to show progress to."""
    return sys.stderr.isatty() and not json


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


def arena(
    game: GameName,
    *,
    bots: str | None = None,
    seats: int | None = None,
    games_: Games = 100,
    until_clear: Annotated[bool, Flag] = False,
    think: float | None = None,
    seed: int = 0,
    option: Options = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Let bots play each other, every pair, seats in turn: win rate and Elo with 95 % intervals.

    Parameters
    ----------
    bots
        Who plays, separated by commas, from weak to strong; by default all there are. A bot of
        yours is module:Class.
    seats
        How many sit at the table; by default the fewest possible.
    games_
        How many games each pair plays, at most.
    until_clear
        Stop a pair as soon as it is clear who is better, though not by how much.
    think
        Milliseconds a move, for bots that have `seconds`.
    seed
        The same seed gives the same games, but for bots that look at the clock.
    """
    from salon.arena import Match, round_robin, table_of

    rules = games.load(game)
    chosen = options_of(rules, option)
    players = dict(find_bots(game, bots)) if bots else bots_of(game)
    if games_ < 1 or len(players) < 2:
        raise Refusal("no_games")
    for player in players.values():
        if think is not None and hasattr(player, "seconds"):
            player.seconds = think / 1000
    matches = round_robin(
        rules,
        chosen,
        players,
        seats=seats or rules.seats[0],
        games=games_,
        until_clear=until_clear,
        seed=seed,
    )
    found: dict[str, Match] = {}
    with Progress(
        console=Console(stderr=True), disable=not _shown(json), transient=True
    ) as progress:
        bars: dict[str, Any] = {}
        for match in matches:
            pair = f"{match.one} – {match.other}"
            if pair not in bars:
                bars[pair] = progress.add_task(pair, total=games_)
            progress.update(bars[pair], completed=match.games)
            found[pair] = match
    if json:
        print(msgspec.json.encode(list(found.values())).decode())
    else:
        Console().print(table_of(list(found.values())))
