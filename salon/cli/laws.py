"""`salon laws`: what the rules of a game promise, checked."""

import time
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from salon import games
from salon.cli.words import Flag, GameName
from salon.core import laws


def check_laws(
    game: GameName | None = None,
    *,
    all_: Annotated[bool, Flag, Parameter(name="--all")] = False,
    walks: int = 3,
    seats: int | None = None,
) -> None:
    """Check that a game, or every game, keeps the laws.

    Parameters
    ----------
    all_
        Every combination of options, not only every pair of choices.
    walks
        How many random walks for each number of seats and each set of options.
    seats
        Only this number of seats.
    """
    for name in games.names() if game is None else [game]:
        rules, start = games.load(name), time.perf_counter()
        with Console(stderr=True).status(name) as status:
            count = laws.check(
                rules,
                games.stand_in(name),
                seats=None if seats is None else [seats],
                walks=walks,
                all_options=all_,
                progress=status.update,
            )
        seconds = time.perf_counter() - start
        print(f"{name}: {len(laws.LAWS)} laws hold on {count} walks, {seconds:.1f} s")
        for law in laws.LAWS:
            print(f"  ✓ {law}")
