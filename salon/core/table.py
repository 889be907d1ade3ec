"""A table: one play of a game. Options, seats, seed and log give it, whole, at any time.

`judge` says what an entry would do, on a copy; `accept` makes it so. Between the two a server
stores the entry, so nothing is told that could be lost. Replay does not copy.
"""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from salon.core import fairness
from salon.core.can import what_can
from salon.core.contract import E, Game, Illegal, M, O, Result, S, Seat, Told, V, check_seats
from salon.core.fairness import Fairness, draw
from salon.core.luck import KeyedLuck, Luck
from salon.core.refusal import Malformed, Refusal


class Moved(Struct, frozen=True, tag="move"):
    """A seat played a move, as `prepare` left it."""

    now: int
    seat: Seat
    move: Any  # of the game's move type


class Ticked(Struct, frozen=True, tag="tick"):
    """The clock struck."""

    now: int


class Joined(Struct, frozen=True, tag="join"):
    """Somebody sat down on a new seat."""

    now: int


class Left(Struct, frozen=True, tag="leave"):
    """Somebody gave up a seat for good."""

    now: int
    seat: Seat


class Hid(Struct, frozen=True, tag="hide"):
    """A text is shown no more."""

    now: int
    seat: Seat | None  # whose text it is; None: the host's wish
    page: str


Entry = Moved | Ticked | Joined | Left | Hid


class Step(Struct, Generic[S, E], frozen=True):
    """What an entry does: not yet accepted."""

    entry: Entry
    state: S
    told: list[Told[E]]


FORMAT = 2  # of a record


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table as a file: all that a replay or a check of its fairness needs."""

    format: int = 1  # 2: with a fingerprint, and, from a server, an opening
    game: str
    version: int
    options: dict[str, Any]
    seats: int  # at the start
    names: list[str] = []  # of who sat there at the start, then of who joined
    fairness: Fairness
    entries: list[Entry]
    result: Result | None
    fingerprint: str = ""  # of all the rest; only in a file


ANY = TypeVar("ANY", bound=Struct)
_encode = Encoder().encode


@cache
def _decoder(kind: type[ANY]) -> Decoder[ANY]:
    return Decoder(kind)


def encode(thing: object) -> bytes:
    """The same bytes in every process: what two states are compared by."""
    return _encode(thing)


def copy(thing: ANY) -> ANY:
    """A Struct that shares nothing with this one."""
    same: ANY = _decoder(type(thing)).decode(_encode(thing))
    return same


def apply(game: Game[S, M, E, V, O], state: S, entry: Entry, luck: Luck) -> list[Told[E]]:
    """Carry out an entry in place."""
    state.now = entry.now
    match entry:
        case Moved(seat=seat, move=move):
            return game.play(state, seat, move, luck)
        case Ticked():
            return what_can(game).tick(state, luck)
        case Joined():
            return what_can(game).join(state, luck)
        case Left(seat=seat):
            return what_can(game).leave(state, seat, luck)
        case Hid(seat=owner, page=page):
            return what_can(game).hide(state, owner, page)


BAD_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


@cache
def _reader(kind: Any) -> Callable[[bytes | str], Any]:
    return msgspec.json.Decoder(kind).decode


def read(kind: Any, json: bytes | str) -> Any:
    """Something from outside: whatever is wrong with it is one Malformed."""
    try:
        return _reader(kind)(json)
    except BAD_JSON as error:
        raise Malformed("malformed", problem=str(error)) from None


def convert(thing: Any, kind: Any) -> Any:
    """The same for what is no longer JSON."""
    try:
        return msgspec.convert(thing, kind)
    except BAD_JSON as error:
        raise Malformed("malformed", problem=str(error)) from None


def read_question(game: Game[S, M, E, V, O], json: bytes | str) -> Any:
    """A question from outside, or Malformed; Illegal where there are none."""
    if (askable := what_can(game).askable) is None:
        raise Illegal("no_questions")
    return read(askable.question, json)


def read_move(game: Game[S, M, E, V, O], json: bytes | str) -> M:
    """A move from outside, or Malformed."""
    move: M = read(game.types.move, json)
    return move


class Table(Generic[S, M, E, V, O]):
    """A live table. It has no clock of its own: whoever holds it says what time it is."""

    def __init__(
        self,
        game: Game[S, M, E, V, O],
        options: O,
        seats: int,
        fairness: Fairness | None = None,
    ) -> None:
        check_seats(game, seats)
        self.game = game
        self.can = what_can(game)
        self.options = options
        self.seats = seats  # grows when somebody joins
        self.fairness = fairness or draw()  # where its luck comes from
        self.entries: list[Entry] = []  # since it was laid out, or since it was resumed
        self._before = 0  # entries that led to where it was resumed
        self._trail = (0, "")  # after so many entries
        self._seats_at_start = seats
        self._seed = _seed(self.fairness)
        self.state: S = game.start(options, seats, self._luck())

    @property
    def steps(self) -> int:
        """How many entries led here."""
        return self._before + len(self.entries)

    @property
    def trail(self) -> str:
        """The hash of the log: of each entry with the hash of those before it."""
        steps, trail = self._trail
        self._trail = self.steps, follow(trail, self.entries[steps - self._before :])
        return self._trail[1]

    def resume(self, state: S, seats: int, steps: int, trail: str = "") -> None:
        """Go on from a state that was kept after so many entries, without them."""
        self.state, self.seats, self._before, self.entries = state, seats, steps, []
        self._trail = steps, trail

    def play(self, seat: Seat, move: M, now: int | None = None) -> list[Told[E]]:
        """A seat's move, prepared, judged and accepted."""
        prepared = self.prepare(seat, move)
        return self.accept(
            self.judge(Moved(self.state.now if now is None else now, seat, prepared))
        )

    def prepare(self, seat: Seat, move: M) -> M:
        """The move as it will be judged and logged."""
        self._check_seat(seat)
        return self.can.prepare(self.state, seat, move)

    def due(self, now: int) -> Ticked | None:
        """The next tick, if its time has come. It goes before anything else that happens now."""
        clock = self.can.clock(self.state)
        return None if clock is None or clock > now else Ticked(max(clock, self.state.now))

    def judge(self, entry: Entry) -> Step[S, E]:
        """What this entry would do. The table stays as it is."""
        self._check(entry)
        state = copy(self.state)
        return Step(entry, state, apply(self.game, state, entry, self._luck()))

    def accept(self, step: Step[S, E]) -> list[Told[E]]:
        """Make a judged entry part of the table."""
        self._log(step.entry)
        self.state = step.state
        return step.told

    def redo(self, entry: Entry) -> list[Told[E]]:
        """Carry out an entry of a log, in place: an error leaves the table useless."""
        self._check(entry)
        told = apply(self.game, self.state, entry, self._luck())
        self._log(entry)
        return told

    def record(self, names: list[str] | None = None) -> Record:
        """The table as a file. It holds the secret: for after the end, or for the store."""
        return Record(
            format=FORMAT,
            game=self.game.name,
            version=self.game.version,
            options=msgspec.to_builtins(self.options),
            seats=self._seats_at_start,
            names=names or [],
            fairness=self.fairness,
            entries=list(self.entries),
            result=self.game.result(self.state),
        )

    def _log(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry, Joined):
            self.seats += 1

    def _luck(self) -> KeyedLuck:
        return KeyedLuck(self._seed, self.steps)

    def _check(self, entry: Entry) -> None:
        if self.game.result(self.state) is not None and not isinstance(entry, Hid):
            raise Illegal("over")
        if entry.now < self.state.now:
            raise Illegal("backwards")
        tick = self.due(entry.now)
        if tick != entry and (tick is not None or isinstance(entry, Ticked)):
            raise Illegal("out_of_time")
        if isinstance(entry, Moved | Left | Hid) and entry.seat is not None:
            self._check_seat(entry.seat)

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.seats:
            raise Illegal("no_such_seat", seat=seat + 1)  # people count from 1


