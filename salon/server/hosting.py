"""What people do to a table around the game: sit, start, leave, host, play again."""

import asyncio
from typing import get_args
from unicodedata import category, normalize

import msgspec
import structlog
from msgspec.structs import replace

from salon.core import options as option_words
from salon.core.contract import Illegal, Seat
from salon.core.table import Hid, Joined, Left
from salon.server import wire
from salon.server.live import LiveTable
from salon.server.scenes import Guest, encode
from salon.server.starting import Starting
from salon.server.store import Holder
from salon.server.tables import Tables
from salon.server.thinkers import levels
from salon.server.wire import Symbol

log = structlog.get_logger()

BLANK = (  # that Python calls printable: joiners, fillers, variation selectors
    range(0x034F, 0x0350),
    range(0x115F, 0x1161),
    range(0x17B4, 0x17B6),
    range(0x180B, 0x1810),
    range(0x2800, 0x2801),
    range(0x3164, 0x3165),
    range(0xFE00, 0xFE10),
    range(0xFFA0, 0xFFA1),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)


def check_host(live: LiveTable, player: str) -> None:
    if live.row.host != player:
        raise Illegal("not_the_host")


async def sit(live: LiveTable, player: str, wish: wire.Sit) -> Seat:
    """Take a seat, or change what one is called there."""
    name = clean(wish.name)
    async with live.lock:
        mine = live.seats_of(player)
        if mine and not wish.another and (wish.seat is None or wish.seat in mine):
            seat = mine[0] if wish.seat is None else wish.seat
        else:
            seat = _free_seat(live, player, wish)
        _check_name(live, seat, name)
        _check_symbol(live, seat, wish.symbol)
        if seat == len(live.row.holders):
            await live.enter_now(Joined)
        won = live.row.holders[seat].won if seat in mine else 0
        live.row.holders[seat] = Holder(player=player, name=name, symbol=wish.symbol, won=won)
        await _keep(live)
        return seat


def _free_seat(live: LiveTable, player: str, wish: wire.Sit) -> Seat:
    """An empty chair, or one that a bot keeps; in a running game an empty one or a new one."""
    if live.row.locked and player != live.row.host:
        raise Illegal("locked")
    free = [seat for seat, holder in enumerate(live.row.holders) if holder.player is None]
    empty = [seat for seat in free if live.row.holders[seat].level is None]
    if live.table is not None:
        empty = [seat for seat in empty if seat not in live.gone]
        return (empty or [len(live.row.holders)])[0]
    if wish.seat is not None and wish.seat in free:
        return wish.seat
    if not free or (wish.seat is not None and wish.seat not in free):
        raise Illegal("seat_taken" if free else "table_full")
    return (empty or free)[0]


