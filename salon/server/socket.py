"""One WebSocket: messages in, messages out, and nothing that could hold up a table.

Plain ASGI: between a table and its browsers every layer counts.
"""

from collections.abc import Coroutine
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from litestar.types import Receive, Scope, Send
from msgspec import Raw

from salon.core.contract import Seat
from salon.core.refusal import Refusal
from salon.core.table import read, read_move
from salon.server import wire
from salon.server.circle.circles import Circles
from salon.server.circle.socket import come_in
from salon.server.deeds import Play
from salon.server.feeds import Connection, encode
from salon.server.limits import Bucket, Buckets, Limit, households
from salon.server.live import LiveTable
from salon.server.network import GOING_AWAY, Heard, WebSocket, websocket_of
from salon.server.players import Players, check_origin, cookie_of
from salon.server.refusals import Forbidden, NotFound, TooMuch, Unavailable, refusal_of

DOORS = Limit("doors", 120, 4)  # connections that one address may open
REFUSED, TRY_LATER, COME_AGAIN = 4403, 1013, 1012  # close codes


class Wish(NamedTuple):
    """What a connection asks for."""

    table: str
    seat: Seat | None
    take: bool = False  # bring the seat here from another device
    screen: bool = False  # for a room, not for somebody


class Sockets:
    """The ASGI application behind /api/tables/{id}/socket and /api/circles/{id}/socket."""

    def __init__(self, circles: Circles, players: Players, *, unlimited: bool = False) -> None:
        self._circles = circles
        self._tables = circles.tables
        self._players = players
        self._doors = Buckets()
        self._unlimited = unlimited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending: Any = send
        await receive()  # websocket.connect
        await sending({"type": "websocket.accept"})
        try:
            attending = await self._come_in(scope, websocket := websocket_of(scope))
        except Exception as error:
            await _refuse(refusal_of(error), sending)
            return
        await attending
        if websocket.is_open:
            await sending({"type": "websocket.close", "code": GOING_AWAY})

    async def _come_in(self, scope: Scope, websocket: WebSocket) -> Coroutine[Any, Any, None]:
        """Where the path leads; or a Refusal."""
        player = self._knock(scope)
        if self._unlimited:
            websocket.bucket = Bucket(1e9, 1e9)
        match scope["path"].strip("/").split("/"):
            case ["api", "circles", circle, "socket"]:
                visit = await come_in(self._circles, circle, player, scope, websocket)
                return visit.attend()
            case ["api", "tables", table, "socket"]:
                wish = _wish(table, scope["query_string"])
                live = await self._admit(scope, player, wish)
                return self._attend(live, player, wish, websocket)
            case _:
                raise NotFound("no_such_table")

    def _knock(self, scope: Scope) -> str:
        """Who comes; or a Refusal."""
        address = (scope.get("client") or ("",))[0]
        if not (self._unlimited or self._doors.allow(DOORS, address)):
            raise TooMuch
        headers = {
            name.decode().lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        check_origin(headers.get("origin"), scope["scheme"], headers.get("host"))
        return self._players.read(cookie_of(headers.get("cookie", ""))) or self._players.new()

    async def _admit(self, scope: Scope, player: str, wish: Wish) -> LiveTable:
        """To which table, for whose eyes; or a Refusal."""
        live = await self._tables.get(wish.table)
        if not live.row.admits(player, wish.seat):
            raise Forbidden("no_onlookers" if wish.seat is None else "not_your_seat")
        if player == live.row.host:
            live.household = households((scope.get("client") or ("",))[0])[0]
        return live

    async def _attend(self, live: LiveTable, player: str, wish: Wish, websocket: WebSocket) -> None:
        one = Connection(player, wish.seat, websocket.say, websocket.hang_up, websocket.is_ready)
        one.is_screen = wish.screen
        websocket.on_ready = lambda: live.tell([one])
        live.arrive(one)
        if wish.take:
            live.dismiss_elsewhere(player, but=one)
        try:
            await self._listen(live, one, websocket)
        finally:
            live.depart(one)

    async def _listen(self, live: LiveTable, one: Connection, websocket: WebSocket) -> None:
        """Until the table or the browser says goodbye."""
        while heard := await websocket.hear():
            if not websocket.bucket.take():
                live.dismiss(one, "flood")
                return
            await self._answer(live, one, heard)

    async def _answer(self, live: LiveTable, one: Connection, heard: Heard) -> None:
        """The only place where a refusal becomes a message."""
        counts, id = self._tables.house.counts, None
        try:
            message = read(wire.FromPage, heard.text)
            id = getattr(message, "id", None)
            await _obey(live, one, message, heard.arrived)
            counts["moves"] += isinstance(message, wire.Play)
        except Exception as error:
            counts["refused"] += 1
            refusal = refusal_of(error)
            one.send(encode(wire.Refused(refusal.key, refusal.details, id)))


async def _refuse(refusal: Refusal, sending: Any) -> None:
    """Whoever should only come again is told nothing else."""
    if isinstance(refusal, Unavailable):
        code = COME_AGAIN
    else:
        text = encode(wire.Refused(refusal.key, refusal.details)).decode()
        await sending({"type": "websocket.send", "text": text})
        code = TRY_LATER if refusal.again else REFUSED
    await sending({"type": "websocket.close", "code": code})


def _wish(table: str, asked: bytes) -> Wish:
    """What ?seat=N&take=true asks for, or ?screen=true."""
    query = parse_qs(asked.decode("latin-1"))
    if "seat" not in query:
        return Wish(table, None, screen=query.get("screen") == ["true"])
    seat = query["seat"][0]
    if not seat.isdecimal() or len(seat) > 2:
        raise Forbidden("not_your_seat")
    return Wish(table, int(seat), query.get("take") == ["true"])


async def _obey(live: LiveTable, one: Connection, message: wire.FromPage, arrived: float) -> None:
    if isinstance(message, wire.Look):
        live.look(one, looks=message.looks)
        return
    if (seat := one.seat) is None:
        raise Forbidden("not_your_seat")
    match message:
        case wire.Play(id, json, made):
            move = read_move(live.room.game, bytes(json))
            await live.do(Play(seat, move, one.player, id, made), arrived)
            one.send(encode(wire.Done(id)))
        case wire.Pocket(json, again):
            live.pocket(seat, json, one, again=again)
        case wire.Ask(id, question):
            one.send(encode(wire.Reply(id, Raw(await live.answer(seat, question)))))
        case wire.Awake():
            live.rouse(seat)
        case wire.Commit() | wire.AddNonce():
            live.mix(seat, message)
