"""How much travels: bytes per message to one person at a table of four, in every game.

    .venv/bin/python -m bench.messages [ENTRIES]

Everybody plays as the regular bot would. "whole" is what a browser is sent that comes only then,
about what every message was before there were sections; "sent" is what one is sent that was there.
"""

import asyncio
import random
import sys
from statistics import mean

import structlog

from salon import games
from salon.core.luck import FastLuck
from salon.core.refusal import Refusal
from salon.server import deeds, wire
from salon.server.feeds import Connection
from salon.server.live import House, LiveTable, Setting
from salon.server.row import Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.door import opened

SEATS = 4


class Ear(Connection):
    """Counts what it is sent."""

    def __init__(self, seat: int) -> None:
        self.sizes: list[int] = []
        super().__init__(f"p{seat}", seat, lambda text: self.sizes.append(len(text)), lambda: None)


async def act(live: LiveTable, luck: random.Random) -> None:
    """One of those who are awaited moves, or anybody who can, or the clock strikes."""
    game, state = live.room.game, live.room.playing.state
    able = [seat for seat in range(SEATS) if game.moves(state, seat)]
    seats = sorted(game.awaited(state)) or able
    bot = list(games.bots(game.name).values())[1]
    if seats:
        seat = luck.choice(seats)
        moves = game.moves(state, seat)
        move = bot.choose(game.view(state, seat), moves, FastLuck(luck.random().hex()))
        try:
            await live.do(deeds.Play(seat, move if move is not None else luck.choice(moves)))
        except Refusal:
            await live.do(deeds.Play(seat, luck.choice(moves)))
    elif (clock := live.room.can.clock(state)) is not None:
        live.time._at += max(0, clock - live.time.now)
        await live.do(deeds.Tick())


async def measure(tables: Tables, name: str, entries: int) -> tuple[float, float]:
    holders = [Holder(player=f"p{seat}", name=f"Player {seat}") for seat in range(SEATS)]
    live = await opened(tables, wire.NewTable(name, SEATS), "p0", holders)
    one, whole, luck = Ear(0), list[int](), random.Random(name)
    live.arrive(one)
    await live.start("p0")
    one.sizes.clear()
    while live.room.result is None and live.room.playing.steps < entries:
        told = len(one.sizes)
        await act(live, luck)
        if len(one.sizes) > told:
            late = Ear(0)
            live.arrive(late)
            whole.append(late.sizes[0])
            live.depart(late)
            await asyncio.sleep(0)
            del one.sizes[told + 1 :]  # who came and went
    live.stop()
    return mean(whole), mean(one.sizes)


async def main() -> None:
    entries = int(sys.argv[1]) if sys.argv[1:] else 120
    store, thinkers = SqliteStore(":memory:"), Thinkers()
    tables = Tables(House(store, thinkers, Setting(nonce_seconds=0, bot_pace=(3_600, 3_600))))
    for name in filter(games.is_ours, games.names()):
        whole, sent = await measure(tables, name, entries)
        print(f"{name:18} whole {whole:6,.0f}  sent {sent:6,.0f}  {sent / whole:4.0%}")
    await tables.close()
    await store.close()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    asyncio.run(main())
