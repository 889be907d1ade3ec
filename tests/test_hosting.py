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
from salon.core.contract import Illegal, Seat
from salon.core.fairness import check, draw, nonce_commitment, sha
from salon.core.table import Joined, Table, check_record, read_record, write_record
from salon.server import hosting, wire
from salon.server.live import LiveTable
from salon.server.scenes import Guest, encode
from salon.server.schema import document
from salon.server.store import Holder, Kept, NotStored, SqliteStore, TableRow
from salon.server.tables import Setting, Tables
from salon.server.thinkers import Thinkers
from tests.test_recorder import Recorder, play_out
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


def nonce_of(seat: Seat) -> str:
    return f"{seat}a" * 32


def commitment_of(live: LiveTable, seat: Seat, nonce: str | None = None) -> str:
    return nonce_commitment(live.row.fairness.commitment, seat, nonce or nonce_of(seat))


def adding_luck(
    live: LiveTable, guest: Guest, *, shows: bool = True, nonce: str | None = None
) -> Guest:
    """A browser that commits to its nonce and then shows it, if it took part, or does not."""
    tell, seat = guest.send, guest.seat
    assert seat is not None
    made = commitment_of(live, seat, nonce)

    def answer(message: bytes) -> None:
        tell(message)
        if b"WantCommitment" in message:
            hosting.add_commitment(live, seat, made)
        if b"WantNonce" in message and shows and made.encode() in message:
            hosting.add_nonce(live, seat, nonce or nonce_of(seat))

    guest.send = answer
    return guest


@asynccontextmanager
async def while_starting(live: LiveTable, phase: str) -> AsyncIterator[None]:
    """Meanwhile the host has pressed Start, and the browsers were asked for this."""
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(hosting.start(live, "ana"))
        await asked_for(live, phase)
        yield


async def asked_for(live: LiveTable, phase: str) -> None:
    for _ in range(5_000):
        if live.starting is not None and type(live.starting.question()).__name__ == phase:
            return
        await asyncio.sleep(0.001)
    raise TimeoutError(phase)


