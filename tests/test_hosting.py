"""What people do to a table around the game, without a socket in between."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw

from salon import games
from salon.core.contract import Illegal
from salon.core.table import Joined
from salon.server import hosting, wire
from salon.server.live import LiveTable
from salon.server.scenes import encode
from salon.server.schema import document
from salon.server.store import Holder, Kept, NotStored, SqliteStore
from salon.server.tables import Setting, Tables
from salon.server.thinkers import Thinkers
from tests.test_recorder import Recorder
from tests.toys.swap import Swap


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    store = SqliteStore(":memory:")
    thinkers = Thinkers()
    found = Tables(store, thinkers, Setting(nonce_seconds=0.01, bot_pace=(0, 0)))
    yield found
    await found.close()
    thinkers.close()
    store.close()


async def table_of(tables: Tables, *players: str, game: str = "ciao_ciao") -> LiveTable:
    """A table with these people on its first seats, all of them here."""
    live = await tables.open(wire.NewTable(game, max(2, len(players))), players[0])
    for seat, player in enumerate(players):
        await hosting.sit(live, player, wire.Sit(player.title(), hosting.SYMBOLS[seat]))
        guest = Recorder(seat)
        guest.player = player
        live.arrive(guest)
    return live


async def refused(key: str, work: Any) -> None:
    with pytest.raises(Illegal) as refusal:
        await work
    assert refusal.value.key == key


async def test_when_the_host_leaves_somebody_else_hosts(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    await hosting.leave(live, "ana", 0)
    assert live.row.host == "bob" and live.row.holders[0] == Holder()
    await hosting.leave(live, "bob", 1)
    assert live.row.host == "bob"  # nobody is left who could


async def test_only_the_host_does_what_a_host_does(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    bot = wire.SeatBot(1, "sly")
    for work in (
        hosting.kick(live, "bob", 0),
        hosting.hand_over(live, "bob", 1),
        hosting.stand_in(live, "bob", 0),
        hosting.set_house_rules(live, "bob", wire.HouseRules(locked=True)),
        hosting.seat_bot(live, "bob", bot),
        hosting.start(live, "bob"),
    ):
        await refused("not_the_host", work)


async def test_a_wish_that_makes_no_sense_is_refused(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await refused("no_such_seat", hosting.kick(live, "ana", 7))
    await refused("nobody_there", hosting.kick(live, "ana", 1))
    await refused("nobody_there", hosting.hand_over(live, "ana", 1))
    await refused("not_your_seat", hosting.leave(live, "bob", 0))
    await refused("seat_taken", hosting.seat_bot(live, "ana", wire.SeatBot(0, "sly")))
    await refused("no_such_bot", hosting.seat_bot(live, "ana", wire.SeatBot(1, "genius")))
    await refused("not_away", hosting.stand_in(live, "ana", 0))
    await refused("not_over", hosting.rematch(tables, live, "ana"))
    await refused("not_your_seat", hosting.rematch(tables, live, "bob"))
    await refused("not_started", live.play(0, "1", Raw(b"{}")))


async def test_once_it_runs_a_table_gathers_no_more(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await hosting.seat_bot(live, "ana", wire.SeatBot(1, "sly"))
    await hosting.start(live, "ana")
    await refused("already_started", hosting.start(live, "ana"))
    await refused("already_started", hosting.seat_bot(live, "ana", wire.SeatBot(1, None)))
    await refused("no_joining", hosting.sit(live, "bob", wire.Sit("Bob", "rose")))


async def test_a_bot_can_be_taken_away_and_its_seat_taken_by_a_person(tables: Tables) -> None:
    live = await table_of(tables, "ana")
    await hosting.seat_bot(live, "ana", wire.SeatBot(1, "sly"))
    assert live.row.holders[1].level == "sly"
    assert await hosting.sit(live, "bob", wire.Sit("Bob", "rose", seat=1)) == 1
    assert live.row.holders[1].level is None


def adding_luck(live: LiveTable, guest: Recorder) -> Recorder:
    """A browser that adds its nonce when it is asked for one."""
    tell = guest.send

    def answer(message: bytes) -> None:
        tell(message)
        if b"WantNonce" in message and guest.seat is not None:
            hosting.add_nonce(live, guest.seat, f"{guest.seat}a" * 32)

    guest.send = answer
    return guest


async def test_every_browser_that_is_here_adds_to_the_luck(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    for guest in live.guests:
        assert isinstance(guest, Recorder)
        adding_luck(live, guest)
    await hosting.start(live, "ana")
    hosting.add_nonce(live, 1, "ff" * 32)  # of a slower window of Bob's: too late, and no matter
    assert live.row.fairness.nonces == {0: "0a" * 32, 1: "1a" * 32}
    assert live.row.code is None and live.table is not None


async def test_a_browser_that_comes_while_luck_is_mixed_is_asked_too(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    ana, bob = live.guests
    live.depart(bob)  # his page is loading
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(hosting.start(live, "ana"))
        await asyncio.sleep(0)
        assert live.starting is not None
        live.arrive(adding_luck(live, Recorder(1)))
        hosting.add_nonce(live, 0, "0a" * 32)
    assert live.row.fairness.nonces == {0: "0a" * 32, 1: "1a" * 32}
    assert ana in live.guests and live.table is not None


async def test_where_the_rules_allow_it_people_come_and_go_while_the_game_runs(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Swap())
    monkeypatch.setattr("salon.games.bots", lambda _: {"any": None})
    live = await table_of(tables, "ana", "bob", game="swap")
    await hosting.start(live, "ana")
    assert await hosting.sit(live, "cyd", wire.Sit("Cyd", "star")) == 2
    newcomer = Recorder(2)
    live.arrive(newcomer)
    (scene,) = newcomer.scenes()
    assert scene["view"]["mine"] == [1, 2, 3] and scene["news"] == [{"type": "Came", "seat": 2}]
    await hosting.kick(live, "ana", 1)
    assert live.row.holders[1].level == "any"
    assert [type(kept.entry).__name__ for kept in await tables.store.entries(live.row.id)] == [
        "Joined",
        "Left",
    ]
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert again.table is not None and live.table is not None
    assert msgspec.json.encode(again.table.state) == msgspec.json.encode(live.table.state)


async def test_a_join_that_was_cut_short_leaves_a_chair_for_whoever_comes_next(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Swap())
    live = await table_of(tables, "ana", "bob", game="swap")
    await hosting.start(live, "ana")
    await refused("symbol_taken", hosting.sit(live, "cyd", wire.Sit("Cyd", "moon")))
    await refused("name_taken", hosting.sit(live, "cyd", wire.Sit("ANA", "star")))
    assert await tables.store.entries(live.row.id) == []
    async with live.lock:
        await live.enter_now(Joined)  # and here the server is killed
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert again.table is not None and again.table.seats == 3
    assert again.row.holders[2] == Holder()
    assert await hosting.sit(again, "cyd", wire.Sit("Cyd", "star")) == 2
    assert len(await tables.store.entries(live.row.id)) == 1


async def test_somebody_sits_down_in_the_middle_and_somebody_leaves_for_good(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    onlooker = Recorder(None)
    live.arrive(onlooker)
    await hosting.start(live, "ana")
    assert list(onlooker.scenes())[-1]["joinable"]
    assert await hosting.sit(live, "cyd", wire.Sit("Cyd", "star")) == 2
    await hosting.leave(live, "bob", 1)
    scene = list(onlooker.scenes())[-1]
    assert scene["seats"][1]["gone"] and scene["seats"][1]["holder"] == "nobody"
    assert scene["seats"][1]["name"] == "Bob"  # the story still names him
    assert await hosting.sit(live, "dan", wire.Sit("Dan", "rose")) == 3  # not on Bob's chair
    await hosting.set_house_rules(live, "ana", wire.HouseRules(locked=True))
    assert not list(onlooker.scenes())[-1]["joinable"]
    for scene in onlooker.scenes():
        assert "view" not in scene or len(scene["seats"]) == len(scene["view"]["people"])


async def test_games_won_are_counted_over_rematches(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    await hosting.start(live, "ana")
    await live.play(0, "1", Raw(b'{"type":"Post","letter":"A1","to":1}'))
    await live.play(1, "2", Raw(b'{"type":"Reply","to":0,"letter":"B2"}'))
    assert [holder.won for holder in live.row.holders] == [1, 1]
    guest = live.guests[0]
    assert isinstance(guest, Recorder)
    *_, last = guest.scenes()
    assert last["result"] and [seat["won"] for seat in last["seats"]] == [1, 1]
    await live.finish_if_over()
    assert [holder.won for holder in live.row.holders] == [1, 1]  # once
    again = await tables.get(await hosting.rematch(tables, live, "bob"))
    assert [holder.won for holder in again.row.holders] == [1, 1]


async def test_a_win_is_counted_though_the_server_was_killed_right_after_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    await hosting.start(live, "ana")
    await live.play(0, "1", Raw(b'{"type":"Post","letter":"A1","to":1}'))

    async def killed(_: object) -> None:
        raise NotStored("killed")

    with monkeypatch.context() as context:
        context.setattr(tables.store, "save", killed)
        await live.play(1, "2", Raw(b'{"type":"Reply","to":0,"letter":"B2"}'))
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    assert again.row.over and [holder.won for holder in again.row.holders] == [1, 1]
    assert (await tables.store.load(live.row.id)) == again.row


async def test_who_has_left_does_not_come_to_the_rematch(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", "cyd", game="romancier_scilof")
    await hosting.start(live, "ana")
    await hosting.leave(live, "cyd", 2)
    await hosting.leave(live, "bob", 1)
    assert live.is_over
    again = await tables.get(await hosting.rematch(tables, live, "ana"))
    assert [holder.name for holder in again.row.holders] == ["Ana", ""]


async def test_who_comes_back_while_the_stand_in_s_move_is_stored_finds_a_table_that_goes_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing, keep = asyncio.Event(), tables.store.append

    async def dawdle(table: str, step: int, kept: Kept) -> None:
        await keep(table, step, kept)
        storing.set()
        await asyncio.sleep(0.05)

    live = await table_of(tables, "ana", "bob")
    await hosting.start(live, "ana")
    (seat,) = live.game.awaited(live.playing().state)
    guest = next(guest for guest in live.guests if guest.seat == seat)
    monkeypatch.setattr(tables.store, "append", dawdle)
    live.depart(guest)
    await hosting.stand_in(live, "ana", seat)
    await asyncio.wait_for(storing.wait(), 60)
    live.arrive(guest)
    async with live.lock:
        assert len(live.playing().entries) == len(await tables.store.entries(live.row.id)) == 1


async def test_what_a_stand_in_did_is_told_as_such_also_after_a_restart(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="cir_kis")
    await hosting.start(live, "ana")
    (seat,) = live.game.awaited(live.playing().state)
    guest = next(guest for guest in live.guests if guest.seat == seat)
    live.depart(guest)
    await hosting.stand_in(live, "ana", seat)
    await asyncio.gather(*live.hands.thinking.values())
    live.arrive(guest)
    assert marked(live) == ["Placed"]
    first = live.game.moves(live.playing().state, 1 - seat)[0]
    await live.play(1 - seat, "1", Raw(encode(first)))
    assert marked(live) == ["Placed"]  # and not what somebody did who is here
    live.stop()
    tables.live.clear()
    again = await tables.get(live.row.id)
    again.arrive(Recorder(None))
    assert marked(again) == ["Placed"]


def marked(live: LiveTable) -> list[str]:
    """The events that everybody was told are a stand-in's."""
    told: list[list[str]] = []
    for guest in live.guests:
        assert isinstance(guest, Recorder)
        *_, scene = guest.scenes()
        first = scene["told"] - len(scene["news"])
        told.append([scene["news"][number - first]["type"] for number in scene["stood_in"]])
    assert told == told[:1] * len(told)
    return told[0]


