"""The laws over the walks of one game with one set of options at one number of seats."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import isqrt
from typing import Any, Generic

import msgspec
from msgspec import Struct

from salon.core.can import what_can
from salon.core.contract import Bot, E, Game, Illegal, M, O, S, Seat, V
from salon.core.lawbook import (
    ADDS_UP,
    AWAITED,
    IT_ENDS,
    LOOSE_ENDS,
    NO_TRACE,
    OFFERS,
    PLAIN,
    REPLAYS,
    SECRETS,
    Broken,
)
from salon.core.luck import Luck
from salon.core.refusal import Malformed, Refusal
from salon.core.secrecy import Secrecy
from salon.core.table import (
    Entry,
    Left,
    Moved,
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
from salon.core.walks import Walk, offered

FIRST = 8  # states before each kind of entry that are looked at closely; then ever fewer
VIEWERS = 3  # for whom one looks at such a state
OFFERED = 12  # of its moves that are tried
STRANGERS = 20  # moves from other states that are tried there
IMAGINED = 40  # of so many such states one goes on to its end as somebody imagines it
ABROAD = 100  # entries of a table with other options, from which some of those come
GARBAGE = (b"", b"{}", b"[]", b"null", b"7", b'{"type":"Nonsense"}', b'{"type":', b"\xff", b"[" * 9)


class Walked(Struct, frozen=True):
    """A walk that broke no law."""

    written: bytes  # its record
    end: bytes  # its last state
    states: int
    looked: int  # of them, closely


@contextmanager
def located(walk: Walk[S, M, E, V, O]) -> Iterator[None]:
    """A law that is broken, and rules that crash, say where."""
    try:
        yield
    except Broken as broken:
        where = f"{walk.where} step {len(walk.table.entries)}"
        raise Broken(broken.law, broken.what, where) from None
    except Exception as error:
        error.add_note(f"on {walk.where} step {len(walk.table.entries)}")
        raise


class Court(Generic[S, M, E, V, O]):
    """Watches each walk: everything at a sample of its states, at all others what costs little."""

    def __init__(
        self, game: Game[S, M, E, V, O], stand_in: Bot[V, M], seats: int, bound: int
    ) -> None:
        self.game = game
        self.can = what_can(game)
        self.stand_in = stand_in
        self.seats = seats
        self.bound = bound
        self.secrecy = Secrecy(game, seats)
        self.strangers: list[tuple[Seat, M]] = []  # moves that were possible once

    def look_abroad(self, options: O) -> None:
        """Moves that other options make possible are strangers here."""
        walk = Walk(self.game, self.stand_in, options, self.seats, "abroad")
        with located(walk):
            for _ in zip(walk, range(ABROAD), strict=False):
                self._meet(walk.table.state, walk.table.seats, walk.luck)

    def walk(self, options: O, walks: int) -> Iterator[Walked]:
        for number in range(walks):
            walk = Walk(self.game, self.stand_in, options, self.seats, f"walk {number}")
            with located(walk):
                walked = self._follow(walk)
            yield walked

    def _follow(self, walk: Walk[S, M, E, V, O]) -> Walked:
        table, kinds = walk.table, Counter[type]()
        looked, done = 1, frozenset[Seat]()
        for step in walk:
            if len(table.entries) > self.bound:
                raise Broken(IT_ENDS, f"not within {self.bound} entries")
            done = self._check_always(table.state, table.seats, done)
            if is_worth_a_look(step.entry, kinds):
                looked += 1
                self._check_state(table.state, table.seats, walk.luck)
                self._check_entry(table.state, step.entry, table.seats, walk.luck)
        self._check_always(table.state, table.seats, done)
        self._check_state(table.state, table.seats, walk.luck)
        self._check_end(table.state, table.seats)
        written = write_record(table.record())
        _check_replay(self.game, read_record(written), table.state)
        return Walked(written, encode(table.state), len(table.entries) + 1, looked)

    # At every state.

    def _check_always(self, state: S, seats: int, done: frozenset[Seat]) -> frozenset[Seat]:
        if flaw := self.can.flaw(state):
            raise Broken(ADDS_UP, flaw)
        self._check_awaited(state, seats)
        return self._check_loose_ends(state, done)

    def _check_awaited(self, state: S, seats: int) -> None:
        awaited, clock = self.game.awaited(state), self.can.clock(state)
        over = self.game.result(state) is not None
        if over and (awaited or clock is not None):
            raise Broken(IT_ENDS, "it is over and still waits")
        if not over and not awaited and clock is None:
            raise Broken(AWAITED, "a table waits for nobody and for no clock")
        for seat in awaited:
            if seat not in range(seats) or not self.game.moves(state, seat):
                raise Broken(AWAITED, f"seat {seat} is awaited and cannot act")

    def _check_loose_ends(self, state: S, before: frozenset[Seat]) -> frozenset[Seat]:
        """What stands open has all its people; returns for whom it is over."""
        done = self.can.done(state)
        for seats in self.can.pending(state):
            if ended := done & set(seats):
                what = f"what seats {seats} have open outlives its end for {sorted(ended)}"
                raise Broken(LOOSE_ENDS, what)
        if back := before - done or {seat for seat in done if self.game.moves(state, seat)}:
            raise Broken(LOOSE_ENDS, f"it was over for {sorted(back)}, who may act")
        return done

    # At the states looked at closely.

    def _check_state(self, state: S, seats: int, luck: Luck) -> None:
        before = encode(state)
        self._check_adds_up(state)
        self._check_offers(state, seats, luck)
        self._check_strangers(state, seats, luck)
        self._check_leaves(state, seats, luck)
        for place, viewer in enumerate(_some_viewers(seats, luck)):
            world = self.secrecy.at(state, viewer, luck, closely=place == 0)
            self._check_adds_up(world)
            if luck.below(IMAGINED * VIEWERS) == 0:
                self._play_on(world, seats, luck)
        if encode(state) != before:
            raise Broken(SECRETS, "looking, or imagining on, changes the state")

    def _check_adds_up(self, state: S) -> None:
        if flaw := self.can.flaw(state):
            raise Broken(ADDS_UP, flaw)
        if encode(copy(state)) != encode(state):
            raise Broken(PLAIN, "a state does not survive being written and read")

    def _check_offers(self, state: S, seats: int, luck: Luck) -> None:
        moves = self._meet(state, seats, luck)
        luck.shuffle(moves)
        for seat, move in moves[:OFFERED]:
            self._check_offer(state, seat, move, seats, luck)

    def _meet(self, state: S, seats: int, luck: Luck) -> list[tuple[Seat, M]]:
        """All that can be done here; some of it is kept, to be tried elsewhere."""
        moves = [(seat, move) for seat in range(seats) for move in self.game.moves(state, seat)]
        self.strangers += [luck.choice(moves) for _ in range(min(4, len(moves)))]
        return moves

    def _check_offer(self, state: S, seat: Seat, move: M, seats: int, luck: Luck) -> None:
        world = copy(state)
        try:
            told = self.game.play(world, seat, self.can.prepare(state, seat, move), luck)
        except Illegal as refusal:
            raise Broken(OFFERS, f"{move} was offered to seat {seat}: {refusal}") from None
        audience = {seat for one in told for seat in one.to or ()}
        if not audience <= set(range(seats)):
            raise Broken(OFFERS, f"told to seats that do not exist: {audience}")
        self._check_always(world, seats, self.can.done(state))

    def _check_leaves(self, state: S, seats: int, luck: Luck) -> None:
        """Whoever leaves now, the table can go on without."""
        if self.can.leavable is None or self.game.result(state) is not None:
            return
        for seat in set(range(seats)) - self.can.done(state):
            world = copy(state)
            apply(self.game, world, Left(state.now, seat), luck)
            self._check_always(world, seats, self.can.done(state))

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
            self.game.play(world, seat, self.can.prepare(state, seat, move), luck)
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
            clock = self.can.clock(world)
            if clock is not None and (not able or luck.below(4) == 0):
                apply(self.game, world, Ticked(max(clock, world.now)), luck)
            else:
                seat = luck.choice(able)
                move = luck.choice(self.game.moves(world, seat))
                self.game.play(world, seat, self.can.prepare(world, seat, move), luck)
            self._check_adds_up(world)
        raise Broken(IT_ENDS, f"an imagined table does not, within {self.bound} entries")

    def _check_entry(self, state: S, entry: Entry, seats: int, luck: Luck) -> None:
        for viewer in _some_viewers(seats, luck):
            self.secrecy.step(state, entry, viewer, luck)

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


def is_worth_a_look(entry: Entry, kinds: Counter[type]) -> bool:
    """The first before each kind of entry, then the ninth, the sixteenth, the twenty-fifth."""
    kind = type(entry.move) if isinstance(entry, Moved) else type(entry)
    kinds[kind] += 1
    return kinds[kind] <= FIRST or isqrt(kinds[kind]) ** 2 == kinds[kind]


def _some_viewers(seats: int, luck: Luck) -> list[Seat | None]:
    viewers = [None, *range(seats)]
    luck.shuffle(viewers)
    return viewers[:VIEWERS]


def _check_replay(game: Game[S, M, E, V, O], record: Record, state: S) -> None:
    try:
        again = replay(game, read_record(write_record(record)))
    except Refusal as refusal:
        raise Broken(REPLAYS, f"the log is refused: {refusal}") from None
    if encode(again.state) != encode(state):
        raise Broken(REPLAYS, "the log gives another state")


def _bent(move: msgspec.Struct, luck: Luck) -> bytes:
    """The move as JSON with something wrong in it, most likely."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    name = luck.choice(list(plain))
    value: Any = luck.choice([-1, 0, 1, 7, 2**63, None, "", [], {}, True, 0.5])
    if isinstance(plain[name], int) and luck.below(2):
        value = plain[name] + luck.choice([-1, 1])
    extra = {"extra": 1} if luck.below(9) == 0 else {}
    return msgspec.json.encode({**plain, name: value, **extra})