def _seed(given: Fairness) -> bytes:
    return fairness.seed(given.secret, given.nonces, given.seal)


def open_record(game: Game[S, M, E, V, O], record: Record) -> Table[S, M, E, V, O]:
    """The table of a record before its first entry; refused if it is of another version."""
    if record.version != game.version:
        raise Refusal("other_version", theirs=record.version, ours=game.version)
    options: O = convert(record.options, game.types.options)
    return Table(game, options, record.seats, record.fairness)


def read_entry(game: Game[S, M, E, V, O], entry: Entry) -> Entry:
    """An entry from JSON, its move in the game's own type."""
    if not isinstance(entry, Moved):
        return entry
    return Moved(entry.now, entry.seat, convert(entry.move, game.types.move))


def replay(game: Game[S, M, E, V, O], record: Record) -> Table[S, M, E, V, O]:
    """The table as it was after the last entry of its record."""
    table = open_record(game, record)
    for entry in record.entries:
        table.redo(read_entry(game, entry))
    return table


def read_record(json: bytes) -> Record:
    """A record from a file, or Malformed."""
    record: Record = read(Record, json)
    return record


def write_record(record: Record) -> bytes:
    """A record as readable JSON, with its fingerprint."""
    written = msgspec.structs.replace(record, fingerprint=fingerprint(record))
    return msgspec.json.format(msgspec.json.encode(written), indent=1) + b"\n"


def follow(trail: str, entries: Iterable[Entry]) -> str:
    """The trail after these entries: JSON without a space, keys sorted, after the trail so far."""
    for entry in entries:
        trail = sha256(trail.encode() + sorted_json(entry)).hexdigest()
    return trail


def sorted_json(thing: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(thing, str_keys=True), order="sorted")


def fingerprint(record: Record, trail: str | None = None) -> str:
    """The hash of a whole record but this, its entries as their trail; old ones have none."""
    if record.format < FORMAT:
        return ""
    plain = msgspec.to_builtins(msgspec.structs.replace(record, entries=[]), str_keys=True)
    del plain["fingerprint"], plain["entries"]
    plain["trail"] = follow("", record.entries) if trail is None else trail
    return sha256(sorted_json(plain)).hexdigest()


def check_record(record: Record) -> None:
    """Refused unless its luck is what was promised, and everything as it was written."""
    for seat in record.fairness.nonces.keys() | record.fairness.commitments.keys():
        if not 0 <= seat < record.seats:
            raise Refusal("no_such_seat", seat=seat + 1)
    names = record.names[: record.seats]
    shown = fairness.opening(record.fairness, record.game, record.version, record.options, names)
    fairness.check(record.fairness, shown)
    if fingerprint(record) != record.fingerprint:
        raise Refusal("broken_fingerprint")
