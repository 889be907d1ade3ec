"""The craft of replays, in a process of their own: a finished table, step by step.

After the end nothing is secret.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from salon import games
from salon.core.can import what_can
from salon.core.capabilities import Award, Moment, Truth
from salon.core.contract import Illegal, Seat
from salon.core.keepsakes import Keepsake
from salon.core.refusal import Refusal
from salon.core.story import moments
from salon.core.study import Study
from salon.core.table import (
    Entry,
    Hid,
    Moved,
    Record,
    Table,
    encode,
    open_record,
    read_entry,
    read_record,
    write_record,
)
from salon.server import wire

NEWS = 50  # events up to a step that are told with it
EVERY = 100  # steps between two marks
AWARDS = 3  # of one table
KEPT = 50_000  # entries of the last stories that are kept for the next question

to_json = msgspec.json.encode

Key = tuple[str, int, bytes]  # a table, how long its log is, and all of its record but that


class Line(Struct):
    """An entry as it is stored, without what only its table needs."""

    entry: Entry


class Question(NamedTuple):
    """What a seat was asked when it made a move, and what it did."""

    seat: Seat
    view: Any
    moves: list[Any]
    move: Any


class News(NamedTuple):
    at: int  # table time
    event: Raw


class Mark(NamedTuple):
    """How far the story has been read: from here it can be read on."""

    state: bytes
    seats: int
    told: int  # events so far
    news: tuple[News, ...]  # the last of them
    fresh: list[Raw]  # those of the last step


class Scene(NamedTuple):
    """The table at one of its steps."""

    table: Table[Any, Any, Any, Any, Any]
    told: int
    news: tuple[News, ...]
    fresh: list[Raw]

    def mark(self) -> Mark:
        return Mark(encode(self.table.state), self.table.seats, self.told, self.news, self.fresh)


class Story:
    """A finished table that can be looked at step by step, back and forth."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._game = games.load(record.game)
        table = open_record(self._game, record)
        self._study: Study | UnsetType | None = UNSET
        self._marks = [Scene(table, 0, (), []).mark()]  # one at every so many steps, as far as read

    def write(self) -> bytes:
        """As a file."""
        return write_record(self.record)

    def at(self, step: int | None) -> wire.Replay:
        """What is shown after so many steps, and all that was told in the last one."""
        last = len(self.record.entries)
        scene = self._read_to(self._check(last if step is None else step, first=0))
        game, state = self._game, scene.table.state
        self._hide_later(scene.table)
        return wire.Replay(
            step=scene.table.steps,
            steps=last,
            now=state.now,
            view=Raw(to_json(self._view(state))),
            awaited=tuple(sorted(game.awaited(state))),
            fresh=scene.fresh,
            news=[one.event for one in scene.news],
            times=[one.at for one in scene.news],
            told=scene.told,
            names=self.record.names,
            result=game.result(state),
        )

    def _view(self, state: Any) -> Any:
        retelling = what_can(self._game).retelling
        return self._game.view(state, None) if retelling is None else retelling.retell(state)

    def question(self, step: int) -> Question:
        """What the move of this step answered, from what its seat could see."""
        entry = read_entry(self._game, self.record.entries[self._check(step, first=1) - 1])
        if not isinstance(entry, Moved):
            raise Refusal("no_advice")
        game, state, seat = self._game, self._read_to(step - 1).table.state, entry.seat
        return Question(seat, game.view(state, seat), list(game.moves(state, seat)), entry.move)

    def truths(self) -> list[Truth]:
        """What was hidden while it was played, in a game that tells of it."""
        return list(what_can(self._game).truths(self._moments()))

    def study(self) -> Study | None:
        """Every decision beside best play, in a game that knows it; worked out once."""
        if self._study is UNSET:
            self._study = what_can(self._game).study(self._moments())
        return self._study

    def page(self) -> tuple[tuple[Award, ...], tuple[Keepsake, ...]]:
        """The most remarkable of it, and what was made."""
        can, last = what_can(self._game), len(self.record.entries)
        awards = sorted(can.awards(self._moments()), key=lambda one: -one.weight)
        return tuple(awards[:AWARDS]), tuple(can.keepsakes(self._read_to(last).table.state))

    def _moments(self) -> Iterator[Moment[Any, Any]]:
        return moments(self._game, self.record)

    def _check(self, step: int, first: int) -> int:
        last = len(self.record.entries)
        if not first <= step <= last:
            raise Refusal("no_such_step", last=last, step=step)
        return step

    def _read_to(self, step: int) -> Scene:
        """From the last mark before it."""
        number = min(step // EVERY, len(self._marks) - 1)
        scene = self._resume(self._marks[number], number * EVERY)
        for entry in self.record.entries[number * EVERY : step]:
            scene = self._read_on(scene, entry)
            if scene.table.steps == len(self._marks) * EVERY:
                self._marks.append(scene.mark())
        return scene

    def _resume(self, mark: Mark, step: int) -> Scene:
        table = open_record(self._game, self.record)
        state = msgspec.msgpack.decode(mark.state, type=self._game.types.state)
        table.resume(state, mark.seats, step)
        return Scene(table, mark.told, mark.news, mark.fresh)

    def _read_on(self, scene: Scene, entry: Entry) -> Scene:
        told = scene.table.redo(read_entry(self._game, entry))
        fresh = [Raw(to_json(one.event)) for one in told]
        at = scene.table.state.now
        news = (*scene.news, *(News(at, event) for event in fresh))[-NEWS:]
        return Scene(scene.table, scene.told + len(fresh), news, fresh)

    def _hide_later(self, table: Table[Any, Any, Any, Any, Any]) -> None:
        """A text that was taken back is not shown at any step."""
        for entry in self.record.entries[table.steps :]:
            if isinstance(entry, Hid):
                with suppress(Illegal):  # not written yet at this step
                    table.can.hide(table.state, entry.seat, entry.page)


_stories: OrderedDict[Key, Story] = OrderedDict()


def chores() -> Iterator[None]:
    return iter(())


def answer(key: Key, log: bytes | None, deed: str, *args: Any) -> Any:
    """None: it does not know this table and wants its log."""
    if log is not None:
        _stories[key] = Story(_record(key, log))
    if key not in _stories:
        return None
    _stories.move_to_end(key)
    while len(_stories) > 1 and sum(steps for _, steps, _ in _stories) > KEPT:
        _stories.popitem(last=False)
    return getattr(_stories[key], deed)(*args)


def _record(key: Key, log: bytes) -> Record:
    record = read_record(key[2])
    record.entries = [line.entry for line in msgspec.json.decode(log, type=list[Line])]
    return record
