"""What a table and a circle have in common: one door, and one process that keeps them in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Generic, Protocol, TypeVar

from salon.server.refusals import ComeAgain, NotStored
from salon.server.store import Change, Lease, Store


class Door:
    """One deed at a time comes in; what it does is stored before it is true."""

    def __init__(self, store: Store, lease: Lease) -> None:
        self.lease = lease
        self.is_retired = False  # nothing happens here any more
        self.idle_since = monotonic()
        self._store = store
        self._lock = asyncio.Lock()
        self._is_in_doubt = False  # whether what was written last is in the store

    @asynccontextmanager
    async def _in(self) -> AsyncIterator[None]:
        """Behind the door, alone."""
        async with self._lock:
            if self.is_retired:
                raise ComeAgain
            if self._is_in_doubt:
                await self._look_into_the_store()
                self._is_in_doubt = False
            yield

    async def _write(self, change: Change) -> None:
        self._is_in_doubt = True
        try:
            await self._store.write(self.lease, change)
        except ComeAgain:
            self._give_up()
            raise
        self._is_in_doubt = False

    async def retire(self) -> None:
        """Another process may keep it from now on: whoever looks has to come again."""
        self.is_retired = True
        async with self._lock:  # after what is under way
            self.stop()
        await self._before_letting_go()
        with suppress(NotStored):  # then it has to be waited for
            await self._store.let_go(self.lease)
        self._give_up()

    async def _before_letting_go(self) -> None:
        """What whoever takes it next would like to find."""

    async def _look_into_the_store(self) -> None:
        """It failed: what it says by now is what has happened."""
        raise NotImplementedError

    def _give_up(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError


class Kept(Protocol):
    lease: Lease
    is_retired: bool
    idle_since: float

    async def retire(self) -> None: ...


L = TypeVar("L", bound=Kept)


class Memory(Generic[L]):
    """Those that this process keeps, by their ids: each is taken once, and let go once."""

    def __init__(self) -> None:
        self.live: dict[str, L] = {}
        self._opening: dict[str, asyncio.Future[L]] = {}
        self._retiring: dict[str, asyncio.Future[None]] = {}
        self._is_closed = False

    async def get(self, id: str, *, ask: bool = True) -> L:
        """From memory or from the store; ComeAgain if another process keeps it, which may be asked
        to let go."""
        while (live := self.live.get(id)) is not None:
            if not live.is_retired:
                live.idle_since = monotonic()
                return live
            await self.retire(live)
        if id not in self._opening:
            self._opening[id] = opening = asyncio.ensure_future(self._open(id, ask=ask))
            opening.add_done_callback(lambda _: self._opening.pop(id))
        return await asyncio.shield(self._opening[id])

    async def _open(self, id: str, *, ask: bool) -> L:
        if self._is_closed:
            raise ComeAgain
        live = self.live[id] = await self._take(id, ask=ask)
        return live

    async def _take(self, id: str, *, ask: bool) -> L:
        """From the store."""
        raise NotImplementedError

    def retire(self, live: L) -> asyncio.Future[None]:
        """Let it leave memory: once, however many say so."""
        id = live.lease.id
        if id not in self._retiring:
            live.is_retired = True
            self._retiring[id] = parting = asyncio.ensure_future(live.retire())
            parting.add_done_callback(lambda _: self._forget(live))
        return asyncio.shield(self._retiring[id])

    def _forget(self, live: L) -> None:
        del self._retiring[live.lease.id]
        if self.live.get(live.lease.id) is live:
            del self.live[live.lease.id]

    async def retire_all(self) -> None:
        """Whoever is here comes again, to another process or to the next one."""
        self._is_closed = True
        await asyncio.gather(*map(self.retire, self.live.values()), return_exceptions=True)
