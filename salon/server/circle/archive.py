"""A whole circle as one file, for another server: what it keeps, and the album to read.

Nobody's cookie is in it: people are known by their numbers, and whoever brings it says who they
are. Tables that are not over are left out: their secrets are still somebody's.
"""

from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from salon.core.refusal import Malformed, Refusal
from salon.server.circle.album import Made, write_album
from salon.server.circle.circle import Circle
from salon.server.circle.keepsakes import read_in
from salon.server.circle.pages import Blank, Page
from salon.server.circle.row import CircleRow
from salon.server.room import StoredEntry
from salon.server.row import TableRow
from salon.server.store import Store

FORMAT = 1
JSON, HTML = "circle.json", "album.html"
LARGEST = 200 * 2**20  # bytes of what is in it
Player = str | None


class KeptTable(Struct, frozen=True):
    row: TableRow
    entries: tuple[StoredEntry, ...]


class Archive(Struct, frozen=True):
    format: int
    row: CircleRow
    pages: tuple[Page, ...]  # the first is number 1
    tables: tuple[KeptTable, ...]


async def gather(store: Store, circle: Circle) -> Archive:
    """All that is finished, without anybody's cookie."""
    row = replace(circle.row, code=None, tables=(), claims=(), sent_away=(), subscriptions=())
    nameless = nobody(row)
    found = await store.pages(row.id)
    pages = [found.get(number, Blank()) for number in range(1, circle.last + 1)]
    tables = [
        KeptTable(seen_by(kept, nameless), tuple(await store.entries(kept.id)))
        for table in circle.album
        if (kept := await store.load(TableRow, table)) is not None
    ]
    return Archive(FORMAT, known_by(row, nameless), tuple(pages), tuple(tables))


def write(archive: Archive, circle: Circle, language: str) -> bytes:
    """As a file."""
    rows = {one.row.id: one.row for one in archive.tables}
    album = circle.album.values()
    made = [Made(one, tuple(read_in(rows.get(one.table), language))) for one in album]
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr(JSON, msgspec.json.format(msgspec.json.encode(archive)))
        packed.writestr(HTML, write_album(circle, made, language))
    return file.getvalue()


def read(file: bytes) -> Archive:
    """Or Malformed, for whatever is no circle."""
    try:
        with ZipFile(BytesIO(file)) as packed:
            if packed.getinfo(JSON).file_size > LARGEST:
                raise Malformed("malformed", problem=JSON)
            archive = msgspec.json.decode(packed.read(JSON), type=Archive)
    except (BadZipFile, KeyError, NotImplementedError, msgspec.DecodeError, RuntimeError) as error:
        raise Malformed("malformed", problem=str(error)) from None
    if archive.format != FORMAT:
        raise Refusal("newer_archive")
    return archive


async def bring(store: Store, archive: Archive, player: str, new_player: Callable[[], str]) -> str:
    """Into this store, or a Refusal; whoever brings it hosts."""
    fresh: dict[str, str] = {}

    def known(token: Player) -> Player:
        return None if token is None else fresh.setdefault(token, new_player())

    row = replace(known_by(archive.row, known), hosts=(player,), code=None)
    if await store.load(CircleRow, row.id) is not None:
        raise Refusal("circle_exists")
    for one in archive.tables:
        if await store.load(TableRow, one.row.id) is None:
            await store.bring(seen_by(one.row, known), one.entries)
    await store.bring(row, archive.pages)
    return row.id


def nobody(row: CircleRow) -> Callable[[Player], Player]:
    """People by the number of whoever their device belongs to."""
    own = [one for one in row.people if one.beside is None and one.player is not None]
    tokens: dict[Player, str] = {one.player: f"#{one.number}" for one in own}
    return tokens.get


def known_by(row: CircleRow, name: Callable[[Player], Player]) -> CircleRow:
    people = tuple(replace(one, player=name(one.player)) for one in row.people)
    hosts = tuple(found for one in row.hosts if (found := name(one)) is not None)
    return replace(row, people=people, hosts=hosts)


def seen_by(row: TableRow, name: Callable[[Player], Player]) -> TableRow:
    holders = tuple(replace(one, player=name(one.player)) for one in row.holders)
    return replace(row, holders=holders, host=name(row.host) or "", noticed=())