async def test_what_lay_in_a_pocket_is_no_stand_in_s_move(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="cir_kis")
    await hosting.start(live, "ana")
    (seat,) = live.game.awaited(live.playing().state)
    await live.pocket(seat, Raw(encode(live.game.moves(live.playing().state, seat)[0])))
    live.depart(next(guest for guest in live.guests if guest.seat == seat))
    await hosting.stand_in(live, "ana", seat)
    await asyncio.gather(*live.hands.thinking.values())
    assert marked(live) == []


async def test_a_table_that_gathers_tells_who_will_play_together(tables: Tables) -> None:
    for playing, teams in ((True, [[0, 2], [1, 3]]), (False, [])):
        live = await tables.open(wire.NewTable("cir_kis", 4, {"teams": playing}), "ana")
        onlooker = Recorder(None)
        live.arrive(onlooker)
        assert msgspec.json.decode(onlooker.messages[-1])["teams"] == teams


async def test_a_clock_strikes_by_itself(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Swap())
    monkeypatch.setattr("tests.toys.swap.BELL", 50)
    live = await table_of(tables, "ana", "bob", game="swap")
    await hosting.start(live, "ana")
    await asyncio.sleep(0.6)
    assert live.is_over and not live.is_running


def test_the_schema_of_the_page_names_every_message_and_every_game() -> None:
    names = set(document()["components"]["schemas"])
    messages = {kind.__name__ for kind in (*get_args(wire.FromServer), *get_args(wire.FromPage))}
    ours = {type(games.load(name)).__name__ for name in games.names()}
    of_games = {f"{game}{part}" for game in ours for part in ("View", "Move", "Event", "Options")}
    assert {"FromServer", "FromPage", *messages, *of_games} <= names


