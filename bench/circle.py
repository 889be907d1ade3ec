"""How heavy a circle is that has been together for long: what opening it costs, on the wire and in
time.

    .venv/bin/python -m bench.circle [TABLES]

Twelve people with so many finished tables (200), each with awards and keepsakes, in a store of its
own; a real server is asked over real sockets, as a browser would, several times from a cold start.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import NamedTuple
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from salon.core.capabilities import Award
from salon.core.contract import Result
from salon.core.fairness import Fairness
from salon.core.keepsakes import Keepsake, Tale, TaleLine, Verse
from salon.server.circle.pages import Finished, Said, Sat
from salon.server.circle.row import CircleRow, Person
from salon.server.row import SYMBOLS, Holder, TablePage, TableRow
from salon.server.sqlite import SqliteStore
from tests.running import RunningServer

PEOPLE, SEATS, RUNS = 12, 4, 7
LIMIT_BYTES, LIMIT_MS = 60_000, 200
HOUR, WEEK = 3600, 7 * 86_400
AN_EVENING = 5  # tables
CIRCLE = "c" * 22
AWARDS = tuple(Award(f"kind_{n}", (n,), 90 - n, {"n": n + 2, "word": "moon"}) for n in range(3))
KEEPSAKES: tuple[Keepsake, ...] = (
    Verse("A title", ("A line of a poem, long enough",) * 4, 0, 1),
    Tale(tuple(TaleLine("And then somebody else went on", seat) for seat in range(SEATS))),
)


class Opened(NamedTuple):
    """What one look costs."""

    bytes: int
    ms: float


async def fill(folder: Path, tables: int) -> None:
    store = SqliteStore(folder / "salon.db")
    people = tuple(Person(n, f"p{n}", f"Person {n}", SYMBOLS[n % 9]) for n in range(PEOPLE))
    start = int(time()) - tables // AN_EVENING * WEEK
    pages = [
        _finished(n, start + n // AN_EVENING * WEEK + n % AN_EVENING * HOUR) for n in range(tables)
    ]
    said = [Said(n % PEOPLE, "Something that somebody said", start, f"{n}") for n in range(100)]
    for page in pages:
        await store.bring(_table(page), ())
    favourites: dict[str, tuple[int, ...]] = {page.table: (0, 1) for page in pages[::10]}
    row = CircleRow(
        id=CIRCLE, code=None, hosts=("p0",), opened=start, people=people, favourites=favourites
    )
    await store.bring(row, [*pages, *said])
    await store.close()


def _finished(number: int, at: int) -> Finished:
    sitting = [(number * SEATS + seat * 5) % PEOPLE for seat in range(SEATS)]
    seats = tuple(Sat(f"Person {who}", SYMBOLS[who % 9], who) for who in sitting)
    result = Result((number % SEATS,), (12, 9, 7, 3), "podium")
    return Finished(f"{number:022}", "bluff", at, seats, result, AWARDS, len(KEEPSAKES))


def _table(page: Finished) -> TableRow:
    holders = [
        Holder(player=f"p{sat.person}", name=sat.name, symbol=sat.symbol) for sat in page.seats
    ]
    return TableRow(
        id=page.table,
        game=page.game,
        version=1,
        options={},
        patience=60,
        onlookers=True,
        host="p0",
        code=None,
        fairness=Fairness("", "", {}),
        holders=tuple(holders),
        started=True,
        over=True,
        circle=CIRCLE,
        page=TablePage(page.at, page.result, AWARDS, KEEPSAKES),
    )


def ask(server: RunningServer, what: str) -> Opened:
    start = perf_counter()
    request = Request(f"http://{server.address}/api/circles/{CIRCLE}/{what}")
    request.add_header("accept-encoding", "gzip")
    with urlopen(request, timeout=30) as answer:
        heads = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        return Opened(heads + len(answer.read()), 1000 * (perf_counter() - start))


def come_in(server: RunningServer) -> Opened:
    start = perf_counter()
    with connect(f"ws://{server.address}/api/circles/{CIRCLE}/socket") as line:
        first = line.recv(timeout=30)
        return Opened(len(first), 1000 * (perf_counter() - start))


WHAT: dict[str, Callable[[RunningServer], Opened]] = {
    "first socket message": come_in,
    "album": lambda server: ask(server, "album"),
    "standings of the evening": lambda server: ask(server, "standings?tonight=true"),
    "standings for ever": lambda server: ask(server, "standings"),
}

OPENING = tuple(WHAT)[:3]  # what the page asks for before anybody presses anything


def measure(folder: Path) -> dict[str, Opened]:
    """By a server that has just started: the circle is in nobody's memory."""
    server = RunningServer(folder)
    try:
        return {name: look(server) for name, look in WHAT.items()}
    finally:
        server.stop()


def main() -> int:
    tables = int(sys.argv[1]) if sys.argv[1:] else 200
    with TemporaryDirectory() as place:
        asyncio.run(fill(Path(place), tables))
        runs = [measure(Path(place)) for _ in range(RUNS)]
    print(f"{tables} tables, {PEOPLE} people, medians of {RUNS} cold starts")
    found = {
        name: Opened(runs[0][name].bytes, median(run[name].ms for run in runs)) for name in WHAT
    }
    for name, one in found.items():
        print(f"{name:26} {one.bytes:8,} bytes {one.ms:8.1f} ms")
    size = sum(found[name].bytes for name in OPENING)
    wait = sum(found[name].ms for name in OPENING)
    print(f"{'to open the album':26} {size:8,} bytes {wait:8.1f} ms, one after the other")
    return int(size > LIMIT_BYTES or wait > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
