"""Attacks on the server's edge: how the others fare meanwhile, and what stays afterwards.

    .venv/bin/python -m bench.attack_edge [pings|half_open|bodies|onlookers ...]

A server of its own with its usual limits; everything stays on loopback and ends by itself. Printed
for each attack: /healthz in the median and at worst during it, and the server's memory before, at
its highest, and ten seconds after.
"""

import asyncio
import json
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from bench.load import memory
from tests.client import Person, Socket
from tests.running import RunningServer

SECONDS = 15.0
CRUMBS = (b'"\xff\xfe"', b"[" * 3_000, b"{", b'{"game":')


class Watch:
    """Asks after the server's health, again and again."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self.times: list[float] = []
        self.highest = 0.0

    async def look(self) -> None:
        while True:
            start = time.perf_counter()
            assert await asyncio.to_thread(self._server.is_well)
            self.times.append(1_000 * (time.perf_counter() - start))
            self.highest = max(self.highest, memory(self._server.process.pid))
            await asyncio.sleep(0.05)


async def open_table(server: RunningServer) -> tuple[Person, str]:
    person = Person(server.address)
    return person, (await person.post("/api/tables", {"game": "bluff", "seats": 2}))["id"]


async def pings(server: RunningServer) -> str:
    """An onlooker sends pings as fast as it can, never reads, and comes again when it is cut."""
    person, table = await open_table(server)
    until, sent, lines = time.monotonic() + SECONDS, 0, 0
    one = b"\x89\xfd" + bytes(4) + b"x" * 125  # masked with zeros
    while time.monotonic() < until:
        try:
            onlooker = await person.open(table)
            lines += 1
            transport = onlooker.connection.transport
            transport.pause_reading()
            while time.monotonic() < until and not transport.is_closing():
                transport.write(one * 500)
                sent += 500 * len(one)
                await asyncio.sleep(0.01)
                if transport.get_write_buffer_size() > 1 << 24:
                    break
            transport.abort()
        except (ConnectionClosed, OSError):
            await asyncio.sleep(0.05)
    return f"{sent / 1e6:.0f} MB of pings over {lines} connections"


async def half_open(server: RunningServer) -> str:
    """Five thousand requests that begin and do not end."""
    held: list[socket.socket] = []
    for _ in range(5_000):
        one = socket.socket()
        one.setblocking(False)
        with suppress(BlockingIOError):
            one.connect(("127.0.0.1", server.port))
        held.append(one)
        await asyncio.sleep(0.001)
        with suppress(OSError):
            one.send(b"GET / HTTP/1.1\r\nHost: a")
    await asyncio.sleep(3)
    _, table = await open_table(server)  # somebody new comes in
    kept = open_files(server.process.pid)
    for one in held:
        one.close()
    return f"5,000 begun, {kept} files open in the server, a new table {table[:4]}… meanwhile"


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def bodies(server: RunningServer) -> str:
    """Whatever is no JSON, from one address, as fast as it is answered."""
    until, answers = time.monotonic() + SECONDS, dict[int, int]()
    while time.monotonic() < until:
        for body in CRUMBS:
            status = await asyncio.to_thread(post, server, body)
            answers[status] = answers.get(status, 0) + 1
    return f"answers {json.dumps(answers)}"


def post(server: RunningServer, body: bytes) -> int:
    with socket.create_connection(("127.0.0.1", server.port)) as one:
        head = f"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n"
        one.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        return int(one.recv(4_096).split()[1])


async def onlookers(server: RunningServer) -> str:
    """Three hundred and fifty onlookers come, and leave at once."""
    person, table = await open_table(server)
    crowd: list[Socket] = []
    while len(crowd) < 350:
        one = await person.open(table)
        with suppress(ConnectionError, TimeoutError):
            await one.until(bool, seconds=5)
            crowd.append(one)
    start = time.perf_counter()
    for one in crowd:
        one.connection.transport.abort()
    stalls = []
    for _ in range(20):
        begun = time.perf_counter()
        await asyncio.to_thread(server.is_well)
        stalls.append(time.perf_counter() - begun)
    took = time.perf_counter() - start
    return f"350 left; slowest answer in the {took:.1f} s after {max(stalls):.2f} s"


ATTACKS: dict[str, Callable[[RunningServer], Awaitable[str]]] = {
    attack.__name__: attack for attack in (pings, half_open, bodies, onlookers)
}


async def suffer(server: RunningServer, attack: Callable[[RunningServer], Awaitable[str]]) -> None:
    pid, watch = server.process.pid, Watch(server)
    before = memory(pid)
    looking = asyncio.create_task(watch.look())
    story = await attack(server)
    looking.cancel()
    await asyncio.sleep(10)
    print(f"{attack.__name__}: {story}")
    print(
        f"  /healthz {statistics.median(watch.times):.1f} ms, worst {max(watch.times):.0f} ms;",
        end=" ",
    )
    print(f"memory {before:.0f} → {watch.highest:.0f} → {memory(pid):.0f} MB", flush=True)


def main() -> None:
    for name in sys.argv[1:] or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            words = ["--unlimited"] if name == "onlookers" else []
            server = RunningServer(Path(folder), *words)
            try:
                asyncio.run(suffer(server, ATTACKS[name]))
            finally:
                server.kill()


if __name__ == "__main__":
    main()
