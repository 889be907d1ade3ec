"""This server among those that share a database: its number, its lease, and the hints it gets."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import structlog

from salon.server.postgres.link import KEEPING, TROUBLE, Connection, Link, claim

SWEEP_SECONDS = 60
REGISTER = (
    "INSERT INTO keepers (expires) VALUES (clock_timestamp() + $1 * interval '1s') RETURNING number"
)
RENEW = (
    "UPDATE keepers SET expires = clock_timestamp() + $2 * interval '1s' WHERE number = $1"
    " RETURNING number"
)
SWEEP = (
    "DELETE FROM keepers WHERE expires < clock_timestamp() - interval '1h'",
    "DELETE FROM purses WHERE full_at < clock_timestamp()",
)

log = structlog.get_logger()


class Keeper:
    """Alive while it renews its lease, over a connection that holds a lock: so a server that was
    killed is known to be dead at once, and one that hangs when its lease is over.

    What it keeps is fenced by its number, table by table; so it may always come back."""

    def __init__(self, link: Link, lease: float, on_hint: Callable[[], None]) -> None:
        self.number = 0  # never given to another; a new one if this one was forgotten
        self._link = link
        self._lease = lease
        self._on_hint = on_hint
        self._connection: Connection = None
        self._lost = asyncio.Event()
        self._swept = monotonic()
        self._living: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._appear()
        self._living = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Others need not wait until the lease is over."""
        if self._living is not None:
            self._living.cancel()
            await asyncio.wait([self._living])
        if self._connection is not None:
            with suppress(*TROUBLE):
                await self._ask("DELETE FROM keepers WHERE number = $1", self.number)
                await self._connection.close(timeout=self._lease)
            self._connection.terminate()

    async def _live(self) -> None:
        while True:
            try:
                while await self._renew():
                    await self._rest()
                log.warning("this server was forgotten")
            except TROUBLE as error:
                log.warning("the lease could not be renewed", problem=repr(error))
            self._connection.terminate()
            await self._come_back()

    async def _rest(self) -> None:
        """Until the lease should be renewed, or the connection is lost."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._lost.wait(), self._lease / 6)

    async def _renew(self) -> bool:
        """Whether the database still knows this server."""
        known = await self._ask(RENEW, self.number, self._lease)
        if monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = monotonic()
            for sql in SWEEP:
                await self._ask(sql)
        return known is not None

    async def _ask(self, sql: str, *values: Any) -> Any:
        return await self._connection.fetchval(sql, *values, timeout=self._lease / 2)

    async def _come_back(self) -> None:
        pause = 0.05
        while True:
            try:
                await self._appear()
            except TROUBLE:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 0.5)
            else:
                return self._on_hint()  # some may have been missed

    async def _appear(self) -> None:
        """Known, locked and listening."""
        connection = await self._link.connect()
        try:
            await self._introduce(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection, self._lost = connection, asyncio.Event()
        connection.add_termination_listener(lambda _, lost=self._lost: lost.set())
        if connection.is_closed():
            self._lost.set()

    async def _introduce(self, connection: Connection) -> None:
        if not (self.number and await connection.fetchval(RENEW, self.number, self._lease)):
            self.number = await connection.fetchval(REGISTER, self._lease)  # on the disk, for ever
        await connection.execute("SET synchronous_commit = off")  # a lease outlives no power cut
        await claim(connection, KEEPING, self.number)
        await connection.add_listener(channel(self.number), self._hear)
        await connection.fetchval(RENEW, self.number, self._lease)

    def _hear(self, *_: Any) -> None:
        self._on_hint()


def channel(number: int) -> str:
    """On which a server hears of what concerns it."""
    return f"salon_{number}"