async def test_every_browser_that_is_here_adds_to_the_luck(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    for guest in live.guests:
        adding_luck(live, guest)
    await hosting.start(live, "ana")
    hosting.add_nonce(live, 1, "ff" * 32)  # too late, and no matter
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert live.row.fairness.withheld == []
    assert live.row.code is None and live.table is not None


async def test_a_browser_that_comes_while_luck_is_mixed_is_asked_too(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    ana, bob = live.guests
    live.depart(bob)  # his page is loading
    async with while_starting(live, "WantCommitment"):
        live.arrive(adding_luck(live, Recorder(1)))
        adding_luck(live, ana)
        hosting.add_commitment(live, 0, commitment_of(live, 0))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert ana in live.guests and live.table is not None


async def test_a_browser_that_reloads_in_between_shows_what_it_has_committed_to(
    tables: Tables,
) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    ana, bob = live.guests
    adding_luck(live, ana)
    adding_luck(live, bob, shows=False)
    async with while_starting(live, "WantNonce"):
        live.depart(bob)
        live.arrive(adding_luck(live, Recorder(1)))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}


async def test_nobody_picks_a_nonce_after_seeing_another(tables: Tables) -> None:
    """Not even an operator who plays: whoever has not committed by then takes no part."""
    live = await table_of(tables, "ana", "bob", "eve")
    ana, bob, eve = live.guests
    adding_luck(live, ana)
    adding_luck(live, bob, shows=False)
    tables.setting = Setting(nonce_seconds=0.05)
    async with while_starting(live, "WantCommitment"):
        with pytest.raises(Illegal, match="other_nonce"):
            hosting.add_nonce(live, 0, nonce_of(0))  # nothing is shown before everybody has
        assert not told_nonces(eve)
        await asked_for(live, "WantNonce")
        hosting.add_commitment(live, 2, commitment_of(live, 2))
        hosting.add_commitment(live, 1, commitment_of(live, 1, "ee" * 32))
        for seat, nonce in ((2, nonce_of(2)), (1, "ee" * 32)):
            with pytest.raises(Illegal, match="other_nonce"):
                hosting.add_nonce(live, seat, nonce)
        hosting.add_nonce(live, 1, nonce_of(1))
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert list(live.row.fairness.commitments) == [0, 1]


def told_nonces(guest: Guest) -> bool:
    assert isinstance(guest, Recorder)
    return any(nonce_of(seat).encode() in message for message in guest.messages for seat in (0, 1))


async def test_everybody_is_shown_the_same_opening_before_a_nonce_is(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    openings = []
    for guest in live.guests:
        adding_luck(live, guest)
    await hosting.start(live, "ana")
    for guest in live.guests:
        assert isinstance(guest, Recorder)
        (asked,) = (message for message in guest.messages if b"WantNonce" in message)
        openings.append(msgspec.json.decode(asked, type=wire.WantNonce).opening)
    assert openings == [live.row.opening] * 2
    assert sha(live.row.opening) == live.row.fairness.seal
    for line in ("game ciao_ciao 1", "option planks 9", "seat 1 Bob"):
        assert line in live.row.opening.splitlines()
    for seat in (0, 1):
        assert f"nonce {seat} {commitment_of(live, seat)}" in live.row.opening.splitlines()


async def test_who_committed_and_shows_nothing_spoils_nothing_and_is_named(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob")
    adding_luck(live, live.guests[0])
    adding_luck(live, live.guests[1], shows=False)
    await hosting.start(live, "ana")
    assert live.table is not None
    assert live.row.fairness.nonces == {0: nonce_of(0)} and live.row.fairness.withheld == [1]
    check(live.row.fairness, live.row.opening)


async def test_of_two_devices_at_one_seat_the_first_takes_part(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    phone = Recorder(1)
    live.arrive(phone)
    for guest in live.guests:
        adding_luck(live, guest, nonce="ff" * 32 if guest is phone else None)
    async with asyncio.timeout(5):
        await hosting.start(live, "ana")
    assert live.row.fairness.nonces == {0: nonce_of(0), 1: nonce_of(1)}
    assert any(b"WantNonce" in message for message in phone.messages)  # it sees who was first


async def test_a_start_that_nobody_adds_to_waits_for_nobody(tables: Tables) -> None:
    tables.setting = Setting(nonce_seconds=30)
    live = await table_of(tables, "ana", "bob")
    live.guests.clear()
    live.arrive(Recorder(None))
    async with asyncio.timeout(5):
        await hosting.start(live, "ana")
    assert live.table is not None and live.row.fairness.commitments == {}


async def test_a_record_names_who_sat_there_when_the_luck_was_mixed(tables: Tables) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    await hosting.start(live, "ana")
    await hosting.sit(live, "ana", wire.Sit("Anastasia", "moon"))
    await hosting.sit(live, "cyd", wire.Sit("Cyd", "star"))
    await hosting.leave(live, "bob", 1)
    await hosting.leave(live, "cyd", 2)
    record = read_record(write_record(live.record()))
    assert record.names == ["Ana", "Bob", "Cyd"]
    check_record(record)
    scene = wire.FairInfo(**last_scene(live.guests[0])["fair"])
    assert (scene.seal, scene.fingerprint) == (record.fairness.seal, record.fingerprint)
    with pytest.raises(Illegal, match="broken_fingerprint"):
        check_record(replace(record, names=["Ana", "Bob", "Eve"]))  # also who joined later


def last_scene(guest: Guest) -> dict[str, Any]:
    assert isinstance(guest, Recorder)
    *_, scene = guest.scenes()
    return scene


async def test_a_table_begun_the_old_way_plays_on_and_is_verified_the_old_way(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob")
    await hosting.start(live, "ana")
    row = msgspec.to_builtins(live.row, str_keys=True)
    for new in ("names", "opening"):
        del row[new]
    for new in ("commitments", "seal"):
        del row["fairness"][new]
    row["fairness"]["nonces"] = {"0": nonce_of(0)}
    live.stop()
    tables.live.clear()
    old = msgspec.json.decode(msgspec.json.encode(row), type=TableRow)
    await tables.store.save(old)
    again = await tables.get(old.id)
    await play_out(again, random.Random(1))
    record = again.record()
    check_record(read_record(write_record(record)))
    by_hand = Table(again.game, again.playing().options, 2, draw())
    by_hand._seed = sha256(f"salon seed {old.fairness.secret} 0={nonce_of(0)}".encode()).digest()
    by_hand.state = again.game.start(by_hand.options, 2, by_hand._luck())
    for entry in record.entries:
        by_hand.redo(entry)
    assert again.game.result(by_hand.state) == record.result


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
    assert live.row.holders[1] == Holder(name="Bob", symbol="rose")  # gone, and nobody's
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
