"""Where a connection stands until its request is whole: not for long, and not too many.

Requests that are begun and never ended would otherwise use up the files of the process. The one
that has stood longest goes first, so that whoever asks like a browser always comes in.
"""

import asyncio
from typing import Protocol

import structlog

from salon.server.limits import Bucket, households

SECONDS = 10.0  # that a request may take to arrive
OF_ONE_HOUSEHOLD = 100
IN_ALL = 2_000

log = structlog.get_logger()


class Standing(Protocol):
    """A connection that can be turned away."""

    def turn_away(self) -> None: ...


class Doorstep:
    """All connections whose request is not whole yet, the oldest first."""

    def __init__(self, in_all: int = IN_ALL, seconds: float = SECONDS) -> None:
        self._in_all = in_all
        self._seconds = seconds
        self._standing: dict[Standing, tuple[str, float]] = {}  # whose, and since when
        self._by_household: dict[str, dict[Standing, None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._turned_away = 0  # since the log was told
        self._seldom = Bucket(1, 1 / 60)  # lines in the log

    def come(self, one: Standing, address: str) -> None:
        """Once for each request; a second time it goes on standing."""
        if one in self._standing:
            return
        loop = asyncio.get_running_loop()
        home = households(address)[0]
        self._standing[one] = home, loop.time()
        neighbours = self._by_household.setdefault(home, {})
        neighbours[one] = None
        if len(neighbours) > OF_ONE_HOUSEHOLD:
            self._turn_away(next(iter(neighbours)))
        elif len(self._standing) > self._in_all:
            self._turn_away(next(iter(self._standing)))
        if self._alarm is None:
            self._alarm = loop.call_later(self._seconds, self._look)

    def go(self, one: Standing) -> None:
        if one in self._standing:
            home, _ = self._standing.pop(one)
            neighbours = self._by_household[home]
            del neighbours[one]
            if not neighbours:
                del self._by_household[home]

    def _turn_away(self, one: Standing) -> None:
        self.go(one)
        one.turn_away()
        self._turned_away += 1
        if self._seldom.take():
            log.warning("requests that never arrived", turned_away=self._turned_away)
            self._turned_away = 0

    def _look(self) -> None:
        """Whoever has stood for too long goes."""
        loop = asyncio.get_running_loop()
        self._alarm = None
        for one, (_, since) in list(self._standing.items()):
            if (left := since + self._seconds - loop.time()) > 0:
                self._alarm = loop.call_later(left, self._look)
                return
            self._turn_away(one)
