"""Nothing that was acknowledged is ever lost, however often the server is killed."""

import asyncio
import random
import secrets
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec

from salon.core.table import Table, read_entry
from salon.server.room import StoredEntry
from salon.server.row import TableRow
from tests.client import OPEN, Person, Socket, close_all
from tests.running import RunningServer
from toys.bluff.model import Options
from toys.bluff.rules import game as bluff

KILLS = 6
TABLES = 6
SEATS = 3


class Driver:
    """Three people at one table, who play on whatever happens to the server."""

    def __init__(self, server: RunningServer, seed: int) -> None:
        self.server = server
        self.luck = random.Random(seed)
        self.people = [Person(server.address) for _ in range(SEATS)]
        self.sockets: list[Socket] = []
        self.table = ""
        self.acknowledged: list[tuple[str, str]] = []  # table and message, in order
        self.pending: tuple[int, str, Any] | None = None

    async def gather(self) -> None:
        new = {"game": "bluff", "seats": SEATS, "options": {"planks": 12}}
        table = (await self.people[0].post("/api/tables", new))["id"]
        for seat, symbol in enumerate(("moon", "rose", "star")):
            await self.people[seat].sit(table, f"P{seat}", symbol, seat=seat)
        await self.connect(table)
        await self.people[0].post(f"/api/tables/{table}/start")
        self.table = table

    async def connect(self, table: str) -> None:
        self.sockets = []
        for seat, person in enumerate(self.people):
            self.sockets.append(await person.open(table, seat))

    async def go_on(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                if not self.table:
                    await self.gather()
                await self.step()
            except (OSError, TimeoutError):
                await asyncio.sleep(0.1)
                await self.come_back(stop)

    async def come_back(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                if self.table:
                    await self.connect(self.table)
                return
            except OSError:
                await asyncio.sleep(0.1)

    async def step(self) -> None:
        if self.pending is None:
            scene = await self.sockets[0].until(lambda s: s["type"] == "Playing", seconds=5)
            if scene["result"]:
                self.table = ""
                return
            socket = self.sockets[scene["awaited"][0]]
            scene = await socket.until(lambda s: s.get("moves") or s.get("result"), seconds=5)
            if scene["result"]:
                self.table = ""
                return
            assert socket.seat is not None
            move = self.luck.choice(scene["moves"])
            self.pending = (socket.seat, secrets.token_hex(6), move)
        await self.send_pending()

    async def send_pending(self) -> None:
        assert self.pending is not None
        seat, id, move = self.pending
        answer = await self.sockets[seat].play(move, id)
        if answer["type"] == "Goodbye":
            raise ConnectionError
        assert answer == {"type": "Done", "id": id}, answer
        self.acknowledged.append((self.table, id))
        self.pending = None


async def test_after_six_kills_every_acknowledged_move_is_there_in_order_and_once(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--unlimited")
    luck = random.Random(7)
    stop = asyncio.Event()
    drivers = [Driver(server, seed) for seed in range(TABLES)]
    driving = [asyncio.create_task(driver.go_on(stop)) for driver in drivers]
    for _ in range(KILLS):
        await asyncio.sleep(luck.uniform(0.1, 0.8))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.5)
    stop.set()
    await asyncio.gather(*driving)
    await close_all()
    assert not OPEN
    await asyncio.to_thread(server.kill)
    acknowledged = [message for driver in drivers for message in driver.acknowledged]
    assert len(acknowledged) > 10 * KILLS
    check_logs(server, drivers)


def check_logs(server: RunningServer, drivers: list[Driver]) -> None:
    logs = read_logs(server)
    for driver in drivers:
        for table in {table for table, _ in driver.acknowledged}:
            mine = [id for where, id in driver.acknowledged if where == table]
            stored = [kept.id for kept in logs[table]]
            assert len(set(stored)) == len(stored)
            assert [id for id in stored if id in set(mine)] == mine


def read_logs(server: RunningServer) -> dict[str, list[StoredEntry]]:
    """Every log, whole and without a gap, and replayed by the rules."""
    logs: dict[str, list[StoredEntry]] = {}
    with sqlite3.connect(server.data / "salon.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for (body,) in db.execute("SELECT row FROM tables WHERE kind = 'table'"):
            row = msgspec.json.decode(body, type=TableRow)
            sql = "SELECT step, kept FROM entries WHERE table_id = ? ORDER BY step"
            rows = db.execute(sql, (row.id,)).fetchall()
            assert [step for step, _ in rows] == list(range(1, len(rows) + 1))
            logs[row.id] = [msgspec.json.decode(kept, type=StoredEntry) for _, kept in rows]
            replay(row, logs[row.id])
    db.close()
    return logs


def replay(row: TableRow, entries: list[StoredEntry]) -> None:
    options = msgspec.convert(row.options, Options)
    table = Table(bluff, options, len(row.holders), row.fairness)
    for kept in entries:
        table.redo(read_entry(bluff, kept.entry))
    assert row.over == (bluff.result(table.state) is not None) or not row.over
