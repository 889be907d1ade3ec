"""Nobody is locked out, and nobody waits in the dark."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon import games
from salon.server import clockwork, deeds, wire
from salon.server.fitting import fitting_seats
from salon.server.live import LiveTable, Setting
from salon.server.row import SYMBOLS, Holder, TableRow
from salon.server.tables import Tables
from salon.server.wire import Symbol
from tests.door import close, new_tables, opened, play, sit
from tests.test_harm import until
from tests.test_hosting import BID, last_scene, refused, table_of
from tests.test_recorder import Recorder


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    found = new_tables(Setting(nonce_seconds=0.01, bot_pace=(3_600, 3_600)))
    yield found
    await close(found)


def guest_of(live: LiveTable, player: str, seat: int | None) -> Recorder:
    guest = Recorder(seat)
    guest.player = player
    live.arrive(guest)
    return guest


async def with_bots(tables: Tables, game: str = "bluff", people: tuple[str, ...] = ()) -> LiveTable:
    """Ana, these people, and bots on all other seats; it runs."""
    everybody, seats = ("ana", *people), max(games.load(game).seats[0], 2 + len(people))
    live = await opened(tables, wire.NewTable(game, seats), "ana")
    for symbol, player in zip(("moon", "rose", "quill"), everybody, strict=False):
        guest_of(live, player, await sit(live, player, symbol=symbol))
    for seat in range(len(everybody), seats):
        level = next(iter(games.bots(game)))
        await live.do(deeds.SeatBot("ana", wire.SeatBot(seat, level)))
    await live.start("ana")
    return live


def nora(seat: int | None = None, live: LiveTable | None = None) -> wire.Sit:
    """With a symbol that no bot has there."""
    taken = {one.symbol for one in live.row.holders} if live else set()
    free = next(symbol for symbol in SYMBOLS[3:] if symbol not in taken)
    return wire.Sit("Nora", free, seat)


# A bot's place


@pytest.mark.parametrize("game", games.names())
async def test_a_newcomer_takes_the_place_of_a_bot_with_all_that_it_knew(
    tables: Tables, game: str
) -> None:
    if not games.bots(game):
        return
    live = await with_bots(tables, game)
    seat = len(live.row.holders) - 1
    wish = nora(seat, live)
    assert (await live.do(deeds.Sit("nora", wish))).seat == seat
    assert live.row.holders[seat] == Holder("nora", None, "Nora", wish.symbol)
    scene = last_scene(guest_of(live, "nora", seat))
    room, state = live.room, live.room.playing.state
    seen = msgspec.json.decode(msgspec.json.encode(room.game.view(state, seat)))
    assert scene["view"] == seen
    assert scene["told"] == room.news[seat].told
    assert seat not in live.thinking


async def test_what_a_bot_did_stays_its_own_when_somebody_takes_its_place(
    tables: Tables,
) -> None:
    live = await with_bots(tables)
    bot, first = live.row.holders[1], mover(live)
    await live.do(deeds.Play(first, live.room.game.moves(live.room.playing.state, first)[0]))
    await live.do(deeds.Sit("nora", nora(1, live)))
    await live.do(deeds.Leave("nora", 1))
    await live.do(deeds.Sit("bob", wire.Sit("Bob", "rose", 1)))
    scene = last_scene(guest_of(live, "bob", 1))
    former = scene["seats"][1]["former"]
    heir = live.row.former[2].holder
    assert [one["name"] for one in former] == [bot.name, "Nora", heir.name]
    assert [one["character"] for one in former] == [bot.character, None, heir.character]
    untils = [one["until"] for one in former]
    assert untils == sorted(untils) and untils[0] >= scene["times"][0]
    assert len(scene["times"]) == len(scene["news"]) and scene["times"] == sorted(scene["times"])
    assert not any(one.holder.player for one in live.row.former)


async def test_who_sits_down_in_a_lobby_or_takes_another_name_had_nobody_before(
    tables: Tables,
) -> None:
    live = await with_bots(tables)
    await live.do(deeds.Sit("ana", wire.Sit("Anna", "moon", 0)))
    assert live.row.holders[0].name == "Anna" and live.row.former == ()


async def test_only_what_a_bot_keeps_is_free_and_only_for_somebody_who_knows_no_other_hand(
    tables: Tables,
) -> None:
    live = await with_bots(tables, people=("bob",))
    live.depart(live.feeds.connections[1])
    live.clockwork.standing_in.add(1)  # a bot plays for Bob, who is away: the seat is his
    await refused("seat_taken", live.do(deeds.Sit("nora", nora(1))))
    await refused("no_such_seat", live.do(deeds.Sit("nora", nora(7))))
    again = wire.Sit("Ana too", "star", 2, another=True)
    await refused("seated_already", live.do(deeds.Sit("ana", again)))
    await refused("name_taken", live.do(deeds.Sit("nora", wire.Sit("bob", "star", 2))))
    await live.do(deeds.SetHouseRules("ana", wire.HouseRules(locked=True)))
    await refused("locked", live.do(deeds.Sit("nora", nora(2))))


async def test_who_has_left_may_come_back_to_the_seat_or_to_that_of_another_bot(
    tables: Tables,
) -> None:
    live = await with_bots(tables, people=("bob",))
    symbols: tuple[Symbol, ...] = ("rose", "key")  # a bot keeps the symbol of whom it plays for
    for seat, symbol in enumerate(symbols, 1):
        await live.do(deeds.Leave("bob", live.row.seats_of("bob")[0]))
        assert (await live.do(deeds.Sit("bob", wire.Sit("Bob", symbol, seat)))).seat == seat
    assert live.row.holders[1].level is not None


async def test_a_bot_s_move_that_was_thought_of_does_not_surprise_who_took_its_place(
    tables: Tables,
) -> None:
    live = await with_bots(tables)
    while 1 not in live.thinking:
        moves = live.room.game.moves(live.room.playing.state, 0)
        await play(live, 0, None, moves[0])
    bot = live.thinking[1]
    await live.do(deeds.Sit("nora", nora(1, live)))
    await until(bot.done)
    assert bot.cancelled() and not live.thinking


async def test_whoever_comes_to_a_table_that_gathers_may_look_however_private_it_is(
    tables: Tables,
) -> None:
    live = await opened(tables, wire.NewTable("bluff", 2, onlookers=False), "ana")
    assert live.row.admits("nora", None)
    live.room.row = replace(live.row, started=True)
    assert not live.row.admits("nora", None) and not live.glance("nora").awaited


def test_how_many_seats_fit_is_asked_of_the_rules() -> None:
    options = games.load("tug").types.options
    assert fitting_seats("tug", options(teams=True)) == (4,)
    assert fitting_seats("tug", options()) == tuple(games.load("tug").seats)


# The host


async def test_a_host_who_is_gone_is_replaced_by_who_is_here_longest(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", "cyd")
    live.room.row = replace(live.row, patience=0)
    ana, bob, _ = live.feeds.connections
    live.depart(bob)
    guest_of(live, "bob", 1)
    live.depart(ana)
    await until(lambda: live.row.host == "cyd")
    assert [seat.host for seat in live.glance("ana").seats] == [False, False, True]
    assert (await tables.house.store.load(TableRow, live.row.id)) == live.row


async def test_a_host_who_comes_back_in_time_still_hosts(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    live.depart(live.feeds.connections[0])
    assert live.succession.heir == "bob"
    guest_of(live, "ana", None)  # without a seat's eyes too
    assert live.succession.left(0) is None and live._inheriting is None
    await live.do(deeds.Inherit("bob", "bob"))  # too late, and no matter
    assert live.row.host == "ana"


async def test_nobody_inherits_where_nobody_sits(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    guest_of(live, "nora", None)
    live.depart(live.feeds.connections[0])
    assert live.succession.left(0) is None


# Those who think for long


def mover(live: LiveTable) -> int:
    return min(live.room.game.awaited(live.room.playing.state))


async def test_everybody_sees_since_when_somebody_is_waited_for(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    scene = last_scene(live.feeds.connections[0])
    assert [type(since) for since in scene["since"]] == [int] * len(scene["awaited"])


async def test_nobody_is_hurried_where_all_are_busy_or_a_bell_will_ring(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="auction")
    await live.start("ana")
    assert last_scene(live.feeds.connections[0])["since"] == []


async def test_the_host_lets_a_stand_in_play_for_who_is_here_and_does_not_move(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    seat = mover(live)
    await refused("not_away", live.do(deeds.StandIn("ana", seat)))
    monkeypatch.setattr(clockwork, "LINGERING", 0)
    await live.do(deeds.StandIn("ana", seat))
    assert seat in live.thinking
    assert last_scene(live.feeds.connections[0])["seats"][seat]["stand_in"]
    live.rouse(seat)
    assert seat not in live.thinking and not live.clockwork.standing_in
    assert not last_scene(live.feeds.connections[0])["seats"][seat]["stand_in"]


async def test_who_moves_has_the_seat_back_and_who_goes_is_away(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clockwork, "LINGERING", 0)
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    seat = mover(live)
    await live.do(deeds.StandIn("ana", seat))
    move = live.room.game.moves(live.room.playing.state, seat)[0]
    await live.do(deeds.Play(seat, move, ("ana", "bob")[seat]))
    assert not live.clockwork.standing_in
    seat = mover(live)
    await live.do(deeds.StandIn("ana", seat))
    guest = live.feeds.connections[seat]
    live.depart(guest)
    assert live.clockwork.standing_in == {seat} and not live.clockwork.dozing
    live.arrive(guest)
    assert not live.clockwork.standing_in


async def test_patience_is_all_that_is_waited_for_who_is_away(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.house.setting = Setting(nonce_seconds=0.01)
    monkeypatch.setattr("salon.games.pace", lambda *_: (15, 15))
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    seat = mover(live)
    assert live._pace(seat) > 10  # as it would be for a bot whose turn has just come
    live.clockwork.waiting[seat] -= 45  # of patience
    assert live._pace(seat) < 1


# One draft


async def test_two_pages_of_one_seat_share_one_draft(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="auction")
    await live.start("ana")
    phone, laptop = guest_of(live, "ana", 0), guest_of(live, "ana", 0)
    bid = {**msgspec.json.decode(BID), "heard": ""}
    live.pocket(0, BID, phone)
    assert pocketed(laptop) == [bid] and pocketed(phone) == []
    live.pocket(0, Raw(b'{"type":"Bid","coins":1,"motto":"old"}'), laptop, again=True)
    assert pocketed(phone) == []  # what a page wrote before it slept is older
    live.pocket(0, Raw(b"null"), laptop)
    assert pocketed(phone) == [None]
    live.pocket(0, BID, laptop, again=True)
    assert pocketed(phone) == [None, bid]
    assert pocketed(live.feeds.connections[1]) == []


def pocketed(guest: Any) -> list[Any]:
    messages = map(msgspec.json.decode, guest.messages)
    return [one["move"] for one in messages if one["type"] == "Pocketed"]


async def test_of_several_people_on_one_device_who_sees_no_more_than_an_onlooker_needs_no_curtain(
    tables: Tables,
) -> None:
    live = await opened(tables, wire.NewTable("bluff", 2), "ana")
    await live.do(deeds.Sit("ana", wire.Sit("Ana", "moon")))
    await live.do(deeds.Sit("ana", wire.Sit("Bob", "rose", another=True)))
    guests = [guest_of(live, "ana", seat) for seat in (0, 1)]
    await live.start("ana")
    roller = mover(live)
    assert not last_scene(guests[roller])["public"]  # the die
    assert last_scene(guests[1 - roller])["public"]


async def test_who_has_a_screen_alone_needs_no_such_word(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await live.start("ana")
    assert not any(last_scene(guest)["public"] for guest in live.feeds.connections)
