"""Somebody means harm, or has bad luck: the others do not notice, and nothing is lost."""

import asyncio
import json
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import h11
import pytest
import uvicorn
from msgspec import Raw
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from salon.core.refusal import Unusable
from salon.core.table import read_move
from salon.server import deeds, wire
from salon.server.doorstep import OF_ONE_HOUSEHOLD, Doorstep
from salon.server.limits import STREET, Buckets, Limit
from salon.server.live import House, LiveTable, Setting
from salon.server.network import HttpConnection, http_on
from salon.server.players import read_key
from salon.server.refusals import NotStored
from salon.server.row import Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.client import Person, Refused, Socket
from tests.door import opened, play
from tests.running import RunningServer
from tests.test_hosting import refused, table_of
from tests.test_network import Network
from tests.test_recorder import Recorder
from toys.auction.rules import Auction

GRAB = Raw(b'{"type":"Grab","sticks":1}')


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    async with tables_in(":memory:") as found:
        yield found


class tables_in:  # noqa: N801
    """All tables of a server whose data is in this file."""

    def __init__(self, file: Path | str) -> None:
        self.store, self.thinkers = SqliteStore(file), Thinkers()
        self.tables = Tables(House(self.store, self.thinkers, Setting(nonce_seconds=0.01)))

    async def __aenter__(self) -> Tables:
        return self.tables

    async def __aexit__(self, *_: object) -> None:
        await self.tables.close()
        self.thinkers.close()
        await self.store.close()


# Too much


async def test_a_flood_of_pings_ends_the_connection(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server()
    person = Person(server.address)
    table = (await person.post("/api/tables", {"game": "bluff", "seats": 2}))["id"]
    onlooker = await person.open(table)
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(flood(onlooker), 20)


async def flood(onlooker: Socket) -> None:
    for _ in range(5_000):
        _ = await onlooker.connection.ping()
        await asyncio.sleep(0)


async def test_requests_that_never_arrive_keep_nobody_out(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server()
    begun = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(250)]
    for one in begun:
        one.sendall(b"GET / HTTP/1.1\r\nHost: a")
        one.settimeout(5)
    assert server.is_well()
    gone = [one for one in begun[: 250 - OF_ONE_HOUSEHOLD] if _is_cut(one)]
    assert len(gone) == 250 - OF_ONE_HOUSEHOLD
    assert "requests that never arrived" in server.log.read_text("utf-8")
    for one in begun:
        one.close()


def _is_cut(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def caller(seconds: float) -> tuple[HttpConnection, Network]:
    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})

    config = uvicorn.Config(app, interface="asgi3", log_config=None)
    found = http_on(Doorstep(seconds=seconds))(config, ServerState(), {})
    network = Network()
    found.connection_made(network)
    return found, network


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ],
)
async def test_a_request_has_to_arrive_before_long(part: bytes) -> None:
    late, network = caller(seconds=0.05)
    if part:
        late.data_received(part)
    await asyncio.sleep(0.1)
    assert network.aborted


async def test_a_request_that_has_arrived_is_answered_however_long_that_takes() -> None:
    whole, network = caller(seconds=0.05)
    whole.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await asyncio.sleep(0.1)
    assert b"ok" in b"".join(network.written) and not network.closed
    assert whole.conn.their_state is h11.IDLE
    whole.data_received(b"GET /")  # the next one has begun
    await asyncio.sleep(0.1)
    assert network.aborted


