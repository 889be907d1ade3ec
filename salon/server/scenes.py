"""What each guest of a table is shown: everything it may know, when it has changed."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import proxy

import msgspec
from msgspec import Raw

from salon.core.contract import Seat, Told
from salon.server import wire
from salon.server.snapshots import Heard
from salon.server.store import Holder

if TYPE_CHECKING:
    from salon.server.live import LiveTable

NEWS = 50  # events that a message carries

# wire.Gathering and wire.Playing, put together from pieces that are the same for many
GATHERING = b'{"type":"Gathering","seq":%d,%b,"teams":%b,"starting":%b}'
PLAYING = b'{"type":"Playing","seq":%d,%b,%b,%b,"news":[%b],"stood_in":%b,"told":%d,"next":%b}'

encode = msgspec.json.Encoder().encode

Viewer = Seat | None


def fields(**values: object) -> bytes:
    """Some fields of a message, as JSON without the braces."""
    return encode(values)[1:-1]


def first_of(told: list[Told[Any]], seat: Seat) -> Told[Any] | None:
    """The first event that names a seat: nothing is said of who did what names nobody."""
    return next((one for one in told if getattr(one.event, "seat", None) == seat), None)


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
        self.news: deque[bytes] = deque(maxlen=NEWS)
        self.stood_in: deque[int] = deque(maxlen=NEWS)  # what a stand-in did, by its number
        self.told = 0  # how much in all


class Common(NamedTuple):
    """What is the same for everybody at the table."""

    known: tuple[object, ...]  # a guest is told when it changes; not the time, which always does
    text: bytes  # the same and the time, as fields of a message
    next: bytes  # the table of the rematch


class Scenes:
    """The table as its guests see it."""

    def __init__(self, live: "LiveTable") -> None:
        self._live: LiveTable = proxy(live)  # a table that leaves memory leaves it at once
        self._eyes: dict[Viewer, Eyes] = {}
        self._faces: dict[str, bytes] = {}  # what a player sees around the game, until it changes

    def begin(self, seats: int) -> None:
        """Nobody has been told anything yet."""
        self._eyes = {viewer: Eyes() for viewer in (None, *range(seats))}

    def recall(self, heard: list[Heard]) -> None:
        """Everybody has been told what they had been when the table was kept."""
        for eyes, one in zip(self._eyes.values(), heard, strict=False):
            eyes.news.extend(bytes(event) for event in one.news)
            eyes.stood_in.extend(one.stood_in)
            eyes.told = one.told

    def heard(self) -> list[Heard]:
        """What everybody has been told so far."""
        return [
            Heard([Raw(event) for event in eyes.news], list(eyes.stood_in), eyes.told)
            for eyes in self._eyes.values()
        ]

    def hear(self, told: list[Told[Any]], seats: int, stood_in: Viewer = None) -> None:
        """Events reach those they are told to; what a stand-in did for a seat is marked."""
        for seat in range(len(self._eyes) - 1, seats):
            self._eyes[seat] = Eyes()  # somebody has joined
        deed = None if stood_in is None else first_of(told, stood_in)
        for one in told:
            event = encode(one.event)
            for viewer, eyes in self._eyes.items():
                if one.to is None or viewer in one.to:
                    eyes.news.append(event)
                    if one is deed:
                        eyes.stood_in.append(eyes.told)
                    eyes.told += 1

    def forget_faces(self) -> None:
        self._faces.clear()

    def tell(self) -> None:
        """Send everybody what has changed for them."""
        self._tell(list(self._live.guests))

    def tell_one(self, guest: Guest) -> None:
        self._tell([guest])

    def _tell(self, guests: list[Guest]) -> None:
        if self._live.table is None:
            for guest in guests:
                self._show_gathering(guest)
        elif guests:
            common = self._common()
            sights = {viewer: self._sight(viewer) for viewer in {one.seat for one in guests}}
            for guest in guests:
                self._show_playing(guest, sights[guest.seat], common)

    def _show_gathering(self, guest: Guest) -> None:
        shown = face, starting = self._face(guest.player), self._live.starting is not None
        if shown != guest.shown:
            guest.shown = shown
            guest.seq += 1
            teams = encode(self._live.teams)
            guest.send(GATHERING % (guest.seq, face, teams, encode(starting)))

    def _show_playing(self, guest: Guest, sight: bytes, common: Common) -> None:
        face, eyes = self._face(guest.player), self._eyes[guest.seat]
        shown = (face, sight, eyes.told, common.known)
        if shown != guest.shown:
            guest.shown = shown
            guest.seq += 1
            guest.send(self._playing(guest.seq, face, sight, common, eyes))

    def _playing(self, seq: int, face: bytes, sight: bytes, common: Common, eyes: Eyes) -> bytes:
        news, stood_in = b",".join(eyes.news), encode(list(eyes.stood_in))
        return PLAYING % (seq, face, sight, common.text, news, stood_in, eyes.told, common.next)

    def _sight(self, seat: Viewer) -> bytes:
        """The game itself, with somebody's eyes."""
        game, state = self._live.game, self._live.playing().state
        moves = () if seat is None else game.moves(state, seat)
        made = 0 if seat is None else self._live.made[seat]
        return fields(seat=seat, view=game.view(state, seat), moves=moves, made=made)

    def _common(self) -> Common:
        live, state = self._live, self._live.playing().state
        awaited, clock = sorted(live.game.awaited(state)), live.game.clock(state)
        running, joinable, result = live.is_running, live.is_joinable, live.result
        open = live.game.is_open(state)
        text = fields(
            awaited=awaited,
            clock=clock,
            now=live.now,
            running=running,
            joinable=joinable,
            open=open,
            result=result,
        )
        known = (awaited, clock, running, joinable, open, result, live.row.next)
        return Common(known, text, encode(live.row.next))

    def _face(self, player: str) -> bytes:
        if player not in self._faces:
            self._faces[player] = fields(
                table=self._info(), seats=self._seats(player), fair=self._fair()
            )
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
        row = self._live.row
        if not self._live.is_over:
            return wire.FairInfo(row.fairness.commitment, row.fairness.seal)
        return wire.FairInfo(
            row.fairness.commitment,
            row.fairness.seal,
            row.opening,
            {str(seat): nonce for seat, nonce in row.fairness.nonces.items()},
            row.fairness.secret,
            self._live.fingerprint(),
        )
