"""Whole path under load: sockets, rules, SQLite FULL with group commit, in a server of its own.

    .venv/bin/python -m bench.load [--tables 50] [--seconds 10] [--rate MOVES_PER_SECOND]

Every table has four people with a socket each, who play at random. Without --rate everybody plays
as fast as the server answers: that gives moves per server-CPU-second. With --rate so many moves a
second are sent over all tables, and the time from sending to Done is what counts.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from salon.cli.simulate import reference
from salon.core.fairness import nonce_commitment
from tests.client import Person
from tests.conftest import RunningServer

SEATS = 4
SYMBOLS = ("moon", "rose", "quill", "star")
NONCE = "ab" * 32
NO_MOVES = '"moves":[]'


class LoadedTable:
    """Four sockets, one of which can act."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.luck = random.Random(number)
        self.sockets: list[ClientConnection] = []
        self.ready: asyncio.Queue[tuple[ClientConnection, list[object]]] = asyncio.Queue()
        self.sent: dict[str, float] = {}
        self.readers: list[asyncio.Task[None]] = []

    async def gather(self) -> None:
        people = [Person(self.load.address) for _ in range(SEATS)]
        new = {"game": "ciao_ciao", "seats": SEATS, "options": {"planks": 12}}
        table = (await people[0].post("/api/tables", new))["id"]
        for seat, person in enumerate(people):
            await person.sit(table, f"P{seat}", SYMBOLS[seat])
            link = f"ws://{self.load.address}/api/tables/{table}/socket?seat={seat}"
            headers = {"Cookie": person.cookie, "Origin": f"http://{self.load.address}"}
            socket = await connect(link, additional_headers=headers, compression=None)
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self.read(socket, seat)))
        await people[0].post(f"/api/tables/{table}/start")

    async def read(self, socket: ClientConnection, seat: int) -> None:
        table = ""  # what it has promised
        async for text in socket:
            message = str(text)
            if message.startswith('{"type":"Done"'):
                self.load.done(time.perf_counter() - self.sent.pop(json.loads(message)["id"]))
            elif message.startswith('{"type":"Gathering"'):
                table = json.loads(message)["fair"]["commitment"]
            elif message.startswith('{"type":"WantCommitment"'):
                made = nonce_commitment(table, seat, NONCE)
                await socket.send(json.dumps({"type": "Commit", "commitment": made}))
            elif message.startswith('{"type":"WantNonce"'):
                await socket.send(json.dumps({"type": "AddNonce", "nonce": NONCE}))
            elif message.startswith('{"type":"Playing"') and NO_MOVES not in message:
                self.ready.put_nowait((socket, json.loads(message)["moves"]))

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

    def __init__(self, address: str) -> None:
        self.address = address
        self.moves = 0
        self.times: list[float] = []

    def done(self, seconds: float) -> None:
        self.times.append(seconds)

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


async def run(server: RunningServer, tables: int, seconds: float, rate: float | None) -> None:
    load, pid = Load(server.address), server.process.pid
    loaded = [LoadedTable(load, number) for number in range(tables)]
    before = memory(pid)
    for table in loaded:
        await table.gather()
    per_socket = (memory(pid) - before) * 1024 / (tables * SEATS)
    print(f"{tables} tables, {tables * SEATS} sockets, {memory(pid):.0f} MB;", end=" ")
    print(f"{per_socket:.0f} kB a socket with its share of the table")
    load.times.clear()
    cpu, start = cpu_seconds(pid), time.perf_counter()
    if rate is None:
        await asyncio.gather(*(table.hurry(start + seconds) for table in loaded))
    else:
        await load.at_rate(loaded, rate, seconds)
    await asyncio.sleep(0.5)
    cpu, wall = cpu_seconds(pid) - cpu, time.perf_counter() - start
    report(load.times, cpu, wall)
    for table in loaded:
        await table.close()


def report(times: list[float], cpu: float, wall: float) -> None:
    times.sort()
    p50, p99 = (1_000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    print(f"{len(times)} moves in {wall:.1f} s, {cpu:.1f} s of the server's CPU:", end=" ")
    print(f"{len(times) / cpu:,.0f} moves per CPU-second; p50 {p50:.1f} ms, p99 {p99:.1f} ms")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--rate", type=float)
    chosen = words.parse_args()
    print(f"beside {reference():,} additions/s")
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), "--unlimited")
        try:
            asyncio.run(run(server, chosen.tables, chosen.seconds, chosen.rate))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
