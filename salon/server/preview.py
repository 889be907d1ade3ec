"""What a link says of itself before it is opened: lines for messengers in the head of the page."""

from html import escape
from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import State

from salon import games
from salon.server.row import TableRow
from salon.server.tables import Tables
from salon.texts import LANGUAGES, Texts

COVER = "cover.png"
COVER_SIZE = (800, 420)
HEAD_ENDS = b"</head>"

AnyRequest = Request[Any, Any, State]


class Preview(NamedTuple):
    """Title, one sentence, and whose cover is shown."""

    title: str
    about: str
    game: str
    listed: bool = True  # whether it may be found by strangers


async def preview_of(request: AnyRequest, tables: Tables) -> Preview | None:
    """Of a table's link, or of a game's page; None: of any other."""
    language = language_of(request.headers.get("accept-language", ""))
    _, place, name, *_ = [*request.url.path.split("/"), "", ""]
    if place == "new" and name in games.names():
        texts = Texts(language, games.folder(name))
        return Preview(texts.say("title"), texts.say("tagline"), name)
    if place == "t" and (row := await _row(tables, name)) is not None:
        return invitation(row, language)
    return None


async def _row(tables: Tables, table: str) -> TableRow | None:
    """Looked at, not taken: whoever keeps it goes on keeping it."""
    live = tables.live.get(table)
    return live.row if live is not None else await tables.house.store.load(table)


def invitation(row: TableRow, language: str) -> Preview:
    texts = Texts(language, games.folder(row.game))
    game = texts.say("title")
    host = next((one.name for one in row.holders if one.player == row.host and one.name), "")
    key = "preview.over" if row.over else "preview.invites" if host else "preview.invited"
    title = texts.say(key, name=host, game=game)
    return Preview(title, texts.say("tagline"), row.game, listed=False)


def language_of(accepted: str) -> str:
    """The first that Salon speaks of those that somebody reads; else English."""
    wanted = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((one for one in wanted if one in LANGUAGES), "en")


def with_preview(page: bytes, preview: Preview, address: str) -> bytes:
    """The page with these lines in its head; address is where its server is, as it was asked."""
    return page.replace(HEAD_ENDS, _lines(preview, address).encode() + HEAD_ENDS, 1)


def _lines(preview: Preview, address: str) -> str:
    said = {
        "og:site_name": "Salon",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
    }
    if (games.folder(preview.game) / COVER).is_file():
        said["og:image"] = f"{address}/games/{preview.game}/{COVER}"
        said["og:image:width"], said["og:image:height"] = map(str, COVER_SIZE)
        said["twitter:card"] = "summary_large_image"
    if not preview.listed:
        said["robots"] = "noindex"
    return "".join(_line(name, content) for name, content in said.items())


def _line(name: str, content: str) -> str:
    kind = "property" if name.startswith("og:") else "name"
    return f'<meta {kind}="{name}" content="{escape(content)}" />\n'
