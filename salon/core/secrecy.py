"""The law of secrets: what a seat is shown and told is all that it may know.

A world is a state that gives a seat the view it has. Everything a seat meets, its moves, whom
the table awaits, the clock, what it is told or answered, must be the same in all of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Generic, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from salon.core.can import what_can
from salon.core.contract import E, Game, Illegal, M, O, S, Seat, Told, V
from salon.core.lawbook import SECRETS, Broken
from salon.core.luck import Luck
from salon.core.table import Entry, Moved, apply, copy, encode
from salon.core.walks import draw

Doubts = Counter[tuple[str, Seat | None]]
VIEW_TELLS = "a view shows more than was told"
EVENT_TELLS = "an event tells what the view does not"
ENOUGH = 30  # states in which a secret must have had content before we say it never varies


class Secrecy(Generic[S, M, E, V, O]):
    """Looks at states of one game at one number of seats."""

    def __init__(self, game: Game[S, M, E, V, O], seats: int) -> None:
        self.game = game
        self.can = what_can(game)
        self.seats = seats
        self.seen = Doubts()  # states in which a secret had content, by its path and the viewer
        self.varied = Doubts()  # and in which it was another in a world that looks the same

    def at(self, state: S, viewer: Seat | None, luck: Luck, *, closely: bool) -> S:
        """Check one state for one viewer; returns a world that the viewer cannot tell from it."""
        game = self.game
        view = game.view(state, viewer)
        if closely and (shared := _shared(state, view)):
            raise Broken(SECRETS, f"a view shares a {shared} with the state")
        world = game.imagine(through_json(view), viewer, luck)
        same = encode(game.view(world, viewer)) == encode(view)
        _require(same, "an imagined state gives another view", viewer)
        if viewer is not None:
            same = game.moves(world, viewer) == game.moves(state, viewer)
            _require(same, "the moves tell more than the view", viewer)
        for (what, there), (_, here) in zip(self._public(world), self._public(state), strict=True):
            _require(there == here, f"{what} tells more than the view", viewer)
        if closely:
            self._note(state, world, viewer)
            self._ask(state, world, viewer, luck)
        return world

    def _public(self, state: S) -> Iterator[tuple[str, object]]:
        """What everybody meets, besides what is shown."""
        yield "who is awaited", self.game.awaited(state)
        if self.can.timed is not None:
            yield "the clock", self.can.timed.clock(state)
        if self.can.leavable is not None:
            yield "who is gone", self.can.leavable.gone(state)
        if self.can.shareable is not None:
            yield "whether people may look together", self.can.shareable.is_open(state)

    def _ask(self, state: S, world: S, seat: Seat | None, luck: Luck) -> None:
        """An answer may remember what the view does not show, but hangs on no secret."""
        if seat is None or self.can.askable is None:
            return
        question = draw(self.can.askable.question, luck)
        here = self._answer(state, seat, question)
        there = self._answer(with_secrets_of(world, state), seat, question)
        _require(here == there, f"the answer to {question} tells a secret", seat)

    def _answer(self, state: S, seat: Seat, question: Any) -> bytes:
        try:
            return encode(self.can.answer(state, seat, question))
        except Illegal as refusal:
            return encode((refusal.key, refusal.details))

    def step(self, state: S, entry: Entry, viewer: Seat | None, luck: Luck) -> None:
        """What a viewer learns in a step is what it is told: no more, no less.

        Two worlds with the same view go on, as likely as not with different moves of others.
        """
        game = self.game
        world = game.imagine(through_json(game.view(state, viewer)), viewer, luck)
        there = self._elsewhere(world, entry, viewer, luck)
        if there is None:
            return
        here = copy(state)
        told_here = heard(self._carry_out(here, entry, luck), viewer)
        try:
            told_there = heard(self._carry_out(world, there, luck), viewer)
        except Illegal:
            return  # what was drawn there is not possible there: free text, or another hand
        same_view = encode(game.view(here, viewer)) == encode(game.view(world, viewer))
        same_story = encode(told_here) == encode(told_there)
        if same_view != same_story:
            what = VIEW_TELLS if same_story else EVENT_TELLS
            steps = _two_steps((entry, told_here), (there, told_there))
            _require(False, f"{what} ({steps})", viewer)

    def _carry_out(self, state: S, entry: Entry, luck: Luck) -> list[Told[E]]:
        told = apply(self.game, state, entry, luck)
        for one in told:
            if shared := _shared(state, one.event):
                raise Broken(SECRETS, f"an event shares a {shared} with the state")
        return told

    def _elsewhere(self, world: S, entry: Entry, viewer: Seat | None, luck: Luck) -> Entry | None:
        """The entry in the other world: of another seat perhaps another move."""
        if not isinstance(entry, Moved) or entry.seat == viewer:
            return entry
        moves = self.game.moves(world, entry.seat)
        if not moves:
            return None
        if entry.move in moves and luck.below(2):
            return entry
        move = self.can.prepare(world, entry.seat, luck.choice(moves))
        return Moved(entry.now, entry.seat, move)

    def _note(self, state: S, world: S, viewer: Seat | None) -> None:
        imagined = dict(secrets(world))
        for path, value in secrets(state):
            if not _empty(value):
                self.seen[path, viewer] += 1
                self.varied[path, viewer] += value != imagined.get(path)

    def add(self, seen: Doubts, varied: Doubts) -> None:
        """What was noted elsewhere."""
        self.seen.update(seen)
        self.varied.update(varied)

    def close(self) -> None:
        """Every secret varied for the onlooker, and, where a third seat watches, for each seat."""
        for (path, viewer), times in self.seen.items():
            if times >= ENOUGH and (viewer is None or self.seats > 2):
                varied = self.varied[path, viewer] > 0
                _require(varied, f"{path} is Secret and never in doubt", viewer)


def _require(holds: bool, what: str, viewer: Seat | None) -> None:
    if not holds:
        raise Broken(
            SECRETS, f"{what}, for {'an onlooker' if viewer is None else f'seat {viewer}'}"
        )


def through_json(view: V) -> V:
    return msgspec.json.decode(msgspec.json.encode(view), type=type(view))


def heard(told: list[Told[E]], viewer: Seat | None) -> list[E]:
    """What reaches one viewer of all that is told."""
    return [one.event for one in told if one.to is None or viewer in one.to]


def _two_steps(*steps: tuple[Entry, list[E]]) -> str:
    """What happened in two worlds that look the same, and what was heard of it."""
    return ", and in another world ".join(
        f"after {entry.move if isinstance(entry, Moved) else entry}: {events or 'nothing'}"
        for entry, events in steps
    )


def secrets(thing: Any) -> Iterator[tuple[str, Any]]:
    """Every field marked Secret, by its path; of a list of things all together."""
    found: dict[str, list[Any]] = defaultdict(list)
    for path, value in _secrets(thing, ""):
        found[path].append(msgspec.to_builtins(value))
    yield from found.items()


def _secrets(thing: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, Struct):
        for name, secret in _fields(type(thing)).items():
            value, here = getattr(thing, name), f"{path}.{name}"
            if secret:
                yield here, value
            else:
                yield from _secrets(value, here)
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from _secrets(part, f"{path}[]")
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from _secrets(part, f"{path}[]")


@cache
def _fields(kind: type[Struct]) -> dict[str, bool]:
    """The fields of a Struct, and whether they are Secret."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: get_origin(hint) is Annotated and "secret" in get_args(hint)
        for name, hint in hints.items()
    }


