"""Whole path under load: sockets, rules, SQLite FULL with group commit, in a server of its own.

    .venv/bin/python -m bench.load [--tables 50] [--seconds 10] [--rate MOVES_PER_SECOND]
        [--runs 5] [--old CHECKOUT] [--processes 2] [--share 0.2]

Every table has four people with a socket each, who play at random. Without --rate everybody plays
as fast as the server answers: that gives moves per server-CPU-second. With --rate so many moves a
second are sent over all tables, and the time from sending to Done is what counts. With --processes
so many servers share a PostgreSQL, each with its part of the tables, as a proxy would send them.
With --share each server has only so much of a core (a control group, as root), so that it is the
servers that are measured, where browsers and PostgreSQL run on the same few cores.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from salon.cli.simulate import reference
from salon.core.fairness import nonce_commitment
from tests.client import Person
from tests.running import RunningServer
from tools.programs import Postgres

SEATS = 4
SYMBOLS = ("moon", "rose", "quill", "star")
NONCE = "ab" * 32
LOBBIES = ('{"type":"Scene","seq":1,', '{"type":"Gathering"')  # now, and before there were sections


class LoadedTable:
    """Four sockets, one of which can act."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.address = load.addresses[number % len(load.addresses)]
        self.luck = random.Random(number)
        self.sockets: list[ClientConnection] = []
        self.ready: asyncio.Queue[tuple[ClientConnection, list[object]]] = asyncio.Queue()
        self.sent: dict[str, float] = {}
        self.readers: list[asyncio.Task[None]] = []

    async def gather(self) -> None:
        people = [Person(self.address) for _ in range(SEATS)]
        new = {"game": "bluff", "seats": SEATS, "options": {"planks": 12}}
        table = (await people[0].post("/api/tables", new))["id"]
        for seat, person in enumerate(people):
            await person.sit(table, f"P{seat}", SYMBOLS[seat])
            link = f"ws://{self.address}/api/tables/{table}/socket?seat={seat}"
            headers = {"Cookie": person.cookie, "Origin": f"http://{self.address}"}
            socket = await connect(link, additional_headers=headers, compression=None)
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self.read(socket, seat)))
        await people[0].post(f"/api/tables/{table}/start")

    async def read(self, socket: ClientConnection, seat: int) -> None:
        table = ""  # what it has promised
        async for text in socket:
            message = str(text)
            self.load.bytes += len(message)
            if message.startswith('{"type":"Done"'):
                self.load.done(time.perf_counter() - self.sent.pop(json.loads(message)["id"]))
            elif message.startswith(LOBBIES):
                table = json.loads(message).get("fair", {}).get("commitment", table)
            elif message.startswith('{"type":"WantCommitment"'):
                made = nonce_commitment(table, seat, NONCE)
                await socket.send(json.dumps({"type": "Commit", "commitment": made}))
            elif message.startswith('{"type":"WantNonce"'):
                await socket.send(json.dumps({"type": "AddNonce", "nonce": NONCE}))
            elif '"moves":[{' in message:
                scene = json.loads(message)
                self.ready.put_nowait((socket, scene.get("offer", scene)["moves"]))

    async def move(self) -> bool:
        """One move, when somebody can act."""
        try:
            socket, moves = await asyncio.wait_for(self.ready.get(), 2)
        except TimeoutError:
            return False
        id = f"{self.load.moves}-{self.luck.random()}"
        self.load.moves += 1
        self.sent[id] = time.perf_counter()
        move = self.luck.choice(moves)
        await socket.send(json.dumps({"type": "Play", "id": id, "move": move}))
        return True

    async def hurry(self, until: float) -> None:
        while time.perf_counter() < until and await self.move():
            pass

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()


