"""What happens at tables goes into the database in groups: one statement, one commit for many.

What gathers while one group is being written is the next group. Each request has its own answer.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import asyncpg
import msgspec
import structlog

from salon.server.circle.pages import Blank
from salon.server.postgres.link import ANSWER, PATIENCE, TROUBLE, WRITING, Connection, Link, claim
from salon.server.refusals import ComeAgain, NotStored
from salon.server.store import Change, Lease, Overtaken

BLANK = msgspec.json.encode(Blank())
GROUP = 256  # how many requests one commit may carry
# Why nothing is written by a server that has lost its lease, at READ COMMITTED:
# - `held` locks the rows of the tables, and with them their keepers. If a `take` is under way, it
#   waits for its end and then looks at the row again, as it is by then: the keeper is another, and
#   the row is left out. If this comes first, the `take` waits until this is committed, and whoever
#   took the table reads what was written here.
# - Rows are locked in one order everywhere, and other statements lock one row or skip those that
#   are locked, so nobody waits in a circle.
# - The snapshot may be older than the locks. Who has a lease is judged by the locked row. Steps
#   are only ever added, so an old snapshot may hide the last one but shows no gap: then the entry
#   meets it (ON CONFLICT) and is not written, nor is its row. `tables` is changed as it is then.
# - `asked` and `whole` are joined there, and whole before: to look at a row again starts neither
#   of them again.
WRITE = """
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest(
    $2::text[], $3::integer[], $4::bytea[], $5::bytea[], $6::text[], $7::bool[], $8::text[]
  ) AS asked (id, step, kept, row, code, awake, erased)
), held AS MATERIALIZED (
  SELECT asked.* FROM asked JOIN tables USING (id) WHERE keeper = $1
  ORDER BY tables.id FOR NO KEY UPDATE OF tables
), found AS MATERIALIZED (
  SELECT *, (SELECT max(step) FROM entries WHERE table_id = held.id) AS last FROM held
), appended AS (
  INSERT INTO entries SELECT id, step, kept FROM found
  WHERE kept IS NOT NULL AND step = 1 + coalesce(last, 0)
  ON CONFLICT DO NOTHING RETURNING table_id
), whole AS MATERIALIZED (
  SELECT * FROM held WHERE kept IS NULL OR id IN (SELECT table_id FROM appended)
), updated AS (
  UPDATE tables SET code = whole.code, row = whole.row, awake = whole.awake,
    touched = extract(epoch FROM now())
  FROM whole WHERE tables.id = whole.id AND whole.row IS NOT NULL
), blanked AS (
  UPDATE entries SET kept = $9
  FROM (
    SELECT id, unnest(string_to_array(erased, ' ')::integer[]) AS step FROM whole
    WHERE erased IS NOT NULL
  ) AS gone
  WHERE entries.table_id = gone.id AND entries.step = gone.step
)
SELECT ARRAY(SELECT id FROM held) AS held, ARRAY(SELECT id FROM whole) AS written
"""
# The database has said that nothing was done, because of one among them
UNFIT = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, ValueError)

_encode = msgspec.json.encode
log = structlog.get_logger()


class Request(NamedTuple):
    """One change at one table, and where its answer is awaited."""

    lease: Lease
    step: int | None
    kept: bytes | None
    row: bytes | None
    code: str | None
    awake: bool | None
    erased: str | None  # numbers with spaces between them
    answer: asyncio.Future[None]


def request(lease: Lease, change: Change) -> Request:
    kept, row = change.stored, change.row
    answer = asyncio.get_running_loop().create_future()
    return Request(
        lease,
        None if kept is None else change.number,
        None if kept is None else _encode(kept),
        None if row is None else _encode(row),
        None if row is None else row.code,
        None if row is None else row.is_awake(),
        " ".join(map(str, change.erased)) or None,
        answer,
    )


class Writer:
    """The only connection of this server that writes what happens at tables."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._whose = secrets.randbits(31)
        self._connection: Connection = None
        self._asked: deque[Request] = deque()
        self._last: dict[str, asyncio.Future[None]] = {}  # at each table, until it is answered
        self._wake = asyncio.Event()
        self._is_known = asyncio.Event()  # whether all that was sent has been done or not
        self._is_closing = False
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._connect()
        self._is_known.set()
        self._serving = asyncio.create_task(self._serve())

    async def write(self, lease: Lease, change: Change) -> None:
        """Whoever is no longer there for the answer has asked all the same."""
        await self._is_sure()
        one = request(lease, change)
        self._asked.append(one)
        self._last[lease.id] = one.answer
        self._wake.set()
        await asyncio.shield(one.answer)

    async def quiet(self, table: str) -> None:
        """When this returns, all that was asked for a table has been done, or never will be."""
        while (last := self._last.get(table)) is not None:
            await asyncio.wait([last])
        await self._is_sure()

    async def close(self) -> None:
        self._is_closing = True
        self._wake.set()
        if self._serving is not None:
            _, late = await asyncio.wait([self._serving], timeout=PATIENCE)
            for task in late:
                task.cancel()
        self._refuse(self._asked, NotStored("closed"))
        if self._connection is not None:
            self._connection.terminate()

    async def _is_sure(self) -> None:
        if not self._is_known.is_set():
            try:
                await asyncio.wait_for(self._is_known.wait(), PATIENCE)
            except TimeoutError:
                raise NotStored("the database is away") from None

    async def _serve(self) -> None:
        while self._asked or not self._is_closing:
            if self._asked:
                await self._see_to(self._next_group())
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _see_to(self, group: list[Request]) -> None:
        try:
            await self._write_all(group)
        finally:  # broken off
            self._refuse([one for one in group if not one.answer.done()], NotStored("closed"))

    def _next_group(self) -> list[Request]:
        """One for each table: its next one is of the next group."""
        group, later = dict[str, Request](), list[Request]()
        keeper = self._asked[0].lease.keeper
        while self._asked and len(group) < GROUP:
            one = self._asked.popleft()
            if one.lease.id in group or one.lease.keeper != keeper:
                later.append(one)
            else:
                group[one.lease.id] = one
        self._asked.extendleft(reversed(later))
        return list(group.values())

    async def _write_all(self, group: list[Request]) -> None:
        """In one commit; if one of them cannot be written, each in its own."""
        try:
            await self._be_connected()
        except TROUBLE as error:
            return self._refuse(group, error)
        try:
            done = await self._connection.fetchrow(WRITE, *columns(group), timeout=ANSWER)
        except UNFIT as error:
            if len(group) == 1:
                return self._refuse(group, error)
            for one in group:
                await self._write_all([one])
        except Exception as error:
            await self._find_out(group, error)
        else:
            self._answer(group, *map(set, done))

    async def _be_connected(self) -> None:
        if self._connection.is_closed():
            async with asyncio.timeout(PATIENCE):
                await self._connect_at_last()

    async def _find_out(self, group: list[Request], error: Exception) -> None:
        """Nobody knows whether they are there. Nothing is read or written until that is so or not:
        until the connection that was lost is known to be gone."""
        self._is_known.clear()
        log.error("the connection that writes is lost", problem=repr(error))
        self._connection.terminate()
        self._refuse([*group, *self._asked], error)
        self._asked.clear()
        await self._connect_at_last()
        self._is_known.set()

    async def _connect_at_last(self) -> None:
        pause = 0.05
        while True:
            try:
                return await self._connect()
            except TROUBLE:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 0.5)

    async def _connect(self) -> None:
        # a plan that was made while there were few tables is kept when there are many
        connection = await self._link.connect(enable_seqscan="off")
        try:
            await claim(connection, WRITING, self._whose)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    def _answer(self, group: list[Request], held: set[str], written: set[str]) -> None:
        for one in group:
            if one.lease.id in written:
                self._settle(one, None)
            elif one.lease.id in held:
                self._settle(one, NotStored(repr(Overtaken())))
            else:
                self._settle(one, ComeAgain())

    def _refuse(self, group: Iterable[Request], error: Exception) -> None:
        for one in group:
            self._settle(one, NotStored(repr(error)))

    def _settle(self, one: Request, error: Exception | None) -> None:
        if self._last.get(one.lease.id) is one.answer:
            del self._last[one.lease.id]
        if error is None:
            one.answer.set_result(None)
        else:
            one.answer.set_exception(error)
            one.answer.exception()  # who asked may be gone


def columns(group: list[Request]) -> list[Any]:
    _, *values, _ = zip(*group, strict=True)
    return [group[0].lease.keeper, [one.lease.id for one in group], *map(list, values), BLANK]
