"""A finished table told again, moment by moment."""

from collections.abc import Iterator
from typing import Any

from salon.core.capabilities import Moment
from salon.core.contract import Game
from salon.core.table import Record, open_record, read_entry


def moments(game: Game[Any, Any, Any, Any, Any], record: Record) -> Iterator[Moment[Any, Any]]:
    """Each with the state as its step left it, which changes with the next."""
    table = open_record(game, record)
    for step, entry in enumerate(record.entries, 1):
        told = table.redo(read_entry(game, entry))
        yield Moment(step, table.state, [one.event for one in told])
