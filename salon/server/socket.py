"""One WebSocket: messages in, messages out, and nothing that could hold up a table.

Plain ASGI: between a table and its browsers every layer counts.
"""

from typing import Any, NamedTuple
from urllib.parse import parse_qs

import structlog
from litestar.types import Receive, Scope, Send
from msgspec import Raw

from salon.core.contract import Illegal, Seat
from salon.core.table import read
from salon.server import hosting, wire
from salon.server.limits import Bucket, Buckets
from salon.server.line import GOING_AWAY, Heard, Line, line_of
from salon.server.live import LiveTable
from salon.server.players import Players, check_origin, cookie_of
from salon.server.scenes import Guest, encode
from salon.server.store import NotStored
from salon.server.tables import Tables

log = structlog.get_logger()

DOORS, DOORS_PER_SECOND = 120, 4  # connections that one address may open
REFUSED, TRY_LATER = 4403, 1013  # close codes
PASSING = ("too_much", "not_stored")  # refusals that a browser should not take for an answer


class Wish(NamedTuple):
    """What a connection asks for."""

    table: str
    seat: Seat | None
    take: bool = False  # bring the seat here from another device


class Sockets:
    """The ASGI application behind /api/tables/{id}/socket."""

    def __init__(self, tables: Tables, players: Players, *, unlimited: bool = False) -> None:
        self._tables = tables
        self._players = players
        self._doors = Buckets(1e9, 1e9) if unlimited else Buckets(DOORS, DOORS_PER_SECOND)
        self._unlimited = unlimited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending: Any = send
        await receive()  # websocket.connect
        await sending({"type": "websocket.accept"})
        try:
            live, player = await self._admit(scope, wish := _wish(scope))
        except Exception as error:
            key = _why(error)
            await sending({"type": "websocket.send", "text": encode(wire.Refused(key)).decode()})
            code = TRY_LATER if key in PASSING else REFUSED
            await sending({"type": "websocket.close", "code": code})
            return
        await self._attend(live, player, wish, line := line_of(scope))
        if line.is_open:
            await sending({"type": "websocket.close", "code": GOING_AWAY})

    async def _admit(self, scope: Scope, wish: Wish) -> tuple[LiveTable, str]:
        """Who comes to which table, for whose eyes; or Illegal."""
        if not self._doors.take((scope.get("client") or ("",))[0]):
            raise Illegal("too_much")
        headers = {
            name.decode().lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        check_origin(headers.get("origin"), scope["scheme"], headers.get("host"))
        live = await self._tables.get(wish.table)
        player = self._players.read(cookie_of(headers.get("cookie", ""))) or self._players.new()
        if wish.seat is None:
            live.check_may_watch(player)
        elif wish.seat not in live.seats_of(player):
            raise Illegal("not_your_seat")
        return live, player

    async def _attend(self, live: LiveTable, player: str, wish: Wish, line: Line) -> None:
        guest = Guest(player, wish.seat, line.say, line.hang_up)
        live.arrive(guest)
        if wish.take:
            hosting.dismiss_elsewhere(live, player, but=guest)
        try:
            await self._listen(live, guest, line)
        finally:
            live.depart(guest)

    async def _listen(self, live: LiveTable, guest: Guest, line: Line) -> None:
        """Until the table or the browser says goodbye."""
        if self._unlimited:
            line.bucket = Bucket(1e9, 1e9)
        while heard := await line.hear():
            if not line.bucket.take():
                guest.send(encode(wire.Goodbye("flood")))
                guest.close()
                return
            await _answer(live, guest, heard)


def _wish(scope: Scope) -> Wish:
    """What /api/tables/{id}/socket?seat=N&take=true asks for."""
    parts = scope["path"].strip("/").split("/")
    if len(parts) != 4 or parts[:2] != ["api", "tables"] or parts[3] != "socket":
        raise Illegal("no_such_table")
    query = parse_qs(scope["query_string"].decode("latin-1"))
    if "seat" not in query:
        return Wish(parts[2], None)
    seat = query["seat"][0]
    if not seat.isdecimal() or len(seat) > 2:
        raise Illegal("not_your_seat")
    return Wish(parts[2], int(seat), query.get("take") == ["true"])


async def _answer(live: LiveTable, guest: Guest, heard: Heard) -> None:
    id = None
    try:
        message = read(wire.FromPage, heard.text)
        if guest.seat is None:
            raise Illegal("not_your_seat")
        if isinstance(message, wire.Play):
            id = message.id
            await live.play(
                guest.seat,
                message.id,
                message.move,
                message.made,
                player=guest.player,
                arrived=heard.arrived,
            )
            live.tables.counts["moves"] += 1
            guest.send(encode(wire.Done(message.id)))
        elif isinstance(message, wire.Pocket):
            await live.pocket(guest.seat, message.move)
        elif isinstance(message, wire.Ask):
            id = message.id
            guest.send(encode(wire.Reply(id, Raw(await live.answer(guest.seat, message.question)))))
        elif isinstance(message, wire.Commit):
            hosting.add_commitment(live, guest.seat, message.commitment)
        else:
            hosting.add_nonce(live, guest.seat, message.nonce)
    except Exception as error:
        details = error.details if isinstance(error, Illegal) else {}
        _refuse(live, guest, wire.Refused(_why(error), details, id))


def _why(error: Exception) -> str:
    """The key of a refusal; what is not the asker's fault stands in the log."""
    if isinstance(error, Illegal):
        return error.key
    if isinstance(error, NotStored):
        log.error("not stored", problem=str(error))
        return "not_stored"
    log.error("trouble", exc_info=error)
    return "trouble"


def _refuse(live: LiveTable, guest: Guest, refused: wire.Refused) -> None:
    live.tables.counts["refused"] += 1
    guest.send(encode(refused))
