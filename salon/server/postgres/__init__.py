"""Tables in PostgreSQL, for as many servers as share it: the way in, where asyncpg is there."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from salon.core.extras import extra
from salon.core.refusal import Unusable

if TYPE_CHECKING:
    from salon.server.postgres.store import PostgresStore

ADDRESSES = ("postgresql://", "postgres://")
LEASE = 3.0  # seconds that a server which says nothing still counts as alive


def is_address(text: str) -> bool:
    """Of a database, not of a folder."""
    return text.startswith(ADDRESSES)


def check_address(text: str) -> None:
    """Before somebody tries to go there, and quotes a password when that fails."""
    if not is_address(text):
        raise Unusable("bad_database_address")


def shown(url: str) -> str:
    """Where a database is, without user, password and settings."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://"
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def check_installed() -> None:
    with extra("postgres"):
        import asyncpg  # noqa: F401


async def connect(
    url: str, on_hint: Callable[[], None] = lambda: None, *, lease: float = LEASE
) -> "PostgresStore":
    """The store, ready; `on_hint` is called when another server wants a table, or took one."""
    check_address(url)
    check_installed()
    from salon.server.postgres.store import PostgresStore

    return await PostgresStore.connect(url, on_hint, lease=lease)
