"""Tables and circles in one database, for as many servers as share it."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Self

import msgspec

from salon.core.table import BAD_JSON
from salon.server.circle.pages import Page
from salon.server.postgres.keeper import Keeper
from salon.server.postgres.link import ANSWER, KNOCK, TROUBLE, Link
from salon.server.postgres.schema import bring_up_to_date
from salon.server.postgres.writer import Writer
from salon.server.refusals import ComeAgain, NotStored
from salon.server.room import StoredEntry
from salon.server.snapshots import Snapshot
from salon.server.store import KINDS, Change, CodeTaken, Found, Lease, Poll, R, Row, read_row

READERS = 4  # connections
ASK_SECONDS = 0.8  # that another server has to let go of a table
LOOK_SECONDS = 0.04  # between two looks, should the hint be lost

# Whether it is free is judged while its row is locked: of two who want it, one comes second.
TAKE = """
WITH was AS MATERIALIZED (
  SELECT id, row, code, keeper FROM tables WHERE id = $1 AND kind = $4 FOR NO KEY UPDATE
), judged AS MATERIALIZED (
  SELECT *, keeper IS NULL OR keeper = $2 OR NOT keeper_is_alive(keeper) AS is_free FROM was
), changed AS (
  UPDATE tables SET keeper = CASE WHEN is_free THEN $2 ELSE tables.keeper END,
    wanted = CASE WHEN is_free THEN NULL ELSE $2 END
  FROM judged WHERE tables.id = judged.id AND (is_free OR $3 AND wanted IS DISTINCT FROM $2)
  RETURNING judged.keeper
), told AS MATERIALIZED (
  SELECT pg_notify('salon_' || keeper, '') FROM changed WHERE keeper <> $2
)
SELECT row, code, is_free, (SELECT count(*) FROM told) FROM judged
"""
LET_GO = """
WITH was AS MATERIALIZED (
  SELECT id, wanted FROM tables WHERE id = $1 AND keeper = $2 FOR NO KEY UPDATE
), freed AS (
  UPDATE tables SET keeper = NULL, wanted = NULL FROM was WHERE tables.id = was.id
  RETURNING was.wanted
)
SELECT pg_notify('salon_' || wanted, '') FROM freed WHERE wanted IS NOT NULL
"""
WANTED = """
SELECT id FROM unnest($1::text[]) AS held (id) LEFT JOIN tables USING (id)
WHERE keeper IS DISTINCT FROM $2 OR wanted <> $2
"""
OPEN = (
    "INSERT INTO tables (id, code, row, awake, kind) VALUES ($1, $2, $3, $4, $5)"
    " ON CONFLICT DO NOTHING RETURNING id"
)
FREE_CODES = """
UPDATE tables SET code = NULL WHERE id IN (
  SELECT id FROM tables WHERE code IS NOT NULL AND touched < extract(epoch FROM now()) - $1
    AND (keeper IS NULL OR NOT keeper_is_alive(keeper))
  FOR UPDATE SKIP LOCKED)
"""
AWAKE = (
    "SELECT id FROM tables WHERE awake AND (keeper IS NULL OR NOT keeper_is_alive(keeper))"
    " ORDER BY id"
)
LOAD = "SELECT row, code FROM tables WHERE id = $1 AND kind = $2"
ENTRIES = "SELECT kept FROM entries WHERE table_id = $1 AND step > $2 ORDER BY step LIMIT $3"
LOG = "SELECT string_agg(kept, ',' ORDER BY step) FROM entries WHERE table_id = $1"
PAGES = "SELECT step, kept FROM entries WHERE table_id = $1 ORDER BY step"
# Only by whoever keeps it
HELD = "WITH held AS (SELECT id FROM tables WHERE id = $1 AND keeper = $2 FOR NO KEY UPDATE)"
DROP_LOG = (
    f"{HELD}, log AS (DELETE FROM entries USING held WHERE table_id = held.id),"
    " shot AS (DELETE FROM snapshots USING held WHERE table_id = held.id) SELECT id FROM held"
)
DROP = "DELETE FROM tables WHERE id = $1 AND keeper = $2"
UNTOUCHED = (
    "SELECT id FROM tables WHERE kind = $1 AND touched < extract(epoch FROM now()) - $2"
    " ORDER BY touched"
)
KEEP_SNAPSHOT = (
    "INSERT INTO snapshots AS old VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE SET"
    " step = excluded.step, snapshot = excluded.snapshot WHERE old.step <= excluded.step"
)
SNAPSHOT = (
    "SELECT snapshot FROM snapshots WHERE table_id = $1 AND step <="
    " (SELECT coalesce(max(step), 0) FROM entries WHERE table_id = $1)"
)
# What is in a purse by now
FILLED = (
    "least($2, old.left_then + $3 * greatest(0, extract(epoch FROM excluded.at - old.at)::float8))"
)
SPEND = f"""
INSERT INTO purses AS old
SELECT $1, $2 - 1, now, coalesce(now + $2 / nullif($3, 0) * interval '1s', 'infinity')
FROM clock_timestamp() AS now WHERE $2::float8 >= 1
ON CONFLICT (purse) DO UPDATE SET
  left_then = {FILLED} - 1, at = greatest(excluded.at, old.at), full_at = excluded.full_at
