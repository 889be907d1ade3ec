"""Where tables and circles are kept: a small protocol, and a file for each place that there is.

Either is a row and what was written after it, one entry after the other, under one id. What `write`
has returned from survives a kill and a power cut. One process at a time keeps one in memory, by a
lease; whoever writes shows it, and one that is no longer held writes nothing.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from salon.server.circle.pages import Page
from salon.server.circle.row import CircleRow
from salon.server.room import StoredEntry
from salon.server.row import TableRow
from salon.server.snapshots import Snapshot

Row = TableRow | CircleRow
R = TypeVar("R", TableRow, CircleRow)
KINDS: dict[type, str] = {TableRow: "table", CircleRow: "circle"}


class Lease(NamedTuple):
    """The right to keep a table or a circle in memory and to write what happens there."""

    id: str
    keeper: int = 0  # the number of the process that has it; never given twice


class Change(Protocol):
    """What is written in one go."""

    @property
    def row(self) -> Row | None: ...
    @property
    def stored(self) -> StoredEntry | Page | None: ...
    @property
    def number(self) -> int:
        """Of what is stored: one more than the last."""

    @property
    def erased(self) -> tuple[int, ...]:
        """Numbers of what shall be nowhere any more."""


class Poll(NamedTuple):
    """What somebody chose, and how many people chose what; None: they gave up."""

    mine: int | None
    counts: dict[int | None, int]


class Found(NamedTuple):
    """What is there under a code."""

    kind: str
    id: str


class Store(Protocol):
    """What tables and circles need of the place where they are kept."""

    async def open(self, row: Row) -> None:
        """A new one, which nobody keeps yet; CodeTaken if there is another under its code."""

    async def bring(self, row: Row, entries: Sequence[StoredEntry | Page]) -> None:
        """One from elsewhere, with all that has happened there; CodeTaken if it is here."""

    async def take(self, kind: type[R], id: str, *, ask: bool = True) -> tuple[Lease, R] | None:
        """The right to keep it; None: there is no such thing.

        ComeAgain, within a second, if another process keeps it, which may be asked to let go."""

    async def let_go(self, lease: Lease) -> None:
        """Whoever wants to may take it now."""

    async def wanted(self, held: Collection[Lease]) -> list[Lease]:
        """Those that are no longer held, or that another process has asked for."""

    async def write(self, lease: Lease, change: Change) -> None:
        """Entry, row and what is erased together, or nothing. An entry only right after the last
        one. What is erased is gone from the disk too.

        ComeAgain if the lease is no longer held; NotStored if nobody knows whether it is there."""

    async def drop(self, lease: Lease) -> None:
        """Row, entries and snapshot, from the disk too."""

    async def drop_log(self, lease: Lease) -> None:
        """Entries and snapshot: only the row stays."""

    async def load(self, kind: type[R], id: str) -> R | None: ...
    async def find(self, code: str) -> Found | None: ...
    async def free_codes(self, seconds: int) -> None:
        """What was not touched for so long, and nobody keeps, gives its code back."""

    async def untouched(self, kind: type[R], seconds: int) -> list[str]:
        """Those to which nothing has happened for so long."""

    async def awake(self) -> list[str]:
        """Tables that go on though nobody looks at them, and that no process keeps."""

    async def entries(self, table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        """Those after a step, or the first of them."""

    async def pages(self, circle: str) -> dict[int, Page]:
        """All that is in the album of a circle, by their numbers."""

    async def log(self, table: str) -> bytes:
        """All entries as one piece of JSON, for a process that reads them."""

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """In the place of an older one."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The last one, if the log reaches as far and it can be read."""

    async def spend(self, purse: str, most: float, rate: float) -> bool:
        """Whether something is left in a purse that holds so much, and gets so much a second."""

    async def vote(self, puzzle: str, voter: str, choice: int | None) -> None:
        """What somebody chose first: later choices do not count."""

    async def poll(self, puzzle: str, voter: str) -> Poll | None:
        """What everybody chose; None: this voter has not chosen yet, and is told nothing."""

    async def forget_votes(self, seconds: int) -> None:
        """Those that are so old, from the disk too."""

    async def close(self) -> None:
        """After what was asked so far has been done."""


def read_row(kind: type[R], row: bytes, code: str | None) -> R:
    """As it was kept; its code may have been given back since."""
    return replace(msgspec.json.decode(row, type=kind), code=code)


class CodeTaken(Exception):
    """There is something else under this code."""


class Overtaken(Exception):
    """Somebody else has written this step, or the one before it is missing."""
