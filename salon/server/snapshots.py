"""A table as it was after so many entries: whoever loads it need not begin at the first one."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from salon.core.contract import Seat
from salon.games import AnyGame

EVERY = 500  # entries


class Heard(Struct, frozen=True):
    """What one viewer has been told."""

    news: list[Raw]  # the last of it
    stood_in: list[int]
    told: int  # how much in all
    times: list[int] = []  # of the last of it; none in one of an older Salon

    def when(self) -> list[int]:
        return self.times or [0] * len(self.news)


class Snapshot(Struct, frozen=True, kw_only=True):
    """What redoing the entries up to a step would give again."""

    version: int  # of the rules
    step: int  # entries up to here
    state: bytes
    seats: int
    trail: str = ""  # the hash of the log
    made: dict[Seat, int] = {}  # moves of each seat
    done: list[tuple[Seat, str]] = []  # messages that are stored
    heard: list[Heard] = []  # the onlookers first, then each seat

    @property
    def is_whole(self) -> bool:
        """One of an older Salon does not say what everybody had heard."""
        return len(self.heard) == 1 + self.seats


def read_state(game: AnyGame, snapshot: Snapshot) -> Any:
    """The state, or None where these rules cannot read it."""
    try:
        return msgspec.msgpack.decode(snapshot.state, type=game.types.state)
    except msgspec.DecodeError:
        return None