WHERE {FILLED} >= 1
RETURNING TRUE
"""
VOTE = (  # by the day: the time would tell too much
    "INSERT INTO votes VALUES ($1, $2, $3, floor(extract(epoch FROM now()) / 86400) * 86400)"
    " ON CONFLICT DO NOTHING"
)
MINE = "SELECT choice FROM votes WHERE puzzle = $1 AND voter = $2"
COUNTS = "SELECT choice, count(*) FROM votes WHERE puzzle = $1 GROUP BY choice"
FORGET_VOTES = "DELETE FROM votes WHERE at < extract(epoch FROM now()) - $1"
KEY = "SELECT content FROM settings WHERE name = 'key'"
KEY_BYTES = 32

_encode = msgspec.json.encode
_read_page = msgspec.json.Decoder(Page).decode
_read_entry = msgspec.json.Decoder(StoredEntry).decode
_read_snapshot = msgspec.json.Decoder(Snapshot).decode


class PostgresStore:
    """One writes, a few read, and one connection says that this server is alive."""

    def __init__(self, link: Link, pool: Any, on_hint: Callable[[], None], lease: float) -> None:
        self._pool = pool
        self._on_hint = on_hint
        self._hint = asyncio.Event()
        self._keeper = Keeper(link, lease, self._hear)
        self._writer = Writer(link)

    @classmethod
    async def connect(cls, url: str, on_hint: Callable[[], None], *, lease: float) -> Self:
        """Ready, or Unusable."""
        link = Link(url)
        connection = await link.first()
        try:
            await bring_up_to_date(connection, link)
        finally:
            connection.terminate()
        store = cls(link, link.pool(READERS), on_hint, lease)
        try:
            await store._start()
        except TROUBLE as error:
            await store.close()
            raise link.unreachable(error) from None
        return store

    async def _start(self) -> None:
        await self._pool
        await self._keeper.start()
        await self._writer.start()

    async def close(self) -> None:
        """Others may take at once what was kept here."""
        await self._writer.close()
        await self._keeper.close()
        try:
            await asyncio.wait_for(self._pool.close(), KNOCK)
        except TROUBLE:
            self._pool.terminate()

    async def key(self) -> bytes:
        """The key of the whole site: whoever comes first draws it."""
        drawn = secrets.token_bytes(KEY_BYTES)
        await self._ask("INSERT INTO settings VALUES ('key', $1) ON CONFLICT DO NOTHING", drawn)
        return bytes(await self._one(KEY))

    # Leases

    async def take(self, kind: type[R], id: str, *, ask: bool = True) -> tuple[Lease, R] | None:
        """Whoever keeps it is asked once, and then it is looked at again and again."""
        until = monotonic() + ASK_SECONDS
        while is_told(id):
            hint, me = self._hint, self._keeper.number
            found = await self._ask(TAKE, id, me, ask, KINDS[kind])
            if not found:
                break
            row, code, is_free, _ = found[0]
            if is_free:
                return Lease(id, me), read_row(kind, row, code)
            if not ask or monotonic() > until:
                raise ComeAgain
            with suppress(TimeoutError):
                await asyncio.wait_for(hint.wait(), LOOK_SECONDS)
        return None

    async def let_go(self, lease: Lease) -> None:
        await self._writer.quiet(lease.id)
        await self._ask(LET_GO, lease.id, lease.keeper)

    async def wanted(self, held: Collection[Lease]) -> list[Lease]:
        me = self._keeper.number
        mine = {lease.id: lease for lease in held if lease.keeper == me}
        found = await self._ask(WANTED, list(mine), me) if mine else []
        return [one for one in held if one.keeper != me] + [mine[table] for (table,) in found]

    def _hear(self) -> None:
        self._hint.set()
        self._hint = asyncio.Event()
        self._on_hint()

    # What happens

    async def open(self, row: Row) -> None:
        values = (row.id, row.code, _encode(row), row.is_awake(), KINDS[type(row)])
        if not await self._ask(OPEN, *values):
            raise CodeTaken

    async def bring(self, row: Row, entries: Sequence[StoredEntry | Page]) -> None:
        lines = [(row.id, step, _encode(one)) for step, one in enumerate(entries, 1)]
        values = (row.id, row.code, _encode(row), row.is_awake(), KINDS[type(row)])
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                if not await connection.fetch(OPEN, *values):
                    raise CodeTaken
                await connection.copy_records_to_table("entries", records=lines)
        except TROUBLE as error:
            raise NotStored(repr(error)) from error

    async def write(self, lease: Lease, change: Change) -> None:
        if lease.keeper != self._keeper.number:
            raise ComeAgain
        await self._writer.write(lease, change)
        if change.erased:
            await self._clean("entries")

    async def drop(self, lease: Lease) -> None:
        await self.drop_log(lease)
        await self._ask(DROP, *lease)
        await self._clean("tables")

    async def drop_log(self, lease: Lease) -> None:
        await self._writer.quiet(lease.id)
        if not await self._ask(DROP_LOG, *lease):
            raise ComeAgain
        await self._clean("entries", "snapshots")

    async def _clean(self, *places: str) -> None:
        """What was dropped is overwritten too, unless the database is busy: then by itself."""
        for name in places:
            with suppress(NotStored):
                await self._ask(f"VACUUM (SKIP_LOCKED) {name}")

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await self._ask(KEEP_SNAPSHOT, table, snapshot.step, _encode(snapshot))

    async def free_codes(self, seconds: int) -> None:
        await self._ask(FREE_CODES, seconds)

    async def spend(self, purse: str, most: float, rate: float) -> bool:
        return bool(await self._ask(SPEND, purse, most, rate))

    async def vote(self, puzzle: str, voter: str, choice: int | None) -> None:
        await self._ask(VOTE, puzzle, voter, choice)

    async def forget_votes(self, seconds: int) -> None:
        await self._ask(FORGET_VOTES, seconds)
        await self._clean("votes")

    # What is so

    async def poll(self, puzzle: str, voter: str) -> Poll | None:
        mine = await self._ask(MINE, puzzle, voter)
        counts = await self._ask(COUNTS, puzzle) if mine else ()
        return Poll(mine[0][0], dict(counts)) if mine else None

    async def load(self, kind: type[R], id: str) -> R | None:
        if not is_told(id):
            return None
        await self._writer.quiet(id)
        found = await self._ask(LOAD, id, KINDS[kind])
        return read_row(kind, *found[0]) if found else None

    async def find(self, code: str) -> Found | None:
        if not is_told(code):
            return None
        found = await self._ask("SELECT kind, id FROM tables WHERE code = $1", code)
        return Found(*found[0]) if found else None

    async def untouched(self, kind: type[R], seconds: int) -> list[str]:
        return [id for (id,) in await self._ask(UNTOUCHED, KINDS[kind], seconds)]

    async def pages(self, circle: str) -> dict[int, Page]:
        await self._writer.quiet(circle)
        return {number: _read_page(kept) for number, kept in await self._ask(PAGES, circle)}

    async def awake(self) -> list[str]:
        return [table for (table,) in await self._ask(AWAKE)]

    async def entries(self, table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        await self._writer.quiet(table)
        found = await self._ask(ENTRIES, table, after, None if most < 0 else most)
        return [_read_entry(kept) for (kept,) in found]

    async def log(self, table: str) -> bytes:
        return b"[%b]" % (await self._one_of(table, LOG) or b"")

    async def snapshot(self, table: str) -> Snapshot | None:
        found = await self._one_of(table, SNAPSHOT)
        try:
            return None if found is None else _read_snapshot(found)
        except BAD_JSON:
            return None

    async def _one_of(self, table: str, sql: str) -> Any:
        if not is_told(table):
            return None
        await self._writer.quiet(table)
        return await self._one(sql, table)

    async def _one(self, sql: str, *values: Any) -> Any:
        found = await self._ask(sql, *values)
        return found[0][0] if found else None

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """A connection that gave no answer in time, or a broken one, is not asked again."""
        try:
            async with asyncio.timeout(ANSWER), self._pool.acquire() as connection:
                try:
                    found: list[Any] = await connection.fetch(sql, *values)
                except BaseException:
                    connection.terminate()
                    raise
                return found
        except TROUBLE as error:
            raise NotStored(repr(error)) from error


def is_told(word: str) -> bool:
    """PostgreSQL keeps no text with this sign: nothing is called so."""
    return "\0" not in word
