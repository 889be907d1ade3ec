"""How fast moves are stored: one after the other, and many tables at once, in each store.

    .venv/bin/python -m bench.store [WRITES]

PostgreSQL runs beside it, from the wheel that the tests use, with its data on the same disk.
"""

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter

from salon.core.table import Ticked
from salon.server.postgres import connect
from salon.server.room import Change, StoredEntry
from salon.server.sqlite import SqliteStore
from salon.server.store import Lease, Store
from tests.test_store import kept_table
from tools.programs import Postgres

TABLES = 100  # at once


async def write(store: Store, lease: Lease, entries: int, waits: list[float]) -> None:
    for step in range(1, entries + 1):
        start = perf_counter()
        await store.write(lease, Change(number=step, stored=StoredEntry(Ticked(step))))
        waits.append(perf_counter() - start)


async def measure(store: Store, name: str, tables: int, writes: int) -> str:
    leases = [await kept_table(store, f"{name} {number}") for number in range(tables)]
    waits: list[float] = []
    start = perf_counter()
    await asyncio.gather(*(write(store, lease, writes // tables, waits) for lease in leases))
    rate = len(waits) / (perf_counter() - start)
    waits.sort()
    median, worst = (1000 * waits[int(part * len(waits))] for part in (0.5, 0.99))
    return f"{tables:4} at once: {rate:8,.0f} writes/s, {median:6.2f} ms, p99 {worst:6.2f} ms"


async def try_out(name: str, place: Callable[[], Awaitable[Store]], writes: int) -> None:
    store = await place()
    print(name)
    print("  " + await measure(store, "one", 1, writes // 10))
    print("  " + await measure(store, "many", TABLES, writes))
    await store.close()


async def main() -> None:
    writes = int(sys.argv[1]) if sys.argv[1:] else 20_000
    folder, postgres = Path(mkdtemp()), Postgres()

    async def file() -> Store:
        return SqliteStore(folder / "salon.db")

    await try_out("SQLite", file, writes)
    await try_out("PostgreSQL", lambda: connect(postgres.address), writes)
    postgres.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    asyncio.run(main())
