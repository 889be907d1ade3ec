"""Several processes over one database: one of them keeps a table, and it moves without loss."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
import pytest

from salon.core.table import encode
from salon.server import deeds, wire
from salon.server.circle.circles import Circles
from salon.server.live import House, LiveTable, Setting
from salon.server.postgres import connect
from salon.server.refusals import ComeAgain
from salon.server.replays import Replays
from salon.server.row import Holder
from salon.server.serve import keep_watch
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.client import Person, Refused
from tests.door import play
from tests.running import RunningServer
from tests.test_recorder import Recorder

Process = Callable[[], Awaitable[Tables]]


@pytest.fixture
async def process(database: str) -> AsyncIterator[Process]:
    """Starts what `salon serve` has of tables, as often as it is called."""
    started: list[tuple[Tables, asyncio.Task[None]]] = []

    async def start() -> Tables:
        hint = asyncio.Event()
        store = await connect(database, hint.set)
        tables = Tables(House(store, Thinkers(), Setting(nonce_seconds=0.01, bot_pace=(0.0, 0.0))))
        circles = Circles(tables, Replays(tables.house))
        started.append((tables, asyncio.create_task(keep_watch(circles, hint))))
        return tables

    yield start
    for tables, watching in started:
        watching.cancel()
        await tables.close()
        tables.house.thinkers.close()
        await tables.house.store.close()


async def start_at(tables: Tables) -> LiveTable:
    holders = [Holder(player=f"player {seat}", name=f"P{seat}") for seat in range(2)]
    row = await tables.open(wire.NewTable("bluff", 2), "player 0", holders)
    live = await tables.get(row.id)
    for seat in range(2):
        live.arrive(Recorder(seat))
    await live.start("player 0")
    return live


async def move_for(live: LiveTable) -> None:
    state = live.room.playing.state
    (seat,) = live.room.game.awaited(state)
    await play(live, seat, None, live.room.game.moves(state, seat)[0])


async def test_a_table_goes_to_the_process_that_its_guests_are_sent_to(process: Process) -> None:
    here, there = await process(), await process()
    live = await start_at(here)
    await move_for(live)
    eyes = [one for one in live.feeds.connections if isinstance(one, Recorder)]
    async with asyncio.timeout(0.8):
        moved = await there.get(live.row.id)
    assert encode(moved.room.playing.state) == encode(live.room.playing.state)
    goodbye = {"type": "Goodbye", "reason": "restart"}
    assert [msgspec.json.decode(one.messages[-1]) for one in eyes] == [goodbye] * 2
    with pytest.raises(ComeAgain):
        await move_for(live)
    await move_for(moved)
    back = await here.get(live.row.id)
    assert back is not live and back.room.playing.steps == 2


async def test_two_processes_never_both_let_a_table_go_on(process: Process) -> None:
    """Guests are sent here and there at random, as by proxies that do not agree."""
    tables = [await process() for _ in range(3)]
    table = (await start_at(tables[0])).row.id
    for number in range(30):
        with suppress(ComeAgain):
            live = await tables[number % 3].get(table)
            await asyncio.gather(
                *(move_for(one) for two in tables if (one := two.live.get(table))),
                return_exceptions=True,
            )
    live = await tables[0].get(table)
    kept = await tables[0].house.store.entries(table)
    assert len(kept) == live.room.playing.steps >= 20
    assert sum(table in one.live and not one.live[table].is_retired for one in tables) == 1


async def test_a_process_that_slept_past_its_lease_finds_itself_overtaken(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await process(), await process()
    live = await start_at(here)
    await asleep(here, monkeypatch)
    moved = await there.get(live.row.id)
    await move_for(moved)
    with pytest.raises(ComeAgain):
        await move_for(live)
    assert live.is_retired and not live.feeds.connections and live.room.playing.steps == 0
    assert len(await there.house.store.entries(live.row.id)) == 1


async def asleep(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither renews its lease nor hears anything."""
    keeper = tables.house.store._keeper  # type: ignore[attr-defined]
    await keeper.close()
    monkeypatch.setattr(keeper, "close", asyncio.Event().set)


async def test_a_game_that_takes_days_goes_on_in_another_process(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.server.serve.WAKE_SECONDS", 0.05)
    monkeypatch.setattr("salon.server.serve.LOOK_SECONDS", 0.05)
    here, there = await process(), await process()
    live = await start_at(here)
    await live.do(deeds.SetHouseRules("player 0", wire.HouseRules(patience=3_600)))
    assert live.row.id not in there.live
    await here.close()
    async with asyncio.timeout(10):
        while live.row.id not in there.live:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert there.live[live.row.id].time.is_running


async def test_limits_on_codes_count_over_all_processes(database: str, tmp_path: Path) -> None:
    servers = [start_server(tmp_path / str(one), database) for one in range(2)]
    try:
        people = [Person(one.address) for one in servers]
        tries = [await status(people[number % 2], "/api/codes/ZZZZ") for number in range(40)]
        assert tries.count(404) in (30, 31, 32) and tries[-1] == 429
        tables = await asyncio.gather(
            *(one.post("/api/tables", {"game": "bluff", "seats": 2}) for one in people)
        )
        for table in tables:  # every process knows every table, and everybody's cookie
            for seat, person in enumerate(people):
                assert await person.sit(table["id"], f"P{seat}", ("moon", "rose")[seat]) == seat
        assert await drained(servers[0]) == b"draining"
    finally:
        for server in servers:
            server.kill()


def start_server(folder: Path, database: str) -> RunningServer:
    folder.mkdir()
    return RunningServer(folder, "--database", database)


async def status(person: Person, path: str) -> int:
    try:
        await person.get(path)
    except Refused as refused:
        return refused.status
    return 200


async def drained(server: RunningServer) -> bytes:
    """What a proxy is told while a process is about to stop."""
    server.process.terminate()

    def ask() -> bytes:
        try:
            with urlopen(f"http://{server.address}/healthz", timeout=5) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            with error:
                return error.read()

    async with asyncio.timeout(5):
        while (said := await asyncio.to_thread(ask)) == b"ok":  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert await asyncio.to_thread(server.process.wait, 10) == 0
    return said
