"""From one table to the next: everybody comes along, and one link leads to where they are."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import time

import pytest
from msgspec.structs import replace

from salon.core import fairness
from salon.core.capabilities import Hideable
from salon.core.contract import Told
from salon.core.keepsakes import Verse
from salon.server import deeds as table_deeds
from salon.server import wire as table_wire
from salon.server.circle import deeds, wire
from salon.server.circle.circles import CODE_SECONDS, Circles
from salon.server.circle.live import LiveCircle
from salon.server.circle.row import CircleRow, Person
from salon.server.circle.seating import has_bots, seating
from salon.server.live import LiveTable
from salon.server.row import OWN_CIRCLE, SYMBOLS, Holder, TablePage, TableRow
from salon.server.sqlite import SqliteStore
from salon.server.store import CodeTaken
from tests.circles import Guest, a_circle, circles_in
from tests.door import play, sit
from tests.test_harm import until
from tests.test_hosting import BID, refused
from tests.test_recorder import Recorder
from toys.auction.rules import Auction, Desk, Opened, Sealed


async def little(table: LiveTable) -> TablePage:
    """What is left of it, without a process that reads it."""
    assert table.room.result is not None
    ended = int(time()) if table.row.page is None else table.row.page.ended
    return TablePage(ended, table.room.result)


@pytest.fixture
async def circles(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Circles]:
    async with circles_in() as found:
        monkeypatch.setattr(found.replays, "page", little)
        yield found


async def gathered(
    circles: Circles, *players: str, game: str = "auction", seats: int = 0
) -> tuple[LiveCircle, LiveTable]:
    """A circle at its first table, on whose first seats these people sit."""
    live, table = await a_circle(circles, players[0], game, seats or max(2, len(players)))
    for number, player in enumerate(players):
        await sit(table, player, symbol=SYMBOLS[number])
        live.arrive(Guest(player))
    await until(lambda: len(live.row.people) == len(players))
    return live, table


async def play_out(live: LiveCircle, table: LiveTable, *bidders: int) -> None:
    """When all have bid, an auction is over."""
    await table.start("ana")
    await bid(live, table, *bidders)


async def bid(live: LiveCircle, table: LiveTable, *bidders: int) -> None:
    for seat in bidders or (0, 1):
        await play(table, seat, None, BID)
    await until(lambda: live.row.last == table.row.id)


async def over(circles: Circles, *players: str) -> tuple[LiveCircle, LiveTable]:
    live, table = await gathered(circles, *players or ("ana", "bob"))
    await play_out(live, table)
    return live, table


async def go_on(
    circles: Circles, live: LiveCircle, player: str = "ana", game: str = "auction"
) -> LiveTable:
    return await circles.tables.get(await circles.next_table(live, player, wire.NextTable(game)))


def names(table: LiveTable) -> list[str]:
    return [one.name for one in table.row.holders]


# Everybody comes along


async def test_everybody_keeps_seat_name_symbol_and_what_they_have_won(circles: Circles) -> None:
    live, table = await over(circles)
    assert [one.won for one in table.row.holders] == [1, 1]
    again = await go_on(circles, live)
    assert again.row.holders == table.row.holders and again.row.circle == live.row.id
    assert not again.row.started and again.row.id != table.row.id


async def test_options_patience_and_onlookers_stay_as_they_were(circles: Circles) -> None:
    new = table_wire.NewTable("bluff", 2, {"planks": 6}, patience=77, onlookers=False)
    link = await circles.open(new, "ana")
    live, table = await circles.get(link.circle), await circles.tables.get(link.id)
    await sit(table, "ana")
    again = await go_on(circles, live, game="bluff")
    assert again.row.options == table.row.options and table.row.options["planks"] == 6
    assert (again.row.patience, again.row.onlookers) == (77, False)
    other = await go_on(circles, live, game="nim")
    assert (other.row.game, other.row.patience, other.row.onlookers) == ("nim", 77, False)


async def test_who_asks_second_finds_the_same_table(circles: Circles) -> None:
    live, _ = await over(circles)
    await live.do(deeds.SetHost("ana", live.row.person_of("bob").number, hosts=True))  # type: ignore[union-attr]
    wish = wire.NextTable("auction")
    first, second = await asyncio.gather(
        circles.next_table(live, "ana", wish), circles.next_table(live, "bob", wish)
    )
    assert first == second == live.row.tables[-1].id and len(live.row.tables) == 1


async def test_who_asks_for_other_options_than_the_lobby_has_gets_them(circles: Circles) -> None:
    live, _ = await over(circles)
    short, as_it_is = wire.NextTable("bluff", {"planks": 6}), wire.NextTable("bluff")
    wishes = (short, as_it_is, short, wire.NextTable("bluff", {"planks": 12}))
    lobby, *same, other = [await circles.next_table(live, "ana", wish) for wish in wishes]
    assert same == [lobby, lobby] and lobby != other == live.row.tables[-1].id


async def test_only_a_host_of_the_circle_opens_the_next_table(circles: Circles) -> None:
    live, _ = await over(circles)
    await refused("not_the_host", circles.next_table(live, "bob", wire.NextTable("auction")))
    await refused("not_the_host", circles.next_table(live, "eve", wire.NextTable("auction")))
    assert live.row.tables == ()


async def test_a_game_that_nobody_knows_is_no_next_one(circles: Circles) -> None:
    live, table = await over(circles)
    await refused("no_such_game", circles.next_table(live, "ana", wire.NextTable("chess")))
    assert live.circle.where == ("result", table.row.id, "auction")


async def test_everybody_hears_of_the_next_table_at_once(circles: Circles) -> None:
    live, table = await over(circles)
    guest = Guest("bob")
    live.arrive(guest)
    assert (guest.seen["now"]["where"], guest.seen["now"]["table"]) == ("result", table.row.id)
    again = await go_on(circles, live)
    assert (guest.seen["now"]["where"], guest.seen["now"]["table"]) == ("lobby", again.row.id)


async def test_a_lobby_that_is_not_started_from_is_left_and_its_people_come_along(
    circles: Circles,
) -> None:
    live, table = await gathered(circles, "ana", "bob")
    other = await go_on(circles, live, game="nim")
    assert [one.id for one in live.row.tables] == [other.row.id] != [table.row.id]
    assert names(other) == ["Ana", "Bob"]


async def test_a_running_table_goes_on_beside_the_next_one(circles: Circles) -> None:
    live, table = await gathered(circles, "ana", "bob")
    await table.start("ana")
    await until(lambda: live.row.tables[-1].started)
    again = await go_on(circles, live)
    assert [one.id for one in live.row.tables] == [table.row.id, again.row.id]
    assert live.circle.where == ("lobby", again.row.id, "auction")
    await play_out(live, again)
    assert live.circle.where == ("result", again.row.id, "auction")  # not back to the old one
    for seat in (0, 1):
        await play(table, seat, None, BID)
    await until(lambda: len(live.circle.album) == 2)
    assert live.circle.where == ("result", again.row.id, "auction")


async def test_who_has_left_the_table_does_not_come_to_the_next(circles: Circles) -> None:
    live, table = await gathered(circles, "ana", "bob", "cyd", game="swap")
    await table.start("ana")
    for player, seat in (("cyd", 2), ("bob", 1)):
        await table.do(table_deeds.Leave(player, seat))
        live.depart(next(one for one in live.members if one.player == player))
    await until(lambda: live.row.last == table.row.id)
    assert names(await go_on(circles, live, game="swap")) == ["Ana", ""]


async def test_options_that_need_more_people_than_are_left_leave_chairs_for_them(
    circles: Circles,
) -> None:
    live, table = await gathered(circles, "ana", "bob", game="tug")
    table.room.row = replace(table.row, options={"teams": True})
    again = await go_on(circles, live, game="tug")
    assert again.row.options["teams"] is True and names(again) == ["Ana", "Bob", "", ""]


async def test_options_that_the_rules_no_longer_know_give_way_to_the_usual_ones(
    circles: Circles,
) -> None:
    live, table = await gathered(circles, "ana", "bob", game="bluff")
    usual = table.row.options
    table.room.row = replace(table.row, options={"planks": 99})  # as an older Salon allowed
    assert (await go_on(circles, live, game="bluff")).row.options == usual


async def test_options_that_are_asked_for_and_do_not_exist_are_refused(circles: Circles) -> None:
    live, table = await gathered(circles, "ana", "bob", game="bluff")
    for options, key in (({"planks": 99}, "no_such_choice"), ({"flags": 1}, "no_such_option")):
        wish = wire.NextTable("bluff", dict(options))
        await refused(key, circles.next_table(live, "ana", wish))
    assert live.row.tables[-1].id == table.row.id


# Those who wait


async def test_who_had_no_seat_sits_first_and_then_it_is_another_s_turn(circles: Circles) -> None:
    live, table = await gathered(circles, "ana", "bob", "cyd", "dan")  # more cannot play
    await table.start("ana")
    live.arrive(Guest("nora"))
    await live.do(deeds.Enter("nora", wire.Enter("Nora", "star")))
    await bid(live, table, 0, 1, 2, 3)
    again = await go_on(circles, live)
    assert names(again) == ["Ana", "Bob", "Cyd", "Nora"]
    again.arrive(Recorder(0))
    await play_out(live, again, 0, 1, 2, 3)
    assert names(await go_on(circles, live)) == ["Ana", "Bob", "Cyd", "Dan"]


async def test_who_rather_watches_has_no_seat_at_the_next_table(circles: Circles) -> None:
    live, _ = await over(circles, "ana", "bob")
    await live.do(deeds.Want("bob", plays=False))
    assert names(await go_on(circles, live)) == ["Ana", ""]


async def test_who_is_of_the_circle_and_not_here_is_not_waited_for(circles: Circles) -> None:
    live, _ = await over(circles)
    await live.do(deeds.Enter("nora", wire.Enter("Nora", "star")))
    assert names(await go_on(circles, live)) == ["Ana", "Bob"]


async def test_who_is_sent_away_comes_to_no_table_of_the_circle(circles: Circles) -> None:
    live, _ = await over(circles)
    bob = live.row.person_of("bob")
    assert bob is not None
    await circles.remove(live, "ana", bob.number)
    assert names(await go_on(circles, live)) == ["Ana", ""]


async def test_people_who_share_a_device_stay_together(circles: Circles) -> None:
    live, table = await gathered(circles, "ana", seats=3)
    await table.do(table_deeds.Sit("ana", table_wire.Sit("Zoe", "quill", another=True)))
    await sit(table, "bob", symbol="rose")
    await play_out(live, table, 0, 1, 2)
    again = await go_on(circles, live)
    holders = [(one.player, one.name) for one in again.row.holders]
    assert holders == [("ana", "Ana"), ("ana", "Zoe"), ("bob", "Bob")]


# Who sits where, judged without a server

ANA, BOB, CYD = (
    Holder(name, None, name.title(), symbol)
    for name, symbol in zip(("ana", "bob", "cyd"), SYMBOLS, strict=False)
)
VERA = Holder(None, "sly", "Vera", "key", 2, "vera")
OTTO = Holder(None, "sly", "Otto", "candle", 0, "otto")


def circle_of(*players: str, waited: tuple[int, ...] = ()) -> CircleRow:
    people = [
        Person(number, player, player.title(), SYMBOLS[number])
        for number, player in enumerate(players)
    ]
    return CircleRow(
        id="circle",
        code=None,
        hosts=("ana",),
        opened=0,
        people=tuple(people),
        last="last",
        waited=waited,
    )


def table_with(*holders: Holder, started: bool = True, id: str = "last") -> TableRow:
    return TableRow(
        id=id,
        game="bluff",
        version=1,
        options={},
        patience=30,
        onlookers=True,
        host="ana",
        code=None,
        fairness=fairness.draw(),
        holders=holders,
        started=started,
        over=started,
    )


def seated(
    row: CircleRow, last: TableRow | None, fitting: tuple[int, ...], game: str = "bluff"
) -> list[str]:
    here = frozenset(one.player for one in row.people if one.player)
    return [one.name for one in seating(row, last, here, game, fitting)]


def test_bots_stay_who_they_were_and_where_they_sat() -> None:
    last = table_with(ANA, VERA, BOB, OTTO)
    found = seating(circle_of("ana", "bob"), last, frozenset(), "bluff", (2, 3, 4))
    assert tuple(found) == last.holders


def test_bots_make_room_for_people() -> None:
    row, last = circle_of("ana", "bob", "cyd"), table_with(ANA, VERA, OTTO)
    assert seated(row, last, (2, 3)) == ["Ana", "Bob", "Cyd"]
    assert seated(row, last, (2, 3, 4)) == ["Ana", "Vera", "Bob", "Cyd"]


def test_at_another_game_there_are_as_many_chairs_for_bots_as_there_were_bots() -> None:
    last = table_with(ANA, VERA, OTTO)
    assert has_bots(last)
    assert seated(circle_of("ana"), last, (2, 3, 4), "nim") == ["Ana", "", ""]
    assert seated(circle_of("ana"), last, (2,), "nim") == ["Ana", ""]
    assert seated(circle_of("ana"), last, (4, 5), "nim") == ["Ana", "", "", ""]


def test_chairs_that_wait_for_guests_in_a_lobby_wait_for_them_at_the_next_too() -> None:
    last = table_with(ANA, Holder(), Holder(), VERA, started=False)
    assert seated(circle_of("ana"), last, (2, 3, 4, 5), "nim") == ["Ana", "", "", ""]
    assert not has_bots(last)
    gone = table_with(ANA, Holder(name="Bob", symbol="rose"), VERA)  # left for good
    assert seated(circle_of("ana"), gone, (2, 3, 4)) == ["Ana", "Vera"]


def test_who_had_no_seat_twice_comes_before_who_had_none_once() -> None:
    row = circle_of("ana", "bob", "cyd", "dan", waited=(3, 2))
    assert seated(row, table_with(ANA, BOB), (2,)) == ["Dan", "Cyd"]
    assert seated(row, table_with(ANA, BOB), (2, 3)) == ["Ana", "Dan", "Cyd"]


def test_who_had_no_seat_comes_first_though_the_circle_has_not_heard_of_the_end_yet() -> None:
    row = circle_of("ana", "bob", "cyd")
    assert seated(row, table_with(ANA, BOB, id="just over"), (2,)) == ["Ana", "Cyd"]


def test_who_came_when_it_was_over_sits_after_those_who_played() -> None:
    assert seated(circle_of("ana", "bob", "cyd"), table_with(ANA, BOB), (2,)) == ["Ana", "Bob"]


def test_at_the_first_table_there_are_chairs_for_whoever_is_here() -> None:
    assert seated(circle_of("ana", "bob", "cyd"), None, (2, 4)) == ["Ana", "Bob", "Cyd", ""]


def test_everybody_has_a_symbol_of_their_own() -> None:
    row = circle_of("ana", "bob", "cyd")
    same = replace(row, people=tuple(replace(one, symbol="moon") for one in row.people))
    found = seating(same, None, frozenset(("ana", "bob", "cyd")), "bluff", (3,))
    assert found[0].symbol == "moon" and len({one.symbol for one in found}) == 3


async def test_a_bot_gives_way_to_a_person_of_its_name_or_with_its_symbol(circles: Circles) -> None:
    holders = [VERA, OTTO, Holder("ana", None, "Vera", "key")]
    row = await circles.tables.open(table_wire.NewTable("bluff", 3), "ana", holders)
    assert row.holders[2] == holders[2] and row.holders[1] == OTTO
    assert row.holders[0].name != "Vera" and row.holders[0].level == "sly"
    assert len({one.symbol for one in row.holders}) == 3


# One link


async def test_a_code_of_four_letters_leads_to_the_circle_wherever_its_people_are(
    circles: Circles,
) -> None:
    live, _ = await over(circles)
    code = live.row.code
    assert code is not None and len(code) == 4 and code.isalpha()
    assert await circles.by_code(f" {code.lower()} ") == live.row.id
    again = await go_on(circles, live)
    assert await circles.by_code(code) == live.row.id == again.row.circle
    assert live.doorplate().table == again.row.id
    await refused("no_such_code", circles.by_code("ZZZZZ"))


async def test_a_code_is_given_to_others_after_a_day_without_anybody_and_a_new_one_is_given(
    circles: Circles,
) -> None:
    live, _ = await a_circle(circles)
    first, store = str(live.row.code), circles.house.store
    await store.free_codes(-10)
    assert await circles.by_code(first) == live.row.id  # somebody may still be here
    await circles.retire(live)
    await circles.sweep()
    assert await circles.by_code(first) == live.row.id and CODE_SECONDS > 3_600
    await store.free_codes(-10)
    await refused("no_such_code", circles.by_code(first))
    again = await circles.get(live.row.id)
    assert again.row.code is None
    await asyncio.gather(*(circles.give_code(again) for _ in range(5)))
    second = str((await circles.get(live.row.id)).row.code)
    assert await circles.by_code(second) == live.row.id
    await circles.give_code(again)
    await circles.retire(again)
    assert (await circles.get(live.row.id)).row.code == second


async def test_two_circles_never_gather_under_one_code(
    circles: Circles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With only a few codes left, circles opened at the same moment still get one each."""
    monkeypatch.setattr("salon.server.circle.circles.CODE_LETTERS", "AB")
    new = table_wire.NewTable("bluff", 2)
    links = await asyncio.gather(*(circles.open(new, "host") for _ in range(12)))
    rows = [(await circles.get(link.circle)).row for link in links]
    assert len({row.code for row in rows}) == 12


