"""What a link says of itself before it is opened: lines for messengers in the head of the page."""

from html import escape
from typing import NamedTuple

from salon import games
from salon.server.asking import AnyRequest, language_of
from salon.server.circle.circles import Circles
from salon.server.circle.row import CircleRow
from salon.server.row import OWN_CIRCLE, TableRow
from salon.texts import Texts

COVER = "cover.png"
COVER_SIZE = (800, 420)
HEAD_ENDS = b"</head>"


class Preview(NamedTuple):
    """Title, one sentence, and whose cover is shown."""

    title: str
    about: str
    game: str
    listed: bool = True  # whether it may be found by strangers


async def preview_of(request: AnyRequest, circles: Circles) -> Preview | None:
    """Of a circle's link, of a table's, or of a game's page; None: of any other."""
    language = language_of(request.headers.get("accept-language", ""))
    _, place, name, *_ = [*request.url.path.split("/"), "", ""]
    if place in ("new", "puzzle") and name in games.names():
        texts = Texts(language, games.folder(name))
        title = texts.say("title")
        said = title if place == "new" else texts.say("album.puzzle", game=title)
        return Preview(said, texts.say("tagline"), name)
    table = await _table_of(circles, name) if place == "c" else name if place == "t" else None
    row = None if table is None else await circles.look(table)
    return None if row is None else invitation(row, language)


async def _table_of(circles: Circles, circle: str) -> str | None:
    """Where its people are, or were last: looked at, not taken."""
    live = circles.live.get(circle)
    row = live.row if live is not None else await circles.house.store.load(CircleRow, circle)
    if row is None:
        return circle.removeprefix(OWN_CIRCLE)
    return row.last if row.current is None else row.current.id


def invitation(row: TableRow, language: str) -> Preview:
    texts = Texts(language, games.folder(row.game))
    game = texts.say("title")
    host = next((one.name for one in row.holders if one.player == row.host and one.name), "")
    key = "preview.over" if row.over else "preview.invites" if host else "preview.invited"
    title = texts.say(key, name=host, game=game)
    return Preview(title, texts.say("tagline"), row.game, listed=False)


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
