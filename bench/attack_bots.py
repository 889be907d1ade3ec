"""One address starts tables of masters, within its limits: how long does somebody else's bot take?

    .venv/bin/python -m bench.attack_bots [--tables 40] [--seconds 60] [--watched] [--level novice]

Unwatched, the tables have a patience of an hour, with which a game goes on by day and night.
Watched, each has an onlooker, and a new player opens each, as a browser without a cookie does.
"""

import argparse
import asyncio
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

from bench.load import memory
from tests.client import Person, Refused, Socket, close_all
from tests.running import RunningServer

ATTACKER, VICTIM = "127.0.0.3", "127.0.0.2"
GAME = {"novice": "bluff", "regular": "bluff", "master": "nim"}


class Visitor(Person):
    """A browser at another address."""

    def __init__(self, server: str, address: str) -> None:
        super().__init__(server)
        self.address = address

    def _request(self, method: str, path: str, body: Any) -> Any:
        line = HTTPConnection(self.server, timeout=90, source_address=(self.address, 0))
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.server}"}
        data = None if body is None else json.dumps(body).encode()
        line.request(method, path, data, headers | ({"Cookie": self.cookie} if self.cookie else {}))
        answer = line.getresponse()
        text = answer.read()
        line.close()
        if answer.status >= 400:
            raise Refused(answer.status, json.loads(text or b"{}"))
        self._keep(answer.headers.get("set-cookie"))
        return json.loads(text) if text else None

    async def insist(self, path: str, body: Any = None) -> Any:
        """As often as the limits allow."""
        while True:
            try:
                return await self.post(path, body)
            except Refused as refusal:
                if refusal.key != "too_much":
                    raise
                await asyncio.sleep(0.5)


async def start_masters(server: RunningServer, tables: int, *, watched: bool) -> None:
    """Two masters each, and nobody else. With nobody there a start takes its five seconds."""
    await asyncio.gather(*(start_master(server, watched=watched) for _ in range(tables)))


async def start_master(server: RunningServer, *, watched: bool) -> None:
    eve = Visitor(server.address, ATTACKER)
    new = {"game": GAME["master"], "seats": 2, "patience": 60 if watched else 3_600}
    new["options"] = {"heap": "many"}
    table = (await eve.insist("/api/tables", new))["id"]
    for seat in range(2):
        await eve.insist(f"/api/tables/{table}/bot", {"seat": seat, "level": "master"})
    await eve.insist(f"/api/tables/{table}/start")
    if watched:
        await eve.open(table)


async def sit_down(server: RunningServer, level: str) -> Socket:
    """Somebody elsewhere, with one bot."""
    ana = Visitor(server.address, VICTIM)
    table = (await ana.post("/api/tables", {"game": GAME[level], "seats": 2}))["id"]
    await ana.sit(table, "Ana", "moon")
    await ana.post(f"/api/tables/{table}/bot", {"seat": 1, "level": level})
    socket = await ana.open(table, 0)
    await ana.post(f"/api/tables/{table}/start")
    return socket


async def wait_for_bot(socket: Socket) -> float:
    """Seconds until the bot has answered; 0 when it was not asked."""
    scene = await socket.until(lambda s: s["type"] == "Playing" and (s["awaited"] or s["result"]))
    if scene["result"]:
        raise EOFError
    if 0 in scene["awaited"]:
        await socket.play(scene["moves"][0])
        return 0.0
    start, told = time.perf_counter(), scene["told"]
    await socket.until(lambda s: s["told"] > told or s["result"])
    return time.perf_counter() - start


async def watch(server: RunningServer, level: str, until: float) -> list[float]:
    answers: list[float] = []
    socket = await sit_down(server, level)
    while time.perf_counter() < until:
        try:
            answers.append(await wait_for_bot(socket))
        except EOFError:
            socket = await sit_down(server, level)
    return [seconds for seconds in answers if seconds]


async def knock(server: RunningServer, times: list[float]) -> None:
    """How is the server?"""
    while True:
        start = time.perf_counter()
        await asyncio.to_thread(server.is_well)
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.1)


def whole_memory(server: RunningServer) -> float:
    """The server and its processes."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = {int(pid) for task in tasks for pid in task.read_text().split()}
    return sum(memory(pid) for pid in (server.process.pid, *children))


def say(what: str, seconds: list[float]) -> None:
    print(
        f"{what}: median {median(seconds):.3f} s, worst {max(seconds):.3f} s, {len(seconds)} times"
    )


async def run(server: RunningServer, chosen: argparse.Namespace) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(chosen.tables + 4))
    say("before", await watch(server, chosen.level, time.perf_counter() + chosen.seconds / 3))
    print(f"{memory(server.process.pid):.0f} MB, with its processes {whole_memory(server):.0f}")
    await start_masters(server, chosen.tables, watched=chosen.watched)
    times: list[float] = []
    knocking = asyncio.create_task(knock(server, times))
    say("during", await watch(server, chosen.level, time.perf_counter() + chosen.seconds))
    knocking.cancel()
    say("/healthz", times)
    print(f"{memory(server.process.pid):.0f} MB, with its processes {whole_memory(server):.0f}")
    await close_all()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=40)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--watched", action="store_true")
    words.add_argument("--level", choices=GAME, default="novice")
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder))
        try:
            asyncio.run(run(server, words.parse_args()))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