async def test_when_the_short_codes_are_taken_a_longer_one_is_found_and_never_for_ever(
    circles: Circles, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, taken = circles.house.store.open, 5

    async def crowded(row: TableRow | CircleRow) -> None:
        if row.code is not None and len(row.code) < taken:
            raise CodeTaken
        await save(row)

    monkeypatch.setattr(circles.house.store, "open", crowded)
    async with asyncio.timeout(20):
        live, _ = await a_circle(circles)
        assert live.row.code is not None and len(live.row.code) == 5 and live.row.code[0] == "Q"
        assert await circles.by_code(live.row.code) == live.row.id
        taken = 6
        await refused("no_code", circles.open(table_wire.NewTable("bluff", 2), "ana"))


# What is left of a table


async def test_a_table_in_whose_end_the_server_stops_is_remembered_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        circles.replays.close()
        live, table = await gathered(circles, "ana", "bob")
        await table.start("ana")
        for seat in (0, 1):
            await play(table, seat, None, BID)
        await until(lambda: not circles._remembering)
        assert table.row.over and table.row.page is None and live.row.last is None
    async with circles_in(store) as circles:
        monkeypatch.setattr(circles.replays, "page", little)
        live = await circles.get(live.row.id)
        await until(lambda: live.row.last == table.row.id)
        assert [one.table for one in live.circle.album.values()] == [table.row.id]
    await store.close()


async def test_a_text_that_is_hidden_after_the_end_leaves_the_album_too_and_the_table_its_place(
    circles: Circles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toys.auction.rules.game", WithPages())
    live, first = await over(circles)
    second = await go_on(circles, live)
    second.arrive(Recorder(0))
    await play_out(live, second)
    page = first.row.page
    assert page is not None
    loved = replace(page, ended=page.ended - 100, keepsakes=(Verse("", ("a line",), 0),))
    first.room.row = replace(first.row, page=loved)
    await live.do(deeds.Meet(first.row))
    assert [one.kept for one in live.circle.album.values()] == [1, 0]
    await circles.retire(live)  # nobody is there
    await first.do(table_deeds.Hide("ana", table_wire.Hide("1.0", None)))
    assert first.row.page is not None and first.row.page.keepsakes == ()
    await until(lambda: first.row.is_remembered)
    assert first.row.page.ended == loved.ended
    again = await circles.get(live.row.id)
    assert [one.kept for one in again.circle.album.values()] == [0, 0]
    assert list(again.circle.album) == [first.row.id, second.row.id]


async def test_what_was_read_before_a_text_was_hidden_is_read_again(
    circles: Circles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toys.auction.rules.game", WithPages())
    _, table = await over(circles)
    read = list[int]()

    async def slow(table: LiveTable) -> TablePage:
        read.append(table.room.playing.steps)
        found = await little(table)
        if len(read) == 1:
            await table.do(table_deeds.Hide("ana", table_wire.Hide("2.0", None)))
        return found

    monkeypatch.setattr(circles.replays, "page", slow)
    await table.do(table_deeds.Hide("ana", table_wire.Hide("1.0", None)))
    await until(lambda: table.row.is_remembered)
    assert read == [3, 4]


class WithPages(Auction, Hideable[Desk, Sealed | Opened]):
    """Somebody wrote something, and it can be taken back."""

    def hide(self, state: Desk, seat: int | None, page: str) -> list[Told[Sealed | Opened]]:
        return []


# Tables of an older Salon


async def test_a_table_without_a_circle_has_one_of_its_own_and_its_code_leads_there(
    circles: Circles,
) -> None:
    row = await circles.tables.open(table_wire.NewTable("auction", 2), "ana")
    old = replace(row, id="old", code="OLDE", circle="")
    await circles.house.store.open(old)
    assert await circles.by_code("OLDE") == OWN_CIRCLE + "old"
    live = await circles.get(OWN_CIRCLE + "old")
    assert live.row.hosts == ("ana",) and live.circle.where == ("lobby", "old", "auction")
    table = await circles.tables.get("old")
    for number, player in enumerate(("ana", "bob")):
        await sit(table, player, symbol=SYMBOLS[number])
        table.arrive(Recorder(number))
    await play_out(live, table)
    again = await go_on(circles, live)
    assert names(again) == ["Ana", "Bob"] and again.row.circle == live.row.id
    await refused("no_such_circle", circles.get(OWN_CIRCLE + again.row.id))
