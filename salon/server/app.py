"""The HTTP side: routes, cookies, headers, refusals."""

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, cast

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from salon import games
from salon.cast import company, strengths
from salon.core import options as option_words
from salon.core.refusal import Malformed, Refusal
from salon.core.table import read
from salon.server import deeds, guests, puzzles, wire
from salon.server.asking import (
    PREVIEWS,
    AnyRequest,
    TheCircles,
    ThePlayer,
    ThePlayers,
    TheRegistry,
    TheReplays,
    TheTable,
    TheTables,
    cookie_for,
    find_circle,
    find_player,
    find_table,
    guard_post,
    is_allowed,
    language_of,
    limit_glances,
    limit_replays,
    limit_tables,
    limit_votes,
    path_of,
)
from salon.server.circle import routes as circle_routes
from salon.server.circle import wire as circle_wire
from salon.server.circle.circles import Circles
from salon.server.circle.keepsakes import read_in
from salon.server.files import Page, encodings, is_known
from salon.server.fitting import fitting_seats
from salon.server.limits import Buckets
from salon.server.metrics import measure
from salon.server.players import Players
from salon.server.preview import preview_of, with_preview
from salon.server.refusals import Forbidden, Gone, NotFound, NotStored, refusal_of
from salon.server.row import check_may_watch
from salon.server.socket import Sockets

log = structlog.get_logger()

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
NOT_KEPT = (b"cache-control", b"no-store")  # what the API says is true now
MISDIRECTED = 421

# Games and tables


@get("/games")
async def list_games() -> list[wire.GameInfo]:
    return [describe(name) for name in games.names()]


@get("/games/{name:str}/seats", guards=[limit_glances])
async def fitting(name: FromPath[str], options: FromQuery[str] = "{}") -> wire.Fitting:
    """How many seats go with these options."""
    kind = games.load(name).types.options
    given = read(dict[str, bool | int | str], options.encode())
    return wire.Fitting(fitting_seats(name, option_words.read(kind, given)))


@get("/here")
async def here(state: State) -> wire.Here:
    return wire.Here(state.address)


def describe(name: str) -> wire.GameInfo:
    game = games.load(name)
    kind = game.types.options
    return wire.GameInfo(
        name=name,
        seats=tuple(game.seats),
        options=option_words.choices(kind),
        defaults=msgspec.to_builtins(kind()),
        bots=tuple(games.bots(name)),
        adviser=games.adviser(name),
        files=guests.files_of(name),
        puzzles=len(puzzles.of_game(name)),
    )


