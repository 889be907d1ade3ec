"""Tables without a server around them: what people do there, in a few words."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw

from salon.core.contract import Seat
from salon.core.table import read_move
from salon.server import deeds, wire
from salon.server.live import House, LiveTable, Setting
from salon.server.room import Change
from salon.server.row import SYMBOLS, Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers


def new_tables(setting: Setting | None = None, file: Any = ":memory:") -> Tables:
    return Tables(House(SqliteStore(file), Thinkers(), setting or Setting()))


async def close(tables: Tables) -> None:
    await tables.close()
    tables.house.thinkers.close()
    await tables.house.store.close()


async def opened(
    tables: Tables, new: wire.NewTable, host: str, holders: Iterable[Holder] = ()
) -> LiveTable:
    """A new table, in memory."""
    return await tables.get((await tables.open(new, host, holders)).id)


async def sit(live: LiveTable, player: str, **wish: Any) -> Seat:
    named = {"name": player.title(), "symbol": SYMBOLS[len(live.row.holders) % 9], **wish}
    seat = (await live.do(deeds.Sit(player, wire.Sit(**named)))).seat
    assert seat is not None
    return seat


async def play(
    live: LiveTable, seat: Seat, id: str | None, move: Any, made: int | None = None
) -> Change:
    """A move, as JSON or as itself."""
    if isinstance(move, Raw | bytes):
        move = read_move(live.room.game, bytes(move))
    return await live.do(deeds.Play(seat, move, None, id, made))


def written(move: Any) -> Raw:
    return Raw(msgspec.json.encode(move))
