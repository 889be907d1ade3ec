"""Who sits where at the next table: everybody as last time, and whoever had no seat then first."""

from msgspec.structs import replace

from salon.server.circle import membership
from salon.server.circle.row import CircleRow, Number, Person
from salon.server.names import same_name
from salon.server.row import SYMBOLS, Holder, TableRow
from salon.server.wire import Symbol


def seating(
    row: CircleRow, last: TableRow | None, here: frozenset[str], game: str, fitting: tuple[int, ...]
) -> list[Holder]:
    """People, the bots they played with, and empty chairs, for a game that so many can play."""
    before = () if last is None else last.holders
    sat = [one for one in before if one.player is not None]
    bots = [seat for seat, one in enumerate(before) if one.level is not None]
    coming = _coming(row, _waited(row, last), sat, here)[: max(fitting)]
    seats = _seats(len(coming), len(bots) + _empty_chairs(last), fitting)
    is_same = last is not None and last.game == game  # elsewhere bots play by other levels
    staying = bots[: seats - len(coming)] if is_same else []
    holders = [one for seat, one in enumerate(before) if one in coming or seat in staying]
    holders += [one for one in coming if one not in holders]
    return _with_symbols([*holders, *[Holder()] * (seats - len(holders))])


def has_bots(last: TableRow | None) -> bool:
    """Whether empty chairs are for the people of the house, and not for guests to come."""
    if last is None or _empty_chairs(last):
        return False
    return any(one.level is not None for one in last.holders)


def _empty_chairs(last: TableRow | None) -> int:
    """At a table that gathers; whose chair is empty at a later one has left it for good."""
    if last is None or last.started:
        return 0
    return sum(one.player is None and one.level is None for one in last.holders)


def _waited(row: CircleRow, last: TableRow | None) -> tuple[Number, ...]:
    """Who had no seat: of a table that was over a moment ago the circle may not have heard yet."""
    if last is None or not last.started or last.id == row.last:
        return row.waited
    return membership.waiting(row, {membership.who(row, one) for one in last.holders})


def _coming(
    row: CircleRow, waited: tuple[Number, ...], sat: list[Holder], here: frozenset[str]
) -> list[Holder]:
    """In the order in which they have a right to a seat."""
    waiting = [one for one in row.people if _waits(one, sat, here)]
    order = {number: place for place, number in enumerate(waited)}
    waiting.sort(key=lambda one: order.get(one.number, len(order)))
    first = [one for one in waiting if one.number in order]
    later = [one for one in waiting if one.number not in order]
    stay = [one for one in sat if not _watches(row, one)]
    return [*map(_as_holder, first), *stay, *map(_as_holder, later)]


def _waits(person: Person, sat: list[Holder], here: frozenset[str]) -> bool:
    """Whether somebody is here, without a seat at the last table, and wants one."""
    if person.player not in here or person.watches:
        return False
    mine = [one for one in sat if one.player == person.player]
    return not any(same_name(one.name, person.name) for one in mine)


def _watches(row: CircleRow, holder: Holder) -> bool:
    """Who left the circle comes to no table of it."""
    mine = row.people_of(holder.player or "")
    return not mine or mine[0].watches


def _as_holder(person: Person) -> Holder:
    return Holder(person.player, None, person.name, person.symbol)


def _seats(people: int, others: int, fitting: tuple[int, ...]) -> int:
    """As many as were there last time, if so many can play; never fewer than people."""
    enough = [number for number in fitting if number >= people]
    wanted = min(people + others, enough[-1])
    return next(number for number in enough if number >= wanted)


def _with_symbols(holders: list[Holder]) -> list[Holder]:
    """Everybody's own, unless somebody before has it."""
    taken = set[Symbol]()

    def free(wish: Symbol | None) -> Symbol:
        wanted: tuple[Symbol, ...] = (*((wish,) if wish else ()), *SYMBOLS)
        symbol: Symbol = next(sign for sign in wanted if sign not in taken)
        taken.add(symbol)
        return symbol

    return [replace(one, symbol=free(one.symbol)) if one.player else one for one in holders]
