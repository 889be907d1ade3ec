"""The queue in PostgreSQL through which bots' questions reach thinkers on other machines.

The queue is procrastinate's; answers and signs of life are notifications, which are kept nowhere.
Servers and thinkers of other versions neither see nor understand each other: each version has a
schema of its own, in which nothing is left when everybody has gone home.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from msgspec import Raw, Struct, json

from salon import __version__, games
from salon.core.extras import extra

with extra("postgres"):
    import psycopg
    from procrastinate import App, PsycopgConnector
    from procrastinate.exceptions import ProcrastinateException
    from procrastinate.jobs import Status
    from psycopg.sql import SQL, Identifier

THINKERS = "thinkers"  # the channel on which they all give signs of life
DAWDLED, FAILED = "dawdled", "failed"  # what a bot may have done instead of thinking
NAME = "think"  # of the queue and its only task
LOCK = 0x5A10_71  # whoever lays out the schema holds it
BEAT = 1.0  # seconds between two signs of life
STALE = 10.0  # seconds without one, after which what a thinker had in hand is thrown away
TROUBLE = (psycopg.Error, ProcrastinateException, OSError, TimeoutError)

# What a connection that has died is noticed by
ALIVE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}

logging.getLogger("procrastinate").setLevel(logging.CRITICAL + 1)  # it would tell what it carries
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # a lost connection is ours to tell


class Beat(Struct, frozen=True):
    """A thinker's sign of life."""

    thinker: str
    places: int  # questions that it thinks about at once; 0: it is leaving
    busy: list[str]  # the questions that it has in hand


class Reply(Struct, frozen=True):
    """What came of a question."""

    key: str
    found: Raw = Raw(b"null")
    took: float = 0.0  # seconds
    problem: str = ""  # or dawdled, or failed


Heard = Callable[[bytes, str], None]  # a message and its channel
Think = Callable[[str, str, str], Awaitable[None]]  # home, key, question


def schema() -> str:
    """By whom a question can be read: by programs with the same queue and the same rules."""
    rules = [f"{name} {games.load(name).version}" for name in games.names()]
    packages = [f"salon {__version__}", f"procrastinate {version('procrastinate')}"]
    return f"salon_think_{sha256(repr([*packages, *rules]).encode()).hexdigest()[:12]}"


def problem(error: Exception) -> str:
    """For whoever typed the address; one that cannot be read may hold a password."""
    unread = isinstance(error, psycopg.ProgrammingError) and error.sqlstate is None
    return "postgresql://…?" if unread else str(error) or type(error).__name__


class Queue:
    """One program's connections to the queue; they come back by themselves."""

    def __init__(self, database: str, connections: int = 4) -> None:
        self._database = database
        self.schema = schema()
        # nothing here must outlive a crash, so nothing waits for a disk
        options = f"-c search_path={self.schema} -c synchronous_commit=off"
        self._kwargs: dict[str, Any] = ALIVE | {"options": options}
        self._connector = PsycopgConnector(
            conninfo=database, kwargs=self._kwargs, min_size=1, max_size=connections, timeout=3.0
        )
        self._app = App(connector=self._connector)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        await self._lay_out()
        async with self._app.open_async():
            yield

    async def _lay_out(self) -> None:
        """Once, whoever comes first."""
        async with await psycopg.AsyncConnection.connect(self._database, **self._kwargs) as line:
            await line.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            name = Identifier(self.schema)
            await line.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))
            found = await line.execute("SELECT to_regclass('procrastinate_jobs') IS NULL")
            if await found.fetchone() == (True,):
                await line.execute(self._app.schema_manager.get_schema())

    async def put(self, home: str, key: str, question: str) -> int:
        """Which job it has become."""
        task = self._app.configure_task(NAME, queue=NAME)
        return await task.defer_async(home=home, key=key, question=question)

    async def withdraw(self, job: int) -> None:
        """Whether it waits or somebody has it in hand."""
        await self._app.job_manager.finish_job_by_id_async(job, Status.FAILED, delete_job=True)

    async def tell(self, channel: str, message: Struct) -> None:
        payload = json.encode(message).decode()
        query = "SELECT pg_notify(%(channel)s, %(payload)s)"
        await self._connector.execute_query_async(
            query, channel=f"{self.schema}_{channel}", payload=payload
        )

    async def listen(self, heard: Heard, *channels: str) -> None:
        """Until the connection is lost."""

        async def on_notification(*, channel: str, payload: str) -> None:
            heard(payload.encode(), channel.removeprefix(f"{self.schema}_"))

        names = [f"{self.schema}_{channel}" for channel in channels]
        await self._connector.listen_notify(on_notification, names)

    async def work(self, think: Think, places: int) -> None:
        """Until the connection is lost; whoever cancels waits for what is in hand."""
        if NAME not in self._app.tasks:
            self._app.task(name=NAME, queue=NAME)(think)
        await self._app.run_worker_async(
            queues=[NAME],
            concurrency=places,
            delete_jobs="always",
            install_signal_handlers=False,
            fetch_job_polling_interval=BEAT,
            update_heartbeat_interval=BEAT,
            stalled_worker_timeout=STALE,
        )

    async def sweep(self) -> None:
        """Throw away what a thinker had in hand who is no more."""
        manager = self._app.job_manager
        for job in await manager.get_stalled_jobs(queue=NAME, seconds_since_heartbeat=STALE):
            if job.id is not None:
                await self.withdraw(job.id)
