"""A database whose tables move."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from salon.core.refusal import Unusable
from salon.server.moving import KINDS, SOME, Lines, reading
from salon.server.postgres.link import TROUBLE, Connection, Link
from salon.server.postgres.schema import bring_up_to_date
from salon.server.postgres.store import KEY

IS_NEW = "SELECT to_regclass('salon_format') IS NULL"
IN_USE = "SELECT count(*) FROM keepers WHERE keeper_is_alive(number)"
# Meanwhile no server can begin to use it
HOLD = """
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
LOCK TABLE keepers IN SHARE ROW EXCLUSIVE MODE
"""


class Database:
    """All of it, as it is in one transaction."""

    def __init__(self, name: str, connection: Connection) -> None:
        self.name = name
        self._connection = connection

    async def count(self, kind: str) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {kind}"))

    async def read(self, kind: str) -> Lines:
        async for line in self._connection.cursor(reading(kind), prefetch=SOME):
            yield tuple(line)

    async def write(self, kind: str, lines: Lines) -> None:
        await self._connection.copy_records_to_table(kind, records=lines, columns=KINDS[kind])

    async def key(self) -> bytes | None:
        key: bytes | None = await self._connection.fetchval(KEY)
        return key

    async def keep_key(self, key: bytes) -> None:
        await self._connection.execute(
            "INSERT INTO settings VALUES ('key', $1) ON CONFLICT DO NOTHING", key
        )


@asynccontextmanager
async def database(url: str, *, is_goal: bool) -> AsyncIterator[Database]:
    link = Link(url)
    connection = await link.first()
    try:
        if not is_goal and await connection.fetchval(IS_NEW):
            raise Unusable("no_data", name=link.name)
        await bring_up_to_date(connection, link)
        async with connection.transaction(isolation="repeatable_read", readonly=False):
            await connection.execute(HOLD)
            if await connection.fetchval(IN_USE):
                raise Unusable("data_in_use", name=link.name)
            yield Database(link.name, connection)
    except TROUBLE as error:
        raise Unusable("bad_data", name=link.name, problem=str(error)) from error
    finally:
        connection.terminate()
