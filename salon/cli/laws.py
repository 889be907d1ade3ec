"""`salon laws`: what the rules of a game promise, checked."""

import time
from functools import partial
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from salon import games
from salon.cli.words import Cluster, Flag, GameName
from salon.cluster import workers_of
from salon.core import laws
from salon.core.can import what_can
from salon.core.lawbook import LAWS, WORDS
from salon.core.spread import Spread, processes
from salon.wording import check_words


def check_laws(
    game: GameName | None = None,
    *,
    all_: Annotated[bool, Flag, Parameter(name="--all")] = False,
    walks: int | None = None,
    seats: int | None = None,
    cluster: Cluster = None,
) -> None:
    """Check that a game, or every game, keeps the laws: by default on about thirty walks.

    Parameters
    ----------
    all_
        Every combination of options, not only every pair of choices.
    walks
        How many random walks for each number of seats and each set of options.
    seats
        Only this number of seats.
    """
    numbers = None if seats is None else [seats]
    with workers_of(cluster) if cluster is not None else processes() as spread:
        for name in games.names() if game is None else [game]:
            start = time.perf_counter()
            check_words(name)
            seen = _check(name, numbers, walks, all_, spread)
            _report(name, seen, time.perf_counter() - start)


def _check(
    name: str, seats: list[int] | None, walks: int | None, all_: bool, spread: Spread
) -> laws.Seen:
    with _bar() as bar:
        return laws.check(
            games.load(name),
            games.stand_in(name),
            seats=seats,
            walks=walks,
            all_options=all_,
            progress=partial(_show, bar, bar.add_task(name, total=None)),
            spread=spread,
        )


def _bar() -> Progress:
    """How many walks of how many, the time left, and where one walks."""
    console = Console(stderr=True)
    return Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}"),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def _show(bar: Progress, task: TaskID, done: int, total: int, case: str) -> None:
    bar.update(task, completed=done, total=total, description=case)


def _report(name: str, seen: laws.Seen, seconds: float) -> None:
    print(f"{name}: {len(LAWS) + 1} laws hold on {seen.walks} walks, {seconds:.1f} s")
    if able := what_can(games.load(name)).names():
        print(f"  it is {', '.join(able)}")
    print(f"  {seen.sets} of {seen.of_sets} sets of options")
    print(f"  {seen.states} states, {seen.looked} of them looked at closely")
    print(f"  stubborn people held a table up for {seen.longest} entries at most")
    for law in (*LAWS, WORDS):
        print(f"  ✓ {law}")
