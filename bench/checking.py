"""What must be true after a chaos, of everything that people were told and of what was kept.

Every deed that was acknowledged is there, once and in order; nothing was told that is not stored;
no table is stuck. The log of each table is replayed by the rules: what a seat may have been told is
what the replay tells it.
"""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field

from salon.core.contract import Seat
from salon.core.table import Left, Moved, read_entry
from salon.server.circle.pages import Page, Said
from salon.server.room import Room, StoredEntry
from salon.server.row import TableRow


class Done(Struct):
    """A move that was acknowledged."""

    table: str
    seat: Seat
    id: str
    sent: float  # for the first time
    acknowledged: float


class Sat(Struct):
    """A seat that somebody was given, or has given up."""

    table: str
    seat: Seat
    player: str
    is_left: bool = False


class Spoken(Struct):
    """A line that was acknowledged."""

    circle: str
    id: str
    sent: float
    acknowledged: float


class Heard(Struct):
    """One message about a game that has started, as a page put it together with those before it."""

    table: str
    seat: Seat
    told: int  # events in all
    events: list[str]  # the last of them, as they came with this message: digests
    view: str  # a digest
    is_over: bool


class History(Struct):
    """Everything that people were told."""

    done: list[Done] = field(default_factory=list)
    sat: list[Sat] = field(default_factory=list)
    said: list[Spoken] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    goes_on: dict[str, float] = field(default_factory=dict)  # when a table last told something new
    last: set[str] = field(default_factory=set)  # tables with people at the end


class Kept(NamedTuple):
    """A table as the database has it."""

    row: TableRow
    steps: list[int]
    entries: list[StoredEntry]


class Violation(NamedTuple):
    """A promise that was broken."""

    promise: str
    table: str
    detail: str

    def __str__(self) -> str:
        return f"{self.promise}: table {self.table}: {self.detail}"


def digest(thing: Any) -> str:
    """Of something as it is in JSON."""
    plain = msgspec.to_builtins(thing, str_keys=True)
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:20]


def check(history: History, kept: dict[str, Kept], quiet_since: float) -> list[Violation]:
    """All that was broken; `quiet_since`: when the last fault was over."""
    found = [*check_seats(history, kept), *check_going_on(history, kept, quiet_since)]
    for table, one in kept.items():
        mine = [deed for deed in history.done if deed.table == table]
        found += [*check_log(one), *check_done(mine, one)]
        found += check_heard([heard for heard in history.heard if heard.table == table], one)
    known = {one.table for one in history.done} | {one.table for one in history.sat}
    return found + [Violation("lost", table, "not there") for table in sorted(known - kept.keys())]


# The log itself


def check_log(kept: Kept) -> Iterator[Violation]:
    table = kept.row.id
    if kept.steps != list(range(1, len(kept.steps) + 1)):
        yield Violation("gap", table, f"steps {kept.steps}")
    ids = Counter((one.seat, one.id) for one in kept.entries if one.id is not None)
    for (seat, id), times in ids.items():
        if times > 1:
            yield Violation("twice", table, f"seat {seat}, move {id}")
    left = Counter(one.entry.seat for one in kept.entries if isinstance(one.entry, Left))
    for gone, times in left.items():
        if times > 1:
            yield Violation("twice", table, f"seat {gone} left")


# Circles


def check_said(history: History, pages: dict[str, dict[int, Page]]) -> Iterator[Violation]:
    """Each line is there once; and one that was acknowledged before another was sent stands before
    it. No page is missing among the others."""
    for circle, kept in pages.items():
        if sorted(kept) != list(range(1, len(kept) + 1)):
            yield Violation("gap", circle, f"pages {sorted(kept)}")
    for circle in {one.circle for one in history.said}:
        kept = pages.get(circle, {})
        where: dict[str, list[int]] = {}
        for number, page in kept.items():
            if isinstance(page, Said):
                where.setdefault(page.id, []).append(number)
        mine = [one for one in history.said if one.circle == circle]
        yield from _check_lines(circle, mine, where)


def _check_lines(
    circle: str, said: list[Spoken], where: dict[str, list[int]]
) -> Iterator[Violation]:
    for one in said:
        if len(found := where.get(one.id, [])) != 1:
            promise = "twice" if found else "lost"
            yield Violation(promise, circle, f"line {one.id} at {found}")
    there = [one for one in said if len(where.get(one.id, [])) == 1]
    for one in there:
        for other in there:
            if one.acknowledged < other.sent and where[one.id] > where[other.id]:
                yield Violation("order", circle, f"line {one.id} after {other.id}")


# Moves


