"""Bots think in processes of their own, never in the event loop, and not for ever."""

import asyncio
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from secrets import randbits
from typing import Any

import structlog

from salon import games
from salon.bots.random import Random
from salon.core.contract import Advice, Illegal
from salon.core.luck import FastLuck
from salon.games import AnyBot

SECONDS = 5.0  # that a bot may think
SECONDS_TO_START = 60.0  # that its process may take to be ready
STAND_IN = "stand_in"  # as a level: who plays for somebody who is away
RANDOM = "random"
FAILURES = (TimeoutError, EOFError, OSError)

log = structlog.get_logger()
_spawn = get_context("spawn")


def levels(game: str) -> tuple[str, ...]:
    """The bots that can sit down, from the weakest to the strongest."""
    return tuple(games.bots(game))


def find_bot(game: str, level: str) -> AnyBot:
    if level == STAND_IN:
        return games.stand_in(game)
    return Random() if level == RANDOM else games.bots(game)[level]


def think(pipe: Connection) -> None:
    """What a thinking process does until it is told to stop."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to hear
    pipe.send("ready")
    while (task := pipe.recv()) is not None:
        game, level, deed, args, seed = task
        pipe.send(getattr(find_bot(game, level), deed)(*args, FastLuck(seed)))


class Thinker:
    """One thinking process."""

    def __init__(self) -> None:
        self._pipe, other = _spawn.Pipe()
        self._process = _spawn.Process(target=think, args=(other,), daemon=True)
        self._process.start()
        other.close()
        if not self._pipe.poll(SECONDS_TO_START):
            raise TimeoutError
        self._pipe.recv()

    def ask(self, task: tuple[Any, ...], seconds: float) -> Any:
        """Its answer; TimeoutError or EOFError when there is none."""
        self._pipe.send(task)
        if not self._pipe.poll(seconds):
            raise TimeoutError
        return self._pipe.recv()

    def stop(self) -> None:
        self._process.kill()
        self._process.join(timeout=5)
        self._pipe.close()


class Thinkers:
    """A few thinking processes, started when the first bot has to think."""

    def __init__(self, number: int = 2, seconds: float = SECONDS) -> None:
        self._free: asyncio.Queue[Thinker | None] = asyncio.Queue()
        for _ in range(number):
            self._free.put_nowait(None)
        self._seconds = seconds
        self._asking: set[asyncio.Task[Any]] = set()
        self._advising = asyncio.Lock()  # one at a time: those who play go first
        self.replaced = 0  # times that a bot crashed or dawdled

    async def choose(self, game: str, level: str, view: Any, moves: Sequence[Any]) -> Any:
        """What this bot does; a bot that crashes or dawdles is replaced for this one move."""
        try:
            return await self._ask(game, level, "choose", view, moves)
        except FAILURES as error:
            self.replaced += 1
            log.warning("bot replaced", game=game, level=level, problem=type(error).__name__)
            return FastLuck(randbits(64)).choice(moves)

    async def advise(
        self, game: str, level: str, view: Any, moves: Sequence[Any], played: Any
    ) -> Advice[Any]:
        """What this bot would have done instead, or Illegal."""
        try:
            async with self._advising:
                advice: Advice[Any] = await self._ask(game, level, "advise", view, moves, played)
        except FAILURES as error:
            log.warning("no advice", game=game, level=level, problem=type(error).__name__)
            raise Illegal("no_advice") from None
        return advice

    async def _ask(self, game: str, level: str, deed: str, *args: Any) -> Any:
        """Who gives up a question leaves its process busy until that has answered: the answer must
        not be taken for the next one's."""
        thinker = await self._free.get()
        asking = asyncio.create_task(self._occupy(thinker, (game, level, deed, args, randbits(64))))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        return await asyncio.shield(asking)

    async def _occupy(self, thinker: Thinker | None, task: tuple[Any, ...]) -> Any:
        """A process of its own, which is given up when it fails."""
        try:
            if thinker is None:
                thinker = await asyncio.to_thread(Thinker)
            return await asyncio.to_thread(thinker.ask, task, self._seconds)
        except FAILURES:
            if thinker is not None:
                thinker.stop()
            thinker = None
            raise
        finally:
            self._free.put_nowait(thinker)

    def close(self) -> None:
        while not self._free.empty():
            if thinker := self._free.get_nowait():
                thinker.stop()
