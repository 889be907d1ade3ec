"""One WebSocket as uvicorn has it, with a short way out: whole frames, straight to the network."""

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

BACKLOG = 200  # messages that may wait for a slow one before it has to come again
GOING_AWAY = 1001  # a close code
EXTENSION = "salon.line"  # where the application finds its line
SCENES = (b'{"type":"Playing"', b'{"type":"Gathering"')


class Line(WebSocketsSansIOProtocol):
    """The way to one browser; a scene that was not sent yet gives way to a newer one."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._waiting: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Any, self.scope)["extensions"][EXTENSION] = self

    @property
    def is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    def say(self, message: bytes) -> None:
        """As soon as this moment is over, with whatever else is said in it."""
        waiting = self._waiting
        if not waiting:
            self.loop.call_soon(self._deliver)
        elif message.startswith(SCENES) and waiting[-1].startswith(SCENES):
            waiting.pop()
        waiting.append(message)
        if len(waiting) > BACKLOG:
            self.transport.abort()

    def hang_up(self) -> None:
        """After what was said so far; what the browser still wanted to say comes too late."""
        self._deliver()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})

    def resume_writing(self) -> None:
        super().resume_writing()
        self._deliver()

    def _deliver(self) -> None:
        if self._waiting and self.writable.is_set() and self.is_open:
            self.transport.write(b"".join(map(frame, self._waiting)))
            self._waiting.clear()


def line_of(scope: Any) -> Line:
    """The line of this ASGI scope."""
    line: Line = scope["extensions"][EXTENSION]
    return line


def frame(text: bytes) -> bytes:
    """A whole text message as a server sends it: unmasked, RFC 6455 section 5.2."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