def with_secrets_of(other: Any, thing: Any) -> Any:
    """The same thing, but for its secrets: they are the other's."""
    if type(thing) is not type(other):
        return thing
    if isinstance(thing, Struct):
        parts = {
            name: there if secret else with_secrets_of(there, getattr(thing, name))
            for name, secret in _fields(type(thing)).items()
            for there in [getattr(other, name)]
        }
        return msgspec.structs.replace(thing, **parts)
    if isinstance(thing, list | tuple) and len(thing) == len(other):
        return type(thing)(map(with_secrets_of, other, thing))
    if isinstance(thing, dict):
        return {key: with_secrets_of(other.get(key), value) for key, value in thing.items()}
    return thing


def _empty(values: list[Any]) -> bool:
    return all(value is None or value in ("", [], {}) for value in values)


def _shared(one: Any, other: Any) -> str | None:
    """The kind of a thing that can change and belongs to both."""
    others = dict(_changeable(other))
    both = dict(_changeable(one)).keys() & others.keys() if others else ()
    return next((others[key] for key in both), None)


def _changeable(thing: Any) -> Iterator[tuple[int, str]]:
    if isinstance(thing, list | dict | set) or (
        isinstance(thing, Struct) and not thing.__struct_config__.frozen
    ):
        yield id(thing), type(thing).__name__
    for part in _parts(thing):
        if not isinstance(part, str | int | None):
            yield from _changeable(part)


def _parts(thing: Any) -> list[Any]:
    if isinstance(thing, Struct):
        return [getattr(thing, name) for name in thing.__struct_fields__]
    if isinstance(thing, dict):
        return list(thing.values())
    return list(thing) if isinstance(thing, list | tuple | set | frozenset) else []
