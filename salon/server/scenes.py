"""What each guest of a table is shown: everything it may know, when it has changed."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from salon.core.contract import Result, Seat, Told
from salon.server import wire
from salon.server.store import Holder

if TYPE_CHECKING:
    from salon.server.live import LiveTable

NEWS = 50  # events that a message carries
NO_MOVES = b"[]"

encode = msgspec.json.encode

Viewer = Seat | None
Face = tuple[wire.TableInfo, tuple[wire.SeatInfo, ...]]  # what a table looks like around the game
Common = tuple[wire.FairInfo, tuple[Seat, ...], int | None, bool, bool, Result | None, str | None]


class Guest:
    """One connection to a table: a seat's eyes, or an onlooker's."""

    def __init__(
        self, player: str, seat: Viewer, send: Callable[[bytes], None], close: Callable[[], None]
    ) -> None:
        self.player = player
        self.seat = seat
        self.send = send
        self.close = close
        self.seq = 0
        self.shown: Any = None  # what it was last sent


class Eyes:
    """What one viewer has been told, ready to be sent."""

    def __init__(self) -> None:
        self.news: deque[Raw] = deque(maxlen=NEWS)
        self.told = 0  # how much in all


class Scenes:
    """The table as its guests see it."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._eyes: dict[Viewer, Eyes] = {}
        self._faces: dict[str, Face] = {}  # by player; forgotten when anything of it changes

    def begin(self, seats: int) -> None:
        """Nobody has been told anything yet."""
        self._eyes = {viewer: Eyes() for viewer in (None, *range(seats))}

    def hear(self, told: list[Told[Any]], seats: int) -> None:
        """Events reach those they are told to."""
        for seat in range(len(self._eyes) - 1, seats):
            self._eyes[seat] = Eyes()  # somebody has joined
        for one in told:
            event = Raw(encode(one.event))
            for viewer, eyes in self._eyes.items():
                if one.to is None or viewer in one.to:
                    eyes.news.append(event)
                    eyes.told += 1

    def forget_faces(self) -> None:
        self._faces.clear()

    def told(self, viewer: Viewer) -> int:
        return self._eyes[viewer].told

    def tell(self) -> None:
        """Send everybody what has changed for them."""
        if self._live.table is None:
            for guest in list(self._live.guests):
                self._show_gathering(guest)
        elif self._live.guests:
            common = self._common()
            for guest in list(self._live.guests):
                self._show_playing(guest, common)

    def _show_gathering(self, guest: Guest) -> None:
        table, seats = self._face(guest.player)
        starting = self._live.starting is not None
        shown = (table, seats, starting)
        if shown != guest.shown:
            guest.shown = shown
            guest.seq += 1
            guest.send(encode(wire.Gathering(guest.seq, table, seats, self._fair(), starting)))

    def _show_playing(self, guest: Guest, common: Common) -> None:
        assert self._live.table is not None
        state, seat, game = self._live.table.state, guest.seat, self._live.game
        table, seats = self._face(guest.player)
        view = encode(game.view(state, seat))
        moves = NO_MOVES if seat is None else encode(game.moves(state, seat))
        eyes = self._eyes[seat]
        shown = (table, seats, view, moves, eyes.told, common)
        if shown == guest.shown:
            return
        guest.shown = shown
        guest.seq += 1
        fair, awaited, clock, running, joinable, result, next_table = common
        message = wire.Playing(
            seq=guest.seq,
            table=table,
            seats=seats,
            fair=fair,
            seat=seat,
            view=Raw(view),
            moves=Raw(moves),
            awaited=awaited,
            clock=clock,
            now=self._live.now,
            running=running,
            joinable=joinable,
            result=result,
            news=list(eyes.news),
            told=eyes.told,
            next=next_table,
        )
        guest.send(encode(message))

    def _common(self) -> Common:
        """What is the same for everybody at the table."""
        live, state = self._live, self._live.playing().state
        return (
            self._fair(),
            tuple(sorted(live.game.awaited(state))),
            live.game.clock(state),
            live.is_running,
            live.is_joinable,
            live.result,
            live.row.next,
        )

    def _face(self, player: str) -> Face:
        if player not in self._faces:
            self._faces[player] = (self._info(), self._seats(player))
        return self._faces[player]

    def _info(self) -> wire.TableInfo:
        row = self._live.row
        return wire.TableInfo(
            id=row.id,
            game=row.game,
            options=row.options,
            patience=row.patience,
            onlookers=row.onlookers,
            locked=row.locked,
            code=row.code,
            watching=sum(guest.seat is None for guest in self._live.guests),
        )

    def _seats(self, player: str) -> tuple[wire.SeatInfo, ...]:
        here = {guest.seat for guest in self._live.guests}
        return tuple(
            self._seat(seat, holder, seat in here, player)
            for seat, holder in enumerate(self._live.row.holders)
        )

    def _seat(self, seat: Seat, holder: Holder, here: bool, player: str) -> wire.SeatInfo:
        if holder.player is None:
            return wire.SeatInfo(
                holder="nobody" if holder.level is None else "bot",
                level=holder.level,
                name=holder.name,
                symbol=holder.symbol,
                gone=seat in self._live.gone,
                won=holder.won,
            )
        return wire.SeatInfo(
            holder="player",
            name=holder.name,
            symbol=holder.symbol,
            here=here,
            stand_in=seat in self._live.hands.standing_in,
            won=holder.won,
            mine=holder.player == player,
            host=holder.player == self._live.row.host,
        )

    def _fair(self) -> wire.FairInfo:
        fair = self._live.row.fairness
        if self._live.table is None:
            return wire.FairInfo(fair.commitment)
        nonces = {str(seat): nonce for seat, nonce in fair.nonces.items()}
        return wire.FairInfo(fair.commitment, nonces, fair.secret if self._live.is_over else None)