async def test_of_two_who_race_for_a_letter_one_gets_it_and_the_other_is_told_why(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.romancier_scilof.rules.RECALL", 0)
    luck, keys = random.Random(3), set[str]()
    for number in range(40):
        live = await table_of(tables, "ana", "bob", "cyd", game="romancier_scilof")
        await hosting.start(live, "ana")
        await live.play(0, "post", Raw(b'{"type":"Post","letter":"A1","to":1}'))
        await asyncio.sleep(0.005)  # the clock makes it recallable
        races = [
            live.play(0, "recall", Raw(b'{"type":"Recall","to":1}')),
            live.play(1, "answer", Raw(b'{"type":"Reply","to":0,"letter":"B2"}')),
            live.play(1, "again", Raw(b'{"type":"Reply","to":0,"letter":"C2"}')),
            live.play(1, "refuse", Raw(b'{"type":"Refuse","to":0}')),
        ]
        luck.shuffle(races)
        answers = await asyncio.gather(*races, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 1, (number, answers)
        keys |= {answer.key for answer in answers if isinstance(answer, Illegal)}
        assert live.game.flaw(live.playing().state) is None
        live.stop()
    assert keys == {"recalled_already", "answered_already", "refused_already"}


async def test_a_letter_posted_while_the_office_closes_is_refused_and_stays_in_hand(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    await hosting.start(live, "ana")
    await live.play(0, "1", Raw(b'{"type":"Post","letter":"A1","to":1}'))
    answers = await asyncio.gather(
        live.play(1, "2", Raw(b'{"type":"Reply","to":0,"letter":"B2"}')),
        live.play(1, "3", Raw(b'{"type":"Post","letter":"A2","to":0}')),
        return_exceptions=True,
    )
    assert answers[0] is None and isinstance(answers[1], Illegal) and answers[1].key == "over"
    assert live.is_over and live.game.flaw(live.playing().state) is None
