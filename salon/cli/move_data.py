"""`salon move-data`: everything that is kept, to another place."""

import asyncio
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from salon.cli.words import is_shown

Where = Annotated[
    str, Parameter(help="A data folder, its SQLite file, or postgresql://user:password@host/name.")
]


def move_data(start: Where, goal: Where, /) -> None:
    """Copy all tables and the key of a Salon that is not running to a place that is empty.

    What was written is read back and compared before it counts; where it came from, nothing is
    changed."""
    from salon.server import moving

    async def move() -> dict[str, int]:
        async with (
            moving.place(start, is_goal=False) as old,
            moving.place(goal, is_goal=True) as new,
        ):
            lines = 2 * await moving.size(old)
            console = Console(stderr=True)
            with Progress(console=console, transient=True, disable=not is_shown(False)) as shown:
                bar = shown.add_task("", total=lines)
                return await moving.move(old, new, lambda: shown.advance(bar))

    counts = asyncio.run(move())
    print("✓ " + ", ".join(f"{counts[kind]} {kind}" for kind in moving.KINDS) + ": compared")
