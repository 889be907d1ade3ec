"""A long evening of clumsy people: joins, leaves, reloads, cut lines, while memory is watched.

    .venv/bin/python -m bench.soak [--seconds 600] [--tables 20]

At the end every table is played out: one that does not get there is stuck.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from bench.load import memory
from salon.server.live import Setting
from salon.server.serve import SWEEP_SECONDS
from tests.client import OPEN, Person, Refused, Socket, close_all
from tests.running import RunningServer

SYMBOLS = ("moon", "rose", "quill")
STEP = 0.05  # seconds; slower than the server, so that the pace stays the same


class Clumsy:
    """One table with two or three people, whose lines break, and a bot."""

    def __init__(self, address: str, seed: int) -> None:
        self.luck = random.Random(seed)
        self.people = [Person(address) for _ in range(self.luck.choice((2, 3)))]
        self.sockets: dict[int, Socket] = {}
        self.table = ""
        self.moves = self.games = self.cuts = self.leaves = 0

    async def sit_down(self) -> None:
        seats = len(self.people) + 1
        new = {"game": "bluff", "seats": seats, "options": {"planks": 6}, "patience": 10}
        self.table = (await self.people[0].post("/api/tables", new))["id"]
        for seat, person in enumerate(self.people):
            await person.sit(self.table, f"P{seat}", SYMBOLS[seat])
            await self.connect(seat)
        bot = {"seat": seats - 1, "level": self.luck.choice(("novice", "regular", "sly"))}
        await self.people[0].post(f"/api/tables/{self.table}/bot", bot)
        await self.people[0].post(f"/api/tables/{self.table}/start")

    async def connect(self, seat: int) -> None:
        self.sockets[seat] = await self.people[seat].open(self.table, seat)

    async def live(self, until: float) -> None:
        while time.monotonic() < until:
            await self.step(clumsy=True)
        while self.table and not await self.step(clumsy=False):
            pass

    async def step(self, *, clumsy: bool) -> bool:
        """Something happens; whether the game is over by then."""
        if not self.table:
            await self.sit_down()
        if clumsy and self.luck.random() < 0.05:
            await self.stumble()
        for seat in list(self.sockets):
            if await self.act(seat):
                return True
        await asyncio.sleep(STEP)
        return False

    async def act(self, seat: int) -> bool:
        socket = self.sockets[seat]
        scene = socket.scene
        if socket.closed:
            await self.connect(seat)
        elif scene.get("result"):
            await self.go_home()
            return True
        elif scene.get("moves"):
            answer = await socket.play(self.luck.choice(scene["moves"]))
            self.moves += answer["type"] == "Done"
        return False

    async def stumble(self) -> None:
        """A line is cut, a page is reloaded, or somebody leaves for good."""
        seat = self.luck.choice(list(self.sockets))
        self.cuts += 1
        if self.luck.random() < 0.5:
            self.sockets[seat].connection.transport.abort()
        else:
            await self.sockets[seat].close()
        if self.luck.random() < 0.05 and len(self.sockets) > 1:
            self.leaves += 1
            del self.sockets[seat]
            await self.people[seat].post(f"/api/tables/{self.table}/leave", {"seat": seat})
        else:
            await asyncio.sleep(self.luck.random() * 0.3)
            await self.connect(seat)

    async def go_home(self) -> None:
        self.games += 1
        for socket in self.sockets.values():
            await socket.close()
            OPEN.remove(socket)
        self.sockets.clear()
        self.table = ""


async def soak(server: RunningServer, seconds: float, tables: int) -> list[Clumsy]:
    """All tables at once; TimeoutError if one is stuck at the end."""
    people = [Clumsy(server.address, seed) for seed in range(tables)]
    until = time.monotonic() + seconds
    watching = asyncio.create_task(watch(server, until))
    async with asyncio.timeout(seconds + 120):
        await asyncio.gather(*(careful(one, until) for one in people))
    await watching
    await close_all()
    return people


async def careful(one: Clumsy, until: float) -> None:
    """What a broken line may do to somebody's own request is no failure of the server."""
    while True:
        try:
            return await one.live(until)
        except (OSError, TimeoutError, Refused):
            await asyncio.sleep(0.1)


async def watch(server: RunningServer, until: float) -> None:
    start = time.monotonic()
    while time.monotonic() < until:
        print(f"{time.monotonic() - start:6.0f} s  {await burden(server)}", flush=True)
        await asyncio.sleep(min(30, max(0.1, until - time.monotonic())))


async def burden(server: RunningServer) -> str:
    """Memory, beside the tables that are in it: a finished one stays there for a minute."""
    with await asyncio.to_thread(urlopen, f"http://{server.address}/metrics") as answer:
        counts = answer.read().decode()
    live = next(line for line in counts.splitlines() if line.startswith("salon_tables_live"))
    return f"{memory(server.process.pid):6.1f} MB, {float(live.split()[1]):4.0f} live tables"


def errors(server: RunningServer) -> list[str]:
    lines = server.log.read_text("utf-8").splitlines()
    return [line for line in lines if '"error"' in line or "Traceback" in line]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=600)
    words.add_argument("--tables", type=int, default=20)
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), "--unlimited", "--bot-pace", "0.05")
        try:
            people = asyncio.run(soak(server, chosen.seconds, chosen.tables))
            total = {
                what: sum(getattr(one, what) for one in people)
                for what in ("games", "moves", "cuts", "leaves")
            }
            print(total, asyncio.run(burden(server)), "at the end")
            time.sleep(Setting().idle_seconds + 2 * SWEEP_SECONDS)
            print(asyncio.run(burden(server)), "when everybody has gone")
            print(f"errors in the log: {len(errors(server))}", *errors(server)[:5], sep="\n")
        finally:
            server.kill()


if __name__ == "__main__":
    main()
