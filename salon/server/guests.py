"""What the page needs of games from elsewhere: their words, rules and boards, as files.

Those of our own games are built into the page, but for the cover that a link shows of itself. Only
files with these names leave the house, and all of them are in memory: no path leads to a folder.
"""

from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from salon import games
from salon.server.preview import COVER
from salon.server.refusals import NotFound
from salon.texts import LANGUAGES

KINDS = {
    **{f"texts.{language}.json": "application/json" for language in LANGUAGES},
    **{f"RULES.{language}.md": "text/markdown" for language in LANGUAGES},
    "board.js": "text/javascript",
    "board.css": "text/css",
    "cover.svg": "image/svg+xml",
    COVER: "image/png",
}


class File(NamedTuple):
    body: bytes
    kind: str
    tag: str  # changes with the body


@cache
def files() -> dict[tuple[str, str], File]:
    """By game and name."""
    return {
        (game, name): _read(game, name)
        for game in games.names()
        for name in ([COVER] if games.is_ours(game) else KINDS)
        if (games.folder(game) / name).is_file()
    }


def files_of(game: str) -> tuple[str, ...]:
    """What the page has to ask for, as it was not built with it."""
    return () if games.is_ours(game) else tuple(name for owner, name in files() if owner == game)


def _read(game: str, name: str) -> File:
    body = (games.folder(game) / name).read_bytes()
    return File(body, KINDS[name], f'"{sha256(body).hexdigest()[:16]}"')


def handlers() -> list[HTTPRouteHandler]:
    @get("/games/{game:str}/{name:str}", include_in_schema=False)
    async def guest(
        request: Request[Any, Any, State], game: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        return _answer(game, name, request.headers.get("if-none-match"))

    return [guest]


def _answer(game: str, name: str, known: str | None) -> Response[bytes]:
    """Asked for again each time: a package may be brought up to date."""
    if (found := files().get((game, name))) is None:
        raise NotFound("not_found")
    headers = {"etag": found.tag, "cache-control": "no-cache"}
    if known == found.tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(found.body, media_type=found.kind, headers=headers)
