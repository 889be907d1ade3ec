"""What a circle promises its people, without a network in between."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from salon.core.refusal import Refusal
from salon.server import deeds as at_table
from salon.server import wire as table_wire
from salon.server.circle import deeds, wire
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from salon.server.circle.membership import MOST_CLAIMS
from salon.server.live import LiveTable
from salon.server.row import SYMBOLS
from salon.server.sqlite import SqliteStore
from tests.circles import Guest, a_circle, circles_in
from tests.test_recorder import play_out


@pytest.fixture
async def circles() -> AsyncIterator[Circles]:
    async with circles_in() as found:
        yield found


async def refused(key: str, work: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as refusal:
        await work
    assert refusal.value.key == key


async def enter(circle: LiveCircle, *players: str) -> list[Guest]:
    """They come, and say who they are."""
    guests = [Guest(player) for player in players]
    for number, guest in enumerate(guests):
        circle.arrive(guest)
        named = wire.Enter(guest.player.title(), SYMBOLS[number])
        await circle.do(deeds.Enter(guest.player, named))
    return guests


async def until(true: Callable[[], object]) -> None:
    """What is said beside everything else is heard soon."""
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110  (nobody says when)
            await asyncio.sleep(0.01)


def on_disk(folder: Path) -> bytes:
    """Also in what SQLite keeps beside its file."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


async def finish(circles: Circles, table: LiveTable, *players: str) -> None:
    """These sit down, bots beside them, and the game is played to its end."""
    for number, player in enumerate(players):
        await table.do(at_table.Sit(player, table_wire.Sit(player.title(), SYMBOLS[number])))
    if any(one.player is None for one in table.row.holders):
        await table.do(at_table.Fill(table.row.host, table_wire.Fill()))
    await table.start(table.row.host)
    await play_out(table, random.Random(1))
    await until(lambda: table.row.page is not None)


async def test_whoever_opens_a_table_has_a_circle_with_a_code_and_is_its_host(
    circles: Circles,
) -> None:
    circle, table = await a_circle(circles)
    assert table.row.home == circle.row.id and circle.row.hosts == ("ana",)
    assert circle.row.code is not None
    assert await circles.by_code(circle.row.code.lower()) == circle.row.id
    assert circle.doorplate().where == "lobby" and circle.doorplate().table == table.row.id


async def test_who_sits_at_a_table_is_of_the_circle_with_all_who_share_the_device(
    circles: Circles,
) -> None:
    circle, table = await a_circle(circles, seats=3)
    await table.do(at_table.Sit("ana", table_wire.Sit("Ana", "moon")))
    await table.do(at_table.Sit("ana", table_wire.Sit("Ben", "rose", another=True)))
    await until(lambda: len(circle.row.people) == 2)
    ana, ben = circle.row.people
    assert (ana.name, ana.beside, ben.name, ben.beside) == ("Ana", None, "Ben", ana.number)


async def test_a_finished_table_is_in_the_album_and_counts(circles: Circles) -> None:
    circle, table = await a_circle(circles)
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    (finished,) = circle.circle.album.values()
    assert finished.table == table.row.id and finished.result == table.room.result
    assert [one.name for one in finished.seats] == ["Ana", "Bob"]
    assert circle.row.tables == () and circle.doorplate().where == "result"


