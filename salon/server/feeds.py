"""What each connection to a table is sent: the sections that have changed since its last message.

The first message holds every section, so that coming back is receiving one message. Nothing is kept
for a browser that cannot take it yet: when it can, it is sent what differs by then.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple

from salon.core.contract import Seat, View
from salon.server import wire
from salon.server.room import News, Room, Viewer
from salon.server.row import Holder, TableRow

encode = msgspec.json.Encoder().encode

Sections = dict[str, Any]  # by their names in wire.Scene


class Connection:
    """One browser at a table: a seat's eyes, or an onlooker's."""

    def __init__(
        self,
        player: str,
        seat: Viewer,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        is_ready: Callable[[], bool] = lambda: True,
    ) -> None:
        self.player = player
        self.seat = seat
        self.send = send
        self.close = close
        self.is_ready = is_ready  # whether it can take something now
        self.is_screen = False  # the one in the room is nobody
        self.seq = 0
        self.told = 0  # events that it was sent, or that are too old for it
        self._around: Sections = {}  # this and the rest as it was last sent
        self._course: Sections = {}
        self._view: tuple[Any, ...] | None = None
        self._offer: wire.Offer | None = None

    def show(self, around: Sections, course: Sections, game: "Seen | None", now: int) -> None:
        """Send what it has not been shown yet; nothing, if that is nothing."""
        changed: Sections = {}
        if around is not self._around:
            changed = differences(self._around, around)
            self._around = around
        if course is not self._course:
            changed |= differences(self._course, course)
            self._course = course
        if game is not None:
            self._show_game(game, changed)
        if changed:
            self.seq += 1
            self.send(encode(wire.Scene(self.seq, now, **changed)))

    def _show_game(self, game: "Seen", changed: Sections) -> None:
        news, view, is_first = game.news, astuple(game.view), self._view is None
        if self._view is None:
            changed["seat"], changed["view"] = self.seat, game.view
        elif view != self._view:
            changed["view"] = changed_fields(game.view, self._view, view)
        if game.offer != self._offer:
            changed["offer"] = game.offer
        if is_first or news.told > self.told:
            changed["news"] = news.since(self.told)
        self._view, self._offer, self.told = view, game.offer, news.told


def differences(before: Sections, now: Sections) -> Sections:
    return {name: value for name, value in now.items() if before.get(name) != value}


def changed_fields(view: View, before: tuple[Any, ...], now: tuple[Any, ...]) -> Sections:
    """The fields of a view that are not as before: each is a section of its own."""
    fields = zip(view.__struct_fields__, before, now, strict=True)
    return {name: new for name, old, new in fields if old != new}


class Seen(NamedTuple):
    """The game as one viewer sees it."""

    view: View
    offer: wire.Offer
    news: News


class Moment(NamedTuple):
    """What is so around the game just now, and kept nowhere."""

    now: int  # table time
    is_running: bool = False
    is_starting: bool = False
    standing_in: frozenset[Seat] = frozenset()
    waiting: Mapping[Seat, int] = {}  # since when, in table time, for those awaited


class Feeds:
    """One table as everybody who is connected sees it."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self._shared: Sections = {}  # what everybody sees around the game, until it changes
        self._around: dict[str, Sections] = {}  # and all that each player sees there

    @property
    def here(self) -> set[Viewer]:
        return {one.seat for one in self.connections}

    def forget(self) -> None:
        """Something around the game has changed."""
        self._shared = {}
        self._around.clear()

    def tell(self, room: Room, moment: Moment, to: list[Connection] | None = None) -> None:
        """Send everybody, or these, what has changed for them."""
        ready = [one for one in self.connections if one.is_ready() and (to is None or one in to)]
        if not ready:
            return
        common = course(room, moment) if room.table else lobby(room, moment)
        games = {viewer: look(room, viewer) for viewer in {one.seat for one in ready}}
        for one in ready:
            around = self._around.get(one.player) or self._look_around(room, moment, one.player)
            one.show(around, common, games[one.seat], moment.now)

    def _look_around(self, room: Room, moment: Moment, player: str) -> Sections:
        self._shared = self._shared or self._look_once(room)
        seats = seat_infos(room, player, self.here, moment.standing_in)
        self._around[player] = {**self._shared, "seats": seats}
        return self._around[player]

    def _look_once(self, room: Room) -> Sections:
        watching = sum(one.seat is None and not one.is_screen for one in self.connections)
        return {"table": table_info(room.row, watching), "fair": fair_info(room)}