def _check_name(live: LiveTable, seat: Seat, name: str) -> None:
    for other, holder in enumerate(live.row.holders):
        if other != seat and holder.player is not None and same_name(holder.name, name):
            raise Illegal("name_taken", name=holder.name)


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other at a table."""
    return normalize("NFKC", one).casefold() == normalize("NFKC", other).casefold()


def _check_symbol(live: LiveTable, seat: Seat, symbol: Symbol) -> None:
    for other, holder in enumerate(live.row.holders):
        if other != seat and holder.player is not None and holder.symbol == symbol:
            raise Illegal("symbol_taken")


def clean(name: str) -> str:
    """A name on one line, without characters that cannot be seen."""
    kept = "".join(sign for sign in name if can_be_seen(sign) or sign == " ")
    name = " ".join(kept.split())
    if not any(category(sign)[0] in "LNPS" for sign in name):  # marks alone are not a name
        raise Illegal("no_name")
    return name


def can_be_seen(sign: str) -> bool:
    """Not what Unicode calls ignorable, nor the letters and patterns that are blank."""
    return sign.isprintable() and not any(ord(sign) in blank for blank in BLANK)


async def seat_bot(live: LiveTable, player: str, wish: wire.SeatBot) -> None:
    """The host puts a bot on a seat that nobody holds, or takes it away."""
    check_host(live, player)
    async with live.lock:
        _check_gathering(live)
        holder = _holder(live, wish.seat)
        if holder.player is not None:
            raise Illegal("seat_taken")
        if wish.level is not None and wish.level not in levels(live.row.game):
            raise Illegal("no_such_bot", name=wish.level, bots=", ".join(levels(live.row.game)))
        live.row.holders[wish.seat] = Holder(level=wish.level)
        await _keep(live)


def _check_gathering(live: LiveTable) -> None:
    if live.table is not None or live.starting is not None:
        raise Illegal("already_started")


def _holder(live: LiveTable, seat: Seat) -> Holder:
    if not 0 <= seat < len(live.row.holders):
        raise Illegal("no_such_seat", seat=seat + 1)
    return live.row.holders[seat]


async def leave(live: LiveTable, player: str, seat: Seat) -> None:
    """Give up a seat for good: an empty chair, or a bot once the game runs."""
    async with live.lock:
        if _holder(live, seat).player != player:
            raise Illegal("not_your_seat")
        await _vacate(live, seat)


async def kick(live: LiveTable, player: str, seat: Seat) -> None:
    async with live.lock:
        check_host(live, player)
        if _holder(live, seat).player is None:
            raise Illegal("nobody_there")
        await _vacate(live, seat)


async def hide(live: LiveTable, player: str, wish: wire.Hide) -> None:
    """A text is shown no more: its writer's own wish, or the host's."""
    if wish.seat is None:
        check_host(live, player)
    elif _holder(live, wish.seat).player != player:
        raise Illegal("not_your_seat")
    async with live.lock:
        live.playing()
        await live.enter_now(Hid, wish.seat, wish.page)


async def _vacate(live: LiveTable, seat: Seat) -> None:
    player = live.row.holders[seat].player
    if live.table is not None and not live.is_over:
        await live.enter_now(Left, seat)
        live.row.holders[seat] = _successor(live, seat)
    elif live.table is None:
        live.row.holders[seat] = Holder()
    if player == live.row.host and not live.seats_of(player):
        _pass_on_hosting(live)
    await _keep(live)
    for guest in [guest for guest in live.guests if guest.seat == seat]:
        dismiss(live, guest, "gone")


def _successor(live: LiveTable, seat: Seat) -> Holder:
    """A bot of the middle level, or nobody where the rules say so."""
    old, known = live.row.holders[seat], levels(live.row.game)
    if seat in live.gone:
        return Holder(name=old.name, symbol=old.symbol)
    return Holder(level=known[len(known) // 2], symbol=old.symbol)


def _pass_on_hosting(live: LiveTable) -> None:
    for holder in live.row.holders:
        if holder.player is not None:
            live.row.host = holder.player
            return


def dismiss(live: LiveTable, guest: Guest, reason: wire.Reason) -> None:
    """A connection whose seat is no longer its own."""
    guest.send(encode(wire.Goodbye(reason)))
    live.depart(guest)
    guest.close()


def dismiss_elsewhere(live: LiveTable, player: str, but: Guest | None = None) -> None:
    """This player's seats move to another device: the others let go of them."""
    for guest in list(live.guests):
        if guest.player == player and guest.seat is not None and guest is not but:
            dismiss(live, guest, "elsewhere")


async def hand_over(live: LiveTable, player: str, seat: Seat) -> None:
    """Somebody else hosts from now on."""
    check_host(live, player)
    async with live.lock:
        new_host = _holder(live, seat).player
        if new_host is None:
            raise Illegal("nobody_there")
        live.row.host = new_host
        await _keep(live)


async def set_house_rules(live: LiveTable, player: str, rules: wire.HouseRules) -> None:
    check_host(live, player)
    async with live.lock:
        row = live.row
        row.locked = row.locked if rules.locked is None else rules.locked
        row.onlookers = row.onlookers if rules.onlookers is None else rules.onlookers
        row.patience = row.patience if rules.patience is None else rules.patience
        await _keep(live)
        if not row.onlookers:
            for guest in [guest for guest in live.guests if guest.seat is None]:
                if guest.player != row.host:
                    dismiss(live, guest, "gone")