async def test_what_was_said_is_kept_and_what_was_taken_back_is_not(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        circle, _ = await a_circle(circles)
        ana, bob = await enter(circle, "ana", "bob")
        await circle.do(deeds.Say("ana", wire.Say("1", "  good \n evening ")))
        await circle.do(deeds.Say("ana", wire.Say("1", "good evening")))  # sent again
        await circle.do(deeds.Say("bob", wire.Say("2", "unspeakable")))
        assert [one["line"]["text"] for one in bob.heard if one["type"] == "Spoke"] == [
            "good evening",
            "unspeakable",
        ]
        await refused("not_the_host", circle.do(deeds.Unsay("bob", 1)))
        await circle.do(deeds.Unsay("ana", 2))  # a host may
        assert ana.heard[-1] == {"type": "TookBack", "line": 2}
        id = circle.row.id
    async with circles_in(store) as circles:
        again = await circles.get(id)
        assert [one.text for one in again.circle.chat.values()] == ["good evening"]
        await again.do(deeds.Say("bob", wire.Say("3", "and again")))
        assert list(again.circle.chat) == [1, 3]
    await store.close()
    assert b"unspeakable" not in on_disk(tmp_path)


async def test_only_a_host_does_what_a_host_does(circles: Circles) -> None:
    circle, _ = await a_circle(circles)
    await enter(circle, "ana", "bob")
    for work in (
        circle.do(deeds.SetRules("bob", wire.CircleRules(locked=True))),
        circle.do(deeds.SetHost("bob", 1, True)),
        circle.do(deeds.Remove("bob", 0)),
        circles.next_table(circle, "bob", wire.NextTable("bluff")),
    ):
        await refused("not_the_host", work)
    await circle.do(deeds.SetHost("ana", 1, True))
    await circle.do(deeds.SetRules("bob", wire.CircleRules(name=" Thursday ")))
    assert circle.row.name == "Thursday"


async def test_a_locked_circle_lets_in_whoever_belongs_to_it_and_nobody_else(
    circles: Circles,
) -> None:
    circle, _ = await a_circle(circles)
    ana, stranger = await enter(circle, "ana", "bob")
    lurker = Guest("lurker")
    circle.arrive(lurker)
    await circle.do(deeds.SetRules("ana", wire.CircleRules(locked=True)))
    assert not (ana.is_closed or stranger.is_closed or lurker.is_closed)  # nobody is put out
    with pytest.raises(Refusal):
        circle.arrive(Guest("somebody"))
    await refused("circle_locked", circle.do(deeds.Enter("eve", wire.Enter("Eve", "key"))))
    assert circle.doorplate().table is None


async def test_who_was_sent_away_leaves_the_table_too_and_does_not_come_back(
    circles: Circles,
) -> None:
    circle, table = await a_circle(circles)
    (guest,) = await enter(circle, "bob")
    await table.do(at_table.Sit("bob", table_wire.Sit("Bob", "rose")))
    await circles.remove(circle, "ana", 0)
    assert guest.is_closed and table.row.seats_of("bob") == []
    await refused("sent_away", circle.do(deeds.Enter("bob", wire.Enter("Bob", "rose"))))


async def test_who_lost_the_cookie_is_herself_again_when_somebody_who_is_here_says_so(
    circles: Circles,
) -> None:
    circle, table = await a_circle(circles, "bob", seats=3)
    bob, old = await enter(circle, "bob", "ana")
    await table.do(at_table.Sit("ana", table_wire.Sit("Ana", "rose")))
    await refused("person_is_here", circle.do(deeds.BeAgain("ana 2", 1, circle.here)))
    circle.depart(old)
    await circle.do(deeds.BeAgain("ana 2", 1, circle.here))
    await refused("somebody_else", circles.vouch(circle, "ana", wire.Vouch(1, is_so=True)))
    await refused("not_in_circle", circles.vouch(circle, "ana 2", wire.Vouch(1, is_so=True)))
    circle.arrive(old)
    await circles.vouch(circle, "bob", wire.Vouch(1, is_so=True))
    assert circle.row.person(1).player == "ana 2" and table.row.seats_of("ana 2") == [0]
    assert old.is_closed and old.heard[-1] == {"type": "Goodbye", "reason": "elsewhere"}
    assert bob.seen["claims"] == []


async def test_a_claim_that_nobody_believes_is_gone(circles: Circles) -> None:
    circle, _ = await a_circle(circles, "bob")
    await enter(circle, "bob", "ana")
    await circle.do(deeds.BeAgain("eve", 1, frozenset()))
    await circles.vouch(circle, "bob", wire.Vouch(1, is_so=False))
    assert circle.row.claims == () and circle.row.person(1).player == "ana"


async def test_whoever_comes_in_as_somebody_new_claims_nobody_any_more(circles: Circles) -> None:
    circle, _ = await a_circle(circles, "bob")
    await enter(circle, "bob", "ana")
    await circle.do(deeds.BeAgain("eve", 1, frozenset()))
    await circle.do(deeds.Enter("eve", wire.Enter("Eve", "key")))
    assert circle.row.claims == ()
    for number in range(MOST_CLAIMS + 1):
        await circle.do(deeds.BeAgain(f"eve {number}", 1, frozenset()))
    assert len(circle.row.claims) == MOST_CLAIMS


async def test_who_is_here_hosts_when_the_host_was_away_for_long(
    circles: Circles, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle, _ = await a_circle(circles)
    host, bob = await enter(circle, "ana", "bob")
    circle.depart(host)
    await refused("host_is_here", circle.do(deeds.TakeOver("bob", circle.here)))
    monkeypatch.setattr("salon.server.circle.live.HOST_AWAY", 0.0)
    circle.tell()
    assert bob.seen["circle"]["may_take_over"]
    await circle.do(deeds.TakeOver("bob", circle.here))
    assert circle.row.hosts == ("bob", "ana")


async def test_reactions_are_seen_by_whoever_is_here_and_kept_nowhere(circles: Circles) -> None:
    circle, _ = await a_circle(circles)
    ana, _ = await enter(circle, "ana", "bob")
    circle.react("bob", "laugh")
    assert ana.heard[-1] == {"type": "Reacted", "person": 1, "reaction": "laugh"}
    assert await circles.house.store.pages(circle.row.id) == {}


async def test_a_circle_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        circle, table = await a_circle(circles)
        await enter(circle, "ana", "bob")
        await circle.do(deeds.Like("bob", "nim", True))
        await circle.do(deeds.FormTeam("ana", wire.FormTeam("Owls", (0, 1))))
        await finish(circles, table, "ana", "bob")
        await until(lambda: circle.circle.album)
        before = circle.row, circle.circle.album
    async with circles_in(store) as circles:
        again = await circles.get(before[0].id)
        assert (again.row, again.circle.album) == before
    await store.close()


async def test_a_table_that_ended_while_nobody_was_in_the_circle_is_in_the_album(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        circle, table = await a_circle(circles)
        await circles.retire(circle)
        await finish(circles, table, "ana", "bob")
    async with circles_in(store) as circles:
        again = await circles.get(circle.row.id)
        await until(lambda: again.circle.album)
        assert again.row.tables == () and [one.name for one in again.row.people] == ["Ana", "Bob"]
    await store.close()
