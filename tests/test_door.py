"""One door: whatever is told is stored, and whatever is stored comes back, to the byte.

Several people do what they like, at a table whose store fails, writes and says that it failed, or
dies at any commit.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.core.capabilities import Hideable
from salon.core.contract import Result, Seat
from salon.core.refusal import Refusal
from salon.core.table import fingerprint
from salon.server import deeds, wire
from salon.server.feeds import Feeds, Moment
from salon.server.live import House, LiveTable, Setting
from salon.server.refusals import ComeAgain, NotStored
from salon.server.room import Change, Room, StoredEntry
from salon.server.row import SYMBOLS, Holder, TablePage, TableRow
from salon.server.snapshots import Snapshot
from salon.server.store import Lease
from salon.server.tables import Tables
from salon.server.tasks import Tasks
from salon.server.thinkers import Thinkers
from tests.door import close, new_tables, opened
from tests.scene import merge
from tests.test_hosting import table_of
from tests.test_recorder import Recorder
from toys.bluff.model import Event, State, Story
from toys.bluff.rules import Bluff
from toys.swap.rules import Swap


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    found = new_tables(Setting(nonce_seconds=0.01, bot_pace=(0, 0)))
    yield found
    await close(found)


PEOPLE = ("ana", "bob", "cyd", "dan")
MOODS = ("well", "well", "well", "slow", "fails", "forgets")  # of the store at one commit

people = st.sampled_from(PEOPLE)
seats = st.integers(0, 5)
moods = st.sampled_from(MOODS)


class MoodyStore:
    """Bytes in memory; it may write and say that it did not."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.keepers: dict[str, int] = {}
        self.mood = "well"

    async def open(self, row: TableRow) -> None:
        self.rows[row.id], self.logs[row.id] = msgspec.json.encode(row), []

    async def take(self, kind: type[TableRow], table: str, **_: bool) -> tuple[Lease, TableRow]:
        """Always by another process."""
        self.keepers[table] = self.keepers.get(table, 0) + 1
        return Lease(table, self.keepers[table]), await self.load(kind, table)

    async def let_go(self, lease: Lease) -> None: ...

    async def write(self, lease: Lease, change: Change) -> None:
        if lease.keeper != self.keepers[lease.id]:
            raise ComeAgain
        mood, self.mood = self.mood, "well"
        if mood == "slow":
            await asyncio.sleep(0)
        if mood == "fails":
            raise NotStored(mood)
        self._write(lease.id, change)
        if mood == "forgets":
            raise NotStored(mood)

    def _write(self, table: str, change: Change) -> None:
        if change.stored is not None:
            if change.number != len(self.logs[table]) + 1:
                raise NotStored("overtaken")
            self.logs[table].append(msgspec.json.encode(change.stored))
        if change.row is not None:
            self.rows[table] = msgspec.json.encode(change.row)

    async def load(self, kind: type[TableRow], table: str) -> TableRow:
        return msgspec.json.decode(self.rows[table], type=kind)

    async def entries(self, table: str, after: int = 0, most: int = -1) -> list[StoredEntry]:
        kept = self.logs[table][after:] if most < 0 else self.logs[table][after : after + most]
        return [msgspec.json.decode(one, type=StoredEntry) for one in kept]

    async def snapshot(self, table: str) -> Snapshot | None:
        return self.snapshots.get(table)

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        self.snapshots[table] = snapshot


def whole(room: Room) -> list[bytes]:
    """All that a room is."""
    played = b"" if room.table is None else msgspec.json.encode(room.snapshot())
    return [msgspec.json.encode(room.row), played]


def seen(room: Room, viewer: Recorder, moment: Moment) -> dict[str, Any]:
    """What somebody sees who comes only now."""
    fresh = Recorder(viewer.seat)
    fresh.player = viewer.player
    feeds = Feeds()
    feeds.connections = [fresh]
    feeds.tell(room, moment)
    return merge({}, msgspec.json.decode(fresh.messages[-1]))


def without_presence(scene: dict[str, Any]) -> dict[str, Any]:
    """What is stored: not who is here, nor the time."""
    around = {**scene["table"], "watching": 0}
    places = [{**one, "here": False, "stand_in": False} for one in scene["seats"]]
    passing = ("seq", "now", "running", "since")
    kept = {name: value for name, value in scene.items() if name not in passing}
    return {**kept, "table": around, "seats": places}


