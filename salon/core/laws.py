"""The laws that every game obeys, checked on random walks with no code per game.

A law that does not hold raises Broken, which names it. What a law cannot know, who may see the
die, which card is worth what, is said by the sentence tests of each game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Generic

import msgspec

from salon.core import options as every_option
from salon.core.contract import Bot, E, Game, Illegal, M, O, S, Seat, V
from salon.core.luck import FastLuck, Luck
from salon.core.refusal import Malformed, Refusal
from salon.core.secrecy import Secrecy
from salon.core.table import (
    Entry,
    Record,
    Ticked,
    apply,
    copy,
    encode,
    read_move,
    read_record,
    replay,
    write_record,
)
from salon.core.walks import Broken, Walk, offered

IT_ENDS = "it ends"
AWAITED = "the awaited can act"
OFFERS = "an offer is honoured"
REPLAYS = "it replays"
SECRETS = "it keeps secrets"
NO_TRACE = "illegal leaves no trace"
ADDS_UP = "it adds up"
PLAIN = "its state and options are plain"

LAWS = (IT_ENDS, AWAITED, OFFERS, REPLAYS, SECRETS, NO_TRACE, ADDS_UP, PLAIN)

BOUND = 20_000  # entries that no table should ever need
STRANGERS = 40  # moves from other states that are tried here
GARBAGE = (b"", b"{}", b"[]", b"null", b"7", b'{"type":"Nonsense"}', b'{"type":', b"\xff", b"[" * 9)


def check(
    game: Game[S, M, E, V, O],
    stand_in: Bot[V, M],
    *,
    seats: Iterable[int] | None = None,
    walks: int = 3,
    all_options: bool = False,
    most_options: int | None = None,
    bound: int = BOUND,
    progress: Callable[[str], None] = lambda _: None,
) -> int:
    """Walk through the game at each number of seats; the number of walks, or Broken.

    Of many combinations of options at most so many, others at each number of seats.
    """
    _check_plain(game)
    records: list[Record] = []
    for number in game.seats if seats is None else seats:
        if number not in game.seats:
            raise Illegal("seats", seats=number, least=game.seats[0], most=game.seats[-1])
        court, before = Court(game, stand_in, number, bound), len(records)
        for options in _some(list(option_sets(game, all_options)), most_options, number):
            progress(f"{game.name}, {number} seats, {_written(options)}")
            records += court.walk(options, walks)
        court.close()
        if len(records) == before:
            raise Broken(PLAIN, f"no options fit {number} seats", game.name)
    _check_elsewhere(game, records)
    return len(records)


def option_sets(game: Game[S, M, E, V, O], all_of_them: bool) -> Iterator[O]:
    kind = game.types.options
    if all_of_them:
        return every_option.every(kind)
    return every_option.pairwise(kind, FastLuck(game.name))


def _some(sets: list[O], most: int | None, turn: int) -> list[O]:
    """The default, and as many of the others as there is time for; if only for one, any."""
    if most is None or len(sets) <= most:
        return sets
    if most == 1:
        return [sets[turn % len(sets)]]
    first, *others = sets
    return [first, *(others[(turn * (most - 1) + one) % len(others)] for one in range(most - 1))]


def _written(options: msgspec.Struct) -> str:
    return " ".join(f"{name}={value}" for name, value in msgspec.structs.asdict(options).items())


class Court(Generic[S, M, E, V, O]):
    """The laws over all walks at one number of seats."""

    def __init__(
        self, game: Game[S, M, E, V, O], stand_in: Bot[V, M], seats: int, bound: int
    ) -> None:
        self.game = game
        self.stand_in = stand_in
        self.seats = seats
        self.bound = bound
        self.secrecy = Secrecy(game, seats)
        self.strangers: list[tuple[Seat, M]] = []  # moves that were possible once
        self.where = ""

    def walk(self, options: O, walks: int) -> Iterator[Record]:
        """Some walks with these options, if they fit this number of seats."""
        for number in range(walks):
            try:
                walk = Walk(self.game, self.stand_in, options, self.seats, f"walk {number}")
            except Illegal:
                return
            try:
                yield self._follow(walk)
            except Broken as broken:
                step = len(walk.table.entries)
                raise Broken(broken.law, broken.what, f"{walk.where} step {step}") from None

    def close(self) -> None:
        """What can be said only after the last walk."""
        self.secrecy.close()

    def _follow(self, walk: Walk[S, M, E, V, O]) -> Record:
        table = walk.table
        for entry in walk:
            if len(table.entries) > self.bound:
                raise Broken(IT_ENDS, f"not within {self.bound} entries")
            self._check_state(table.state, table.seats, walk.luck)
            self._check_entry(table.state, entry, table.seats, walk.luck)
        self._check_state(table.state, table.seats, walk.luck)
        self._check_end(table.state, table.seats)
        record = table.record()
        _check_replay(self.game, record, table.state)
        return record

    # At every state.

    def _check_state(self, state: S, seats: int, luck: Luck) -> None:
        before = encode(state)
        self._check_adds_up(state)
        self._check_awaited(state, seats)
        self._check_offers(state, seats, luck)
        self._check_strangers(state, seats, luck)
        for viewer in (None, *range(seats)):
            world = self.secrecy.at(state, viewer, luck)
            self._check_adds_up(world)
            if luck.below(20 * seats) == 0:
                self._play_on(world, seats, luck)
        if encode(state) != before:
            raise Broken(SECRETS, "looking, or imagining on, changes the state")

    def _check_adds_up(self, state: S) -> None:
        if flaw := self.game.flaw(state):
            raise Broken(ADDS_UP, flaw)
        if encode(copy(state)) != encode(state):
            raise Broken(PLAIN, "a state does not survive being written and read")

    def _check_awaited(self, state: S, seats: int) -> None:
        awaited, clock = self.game.awaited(state), self.game.clock(state)
        over = self.game.result(state) is not None
        if over and (awaited or clock is not None):
            raise Broken(IT_ENDS, "it is over and still waits")
        if not over and not awaited and clock is None:
            raise Broken(AWAITED, "a table waits for nobody and for no clock")
        for seat in awaited:
            if seat not in range(seats) or not self.game.moves(state, seat):
                raise Broken(AWAITED, f"seat {seat} is awaited and cannot act")

    def _check_offers(self, state: S, seats: int, luck: Luck) -> None:
        for seat in range(seats):
            moves = list(self.game.moves(state, seat))
            self.strangers += [(seat, move) for move in moves[:4]]
            luck.shuffle(moves)
            for move in moves[:6]:
                self._check_offer(state, seat, move, seats, luck)

    def _check_offer(self, state: S, seat: Seat, move: M, seats: int, luck: Luck) -> None:
        world = copy(state)
        try:
            told = self.game.play(world, seat, self.game.prepare(state, seat, move), luck)
        except Illegal as refusal:
            raise Broken(OFFERS, f"{move} was offered to seat {seat}: {refusal}") from None
        audience = {seat for one in told for seat in one.to or ()}
        if not audience <= set(range(seats)):
            raise Broken(OFFERS, f"told to seats that do not exist: {audience}")

    def _check_strangers(self, state: S, seats: int, luck: Luck) -> None:
        """Moves of other states, of other seats, slightly wrong, or no moves at all."""
        for _ in range(min(STRANGERS, len(self.strangers))):
            seat, move = luck.choice(self.strangers)
            if luck.below(3) == 0:
                seat = luck.below(seats)
            if seat not in range(seats):
                continue  # somebody had joined in that other state
            if luck.below(2):
                self._check_json(state, seat, _bent(move, luck), luck)
            else:
                self._check_stranger(state, seat, move, luck)
        self._check_json(state, luck.below(seats), luck.choice(GARBAGE), luck)

    def _check_json(self, state: S, seat: Seat, json: bytes, luck: Luck) -> None:
        try:
            move = read_move(self.game, json)
        except Malformed:
            return
        self._check_stranger(state, seat, move, luck)

    def _check_stranger(self, state: S, seat: Seat, move: M, luck: Luck) -> None:
        world = copy(state)
        before = encode(world)
        try:
            self.game.play(world, seat, self.game.prepare(state, seat, move), luck)
        except Illegal:
            if encode(world) != before:
                raise Broken(NO_TRACE, f"{move} was refused and left a trace") from None
            return
        if not offered(self.game, state, seat, move):
            raise Broken(OFFERS, f"{move} was taken from seat {seat} and never offered")

    def _play_on(self, world: S, seats: int, luck: Luck) -> None:
        """An imagined table goes on to its end like a real one."""
        for _ in range(self.bound):
            if self.game.result(world) is not None:
                return
            able = [seat for seat in range(seats) if self.game.moves(world, seat)]
            clock = self.game.clock(world)
            if clock is not None and (not able or luck.below(4) == 0):
                apply(self.game, world, Ticked(max(clock, world.now)), luck)
            else:
                seat = luck.choice(able)
                move = luck.choice(self.game.moves(world, seat))
                self.game.play(world, seat, self.game.prepare(world, seat, move), luck)
            self._check_adds_up(world)
        raise Broken(IT_ENDS, f"an imagined table does not, within {self.bound} entries")

    # At every entry.

    def _check_entry(self, state: S, entry: Entry, seats: int, luck: Luck) -> None:
        if isinstance(entry, Ticked):
            self._check_tick(state, entry, luck)
        for viewer in (None, *range(seats)):
            self.secrecy.step(state, entry, viewer, luck)

    def _check_tick(self, state: S, entry: Ticked, luck: Luck) -> None:
        world = copy(state)
        apply(self.game, world, entry, luck)
        clock = self.game.clock(world)
        if clock is not None and clock <= entry.now:
            raise Broken(AWAITED, "a tick does not move the clock on")

    # At the end.

    def _check_end(self, state: S, seats: int) -> None:
        result = self.game.result(state)
        assert result is not None
        if not result.reason or len(result.scores) != seats:
            raise Broken(IT_ENDS, f"not one score per seat and a reason: {result}")
        if list(result.winners) != sorted(set(result.winners) & set(range(seats))):
            raise Broken(IT_ENDS, f"the winners are not seats in order: {result}")
        if any(self.game.moves(state, seat) for seat in range(seats)):
            raise Broken(IT_ENDS, "it is over and somebody may act")


# Replay.


def _check_replay(game: Game[S, M, E, V, O], record: Record, state: S) -> None:
    try:
        again = replay(game, read_record(write_record(record)))
    except Refusal as refusal:
        raise Broken(REPLAYS, f"the log is refused: {refusal}") from None
    if encode(again.state) != encode(state):
        raise Broken(REPLAYS, "the log gives another state")


def _check_elsewhere(game: Game[S, M, E, V, O], records: Sequence[Record]) -> None:
    """A process with other hashes and other addresses gives the same bytes."""
    written = [write_record(record) for record in records[:: max(1, len(records) // 20)]]
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        if elsewhere.submit(replay_all, game, written).result() != replay_all(game, written):
            raise Broken(REPLAYS, "the log gives another state in another process", game.name)


def replay_all(game: Game[S, M, E, V, O], written: Sequence[bytes]) -> list[bytes]:
    return [encode(replay(game, read_record(json)).state) for json in written]


# Plainness.


def _check_plain(game: Game[S, M, E, V, O]) -> None:
    """Options can be enumerated, and a state is encoded the same in every process."""
    try:
        every_option.choices(game.types.options)
    except TypeError as error:
        raise Broken(PLAIN, str(error), game.name) from None
    for kind in _kinds(msgspec.inspect.type_info(game.types.state), set()):
        if isinstance(kind, msgspec.inspect.SetType | msgspec.inspect.FrozenSetType):
            raise Broken(PLAIN, "a State holds a set, whose order is not the same everywhere")
        if isinstance(kind, msgspec.inspect.DictType) and not isinstance(
            kind.key_type,
            msgspec.inspect.StrType | msgspec.inspect.IntType | msgspec.inspect.LiteralType,
        ):
            raise Broken(PLAIN, "a State holds a dict whose keys are neither text nor numbers")


def _kinds(kind: Any, seen: set[int]) -> Iterator[Any]:
    """A type and all those it is made of."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    if isinstance(kind, msgspec.inspect.Type | msgspec.inspect.Field):
        yield kind
        for name in kind.__struct_fields__:
            yield from _kinds(getattr(kind, name), seen)
    elif isinstance(kind, tuple):
        for part in kind:
            yield from _kinds(part, seen)


def _bent(move: msgspec.Struct, luck: Luck) -> bytes:
    """The move as JSON with something wrong in it, most likely."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    name = luck.choice(list(plain))
    value: Any = luck.choice([-1, 0, 1, 7, 2**63, None, "", [], {}, True, 0.5])
    if isinstance(plain[name], int) and luck.below(2):
        value = plain[name] + luck.choice([-1, 1])
    extra = {"extra": 1} if luck.below(9) == 0 else {}
    return msgspec.json.encode({**plain, name: value, **extra})
