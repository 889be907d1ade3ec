"""`salon arena`: bots against bots, measured."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from salon import games
from salon.arena import Match, round_robin
from salon.cli.words import (
    Cluster,
    Flag,
    GameName,
    Games,
    Json,
    Options,
    bots_of,
    find_bots,
    is_shown,
    options_of,
    place,
)
from salon.core.refusal import Refusal
from salon.games import AnyBot


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
    cluster: Cluster = None,
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
    rules = games.load(game)
    chosen, players = options_of(rules, option), _players(game, bots, think)
    if games_ < 1 or len(players) < 2:
        raise Refusal("no_games")
    number = seats or rules.seats[0]
    play = partial(round_robin, rules, chosen, players, seats=number, games=games_, seed=seed)
    with place(cluster, players.values()) as spread:
        found = _follow(play(until_clear=until_clear, spread=spread), games_, json)
    _print(found, json)


def _players(game: str, bots: str | None, think: float | None) -> dict[str, AnyBot]:
    """By name, each given its time to think where it takes any."""
    players = dict(find_bots(game, bots)) if bots else bots_of(game)
    for player in players.values():
        if think is not None and hasattr(player, "seconds"):
            player.seconds = think / 1000
    return players


def _follow(matches: Iterable[Match], most: int, json: bool) -> list[Match]:
    """What is known of each pair after its last game; shown while they play."""
    found: dict[str, Match] = {}
    with Progress(
        console=Console(stderr=True), disable=not is_shown(json), transient=True
    ) as progress:
        bars = {}
        for match in matches:
            pair = f"{match.one} – {match.other}"
            if pair not in bars:
                bars[pair] = progress.add_task(pair, total=most)
            progress.update(bars[pair], completed=match.games)
            found[pair] = match
    return list(found.values())


def _print(matches: list[Match], json: bool) -> None:
    if json:
        print(msgspec.json.encode(matches).decode())
    else:
        Console().print(table_of(matches))


def table_of(matches: Sequence[Match]) -> Table:
    """As people read it."""
    table = Table("bot", "against", "seats", "games", "wins, 95 %", "Elo, 95 %")
    for match in matches:
        share, rating = match.share, match.elo
        table.add_row(
            match.one,
            match.other,
            str(match.seats),
            str(match.games),
            f"{share.value:.3f} ({share.low:.3f} to {share.high:.3f})",
            f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})",
        )
    return table
