"""Random walks through a game: what people, time and the world might do to a table."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Generic, get_args, get_origin

import msgspec
from msgspec import Struct, inspect

from salon.core import fairness
from salon.core.can import Can, what_can
from salon.core.contract import Bot, E, Game, Illegal, M, O, S, Seat, V
from salon.core.fairness import Fairness
from salon.core.lawbook import AWAITED, IT_ENDS, OFFERS, Broken
from salon.core.luck import FastLuck, Luck
from salon.core.table import Entry, Joined, Left, Moved, Step, Table, Ticked

WORDS = ("time", "wine", "divine", "maid", "made", "it is time", "not the word, the time!")
SCRAPS = (
    "",
    " ",
    "\n",
    "\0",
    "'",
    "L’été…",
    "naïve café",
    "🎭🎭",
    "שלום",
    "\u202edesrever",
    "<b>bold</b>",
    "{seat:name}",
    "ß" * 300,
    "x " * 5_000,
)


class Walk(Generic[S, M, E, V, O]):
    """One random life of a table: moves, scribbles, joins, leaves, jumps to the clock.

    From some step on some seats are absent: they act only when awaited, by their stand-in.
    """

    def __init__(
        self,
        game: Game[S, M, E, V, O],
        stand_in: Bot[V, M],
        options: O,
        seats: int,
        seed: str,
    ) -> None:
        self.where = f"{game.name} {options} seats={seats} seed={seed}"
        self.luck: Luck = FastLuck(f"{self.where}")
        self.game = game
        self.stand_in = stand_in
        self.table = Table(game, options, seats, same_fairness(seed))
        self.left: set[Seat] = set()
        self.door = self.luck.choice((6, 20, 60))  # of so many entries one is a join or a leave
        self.absent_from = self.luck.below(60) if self.luck.below(2) else None
        self.absent_odds = self.luck.choice((2, 4, 100))  # 100: everybody goes away
        self.absent: set[Seat] | None = None

    def __iter__(self) -> Iterator[Step[S, E]]:
        """Each entry, judged and not yet accepted."""
        while self.game.result(self.table.state) is None:
            step = self._draw()
            yield step
            self.table.accept(step)
            if isinstance(step.entry, Left):
                self.left.add(step.entry.seat)
            if isinstance(step.entry, Ticked):
                check_tick(self.table.can, self.table.state)

    def _draw(self) -> Step[S, E]:
        """What happens next."""
        self._go_away()
        clock = self.table.can.clock(self.table.state)
        strike = None if clock is None else Ticked(max(clock, self.table.state.now))
        if strike is not None and self.luck.below(10) == 0:
            return self.table.judge(strike)
        if self.luck.below(self.door) == 0 and (coming := self._come_or_go()):
            return coming
        now = self.table.state.now + self.luck.below(2_000)
        if due := self.table.due(now):
            return self.table.judge(due)
        if act := self._act(now):
            return act
        if strike is None:
            raise Broken(AWAITED, "nobody can go on, and no clock runs", self.where)
        return self.table.judge(strike)

    def _go_away(self) -> None:
        if self.absent is None and self.absent_from == len(self.table.entries):
            seats = range(self.table.seats)
            self.absent = {seat for seat in seats if self.luck.below(self.absent_odds)}

    def _come_or_go(self) -> Step[S, E] | None:
        """A join or a leave, where the game allows it."""
        now = self.table.state.now
        staying = [seat for seat in range(self.table.seats) if seat not in self.left]
        if staying and self.luck.below(2):
            entry: Entry = Left(now, self.luck.choice(staying))
        elif self.table.can.joinable is not None:
            entry = Joined(now)
        else:
            return None
        try:
            return self.table.judge(entry)
        except Illegal:
            return None

    def _act(self, now: int) -> Step[S, E] | None:
        """Any seat that can act, with any of its moves; an absent one by its stand-in."""
        state, absent = self.table.state, self.absent or set()
        order = list(range(self.table.seats))
        self.luck.shuffle(order)
        for seat in order:
            if seat in absent and seat not in self.game.awaited(state):
                continue
            if moves := self.game.moves(state, seat):
                move = self._stand_in(seat) if seat in absent else self._any(moves)
                return self._scribbled(seat, move, now)
        return None

    def _any(self, moves: Sequence[M]) -> M:
        """As often as not of any kind first: of some there are many, of others one."""
        if self.luck.below(2):
            return self.luck.choice(moves)
        return self.luck.choice(self.luck.choice(list(by_kind(moves).values())))

    def _stand_in(self, seat: Seat) -> M:
        state = self.table.state
        view, moves = self.game.view(state, seat), self.game.moves(state, seat)
        move = self.stand_in.choose(view, moves, self.luck)
        if move is None:
            raise Broken(IT_ENDS, "a stand-in that is awaited waits", self.where)
        return move

    def _scribbled(self, seat: Seat, move: M, now: int) -> Step[S, E]:
        """The move with other words in it, if the rules take them."""
        scribbled = scribble(move, self.luck)
        try:
            return self.table.judge(Moved(now, seat, self.table.prepare(seat, scribbled)))
        except Illegal:
            return self._as_offered(seat, move, now)

    def _as_offered(self, seat: Seat, move: M, now: int) -> Step[S, E]:
        try:
            return self.table.judge(Moved(now, seat, self.table.prepare(seat, move)))
        except Illegal as refusal:
            raise Broken(OFFERS, f"{move} was offered to seat {seat}: {refusal}") from None


def check_tick(can: Can[S, M, E, O], state: S) -> None:
    """After a tick."""
    clock = can.clock(state)
    if clock is not None and clock <= state.now:
        raise Broken(AWAITED, "a tick does not move the clock on")


Kind = tuple[Any, ...]  # of a move: its type, and what it says yes or no to


def by_kind(moves: Sequence[M]) -> dict[Kind, list[M]]:
    found: dict[Kind, list[M]] = defaultdict(list)
    for move in moves:
        found[_kind(move)].append(move)
    return found


def _kind(move: Struct) -> Kind:
    kind = type(move)
    return kind, *[getattr(move, name) for name in _yes_or_no(kind)]


@cache
def _yes_or_no(kind: type[Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if field.type is bool]


def same_fairness(seed: str) -> Fairness:
    """Luck that is the same in every run."""
    secret = fairness.commitment(seed)
    return Fairness(fairness.commitment(secret), secret, {})


# Questions: anything of their type.


def draw(kind: Any, luck: Luck) -> Any:
    """Something of this type, its texts readable."""
    return msgspec.convert(_plain(inspect.type_info(kind), luck), kind)


def _plain(kind: inspect.Type, luck: Luck) -> Any:
    match kind:
        case inspect.UnionType(types=kinds):
            return _plain(luck.choice(kinds), luck)
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            tagged = {tag_field: tag} if tag_field else {}
            return tagged | {one.encode_name: _plain(one.type, luck) for one in fields}
        case inspect.TupleType(item_types=kinds):
            return [_plain(one, luck) for one in kinds]
        case inspect.VarTupleType(item_type=one) | inspect.ListType(item_type=one):
            return [_plain(one, luck) for _ in range(max(kind.min_length or 0, 2))]
        case _:
            return _scrap(kind, luck)


def _scrap(kind: inspect.Type, luck: Luck) -> Any:
    match kind:
        case inspect.LiteralType(values=values):
            return luck.choice(values)
        case inspect.IntType(ge=least, le=most, lt=beyond):
            low = least or 0
            return luck.choice(range(low, beyond or (low + 8 if most is None else most + 1)))
        case inspect.BoolType():
            return bool(luck.below(2))
        case inspect.StrType():
            return luck.choice(WORDS)
        case _:
            raise TypeError(f"a question cannot hold {kind}")


# Free text: every `str` in a move.


def scribble(move: M, luck: Luck, *, readable: bool = False) -> M:
    """The same move with anything written over its free text, as far as its type allows."""
    if not text_fields(type(move)):
        return move
    changes = {
        name: _scribbled(getattr(move, name), luck, readable=readable)
        for name in text_fields(type(move))
    }
    scribbled = msgspec.structs.replace(move, **changes)
    try:
        return msgspec.convert(msgspec.to_builtins(scribbled), type(move))
    except msgspec.ValidationError:
        return move


def _scribbled(value: Any, luck: Luck, *, readable: bool) -> Any:
    if isinstance(value, str):
        return luck.choice(WORDS if readable or luck.below(3) else SCRAPS)
    return type(value)(_scribbled(part, luck, readable=readable) for part in value)


def with_text_of(move: M, specimen: M) -> M:
    """The move with the specimen's words in it."""
    texts = {name: getattr(specimen, name) for name in text_fields(type(move))}
    return msgspec.structs.replace(move, **texts)


@cache
def text_fields(kind: type[Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if _is_text(field.type)]


def _is_text(kind: Any) -> bool:
    if get_origin(kind) is Annotated:
        return _is_text(get_args(kind)[0])
    if get_origin(kind) in (tuple, list):
        return any(_is_text(part) for part in get_args(kind))
    return kind is str


def offered(game: Game[S, M, E, V, O], state: S, seat: Seat, move: M) -> bool:
    """Whether this is one of the seat's moves, whatever its words and what the world adds."""
    prepare = what_can(game).prepare
    return any(
        type(move) is type(specimen)
        and prepare(state, seat, with_text_of(move, specimen)) == prepare(state, seat, specimen)
        for specimen in game.moves(state, seat)
    )
