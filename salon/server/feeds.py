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

Sections = dict[str, bytes]  # by their names in wire.Scene


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
        self.shown: Sections = {}  # as it was last sent
        self.told = 0  # events that it was sent, or that are too old for it

    def show(self, sections: Sections, news: News | None, now: int) -> None:
        """Send what it has not been shown yet; nothing, if that is nothing."""
        changed: dict[str, Any] = {
            name: Raw(text) for name, text in sections.items() if self.shown.get(name) != text
        }
        if news is not None and (news.told > self.told or "view" not in self.shown):
            changed["news"] = news.since(self.told)
            self.told = news.told
        if changed:
            self.shown = sections
            self.seq += 1
            self.send(encode(wire.Scene(self.seq, now, **changed)))


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
        games = {viewer: game(room, viewer) for viewer in {one.seat for one in ready}}
        for one in ready:
            sections = {**self._sections(room, moment, one.player), **common, **games[one.seat]}
            one.show(sections, room.news.get(one.seat), moment.now)

    def _sections(self, room: Room, moment: Moment, player: str) -> Sections:
        if player not in self._around:
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


def game(room: Room, viewer: Viewer) -> Sections:
    """The game itself, with somebody's eyes."""
    if room.table is None:
        return {}
    state = room.table.state
    moves = () if viewer is None else room.game.moves(state, viewer)
    made = 0 if viewer is None else room.made[viewer]
    return {
        "seat": encode(viewer),
        "view": encode(room.game.view(state, viewer)),
        "offer": encode({"moves": moves, "made": made}),
    }


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
