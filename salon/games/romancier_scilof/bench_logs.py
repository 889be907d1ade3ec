"""Giant logs: does loading one, or one address that replays them, hold up anybody else?

    .venv/bin/python -m salon.games.romancier_scilof.bench_logs
        [--entries 40000] [--tables 6] [--replays 60]

Letters that are posted and refused over days; a table of which all but one have left is over. The
entries are written into the store behind the server's back, as of a Salon without a cap.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from bench.attack_bots import (
    ATTACKER,
    VICTIM,
    Visitor,
    knock,
    say,
    sit_down,
    wait_for_bot,
    whole_memory,
)
from bench.load import memory
from salon import games
from salon.core import fairness
from salon.core.table import Entry, Moved, Table, Ticked
from salon.server.live import House
from salon.server.room import StoredEntry
from salon.server.row import Holder, TableRow
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.client import close_all
from tests.running import RunningServer

SEATS = 4
LETTERS = ("Post", "Refuse")


def letters(table: Table[Any, Any, Any, Any, Any]) -> Iterator[Entry]:
    """Everybody posts or refuses in turn, until the ledger is full."""
    idle = 0  # turns in which nobody could
    for turn in count():
        seat = turn % SEATS
        wanted = [m for m in table.game.moves(table.state, seat) if type(m).__name__ in LETTERS]
        idle = 0 if wanted else idle + 1
        if idle > SEATS:
            return
        yield from (Moved(table.state.now, seat, move) for move in wanted[:1])


def write(table: Table[Any, Any, Any, Any, Any], entries: int) -> None:
    for entry in letters(table):
        table.redo(entry)
        if len(table.entries) >= entries or table.game.result(table.state) is not None:
            return


async def keep_giant(store: SqliteStore, name: str, entries: int, *, over: bool) -> None:
    game = games.load("romancier_scilof")
    table = Table(game, game.types.options(pace="days"), SEATS, fairness.draw())
    write(table, entries - SEATS)
    while over and (clock := table.can.clock(table.state)) is not None:
        table.redo(Ticked(max(clock, table.state.now)))
    row = TableRow(
        id=name,
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(table.options),
        patience=60,
        onlookers=True,
        host="eve",
        code=None,
        fairness=table.fairness,
        holders=tuple(Holder(player=f"p{seat}", name=f"P{seat}") for seat in range(SEATS)),
        seats=SEATS,
        started=True,
        over=over,
    )
    await store.open(row)
    rows = [
        (name, step, msgspec.json.encode(_kept(step, entry)))
        for step, entry in enumerate(table.entries, 1)
    ]
    await store._ask(lambda db: db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows))


def _kept(step: int, entry: Entry) -> StoredEntry:
    return StoredEntry(entry, f"id {step}", entry.seat if isinstance(entry, Moved) else None)


async def longest_stall(work: Any) -> tuple[float, float]:
    """How long the loop did not come back while this was done, and how long it took."""
    gaps: list[float] = []

    async def tick() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            gaps.append(time.perf_counter() - last - 0.005)
            last = time.perf_counter()

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0.05)
    start = time.perf_counter()
    await work
    took = time.perf_counter() - start
    await asyncio.sleep(0.02)
    ticking.cancel()
    return max(gaps), took


async def load(data: Path, name: str) -> None:
    """From its log alone, and again once it has left memory."""
    for how in ("from its log", "again"):
        store = SqliteStore(data / "salon.db")
        tables = Tables(House(store, Thinkers()))
        stall, took = await longest_stall(tables.get(name))
        print(f"{name} {how}: {took:.3f} s, the loop stalled {1_000 * stall:.0f} ms")
        await tables.close()
        await store.close()


async def replay(
    server: RunningServer, address: str, number: int, chosen: argparse.Namespace
) -> float:
    start = time.perf_counter()
    step = chosen.entries * (number % 7 + 1) // 8
    link = f"/api/tables/giant{number % chosen.tables}/replay?step={step}"
    await Visitor(server.address, address).get(link)
    return time.perf_counter() - start


async def run(server: RunningServer, chosen: argparse.Namespace) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(chosen.replays + 4))
    socket = await sit_down(server, "novice")
    print(f"{memory(server.process.pid):.0f} MB, with its processes {whole_memory(server):.0f}")
    times: list[float] = []
    knocking = asyncio.create_task(knock(server, times))
    start = time.perf_counter()
    attack = [
        asyncio.create_task(replay(server, ATTACKER, number, chosen))
        for number in range(chosen.replays)
    ]
    others = asyncio.create_task(replay(server, VICTIM, 0, chosen))
    answers: list[float] = []
    while not all(one.done() for one in attack) and len(answers) < 1_000:
        try:
            answers.append(await wait_for_bot(socket))
        except EOFError:
            socket = await sit_down(server, "novice")
    await asyncio.gather(*attack)
    print(f"{chosen.replays} replays took {time.perf_counter() - start:.1f} s;", end=" ")
    print(f"somebody else's {await others:.2f} s")
    say("a novice answered", [one for one in answers if one] or [0.0])
    knocking.cancel()
    say("/healthz", times)
    await asyncio.sleep(chosen.rest)
    print(f"{memory(server.process.pid):.0f} MB, with its processes {whole_memory(server):.0f}")
    await close_all()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--entries", type=int, default=4_000)
    words.add_argument("--tables", type=int, default=6)
    words.add_argument("--replays", type=int, default=60)
    words.add_argument("--rest", type=float, default=0, help="seconds before memory is read")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(prepare(Path(folder), chosen))
        server = RunningServer(Path(folder))
        try:
            asyncio.run(run(server, chosen))
        finally:
            server.kill()


async def prepare(data: Path, chosen: argparse.Namespace) -> None:
    store = SqliteStore(data / "salon.db")
    for number in range(chosen.tables):
        await keep_giant(store, f"giant{number}", chosen.entries, over=True)
    await keep_giant(store, "running", chosen.entries, over=False)
    await keep_giant(store, "smaller", chosen.entries // 8, over=False)
    await store.close()
    for name in ("running", "smaller", *(f"giant{number}" for number in range(chosen.tables))):
        await load(data, name)


if __name__ == "__main__":
    main()
