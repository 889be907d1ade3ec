"""What people do to a table around the game, without a socket in between."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.core.contract import Seat
from salon.core.fairness import check, draw, nonce_commitment, sha
from salon.core.refusal import Refusal
from salon.core.table import Table, check_record, read_record, write_record
from salon.server import deeds, wire
from salon.server.feeds import Connection, encode
from salon.server.live import House, LiveTable, Setting
from salon.server.refusals import NotStored
from salon.server.room import Change
from salon.server.row import SYMBOLS, Holder, TableRow
from salon.server.schema import document
from salon.server.sqlite import SqliteStore
from salon.server.store import Lease
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.door import opened, play
from tests.test_recorder import Recorder, play_out
from toys.bluff.model import Announce


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    store = SqliteStore(":memory:")
    thinkers = Thinkers()
    found = Tables(House(store, thinkers, Setting(nonce_seconds=0.01, bot_pace=(0, 0))))
    yield found
    await found.close()
    thinkers.close()
    await store.close()


async def table_of(tables: Tables, *players: str, game: str = "bluff") -> LiveTable:
    """A table with these people on its first seats, all of them here."""
    live = await opened(tables, wire.NewTable(game, max(2, len(players))), players[0])
    for seat, player in enumerate(players):
        await live.do(deeds.Sit(player, wire.Sit(player.title(), SYMBOLS[seat])))
        guest = Recorder(seat)
        guest.player = player
        live.arrive(guest)
    return live


async def refused(key: str, work: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        await work
    assert refusal.value.key == key


async def test_when_the_host_leaves_somebody_else_hosts(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.do(deeds.Leave("ana", 0))
    assert live.row.host == "bob" and live.row.holders[0] == Holder()
    await live.do(deeds.Leave("bob", 1))
    assert live.row.host == "bob"  # nobody is left who could


async def test_whoever_sits_moves_to_a_free_seat_and_to_a_bot_s_and_still_hosts(
    tables: Tables,
) -> None:
    live = await opened(tables, wire.NewTable("bluff", 3), "ana")
    await live.do(deeds.Sit("ana", wire.Sit("Ana", "moon")))
    await live.do(deeds.Swap("ana", wire.Swap(0, 2)))
    assert live.row.seats_of("ana") == [2] and live.row.host == "ana"
    assert live.row.holders[0] == Holder()
    await live.do(deeds.SeatBot("ana", wire.SeatBot(1, "sly")))
    bot = live.row.holders[1]
    await live.do(deeds.Swap("ana", wire.Swap(2, 1)))
    assert live.row.seats_of("ana") == [1] and live.row.holders[2] == bot


async def test_only_the_host_swaps_other_people_and_only_before_the_start(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await refused("not_the_host", live.do(deeds.Swap("bob", wire.Swap(1, 0))))
    await refused("no_such_seat", live.do(deeds.Swap("bob", wire.Swap(1, 2))))
    await live.do(deeds.Swap("ana", wire.Swap(1, 0)))
    assert [holder.name for holder in live.row.holders] == ["Bob", "Ana"]
    await live.start("ana")
    await refused("already_started", live.do(deeds.Swap("ana", wire.Swap(0, 1))))


async def test_only_the_host_does_what_a_host_does(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    bot = wire.SeatBot(1, "sly")
    for work in (
        live.do(deeds.Kick("bob", 0)),
        live.do(deeds.HandOver("bob", 1)),
        live.do(deeds.StandIn("bob", 0)),
        live.do(deeds.SetHouseRules("bob", wire.HouseRules(locked=True))),
        live.do(deeds.SeatBot("bob", bot)),
        live.start("bob"),
    ):
        await refused("not_the_host", work)


async def test_a_wish_that_makes_no_sense_is_refused(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await refused("no_such_seat", live.do(deeds.Kick("ana", 7)))
    await refused("nobody_there", live.do(deeds.Kick("ana", 1)))
    await refused("nobody_there", live.do(deeds.HandOver("ana", 1)))
    await refused("not_your_seat", live.do(deeds.Leave("bob", 0)))
    await refused("seat_taken", live.do(deeds.SeatBot("ana", wire.SeatBot(0, "sly"))))
    await refused("no_such_bot", live.do(deeds.SeatBot("ana", wire.SeatBot(1, "genius"))))
    await refused("not_started", live.do(deeds.StandIn("ana", 0)))
    await refused("not_over", tables.rematch(live, "ana"))
    await refused("not_your_seat", tables.rematch(live, "bob"))
    await refused("not_started", play(live, 0, "1", Announce(1, 1)))


async def test_once_it_runs_a_table_gathers_no_more(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await live.do(deeds.SeatBot("ana", wire.SeatBot(1, "sly")))
    await live.start("ana")
    await refused("already_started", live.start("ana"))
    await refused("already_started", live.do(deeds.SeatBot("ana", wire.SeatBot(1, None))))
    free = next(sign for sign in SYMBOLS if sign not in [one.symbol for one in live.row.holders])
    await refused("no_joining", live.do(deeds.Sit("bob", wire.Sit("Bob", free))))


async def test_a_bot_can_be_taken_away_and_its_seat_taken_by_a_person(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await live.do(deeds.SeatBot("ana", wire.SeatBot(1, "sly")))
    assert live.row.holders[1].level == "sly"
    assert (await live.do(deeds.Sit("bob", wire.Sit("Bob", "rose", seat=1)))).seat == 1
    assert live.row.holders[1].level is None


def nonce_of(seat: Seat) -> str:
    return f"{seat}a" * 32


def commitment_of(live: LiveTable, seat: Seat, nonce: str | None = None) -> str:
    return nonce_commitment(live.row.fairness.commitment, seat, nonce or nonce_of(seat))


def adding_luck(
    live: LiveTable, guest: Connection, *, shows: bool = True, nonce: str | None = None
) -> Connection:
    """A browser that commits to its nonce and then shows it, if it took part, or does not."""
    tell, seat = guest.send, guest.seat
    assert seat is not None
    made = commitment_of(live, seat, nonce)

    def answer(message: bytes) -> None:
        tell(message)
        if b"WantCommitment" in message:
            live.mix(seat, wire.Commit(made))
        if b"WantNonce" in message and shows and made.encode() in message:
            live.mix(seat, wire.AddNonce(nonce or nonce_of(seat)))

    guest.send = answer
    return guest


@asynccontextmanager
async def while_starting(live: LiveTable, phase: str) -> AsyncIterator[None]:
    """Meanwhile the host has pressed Start, and the browsers were asked for this."""
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(live.start("ana"))
        await asked_for(live, phase)
        yield


async def asked_for(live: LiveTable, phase: str) -> None:
    for _ in range(5_000):
        if live.starting is not None and type(live.starting.question()).__name__ == phase:
            return
        await asyncio.sleep(0.001)
    raise TimeoutError(phase)


async def test_every_browser_that_is_here_adds_to_the_luck(tables: Tables) -> None:
    tables.house.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    for guest in live.feeds.connections:
        adding_luck(live, guest)
    await live.start("ana")
    live.mix(1, wire.AddNonce("ff" * 32))  # too late, and no matter
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert live.row.fairness.withheld == []
    assert live.room.table is not None


async def test_a_browser_that_comes_while_luck_is_mixed_is_asked_too(tables: Tables) -> None:
    tables.house.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    ana, bob = live.feeds.connections
    live.depart(bob)  # his page is loading
    async with while_starting(live, "WantCommitment"):
        live.arrive(adding_luck(live, Recorder(1)))
        adding_luck(live, ana)
        live.mix(0, wire.Commit(commitment_of(live, 0)))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert ana in live.feeds.connections and live.room.table is not None


async def test_a_browser_that_reloads_in_between_shows_what_it_has_committed_to(
    tables: Tables,
) -> None:
    tables.house.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    ana, bob = live.feeds.connections
    adding_luck(live, ana)
    adding_luck(live, bob, shows=False)
    async with while_starting(live, "WantNonce"):
        live.depart(bob)
        live.arrive(adding_luck(live, Recorder(1)))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}


async def test_nobody_picks_a_nonce_after_seeing_another(tables: Tables) -> None:
    """Not even an operator who plays: whoever has not committed by then takes no part."""
    live = await table_of(tables, "ana", "bob", "eve")
    ana, bob, eve = live.feeds.connections
    adding_luck(live, ana)
    adding_luck(live, bob, shows=False)
    tables.house.setting = Setting(nonce_seconds=0.05)
    async with while_starting(live, "WantCommitment"):
        with pytest.raises(Refusal, match="other_nonce"):
            live.mix(0, wire.AddNonce(nonce_of(0)))  # nothing is shown before everybody has
        assert not told_nonces(eve)
        await asked_for(live, "WantNonce")
        live.mix(2, wire.Commit(commitment_of(live, 2)))
        live.mix(1, wire.Commit(commitment_of(live, 1, "ee" * 32)))
        for seat, nonce in ((2, nonce_of(2)), (1, "ee" * 32)):
            with pytest.raises(Refusal, match="other_nonce"):
                live.mix(seat, wire.AddNonce(nonce))
        live.mix(1, wire.AddNonce(nonce_of(1)))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert list(live.row.fairness.commitments) == [0, 1]


def told_nonces(guest: Connection) -> bool:
    assert isinstance(guest, Recorder)
    return any(nonce_of(seat).encode() in message for message in guest.messages for seat in (0, 1))


async def test_everybody_is_shown_the_same_opening_before_a_nonce_is(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    openings = []
    for guest in live.feeds.connections:
        adding_luck(live, guest)
    await live.start("ana")
    for guest in live.feeds.connections:
        assert isinstance(guest, Recorder)
        (asked,) = (message for message in guest.messages if b"WantNonce" in message)
        openings.append(msgspec.json.decode(asked, type=wire.WantNonce).opening)
    assert openings == [live.row.opening] * 2
    assert sha(live.row.opening) == live.row.fairness.seal
    for line in ("game bluff 1", "option planks 9", "seat 1 Bob"):
        assert line in live.row.opening.splitlines()
    for seat in (0, 1):
        assert f"nonce {seat} {commitment_of(live, seat)}" in live.row.opening.splitlines()


async def test_who_committed_and_shows_nothing_spoils_nothing_and_is_named(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    adding_luck(live, live.feeds.connections[0])
    adding_luck(live, live.feeds.connections[1], shows=False)
    await live.start("ana")
    assert live.room.table is not None
    assert live.row.fairness.nonces == {0: nonce_of(0)} and live.row.fairness.withheld == [1]
    check(live.row.fairness, live.row.opening)


async def test_of_two_devices_at_one_seat_the_first_takes_part(tables: Tables) -> None:
    tables.house.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    phone = Recorder(1)
    live.arrive(phone)
    for guest in live.feeds.connections:
        adding_luck(live, guest, nonce="ff" * 32 if guest is phone else None)
    async with asyncio.timeout(5):
        await live.start("ana")
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert any(b"WantNonce" in message for message in phone.messages)  # it sees who was first


async def test_a_start_that_nobody_adds_to_waits_for_nobody(tables: Tables) -> None:
    tables.house.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    live.feeds.connections.clear()
    live.arrive(Recorder(None))
    async with asyncio.timeout(5):
        await live.start("ana")
    assert live.room.table is not None and live.row.fairness.commitments == {}


async def test_a_record_names_who_sat_there_when_the_luck_was_mixed(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    await live.do(deeds.Sit("ana", wire.Sit("Anastasia", "moon")))
    await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))
    await live.do(deeds.Leave("bob", 1))
    await live.do(deeds.Leave("cyd", 2))
    record = read_record(write_record(live.room.record()))
    assert record.names == ["Ana", "Bob", "Cyd"]
    check_record(record)
    scene = wire.FairInfo(**last_scene(live.feeds.connections[0])["fair"])
    assert (scene.seal, scene.fingerprint) == (record.fairness.seal, record.fingerprint)
    with pytest.raises(Refusal, match="broken_fingerprint"):
        check_record(replace(record, names=["Ana", "Bob", "Eve"]))  # also who joined later


def last_scene(guest: Connection) -> dict[str, Any]:
    assert isinstance(guest, Recorder)
    *_, scene = guest.scenes()
    return scene


async def test_a_table_begun_the_old_way_plays_on_and_is_verified_the_old_way(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    row = msgspec.to_builtins(live.row, str_keys=True)
    for new in ("names", "opening"):
        del row[new]
    for new in ("commitments", "seal"):
        del row["fairness"][new]
    row["fairness"]["nonces"] = {"0": nonce_of(0)}
    live.stop()
    tables.live.clear()
    old = msgspec.json.decode(msgspec.json.encode(row), type=TableRow)
    await tables.house.store.write(live.lease, Change(row=old))
    again = await tables.get(old.id)
    await play_out(again, random.Random(1))
    record = again.room.record()
    check_record(read_record(write_record(record)))
    by_hand = Table(again.room.game, again.room.playing.options, 2, draw())
    by_hand._seed = sha256(f"salon seed {old.fairness.secret} 0={nonce_of(0)}".encode()).digest()
    by_hand.state = again.room.game.start(by_hand.options, 2, by_hand._luck())
    for entry in record.entries:
        by_hand.redo(entry)
    assert again.room.game.result(by_hand.state) == record.result


async def test_where_the_rules_allow_it_people_come_and_go_while_the_game_runs(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.bots", lambda _: {"any": None})
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    assert (await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))).seat == 2
    newcomer = Recorder(2)
    live.arrive(newcomer)
    (scene,) = newcomer.scenes()
    assert scene["view"]["mine"] == [1, 2, 3] and scene["news"] == [{"type": "Came", "seat": 2}]
    await live.do(deeds.Kick("ana", 1))
    assert live.row.holders[1] == Holder(name="Bob", symbol="rose")  # gone, and nobody's
    assert [
        type(kept.entry).__name__ for kept in await tables.house.store.entries(live.row.id)
    ] == [
        "Joined",
        "Left",
    ]
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert again.room.table is not None and live.room.table is not None
    assert msgspec.json.encode(again.room.table.state) == msgspec.json.encode(live.room.table.state)


async def test_a_join_that_is_not_stored_has_not_happened_neither_in_the_game_nor_around_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    await refused("symbol_taken", live.do(deeds.Sit("cyd", wire.Sit("Cyd", "moon"))))
    await refused("name_taken", live.do(deeds.Sit("cyd", wire.Sit("ANA", "star"))))
    with monkeypatch.context() as broken:
        broken.setattr(tables.house.store, "write", failing)
        await refused("not_stored", live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star"))))
    assert live.room.playing.seats == len(live.row.holders) == 2
    assert await tables.house.store.entries(live.row.id) == []
    assert (await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))).seat == 2
    assert len(await tables.house.store.entries(live.row.id)) == 1


async def failing(*_: object) -> None:
    raise NotStored("killed")


async def test_somebody_sits_down_in_the_middle_and_somebody_leaves_for_good(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="swap")
    onlooker = Recorder(None)
    live.arrive(onlooker)
    await live.start("ana")
    assert list(onlooker.scenes())[-1]["joinable"]
    assert (await live.do(deeds.Sit("cyd", wire.Sit("Cyd", "star")))).seat == 2
    await live.do(deeds.Leave("bob", 1))
    scene = list(onlooker.scenes())[-1]
    assert scene["seats"][1]["gone"] and scene["seats"][1]["holder"] == "nobody"
    assert scene["seats"][1]["name"] == "Bob"  # the story still names him
    assert (
        await live.do(deeds.Sit("dan", wire.Sit("Dan", "rose")))
    ).seat == 3  # not on Bob's chair
    await live.do(deeds.SetHouseRules("ana", wire.HouseRules(locked=True)))
    assert not list(onlooker.scenes())[-1]["joinable"]
    for scene in onlooker.scenes():
        assert "view" not in scene or len(scene["seats"]) == len(scene["view"]["sizes"])


BID = Raw(b'{"type":"Bid","coins":0,"motto":""}')  # when all have bid it is over


async def test_games_won_are_counted_over_rematches(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="auction")
    await live.start("ana")
    await play(live, 0, "1", BID)
    await play(live, 1, "2", BID)
    assert [holder.won for holder in live.row.holders] == [1, 1]
    guest = live.feeds.connections[0]
    assert isinstance(guest, Recorder)
    *_, last = guest.scenes()
    assert last["result"] and [seat["won"] for seat in last["seats"]] == [1, 1]
    again = await tables.get(await tables.rematch(live, "bob"))
    assert [holder.won for holder in again.row.holders] == [1, 1]


async def test_the_last_move_and_its_winners_are_stored_together_or_not_at_all(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob", game="auction")
    await live.start("ana")
    await play(live, 0, "1", BID)
    last = BID
    with monkeypatch.context() as broken:
        broken.setattr(tables.house.store, "write", failing)
        await refused("not_stored", play(live, 1, "2", last))
    assert not live.row.over and live.room.result is None
    await play(live, 1, "2", last)
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert again.row.over and [holder.won for holder in again.row.holders] == [1, 1]


async def test_who_has_left_does_not_come_to_the_rematch(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", "cyd", game="swap")
    await live.start("ana")
    await live.do(deeds.Leave("cyd", 2))
    await live.do(deeds.Leave("bob", 1))
    assert live.row.over
    again = await tables.get(await tables.rematch(live, "ana"))
    assert [holder.name for holder in again.row.holders] == ["Ana", ""]


async def test_who_comes_back_while_the_stand_in_s_move_is_stored_finds_a_table_that_goes_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing, keep = asyncio.Event(), tables.house.store.write

    async def dawdle(lease: Lease, change: Change) -> None:
        await keep(lease, change)
        storing.set()
        await asyncio.sleep(0.05)

    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    (seat,) = live.room.game.awaited(live.room.playing.state)
    guest = next(guest for guest in live.feeds.connections if guest.seat == seat)
    monkeypatch.setattr(tables.house.store, "write", dawdle)
    live.depart(guest)
    await live.do(deeds.StandIn("ana", seat))
    await asyncio.wait_for(storing.wait(), 60)
    live.arrive(guest)
    async with live._lock:
        assert (
            len(live.room.playing.entries)
            == len(await tables.house.store.entries(live.row.id))
            == 1
        )


async def test_what_a_stand_in_did_is_told_as_such_also_after_a_restart(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="nim")
    await live.start("ana")
    (seat,) = live.room.game.awaited(live.room.playing.state)
    guest = next(guest for guest in live.feeds.connections if guest.seat == seat)
    live.depart(guest)
    await live.do(deeds.StandIn("ana", seat))
    await asyncio.gather(*live.thinking.values())
    live.arrive(guest)
    assert marked(live) == ["Grabbed"]
    first = live.room.game.moves(live.room.playing.state, 1 - seat)[0]
    await play(live, 1 - seat, "1", Raw(encode(first)))
    assert marked(live) == ["Grabbed"]  # and not what somebody did who is here
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    again.arrive(Recorder(None))
    assert marked(again) == ["Grabbed"]


def marked(live: LiveTable) -> list[str]:
    """The events that everybody was told are a stand-in's."""
    told: list[list[str]] = []
    for guest in live.feeds.connections:
        assert isinstance(guest, Recorder)
        *_, scene = guest.scenes()
        first = scene["told"] - len(scene["news"])
        told.append([scene["news"][number - first]["type"] for number in scene["stood_in"]])
    assert told == told[:1] * len(told)
    return told[0]