class Evening(RuleBasedStateMachine):
    """One table and everybody who comes and goes there."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = MoodyStore()
        self.eyes: list[Recorder] = []

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(begun=st.booleans())
    def open(self, begun: bool) -> None:
        self.run(self._come_in())
        new = wire.NewTable("swap", 2)
        self.live: LiveTable = self.run(opened(self.tables, new, "ana"))
        if begun:
            for player in ("ana", "bob"):
                self.sit(player, None, another=False, mood="well")
            self.look("ana", 0)
            self.look("cyd", None)
            self.start("well")

    async def _come_in(self) -> None:
        """A server that has just started."""
        setting = Setting(bot_pace=(3_600, 3_600), nonce_seconds=0)
        house = House(self.store, Thinkers(), setting, Tasks())  # type: ignore[arg-type]
        self.tables = Tables(house)

    async def _do(self, deed: deeds.Deed, mood: str) -> None:
        self.store.mood = mood
        before = None if self.live._is_in_doubt else whole(self.live.room)
        with suppress(Refusal):
            try:
                await self.live.do(deed)
            except NotStored:  # nothing is true that may not be stored
                assert before is None or before == whole(self.live.room)
                raise
        self.store.mood = "well"

    @rule(player=people, seat=st.none() | seats, another=st.booleans(), mood=moods)
    def sit(self, player: str, seat: int | None, another: bool, mood: str) -> None:
        wish = wire.Sit(player.title(), SYMBOLS[PEOPLE.index(player)], seat, another)
        self.run(self._do(deeds.Sit(player, wish), mood))

    @rule(player=people, seat=seats, mood=moods, deed=st.sampled_from([deeds.Leave, deeds.Kick]))
    def leave(self, player: str, seat: int, mood: str, deed: Any) -> None:
        self.run(self._do(deed(player, seat), mood))

    @rule(was=people, now=people, mood=moods)
    def rehold(self, was: str, now: str, mood: str) -> None:
        self.run(self._do(deeds.Rehold(was, now), mood))

    @rule(mood=moods)
    def remember(self, mood: str) -> None:
        page = TablePage(0, Result((0,), (0,), "over"))
        steps = self.live.room.table.steps if self.live.room.table else 0
        self.run(self._do(deeds.Remember(page, steps), mood))

    @rule(host=people, heir=people, mood=moods)
    def inherit(self, host: str, heir: str, mood: str) -> None:
        self.run(self._do(deeds.Inherit(host, heir), mood))

    @rule(player=people, seat=seats, mood=moods)
    def hand_over(self, player: str, seat: int, mood: str) -> None:
        self.run(self._do(deeds.HandOver(player, seat), mood))

    @rule(player=people, seat=seats, other=seats, mood=moods)
    def swap(self, player: str, seat: int, other: int, mood: str) -> None:
        self.run(self._do(deeds.Swap(player, wire.Swap(seat, other)), mood))

    @rule(seat=seats, level=st.sampled_from([None, "any"]), mood=moods)
    def seat_bot(self, seat: int, level: str | None, mood: str) -> None:
        self.run(self._do(deeds.SeatBot(self.live.row.host, wire.SeatBot(seat, level)), mood))

    @rule(locked=st.none() | st.booleans(), onlookers=st.none() | st.booleans(), mood=moods)
    def set_house_rules(self, locked: bool | None, onlookers: bool | None, mood: str) -> None:
        rules = wire.HouseRules(locked, onlookers)
        self.run(self._do(deeds.SetHouseRules(self.live.row.host, rules), mood))

    @rule(mood=moods)
    def start(self, mood: str) -> None:
        async def begin() -> None:
            self.store.mood = mood
            with suppress(Refusal):
                await self.live.start(self.live.row.host)

        self.run(begin())

    @rule(seat=seats, choice=st.integers(0, 20), mood=moods, again=st.booleans())
    def play(self, seat: int, choice: int, mood: str, again: bool) -> None:
        room = self.live.room
        if room.table is None or seat >= room.table.seats:
            return
        moves = room.game.moves(room.table.state, seat)
        if moves:
            id = f"{seat} {choice} {room.made[seat]}"
            deed = deeds.Play(seat, moves[choice % len(moves)], None, id)
            self.run(self._do(deed, mood))
            if again:  # as a page does whose move could not be stored
                self.run(self._do(deed, "well"))
                steps = [msgspec.json.decode(one)["id"] for one in self.store.logs[room.row.id]]
                assert steps.count(id) == 1

    @rule(ms=st.sampled_from([10, 30_000]), mood=moods)
    def time_passes(self, ms: int, mood: str) -> None:
        self.live.time._at += ms
        self.run(self._do(deeds.Tick(), mood))

    @rule(player=people, seat=st.none() | seats)
    def look(self, player: str, seat: int | None) -> None:
        if self.live.row.admits(player, seat):
            one = Recorder(seat)
            one.player = player
            self.eyes.append(one)
            self.run(self._arrive(one))

    async def _arrive(self, one: Recorder) -> None:
        self.live.arrive(one)

    @rule(one=st.integers(0, 9))
    def go(self, one: int) -> None:
        async def depart() -> None:
            self.live.depart(self.eyes.pop(one % len(self.eyes)))

        if self.eyes:
            self.run(depart())

    @rule(one=st.integers(0, 9), slow=st.booleans())
    def be_slow(self, one: int, slow: bool) -> None:
        """A browser that takes nothing in, for a while."""

        async def catch_up() -> None:
            self.live.tell([self.eyes[one % len(self.eyes)]])

        if self.eyes:
            self.eyes[one % len(self.eyes)].is_ready = lambda: not slow
            self.run(catch_up())

    @rule(kept=st.booleans())
    def die(self, kept: bool) -> None:
        """The server is killed, and another one comes."""

        async def again() -> None:
            if kept:
                await self.live.keep_snapshot()
            self.live.stop()
            await self._come_in()
            self.live = await self.tables.get(self.live.row.id)

        self.eyes.clear()
        self.run(again())

    @rule()
    def be_overtaken(self) -> None:
        """Another process takes the table while this one slept: what this one writes is nowhere,
        and whoever looks is sent there."""

        async def overtake() -> None:
            old, before = self.live, None if self.live._is_in_doubt else whole(self.live.room)
            await self._come_in()
            self.live = await self.tables.get(old.row.id)
            rules = wire.HouseRules(locked=not self.live.row.locked)
            with pytest.raises(ComeAgain):
                await old.do(deeds.SetHouseRules(self.live.row.host, rules))
            assert before in (None, whole(old.room)) and old.is_retired and not old.feeds.here
            assert not old.thinking and old._alarm is None

        self.run(overtake())
        self.eyes.clear()

    @invariant()
    def what_is_told_is_stored_and_what_is_stored_comes_back(self) -> None:
        if not hasattr(self, "live") or self.live._is_in_doubt:
            return  # until the next deed, whatever it is, has looked into the store
        room = self.run(self._load())
        assert whole(room) == whole(self.live.room)
        self.eyes = [one for one in self.eyes if one in self.live.feeds.connections]
        for one in self.eyes:
            assert self.live.row.admits(one.player, one.seat)
            if one.is_ready():
                self._compare(one, room)

    @invariant()
    def a_table_that_runs_wakes_up_by_itself(self) -> None:
        if hasattr(self, "live") and self.live.time.is_running:
            assert self.live._alarm is not None

    async def _load(self) -> Room:
        house = House(self.store, Thinkers(), Setting(), Tasks())  # type: ignore[arg-type]
        row = await self.store.load(TableRow, self.live.row.id)
        return await Tables(house)._load(row, self.live.lease)

    def _compare(self, one: Recorder, room: Room) -> None:
        """Of what it was sent: nobody tells it anything just now."""
        scene: dict[str, Any] = {}
        for message in map(msgspec.json.decode, one.messages):
            if message["type"] == "Scene":
                scene = merge(scene, message)
        moment = Moment(0, self.live.time.is_running)
        assert without_presence(scene) == without_presence(seen(room, one, moment))

    def teardown(self) -> None:
        if hasattr(self, "live"):
            self.run(self._stop())
        self.runner.close()

    async def _stop(self) -> None:
        self.live.stop()


@pytest.mark.usefixtures("untraced")
def test_whatever_people_and_the_disk_do_what_is_told_is_what_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Swap())
    monkeypatch.setattr("salon.games.bots", lambda _: {"any": None})
    monkeypatch.setattr("salon.games.is_eager", lambda *_: False)
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=60,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


# The two faults that led here


async def test_who_comes_while_a_sitting_down_is_being_stored_is_not_told_of_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await opened(tables, wire.NewTable("bluff", 2), "ana")
    storing, fails = asyncio.Event(), asyncio.Event()

    async def dawdle_and_fail(*_: object) -> None:
        storing.set()
        await fails.wait()
        raise NotStored("the disk is full")

    monkeypatch.setattr(tables.house.store, "write", dawdle_and_fail)
    sitting = asyncio.create_task(live.do(deeds.Sit("ana", wire.Sit("Ana", "moon"))))
    await storing.wait()
    guest = Recorder(None)
    live.arrive(guest)
    fails.set()
    with pytest.raises(NotStored):
        await sitting
    await asyncio.sleep(0.1)
    assert guest.messages and b"Ana" not in b"".join(guest.messages)


async def test_who_could_not_leave_sits_there_in_the_game_and_around_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob", "cyd", game="swap")
    await live.start("ana")

    async def fail(*_: object) -> None:
        raise NotStored("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(tables.house.store, "write", fail)
        with pytest.raises(NotStored):
            await live.do(deeds.Leave("bob", 1))
    assert live.room.gone == frozenset() and live.row.holders[1].player == "bob"
    await live.do(deeds.Leave("bob", 1))
    assert live.room.gone == {1}
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert whole(again.room) == whole(live.room)


# Only what changed travels


@pytest.mark.parametrize("name", games.names())
async def test_a_browser_that_stalls_sees_after_every_message_what_one_sees_that_comes_then(
    tables: Tables, name: str
) -> None:
    live, luck = await evening_of(tables, name), random.Random(name)
    eyes = [Slow(seat) for seat in (None, *range(len(live.row.holders)))]
    for one in eyes:
        live.arrive(one)
    await live.start(live.row.host)
    for one in eyes:
        one.take_in()
    for _ in range(80):
        for one in eyes:
            one.ready = luck.random() < 0.5
        await act(live, luck)
        for one in eyes:
            if one.take_in():
                fresh = seen(live.room, one, Moment(0, live.time.is_running))
                assert without_presence(one.scene) == without_presence(fresh)
    live.stop()


class Slow(Recorder):
    """A browser that takes nothing in now and then."""

    def __init__(self, seat: Seat | None) -> None:
        super().__init__(seat)
        self.ready, self.scene, self._taken = True, dict[str, Any](), 0
        self.is_ready = lambda: self.ready

    def take_in(self) -> bool:
        """Whether something came."""
        fresh, self._taken = self.messages[self._taken :], len(self.messages)
        for message in map(msgspec.json.decode, fresh):
            if message["type"] == "Scene":
                self.scene = merge(self.scene, message)
        return bool(fresh)


async def evening_of(tables: Tables, name: str) -> LiveTable:
    number = games.load(name).seats[0]
    holders = [Holder(player=f"player {seat}", name=f"P{seat}") for seat in range(number)]
    return await opened(tables, wire.NewTable(name, number), "player 0", holders)


async def act(live: LiveTable, luck: random.Random) -> None:
    """Anybody makes any move, or time passes."""
    game, state = live.room.game, live.room.playing.state
    able = [seat for seat in range(live.room.playing.seats) if game.moves(state, seat)]
    clock = live.room.can.clock(state)
    if clock is not None and (not able or luck.random() < 0.1):
        live.time._at += max(0, clock - live.time.now)
        await live.do(deeds.Tick())
    elif able:
        seat = luck.choice(able)
        await live.do(deeds.Play(seat, luck.choice(game.moves(state, seat))))


# What a reader found


async def test_a_draft_is_nobody_else_s_and_survives_a_disk_that_fails_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [Holder(player=name, name=name) for name in ("ana", "bob", "cyd")]
    live = await opened(tables, wire.NewTable("auction", 3), "ana", people)
    live.arrive(Recorder(0))
    await live.start("ana")
    draft = Raw(b'{"type":"Bid","coins":0,"motto":"mine"}')
    for seat in range(3):
        live.pocket(seat, draft)

    async def fail(*_: object) -> None:
        raise NotStored("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(tables.house.store, "write", fail)
        live.time._at += 10_000_000
        with pytest.raises(NotStored):
            await live.do(deeds.Tick())
    assert set(live.pockets) == {0, 1, 2}
    live.time._at -= 10_000_000
    await live.do(deeds.Kick("ana", 1))
    assert set(live.pockets) == {0, 2}


async def test_who_sits_down_while_luck_is_mixed_does_not_play_under_another_s_name(
    tables: Tables,
) -> None:
    tables.house.setting = Setting(nonce_seconds=5)
    live = await table_of(tables, "ana", "bob")
    starting = asyncio.create_task(live.start("ana"))
    await asyncio.sleep(0.01)
    await live.do(deeds.Sit("bob", wire.Sit("Robert", "rose", 1)))
    async with asyncio.timeout(2):  # and nobody waits for what cannot come
        with pytest.raises(Refusal, match="seats_changed"):
            await starting
    assert live.room.table is None and live.starting is None


async def test_nobody_stands_in_before_the_game_or_after_it(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    live.depart(live.feeds.connections[1])
    with pytest.raises(Refusal, match="not_started"):
        await live.do(deeds.StandIn("ana", 1))
    await live.start("ana")
    await live.do(deeds.Leave("bob", 1))
    with pytest.raises(Refusal, match="over"):
        await live.do(deeds.StandIn("ana", 0))


async def test_what_an_older_salon_left_half_written_is_mended_when_it_is_loaded(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    half = replace(live.row, names=())  # as before there were openings
    await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))
    await live.do(deeds.Leave("bob", 1))
    await live.do(deeds.Leave("cyd", 2))
    assert live.row.over
    live.stop()
    await tables.house.store.write(live.lease, Change(row=half))
    tables.live.clear()
    again = await tables.get(half.id)
    assert again.row.over and [one.player for one in again.row.holders] == ["ana", None, None]
    assert await tables.house.store.load(TableRow, half.id) == again.row


class WithPages(Bluff, Hideable[State, Event]):
    """Somebody wrote something, and it can be taken back."""

    def hide(self, state: State, seat: Seat | None, page: str) -> Story:
        return []


async def test_the_fingerprint_that_is_shown_is_that_of_the_record_also_after_a_text_was_hidden(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toys.bluff.rules.game", WithPages())
    live = await finished(tables)
    before = shown(live)
    assert before == fingerprint(live.room.record())
    await live.do(deeds.Hide("ana", wire.Hide("1.0", None)))
    assert before != shown(live) == fingerprint(live.room.record())


async def test_the_fingerprint_that_is_shown_has_the_name_that_somebody_took_after_the_end(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))
    await live.do(deeds.Leave("ana", 0))
    await live.do(deeds.Leave("bob", 1))
    live.arrive(Recorder(None))
    before = shown(live)
    await live.do(deeds.Sit("cyd", wire.Sit("Cyd the First", "star")))
    assert before != shown(live) == fingerprint(live.room.record())


async def test_a_fingerprint_is_taken_once_for_all_who_look_and_again_when_a_text_was_hidden(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toys.bluff.rules.game", WithPages())
    take = Mock(return_value="f1")
    monkeypatch.setattr("salon.server.room.fingerprint", take)
    live = await finished(tables)
    for seat in (None, 0, 1):
        live.arrive(Recorder(seat))
        live.tell()
    assert take.call_count == 1
    await live.do(deeds.Hide("ana", wire.Hide("1.0", None)))
    assert take.call_count == 2


async def finished(tables: Tables) -> LiveTable:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    while live.room.result is None:
        await act(live, random.Random(1))
    return live


def shown(live: LiveTable) -> str:
    """The fingerprint that somebody at this table was shown last."""
    guest = live.feeds.connections[-1]
    assert isinstance(guest, Recorder)
    print: str = list(guest.scenes())[-1]["fair"]["fingerprint"]
    return print
