"""`salon serve`: the doors are open."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from salon.cli.forget import seconds_of
from salon.core.extras import extra


def serve(
    *,
    host: str = "0.0.0.0",
    port: int = 8000,
    data: Path | None = None,
    database: Annotated[str | None, Parameter(env_var="SALON_DATABASE")] = None,
    hosts: tuple[str, ...] = (),
    forget_after: str | None = None,
    contact: str | None = None,
    unlimited: Annotated[bool, Parameter(negative=[], show=False)] = False,
    bot_pace: Annotated[float | None, Parameter(show=False)] = None,
) -> None:
    """Serve Salon to every browser that can reach this machine.

    Parameters
    ----------
    host
        The address to listen on; by default all of this machine's.
    port
        The port to listen on.
    data
        Where tables are kept; by default the user's data folder.
    database
        Keep tables in PostgreSQL instead (`postgresql://…`), so that several processes can serve
        them behind a proxy; see docs/several-machines.md.
    hosts
        Answer only under these names (`--hosts salon.example`); by default under any.
    forget_after
        Delete circles to which nothing has happened for so long (`1y`, `6m`, `90d`), with all they
        made; by default nothing is ever lost.
    contact
        The e-mail address that push services of browsers may write to, should notices of this
        server give them trouble.
    """
    with extra("serve"):
        from salon.server import serve as server
        from salon.server.live import Setting

    setting = Setting(
        bot_pace=None if bot_pace is None else (bot_pace, bot_pace),
        forget_seconds=None if forget_after is None else seconds_of(forget_after),
        contact=contact or Setting().contact,
        drain_seconds=server.DRAIN_SECONDS if database else 0.0,
    )
    with server.door(host, port) as listening:
        _invite(host, port, server.house_address(listening))
        names = frozenset(name.lower() for name in hosts)
        place = database or data or server.default_data()
        server.serve(place, listening, setting, unlimited=unlimited, hosts=names)


def _invite(host: str, port: int, house: str | None) -> None:
    """Where to point a browser, and a code for the phones in the room."""
    print(f"Salon: http://{'localhost' if house else host}:{port}", flush=True)
    if house:
        print(f"From other devices in the house: {house}", flush=True)
        if sys.stdout.isatty():
            import segno

            segno.make(house).terminal(compact=True)