def check_done(done: list[Done], kept: Kept) -> Iterator[Violation]:
    """Each is there; and one that was acknowledged before another was sent stands before it."""
    table = kept.row.id
    places = {(one.seat, one.id): place for place, one in enumerate(kept.entries)}
    stored = [one for one in done if (one.seat, one.id) in places]
    for one in done:
        if one not in stored:
            yield Violation("lost", table, f"seat {one.seat}, move {one.id}")
    stored.sort(key=lambda one: places[one.seat, one.id], reverse=True)
    earliest = float("inf")  # acknowledgement of what stands later in the log
    for one in stored:
        if earliest < one.sent:
            yield Violation("order", table, f"seat {one.seat}, move {one.id}")
        earliest = min(earliest, one.acknowledged)


# Seats


def check_seats(history: History, kept: dict[str, Kept]) -> Iterator[Violation]:
    """Whoever sat down last has the seat, and whoever left has it no more, by one entry."""
    last = {(one.table, one.player): one for one in history.sat}
    for (table, player), one in last.items():
        if table not in kept:
            continue
        row = kept[table].row
        if row.seats_of(player) != ([] if one.is_left else [one.seat]):
            yield Violation("seat", table, f"{one} but {row.seats_of(player)}")
        if one.is_left and row.started and not (row.over or _has_left(kept[table], one.seat)):
            yield Violation("lost", table, f"seat {one.seat} left")


def _has_left(kept: Kept, seat: Seat) -> bool:
    return any(isinstance(one.entry, Left) and one.entry.seat == seat for one in kept.entries)


# What was told


class Truth:
    """What the replay of a log tells each seat, step by step."""

    def __init__(self, kept: Kept) -> None:
        self.room = Room(kept.row)
        self.room.begin()
        self.events: dict[Seat, list[str]] = {seat: [] for seat in range(kept.row.seats)}
        self.views: dict[Seat, set[str]] = {seat: set() for seat in self.events}
        self._look()
        for stored in kept.entries:
            self._redo(stored)

    def _redo(self, stored: StoredEntry) -> None:
        game, table = self.room.game, self.room.playing
        for one in table.redo(read_entry(game, stored.entry)):
            event = digest(one.event)
            for seat, events in self.events.items():
                if one.to is None or seat in one.to:
                    events.append(event)
        self._look()

    def _look(self) -> None:
        game, state = self.room.game, self.room.playing.state
        for seat, views in self.views.items():
            views.add(digest(game.view(state, seat)))


def check_heard(heard: list[Heard], kept: Kept) -> Iterator[Violation]:
    if not kept.row.started:
        if heard:
            yield Violation("told, not stored", kept.row.id, "that it has started")
        return
    try:
        truth = Truth(kept)
    except Exception as error:  # whatever the rules make of it
        yield Violation("unplayable", kept.row.id, repr(error))
        return
    if kept.row.over != (truth.room.result is not None):
        yield Violation(
            "row", kept.row.id, f"over: {kept.row.over}, by the log: {truth.room.result}"
        )
    for one in heard:
        yield from _check_one(one, kept, truth)


def _check_one(one: Heard, kept: Kept, truth: Truth) -> Iterator[Violation]:
    events = truth.events[one.seat]
    first = one.told - len(one.events)
    if one.told > len(events) or events[first : one.told] != one.events:
        detail = f"seat {one.seat}, events {first} to {one.told} of {len(events)}"
        yield Violation("told, not stored", kept.row.id, detail)
    if one.view not in truth.views[one.seat]:
        yield Violation("told, not stored", kept.row.id, f"seat {one.seat}, a view at {one.told}")
    if one.is_over and not kept.row.over:
        yield Violation("told, not stored", kept.row.id, "that it is over")


def went_back(heard: list[Heard]) -> int:
    """How often somebody was shown less than they had been told before: an old memory."""
    known: Counter[tuple[str, Seat]] = Counter()
    times = 0
    for one in heard:
        times += one.told < known[one.table, one.seat]
        known[one.table, one.seat] = max(one.told, known[one.table, one.seat])
    return times


# Going on


def check_going_on(
    history: History, kept: dict[str, Kept], quiet_since: float
) -> Iterator[Violation]:
    """A table with people is over, or has told them something new since the last fault."""
    for table in sorted(history.last & kept.keys()):
        if not kept[table].row.over and history.goes_on.get(table, 0.0) <= quiet_since:
            yield Violation("stuck", table, f"a {kept[table].row.game}")


def moves_in(kept: dict[str, Kept]) -> int:
    return sum(isinstance(one.entry, Moved) for table in kept.values() for one in table.entries)
