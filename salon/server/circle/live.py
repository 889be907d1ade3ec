"""One circle in memory: whatever happens to it comes through one door, as at a table."""

import asyncio
from time import monotonic, time

from salon.server.circle import wire
from salon.server.circle.circle import Change, Circle
from salon.server.circle.deeds import Deed, Say, TakeOver
from salon.server.circle.feeds import Member, doorplate, encode, last_lines, line, sections
from salon.server.circle.membership import check_may_come
from salon.server.circle.row import CircleRow
from salon.server.door import Door
from salon.server.refusals import Forbidden, NotStored
from salon.server.store import Lease, Store
from salon.server.wire import Goodbye, Reason

PRESENCE = 0.05  # seconds in which those who come and go are told of once
HOST_AWAY = 120.0  # seconds, after which somebody who is here may host


class LiveCircle(Door):
    """One circle, and everybody of it who is here."""

    def __init__(self, circle: Circle, store: Store, lease: Lease) -> None:
        super().__init__(store, lease)
        self.circle = circle
        self.members: list[Member] = []
        self.opening = asyncio.Lock()  # the next table
        self._left_since: float | None = monotonic()  # when the last host went
        self._telling: asyncio.TimerHandle | None = None

    @property
    def row(self) -> CircleRow:
        return self.circle.row

    @property
    def here(self) -> frozenset[str]:
        return frozenset(one.player for one in self.members if not one.is_screen)

    @property
    def is_left(self) -> bool:
        """Whether no host has been here for long."""
        return self._left_since is not None and monotonic() - self._left_since >= HOST_AWAY

    @property
    def is_idle(self) -> bool:
        return not self.members and not self._lock.locked() and monotonic() - self.idle_since > 60

    # The door

    async def do(self, deed: Deed) -> Change:
        """The only way anything happens here; returns when it is stored."""
        async with self._in():
            if isinstance(deed, TakeOver) and not self.is_left:
                raise Forbidden("host_is_here")
            change = self.circle.judge(deed, int(time()))
            if change.row is not None or change.stored is not None or change.erased:
                await self._write(change)
            self.circle.accept(change)
        self._follow_up(deed, change)
        return change

    async def _look_into_the_store(self) -> None:
        row = await self._store.load(CircleRow, self.row.id)
        if row is None:
            raise NotStored("the circle is gone")
        self.circle = Circle(row, await self._store.pages(row.id))
        self.tell()

    def _follow_up(self, deed: Deed, change: Change) -> None:
        if change.row is not None:
            self._notice_host()
            self._send_away()
        if isinstance(deed, Say) and change.stored is not None:
            self._spread(wire.Spoke(line(change.number, self.circle.chat[change.number])))
        for number in change.erased:
            self._spread(wire.TookBack(number))
        self.tell()

    # Those who are here

    def arrive(self, member: Member) -> None:
        check_may_come(self.row, member.player)
        self.members.append(member)
        self._show(member)
        self._notice_presence()

    def depart(self, member: Member) -> None:
        if member in self.members:
            self.members.remove(member)
            self._notice_presence()

    def dismiss(self, member: Member, reason: Reason) -> None:
        member.send(encode(Goodbye(reason)))
        self.depart(member)
        member.close()

    def dismiss_player(self, player: str, reason: Reason) -> None:
        for one in [one for one in self.members if one.player == player]:
            self.dismiss(one, reason)

    def react(self, player: str, reaction: wire.Reaction) -> None:
        """Seen by whoever looks now, and by nobody later."""
        if (person := self.row.person_of(player)) is None:
            raise Forbidden("not_in_circle")
        self._spread(wire.Reacted(person.number, reaction))

    def doorplate(self) -> wire.Doorplate:
        return doorplate(self.circle, self.here, int(time()))

    def tell(self) -> None:
        for one in self.members:
            self._show(one)

    def _show(self, one: Member) -> None:
        if one.is_ready():
            now, is_left = int(time()), self.is_left
            found = sections(self.circle, one.player, self.here, now, is_left=is_left)
            one.show(found, lambda: last_lines(self.circle))

    def _spread(self, message: wire.FromCircle) -> None:
        text = encode(message)
        for one in self.members:
            if one.seq and one.is_ready():
                one.send(text)

    def _notice_presence(self) -> None:
        self.idle_since = monotonic()
        self._notice_host()
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(PRESENCE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self.tell()

    def _notice_host(self) -> None:
        if self.here & set(self.row.hosts):
            self._left_since = None
        elif self._left_since is None:
            self._left_since = monotonic()
            asyncio.get_running_loop().call_later(HOST_AWAY, self.tell)

    def _send_away(self) -> None:
        """Those who are here already when it is locked may stay."""
        for one in list(self.members):
            if one.player in self.row.sent_away:
                self.dismiss(one, "gone")

    # Leaving memory

    def _give_up(self) -> None:
        self.is_retired = True
        self.stop()
        for one in list(self.members):
            self.dismiss(one, "restart")

    def stop(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
