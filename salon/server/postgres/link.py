"""The way to a database: connections that never wait for ever, and what can go wrong with them."""

import logging
from typing import Any, NamedTuple

import asyncpg

from salon.core.refusal import Unusable
from salon.server.postgres import shown

PATIENCE = 5.0  # seconds for one statement, or for a database that is away to come back
ANSWER = PATIENCE + 1  # seconds after which the database itself hangs
KNOCK = 2.0  # seconds for one try to connect
TROUBLE = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
SETTINGS = {  # a server that is gone without a word holds no lock for long
    "application_name": "salon",
    "statement_timeout": f"{PATIENCE:.0f}s",
    "idle_in_transaction_session_timeout": f"{PATIENCE:.0f}s",
    "client_connection_check_interval": "1s",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": f"{PATIENCE:.0f}s",
    "jit": "off",
}
# Kinds of advisory locks; the second number says whose
KEEPING, WRITING, BRINGING_UP_TO_DATE = 0x5A10_0001, 0x5A10_0002, 0x5A10_0003
END_OLDER = """
SELECT pg_terminate_backend(pid) FROM pg_locks
WHERE locktype = 'advisory' AND classid::bigint = $1 AND objid::bigint = $2 AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND mode = 'ExclusiveLock' AND granted
"""

logging.getLogger("asyncpg").setLevel(logging.CRITICAL)  # a lost connection is ours to tell

Connection = Any  # of asyncpg, which has no types


class Link(NamedTuple):
    """Where the database is."""

    url: str

    @property
    def name(self) -> str:
        return shown(self.url)

    async def connect(self, **settings: str) -> Connection:
        settings = SETTINGS | settings
        return await asyncpg.connect(self.url, timeout=KNOCK, server_settings=settings)

    def pool(self, most: int) -> Any:
        """To be awaited before its first use."""
        return asyncpg.create_pool(
            self.url,
            min_size=1,
            max_size=most,
            max_inactive_connection_lifetime=60,
            timeout=KNOCK,
            server_settings=SETTINGS,
            reset=_nothing_to_reset,
        )

    async def first(self) -> Connection:
        """A connection, or Unusable: somebody waits at a terminal, and is told why not."""
        try:
            return await self.connect()
        except asyncpg.InvalidAuthorizationSpecificationError as error:
            raise Unusable("database_refuses", name=self.name, problem=str(error)) from None
        except ValueError:  # which might quote a password
            raise Unusable("bad_database_address") from None
        except TROUBLE as error:
            raise self.unreachable(error) from None

    def unreachable(self, error: Exception) -> Unusable:
        problem = str(error) or type(error).__name__
        return Unusable("no_database", name=self.name, problem=problem)


async def claim(connection: Connection, kind: int, whose: int) -> None:
    """Be the only connection of this kind: when this returns, an older one, which may not have
    noticed yet that nobody is left at its other end, is gone, and all that it did is over."""
    await connection.execute(END_OLDER, kind, whose)
    await connection.execute("SELECT pg_advisory_lock($1, $2)", kind, whose)


async def _nothing_to_reset(_: Connection) -> None:
    """Nobody changes anything about a connection of the pool: spare it a question."""
