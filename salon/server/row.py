"""Who sits where and what was settled, as a value: every deed gives another row, or is refused."""

from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from salon.core.capabilities import Award
from salon.core.contract import Result, Seat
from salon.core.fairness import Fairness
from salon.core.keepsakes import Keepsake
from salon.core.refusal import Refusal
from salon.server import wire
from salon.server.names import clean, same_name
from salon.server.refusals import Forbidden
from salon.server.wire import Symbol

LONG_PATIENCE = 3_600  # seconds, from which on absent people are waited for by day and night
OWN_CIRCLE = "o"  # before the id of a table that was opened without a circle
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)

Seats = frozenset[Seat]


class Holder(Struct, frozen=True):
    """Who has a seat."""

    player: str | None = None  # a person, by the id in the cookie
    level: str | None = None  # a bot
    name: str = ""
    symbol: Symbol | None = None
    won: int = 0  # games in this group of rematches
    character: str | None = None  # who of the house the bot is; None: of an older Salon


class Former(Struct, frozen=True):
    """Who had a seat before, in the same game: what happened there until then was theirs."""

    seat: Seat
    until: int  # table time, ms
    holder: Holder


class TablePage(Struct, frozen=True):
    """What is left of a table when it is over, for the album of its circle."""

    ended: int  # seconds since 1970
    result: Result
    awards: tuple[Award, ...] = ()  # the most remarkable first
    keepsakes: tuple[Keepsake, ...] = ()
    cleared: bool = False  # its moves are forgotten
    outdated: bool = False  # something was hidden since: it is to be written anew


class TableRow(Struct, frozen=True, kw_only=True):
    """A table as it is kept, without its entries."""

    id: str
    game: str
    version: int
    options: dict[str, bool | int | str]
    patience: int  # seconds
    onlookers: bool
    locked: bool = False
    host: str  # a player
    code: str | None
    fairness: Fairness
    opening: str = ""  # what was shown before the nonces
    holders: tuple[Holder, ...]
    seats: int = 0  # at the start; whoever joins comes after them
    names: tuple[str, ...] = ()  # of who sat there at the start
    started: bool = False
    over: bool = False
    circle: str = ""  # "": of an older Salon, and so of one of its own
    page: TablePage | None = None  # once it is over
    former: tuple[Former, ...] = ()  # the first who gave up a seat comes first
    noticed: tuple[str, ...] = ()  # players who were told that they are awaited, and did not look
    rebased: bool = False  # the rules have changed: only a snapshot leads to where it is

    def is_awake(self) -> bool:
        """Whether this table goes on though nobody looks at it: for people, not for bots alone."""
        if not self.started or self.over or self.patience < LONG_PATIENCE:
            return False
        return any(holder.player is not None for holder in self.holders)

    def seats_of(self, player: str) -> list[Seat]:
        return [seat for seat, holder in enumerate(self.holders) if holder.player == player]

    def holder(self, seat: Seat) -> Holder:
        if not 0 <= seat < len(self.holders):
            raise Refusal("no_such_seat", seat=seat + 1)  # people count from 1
        return self.holders[seat]

    def may_watch(self, player: str) -> bool:
        if self.onlookers or not self.started:
            return True
        return player == self.host or bool(self.seats_of(player))

    @property
    def is_remembered(self) -> bool:
        """Whether what is left of it is known, as it is by now."""
        return self.page is not None and not self.page.outdated

    @property
    def home(self) -> str:
        """Its circle."""
        return self.circle or OWN_CIRCLE + self.id

    def admits(self, player: str, seat: Seat | None) -> bool:
        """Whether this player may look with these eyes."""
        if seat is None:
            return self.may_watch(player)
        return seat < len(self.holders) and self.holders[seat].player == player


def check_may_watch(row: TableRow, player: str) -> None:
    if not row.may_watch(player):
        raise Forbidden("no_onlookers")


def check_host(row: TableRow, player: str) -> None:
    if row.host != player:
        raise Forbidden("not_the_host")


def check_holder(row: TableRow, player: str, seat: Seat) -> None:
    if row.holder(seat).player != player:
        raise Forbidden("not_your_seat")


def with_holder(row: TableRow, seat: Seat, holder: Holder) -> TableRow:
    """Also on a new chair after the last."""
    return replace(row, holders=(*row.holders[:seat], holder, *row.holders[seat + 1 :]))


def remember(row: TableRow, old: TableRow, seat: Seat, now: int) -> TableRow:
    """Who had the seat until now, where somebody else has it in a running game."""
    if seat >= len(old.holders):
        return row
    before, after = old.holders[seat], row.holders[seat]
    if (before.player, before.level) == (after.player, after.level) or not before.name:
        return row
    past = replace(before, player=None)  # a name needs no link
    return replace(row, former=(*row.former, Former(seat, now, past)))


# Sitting down


def sit(row: TableRow, player: str, wish: wire.Sit, gone: Seats) -> tuple[TableRow, Seat]:
    """Take a seat, or change what one is called there; a seat after the last is a new one."""
    mine, name = row.seats_of(player), clean(wish.name)
    if mine and not wish.another and (wish.seat is None or wish.seat in mine):
        seat = mine[0] if wish.seat is None else wish.seat
    else:
        seat = _free_seat(row, player, wish, gone)
    others = [one for at, one in enumerate(row.holders) if at != seat and _keeps_face(row, one)]
    _check_name(others, name)
    if any(one.symbol == wish.symbol for one in others):
        raise Refusal("symbol_taken")
    won = row.holders[seat].won if seat in mine else 0
    return with_holder(row, seat, Holder(player, None, name, wish.symbol, won)), seat


