"""`salon think`: a machine for bots alone."""

import os
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from salon.core.extras import extra


def think(
    *,
    database: Annotated[str, Parameter(env_var="SALON_DATABASE")],
    processes: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
) -> None:
    """Think for the bots of all servers with the same database, and do nothing else.

    Parameters
    ----------
    database
        The servers' database, `postgresql://…`.
    processes
        How many bots may think at once; by default as many as this machine has cores.
    """
    import asyncio

    with extra("postgres"):
        from salon.server import think as thinker

    number = processes or os.cpu_count() or 1
    asyncio.run(thinker.think(database, number, lambda: _tell(number)))


def _tell(number: int) -> None:
    print(f"Salon thinks. Processes: {number}", flush=True)
