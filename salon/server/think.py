"""A machine that only thinks: it takes bots' questions from the queue, a few at once."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import structlog
from msgspec import Raw

from salon.core.refusal import Refusal, Unusable
from salon.server.logs import set_up_logs
from salon.server.postgres import check_address, shown
from salon.server.queue import BEAT, DAWDLED, FAILED, THINKERS, TROUBLE, Beat, Queue, Reply, problem
from salon.server.thinkers import SECONDS
from salon.server.workshop import FAILURES, Workshop

log = structlog.get_logger()


class Thinker:
    """One program that thinks, and what it has in hand."""

    def __init__(self, database: str, processes: int) -> None:
        self._database = database
        self._queue = Queue(database)
        self._workshop = Workshop("salon.server.dispatch", processes, SECONDS)
        self._processes = processes
        self._name = token_hex(8)
        self._busy: set[str] = set()
        self._leaving = asyncio.Event()
        self._working: asyncio.Task[None] | None = None

    async def run(self, ready: Callable[[], None]) -> None:
        """Until it is told to leave, whatever happens to the database."""
        try:
            await self._check()
            await self._workshop.start()
            ready()
            while not self._leaving.is_set():
                await self._serve()
        finally:
            self._workshop.close()

    def leave(self) -> None:
        """It finishes what it has in hand."""
        self._leaving.set()
        if self._working is not None:
            self._working.cancel()

    async def _check(self) -> None:
        try:
            async with self._queue.open():
                pass
        except TROUBLE as error:
            raise Unusable(
                "no_database", name=shown(self._database), problem=problem(error)
            ) from None

    async def _serve(self) -> None:
        """As long as the database is there."""
        try:
            async with self._queue.open():
                await self._work()
        except TROUBLE as error:
            log.warning("the database is gone", problem=type(error).__name__)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), BEAT)

    async def _work(self) -> None:
        beating = asyncio.create_task(self._keep_beating())
        self._working = asyncio.create_task(self._queue.work(self._think, self._processes))
        try:
            await asyncio.wait([self._working])
            await self._beat()
        finally:
            beating.cancel()
        if not self._working.cancelled() and (error := self._working.exception()):
            raise error

    async def _keep_beating(self) -> None:
        while True:
            await self._beat()
            with suppress(*TROUBLE):
                await self._queue.sweep()
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        places = 0 if self._leaving.is_set() else self._processes
        with suppress(*TROUBLE):
            await self._queue.tell(THINKERS, Beat(self._name, places, sorted(self._busy)))

    async def _think(self, home: str, key: str, question: str) -> None:
        self._busy.add(key)
        beating = asyncio.create_task(self._beat())
        reply = await self._answer(key, question)
        self._busy.discard(key)
        with suppress(*TROUBLE):
            await self._queue.tell(home, reply)
        await beating

    async def _answer(self, key: str, question: str) -> Reply:
        try:
            found, took = await self._workshop.ask((question,), ())
        except TimeoutError:
            return Reply(key, problem=DAWDLED)
        except (*FAILURES, Refusal) as error:
            log.warning("a bot failed", problem=type(error).__name__)
            return Reply(key, problem=FAILED)
        return Reply(key, Raw(found), took)


async def think(database: str, processes: int, ready: Callable[[], None]) -> None:
    """Until somebody says stop."""
    check_address(database)
    set_up_logs()
    thinker, loop = Thinker(database, processes), asyncio.get_running_loop()
    loop.set_exception_handler(_note)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, thinker.leave)
    await thinker.run(ready)


def _note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A question was withdrawn before it was answered, or the database is gone: never what it
    was about."""
    log.warning("a question was lost", problem=type(context.get("exception")).__name__)