async def test_what_lay_in_a_pocket_is_no_stand_in_s_move(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="nim")
    await live.start("ana")
    (seat,) = live.room.game.awaited(live.room.playing.state)
    live.pocket(seat, Raw(encode(live.room.game.moves(live.room.playing.state, seat)[0])))
    live.depart(next(guest for guest in live.feeds.connections if guest.seat == seat))
    await live.do(deeds.StandIn("ana", seat))
    await asyncio.gather(*live.thinking.values())
    assert marked(live) == []


async def test_a_table_that_gathers_tells_who_will_play_together(tables: Tables) -> None:
    for playing, teams in ((True, [[0, 2], [1, 3]]), (False, [])):
        live = await opened(tables, wire.NewTable("tug", 4, {"teams": playing}), "ana")
        onlooker = Recorder(None)
        live.arrive(onlooker)
        assert msgspec.json.decode(onlooker.messages[-1])["lobby"]["teams"] == teams


async def test_a_clock_strikes_by_itself(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toys.swap.rules.BELL", 50)
    live = await table_of(tables, "ana", "bob", game="swap")
    await live.start("ana")
    await asyncio.sleep(0.6)
    assert live.row.over and not live.time.is_running


def test_the_schema_of_the_page_names_every_message_and_every_game() -> None:
    names = set(document()["components"]["schemas"])
    messages = {kind.__name__ for kind in (*get_args(wire.FromServer), *get_args(wire.FromPage))}
    ours = {type(games.load(name)).__name__ for name in games.ours()}
    of_games = {f"{game}{part}" for game in ours for part in ("View", "Move", "Event", "Options")}
    assert {"FromServer", "FromPage", *messages, *of_games} <= names
