"""Bots think in processes of their own, never in the event loop, and not for ever."""

from collections.abc import Sequence
from secrets import randbits
from typing import Any, Protocol

import structlog

from salon import games
from salon.core.capabilities import Advice
from salon.core.luck import FastLuck
from salon.core.refusal import Refusal
from salon.server.thinking import RANDOM, STAND_IN
from salon.server.workshop import FAILURES, Path, Workshop

SECONDS = 5.0  # that a bot may think
SHORT = 0.2  # seconds that a bot usually takes whose question is a short one
FADING = 0.8  # how much of what a bot has taken counts the next time

log = structlog.get_logger()


class Workplace(Protocol):
    """Where bots think: in processes of this machine, or on others."""

    async def start(self) -> None: ...

    async def ask(self, task: tuple[Any, ...], path: Path, *, long: bool = False) -> Any: ...

    def close(self) -> None: ...


class Thinkers:
    """All bots of a server; one that thinks long holds up none that does not."""

    def __init__(
        self, number: int = 2, seconds: float = SECONDS, workshop: Workplace | None = None
    ) -> None:
        self._workshop = workshop or Workshop("salon.server.thinking", number, seconds)
        self._seconds = seconds
        self._usual: dict[tuple[str, str], float] = {}  # seconds that a bot of a game takes
        self.replaced = 0  # times that a bot crashed or dawdled

    async def start(self) -> None:
        """Before the first bot has to think."""
        await self._workshop.start()

    async def choose(
        self, game: str, level: str, view: Any, moves: Sequence[Any], path: Path = ()
    ) -> Any:
        """What this bot does; a bot that crashes or dawdles is replaced for this one move."""
        try:
            return await self._ask(path, game, level, "choose", view, moves)
        except (*FAILURES, Refusal) as error:
            self.replaced += 1
            log.warning("bot replaced", game=game, level=level, problem=type(error).__name__)
            return FastLuck(randbits(64)).choice(moves)

    async def advise(
        self, game: str, level: str, asked: tuple[Any, Sequence[Any], Any], path: Path
    ) -> Advice[Any]:
        """What this bot would have done instead, given a view, the moves and what was played; or
        a Refusal. All advice together has one turn among those who play."""
        turn = ("advice", *path)
        try:
            advice: Advice[Any] = await self._ask(turn, game, level, "advise", *asked)
        except (*FAILURES, Refusal) as error:
            log.warning("no advice", game=game, level=level, problem=type(error).__name__)
            raise Refusal("no_advice") from None
        return advice

    async def _ask(self, path: Path, game: str, level: str, deed: str, *args: Any) -> Any:
        usual = self._usual.setdefault((game, level), _expected(game, level))
        long = deed != "choose" or usual > SHORT
        task = (game, level, deed, args, randbits(64))
        try:
            answer, took = await self._workshop.ask(task, path, long=long)
        except TimeoutError:
            self._note(game, level, self._seconds)
            raise
        self._note(game, level, took)
        return answer

    def _note(self, game: str, level: str, took: float) -> None:
        self._usual[game, level] = max(took, FADING * self._usual[game, level])

    def close(self) -> None:
        self._workshop.close()


def open_thinkers(database: str | None = None) -> Thinkers:
    """Bots think here, or on whatever machines run `salon think` with this database."""
    if database is None:
        return Thinkers()
    from salon.server.distant import Distant

    here = Workshop("salon.server.thinking", 2, SECONDS)
    return Thinkers(workshop=Distant(database, here, SECONDS))


def _expected(game: str, level: str) -> float:
    """What a bot says of itself, until it has been seen."""
    if level in (STAND_IN, RANDOM):
        return 0.0
    seconds: float = getattr(games.bots(game).get(level), "seconds", 0.0)
    return seconds
