"""Who looks at a table just now: whose page is in front of them, and who did something lately.

Not who is connected: a forgotten tab is here, and nobody looks at it.
"""

from time import monotonic

from salon.server.feeds import Connection


class Looking:
    """Of one table, for as long as it is in memory."""

    def __init__(self) -> None:
        self._since = monotonic()
        self._pages: dict[Connection, bool] = {}
        self._last: dict[str, float] = {}  # when a player looked last

    def see(self, page: Connection, *, looks: bool) -> None:
        """A page says so; one that says nothing is not looked at."""
        if looks or self._pages.get(page):
            self._last[page.player] = monotonic()
        self._pages[page] = looks

    def leave(self, page: Connection) -> None:
        if self._pages.pop(page, False):
            self._last[page.player] = monotonic()

    def looks(self, player: str) -> bool:
        return any(looks and page.player == player for page, looks in self._pages.items())

    def away(self, player: str) -> float:
        """Seconds without a look."""
        if self.looks(player):
            return 0.0
        return monotonic() - self._last.get(player, self._since)
