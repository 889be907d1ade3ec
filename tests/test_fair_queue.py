"""However much somebody asks of the server, the next turn is another's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from salon.server import wire
from salon.server.live import House, LiveTable, Setting
from salon.server.row import LONG_PATIENCE, Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from salon.server.turns import Turns
from tests.client import Person, close_all
from tests.door import opened
from tests.running import RunningServer
from tests.test_mishaps import position
from tests.test_recorder import Recorder

EVE, ANA = "eve", "ana"


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers()
    yield found
    found.close()


# Turns


def test_one_of_each_household_then_one_of_each_host_then_one_of_each_table() -> None:
    turns: Turns[str] = Turns()
    for path in (
        "house 1/eve/1",
        "house 1/eve/1",
        "house 1/eve/2",
        "house 1/dan/3",
        "house 2/ana/4",
    ):
        turns.add(path.split("/"), path)
    order = []
    while turns:
        order.append(turns.take().rpartition("/")[2])
    assert order == ["1", "4", "3", "2", "1"]


def test_whoever_asks_again_and_again_waits_behind_who_has_waited() -> None:
    turns: Turns[str] = Turns()
    for name in ("eve", "ana", "bob"):
        turns.add([name], name)
    order = []
    for _ in range(6):
        order.append(turns.take())
        turns.add(["eve"], "eve")
    assert order == ["eve", "ana", "bob", "eve", "eve", "eve"]


# Bots


async def ask(thinkers: Thinkers, done: list[str], who: str, level: str, *path: str) -> None:
    game, _, view, moves = position("nim", 2)
    assert await thinkers.choose(game, level, view, moves, *([path] if path else [])) in moves
    done.append(who)


async def test_a_novice_does_not_wait_for_masters_who_think(thinkers: Thinkers) -> None:
    done: list[str] = []
    masters = [asyncio.create_task(ask(thinkers, done, "master", "master")) for _ in range(4)]
    await asyncio.sleep(0)
    await ask(thinkers, done, "novice", "novice")
    assert done.count("master") <= 1
    await asyncio.gather(*masters)


async def test_masters_at_many_tables_of_one_house_leave_another_house_its_turn(
    thinkers: Thinkers,
) -> None:
    done: list[str] = []
    many = [
        asyncio.create_task(ask(thinkers, done, EVE, "master", EVE, EVE, f"table {number}"))
        for number in range(4)
    ]
    await asyncio.sleep(0)
    await ask(thinkers, done, ANA, "master", ANA, ANA, "table")
    assert done.index(ANA) <= 2  # one was thinking, and the house that came first has one turn
    await asyncio.gather(*many)


async def test_masters_think_though_novices_keep_asking(thinkers: Thinkers) -> None:
    done: list[str] = []
    await ask(thinkers, done, "novice", "novice")  # the processes are there
    master = asyncio.create_task(ask(thinkers, done, "master", "master"))
    while not master.done():
        await asyncio.gather(*(ask(thinkers, done, "novice", "novice") for _ in range(5)))
    assert done.count("novice") >= 5  # a master that had to wait for them all would wait for ever


# Tables of bots alone


async def bots_alone(tables: Tables) -> LiveTable:
    holders = [Holder(level="novice") for _ in range(2)]
    new = wire.NewTable("bluff", 2, patience=LONG_PATIENCE)
    live = await opened(tables, new, "eve", holders)
    await live.start("eve")
    return live


async def test_a_table_of_bots_alone_rests_while_nobody_watches(tmp_path: Path) -> None:
    store, thinkers = SqliteStore(tmp_path / "salon.db"), Thinkers()
    tables = Tables(House(store, thinkers, Setting(nonce_seconds=0.01, bot_pace=(0, 0))))
    live = await bots_alone(tables)
    assert await store.awake() == [] and [live.time.is_running, *live.thinking] == [False]
    onlooker = Recorder(None)
    live.arrive(onlooker)
    assert [live.time.is_running, len(live.thinking)] == [True, 1]
    live.depart(onlooker)
    assert [live.time.is_running] == [False]
    await tables.close()
    thinkers.close()
    await store.close()


# The processes


def processes(server: RunningServer) -> set[int]:
    """What the server has started."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


async def until(true: Callable[[], Any]) -> None:
    for _ in range(1_000):
        if true():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


async def test_thinkers_are_there_before_a_bot_has_to_think_and_go_silently_with_their_server(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--bot-pace", "0.01")
    await until(lambda: len(processes(server)) == 2)
    host = Person(server.address)
    table = (await host.post("/api/tables", {"game": "nim", "seats": 2}))["id"]
    await host.sit(table, "Ana", "moon")
    await host.post(f"/api/tables/{table}/bot", {"seat": 1, "level": "master"})
    socket = await host.open(table, 0)
    await host.post(f"/api/tables/{table}/start")
    scene = await socket.until(lambda s: s["type"] == "Playing")
    while scene["awaited"] != [1]:
        await socket.play(scene["moves"][0])
        scene = await socket.until(lambda s: s["awaited"] == [1] or s["moves"])
    await asyncio.sleep(0.2)  # it thinks for half a second
    orphans = processes(server)
    await asyncio.to_thread(server.kill)
    await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in orphans))
    assert "Traceback" not in server.log.read_text("utf-8")
    await close_all()
