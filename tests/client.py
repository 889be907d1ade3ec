"""A player for tests: HTTP and a WebSocket against a real server."""

import asyncio
import json
import secrets
from collections.abc import Callable
from http.client import HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from salon.core.fairness import nonce_commitment
from tests.scene import merge

SECONDS = 90.0


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(status, answer)
        self.status = status
        self.key = str(answer.get("key"))


class Person:
    """One browser: a cookie, and requests made with it."""

    def __init__(self, server: str) -> None:
        self.server = server  # host:port
        self.cookie = ""

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(self._request, "GET", path, None)

    async def post(self, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self._request, "POST", path, body)

    async def fetch(self, path: str) -> bytes:
        """A file."""
        return bytes(await asyncio.to_thread(self._ask, "GET", path, None))

    async def send(self, path: str, file: bytes) -> Any:
        return json.loads(await asyncio.to_thread(self._ask, "POST", path, file))

    def _request(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        text = self._ask(method, path, data)
        return json.loads(text) if text else None

    def _ask(self, method: str, path: str, data: bytes | None) -> bytes:
        request = Request(f"http://{self.server}{path}", data=data, method=method)
        request.add_header("Content-Type", "application/json")
        request.add_header("Origin", f"http://{self.server}")
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                self._keep(answer.headers.get("set-cookie"))
                return bytes(answer.read())
        except HTTPError as error:
            with error:
                raise Refused(error.code, json.loads(error.read() or b"{}")) from None
        except HTTPException as error:
            raise ConnectionError from error

    def _keep(self, header: str | None) -> None:
        if header:
            for name, morsel in SimpleCookie(header).items():
                self.cookie = f"{name}={morsel.value}"

    async def sit(self, table: str, name: str, symbol: str, **more: Any) -> int:
        answer = await self.post(
            f"/api/tables/{table}/sit", {"name": name, "symbol": symbol, **more}
        )
        return int(answer["seat"])

    async def open(self, table: str, seat: int | None = None, *, take: bool = False) -> "Socket":
        query = "" if seat is None else f"?seat={seat}{'&take=true' if take else ''}"
        return await self._connect(f"/api/tables/{table}/socket{query}", seat)

    async def hang_screen(self, table: str) -> "Socket":
        """The screen in the room, at one of the circle's tables."""
        return await self._connect(f"/api/tables/{table}/socket?screen=true", None)

    async def join(self, circle: str) -> "Socket":
        """Be there; its scene is what was told of the circle."""
        return await self._connect(f"/api/circles/{circle}/socket", None)

    async def _connect(self, path: str, seat: int | None) -> "Socket":
        headers = {"Origin": f"http://{self.server}"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        link = f"ws://{self.server}{path}"
        try:
            connection = await connect(link, additional_headers=headers, max_size=None)
        except InvalidMessage as error:  # the server went away in the middle of it
            raise ConnectionError from error
        OPEN.append(Socket(connection, seat))
        return OPEN[-1]


OPEN: list["Socket"] = []  # closed after each test


async def close_all() -> None:
    while OPEN:
        await OPEN.pop().close()


class Socket:
    """One connection: everything that came is kept."""

    def __init__(self, connection: ClientConnection, seat: int | None) -> None:
        self.connection = connection
        self.seat = seat
        self.received: list[str] = []
        self.scene: dict[str, Any] = {}
        self.nonce = secrets.token_hex(32)
        self.openings: list[str] = []  # shown before the nonces
        self._news = asyncio.Condition()
        self._others: list[dict[str, Any]] = []
        self._reader = asyncio.create_task(self._read())
        self.closed = False

    async def _read(self) -> None:
        try:
            async for text in self.connection:
                await self._take(str(text))
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            async with self._news:
                self._news.notify_all()

    async def _take(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "Alive":
            return
        self.received.append(text)
        async with self._news:
            if message["type"] == "Scene":
                self.scene = merge(self.scene, message)
            elif message["type"] == "Circle":
                self.scene = {**self.scene, **message}
            elif message["type"] == "WantCommitment":
                await self.send({"type": "Commit", "commitment": self.commitment})
            elif message["type"] == "WantNonce":
                self.openings.append(message["opening"])
                if f"nonce {self.seat} {self.commitment}" in message["opening"].splitlines():
                    await self.send({"type": "AddNonce", "nonce": self.nonce})
            else:
                self._others.append(message)
            self._news.notify_all()

    @property
    def commitment(self) -> str:
        """To this connection's nonce."""
        table = self.scene["fair"]["commitment"]
        return nonce_commitment(table, self.seat or 0, self.nonce)

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        try:
            await self.connection.send(text)
        except ConnectionClosed as error:
            raise ConnectionError from error

    async def until(self, true: Callable[[dict[str, Any]], Any], seconds: float = SECONDS) -> Any:
        """The scene, as soon as this is true of it."""
        async with asyncio.timeout(seconds), self._news:
            while not (self.scene and true(self.scene)):
                if self.closed:
                    raise ConnectionError("closed")
                await self._news.wait()
            return self.scene

    async def answer(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next Done, Refused or Goodbye."""
        async with asyncio.timeout(seconds), self._news:
            while not self._others:
                if self.closed:
                    raise ConnectionError("closed")
                await self._news.wait()
            return self._others.pop(0)

    async def play(self, move: dict[str, Any], id: str | None = None) -> dict[str, Any]:
        await self.send({"type": "Play", "id": id or secrets.token_hex(6), "move": move})
        return await self.answer()

    async def close(self) -> None:
        await self.connection.close()
        await self._reader
