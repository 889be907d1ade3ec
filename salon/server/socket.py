"""One WebSocket: messages in, messages out, and nothing that could hold up a table."""

import asyncio
from collections import deque
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from salon.core.contract import Illegal, Seat
from salon.server import hosting, wire
from salon.server.limits import Bucket
from salon.server.players import COOKIE, Players
from salon.server.store import NotStored
from salon.server.tables import Guest, LiveTable, Tables, encode

log = structlog.get_logger()

BURST, PER_SECOND = 30, 10  # messages that a connection may send
BACKLOG = 200  # messages that may wait for a slow one before it has to come again
REFUSED, GOING_AWAY = 4403, 1001  # close codes

_read = msgspec.json.Decoder(wire.FromPage).decode

Socket = WebSocket[Any, Any, Any]


class Outbox:
    """What is on its way to one browser; a scene that was not sent yet gives way to a newer one."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._messages: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._closing = False

    def put(self, message: bytes) -> None:
        if message.startswith(SCENES) and self._messages and self._messages[-1].startswith(SCENES):
            self._messages.pop()
        self._messages.append(message)
        if len(self._messages) > BACKLOG:
            self._closing = True
        self._more.set()

    def close(self) -> None:
        self._closing = True
        self._more.set()

    async def deliver(self) -> None:
        """Until the table or the browser says goodbye."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._messages:
                await self._socket.send_text(self._messages.popleft())
            if self._closing:
                await self._socket.close(GOING_AWAY)
                return


SCENES = (b'{"type":"Playing"', b'{"type":"Gathering"')


def make_socket(
    tables: Tables, players: Players, *, unlimited: bool = False
) -> WebsocketRouteHandler:
    """The handler of /api/tables/{id}/socket."""

    @websocket("/tables/{table_id:str}/socket")
    async def socket(socket: Socket, table_id: str, seat: int | None = None) -> None:
        try:
            _check_origin(socket)
            live = await tables.get(table_id)
            player = players.read(socket.cookies.get(COOKIE)) or players.new()
            _check_seat(live, player, seat)
        except (Illegal, NotStored) as refusal:
            key = refusal.key if isinstance(refusal, Illegal) else "not_stored"
            await socket.accept()
            await socket.send_text(encode(wire.Refused(key)))
            await socket.close(REFUSED)
            return
        await socket.accept()
        limit = Bucket(1e9, 1e9) if unlimited else Bucket(BURST, PER_SECOND)
        await _attend(socket, live, player, seat, limit)

    return socket


def _check_origin(socket: Socket) -> None:
    origin = socket.headers.get("origin")
    if origin is not None and origin.split("://")[-1] != socket.headers.get("host"):
        raise Illegal("wrong_origin")


def _check_seat(live: LiveTable, player: str, seat: Seat | None) -> None:
    if seat is None:
        live.check_may_watch(player)
    elif seat not in live.seats_of(player):
        raise Illegal("not_your_seat")


async def _attend(
    socket: Socket, live: LiveTable, player: str, seat: Seat | None, limit: Bucket
) -> None:
    outbox = Outbox(socket)
    guest = Guest(player, seat, outbox.put, outbox.close)
    live.arrive(guest)
    delivery = asyncio.create_task(outbox.deliver())
    listening = asyncio.create_task(_listen(socket, live, guest, limit))
    try:
        await asyncio.wait({delivery, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.depart(guest)
        for task in (delivery, listening):
            task.cancel()
        await asyncio.gather(delivery, listening, return_exceptions=True)


async def _listen(socket: Socket, live: LiveTable, guest: Guest, limit: Bucket) -> None:
    try:
        while True:
            message = await socket.receive_data(mode="text")
            if not limit.take():
                guest.send(encode(wire.Goodbye("flood")))
                guest.close()
                return
            await _answer(live, guest, message)
    except WebSocketDisconnect:
        return


async def _answer(live: LiveTable, guest: Guest, json: str | bytes) -> None:
    message = id = None
    try:
        message = _read(json)
        if guest.seat is None:
            raise Illegal("not_your_seat")
        if isinstance(message, wire.Play):
            id = message.id
            await live.play(guest.seat, message.id, message.move)
            live.tables.counts["moves"] += 1
            guest.send(encode(wire.Done(message.id)))
        elif isinstance(message, wire.Pocket):
            await live.pocket(guest.seat, message.move)
        else:
            hosting.add_nonce(live, guest.seat, message.nonce)
    except Illegal as refusal:
        _refuse(live, guest, wire.Refused(refusal.key, refusal.details, id))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _refuse(live, guest, wire.Refused("malformed", {"problem": str(error)}, id))
    except NotStored as error:
        log.error("not stored", problem=str(error))
        _refuse(live, guest, wire.Refused("not_stored", {}, id))


def _refuse(live: LiveTable, guest: Guest, refused: wire.Refused) -> None:
    live.tables.counts["refused"] += 1
    guest.send(encode(refused))
