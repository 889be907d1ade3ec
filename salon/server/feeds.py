"""What each connection to a table is sent: the sections that have changed since its last message.

The first message holds every section, so that coming back is receiving one message. Nothing is kept
for a browser that cannot take it yet: when it can, it is sent what differs by then.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from salon.core.contract import Seat
from salon.server import wire
from salon.server.room import News, Room, Viewer
from salon.server.row import Holder, TableRow

encode = msgspec.json.Encoder().encode
SEATS: dict[Viewer, bytes] = {viewer: encode(viewer) for viewer in (None, *range(100))}

Sections = dict[str, bytes]  # by their names in wire.Scene
NOTHING: Sections = {}


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
        self.seq = 0
        self.told = 0  # events that it was sent, or that are too old for it
        self._around = self._course = self._game = NOTHING  # sections as they were last sent

    def show(self, around: Sections, course: Sections, game: "Shown", now: int) -> None:
        """Send what it has not been shown yet; nothing, if that is nothing."""
        changed: dict[str, Any] = {}
        if around is not self._around:
            note_changes(changed, around, self._around)
            self._around = around
        if course is not self._course:
            note_changes(changed, course, self._course)
            self._course = course
        if game.sections is not self._game:
            note_changes(changed, game.sections, self._game)
            self._game = game.sections
        news = game.news
        if news is not None and (news.told > self.told or "seat" in changed):
            changed["news"] = news.since(self.told)
            self.told = news.told
        if changed:
            self.seq += 1
            self.send(encode(wire.Scene(self.seq, now, **changed)))


def note_changes(changed: dict[str, Any], sections: Sections, shown: Sections) -> None:
    for name, text in sections.items():
        if shown.get(name) != text:
            changed[name] = Raw(text)


class Shown(NamedTuple):
    """The game as one viewer sees it."""

    sections: Sections
    news: News | None


class Moment(NamedTuple):
    """What is so around the game just now, and kept nowhere."""

    now: int  # table time
    is_running: bool = False
    is_starting: bool = False
    standing_in: frozenset[Seat] = frozenset()


class Feeds:
    """One table as everybody who is connected sees it."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self._around: dict[str, Sections] = {}  # the game, for each player, until it changes

    @property
    def here(self) -> set[Viewer]:
        return {one.seat for one in self.connections}

    def forget(self) -> None:
        """Something around the game has changed."""
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
        watching = sum(one.seat is None for one in self.connections)
        self._around[player] = {
            "table": encode(table_info(room.row, watching)),
            "seats": encode(seat_infos(room, player, self.here, moment.standing_in)),
            "fair": encode(fair_info(room)),
        }
        return self._around[player]


# The sections


def lobby(room: Room, moment: Moment) -> Sections:
    return {"lobby": encode(wire.Lobby(room.teams, moment.is_starting))}


def course(room: Room, moment: Moment) -> Sections:
    """How the game stands, for everybody the same."""
    state = room.playing.state
    stands = wire.Course(
        awaited=tuple(sorted(room.game.awaited(state))),
        clock=room.game.clock(state),
        running=moment.is_running,
        joinable=room.is_joinable,
        open=room.game.is_open(state),
        result=room.result,
        next=room.row.next,
    )
    return {"course": encode(stands)}


def look(room: Room, viewer: Viewer) -> Shown:
    """The game itself, with somebody's eyes."""
    if room.table is None:
        return Shown(NOTHING, None)
    state = room.table.state
    moves = () if viewer is None else room.game.moves(state, viewer)
    made = 0 if viewer is None else room.made[viewer]
    sections = {
        "seat": SEATS[viewer],
        "view": encode(room.game.view(state, viewer)),
        "offer": encode(wire.Offer(moves, made)),
    }
    return Shown(sections, room.news[viewer])


def table_info(row: TableRow, watching: int) -> wire.TableInfo:
    return wire.TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        patience=row.patience,
        onlookers=row.onlookers,
        locked=row.locked,
        code=row.code,
        watching=watching,
    )


def seat_infos(
    room: Room, player: str, here: set[Viewer], standing_in: frozenset[Seat]
) -> list[wire.SeatInfo]:
    """As this player sees them."""
    gone = room.gone
    return [
        _empty_seat(holder, seat in gone)
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
        )
        for seat, holder in enumerate(room.row.holders)
    ]


def _empty_seat(holder: Holder, gone: bool) -> wire.SeatInfo:
    return wire.SeatInfo(
        holder="nobody" if holder.level is None else "bot",
        level=holder.level,
        name=holder.name,
        symbol=holder.symbol,
        gone=gone,
        won=holder.won,
    )


def fair_info(room: Room) -> wire.FairInfo:
    fair = room.row.fairness
    if room.result is None:
        return wire.FairInfo(fair.commitment, fair.seal)
    nonces = {str(seat): nonce for seat, nonce in fair.nonces.items()}
    opening, print = room.row.opening, room.fingerprint()
    return wire.FairInfo(fair.commitment, fair.seal, opening, nonces, fair.secret, print)
