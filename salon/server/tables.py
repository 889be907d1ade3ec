"""All tables of this server, in memory and in the store."""

import asyncio
import secrets
from collections.abc import Coroutine
from string import ascii_uppercase
from time import monotonic
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from salon import games
from salon.core import fairness
from salon.core import options as option_words
from salon.core.contract import Illegal
from salon.core.luck import FastLuck
from salon.server import wire
from salon.server.live import LiveTable
from salon.server.scenes import encode
from salon.server.snapshots import EVERY
from salon.server.store import CodeTaken, Holder, NotStored, Store, TableRow
from salon.server.thinkers import Thinkers

NONCE_SECONDS = 5.0  # that a browser has to add its nonce
IDLE_SECONDS = 60.0  # after which a table that nobody looks at leaves memory
CODE_SECONDS = 24 * 3_600  # that a table may gather under its code
AT_ONCE = 100  # entries that are redone before others have their turn
CLOSE_SECONDS = 2.0  # that what is under way has when the server stops

log = structlog.get_logger()


class Setting(Struct, frozen=True):
    """How fast things go on this server."""

    bot_pace: tuple[float, float] | None = None  # seconds; None: as the game's bots would have it
    nonce_seconds: float = NONCE_SECONDS
    idle_seconds: float = IDLE_SECONDS


class Tables:
    """All tables of this server; those that nobody looks at are only in the store."""

    def __init__(self, store: Store, thinkers: Thinkers, setting: Setting | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.setting = setting or Setting()
        self.live: dict[str, LiveTable] = {}
        self.counts = {"opened": 0, "started": 0, "over": 0, "moves": 0, "refused": 0}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(
        self, new: wire.NewTable, host: str, holders: list[Holder] | None = None
    ) -> LiveTable:
        """A new table, which gathers people."""
        game = games.load(new.game)
        options = option_words.read(game.types.options, new.options)
        if new.seats not in game.seats:
            raise Illegal("seats", seats=new.seats, least=game.seats[0], most=game.seats[-1])
        game.start(options, new.seats, FastLuck(0))  # or Illegal: options and seats must fit
        row = TableRow(
            id=secrets.token_urlsafe(16),
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(options),
            patience=new.patience,
            onlookers=new.onlookers,
            host=host,
            code=None,
            fairness=fairness.draw(),
            holders=holders or [Holder() for _ in range(new.seats)],
        )
        await self._keep_with_code(row)
        live = self.live[row.id] = LiveTable(row, self)
        self.counts["opened"] += 1
        log.info("table opened", game=row.game, seats=len(row.holders))
        return live

    async def _keep_with_code(self, row: TableRow) -> None:
        """Under a code that no other table has: a short one, if such can be found at once."""
        for first in CODE_TRIES:
            row.code = first + "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            try:
                return await self.store.save(row)
            except CodeTaken:
                log.info("code taken", letters=len(row.code))
        raise Illegal("no_code")

    async def get(self, table: str) -> LiveTable:
        """A table by its link, from memory or from the store."""
        if live := self.live.get(table):
            live.idle_since = monotonic()
            return live
        if table not in self._opening:
            self._opening[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self._opening[table])
        finally:
            self._opening.pop(table, None)

    async def _load(self, table: str) -> LiveTable:
        row = await self.store.load(table)
        if row is None:
            raise Illegal("no_such_table")
        live = LiveTable(row, self)
        if row.started:
            live.begin()
            await (self._redo(live) if row.version == live.game.version else self._rebase(live))
            live.come_back()
            await live.finish_if_over()
        self.live[table] = live
        live.notice()
        return live

    async def _redo(self, live: LiveTable) -> None:
        """From the last snapshot on, a little at a time: others play meanwhile."""
        table = live.row.id
        snapshot = await self.store.snapshot(table)
        if (snapshot is None or not live.resume(snapshot)) and live.row.rebased:
            raise live.of_other_rules()
        first = live.playing().steps
        while entries := await self.store.entries(table, live.playing().steps, AT_ONCE):
            live.redo(entries)
        if live.playing().steps - first >= EVERY:
            await live.try_to_keep_snapshot()

    async def _rebase(self, live: LiveTable) -> None:
        """The rules have changed: the table goes on from where it was left, if that was kept."""
        table = live.row.id
        snapshot = await self.store.snapshot(table)
        if snapshot is None or await self.store.entries(table, snapshot.step):
            raise live.of_other_rules()
        live.rebase(snapshot)
        await self.store.keep_snapshot(table, live.snapshot())  # of the new rules, as the row is
        await live.keep()  # before the first move by them

    async def wake(self) -> None:
        """Games that take days go on after a restart, before anybody opens them."""
        for table in await self.store.awake():
            try:
                await self.get(table)
            except Exception as error:
                log.error("a table does not go on", problem=repr(error))

    async def by_code(self, code: str) -> str:
        """The table that gathers under this code."""
        table = await self.store.find(code.strip().upper())
        if table is None:
            raise Illegal("no_such_code")
        return table

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def sweep(self) -> None:
        """Let tables that nobody looks at leave memory, and old codes be used again."""
        await self.store.free_codes(CODE_SECONDS)
        for table, live in list(self.live.items()):
            if self._is_idle(live) and await self._keep_state(live) and self._is_idle(live):
                live.stop()
                del self.live[table]

    def _is_idle(self, live: LiveTable) -> bool:
        if live.guests or live.lock.locked() or not live.can_rest():
            return False
        return monotonic() - live.idle_since > self.setting.idle_seconds

    async def _keep_state(self, live: LiveTable) -> bool:
        try:
            await live.keep_state()
        except NotStored as error:
            log.error("not stored", problem=str(error))
            return False
        return True

    def say_goodbye(self) -> None:
        """Clients are told to come back in a moment."""
        for live in self.live.values():
            for guest in live.guests:
                guest.send(encode(wire.Goodbye("restart")))
                guest.close()

    async def close(self) -> None:
        """Stop everything; keep what the next server needs should its rules be newer."""
        for live in list(self.live.values()):
            live.stop()
        if self._tasks:  # moves that are on their way to the store arrive there
            _, late = await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
        for live in list(self.live.values()):
            await self._keep_state(live)


CODE_TRIES = ("",) * 8 + ("Q",) * 8  # a code of five letters is known by its first
CODE_LETTERS = "".join(letter for letter in ascii_uppercase if letter not in "IOQ")
