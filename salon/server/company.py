"""Who of the house sits at a table: the characters on the seats that bots keep.

Which of them is the table's own luck, drawn from its id: nothing here is random twice.
"""

from collections import Counter
from functools import partial
from hashlib import sha256

from msgspec.structs import replace

from salon import cast
from salon.core.contract import Seat
from salon.core.refusal import Refusal
from salon.server import wire
from salon.server.names import same_name
from salon.server.row import SYMBOLS, Holder, TableRow, with_holder
from salon.server.wire import Symbol


def seat_bot(row: TableRow, wish: wire.SeatBot) -> TableRow:
    """A bot on a seat that nobody holds, or away from it."""
    if row.holder(wish.seat).player is not None:
        raise Refusal("seat_taken")
    row = with_holder(row, wish.seat, Holder())
    if wish.character is not None:
        return _seat_character(row, wish.seat, wish.character)
    return row if wish.level is None else _seat_level(row, wish.seat, wish.level)


def fill(row: TableRow, wish: wire.Fill) -> TableRow:
    """A character on every empty seat: all like one level, or a mixed company."""
    for seat, holder in enumerate(row.holders):
        if holder.player is None and holder.level is None:
            row = _seat_level(row, seat, wish.level or _missing_level(row))
    return row


def introduce(row: TableRow, seat: Seat) -> TableRow:
    """A bot without a character becomes one; whatever symbol it has stays."""
    holder = row.holders[seat]
    alike = cast.company(row.game).get(holder.level or "")
    if alike is None or holder.character is not None:
        return row
    is_taken = partial(_is_taken, row, seat)
    one, name = cast.pick(alike, is_taken, lambda one: _luck(row, one.id))
    symbol = holder.symbol or _free_symbol(row, seat)
    return with_holder(row, seat, replace(holder, character=one.id, name=name, symbol=symbol))


def make_way(row: TableRow, person: Seat) -> TableRow:
    """Before the game a character gives way to somebody of its name, or with its symbol."""
    came = row.holders[person]
    for seat, holder in enumerate(row.holders):
        if holder.level is None:
            continue
        if same_name(holder.name, came.name):
            row = introduce(with_holder(row, seat, Holder(level=holder.level)), seat)
        elif holder.symbol == came.symbol:
            symbol = _free_symbol(row, seat)
            row = with_holder(row, seat, replace(holder, symbol=symbol))
    return row


def _seat_character(row: TableRow, seat: Seat, id: str) -> TableRow:
    """Whoever was asked for, playing as it does in this game."""
    found = [
        (level, one)
        for level, alike in cast.company(row.game).items()
        for one in alike
        if one.id == id
    ]
    if not found:
        known = ", ".join(one.id for one in cast.CAST)
        raise Refusal("no_such_bot", name=id, bots=known)
    level, one = found[0]
    if _is_taken(row, seat, one.name):
        raise Refusal("name_taken", name=one.name)
    symbol = _free_symbol(row, seat)
    return with_holder(row, seat, Holder(None, level, one.name, symbol, character=one.id))


def _seat_level(row: TableRow, seat: Seat, level: str) -> TableRow:
    levels = tuple(cast.company(row.game))
    if level not in levels:
        raise Refusal("no_such_bot", name=level, bots=", ".join(levels))
    return introduce(with_holder(row, seat, Holder(level=level)), seat)


def _missing_level(row: TableRow) -> str:
    """The one that fewest play like; among several rather one in the middle."""
    levels = list(cast.company(row.game))
    there = Counter(holder.level for holder in row.holders)
    middle = (len(levels) - 1) / 2

    def rank(level: str) -> tuple[int, float, bytes]:
        return there[level], abs(levels.index(level) - middle), _luck(row, level)

    return min(levels, key=rank)


def _is_taken(row: TableRow, seat: Seat, name: str) -> bool:
    others = (one for at, one in enumerate(row.holders) if at != seat)
    return any(same_name(one.name, name) for one in others)


def _free_symbol(row: TableRow, seat: Seat) -> Symbol:
    taken = {one.symbol for at, one in enumerate(row.holders) if at != seat}
    free = [symbol for symbol in SYMBOLS if symbol not in taken]
    return min(free or SYMBOLS, key=lambda symbol: _luck(row, symbol))


def _luck(row: TableRow, word: str) -> bytes:
    return sha256(f"{row.id} {word}".encode()).digest()