def _free_seat(row: TableRow, player: str, wish: wire.Sit, gone: Seats) -> Seat:
    """An empty chair, or one that a bot keeps; in a running game a bot's must be asked for."""
    _check_unlocked(row, player)
    free = [seat for seat, holder in enumerate(row.holders) if holder.player is None]
    empty = [seat for seat in free if row.holders[seat].level is None and seat not in gone]
    if row.started and wish.seat is not None:
        return _seat_of_bot(row, player, wish.seat)
    if row.started:
        return (empty or [len(row.holders)])[0]
    if wish.seat is not None and wish.seat in free:
        return wish.seat
    if not free or wish.seat is not None:
        raise Refusal("seat_taken" if free else "table_full")
    return (empty or free)[0]


def _keeps_face(row: TableRow, holder: Holder) -> bool:
    """Whether nobody else may look like this: a bot gives way, but not in the middle of a game."""
    return holder.player is not None or (row.started and holder.level is not None)


def _check_unlocked(row: TableRow, player: str) -> None:
    if row.locked and player != row.host:
        raise Forbidden("locked")


def _seat_of_bot(row: TableRow, player: str, seat: Seat) -> Seat:
    """A bot gives up its place in a running game, to somebody who knows no other hand."""
    if row.over:
        raise Refusal("over")
    if row.seats_of(player):
        raise Refusal("seated_already")
    if row.holder(seat).level is None:
        raise Refusal("seat_taken")
    return seat


def _check_name(others: list[Holder], name: str) -> None:
    for other in others:
        if same_name(other.name, name):
            raise Refusal("name_taken", name=other.name)


def swap(row: TableRow, player: str, wish: wire.Swap) -> TableRow:
    """Who is on these two seats changes places; somebody else's is for the host to move."""
    one, other = row.holder(wish.seat), row.holder(wish.other)
    if one.player != player or other.player not in (None, player):
        check_host(row, player)
    return with_holder(with_holder(row, wish.seat, other), wish.other, one)


def check_full(row: TableRow) -> None:
    if any(holder.player is None and holder.level is None for holder in row.holders):
        raise Refusal("empty_seats")


# Who is who


def rehold(row: TableRow, was: str, now: str) -> TableRow:
    """Somebody is another player from now on, with all that was theirs."""
    holders = [replace(one, player=now) if one.player == was else one for one in row.holders]
    host = now if row.host == was else row.host
    noticed = tuple(now if one == was else one for one in row.noticed)
    return replace(row, holders=tuple(holders), host=host, noticed=noticed)


def notice(row: TableRow, player: str, *, is_open: bool) -> TableRow | None:
    """Somebody was told that they are awaited, or has looked since; None: that is known."""
    if (player in row.noticed) == is_open:
        return None
    others = tuple(one for one in row.noticed if one != player)
    return replace(row, noticed=(*others, player) if is_open else others)


# Leaving


def vacate(row: TableRow, seat: Seat, successor: Holder) -> TableRow:
    """Somebody else has the seat; and hosts, if that was the host's last one."""
    player = row.holders[seat].player
    row = with_holder(row, seat, successor)
    if player != row.host or row.seats_of(row.host):
        return row
    heirs = [holder.player for holder in row.holders if holder.player is not None]
    return replace(row, host=heirs[0]) if heirs else row


def successor(old: Holder, levels: tuple[str, ...], *, is_gone: bool) -> Holder:
    """A bot of the middle level, or nobody where the rules say so."""
    if is_gone:
        return Holder(name=old.name, symbol=old.symbol)
    return Holder(level=levels[len(levels) // 2], symbol=old.symbol)


# Hosting


def hand_over(row: TableRow, seat: Seat) -> TableRow:
    host = row.holder(seat).player
    if host is None:
        raise Refusal("nobody_there")
    return replace(row, host=host)


def inherit(row: TableRow, host: str, heir: str) -> TableRow | None:
    """None, if it has come otherwise meanwhile."""
    return replace(row, host=heir) if row.host == host and row.seats_of(heir) else None


def with_page(row: TableRow, page: TablePage) -> TableRow | None:
    """What is left of it; None: that is known, or it is not over."""
    return replace(row, page=page) if row.over and not row.is_remembered else None


def without_page(row: TableRow) -> TableRow:
    """Of what is left of it only how and when it ended, until that is written anew."""
    if row.page is None:
        return row
    return replace(row, page=replace(row.page, awards=(), keepsakes=(), outdated=True))


def set_house_rules(row: TableRow, rules: wire.HouseRules) -> TableRow:
    wanted = {"locked": rules.locked, "onlookers": rules.onlookers, "patience": rules.patience}
    return replace(row, **{name: value for name, value in wanted.items() if value is not None})


def count_winners(row: TableRow, winners: tuple[Seat, ...]) -> TableRow:
    """The table is over."""
    holders = [
        replace(holder, won=holder.won + (seat in winners))
        for seat, holder in enumerate(row.holders)
    ]
    return replace(row, over=True, holders=tuple(holders))
