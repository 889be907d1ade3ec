"""One table in memory: whatever happens to it comes through one door, one thing after the other.

`do`: what is due first, then judge, store, accept, tell. Nothing is true before it is stored, so
there is nothing to take back; and nothing is told before it is true.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

import structlog
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from salon import games
from salon.core.contract import Seat
from salon.core.refusal import Refusal
from salon.core.table import read_move, read_question
from salon.server import wire
from salon.server.clockwork import Clockwork, TableTime
from salon.server.deeds import Deed, Inherit, Notice, Play, StandIn, Start, Tick
from salon.server.door import Door
from salon.server.feeds import Connection, Feeds, Moment, encode, glance
from salon.server.looking import Looking
from salon.server.refusals import NotStored
from salon.server.room import Change, Room
from salon.server.row import TableRow, check_host
from salon.server.snapshots import EVERY
from salon.server.starting import Starting
from salon.server.store import Lease, Store
from salon.server.succession import Succession
from salon.server.tasks import Tasks
from salon.server.thinkers import Thinkers
from salon.server.thinking import STAND_IN

COUNTED = ("opened", "started", "over", "moves", "refused")
BREATH = 0.5  # seconds that any bot takes
AMONG_THEMSELVES = (0.3, 0.5)  # where bots alone decide it and people look on
PRESENCE = 0.05  # seconds in which those who come and go are told of once

log = structlog.get_logger()


class Setting(Struct, frozen=True):
    """How fast things go on this server."""

    bot_pace: tuple[float, float] | None = None  # seconds; None: as the game's bots would have it
    nonce_seconds: float = 5.0  # that a browser has to add to the luck
    idle_seconds: float = 60.0  # after which a table that nobody looks at leaves memory
    forget_seconds: int | None = None  # after which circles that nothing happens to are forgotten
    contact: str = "salon@example.com"  # whom push services may write to
    push_loopback: bool = False  # a push service on this machine is one too: for tests
    drain_seconds: float = 0.0  # that a proxy has to notice that this server will stop


class House(Struct):
    """What all tables of a server share."""

    store: Store
    thinkers: Thinkers
    setting: Setting = Setting()
    tasks: Tasks = field(default_factory=Tasks)
    is_draining: bool = False  # others should go elsewhere: this server stops soon
    on_change: "Callable[[LiveTable], None]" = field(default=lambda _: None)  # to whom it is told
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))


class Pocket(NamedTuple):
    """The move that a player left for when time runs out."""

    player: str | None
    move: Any


class LiveTable(Door):
    """One table, and everybody who looks at it."""

    def __init__(self, room: Room, house: House, lease: Lease) -> None:
        super().__init__(house.store, lease)
        self.room = room
        self.time = TableTime(room.table.state.now if room.table else 0)
        self.feeds = Feeds()
        self.clockwork = Clockwork()
        self.succession = Succession()
        self.looking = Looking()
        self.pockets: dict[Seat, Pocket] = {}
        self.starting: Starting | None = None
        self._house = house
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._inheriting: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None  # who has come and gone
        self._told_presence = 0.0
        self._is_stopped = False
        self._kept_step = -1  # of the last snapshot
        self._jitter = random.Random(room.row.id)
        self.household = room.row.host  # until the host comes from somewhere
        self._notice()
        self._go_on()
        house.on_change(self)

    @property
    def row(self) -> TableRow:
        return self.room.row

    @property
    def path(self) -> tuple[str, str, str]:
        """Among whom its bots have a fair turn."""
        return self.household, self.row.host, self.row.id

    # The door

    async def do(self, deed: Deed, arrived: float | None = None) -> Change:
        """The only way anything happens here; returns when it is stored.

        It counts from when it arrives, however long the table, the ear or the disk then takes."""
        now = self.time.at(arrived or monotonic())
        async with self._in():
            if self.room.has_done(deed):
                return Change()
            await self._strike(now)
            return await self._carry_out(deed, now)

    async def _strike(self, now: int) -> None:
        """Everything that was due by now goes first, and before it what is in the pockets of
        those whose time is up."""
        while self.room.table and (tick := self.room.due(now)) is not None:
            if not await self._empty_a_pocket(tick.now - 1):
                await self._carry_out(Tick(), now)

    async def _empty_a_pocket(self, now: int) -> bool:
        """Whether somebody's was played, just before the bell."""
        awaited = self.room.game.awaited(self.room.playing.state)
        for seat in sorted(awaited & self.pockets.keys()):
            if (pocket := self.pockets.get(seat)) is None:
                continue  # emptied meanwhile
            try:
                await self._carry_out(Play(seat, pocket.move), now)
            except NotStored:
                raise
            except Refusal:
                self.pockets.pop(seat, None)  # it no longer fits
            else:
                return True
        return False

    async def _carry_out(self, deed: Deed, now: int) -> Change:
        """Judge, store, accept, tell."""
        change = self.room.judge(await self._prepared(deed), now)
        if isinstance(deed, StandIn) and not self.clockwork.may_stand_in(deed.seat):
            raise Refusal("not_away")
        if change.stored is not None or change.row is not None:
            await self._write(change)
        self.room.accept(change)
        self._follow_up(deed, change)
        return change

    async def _prepared(self, deed: Deed) -> Deed:
        """With what the world adds, which may take a while (the ear opens its lexicon)."""
        if not isinstance(deed, Play) or self.room.can.prepared is None:
            return deed
        prepare = self.room.playing.prepare
        return replace(deed, move=await asyncio.to_thread(prepare, deed.seat, deed.move))

    async def _look_into_the_store(self) -> None:
        store, table = self._house.store, self.row.id
        row = await store.load(TableRow, table)
        steps = self.room.table.steps if self.room.table else 0
        if row is None:
            raise NotStored("the table is gone")
        self.room.catch_up(row, await store.entries(table, steps))
        self._settle_in()

    def _follow_up(self, deed: Deed, change: Change) -> None:
        """What is no part of the table, but hangs on it."""
        if isinstance(deed, Play):
            self.clockwork.has_moved(deed.seat)
            self.pockets.pop(deed.seat, None)
            if deed.player is not None:
                self.rouse(deed.seat)
        if isinstance(deed, StandIn):
            self.clockwork.stand_in(deed.seat)
        if change.number and change.number % EVERY == 0:
            _ = self._house.tasks.spawn(self.keep_snapshot())
        if change.row is not None or isinstance(deed, StandIn) or self.row.over:
            self._count(deed, change)
            self._settle_in()
        else:
            self._go_on()
            self.tell()

    def _settle_in(self) -> None:
        """Something around the game has changed."""
        self._notice()
        self._send_strangers_away()
        self._go_on()
        self.tell()
        self._house.on_change(self)

    def _count(self, deed: Deed, change: Change) -> None:
        """For whoever runs this server."""
        row, counts = self.row, self._house.counts
        if isinstance(deed, Start):
            counts["started"] += 1
            nonces, withheld = len(row.fairness.nonces), len(row.fairness.withheld)
            log.info("table started", game=row.game, nonces=nonces, withheld=withheld)
        elif change.step is not None and row.over and change.row is not None:
            counts["over"] += 1
            log.info("table over", game=row.game, entries=change.number)

    # Around the game, and kept nowhere

    async def start(self, player: str) -> None:
        """Let the browsers mix the luck, commitments first and then nonces, and begin."""
        check_host(self.row, player)
        if self.starting is not None:
            raise Refusal("already_started")
        self.room.check_can_start()
        self.starting = starting = Starting(self.row)
        try:
            await self._ask_everybody(starting)
            self.room.check_can_start()  # somebody may have left meanwhile
            starting.check(self.row)
            starting.settle(self.room)
            await self._ask_everybody(starting)
            await self.do(Start(starting.luck, starting.opening or "", tuple(starting.names)))
        finally:
            self.starting = None
            self.tell()

    async def _ask_everybody(self, starting: Starting) -> None:
        """Until nobody is waited for, or it takes too long."""
        self.tell()
        for one in self.feeds.connections:
            if one.seat is not None:
                one.send(encode(starting.question()))
        starting.look_round(self.feeds.here - {None}, self.row)
        try:
            await asyncio.wait_for(starting.enough.wait(), self._house.setting.nonce_seconds)
        except TimeoutError:
            log.info("not everybody adds to the luck", game=self.row.game)

    def mix(self, seat: Seat, part: wire.Commit | wire.AddNonce) -> None:
        """A browser's part of the luck; while the table is starting: a late one is no fault."""
        if self.starting is None:
            return
        if isinstance(part, wire.Commit):
            self.starting.commit(seat, part.commitment)
        else:
            self.starting.reveal(seat, part.nonce)
        self.starting.look_round(self.feeds.here - {None}, self.row)

    def pocket(
        self, seat: Seat, json: Raw, by: Connection | None = None, *, again: bool = False
    ) -> None:
        """Nobody else is told, and nothing is logged; this player's other pages show it too."""
        _ = self.room.playing
        if again and seat in self.pockets:
            return  # this page slept while another one wrote
        self.pockets.pop(seat, None)
        if bytes(json) != b"null" and not self.row.over:
            move = read_move(self.room.game, bytes(json))
            self.pockets[seat] = Pocket(self.row.holders[seat].player, move)
        for one in self.feeds.connections:
            if one.seat == seat and one is not by:
                self._show_pocket(one)

    def _show_pocket(self, connection: Connection) -> None:
        pocket = self.pockets.get(connection.seat) if connection.seat is not None else None
        move = b"null" if pocket is None else encode(pocket.move)
        connection.send(encode(wire.Pocketed(Raw(move))))

    def rouse(self, seat: Seat) -> None:
        """Somebody for whom a stand-in plays is here, and wakes up."""
        if self.clockwork.rouse(seat):
            self._settle_in()

    def glance(self, player: str) -> wire.Glance:
        """What somebody sees who stands at the door."""
        standing_in = frozenset(self.clockwork.standing_in)
        return glance(self.room, player, self.feeds.here, standing_in)

    async def answer(self, seat: Seat, json: Raw) -> bytes:
        """A question of a seat: nothing changes, nobody is told, nothing is logged."""
        question = read_question(self.room.game, bytes(json))
        state = self.room.playing.state  # replaced, never changed, by what happens meanwhile
        return encode(await asyncio.to_thread(self.room.can.answer, state, seat, question))

    # Those who look

    def arrive(self, connection: Connection) -> None:
        self.feeds.connections.append(connection)
        self._notice_presence()
        self.tell([connection])
        if connection.seat is None:
            return
        if self.starting is not None:
            connection.send(encode(self.starting.question()))
        if connection.seat in self.pockets:
            self._show_pocket(connection)

    def depart(self, connection: Connection) -> None:
        if connection in self.feeds.connections:
            self.feeds.connections.remove(connection)
            self.looking.leave(connection)
            self._notice_presence()

    def look(self, connection: Connection, *, looks: bool) -> None:
        """Whether somebody is in front of a page; who looks was not told in vain."""
        self.looking.see(connection, looks=looks)
        if looks and connection.player in self.row.noticed:
            _ = self._house.tasks.spawn(self._see_notice(connection.player))

    async def _see_notice(self, player: str) -> None:
        with suppress(Refusal):  # then the next look counts
            await self.do(Notice(player, is_open=False))

    def dismiss(self, connection: Connection, reason: wire.Reason) -> None:
        connection.send(encode(wire.Goodbye(reason)))
        self.depart(connection)
        connection.close()

    def dismiss_elsewhere(self, player: str, but: Connection | None = None) -> None:
        """This player's seats move to another device: the others let go of them."""
        for one in list(self.feeds.connections):
            if one.player == player and one.seat is not None and one is not but:
                self.dismiss(one, "elsewhere")

    def tell(self, to: list[Connection] | None = None) -> None:
        """Send everybody, or these, what has changed for them."""
        moment = Moment(
            self.time.now,
            self.time.is_running,
            self.starting is not None,
            frozenset(self.clockwork.standing_in),
            {seat: self.time.at(since) for seat, since in self.clockwork.waiting.items()},
        )
        self.feeds.tell(self.room, moment, to)

    def _notice_presence(self) -> None:
        """Who is here has changed: the others are told once for all who come or go in a moment."""
        self._notice()
        self._go_on()
        if self._telling is None:
            loop = asyncio.get_running_loop()
            rest = self._told_presence + PRESENCE - loop.time()
            self._telling = loop.call_later(max(0.0, rest), self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self._told_presence = asyncio.get_running_loop().time()
        self.tell()

    def _notice(self) -> None:
        """Who sits where, or who is here, has changed."""
        self.clockwork.notice(self.room, self.feeds.here)
        for seat in [seat for seat in self.thinking if self._plays_itself(seat)]:
            self.thinking.pop(seat).cancel()
        holders, over = self.row.holders, self.row.over
        self.pockets = {
            seat: pocket
            for seat, pocket in self.pockets.items()
            if pocket.player == holders[seat].player and not over
        }
        if self.starting is not None:
            self.starting.look_round(self.feeds.here - {None}, self.row)
        self.idle_since = monotonic()
        self.feeds.forget()
        self._run_or_rest()
        self._watch_the_host()

    def _watch_the_host(self) -> None:
        self.succession.notice(self.row, self.feeds.connections)
        if self._inheriting is not None:
            self._inheriting.cancel()
            self._inheriting = None
        left = self.succession.left(self.row.patience)
        if left is not None and not self._is_stopped:
            loop = asyncio.get_running_loop()
            self._inheriting = loop.call_later(max(0.0, left), self._let_inherit)

    def _let_inherit(self) -> None:
        _ = self._house.tasks.spawn(self._inherit())

    async def _inherit(self) -> None:
        """Somebody else hosts; if that cannot be stored, it tries again."""
        if (heir := self.succession.heir) is None:
            return
        try:
            await self.do(Inherit(self.row.host, heir))
        except Exception as error:
            log.error("nobody could inherit", problem=repr(error))
            await asyncio.sleep(1)
            self._watch_the_host()

    def _plays_itself(self, seat: Seat) -> bool:
        """Whether no bot plays here any more: its player is back, or somebody took its place."""
        return self.row.holders[seat].player is not None and seat not in self.clockwork.standing_in

    def _send_strangers_away(self) -> None:
        for one in list(self.feeds.connections):
            if not self.row.admits(one.player, one.seat):
                self.dismiss(one, "gone")

    # Going on by itself

    def _run_or_rest(self) -> None:
        """Table time runs while somebody who plays is here, or while people watch only bots."""
        is_on = self._is_attended() and self.room.table is not None and not self.row.over
        if is_on and not self.time.is_running:
            self.time.run()
            self.clockwork.wake_up()
        elif not is_on and self.time.is_running:
            self.time.rest()

    def _is_attended(self) -> bool:
        row, here = self.row, self.feeds.here
        if row.is_awake() or here - {None}:
            return True
        return bool(here) and not any(holder.player for holder in row.holders)

    def _go_on(self) -> None:
        """Let those think who have to, and wake up when something is due."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self._is_stopped or not self.time.is_running:
            return
        stood_in = len(self.clockwork.standing_in)
        plan = self.clockwork.plan(self.room, self.time.now)
        if len(self.clockwork.standing_in) != stood_in:
            self.feeds.forget()
        for seat, level in plan.acting:
            if seat not in self.thinking:
                self.thinking[seat] = self._house.tasks.spawn(self._act(seat, level))
        if plan.wake_in is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(plan.wake_in + 0.001, self._ring)

    def _ring(self) -> None:
        _ = self._house.tasks.spawn(self._wake())

    async def _wake(self) -> None:
        """The clock strikes; if that cannot be stored, it tries again."""
        try:
            await self.do(Tick())
        except Exception as error:
            log.error("the clock could not strike", problem=repr(error))
            await asyncio.sleep(1)
            self._go_on()

    async def _act(self, seat: Seat, level: str) -> None:
        """A bot looks, takes its time, and moves; whatever goes wrong, the table goes on."""
        try:
            await asyncio.sleep(self._pace(seat))
            await self._move_by(seat, level)
        except Exception as error:
            log.error("a bot could not move", level=level, problem=repr(error))
            await asyncio.sleep(1)
        finally:
            if self.thinking.get(seat) is asyncio.current_task():
                del self.thinking[seat]
        self._go_on()

    def _pace(self, seat: Seat) -> float:
        """Seconds that a bot takes; what everybody has waited for its seat before counts."""
        if fixed := self._house.setting.bot_pace:
            return self._jitter.uniform(*fixed)
        if self._people_only_look_on():
            return self._jitter.uniform(*AMONG_THEMSELVES)
        moves = self.room.game.moves(self.room.playing.state, seat)
        pace = self._jitter.uniform(*games.pace(self.room.row.game, moves))
        return max(BREATH, pace - self.clockwork.waited(seat))

    def _people_only_look_on(self) -> bool:
        table, holders = self.room.playing, self.room.row.holders
        contenders = table.can.contenders(table.state, len(holders))
        return all(holders[seat].player is None for seat in contenders)

    async def _move_by(self, seat: Seat, level: str) -> None:
        room, state = self.room, self.room.playing.state
        if not (moves := room.game.moves(state, seat)):
            return
        pocket = self.pockets.get(seat) if level == STAND_IN else None
        made = room.made[seat]
        if pocket is not None:  # the player's own move
            deed = Play(seat, pocket.move, made=made)
        else:
            view, path = room.game.view(state, seat), self.path
            move = await self._house.thinkers.choose(room.row.game, level, view, moves, path)
            if move is None:
                return
            deed = Play(seat, move, made=made, stood_in=level == STAND_IN)
        # who comes back now does not keep a stored move from being told
        await asyncio.shield(self._house.tasks.spawn(self._try(deed, pocket)))

    async def _try(self, deed: Play, pocket: Pocket | None) -> None:
        try:
            await self.do(deed)
        except NotStored as error:
            log.error("a bot could not move", problem=str(error))
            await asyncio.sleep(1)
        except Refusal:  # too late, or a pocket that no longer fits
            if self.pockets.get(deed.seat) is pocket:
                self.pockets.pop(deed.seat, None)

    # Leaving memory

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and nothing will happen until somebody comes."""
        busy = self.feeds.connections or self._lock.locked() or self.thinking
        if busy or self.starting is not None or self.time.is_running:
            return False
        return monotonic() - self.idle_since > self._house.setting.idle_seconds

    async def keep_snapshot(self) -> bool:
        """Beside the log: without it the table is the same, only slower to load, and lost to newer
        rules. Whether it is there."""
        if self.room.table is None or self.row.over:
            return True
        snapshot = self.room.snapshot()
        try:
            if snapshot.step != self._kept_step:
                await self._house.store.keep_snapshot(self.row.id, snapshot)
        except NotStored as error:
            log.error("not stored", problem=error.problem)
            return False
        self._kept_step = snapshot.step
        return True

    async def _before_letting_go(self) -> None:
        await self.keep_snapshot()

    def _give_up(self) -> None:
        self.is_retired = True
        self.stop()
        for one in list(self.feeds.connections):
            self.dismiss(one, "restart")

    def stop(self) -> None:
        self._is_stopped = True
        for timer in (self._alarm, self._telling, self._inheriting):
            if timer is not None:
                timer.cancel()
        for task in list(self.thinking.values()):
            task.cancel()
