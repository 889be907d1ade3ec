"""Who is away hears, once, that a table waits for them: if they asked for it.

Whoever keeps a table sends its notices: there it is known who is awaited, and who looks. Where to
send them is in the row of the circle, which is looked at where it lies, whoever keeps the circle.
Whom a notice was sent to is in the table's row until they look again, so that another process, or
the next, does not say it twice. Every few seconds all tables are gone through, instead of a timer
for each: then a restart, the end of quiet hours and a push service that was down need nothing else.

Sent first and stored then: after a kill in between it is sent again, in the place of the first.
A table with little patience at which nobody is left rests, and waits for nobody.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Literal, Protocol
from zoneinfo import ZoneInfo

import structlog
from msgspec import Struct

from salon import games
from salon.core.refusal import Refusal
from salon.server.circle import deeds as circle_deeds
from salon.server.circle.row import CircleRow, Subscription, title_of
from salon.server.deeds import Notice
from salon.server.feeds import encode
from salon.server.live import LiveTable, Setting
from salon.server.refusals import ComeAgain
from salon.server.row import LONG_PATIENCE, TableRow
from salon.texts import Texts

if TYPE_CHECKING:
    from salon.server.circle.circles import Circles

AWAY = 15.0  # seconds without looking, at a table that has patience
AWAY_IN_HURRY = 60.0  # and at one that has little
AGAIN = 60.0  # seconds after which it is looked again whether there is something to send
AFTER_FAILURE = 300.0  # and after which a push service that did not take it is asked again

Outcome = Literal["sent", "failed", "gone"]

log = structlog.get_logger()


class Push(Protocol):
    """What sends them."""

    @property
    def key(self) -> str:
        """That browsers subscribe with."""

    def check(self, endpoint: str) -> None: ...
    async def send(self, to: Subscription, text: bytes, topic: str) -> Outcome: ...
    def close(self) -> None: ...


class Told(Struct, frozen=True):
    """What a notice says: which game of which circle, and nothing that happens there."""

    table: str
    title: str
    body: str


def open_push(key: bytes, setting: Setting) -> Push | None:
    """None where the extra `push` is not installed."""
    if find_spec("webpush") is None:
        log.info("nobody is notified of their turn: the extra push is not installed")
        return None
    from salon.server.push import Pusher

    return Pusher(key, setting)


class Notices:
    """All that this process has to send."""

    def __init__(self, circles: "Circles", push: Push) -> None:
        self._circles = circles
        self._push = push
        self._later: dict[tuple[str, str], float] = {}  # when to try again, by table and player

    async def look_round(self) -> None:
        now = monotonic()
        self._later = {key: at for key, at in self._later.items() if at > now}
        due = [
            self._tell(live, player)
            for live in list(self._circles.tables.live.values())
            for player in missed(live)
            if (live.row.id, player) not in self._later
        ]
        await asyncio.gather(*due)

    async def _tell(self, live: LiveTable, player: str) -> None:
        self._later[live.row.id, player] = monotonic() + AGAIN
        try:
            circle = await self._circle(live.row)
            if circle is not None and await self._send(live.row, circle, player):
                await remember(live, player)
        except Refusal as error:  # another process keeps the table by now, or nothing is stored
            log.info("a notice may be sent again", problem=error.key)

    async def _circle(self, table: TableRow) -> CircleRow | None:
        live = self._circles.live.get(table.home)
        if live is not None:
            return live.row
        return await self._circles.house.store.load(CircleRow, table.home)

    async def _send(self, table: TableRow, circle: CircleRow, player: str) -> bool:
        """To those devices of a player that may ring now; whether one was reached."""
        now = datetime.now(UTC)
        mine = [one for one in circle.subscriptions if one.player == player]
        found: list[Outcome] = []
        for one in mine:
            if is_quiet(one, now):
                continue
            found.append(await self._push.send(one, encode(told(table, circle, one)), table.id))
            if found[-1] == "gone":
                await self._end(circle, one)
        if "failed" in found:
            self._later[table.id, player] = monotonic() + AFTER_FAILURE
        return "sent" in found

    async def _end(self, circle: CircleRow, one: Subscription) -> None:
        """The device wants no more; if another process keeps the circle, the next one says so."""
        with suppress(ComeAgain):
            live = await self._circles.get(circle.id, ask=False)
            await live.do(circle_deeds.Unsubscribe(one.endpoint))


async def remember(live: LiveTable, player: str) -> None:
    """Once is enough; unless they look by now."""
    if not live.looking.looks(player):
        await live.do(Notice(player))
    if live.looking.looks(player):
        await live.do(Notice(player, is_open=False))


def missed(live: LiveTable) -> Iterator[str]:
    """Who is awaited, has not looked for a while, and was not told yet."""
    row = live.row
    if live.is_retired or row.over or not live.time.is_running:
        return
    while_away = AWAY if row.patience >= LONG_PATIENCE else AWAY_IN_HURRY
    wanted = live.clockwork.waiting.keys() | live.clockwork.standing_in
    players = dict.fromkeys(row.holders[seat].player for seat in sorted(wanted))
    for player in players:
        if player is None or player in row.noticed:
            continue
        if live.looking.away(player) > while_away:
            yield player


def told(table: TableRow, circle: CircleRow, to: Subscription) -> Told:
    words = Texts(to.language, games.folder(table.game))
    title = words.say("notice.turn", game=words.say("title"))
    return Told(table.id, title, title_of(circle, words))


def is_quiet(one: Subscription, now: datetime) -> bool:
    """Whether it is not to ring at this moment; `quiet` may go over midnight."""
    if one.quiet is None:
        return False
    there = now.astimezone(ZoneInfo(one.zone))
    minute = 60 * there.hour + there.minute
    start, end = one.quiet
    if start <= end:
        return start <= minute < end
    return minute >= start or minute < end


def check_zone(zone: str) -> None:
    """Or a Refusal."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise Refusal("no_such_zone") from None
