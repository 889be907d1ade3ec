"""Circles for tests: without a network in between."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from salon.server import wire as table_wire
from salon.server.circle.circles import Circles
from salon.server.circle.feeds import Member
from salon.server.circle.live import LiveCircle
from salon.server.live import House, LiveTable, Setting
from salon.server.notices import Push
from salon.server.replays import Replays
from salon.server.sqlite import SqliteStore
from salon.server.store import Store
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers


@asynccontextmanager
async def circles_in(
    store: Store | None = None, push: Push | None = None
) -> AsyncIterator[Circles]:
    """A server's circles and tables; in memory, if no store is given."""
    kept = store or SqliteStore(":memory:")
    thinkers = Thinkers()
    house = House(kept, thinkers, Setting(nonce_seconds=0.01, bot_pace=(0, 0)))
    found = Circles(Tables(house), Replays(house), push)
    try:
        yield found
    finally:
        await found.retire_all()
        await found.tables.close()
        found.replays.close()
        thinkers.close()
        if store is None:
            await kept.close()


class Guest(Member):
    """A browser in a circle that remembers what it was sent."""

    def __init__(self, player: str, *, is_screen: bool = False) -> None:
        self.heard: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = {}
        self.is_closed = False
        super().__init__(player, self._take, self._close, is_screen=is_screen)

    def _take(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        self.heard.append(message)
        if message["type"] == "Circle":
            self.seen |= message

    def _close(self) -> None:
        self.is_closed = True

    def names(self, what: str = "here") -> list[str]:
        """Of people of whom this is so."""
        return [one["name"] for one in self.seen["people"] if one[what]]


async def a_circle(
    circles: Circles, host: str = "ana", game: str = "bluff", seats: int = 2
) -> tuple[LiveCircle, LiveTable]:
    link = await circles.open(table_wire.NewTable(game, seats), host)
    return await circles.get(link.circle), await circles.tables.get(link.id)
