"""Processes of their own for what takes long: a few, and whoever asks waits for a fair turn."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from socket import socketpair
from typing import Any

from salon.core.refusal import Refusal
from salon.server.turns import Turns

SECONDS_TO_START = 60.0  # that a process may take to be ready
FAILURES = (TimeoutError, EOFError, OSError)
COMMAND = (sys.executable, "-P", "-c", "from salon.server.errand import main; main()")

Path = Sequence[str]  # who asks: household, host, table
Ask = Callable[[Any], Awaitable[Any]]  # a process that has time for you
Work = Callable[[Ask], Awaitable[Any]]


class Process:
    """One process, which answers one question after the other."""

    def __init__(self, craft: str) -> None:
        here, there = socketpair()
        with there:
            self._process = subprocess.Popen(
                [*COMMAND, str(there.fileno()), craft],
                pass_fds=[there.fileno()],
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                process_group=0,  # Ctrl-C is for the server to hear
            )
        self._pipe = Connection(here.detach())
        try:
            self._answer(SECONDS_TO_START)
        except FAILURES:
            self.stop()
            raise

    def ask(self, question: Any, seconds: float) -> Any:
        """Its answer or its refusal; TimeoutError or EOFError when there is none."""
        self._pipe.send(question)
        answer = self._answer(seconds)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def _answer(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise TimeoutError
        return self._pipe.recv()

    def kill(self) -> None:
        """Whoever waits for its answer hears that there is none."""
        self._process.kill()
        self._process.wait(timeout=5)

    def stop(self) -> None:
        self.kill()
        self._pipe.close()


class Question:
    """What somebody waits for a process to do."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def settle(self, ask: Ask) -> None:
        """Somebody who has given up is not told."""
        try:
            answer, error = await self.work(ask), None
        except Exception as problem:
            answer, error = None, problem
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(answer)
        else:
            self.answer.set_exception(error)


class Place:
    """One process of the workshop, from when it is needed on, and whose questions it takes."""

    def __init__(self, craft: str, lanes: Sequence[Turns[Question]]) -> None:
        self._craft = craft
        self._lanes = lanes  # it takes from the first in which somebody waits
        self.process: Process | None = None
        self.busy = False
        self._closed = False

    def next(self) -> Question | None:
        """The next question, if there is time for one."""
        if self.busy or self._closed:
            return None
        for lane in self._lanes:
            while lane:
                if not (question := lane.take()).answer.done():
                    return question
        return None

    def ask(self, task: Any, seconds: float) -> Any:
        """In a thread. A process that fails is given up."""
        process = self.start()
        try:
            return process.ask(task, seconds)
        except Refusal:
            raise
        except BaseException:
            self.process = None
            process.stop()
            raise

    def start(self) -> Process:
        """In a thread."""
        if self.process is None:
            self.process = Process(self._craft)
        if self._closed:
            self.process.kill()
        return self.process

    def close(self) -> None:
        self._closed = True
        if self.process is not None:
            self.process.kill() if self.busy else self.process.stop()


class Workshop:
    """A few processes with one craft. Of several one is for short questions alone, and the others
    take long ones first: so neither waits for the other."""

    def __init__(self, craft: str, number: int, seconds: float) -> None:
        self._short: Turns[Question] = Turns()
        self._long: Turns[Question] = Turns()
        first = [self._short] if number > 1 else [self._short, self._long]
        lanes = [first, *([self._long, self._short] for _ in range(number - 1))]
        self._places = [Place(craft, some) for some in lanes]
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(number, craft)
        self._working: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """All processes, before somebody asks; whoever asks meanwhile waits for them."""
        for place in self._places:
            if not place.busy:
                self._occupy(place, self._in_thread(place.start))
        await asyncio.gather(*self._working, return_exceptions=True)

    async def ask(self, task: tuple[Any, ...], path: Path, *, long: bool = False) -> Any:
        """The answer, or a Refusal, or one of the failures."""
        return await self.do(lambda ask: ask(task), path, long=long)

    async def do(self, work: Work, path: Path, *, long: bool = False) -> Any:
        """Work for which a process is there when its turn has come. Whoever gives it up leaves the
        process busy: its answer must not be taken for the next one's."""
        question = Question(work)
        (self._long if long else self._short).add(path, question)
        self._go_on()
        return await question.answer

    def _go_on(self) -> None:
        for place in self._places:
            if (question := place.next()) is not None:
                self._occupy(place, question.settle(self._asking(place)))

    def _occupy(self, place: Place, work: Coroutine[Any, Any, Any]) -> None:
        place.busy = True
        task = asyncio.get_running_loop().create_task(work)
        self._working.add(task)
        task.add_done_callback(lambda _: self._leave(place, task))

    def _leave(self, place: Place, task: asyncio.Task[Any]) -> None:
        place.busy = False
        self._working.discard(task)
        self._go_on()

    def _asking(self, place: Place) -> Ask:
        return lambda task: self._in_thread(place.ask, task, self._seconds)

    async def _in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for place in self._places:
            place.close()
