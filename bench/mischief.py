"""What goes wrong in a chaos: processes killed, frozen and cut off, and everything restarted."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from subprocess import SubprocessError
from typing import NamedTuple

from bench.guests import now
from tools.cluster import Cluster

ODDS = {"kill": 5, "freeze": 3, "cut": 5, "postgres": 2, "crash": 1, "caddy": 2, "roll": 1}
LEASE = 3.0  # seconds, after which a frozen process keeps nothing any more


class Fault(NamedTuple):
    """Something that went wrong."""

    name: str
    begun: float
    over: float


class Mischief:
    """What goes wrong, one thing after the other, and sometimes two at once."""

    def __init__(self, cluster: Cluster, luck: random.Random) -> None:
        self.cluster, self.luck = cluster, luck
        self.faults: list[Fault] = []
        self.causes: list[Fault] = []  # the same, but of a rolling restart each part
        self._victims = [asyncio.Lock() for _ in cluster.processes]  # one thing at a time to each
        self._postgres, self._caddy, self._rolling = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._under_way = 0
        self._first = luck.sample(list(ODDS), len(ODDS))  # each once, then by their odds

    async def reign(self, seconds: float, faults: int) -> None:
        """At least so long, and at least so many."""
        until, pause = now() + seconds, seconds / faults
        async with asyncio.TaskGroup() as group:
            while now() < until or len(self.faults) < faults:
                await asyncio.sleep(pause * self.luck.uniform(0.4, 1.2))
                if self._under_way < 2:
                    self._under_way += 1
                    _ = group.create_task(self._one())

    async def _one(self) -> None:
        name = self._next()
        happen: dict[str, Callable[[], Awaitable[bool]]] = {
            "kill": lambda: self._to_one(self._kill),
            "freeze": lambda: self._to_one(self._freeze),
            "cut": lambda: self._to_one(self._cut),
            "postgres": lambda: self._alone(self._postgres, self.cluster.restart_postgres),
            "crash": lambda: self._alone(self._postgres, self.cluster.crash_postgres),
            "caddy": lambda: self._alone(self._caddy, self.cluster.restart_caddy),
            "roll": self._roll,
        }
        begun = now()
        if await happen[name]():
            self.faults.append(Fault(name, begun, now()))
            self.causes += self.faults[-1:] if name != "roll" else []
        else:
            self._first.insert(0, name)  # later
        self._under_way -= 1

    def _next(self) -> str:
        if self._first:
            return self._first.pop()
        return self.luck.choices(list(ODDS), list(ODDS.values()))[0]

    async def _alone(self, lock: asyncio.Lock, work: Callable[[], object]) -> bool:
        """In a thread, so that people go on; not while it happens already."""
        if lock.locked():
            return False
        async with lock:
            await asyncio.to_thread(work)
        return True

    async def _to_one(self, happen: Callable[[int], Awaitable[bool]]) -> bool:
        """To a process to which nothing else happens; one is always left alone."""
        free = [number for number, lock in enumerate(self._victims) if not lock.locked()]
        if len(free) < 2:
            return False
        number = self.luck.choice(free)
        async with self._victims[number]:
            return await happen(number)

    async def _kill(self, number: int) -> bool:
        await asyncio.to_thread(self.cluster.kill, number)
        await asyncio.sleep(self.luck.uniform(0, 2))
        await asyncio.to_thread(self.cluster.revive, number)
        return True

    async def _freeze(self, number: int) -> bool:
        self.cluster.freeze(number)
        await asyncio.sleep(LEASE * self.luck.uniform(1.1, 2))
        self.cluster.thaw(number)
        return True

    async def _cut(self, number: int) -> bool:
        """Nothing, if PostgreSQL itself is away just now."""
        try:
            return await asyncio.to_thread(self.cluster.cut, number) > 0
        except SubprocessError:
            return False

    async def _restart(self, number: int) -> None:
        status = await asyncio.to_thread(self.cluster.restart, number)
        assert status == 0, f"a process that was asked to stop said {status}"

    async def _roll(self) -> bool:
        """Each process once."""
        if self._rolling.locked():
            return False
        async with self._rolling:
            for number, lock in enumerate(self._victims):
                async with lock:
                    begun = now()
                    await self._restart(number)
                    self.causes.append(Fault("roll", begun, now()))
        return True