class Load:
    """All tables, and what was measured."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self.moves = 0
        self.times: list[float] = []
        self.last = 0.0  # when a move was done
        self.bytes = 0  # that came over all sockets

    def done(self, seconds: float) -> None:
        self.times.append(seconds)
        self.last = time.perf_counter()

    async def at_rate(self, tables: list[LoadedTable], rate: float, seconds: float) -> None:
        start = time.perf_counter()
        moving = []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            moving.append(asyncio.create_task(tables[number % len(tables)].move()))
        await asyncio.gather(*moving)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


class Measured(NamedTuple):
    """One run."""

    rate: float  # moves per second of the server's CPU
    p50: float  # ms
    p99: float
    bytes: float  # per move and socket
    in_all: float  # moves a second, all servers together
    store: float  # µs of PostgreSQL's CPU per move

    def __str__(self) -> str:
        store = f"; PostgreSQL {self.store:,.0f} µs a move" if self.store else ""
        return (
            f"{self.rate:,.0f} moves per CPU-second; p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms;"
            f" {self.bytes:,.0f} bytes per move and socket;"
            f" {self.in_all:,.0f} moves/s in all{store}"
        )


@contextmanager
def share_of_a_core(pid: int, part: float) -> Iterator[None]:
    """A control group of the first kind, for one process."""
    group, period = Path(f"/sys/fs/cgroup/cpu/salon-{pid}"), 10_000
    group.mkdir()
    (group / "cpu.cfs_period_us").write_text(str(period))
    (group / "cpu.cfs_quota_us").write_text(str(int(part * period)))
    (group / "cgroup.procs").write_text(str(pid))
    yield
    (group.parent / "cgroup.procs").write_text(str(pid))
    group.rmdir()


def store_seconds() -> float:
    """Of every process of PostgreSQL on this machine."""
    names = [file for file in Path("/proc").glob("[0-9]*/comm") if file.read_text() == "postgres\n"]
    return sum(cpu_seconds(int(file.parent.name)) for file in names)


async def run(servers: list[RunningServer], chosen: argparse.Namespace) -> Measured:
    load, pids = Load([one.address for one in servers]), [one.process.pid for one in servers]
    loaded = [LoadedTable(load, number) for number in range(chosen.tables)]
    before = sum(map(memory, pids))
    for table in loaded:
        await table.gather()
    after = sum(map(memory, pids))
    each = (after - before) * 1024 / (chosen.tables * SEATS)
    print(f"{chosen.tables} tables, {after:.0f} MB, {each:.0f} kB a socket;", end=" ")
    load.times.clear()
    load.bytes = 0
    cpu, store, start = sum(map(cpu_seconds, pids)), store_seconds(), time.perf_counter()
    if chosen.rate is None:
        await asyncio.gather(*(table.hurry(start + chosen.seconds) for table in loaded))
    else:
        await load.at_rate(loaded, chosen.rate, chosen.seconds)
    await asyncio.sleep(0.5)
    cpu, store = sum(map(cpu_seconds, pids)) - cpu, store_seconds() - store
    for table in loaded:
        await table.close()
    times = sorted(load.times)
    p50, p99 = (1_000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    in_all = len(times) / (load.last - start)
    size, each_store = load.bytes / len(times) / SEATS, 1e6 * store / len(times)
    return Measured(len(times) / cpu, p50, p99, size, in_all, each_store)


def serve_and_run(chosen: argparse.Namespace, home: Path | None) -> Measured:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        words = ["--unlimited"]
        if chosen.processes:
            postgres = Postgres()
            stack.callback(postgres.stop)
            words += ["--database", postgres.address]
        servers = []
        for number in range(chosen.processes or 1):
            (folder / str(number)).mkdir()
            servers.append(RunningServer(folder / str(number), *words, home=home))
            stack.callback(servers[-1].kill)
            if chosen.share:
                stack.enter_context(share_of_a_core(servers[-1].process.pid, chosen.share))
        measured = asyncio.run(run(servers, chosen))
    print(f"{'old' if home else 'new'}: {measured}", flush=True)
    return measured


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--rate", type=float)
    words.add_argument("--runs", type=int, default=1)
    words.add_argument("--processes", type=int, help="over PostgreSQL")
    words.add_argument("--share", type=float, help="of a core, for each server")
    words.add_argument("--old", type=Path, help="another checkout, to be run in turn with this one")
    chosen = words.parse_args()
    print(f"beside {reference():,} additions/s")
    homes = [chosen.old, None] if chosen.old else [None]
    runs = [[serve_and_run(chosen, home) for home in homes] for _ in range(chosen.runs)]
    for home, measured in zip(homes, zip(*runs, strict=True), strict=True):
        middle = Measured(*(median(values) for values in zip(*measured, strict=True)))
        print(f"median, {'old' if home else 'new'}: {middle}")


if __name__ == "__main__":
    main()
