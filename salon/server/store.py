"""Where tables are kept: a small protocol, and a file for each place that there is.

What `write` has returned from survives a kill and a power cut. One process at a time keeps a table
in memory, by a lease; whoever writes shows it, and one that is no longer held writes nothing.
"""

from collections.abc import Collection
from typing import NamedTuple, Protocol

from salon.server.room import Change, StoredEntry
from salon.server.row import TableRow
from salon.server.snapshots import Snapshot


class Lease(NamedTuple):
    """The right to keep a table in memory and to write what happens there."""

    table: str
    keeper: int = 0  # the number of the process that has it; never given twice


class Store(Protocol):
    """What tables need of the place where they are kept."""

    async def open(self, row: TableRow) -> None:
        """A new table, which nobody keeps yet; CodeTaken if another one gathers under its code."""

    async def take(self, table: str, *, ask: bool = True) -> tuple[Lease, TableRow] | None:
        """The right to keep it; None: there is no such table.

        ComeAgain, within a second, if another process keeps it, which may be asked to let go."""

    async def let_go(self, lease: Lease) -> None:
        """Whoever wants to may take it now."""

    async def wanted(self, held: Collection[Lease]) -> list[Lease]:
        """Those that are no longer held, or that another process has asked for."""

    async def write(self, lease: Lease, change: Change) -> None:
        """Entry and row together, or neither. An entry only right after the last one.

        ComeAgain if the lease is no longer held; NotStored if nobody knows whether it is there."""

    async def load(self, table: str) -> TableRow | None: ...
    async def find(self, code: str) -> str | None: ...
    async def free_codes(self, seconds: int) -> None:
        """Tables that have gathered for so long give their codes back."""

    async def awake(self) -> list[str]:
        """Tables that go on though nobody looks at them, and that no process keeps."""

    async def entries(self, table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        """Those after a step, or the first of them."""

    async def log(self, table: str) -> bytes:
        """All entries as one piece of JSON, for a process that reads them."""

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """In the place of an older one."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The last one, if the log reaches as far and it can be read."""

    async def spend(self, purse: str, most: float, rate: float) -> bool:
        """Whether something is left in a purse that holds so much, and gets so much a second."""

    async def close(self) -> None:
        """After what was asked so far has been done."""


class CodeTaken(Exception):
    """Another table gathers under this code."""


class Overtaken(Exception):
    """Somebody else has written this step, or the one before it is missing."""
