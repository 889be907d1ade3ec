"""What live tables cost in memory, without sockets.

.venv/bin/python -m bench.memory [TABLES]
"""

import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path

import structlog

from bench.load import memory
from salon.server import deeds, wire
from salon.server.live import House, Setting
from salon.server.row import Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.door import opened

SEATS, MOVES = 4, 30


async def fill(tables: Tables, number: int) -> None:
    """A table in the middle of its game."""
    holders = [Holder(player=f"p{number}-{seat}", name=f"P{seat}") for seat in range(SEATS)]
    live = await opened(tables, wire.NewTable("bluff", SEATS), f"p{number}-0", holders)
    await live.start(f"p{number}-0")
    luck = random.Random(number)
    for step in range(MOVES):
        game, state = live.room.game, live.room.playing.state
        for seat in game.awaited(state):
            move = luck.choice(list(game.moves(state, seat)))
            await live.do(deeds.Play(seat, move, None, f"{step}"))


async def main() -> None:
    count = int(sys.argv[1]) if sys.argv[1:] else 2_000
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "salon.db")
        tables = Tables(House(store, Thinkers(), Setting(nonce_seconds=0)))
        before = memory_now()
        await asyncio.gather(*(fill(tables, number) for number in range(count)))
        used = memory_now() - before
        print(f"{len(tables.live)} live tables after {MOVES} moves: {memory_now():.0f} MB in all;")
        print(f"{1024 * used / count:.1f} kB a table")
        await store.close()


def memory_now() -> float:
    return memory(os.getpid())


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    asyncio.run(main())