async def stand_in(live: LiveTable, player: str, seat: Seat) -> None:
    """The host has no more patience with somebody who is away."""
    check_host(live, player)
    _holder(live, seat)
    async with live.lock:
        if seat not in live.hands.away:
            raise Illegal("not_away")
        live.hands.standing_in.add(seat)
        live.notice()


async def start(live: LiveTable, player: str) -> None:
    """Let the browsers mix the luck, commitments first and then nonces, and begin."""
    async with live.lock:
        check_host(live, player)
        _check_gathering(live)
        _check_full(live)
        live.check_start()
        live.starting = starting = Starting(live.row.fairness)
    try:
        await _ask_everybody(live, starting)
        async with live.lock:
            _check_full(live)  # somebody may have left meanwhile
            _settle(live, starting)
        await _ask_everybody(live, starting)
        async with live.lock:
            _check_full(live)
            await _begin(live, starting)
    finally:
        live.starting = None
        live.notice()


async def _ask_everybody(live: LiveTable, starting: Starting) -> None:
    """Until nobody is waited for, or it takes too long."""
    live.scenes.tell()
    for guest in list(live.guests):
        if guest.seat is not None:
            guest.send(encode(starting.question()))
    starting.look_round(_seats_here(live))
    try:
        await asyncio.wait_for(starting.enough.wait(), live.tables.setting.nonce_seconds)
    except TimeoutError:
        log.info("not everybody adds to the luck", game=live.row.game)


def _seats_here(live: LiveTable) -> set[Seat]:
    return {guest.seat for guest in live.guests if guest.seat is not None}


def _check_full(live: LiveTable) -> None:
    if any(holder.player is None and holder.level is None for holder in live.row.holders):
        raise Illegal("empty_seats")


def add_commitment(live: LiveTable, seat: Seat, commitment: str) -> None:
    if live.starting is not None:
        live.starting.commit(seat, commitment)
        live.starting.look_round(_seats_here(live))


def add_nonce(live: LiveTable, seat: Seat, nonce: str) -> None:
    """While the table is starting; a late one is no fault."""
    if live.starting is not None:
        live.starting.reveal(seat, nonce)
        live.starting.look_round(_seats_here(live))


def _settle(live: LiveTable, starting: Starting) -> None:
    """From here on nobody can choose: what everybody is shown before the nonces."""
    options = option_words.read(live.game.types.options, live.row.options)
    names = [holder.name or holder.level or "" for holder in live.row.holders]
    starting.settle(live.game, msgspec.to_builtins(options), names)


async def _begin(live: LiveTable, starting: Starting) -> None:
    row = live.row
    row.fairness, row.opening, row.names = starting.luck, starting.opening or "", starting.names
    row.started, row.code, row.seats, row.version = True, None, len(row.holders), live.game.version
    await live.keep()
    live.begin()
    live.tables.counts["started"] += 1
    nonces, withheld = len(row.fairness.nonces), len(row.fairness.withheld)
    log.info("table started", game=row.game, seats=row.seats, nonces=nonces, withheld=withheld)


async def rematch(tables: Tables, live: LiveTable, player: str) -> str:
    """The same people at a new table; whoever asks second finds the same one."""
    if not live.seats_of(player):
        raise Illegal("not_your_seat")
    async with live.lock:
        if not live.is_over:
            raise Illegal("not_over")
        if live.row.next is None:
            again = await _same_again(tables, live)
            again.household = live.household
            live.row.next = again.row.id
            await _keep(live)
        return live.row.next


async def _same_again(tables: Tables, live: LiveTable) -> LiveTable:
    """Who has left does not come along; there are chairs enough for the rules."""
    row = live.row
    holders = [replace(one) for seat, one in enumerate(row.holders) if seat not in live.gone]
    holders += [Holder() for _ in range(live.game.seats[0] - len(holders))]
    new = wire.NewTable(row.game, len(holders), row.options, row.patience, row.onlookers)
    try:
        return await tables.open(new, row.host, holders)
    except Illegal:  # so few are left that these options no longer fit
        return await tables.open(replace(new, options={}), row.host, holders)


async def _keep(live: LiveTable) -> None:
    await live.keep()
    live.notice()
