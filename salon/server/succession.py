"""A host who is gone: whoever has been here longest hosts, after the patience of the table.

It has no timer: it says who, and how long to wait yet.
"""

from collections.abc import Iterable
from time import monotonic

from salon.server.feeds import Connection
from salon.server.row import TableRow


class Succession:
    """Who would host, and since when they wait for the one who does."""

    def __init__(self) -> None:
        self.heir: str | None = None  # None: the host is here, or nobody could
        self._since = 0.0

    def notice(self, row: TableRow, connections: Iterable[Connection]) -> None:
        """Who is here has changed, or who hosts."""
        players = [(one.player, one.seat) for one in connections]
        seated = [player for player, seat in players if seat is not None]
        is_here = any(player == row.host for player, _ in players)
        heir = None if is_here or row.over or not seated else seated[0]
        if self.heir is None:
            self._since = monotonic()
        self.heir = heir

    def left(self, patience: int) -> float | None:
        """Seconds of patience; None: nobody is waited for."""
        return None if self.heir is None else self._since + patience - monotonic()
