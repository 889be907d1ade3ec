"""A finished table, step by step, and what the strongest bot would have done."""

from time import time
from typing import Any

import msgspec
import structlog
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.core.refusal import Refusal
from salon.server import wire
from salon.server.live import House, LiveTable
from salon.server.refusals import ComeAgain, Trouble
from salon.server.row import TablePage
from salon.server.stories import Key, Question
from salon.server.workshop import FAILURES, Ask, Path, Workshop

REMEMBERED = 1_000  # pieces of advice
SECONDS = 30.0  # that a replay may take

log = structlog.get_logger()
encode = msgspec.json.encode


class Replays:
    """A process for all finished tables, which is handed a log once and remembers the last few."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._workshop = Workshop("salon.server.stories", 1, SECONDS)
        self._advice: dict[tuple[str, int], wire.Advice] = {}  # by table and step
        self._is_closed = False

    async def at(self, live: LiveTable, path: Path, step: int | None) -> wire.Replay:
        """What an onlooker saw after so many steps; None: at the end."""
        found: wire.Replay = await self._ask(live, path, "at", step)
        return found

    async def truths(self, live: LiveTable, path: Path) -> wire.Truths:
        """What was hidden while it was played; a Refusal before it is over."""
        return wire.Truths(await self._ask(live, path, "truths"))

    async def study(self, live: LiveTable, path: Path) -> wire.Studied:
        """Every decision beside best play; a Refusal before it is over."""
        return wire.Studied(await self._ask(live, path, "study"))

    async def page(self, live: LiveTable) -> TablePage:
        """What is left of a table that is over; where nobody can watch it again, how it ended."""
        result, old = live.room.result, live.row.page
        if result is None:
            raise Refusal("not_over")
        ended = int(time()) if old is None else old.ended
        try:
            awards, keepsakes = await self._ask(live, live.path, "page")
        except Refusal as error:
            if error.again:
                raise
            log.warning("little is left of a table", game=live.row.game, problem=error.key)
            awards, keepsakes = (), ()
        cleared = old is not None and old.cleared
        return TablePage(ended, result, awards, keepsakes, cleared)

    async def record(self, live: LiveTable, path: Path) -> bytes:
        """The finished table as a file."""
        written: bytes = await self._ask(live, path, "write")
        return written

    async def advise(self, live: LiveTable, path: Path, step: int) -> wire.Advice:
        """What the strongest bot would have done in this step, from what its seat could see."""
        live.room.record()  # or a Refusal
        which = (live.row.id, step)
        if which not in self._advice:
            found = await self._advise(live, path, step)
            while len(self._advice) >= REMEMBERED:
                del self._advice[next(iter(self._advice))]
            self._advice[which] = found
        return self._advice[which]

    async def _advise(self, live: LiveTable, path: Path, step: int) -> wire.Advice:
        if (level := games.adviser(live.row.game)) is None:
            raise Refusal("no_advice")
        asked: Question = await self._ask(live, path, "question", step)
        found = await self._house.thinkers.advise(live.row.game, level, asked[1:], path)
        same = found.move == asked.move
        return wire.Advice(
            step, asked.seat, Raw(encode(found.move)), same, found.odds, found.played
        )

    async def _ask(self, live: LiveTable, path: Path, *what: Any) -> Any:
        """The log is read when it is wanted, and not while others have their turn."""
        if self._is_closed:
            raise ComeAgain
        record = live.room.record()
        key: Key = (live.row.id, live.room.playing.steps, encode(replace(record, entries=[])))

        async def look(ask: Ask) -> Any:
            answer = await ask((key, None, *what))
            if answer is None:
                answer = await ask((key, await self._house.store.log(live.row.id), *what))
            return answer

        try:
            return await self._workshop.do(look, path)
        except (*FAILURES, RuntimeError) as error:
            if self._is_closed:  # and with it the process that was asked
                raise ComeAgain from None
            log.error("no replay", game=live.row.game, problem=type(error).__name__)
            raise Trouble from None

    def close(self) -> None:
        self._is_closed = True
        self._workshop.close()
