"""Random walks through a game: what people, time and the world might do to a table."""

from collections.abc import Iterator
from typing import Annotated, Any, Generic, get_args, get_origin

import msgspec
from msgspec import Struct, inspect

from salon.core import fairness
from salon.core.contract import Bot, E, Game, Illegal, M, O, S, Seat, V
from salon.core.fairness import Fairness
from salon.core.luck import FastLuck, Luck
from salon.core.table import Entry, Joined, Left, Moved, Table, Ticked

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


class Broken(AssertionError):
    """A law does not hold, with the walk on which that was seen."""

    def __init__(self, law: str, what: str, where: str = "") -> None:
        super().__init__(f"{law}: {what}{where and f' [{where}]'}")
        self.law = law
        self.what = what


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
        self.table = Table(game, options, seats, _fairness(seed))
        self.left: set[Seat] = set()
        self.absent_from = self.luck.below(60) if self.luck.below(2) else None
        self.absent_odds = self.luck.choice((2, 4, 100))  # 100: everybody goes away
        self.absent: set[Seat] | None = None

    def __iter__(self) -> Iterator[Entry]:
        """Each entry, before it is accepted."""
        while self.game.result(self.table.state) is None:
            entry = self._draw()
            yield entry
            self.table.accept(self.table.judge(entry))
            if isinstance(entry, Left):
                self.left.add(entry.seat)

    def _draw(self) -> Entry:
        """What happens next."""
        self._go_away()
        clock = self.game.clock(self.table.state)
        strike = None if clock is None else Ticked(max(clock, self.table.state.now))
        if strike is not None and self.luck.below(10) == 0:
            return strike
        if self.luck.below(20) == 0 and (coming := self._come_or_go()):
            return coming
        now = self.table.state.now + self.luck.below(2_000)
        entry = self.table.due(now) or self._act(now) or strike
        if entry is None:
            raise Broken("the awaited can act", "nobody can go on, and no clock runs", self.where)
        return entry

    def _go_away(self) -> None:
        if self.absent is None and self.absent_from == len(self.table.entries):
            seats = range(self.table.seats)
            self.absent = {seat for seat in seats if self.luck.below(self.absent_odds)}

    def _come_or_go(self) -> Entry | None:
        """A join or a leave, where the game allows it."""
        now = self.table.state.now
        staying = [seat for seat in range(self.table.seats) if seat not in self.left]
        entry: Entry = Joined(now)
        if staying and self.luck.below(2):
            entry = Left(now, self.luck.choice(staying))
        try:
            self.table.judge(entry)
        except Illegal:
            return None
        return entry

    def _act(self, now: int) -> Moved | None:
        """Any seat that can act, with any of its moves; an absent one by its stand-in."""
        state, absent = self.table.state, self.absent or set()
        order = list(range(self.table.seats))
        self.luck.shuffle(order)
        for seat in order:
            if seat in absent and seat not in self.game.awaited(state):
                continue
            if moves := self.game.moves(state, seat):
                move = self._stand_in(seat) if seat in absent else self.luck.choice(moves)
                return Moved(now, seat, self._scribbled(seat, move, now))
        return None

    def _stand_in(self, seat: Seat) -> M:
        state = self.table.state
        view, moves = self.game.view(state, seat), self.game.moves(state, seat)
        move = self.stand_in.choose(view, moves, self.luck)
        if move is None:
            raise Broken("it ends", "a stand-in that is awaited waits", self.where)
        return move

    def _scribbled(self, seat: Seat, move: M, now: int) -> M:
        """The move with other words in it, if the rules take them."""
        scribbled = self.table.prepare(seat, scribble(move, self.luck))
        try:
            self.table.judge(Moved(now, seat, scribbled))
        except Illegal:
            return self.table.prepare(seat, move)
        return scribbled


def _fairness(seed: str) -> Fairness:
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
    return any(
        type(move) is type(specimen)
        and game.prepare(state, seat, with_text_of(move, specimen))
        == game.prepare(state, seat, specimen)
        for specimen in game.moves(state, seat)
    )
