"""`salon forget`: what is old is nowhere any more."""

import asyncio
import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from salon.core.extras import extra
from salon.core.refusal import Unusable

DAY = 86_400
UNITS = {"d": DAY, "w": 7 * DAY, "m": 30 * DAY, "y": 365 * DAY}


def forget(
    *,
    older_than: str,
    data: Path | None = None,
    database: Annotated[str | None, Parameter(env_var="SALON_DATABASE")] = None,
) -> None:
    """Delete circles to which nothing has happened for long, with their tables, poems and chat.

    Deleted means deleted, from the disk too. A folder must not be in use: stop the server first, or
    let it forget by itself (`salon serve --forget-after 1y`).

    Parameters
    ----------
    older_than
        How long nothing has happened: `1y`, `6m`, `8w` or `90d`.
    data
        The data folder; by default the user's.
    database
        The database of several servers (`postgresql://…`), which may be running.
    """
    with extra("serve"):
        from salon.server import serve as server
        from salon.server.circle.forgetting import forget_old

    seconds = seconds_of(older_than)
    place = database or data or server.default_data()

    async def go() -> tuple[int, int]:
        async with server.open_store(place, asyncio.Event()) as (store, _):
            return await forget_old(store, seconds)

    circles, tables = asyncio.run(go())
    print(f"✓ {circles} circles, {tables} tables: forgotten")


def seconds_of(span: str) -> int:
    """Of `1y`, `6m`, `8w` or `90d`."""
    if not (found := re.fullmatch(r"([1-9]\d{0,3})([dwmy])", span)):
        raise Unusable("bad_span", given=span)
    return int(found[1]) * UNITS[found[2]]
