"""uvicorn's connections, made safe and short: the only file that knows how uvicorn works inside.

A `WebSocket` has a short way out: whole frames, straight to the network. An `HttpConnection` has to
say what it wants before long.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from salon.server.doorstep import Doorstep
from salon.server.limits import Bucket

BURST, PER_SECOND = 30, 10  # frames that a connection may send
UNHEARD = 32  # messages after which no more are read until they are heard
BACKLOG = 200  # messages that may wait for a slow one before it has to come again
STALLED_SECONDS = 20.0  # that a browser may take nothing in before it has to come again
GOING_AWAY = 1001  # a close code
EXTENSION = "salon.websocket"  # where the application finds it


class Heard(NamedTuple):
    """What a browser said."""

    text: bytes
    arrived: float  # on the clock `monotonic`: before anything held it up here


class Impatient(asyncio.Protocol):
    """Whoever takes nothing in is cut, not closed: a goodbye would wait for ever."""

    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_less_than(self.transport.get_write_buffer_size())

    def _wait_for_less_than(self, left: int) -> None:
        """Whoever is slow but takes something in may go on."""

        def look() -> None:
            if (now := self.transport.get_write_buffer_size()) < left:
                self._wait_for_less_than(now)
            else:
                self.transport.abort()

        self._stalled = asyncio.get_running_loop().call_later(STALLED_SECONDS, look)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forgive()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forgive()

    def _forgive(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class WebSocket(Impatient, WebSocketsSansIOProtocol):
    """The way to one browser."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.bucket = Bucket(BURST, PER_SECOND)
        self.on_ready: Callable[[], None] = lambda: None  # after it was not
        self._waiting: list[bytes] = []  # until it takes something in
        self._heard: deque[Heard | None] = deque()  # None: it has gone
        self._listening: asyncio.Future[None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Any, self.scope)["extensions"][EXTENSION] = self

    @property
    def is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    # What it says

    async def hear(self) -> Heard | None:
        """The next message; None after the last."""
        while not self._heard:
            self._listening = self.loop.create_future()
            await self._listening
        one = self._heard.popleft()
        if self.read_paused and not self._heard:
            self.read_paused = False
            self.transport.resume_reading()
        return one

    def send_receive_event_to_app(self) -> None:
        """A whole message has come; uvicorn would stop reading until it is heard."""
        text, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        self._note(Heard(text, monotonic()))
        if len(self._heard) > UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _note(self, one: Heard | None) -> None:
        self._heard.append(one)
        if self._listening is not None and not self._listening.done():
            self._listening.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._note(None)

    def hang_up(self) -> None:
        """After what was said so far; what the browser still wanted to say comes too late."""
        self._deliver()
        self._cut_later()
        self._heard.clear()
        self._note(None)

    # What it is told

    def say(self, message: bytes) -> None:
        """As soon as this moment is over, with whatever else is said in it: one write, not two."""
        if not self._waiting:
            self.loop.call_soon(self._deliver)
        self._waiting.append(message)
        if len(self._waiting) > BACKLOG:
            self.transport.abort()

    def _deliver(self) -> None:
        if self._waiting and self.writable.is_set() and self.is_open:
            self.transport.write(b"".join(map(frame, self._waiting)))
            self._waiting.clear()

    def is_ready(self) -> bool:
        """Whether it takes in what is said now."""
        return self.writable.is_set()

    # Those who do not listen

    def resume_writing(self) -> None:
        super().resume_writing()
        self._deliver()
        self.on_ready()

    def keepalive_timeout(self) -> None:
        self.transport.abort()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_later()

    def _cut_later(self) -> None:
        self.loop.call_later(self.close_timeout, self.transport.abort)

    # Those who talk too much: a whole message is counted where it is read, and told why

    def handle_ping(self) -> None:
        if self._is_welcome():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_welcome():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_welcome():
            super().handle_cont(event)

    def _is_welcome(self) -> bool:
        if not self.transport.is_closing() and not self.bucket.take():
            self.transport.abort()
        return not self.transport.is_closing()


def websocket_of(scope: Any) -> WebSocket:
    """The one behind this ASGI scope."""
    found: WebSocket = scope["extensions"][EXTENSION]
    return found


def frame(text: bytes) -> bytes:
    """A whole text message as a server sends it: unmasked, RFC 6455 section 5.2."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class HttpConnection(Impatient, H11Protocol):
    """An HTTP connection; it stands on the doorstep until its request is whole."""

    doorstep: Doorstep
    is_upgraded = False  # a WebSocket by now, and no longer ours

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._stand()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorstep.go(self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn would keep a lost connection for its time

    def handle_events(self) -> None:
        super().handle_events()
        if self._has_begun():
            self._stand()
        else:
            self.doorstep.go(self)

    def _has_begun(self) -> bool:
        """Whether part of a request is here; between two of them uvicorn waits by itself."""
        if self.is_upgraded:
            return False
        begun = self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]
        return bool(begun) or self.conn.their_state is h11.SEND_BODY

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.is_upgraded = True
        super().handle_websocket_upgrade(event)

    def _stand(self) -> None:
        self.doorstep.come(self, self.client[0] if self.client else "")

    def turn_away(self) -> None:
        self.transport.abort()


def http_on(doorstep: Doorstep) -> type[HttpConnection]:
    """The kind of caller that uvicorn makes for one server."""
    return type("HttpHere", (HttpConnection,), {"doorstep": doorstep})