# The sections


def lobby(room: Room, moment: Moment) -> Sections:
    return {"lobby": wire.Lobby(room.teams, moment.is_starting)}


def course(room: Room, moment: Moment) -> Sections:
    """How the game stands, for everybody the same."""
    state = room.playing.state
    awaited = tuple(sorted(room.game.awaited(state)))
    stands = wire.Course(
        awaited=awaited,
        since=waiting_since(room, awaited, moment),
        clock=room.can.clock(state),
        running=moment.is_running,
        joinable=room.is_joinable,
        open=room.can.is_open(state),
        result=room.result,
    )
    return {"course": stands}


def waiting_since(room: Room, awaited: tuple[Seat, ...], moment: Moment) -> tuple[int | None, ...]:
    """Nobody is hurried while a bell will ring, or while several are busy side by side."""
    side_by_side = len(awaited) > 1 and room.can.side_by_side
    if side_by_side or room.can.clock(room.playing.state) is not None:
        return ()
    return tuple(moment.waiting.get(seat) for seat in awaited)


def look(room: Room, viewer: Viewer) -> Seen | None:
    """The game itself, with somebody's eyes."""
    if room.table is None:
        return None
    state = room.table.state
    moves = () if viewer is None else tuple(room.game.moves(state, viewer))
    made = 0 if viewer is None else room.made[viewer]
    view = room.game.view(state, viewer)
    offer = wire.Offer(moves, made, is_public(room, viewer, view))
    return Seen(view, offer, room.news[viewer])


def is_public(room: Room, viewer: Viewer, view: View) -> bool:
    """Asked only where several people share a screen."""
    player = None if viewer is None else room.row.holders[viewer].player
    if player is None or len(room.row.seats_of(player)) < 2:
        return False
    plain = astuple(room.game.view(room.playing.state, None))
    return changed_fields(view, plain, astuple(view)).keys() <= {"seat"}


def table_info(row: TableRow, watching: int) -> wire.TableInfo:
    return wire.TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        patience=row.patience,
        onlookers=row.onlookers,
        locked=row.locked,
        circle=row.home,
        watching=watching,
    )


def seat_infos(
    room: Room, player: str, here: set[Viewer], standing_in: frozenset[Seat]
) -> list[wire.SeatInfo]:
    """As this player sees them."""
    gone = room.gone
    return [
        _empty_seat(holder, seat in gone, former_infos(room.row, seat))
        if holder.player is None
        else wire.SeatInfo(
            holder="player",
            name=holder.name,
            symbol=holder.symbol,
            here=seat in here,
            stand_in=seat in standing_in,
            won=holder.won,
            mine=holder.player == player,
            host=holder.player == room.row.host,
            former=former_infos(room.row, seat),
        )
        for seat, holder in enumerate(room.row.holders)
    ]


def glance(room: Room, player: str, here: set[Viewer], standing_in: frozenset[Seat]) -> wire.Glance:
    """A table from its door."""
    row, table = room.row, room.table
    sees = table is not None and not row.over and row.may_watch(player)
    return wire.Glance(
        game=row.game,
        started=row.started,
        over=row.over,
        locked=row.locked,
        seats=tuple(seat_infos(room, player, here, standing_in)),
        joinable=room.is_joinable,
        awaited=tuple(sorted(room.game.awaited(table.state))) if sees and table else (),
        circle=row.home,
    )


def former_infos(row: TableRow, seat: Seat) -> tuple[wire.FormerInfo, ...]:
    return tuple(
        wire.FormerInfo(one.holder.name, one.holder.symbol, one.holder.character, one.until)
        for one in row.former
        if one.seat == seat
    )


def _empty_seat(holder: Holder, gone: bool, former: tuple[wire.FormerInfo, ...]) -> wire.SeatInfo:
    return wire.SeatInfo(
        holder="nobody" if holder.level is None else "bot",
        level=holder.level,
        character=holder.character,
        name=holder.name,
        symbol=holder.symbol,
        gone=gone,
        won=holder.won,
        former=former,
    )


def fair_info(room: Room) -> wire.FairInfo:
    fair = room.row.fairness
    if room.result is None:
        return wire.FairInfo(fair.commitment, fair.seal)
    nonces = {str(seat): nonce for seat, nonce in fair.nonces.items()}
    opening, print = room.row.opening, room.fingerprint()
    return wire.FairInfo(fair.commitment, fair.seal, opening, nonces, fair.secret, print)