def test_as_many_may_come_in_as_the_machine_allows() -> None:
    script = (
        "from resource import *; hard = getrlimit(RLIMIT_NOFILE)[1];"
        "setrlimit(RLIMIT_NOFILE, (64, hard));"
        "from salon.server.serve import raise_file_limit;"
        "assert raise_file_limit() == getrlimit(RLIMIT_NOFILE)[0] > 64"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_street_of_households_is_limited_too() -> None:
    buckets, three = Buckets(), Limit("doors", 3, 0.0)
    homes = [f"2001:db8:7:{home:x}::1" for home in range(100)]
    assert sum(buckets.allow(three, home) for home in homes for _ in range(5)) == 3 * STREET
    assert buckets.allow(three, "2001:db8:8::1")


async def test_one_address_opens_so_many_tables_and_no_more(
    new_server: Callable[..., RunningServer],
) -> None:
    person = Person(new_server().address)
    new = {"game": "bluff", "seats": 2}
    opened = [(await person.post("/api/tables", new))["id"] for _ in range(50)]
    with pytest.raises(Refused) as refusal:
        await person.post("/api/tables", new)
    assert refusal.value.key == "too_much"
    assert await person.sit(opened[-1], "Ana", "moon") == 0  # everything else goes on


async def test_people_who_come_and_go_at_once_are_told_of_once(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    (ana, *_) = live.feeds.connections
    assert isinstance(ana, Recorder)
    ana.messages.clear()
    crowd = [Recorder(None) for _ in range(100)]
    for one in crowd:
        live.arrive(one)
    await until(lambda: watching(ana) == 100)
    for one in crowd:
        live.depart(one)
    await until(lambda: watching(ana) == 0)
    assert len(ana.messages) <= 4
    assert all(len(one.messages) <= 2 for one in crowd)


def watching(guest: Recorder) -> int | None:
    if not guest.messages:
        return None
    return int(json.loads(guest.messages[-1])["table"]["watching"])


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


# Malformed


@pytest.mark.parametrize("body", [b'"\xff\xfe"', b"[" * 3_000, b"{", b'{"game":"\xed\xa0\x80"}'])
async def test_a_body_that_is_no_json_is_refused_with_a_reason(
    server: RunningServer, body: bytes
) -> None:
    status, headers, answer = post(server, "/api/tables", body)
    assert (status, answer["key"]) == (400, "malformed")
    assert headers["cache-control"] == "no-store"


def post(
    server: RunningServer, path: str, body: bytes, **headers: str
) -> tuple[int, dict[str, str], Any]:
    connection = HTTPConnection(server.address, timeout=30)
    usual = {"Content-Type": "application/json", "Origin": f"http://{server.address}"}
    connection.request("POST", path, body, usual | headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    found = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, found, json.loads(text) if text else None


def test_what_is_too_large_or_asked_in_another_way_is_answered_so(server: RunningServer) -> None:
    large = b'{"game":"' + b"x" * 9_000 + b'"}'
    assert post(server, "/api/tables", large)[0] == 413
    assert post(server, "/api/games", b"{}")[0] == 405


NEW = b'{"game":"bluff","seats":2}'


def test_a_page_of_the_same_name_without_its_lock_is_another_site(server: RunningServer) -> None:
    wrong = post(server, "/api/tables", NEW, Origin=f"https://{server.address}")
    assert (wrong[0], wrong[2]["key"]) == (403, "wrong_origin")
    proxied = {"Origin": f"https://{server.address}", "X-Forwarded-Proto": "https"}
    assert post(server, "/api/tables", NEW, **proxied)[0] == 201


async def test_a_server_may_answer_only_under_its_own_names(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--hosts", "Salon.Example")
    assert server.is_well()
    ours = {"Host": "salon.example:8000", "Origin": "http://salon.example:8000"}
    assert post(server, "/api/tables", NEW, **ours)[0] == 201
    assert post(server, "/api/tables", NEW, Host="evil.example")[0] == 421
    with pytest.raises(Exception, match="421"):
        await Person(server.address).open("x" * 22)


@pytest.mark.parametrize("sign", ["\u3164", "\u2800", "\u034f", "\ufe0f", "\U000e0041", "\u0301"])
async def test_a_name_can_be_seen_and_told_from_others(tables: Tables, sign: str) -> None:
    await refused("no_name", table_of(tables, sign))
    live = await table_of(tables, "ana", "bob")
    wish = wire.Sit(f"B{sign}ob", "moon", seat=0)
    if sign != "\u0301":  # an accent can be seen
        await refused("name_taken", live.do(deeds.Sit("ana", wish)))


# Races


async def test_a_move_counts_from_when_it_arrives_however_long_the_ear_takes(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    holders = [Holder(player=f"player {seat}", name=f"P{seat}") for seat in range(3)]
    new = wire.NewTable("auction", 3)
    live = await opened(tables, new, "player 0", holders)
    for seat in range(3):
        live.arrive(Recorder(seat))
    await live.start("player 0")

    def cold(self: Auction, *what: Any) -> Any:
        time.sleep(0.3)
        return prepare(self, *what)

    prepare, bell = Auction.prepare, live.room.can.clock(live.room.playing.state)
    assert bell is not None
    monkeypatch.setattr(Auction, "prepare", cold)
    live.time._at += bell - live.time.now - 150  # the bell is about to strike
    bid = b'{"type":"Bid","coins":0,"motto":"O time"}'
    await play(live, 0, "bid", Raw(bid))
    assert live.room.playing.state.bids[0] is not None and live.time.now > bell


async def test_who_was_sent_away_plays_no_more(tables: Tables) -> None:
    live = await sticks(tables)
    await live._lock.acquire()  # both knock at the same moment
    kicked = asyncio.create_task(live.do(deeds.Kick("ana", 1)))
    await asyncio.sleep(0)
    move = read_move(live.room.game, bytes(GRAB))
    late = asyncio.create_task(live.do(deeds.Play(1, move, "bob", "late")))
    await asyncio.sleep(0)
    live._lock.release()
    await kicked
    await refused("not_your_seat", late)


async def test_a_move_sent_again_much_later_is_still_known(tables: Tables) -> None:
    live = await sticks(tables, heap="many")
    await play(live, 0, "first", GRAB)
    for turn in range(110):
        await play(live, 1, f"one {turn}", GRAB)
        await play(live, 0, f"another {turn}", GRAB)
    steps = live.room.playing.steps
    await play(live, 1, "last", GRAB)
    await play(live, 0, "first", GRAB)
    assert live.room.playing.steps == steps + 1


async def sticks(tables: Tables, **options: str) -> LiveTable:
    people = [Holder(player=name, name=name) for name in ("ana", "bob")]
    live = await opened(tables, wire.NewTable("nim", 2, {**options}), "ana", people)
    await live.start("ana")
    return live


# The disk


async def test_a_move_that_a_failing_disk_kept_after_all_is_done_when_it_is_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tables_in(tmp_path / "salon.db") as tables:
        live = await sticks(tables)
        store: Any = tables.house.store
        monkeypatch.setattr(store, "_transact", forgetful(store._transact))
        with pytest.raises(NotStored):
            await play(live, 0, "grab", GRAB)
        monkeypatch.undo()
    async with tables_in(tmp_path / "salon.db") as tables:  # after a kill
        again = await tables.get(live.row.id)
        assert again.room.playing.steps == 1
        await play(again, 0, "grab", GRAB)  # the page sends it again, with the same id
        assert again.room.playing.steps == 1


def forgetful(transact: Callable[..., Any]) -> Callable[..., Any]:
    """Writes, and then says that it could not: as after an fsync that failed."""

    def fail(works: list[Any]) -> Any:
        transact(works)
        raise sqlite3.OperationalError("disk I/O error")

    return fail


async def test_a_damaged_table_says_that_something_is_wrong(server: RunningServer) -> None:
    person = Person(server.address)
    with sqlite3.connect(server.data / "salon.db") as db:
        db.execute(
            "INSERT INTO tables (id, row, touched) VALUES ('damaged', '{\"id\":7', unixepoch())"
        )
    spoilt = await person.open("damaged")
    answer = await spoilt.answer()
    assert (answer["type"], answer["key"]) == ("Refused", "trouble")
    with pytest.raises(Refused) as refusal:
        await person.post("/api/tables/damaged/start")
    assert refusal.value.key == "trouble"
    forget_troubles(server)


def forget_troubles(server: RunningServer) -> None:
    """They stand in the log, as they should; the fixture looks for others."""
    text = server.log.read_text("utf-8")
    assert '"event": "trouble"' in text
    os.truncate(server.log, 0)


def test_a_kill_while_the_key_is_written_leaves_none_or_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        read_key(tmp_path)
    monkeypatch.undo()
    key = read_key(tmp_path)
    assert len(key) == 32 and read_key(tmp_path) == key


@pytest.mark.parametrize("found", [b"", b"short", b"x" * 33])
def test_a_key_that_is_not_whole_is_refused(tmp_path: Path, found: bytes) -> None:
    (tmp_path / "key").write_bytes(found)
    with pytest.raises(Unusable) as refusal:
        read_key(tmp_path)
    assert refusal.value.key == "bad_key"


def test_nobody_else_on_the_machine_reads_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "salon.db").touch(0o644)  # by an older Salon
    store = SqliteStore(tmp_path / "salon.db")
    read_key(tmp_path)
    kept = [*tmp_path.glob("salon.db*"), tmp_path / "key"]
    assert len(kept) >= 3
    assert {stat.S_IMODE(one.stat().st_mode) for one in kept} == {0o600}
    asyncio.run(store.close())
