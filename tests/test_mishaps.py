"""What goes wrong in between: no table is ruined, none stalls, nothing is lost or mixed up."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.core.luck import FastLuck
from salon.core.refusal import Refusal
from salon.core.table import Left
from salon.server import deeds, wire
from salon.server.circle.circles import Circles
from salon.server.files import Page
from salon.server.limits import Buckets, Limit
from salon.server.live import House, LiveTable, Setting
from salon.server.refusals import NotStored
from salon.server.replays import Replays
from salon.server.room import Change
from salon.server.row import Holder, with_holder
from salon.server.serve import _sweep
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.client import Person, Refused
from tests.door import play
from tests.running import RunningServer
from tests.test_hosting import refused, table_of
from tests.test_recorder import Recorder, gather, play_out
from tests.test_store import a_circle_row
from toys.bluff.rules import Bluff


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    store, thinkers = SqliteStore(":memory:"), Thinkers()
    found = Tables(
        House(store, thinkers, Setting(nonce_seconds=0.01, idle_seconds=0, bot_pace=(0, 0)))
    )
    yield found
    await found.close()
    thinkers.close()
    await store.close()


class NewRules(Bluff):
    """The next version, which begins differently."""

    version = Bluff.version + 1

    def start(self, options: Any, seats: int, luck: Any) -> Any:
        luck.below(3)
        return super().start(options, seats, luck)


async def empty(tables: Tables, live: LiveTable) -> None:
    """Everybody goes, and the table leaves memory."""
    for guest in list(live.feeds.connections):
        live.depart(guest)
    live.idle_since -= 1
    await tables.sweep()
    assert live.row.id not in tables.live


# Beginning


async def test_a_table_whose_options_do_not_fit_its_seats_is_not_opened(tables: Tables) -> None:
    wish = wire.NewTable("tug", 3, {"teams": True})
    await refused("teams_of_four", tables.open(wish, "ana"))
    assert tables.live == {}


async def test_a_table_that_cannot_begin_goes_on_gathering(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="tug")
    live.room.row = replace(
        live.row, options={"teams": True}
    )  # as an older Salon would have allowed
    await refused("teams_of_four", live.start("ana"))
    assert not live.row.started


async def test_a_table_that_gathered_before_its_rules_changed_begins_by_the_new_ones(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob")
    await empty(tables, live)
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    again = await tables.get(live.row.id)
    await again.start("ana")
    assert again.row.version == NewRules.version and again.room.table is not None


async def test_when_somebody_leaves_while_luck_is_mixed_the_table_does_not_begin(
    tables: Tables,
) -> None:
    tables.house.setting = Setting(nonce_seconds=0.2)
    live = await table_of(tables, "ana", "bob")
    starting = asyncio.create_task(live.start("ana"))
    await asyncio.sleep(0.05)
    await live.do(deeds.Leave("bob", 1))
    await refused("empty_seats", starting)
    assert live.room.table is None and live.starting is None


async def test_nobody_s_chair_holds_up_nobody(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    live.room.row = with_holder(live.row, 1, Holder())
    await live.do(deeds.Tick())
    async with asyncio.timeout(10):
        while live.room.made[1] == 0:
            if 0 in live.room.game.awaited(live.room.playing.state):
                move = live.room.game.moves(live.room.playing.state, 0)[0]
                await play(live, 0, f"{live.room.made[0]}", Raw(msgspec.json.encode(move)))
            await asyncio.sleep(0.01)


# People


async def test_leaving_twice_at_once_is_one_leave(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", "cid")
    await live.start("ana")
    twice = (live.do(deeds.Leave("bob", 1)) for _ in range(2))
    await asyncio.gather(*twice, return_exceptions=True)
    assert sum(isinstance(entry, Left) for entry in live.room.playing.entries) == 1


async def test_who_changes_name_or_symbol_keeps_the_games_won(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    live.room.row = with_holder(live.row, 0, replace(live.row.holders[0], won=3))
    await live.do(deeds.Sit("ana", wire.Sit("Anna", "candle")))
    assert live.row.holders[0].won == 3 and live.row.holders[0].name == "Anna"


async def test_a_move_chosen_before_the_stand_in_played_does_not_hit_another_turn(
    tables: Tables,
) -> None:
    live, (ana, *_) = await gather(tables, "nim", 2)
    luck = random.Random(5)
    grab = {"type": "Grab", "sticks": 1}

    async def go() -> None:
        (seat,) = live.room.game.awaited(live.room.playing.state)
        move = luck.choice(list(live.room.game.moves(live.room.playing.state, seat)))
        await play(live, seat, f"{len(live.room.playing.entries)}", Raw(msgspec.json.encode(move)))

    def take() -> dict[str, Any] | None:
        scene = list(ana.scenes())[-1]
        return scene if grab in scene["moves"] else None

    while (then := take()) is None:
        await go()
    await go()  # the stand-in does, while Ana's move waits in her browser
    while (now := take()) is None:
        await go()
    late = Raw(msgspec.json.encode(grab))
    assert then["made"] < now["made"]
    await refused("overtaken", play(live, 0, "late", late, then["made"]))
    await play(live, 0, "fresh", late, now["made"])
    await play(live, 0, "fresh", late, now["made"])  # sent again, it is known


# Bots


async def test_the_answer_to_a_question_that_was_given_up_goes_to_nobody_else() -> None:
    """Somebody comes back while their stand-in thinks."""
    thinkers = Thinkers(number=1, seconds=20)
    slow, quick = position("nim", 2), position("bluff", 0)
    try:
        await thinkers.choose(*quick)  # the process is there
        for _ in range(3):
            given_up = asyncio.create_task(thinkers.choose(*slow))
            await asyncio.sleep(0.1)
            given_up.cancel()
            answers = await asyncio.gather(*(thinkers.choose(*quick) for _ in range(3)))
            assert all(answer in quick[3] for answer in answers)
        assert thinkers.replaced == 0
    finally:
        thinkers.close()


def position(name: str, turns: int) -> tuple[Any, ...]:
    """What the strongest bot of a game is asked after so many turns."""
    game = games.load(name)
    state = game.start(game.types.options(), 2, FastLuck(1))
    for turn in range(turns):
        (seat,) = game.awaited(state)
        game.play(state, seat, game.moves(state, seat)[turn % 3], FastLuck(turn))
    (seat,) = game.awaited(state)
    return name, list(games.bots(name))[-1], game.view(state, seat), game.moves(state, seat)


# The store is away for a moment


async def test_the_clock_strikes_though_the_store_failed_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toys.swap.rules.BELL", 50)
    live = await table_of(tables, "ana", "bob", game="swap")
    write, failures = tables.house.store.write, iter([NotStored("the disk is full")])

    async def fail_once(*what: Any) -> None:
        if failure := next(failures, None):
            raise failure
        await write(*what)

    await live.start("ana")
    monkeypatch.setattr(tables.house.store, "write", fail_once)
    await asyncio.sleep(1.5)  # it tries again after a second
    assert next(failures, None) is None and live.row.over


async def test_the_sweep_goes_on_though_the_store_failed_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = asyncio.Event()
    failures = iter([NotStored("the file is locked")])

    async def fail_once(_: int) -> None:
        if failure := next(failures, None):
            raise failure
        swept.set()

    monkeypatch.setattr(tables.house.store, "free_codes", fail_once)
    sweeping = asyncio.create_task(_sweep(Circles(tables, Replays(tables.house))))
    await asyncio.wait_for(swept.wait(), 10)
    sweeping.cancel()


async def down(*_: Any) -> Any:
    raise NotStored("the file is locked")


async def test_who_could_not_be_stored_does_not_sit_in_memory_either(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana")
    with monkeypatch.context() as away:
        away.setattr(tables.house.store, "write", down)
        with pytest.raises(NotStored):
            await live.do(deeds.Sit("bob", wire.Sit("Bob", "rose")))
    assert live.row.holders[1] == Holder()
    assert (await live.do(deeds.Sit("bob", wire.Sit("Bob", "rose")))).seat == 1


async def test_a_table_whose_state_cannot_be_kept_stays_in_memory(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    for guest in list(live.feeds.connections):
        live.depart(guest)
    live.idle_since -= 1
    with monkeypatch.context() as away:
        away.setattr(tables.house.store, "keep_snapshot", down)
        await tables.sweep()
    assert live.row.id in tables.live


async def test_old_codes_are_freed_without_touching_every_circle(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    for number in range(3):
        await store.open(a_circle_row(f"circle {number}", f"ABC{number}"))
    await store.free_codes(-10)
    before = await store._ask(lambda db: db.total_changes)
    await store.free_codes(-10)
    assert await store._ask(lambda db: db.total_changes) == before
    assert await store.find("ABC0") is None
    await store.close()


# The rules have changed


async def test_a_table_that_had_left_memory_goes_on_when_its_rules_have_changed(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, _ = await gather(tables, "bluff", 2)
    await empty(tables, live)
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    again = await tables.get(live.row.id)
    await empty(tables, again)  # killed or not: that the new rules count was stored at once
    again = await tables.get(live.row.id)
    again.arrive(Recorder(0))
    await play_out(again, random.Random(3))
    with pytest.raises(Refusal, match="rules_changed"):
        again.room.record()


async def test_a_state_that_the_new_rules_cannot_read_is_refused_and_left_alone(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, _ = await gather(tables, "bluff", 2)
    await empty(tables, live)
    kept = await tables.house.store.snapshot(live.row.id)
    assert kept is not None
    unreadable = replace(kept, state=msgspec.msgpack.encode({"pawns": "none"}))
    await tables.house.store.keep_snapshot(live.row.id, unreadable)
    monkeypatch.setattr("salon.games.load", lambda _: NewRules())
    await refused("other_version", tables.get(live.row.id))


async def test_one_table_that_cannot_wake_lets_the_others_go_on(tables: Tables) -> None:
    for _ in range(3):
        live = await table_of(tables, "ana", "bob")
        await live.do(deeds.SetHouseRules("ana", wire.HouseRules(patience=3_600)))
        await live.start("ana")
    first = tables.live[min(tables.live)]
    spoilt = replace(first.row, options={"planks": 99})  # a choice that there is no more
    await tables.house.store.write(first.lease, Change(row=spoilt))
    for live in tables.live.values():
        live.stop()
    tables.live.clear()
    await tables.wake()
    assert len(tables.live) == 2


# The house


def test_an_asset_that_is_not_there_is_not_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", "utf-8")
    answer = Page(tmp_path)._answer("/assets/Board-old.js", None)
    assert answer.status_code == 404 and "cache-control" not in answer.headers


async def test_what_nobody_thought_of_is_answered_and_logged(
    new_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: RunningServer = new_server()
    ana = Person(server.address)
    await ana.post("/api/tables", {"game": "bluff", "seats": 2})
    store = SqliteStore(server.data / "salon.db")
    broken = "INSERT INTO tables VALUES ('broken', NULL, '{}', 1999999999, 0, 'table')"
    await store._ask(lambda db: db.execute(broken))
    await store.close()
    with pytest.raises(Refused) as answer:
        await ana.get("/api/tables/broken/replay")
    assert (answer.value.status, answer.value.key) == (500, "trouble")
    assert '"event": "trouble"' in server.log.read_text("utf-8")


async def test_codes_cannot_be_tried_one_after_the_other(new_server: Any) -> None:
    eve = Person(new_server().address)
    keys = []
    for number in range(40):
        with pytest.raises(Refused) as answer:
            await eve.get(f"/api/codes/AB{chr(65 + number % 8)}{chr(65 + number // 8)}")
        keys.append(answer.value.key)
    assert keys[0] == "no_such_code" and keys[-1] == "too_much"


def test_one_household_has_one_bucket() -> None:
    buckets, one = Buckets(), Limit("doors", 1, 0)
    assert buckets.allow(one, "2001:db8:1:2::1") and not buckets.allow(one, "2001:db8:1:2:ffff::7")
    assert buckets.allow(one, "2001:db8:1:3::1")
    assert buckets.allow(one, "192.0.2.1") and not buckets.allow(one, "::ffff:192.0.2.1")
    assert buckets.allow(one, "192.0.2.2") and buckets.allow(one, "unix")