@get("/games/{name:str}/puzzles", guards=[limit_glances], sync_to_thread=True)
def list_puzzles(
    name: FromPath[str], request: AnyRequest, part: FromQuery[int] = 0
) -> Response[bytes]:
    """Four weeks of puzzles, as `Puzzles`."""
    found = puzzles.sheet(name, part)
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if is_known(found.tag, request.headers.get("if-none-match")):
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in encodings(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        return Response(found.packed, media_type=MediaType.JSON, headers=headers)
    return Response(found.plain, media_type=MediaType.JSON, headers=headers)


@post("/games/{name:str}/votes", guards=[limit_votes])
async def vote(
    name: FromPath[str], data: JSONBody[wire.Vote], player: ThePlayer, tables: TheTables
) -> wire.Votes:
    """Sent again, harmless: the first choice counts."""
    booth, store = puzzles.Booth(name, data.day, player), tables.house.store
    booth.check(data.puzzle)
    await puzzles.vote(store, booth, data.choice)
    return puzzles.votes(await puzzles.poll(store, booth))


@get("/games/{name:str}/votes", guards=[limit_glances])
async def list_votes(
    name: FromPath[str], day: FromQuery[date], player: ThePlayer, tables: TheTables
) -> wire.Votes:
    return puzzles.votes(await puzzles.poll(tables.house.store, puzzles.Booth(name, day, player)))


@get("/games/{name:str}/keepsakes", guards=[limit_glances])
async def puzzle_keepsakes(
    name: FromPath[str], day: FromQuery[date], player: ThePlayer, tables: TheTables
) -> circle_wire.Keepsakes:
    """What is kept of a day's puzzle; it shows the solution."""
    booth = puzzles.Booth(name, day, player)
    await puzzles.poll(tables.house.store, booth)
    return circle_wire.Keepsakes((), tuple(puzzles.keepsakes(name, booth.puzzle)))


@get("/games/{name:str}/cast")
async def list_cast(name: FromPath[str]) -> wire.Company:
    levels = company(name).items()
    names = {level: {one.id: one.name for one in alike} for level, alike in levels}
    return wire.Company(names, strengths(name))


@post("/tables", guards=[limit_tables])
async def open_table(
    data: JSONBody[wire.NewTable], player: ThePlayer, circles: TheCircles
) -> wire.TableLink:
    """The first of a new circle."""
    return await circles.open(data, player)


@post("/tables/{table_id:str}/sit")
async def sit(data: JSONBody[wire.Sit], live: TheTable, player: ThePlayer) -> wire.AtSeat:
    change = await live.do(deeds.Sit(player, data))
    return wire.AtSeat(cast(int, change.seat))


@get("/tables/{table_id:str}", guards=[limit_glances])
async def glance(live: TheTable, player: ThePlayer) -> wire.Glance:
    return live.glance(player)


@post("/tables/{table_id:str}/bot")
async def seat_bot(data: JSONBody[wire.SeatBot], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.SeatBot(player, data))


@post("/tables/{table_id:str}/fill")
async def fill(data: JSONBody[wire.Fill], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.Fill(player, data))


@post("/tables/{table_id:str}/leave")
async def leave(data: JSONBody[wire.AtSeat], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.Leave(player, data.seat))


@post("/tables/{table_id:str}/kick")
async def kick(data: JSONBody[wire.AtSeat], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.Kick(player, data.seat))


@post("/tables/{table_id:str}/swap")
async def swap(data: JSONBody[wire.Swap], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.Swap(player, data))


@post("/tables/{table_id:str}/host")
async def hand_over(data: JSONBody[wire.AtSeat], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.HandOver(player, data.seat))


@post("/tables/{table_id:str}/stand-in")
async def stand_in(data: JSONBody[wire.AtSeat], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.StandIn(player, data.seat))


@post("/tables/{table_id:str}/hide")
async def hide(data: JSONBody[wire.Hide], live: TheTable, player: ThePlayer) -> None:
    await live.do(deeds.Hide(player, data))


@post("/tables/{table_id:str}/house-rules")
async def set_house_rules(
    data: JSONBody[wire.HouseRules], live: TheTable, player: ThePlayer
) -> None:
    await live.do(deeds.SetHouseRules(player, data))


@post("/tables/{table_id:str}/start")
async def start(live: TheTable, player: ThePlayer) -> None:
    await live.start(player)


@post("/tables/{table_id:str}/device")
async def device(live: TheTable, player: ThePlayer, players: ThePlayers) -> wire.DeviceLink:
    if not live.row.seats_of(player):
        raise Forbidden("not_your_seat")
    return wire.DeviceLink(players.device_token(player, live.row.id))


@get("/tables/{table_id:str}/record", guards=[limit_replays])
async def record(
    live: TheTable, player: ThePlayer, replays: TheReplays, request: AnyRequest
) -> Response[bytes]:
    """The finished table as a file that `salon verify` checks."""
    check_may_watch(live.row, player)
    name = f"{live.row.game}-{live.row.id[:6]}.json"
    return Response(
        await replays.record(live, path_of(request, player)),
        media_type=MediaType.JSON,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/tables/{table_id:str}/replay", guards=[limit_replays])
async def replay(
    live: TheTable,
    player: ThePlayer,
    replays: TheReplays,
    request: AnyRequest,
    step: FromQuery[int | None] = None,
) -> wire.Replay:
    """A finished table at one of its steps."""
    check_may_watch(live.row, player)
    return await replays.at(live, path_of(request, player), step)


@get("/tables/{table_id:str}/truths", guards=[limit_replays])
async def truths(
    live: TheTable, player: ThePlayer, replays: TheReplays, request: AnyRequest
) -> wire.Truths:
    """What was hidden while a finished table was played."""
    check_may_watch(live.row, player)
    return await replays.truths(live, path_of(request, player))


@get("/tables/{table_id:str}/study", guards=[limit_replays])
async def study(
    live: TheTable, player: ThePlayer, replays: TheReplays, request: AnyRequest
) -> wire.Studied:
    """Every decision of a finished table beside the best play of its rules."""
    check_may_watch(live.row, player)
    return await replays.study(live, path_of(request, player))


@get("/tables/{table_id:str}/keepsakes", guards=[limit_replays])
async def keepsakes(
    table_id: FromPath[str], player: ThePlayer, circles: TheCircles, request: AnyRequest
) -> circle_wire.Keepsakes:
    """What was made at a finished table: looked at where it lies, whoever keeps the table."""
    if (row := await circles.look(table_id)) is None:
        raise NotFound("no_such_table")
    check_may_watch(row, player)
    if row.page is None:
        raise Refusal("not_over")
    names = tuple(holder.name or holder.level or "" for holder in row.holders)
    language = language_of(request.headers.get("accept-language", ""))
    return circle_wire.Keepsakes(names, tuple(read_in(row, language)))


@get("/tables/{table_id:str}/advice", guards=[limit_replays])
async def advice(
    live: TheTable,
    player: ThePlayer,
    replays: TheReplays,
    request: AnyRequest,
    step: FromQuery[int],
) -> wire.Advice:
    """What the strongest bot would have done at one of the steps of a finished table."""
    check_may_watch(live.row, player)
    return await replays.advise(live, path_of(request, player), step)


@post("/tables/{table_id:str}/seats")
async def follow(
    data: JSONBody[wire.DeviceLink],
    live: TheTable,
    players: ThePlayers,
    tables: TheTables,
    request: AnyRequest,
) -> Response[wire.TableLink]:
    """A seat comes to this device, which is its player from now on."""
    link = players.follow(data.token, live.row.id)
    if not await tables.house.store.spend(*link.purse()):
        raise Gone("old_link")
    live.dismiss_elsewhere(link.player)
    cookie = cookie_for(players, link.player, request)
    return Response(wire.TableLink(live.row.id, live.row.home), cookies=[cookie])


# For whoever runs it


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz(tables: TheTables) -> Response[str]:
    """Whether a proxy should send people here."""
    if tables.house.is_draining:
        return Response("draining", status_code=503)
    return Response("ok")


@get("/metrics", include_in_schema=False)
async def metrics(registry: TheRegistry) -> Response[bytes]:
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


# Answers


def refuse(request: AnyRequest, error: Exception) -> Response[wire.Refusal]:
    """The only place where a refusal becomes an answer over HTTP."""
    request.app.state.tables.house.counts["refused"] += 1
    refusal = refusal_of(read_by_litestar(error))
    status = refusal.status
    if isinstance(refusal, NotFound) and isinstance(error, HTTPException):
        status = error.status_code  # too large, or another method
    return Response(wire.Refusal(refusal.key, refusal.details), status_code=status)


def read_by_litestar(error: Exception) -> Exception:
    """What the framework itself refuses: a body of another shape, a path that leads nowhere."""
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return error
    if isinstance(error, ValidationException) or error.status_code == 400:
        return Malformed("malformed", problem=_problem(error))
    return NotFound("not_found")


def _problem(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return str(extra[0].get("message", ""))
    return error.detail


def with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer says what a browser may do with it, and brings new players their cookie."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                known = {name.lower() for name, _ in headers}
                headers += [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in known
                ]
                if b"cache-control" not in known:
                    headers.append(NOT_KEPT)
                headers += _new_cookie(scope)
                message["headers"] = headers
            await send(message)

        await app(scope, receive, sending if scope["type"] == ScopeType.HTTP else send)

    return cast(ASGIApp, wrapped)


def _new_cookie(scope: Scope) -> list[tuple[bytes, bytes]]:
    player = scope.get("state", {}).get("new_player")
    if player is None or scope.get("method") != "POST":
        return []
    request: AnyRequest = Request(scope)
    cookie = cookie_for(request.app.state.players, player, request)
    return [(b"set-cookie", cookie.to_header(header="").strip().encode())]


def host_of(scope: Scope) -> str:
    """The name that this server was asked under, without the port."""
    named = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
    name, _, port = named.rpartition(":")
    return name if name and port.isdecimal() else named


async def misdirect(scope: Scope, send: Send) -> None:
    """Whoever asked meant another server, or pretends to."""
    sending: Any = send
    kind = "websocket.http" if scope["type"] == ScopeType.WEBSOCKET else "http"
    start = {"type": f"{kind}.response.start", "status": MISDIRECTED, "headers": []}
    await sending(start)
    await sending({"type": f"{kind}.response.body", "body": b""})


def make_app(
    circles: Circles,
    players: Players,
    page: Path,
    *,
    address: str | None = None,
    unlimited: bool = False,
    hosts: frozenset[str] = frozenset(),
) -> ASGIApp:
    """The whole server as one ASGI application; with `hosts`, only under these names."""
    http = make_http(circles, players, page, address=address, unlimited=unlimited)
    sockets = Sockets(circles, players, unlimited=unlimited)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if hosts and scope["path"] != "/healthz" and host_of(scope) not in hosts:
            await misdirect(scope, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await sockets(scope, receive, send)
        elif scope.get("method") == "HEAD":  # the same without a body, which uvicorn leaves out
            await http(cast(Scope, {**scope, "method": "GET"}), receive, send)
        else:
            await http(scope, receive, send)

    return cast(ASGIApp, app)


ROUTES = (
    list_games,
    fitting,
    list_puzzles,
    vote,
    list_votes,
    puzzle_keepsakes,
    here,
    open_table,
    glance,
    sit,
    list_cast,
    seat_bot,
    fill,
    leave,
    kick,
    swap,
    hand_over,
    stand_in,
    hide,
    set_house_rules,
    start,
    device,
    follow,
    record,
    replay,
    truths,
    study,
    keepsakes,
    advice,
)


def make_http(
    circles: Circles, players: Players, page: Path, *, address: str | None, unlimited: bool
) -> Litestar:
    tables = circles.tables

    async def announce(request: AnyRequest, page: bytes) -> bytes | None:
        """A page without a preview is better than none."""
        found = None
        with suppress(NotStored):
            found = await preview_of(request, circles) if is_allowed(request, PREVIEWS) else None
        return found and with_preview(page, found, str(request.base_url).rstrip("/"))

    state = {
        "tables": tables,
        "players": players,
        "buckets": Buckets(),
        "unlimited": unlimited,
        "address": address,
    }
    return Litestar(
        [
            Router("/api", route_handlers=[*ROUTES, *circle_routes.ROUTES]),
            healthz,
            metrics,
            *guests.handlers(),
            *Page(page, announce).handlers(),
        ],
        dependencies={
            "tables": Provide(lambda: tables, sync_to_thread=False),
            "players": Provide(lambda: players, sync_to_thread=False),
            "circles": Provide(lambda: circles, sync_to_thread=False),
            "replays": Provide(lambda: circles.replays, sync_to_thread=False),
            "registry": Provide(lambda: measure(tables), sync_to_thread=False),
            "player": Provide(find_player, sync_to_thread=False),
            "live": Provide(find_table),
            "circle": Provide(find_circle),
        },
        before_request=guard_post,
        exception_handlers={HTTPException: refuse, Exception: refuse},
        middleware=[with_headers],
        openapi_config=OpenAPIConfig("Salon", "1", path="/api/schema"),
        state=State(state),
        on_shutdown=[circles.replays.close],
        request_max_body_size=8_192,
        logging_config=None,
    )
