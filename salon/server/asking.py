"""Who asks over HTTP, and may they: what the routes of tables and of circles share."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import FromPath
from prometheus_client import CollectorRegistry

from salon.core.table import read
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from salon.server.limits import Limit, households
from salon.server.live import LiveTable
from salon.server.players import COOKIE, COOKIE_SECONDS, Players, check_origin
from salon.server.refusals import TooMuch
from salon.server.replays import Replays
from salon.server.tables import Tables
from salon.texts import LANGUAGES

DEEDS = Limit("deeds", 60, 2)
REPLAYS = Limit("replays", 200, 20)
PREVIEWS = Limit("previews", 100, 5)  # each may ask the store once
GLANCES = Limit("glances", 60, 2)  # each may load a table
CODES = Limit("codes", 30, 0.5)  # these two count over all processes
ARCHIVES = Limit("archives", 5, 20 / 86_400)
LINES = Limit("lines", 10, 0.5)  # that one player says
TABLES = Limit("tables", 50, 200 / 86_400)  # that gather: each takes a code for up to a day
VOTES = Limit("votes", 100, 1000 / 86_400)  # each is kept
AnyRequest = Request[Any, Any, State]
AnyConnection = ASGIConnection[Any, Any, Any, State]
TheTables = NamedDependency[Tables]
ThePlayers = NamedDependency[Players]
TheCircles = NamedDependency[Circles]
TheCircle = NamedDependency[LiveCircle]
TheTable = NamedDependency[LiveTable]
ThePlayer = NamedDependency[str]  # who asks
TheReplays = NamedDependency[Replays]
TheRegistry = NamedDependency[CollectorRegistry]


def find_player(request: AnyRequest, players: ThePlayers) -> str:
    """The player of this browser; one who comes for the first time gets a cookie."""
    player = players.read(request.cookies.get(COOKIE))
    if player is None:
        player = players.new()
        request.state.new_player = player
    return player


async def find_table(table_id: FromPath[str], tables: TheTables) -> LiveTable:
    return await tables.get(table_id)


async def find_circle(circle_id: FromPath[str], circles: TheCircles) -> LiveCircle:
    return await circles.get(circle_id)


async def guard_post(request: AnyRequest) -> None:
    if request.method == "POST":
        origin, host = request.headers.get("origin"), request.headers.get("host")
        check_origin(origin, request.scope["scheme"], host)
        limit(request, DEEDS)
        takes_files = request.route_handler.opt.get("takes_files", False)
        if not takes_files and (body := await request.body()):
            read(Any, body)  # or Malformed, for whatever is no JSON


def language_of(accepted: str) -> str:
    """The first that Salon speaks of those that somebody reads; else English."""
    wanted = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((one for one in wanted if one in LANGUAGES), "en")


def address_of(connection: AnyConnection) -> str:
    return connection.client.host if connection.client else ""


def path_of(connection: AnyConnection, player: str) -> tuple[str, str]:
    """Among whom they have a fair turn."""
    return households(address_of(connection))[0], player


def is_allowed(connection: AnyConnection, what: Limit) -> bool:
    """By what this process has seen."""
    state = connection.app.state
    return bool(state.unlimited or state.buckets.allow(what, address_of(connection)))


def limit(connection: AnyConnection, what: Limit) -> None:
    """In this process."""
    if not is_allowed(connection, what):
        raise TooMuch


def limit_player(connection: AnyConnection, what: Limit, player: str) -> None:
    """By themselves, whoever else is at their address; in this process."""
    state, purse = connection.app.state, f"{what.what} {player}"
    if not (state.unlimited or state.buckets.take(purse, what.most, what.rate)):
        raise TooMuch


async def limit_everywhere(connection: AnyConnection, what: Limit) -> None:
    """In all processes together."""
    state = connection.app.state
    for purse in () if state.unlimited else what.purses(address_of(connection)):
        if not await state.tables.house.store.spend(*purse):
            raise TooMuch


async def limit_codes(connection: AnyConnection, _: object) -> None:
    """Nobody tries them all."""
    await limit_everywhere(connection, CODES)


async def limit_tables(connection: AnyConnection, _: object) -> None:
    """There are codes for everybody."""
    await limit_everywhere(connection, TABLES)


async def limit_votes(connection: AnyConnection, _: object) -> None:
    """Nobody votes for thousands."""
    await limit_everywhere(connection, VOTES)


async def limit_archives(connection: AnyConnection, _: object) -> None:
    """They are large."""
    await limit_everywhere(connection, ARCHIVES)


def limit_replays(connection: AnyConnection, _: object) -> None:
    """A whole table may have to be played again for each."""
    limit(connection, REPLAYS)


def limit_glances(connection: AnyConnection, _: object) -> None:
    limit(connection, GLANCES)


def cookie_for(players: Players, player: str, request: AnyRequest) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=players.sign(player),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
