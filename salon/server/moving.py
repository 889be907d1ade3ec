"""Everything that a Salon keeps, from one place to another: all of it, compared, or nothing."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import msgspec

from salon.core.extras import extra
from salon.core.refusal import Unusable
from salon.server.postgres import check_installed, is_address

KINDS = {
    "tables": ("id", "code", "row", "touched", "awake", "kind"),
    "entries": ("table_id", "step", "kept"),
    "snapshots": ("table_id", "step", "snapshot"),
    "votes": ("puzzle", "voter", "choice", "at"),
}
ORDER = {
    "tables": "id",
    "entries": "table_id, step",
    "snapshots": "table_id",
    "votes": "puzzle, voter",
}
SOME = 500  # lines that are in memory at once

Line = tuple[Any, ...]
Lines = AsyncIterator[Line]


def reading(kind: str) -> str:
    return f"SELECT {', '.join(KINDS[kind])} FROM {kind} ORDER BY {ORDER[kind]}"


class Place(Protocol):
    """Where tables are kept, while nobody else uses it."""

    name: str

    async def count(self, kind: str) -> int: ...
    def read(self, kind: str) -> Lines: ...
    async def write(self, kind: str, lines: Lines) -> None: ...
    async def key(self) -> bytes | None: ...
    async def keep_key(self, key: bytes) -> None: ...


def place(where: str, *, is_goal: bool) -> AbstractAsyncContextManager[Place]:
    """A folder, a file or a database; what was written there counts if the end is reached."""
    if is_address(where):
        check_installed()
        with extra("serve"):
            from salon.server.postgres.moving import database

        return database(where, is_goal=is_goal)
    with extra("serve"):
        from salon.server.moving_files import data_in

    return data_in(Path(where), is_goal=is_goal)


class Tally:
    """How much of each kind, and a hash of all of it."""

    def __init__(self, see: Callable[[], None]) -> None:
        self.counts = Counter[str]()
        self._hash = sha256()
        self._see = see

    async def of(self, kind: str, lines: Lines) -> Lines:
        """Each line is counted as it passes."""
        async for line in lines:
            self._hash.update(msgspec.msgpack.encode((kind, line)))
            self.counts[kind] += 1
            self._see()
            if self.counts.total() % SOME == 0:
                await asyncio.sleep(0)  # somebody may want to stop this
            yield line

    def same(self) -> tuple[Counter[str], str]:
        return self.counts, self._hash.hexdigest()


async def size(start: Place) -> int:
    return sum([await start.count(kind) for kind in KINDS])


async def move(start: Place, goal: Place, see: Callable[[], None]) -> Counter[str]:
    """Copy everything and read it back; `see` is called for each line, twice."""
    key = await start.key()
    if await size(goal) or await goal.key() not in (None, key):
        raise Unusable("not_empty", name=goal.name)
    copied, found = Tally(see), Tally(see)
    for kind in KINDS:
        await goal.write(kind, copied.of(kind, start.read(kind)))
    if key is not None:
        await goal.keep_key(key)
    for kind in KINDS:
        async for _ in found.of(kind, goal.read(kind)):
            pass
    if found.same() != copied.same() or await goal.key() != key:
        raise Unusable("copy_differs", name=goal.name)
    return copied.counts
