"""Tables and circles in one file: SQLite, for one server."""

import asyncio
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import time
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from salon.core.refusal import Unusable
from salon.core.table import BAD_JSON, Joined
from salon.server.circle.pages import Blank, Page
from salon.server.limits import Buckets
from salon.server.refusals import NotStored
from salon.server.room import StoredEntry
from salon.server.snapshots import Snapshot
from salon.server.store import (
    KINDS,
    Change,
    CodeTaken,
    Found,
    Lease,
    Overtaken,
    Poll,
    R,
    Row,
    read_row,
)

IN_MEMORY = ":memory:"
OWNER_ONLY = 0o600  # others on this machine may not read the secrets of tables
T = TypeVar("T")


SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, code TEXT UNIQUE, row BLOB NOT NULL, touched INTEGER NOT NULL,
  awake INTEGER NOT NULL DEFAULT 0, kind TEXT NOT NULL DEFAULT 'table' -- or 'circle'
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS awake ON tables (id) WHERE awake;
CREATE INDEX IF NOT EXISTS gathering ON tables (touched) WHERE code IS NOT NULL;
CREATE TABLE IF NOT EXISTS entries (
  table_id TEXT NOT NULL, step INTEGER NOT NULL, kept BLOB NOT NULL, PRIMARY KEY (table_id, step)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
  table_id TEXT PRIMARY KEY, step INTEGER NOT NULL, snapshot BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS votes (
  puzzle TEXT NOT NULL, voter TEXT NOT NULL, choice INTEGER, -- NULL: gave up
  at INTEGER NOT NULL, PRIMARY KEY (puzzle, voter)
) WITHOUT ROWID;
"""
FORMAT = 5
DAY = 86_400  # seconds
WITH_SNAPSHOTS = 3  # formats before it had them in the row
AWAKE = "ALTER TABLE tables ADD COLUMN awake INTEGER NOT NULL DEFAULT 0"
CIRCLES = "ALTER TABLE tables ADD COLUMN kind TEXT NOT NULL DEFAULT 'table'"
FROM_FORMAT = {1: f"{AWAKE};{CIRCLES}", 2: CIRCLES, 3: CIRCLES}
APPEND = (
    "INSERT INTO entries SELECT ?1, ?2, ?3 WHERE ?2 = 1 +"
    " (SELECT COALESCE(MAX(step), 0) FROM entries WHERE table_id = ?1)"
)
UPDATE = "UPDATE tables SET code = ?, row = ?, touched = ?, awake = ? WHERE id = ?"
FORGOTTEN_CODES = "SELECT id FROM tables WHERE code IS NOT NULL AND touched < ?"
FREE_CODE = "UPDATE tables SET code = NULL WHERE id = ?"
VOTE = "INSERT OR IGNORE INTO votes VALUES (?, ?, ?, ?)"
MINE = "SELECT choice FROM votes WHERE puzzle = ? AND voter = ?"
COUNTS = "SELECT choice, count(*) FROM votes WHERE puzzle = ? GROUP BY choice"
ERASE = "UPDATE entries SET kept = ? WHERE table_id = ? AND step = ?"
BLANK = msgspec.json.encode(Blank())
LOG = (("entries", "table_id"), ("snapshots", "table_id"))
GROUP = 256  # how many requests one commit may carry

_encode = msgspec.json.encode
_read_page = msgspec.json.Decoder(Page).decode
_read_entry = msgspec.json.Decoder(StoredEntry).decode
_read_snapshot = msgspec.json.Decoder(Snapshot).decode

Work = Callable[[sqlite3.Connection], Any]
Request = tuple[Work | None, asyncio.Future[Any]]  # None: clean up after what was dropped


class SqliteStore:
    """One file, one thread that writes, as many requests in one commit as have gathered."""

    def __init__(self, file: Path | str) -> None:
        self._file = str(file)
        self._connection = _open(self._file)
        self._purses = Buckets()
        self._kept = set[str]()  # what was taken and not let go
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join, timeout=10)

    async def open(self, row: Row) -> None:
        values = (row.id, row.code, _encode(row), int(time()), row.is_awake(), KINDS[type(row)])
        try:
            await self._ask(
                lambda db: db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", values)
            )
        except NotStored as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise CodeTaken from error
            raise

    async def bring(self, row: Row, entries: Sequence[StoredEntry | Page]) -> None:
        values = (row.id, row.code, _encode(row), int(time()), row.is_awake(), KINDS[type(row)])
        lines = [(row.id, step, _encode(one)) for step, one in enumerate(entries, 1)]

        def bring(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", values)
            db.executemany("INSERT INTO entries VALUES (?, ?, ?)", lines)

        await self._ask(bring)

    async def take(self, kind: type[R], id: str, *, ask: bool = True) -> tuple[Lease, R] | None:  # noqa: ARG002
        self._kept.add(id)
        if (row := await self.load(kind, id)) is not None:
            return Lease(id), row
        self._kept.discard(id)
        return None

    async def let_go(self, lease: Lease) -> None:
        """Nobody else could take it: the file is one server's."""
        self._kept.discard(lease.id)

    async def wanted(self, held: Collection[Lease]) -> list[Lease]:  # noqa: ARG002
        return []

    async def write(self, lease: Lease, change: Change) -> None:
        table, entry, row, values = lease.id, None, change.row, None
        blanks = [(BLANK, table, number) for number in change.erased]
        if change.stored is not None:
            entry = (table, change.number, _encode(change.stored))
        if row is not None:
            values = (row.code, _encode(row), int(time()), row.is_awake(), table)

        def write(db: sqlite3.Connection) -> None:
            if entry is not None and db.execute(APPEND, entry).rowcount != 1:
                raise Overtaken
            if values is not None:
                db.execute(UPDATE, values)
            if blanks:
                db.executemany(ERASE, blanks)

        await self._ask(write)
        if blanks:
            await self._clean()

    async def drop(self, lease: Lease) -> None:
        await self._drop(
            lease, ("tables", "id"), ("entries", "table_id"), ("snapshots", "table_id")
        )
        self._kept.discard(lease.id)

    async def drop_log(self, lease: Lease) -> None:
        await self._drop(lease, *LOG)

    async def _drop(self, lease: Lease, *places: tuple[str, str]) -> None:
        def drop(db: sqlite3.Connection) -> None:
            for name, key in places:
                db.execute(f"DELETE FROM {name} WHERE {key} = ?", (lease.id,))

        await self._ask(drop)
        await self._clean()

    async def _clean(self) -> None:
        """What was dropped is overwritten in the file by now; here also in what lies beside it."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._requests.put((None, answer))
        await answer

    async def load(self, kind: type[R], id: str) -> R | None:
        sql = f"SELECT row, code FROM tables WHERE id = ? AND kind = '{KINDS[kind]}'"
        found = await self._ask(lambda db: db.execute(sql, (id,)).fetchone())
        return None if found is None else read_row(kind, *found)

    async def find(self, code: str) -> Found | None:
        sql = "SELECT kind, id FROM tables WHERE code = ?"
        found = await self._ask(lambda db: db.execute(sql, (code,)).fetchone())
        return None if found is None else Found(*found)

    async def untouched(self, kind: type[R], seconds: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE kind = ? AND touched < ? ORDER BY touched"
        values = KINDS[kind], int(time()) - seconds
        rows = await self._ask(lambda db: db.execute(sql, values).fetchall())
        return [id for (id,) in rows]

    async def free_codes(self, seconds: int) -> None:
        long_ago, kept = int(time()) - seconds, frozenset(self._kept)

        def free(db: sqlite3.Connection) -> None:
            for (id,) in db.execute(FORGOTTEN_CODES, (long_ago,)).fetchall():
                if id not in kept:
                    db.execute(FREE_CODE, (id,))

        await self._ask(free)

    async def awake(self) -> list[str]:
        rows = await self._ask(
            lambda db: db.execute("SELECT id FROM tables WHERE awake ORDER BY id").fetchall()
        )
        return [table for (table,) in rows]

    async def entries(self, table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        rows = await self._ask(lambda db: list(_log(db, table, after, most)))
        return [_read_entry(one) for one in rows]

    async def pages(self, circle: str) -> dict[int, Page]:
        sql = "SELECT step, kept FROM entries WHERE table_id = ? ORDER BY step"
        rows = await self._ask(lambda db: db.execute(sql, (circle,)).fetchall())
        return {number: _read_page(kept) for number, kept in rows}

    async def log(self, table: str) -> bytes:
        return await self._ask(lambda db: b"[%b]" % b",".join(_log(db, table)))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        body = _encode(snapshot)
        await self._ask(
            lambda db: db.execute(
                "INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
                " step = excluded.step, snapshot = excluded.snapshot WHERE step <= excluded.step",
                (table, snapshot.step, body),
            )
        )

    async def snapshot(self, table: str) -> Snapshot | None:
        found = await self._one(
            "SELECT snapshot FROM snapshots WHERE table_id = ?1 AND step <="
            " (SELECT COALESCE(MAX(step), 0) FROM entries WHERE table_id = ?1)",
            table,
        )
        try:
            return None if found is None else _read_snapshot(found)
        except BAD_JSON:
            return None

    async def spend(self, purse: str, most: float, rate: float) -> bool:
        return self._purses.take(purse, most, rate)

    async def vote(self, puzzle: str, voter: str, choice: int | None) -> None:
        values = (puzzle, voter, choice, int(time()) // DAY * DAY)  # the time would tell too much
        await self._ask(lambda db: db.execute(VOTE, values))

    async def poll(self, puzzle: str, voter: str) -> Poll | None:
        def look(db: sqlite3.Connection) -> Poll | None:
            mine = db.execute(MINE, (puzzle, voter)).fetchone()
            return mine and Poll(mine[0], dict(db.execute(COUNTS, (puzzle,)).fetchall()))

        return await self._ask(look)

    async def forget_votes(self, seconds: int) -> None:
        old = int(time()) - seconds
        await self._ask(lambda db: db.execute("DELETE FROM votes WHERE at < ?", (old,)))
        await self._clean()

    async def _one(self, sql: str, key: str) -> Any:
        row = await self._ask(lambda db: db.execute(sql, (key,)).fetchone())
        return None if row is None else row[0]

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._requests.put((work, answer))
        try:
            return await answer
        except (sqlite3.Error, Overtaken) as error:
            raise NotStored(repr(error)) from error

    # In the thread

    def _serve(self) -> None:
        while (first := self._requests.get()) is not None:
            group = [first]
            while len(group) < GROUP and not self._requests.empty():
                if (another := self._requests.get()) is None:
                    self._requests.put(None)
                    break
                group.append(another)
            self._commit([(work, answer) for work, answer in group if work is not None])
            if cleaning := [answer for work, answer in group if work is None]:
                with suppress(sqlite3.Error):  # the next one does it
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                _answer([(answer, None) for answer in cleaning])
        self._connection.close()

    def _commit(self, group: list[tuple[Work, asyncio.Future[Any]]]) -> None:
        """All in one commit; if one of them fails, each in its own."""
        if not group:
            return
        try:
            answers = self._transact([work for work, _ in group])
        except Exception as error:
            if len(group) > 1:
                for one in group:
                    self._commit([one])
            else:
                _answer([(group[0][1], error)])
        else:
            _answer(list(zip((future for _, future in group), answers, strict=True)))

    def _transact(self, works: list[Work]) -> list[Any]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            answers = [work(self._connection) for work in works]
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return answers


def _log(db: sqlite3.Connection, table: str, after: int = 0, most: int = -1) -> Iterator[bytes]:
    sql = "SELECT kept FROM entries WHERE table_id = ? AND step > ? ORDER BY step LIMIT ?"
    return (kept for (kept,) in db.execute(sql, (table, after, most)))


def _answer(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Back to the loop that asked; a loop that is gone needs no answer."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for future, answer in answers:
        by_loop.setdefault(future.get_loop(), []).append((future, answer))
    for loop, some in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, some)


def _settle(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def keep_private(file: Path) -> None:
    """The file, and what SQLite puts beside it, from before its first byte."""
    file.touch(OWNER_ONLY)
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        one.chmod(OWNER_ONLY)


def _open(file: str) -> sqlite3.Connection:
    try:
        if file != IN_MEMORY:
            keep_private(Path(file))
        db = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=5)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")  # what was dropped can be read by nobody
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise Unusable("newer_data", name=file)
        db.executescript(";".join(["BEGIN IMMEDIATE", FROM_FORMAT.get(version, ""), SCHEMA]))
        if 0 < version < WITH_SNAPSHOTS:
            _bring_snapshots(db)
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise Unusable("bad_data", name=file, problem=str(error)) from error
    return db


class RowOf2(Struct):
    """What a table of formats 1 and 2 kept of its state beside its log."""

    version: int
    seats: int = 0
    snapshot: bytes | None = None
    snapshot_step: int = 0


def _bring_snapshots(db: sqlite3.Connection) -> None:
    """They were part of the row."""
    for table, body in db.execute("SELECT id, row FROM tables").fetchall():
        with suppress(*BAD_JSON):  # a damaged row is nobody else's trouble
            row = msgspec.json.decode(body, type=RowOf2)
            if row.snapshot is not None:
                kept = [_read_entry(one) for one in _log(db, table)][: row.snapshot_step]
                snapshot = _encode(_snapshot_of_2(row, row.snapshot, kept))
                line = (table, row.snapshot_step, snapshot)
                db.execute("INSERT INTO snapshots VALUES (?, ?, ?)", line)


def _snapshot_of_2(row: RowOf2, state: bytes, kept: list[StoredEntry]) -> Snapshot:
    """Without what everybody had heard."""
    return Snapshot(
        version=row.version,
        step=row.snapshot_step,
        state=state,
        seats=row.seats + sum(isinstance(one.entry, Joined) for one in kept),
        made=Counter(one.seat for one in kept if one.seat is not None),
        done=[(one.seat, one.id) for one in kept if one.seat is not None and one.id is not None],
    )
