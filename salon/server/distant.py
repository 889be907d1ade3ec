"""Bots think on other machines: long questions go there, and what does not come back is thought
about here, so that no table stands still.

A server lets as many of its questions out at once as there are places to think; the others wait
here for a fair turn. Short questions stay: the queue takes longer than they do.
"""

import asyncio
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any

import structlog
from msgspec import MsgspecError, json

from salon.server import dispatch
from salon.server.queue import BEAT, DAWDLED, FAILED, THINKERS, TROUBLE, Beat, Queue, Reply
from salon.server.tasks import Tasks
from salon.server.turns import Turns
from salon.server.workshop import Path, Workshop

MARGIN = 1.5  # seconds that a question may take beside the thinking
UNREADABLE = (MsgspecError, TypeError, ValueError)
SILENCE = 3.5 * BEAT  # after which a thinker counts as dead

log = structlog.get_logger()


class Sent:
    """A question that waits for its turn or its answer."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.key = token_hex(8)
        self.is_wanted = True
        # None: nobody elsewhere has thought about it
        self.reply: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()

    def settle(self, reply: Reply | None) -> None:
        if not self.reply.done():
            self.reply.set_result(reply)

    async def wait(self) -> Reply | None:
        try:
            return await asyncio.shield(self.reply)
        except asyncio.CancelledError:
            self.is_wanted = False
            raise


class Thinker:
    """What a server knows of one, from what it said last."""

    def __init__(self, beat: Beat) -> None:
        self.places = beat.places
        self.busy = frozenset(beat.busy)
        self.heard = monotonic()

    @property
    def is_alive(self) -> bool:
        return monotonic() - self.heard < SILENCE


class Distant:
    """Where bots think: with others while they are there, here when they are not."""

    def __init__(self, database: str, here: Workshop, seconds: float) -> None:
        self._here = here
        self._seconds = seconds
        self._queue = Queue(database)
        self._home = f"home_{token_hex(8)}"  # the channel of this server
        self._thinkers: dict[str, Thinker] = {}
        self._turns: Turns[Sent] = Turns()
        self._out: dict[str, Sent] = {}
        self._tasks = Tasks()
        self._keeping: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._keeping = [self._tasks.spawn(self._stay_connected()), self._tasks.spawn(self._look())]
        await self._here.start()

    @property
    def places(self) -> int:
        """Questions that thinkers elsewhere can think about at once."""
        return sum(one.places for one in self._thinkers.values() if one.is_alive)

    async def ask(self, task: dispatch.Task, path: Path, *, long: bool = False) -> Any:
        """The answer, or a Refusal, or one of the workshop's failures."""
        answer = None
        if long and self.places:
            try:
                answer = await self._ask_elsewhere(task, path)
            except UNREADABLE as error:
                log.error("no JSON", game=task[0], deed=task[2], problem=type(error).__name__)
        return answer or await self._here.ask(task, path, long=long)

    async def _ask_elsewhere(self, task: dispatch.Task, path: Path) -> tuple[Any, float] | None:
        sent = Sent(dispatch.write(task))
        self._turns.add(path, sent)
        self._go_on()
        reply = await sent.wait()
        if reply is None or reply.problem == FAILED:
            return None
        if reply.problem == DAWDLED:
            raise TimeoutError  # as it would here
        return dispatch.read_answer(task, reply.found), reply.took

    def _go_on(self) -> None:
        while self._turns and len(self._out) < self.places:
            if (sent := self._turns.take()).is_wanted:
                self._out[sent.key] = sent
                _ = self._tasks.spawn(self._send(sent))

    async def _send(self, sent: Sent) -> None:
        """Whoever gives it up leaves the place taken until it is free again."""
        putting = asyncio.create_task(self._queue.put(self._home, sent.key, sent.question))
        try:
            async with asyncio.timeout(self._seconds + MARGIN):
                await asyncio.shield(putting)
                await asyncio.wait([sent.reply])
        except TROUBLE as error:
            log.warning("no answer from elsewhere", problem=type(error).__name__)
        finally:
            sent.settle(None)
            del self._out[sent.key]
            self._go_on()
        if sent.reply.result() is None:
            with suppress(*TROUBLE):
                await self._queue.withdraw(await putting)

    # What is heard from elsewhere

    async def _stay_connected(self) -> None:
        """As long as this server is there, whatever happens to the database."""
        while True:
            try:
                async with self._queue.open():
                    await self._queue.listen(self._hear, self._home, THINKERS)
            except Exception as error:
                log.warning("no word from elsewhere", problem=type(error).__name__)
            self._thinkers.clear()
            self._fetch_home()
            await asyncio.sleep(BEAT)

    def _hear(self, message: bytes, channel: str) -> None:
        if channel == THINKERS:
            beat = json.decode(message, type=Beat)
            self._thinkers[beat.thinker] = Thinker(beat)
            self._go_on()
            return
        reply = json.decode(message, type=Reply)
        if sent := self._out.get(reply.key):
            sent.settle(reply)

    async def _look(self) -> None:
        """Who has died, and what had they in hand?"""
        places = 0
        while True:
            await asyncio.sleep(BEAT)
            self._fetch_home()
            if places != (places := self.places):
                log.info("bots think elsewhere" if places else "bots think here", places=places)

    def _fetch_home(self) -> None:
        """What nobody will answer any more."""
        dead = [name for name, one in self._thinkers.items() if not one.is_alive]
        lost = {key for name in dead for key in self._thinkers.pop(name).busy}
        if not self.places:
            lost |= self._out.keys() - {key for one in self._thinkers.values() for key in one.busy}
            while self._turns:
                self._turns.take().settle(None)
        for key in lost & self._out.keys():
            self._out[key].settle(None)

    def close(self) -> None:
        for task in self._keeping:
            task.cancel()
        self._here.close()
