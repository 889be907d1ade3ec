"""The way to a browser: whole frames, nothing lost, nobody held up by a slow one."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.uri import parse_uri

from salon.server.network import BACKLOG, BURST, WebSocket, frame, websocket_of
from tests.client import Person
from tests.running import RunningServer


class Network(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = False
        self.aborted = False
        self.unsent = 0

    def write(self, data: Any) -> None:
        assert not self.closed  # uvloop would raise
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = self.aborted = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Browser:
    """The other end of a line."""

    def __init__(self) -> None:
        self.network = Network()
        self.protocol = ClientProtocol(parse_uri("ws://salon.example/"))
        self.said: list[str] = []  # that the application has heard
        self.connected: asyncio.Future[WebSocket] = asyncio.get_running_loop().create_future()

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.connected.set_result(line := websocket_of(scope))
        while heard := await line.hear():
            self.said.append(heard.text.decode())

    async def connect(self) -> None:
        config = uvicorn.Config(self.app, interface="asgi3", ws_ping_interval=None, log_config=None)
        line = WebSocket(config, ServerState(), {})
        line.connection_made(self.network)
        self.protocol.send_request(self.protocol.connect())
        line.data_received(b"".join(self.protocol.data_to_send()))
        self.line = await asyncio.wait_for(self.connected, 10)
        await self.heard()

    async def say(self, text: str, *, then: Callable[[], None] = lambda: None) -> None:
        self.protocol.send_text(text.encode())
        self.line.data_received(b"".join(self.protocol.data_to_send()))
        then()
        await asyncio.sleep(0.01)

    async def heard(self) -> list[str]:
        """What has come since the last time."""
        await asyncio.sleep(0)
        self.protocol.receive_data(b"".join(self.network.written))
        self.network.written.clear()
        events = self.protocol.events_received()
        return [bytes(event.data).decode() for event in events if isinstance(event, Frame)]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    found = Browser()
    await found.connect()
    yield found
    found.line.connection_lost(None)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_a_message_of_any_size_is_one_text_frame(browser: Browser, size: int) -> None:
    browser.line.say(b"x" * size)
    assert await browser.heard() == ["x" * size]


async def test_while_a_browser_does_not_keep_up_every_answer_waits_and_scenes_are_asked_for_later(
    browser: Browser,
) -> None:
    asked: list[bool] = []
    browser.line.on_ready = lambda: asked.append(browser.line.is_ready())
    browser.line.pause_writing()
    browser.line.say(b"done")
    assert await browser.heard() == [] and not browser.line.is_ready() and asked == []
    browser.line.resume_writing()
    assert await browser.heard() == ["done"] and asked == [True]


async def test_who_never_keeps_up_is_cut_off(browser: Browser) -> None:
    browser.line.pause_writing()
    for _ in range(BACKLOG + 1):
        browser.line.say(b"done")
    assert browser.network.closed


async def test_who_takes_nothing_in_for_long_is_cut_off(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.server.network.STALLED_SECONDS", 0.02)
    browser.line.pause_writing()
    browser.line.resume_writing()
    await asyncio.sleep(0.05)
    assert not browser.network.aborted
    browser.network.unsent = 100
    browser.line.pause_writing()
    browser.network.unsent = 50  # slow, but it takes something in
    await asyncio.sleep(0.03)
    assert not browser.network.aborted
    await asyncio.sleep(0.05)
    assert browser.network.aborted


async def test_who_answers_no_ping_is_cut_off_and_not_waited_for(browser: Browser) -> None:
    browser.line.keepalive_timeout()
    assert browser.network.aborted


async def test_who_is_sent_away_and_does_not_go_is_cut_off(browser: Browser) -> None:
    browser.line.close_timeout = 0.02
    browser.line.hang_up()
    await asyncio.sleep(0.05)
    assert browser.network.aborted


async def test_pings_pongs_and_empty_pieces_count_like_messages(browser: Browser) -> None:
    for send in (browser.protocol.send_ping, browser.protocol.send_pong):
        other = Browser()
        await other.connect()
        for _ in range(BURST + 5):
            getattr(other.protocol, send.__name__)(b"")
        other.line.data_received(b"".join(other.protocol.data_to_send()))
        assert other.network.aborted
        other.line.connection_lost(None)
    browser.protocol.send_text(b"", fin=False)
    for _ in range(BURST + 5):
        browser.protocol.send_continuation(b"", fin=False)
    browser.line.data_received(b"".join(browser.protocol.data_to_send()))
    assert browser.network.aborted


async def test_nothing_is_said_on_a_line_that_the_browser_has_closed(browser: Browser) -> None:
    browser.protocol.send_close(1000)
    browser.line.data_received(b"".join(browser.protocol.data_to_send()))
    browser.network.written.clear()
    browser.line.say(b"too late")
    await asyncio.sleep(0)
    assert browser.network.written == []


async def test_who_is_sent_away_is_heard_no_more(browser: Browser) -> None:
    await browser.say("a move")
    await browser.say("one more", then=browser.line.hang_up)
    assert browser.said == ["a move"]


async def test_nothing_is_said_on_a_line_that_was_cut(browser: Browser) -> None:
    browser.network.close()
    browser.line.say(b"too late")
    assert browser.network.written == []


async def gathering(server: RunningServer) -> tuple[Person, str, int]:
    person = Person(server.address)
    table = (await person.post("/api/tables", {"game": "bluff", "seats": 2}))["id"]
    return person, table, await person.sit(table, "Ana", "moon")


async def test_a_message_in_pieces_a_ping_and_a_close_are_understood(
    server: RunningServer,
) -> None:
    person, table, seat = await gathering(server)
    socket = await person.open(table, seat)
    pieces = ['{"type":"Play","id":"a","move":', '{"type":"Announce","number":1', ',"turn":1}}']
    await socket.connection.send(iter(pieces))
    assert (await socket.answer())["key"] == "not_started"
    await asyncio.wait_for(await socket.connection.ping(), 10)
    await socket.close()
    assert socket.connection.close_code == 1000


async def test_bytes_that_are_no_frame_end_the_connection(server: RunningServer) -> None:
    person, table, seat = await gathering(server)
    socket = await person.open(table, seat)
    await socket.until(lambda scene: scene["type"] == "Gathering")
    socket.connection.transport.write(frame(json.dumps({"type": "Play"}).encode()))  # not masked
    with pytest.raises(ConnectionError):
        await socket.answer()
    assert socket.connection.close_code == 1002
