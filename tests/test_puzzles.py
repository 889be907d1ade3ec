"""A puzzle every day: the same for everybody, with what the others chose, kept by circles."""

import json
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from salon import games
from salon.core.refusal import Refusal
from salon.server import puzzles
from salon.server.circle import archive, deeds
from salon.server.circle.album import write_album
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from salon.server.circle.pages import Solved
from salon.server.sqlite import SqliteStore
from tests.circles import a_circle, circles_in
from tests.client import Person, Refused
from tests.running import RunningServer
from tests.test_circles import enter, on_disk, refused

GAME = "nim"
DAY = puzzles.FIRST
NAME = puzzles.of_day(GAME, DAY).name


@pytest.fixture
async def circles() -> AsyncIterator[Circles]:
    async with circles_in() as found:
        yield found


def test_every_day_has_its_puzzle_and_after_the_last_one_it_begins_anew() -> None:
    count = len(puzzles.of_game(GAME))
    week = [puzzles.of_day(GAME, DAY + timedelta(days)) for days in range(count)]
    assert len({one.name for one in week}) == count
    assert puzzles.of_day(GAME, DAY + timedelta(count)) == week[0]


def test_a_puzzle_is_shown_with_its_moves_its_solution_and_what_follows() -> None:
    shown = puzzles.show(GAME, puzzles.of_game(GAME)[-1])
    sticks = [json.loads(bytes(frame.view))["sticks"] for frame in shown.frames]
    assert sticks == [15, 12, 11, 8, 6]
    assert [turn.at for turn in shown.turns] == [0, 2]
    for turn in shown.turns:
        best = json.loads(bytes(turn.moves[turn.best]))
        assert sticks[turn.at] - best["sticks"] == sticks[turn.at + 1]


def test_a_day_that_has_not_come_has_no_puzzle_nor_has_one_before_the_first() -> None:
    late = datetime.now(UTC).date() + timedelta(2)
    for day, key in ((late, "not_yet"), (DAY - timedelta(1), "no_puzzle")):
        with pytest.raises(Refusal, match=key):
            puzzles.of_day(GAME, day)
    with pytest.raises(Refusal, match="no_puzzle"):
        puzzles.of_day("tug", DAY)


async def chose(circles: Circles, player: str, choice: int | None) -> None:
    await puzzles.vote(circles.house.store, puzzles.Booth(GAME, DAY, player), choice)


async def test_the_store_does_not_know_who_chose_what(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        await chose(circles, "anastasia", 2)
    await store.close()
    assert b"nim 2026-01-05" in (kept := on_disk(tmp_path)) and b"anastasia" not in kept
    with sqlite3.connect(tmp_path / "salon.db") as db:  # nor when, which would tell whose they are
        assert [at % 86_400 for (at,) in db.execute("SELECT at FROM votes")] == [0]


def solved(player: str, *, first: bool = True, puzzle: str = NAME) -> deeds.Solve:
    return deeds.Solve(player, GAME, DAY, puzzle, first)


async def a_circle_of(circles: Circles, *players: str) -> LiveCircle:
    circle, _ = await a_circle(circles)
    await enter(circle, *players)
    return circle


async def test_a_circle_keeps_one_page_a_day_with_everybody_who_found_it(circles: Circles) -> None:
    circle = await a_circle_of(circles, "ana", "bob", "cyd")
    for player, first in (("bob", True), ("ana", False), ("bob", False)):
        await circle.do(solved(player, first=first))
    (page,) = circle.circle.puzzles.in_order()
    assert (page.people, page.first_try) == ((1, 0), (1,))
    pages = await circles.house.store.pages(circle.row.id)
    assert [one for one in pages.values() if isinstance(one, Solved)] == [page]
    await refused("not_in_circle", circle.do(solved("stranger")))


async def test_a_puzzle_that_a_host_deletes_is_nowhere_any_more(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with circles_in(store) as circles:
        circle = await a_circle_of(circles, "ana", "bob")
        await circle.do(solved("bob", puzzle="an unusual name"))
        assert b"an unusual name" in on_disk(tmp_path)
        await refused("not_the_host", circle.do(deeds.ForgetPuzzle("bob", GAME, DAY)))
        await circle.do(deeds.ForgetPuzzle("ana", GAME, DAY))
        assert len(circle.circle.puzzles) == 0 and b"an unusual name" not in on_disk(tmp_path)
    await store.close()


async def test_puzzles_go_along_when_a_circle_moves_and_stand_in_its_printed_album(
    circles: Circles,
) -> None:
    circle = await a_circle_of(circles, "ana")
    await circle.do(solved("ana"))
    found = await archive.gather(circles.house.store, circle.circle)
    file = archive.write(found, circle.circle, "en")
    async with circles_in() as there:
        brought = await archive.bring(there.house.store, archive.read(file), "cleo", str)
        again = await there.get(brought)
        assert again.circle.puzzles.in_order() == circle.circle.puzzles.in_order()
    page = write_album(circle.circle, [], "en")
    assert "Nim: puzzle of the day" in page and "At the first try: Ana." in page


def ask(person: Person, day: date = DAY) -> Any:
    return person.get(f"/api/games/{GAME}/votes?day={day}")


async def test_what_the_others_chose_is_told_after_one_has_chosen(server: RunningServer) -> None:
    """And on the way: the puzzles themselves, and the page in the album."""
    ana, bob = Person(server.address), Person(server.address)
    best = puzzles.of_day(GAME, DAY).turns[0].best
    vote = {"day": DAY.isoformat(), "puzzle": NAME, "choice": best}
    with pytest.raises(Refused, match="choose_first"):
        await ask(ana)
    before = await bob.post(f"/api/games/{GAME}/votes", vote | {"choice": None})
    after = await ana.post(f"/api/games/{GAME}/votes", vote)
    assert after == await ana.post(f"/api/games/{GAME}/votes", vote | {"choice": 0})
    assert people(after)[best] == people(before).get(best, 0) + 1 and after["mine"] == best
    with pytest.raises(Refused, match="no_such_move"):
        await ana.post(f"/api/games/{GAME}/votes", vote | {"choice": 99})
    with pytest.raises(Refused, match="no_puzzle"):
        await ana.post(f"/api/games/{GAME}/votes", vote | {"puzzle": "that of an older list"})
    sheet = await ana.get(f"/api/games/{GAME}/puzzles?part=0")
    assert sheet["puzzles"][0]["name"] == NAME and sheet["first"] == "2026-01-05"
    circle = (await ana.post("/api/tables", {"game": GAME, "seats": 2}))["circle"]
    await ana.post(f"/api/circles/{circle}/enter", {"name": "Ana", "symbol": "moon"})
    of_day = {"game": GAME, "day": DAY.isoformat()}
    solved = of_day | {"puzzle": NAME}
    await ana.post(f"/api/circles/{circle}/puzzle", solved)
    (page,) = (await ana.get(f"/api/circles/{circle}/puzzles"))["pages"]
    assert page["people"][0]["name"] == "Ana" and page["first_try"] == [True]
    await ana.post(f"/api/circles/{circle}/forget-puzzle", of_day)
    await ana.post(f"/api/circles/{circle}/puzzle", solved | {"helped": True})
    (page,) = (await ana.get(f"/api/circles/{circle}/puzzles"))["pages"]
    assert page["first_try"] == [False]


def people(votes: Any) -> dict[int | None, int]:
    return {one["choice"]: one["people"] for one in votes["shares"]}


@pytest.mark.parametrize("game", games.names())
def test_the_puzzles_of_every_game_can_be_played_as_they_are_written(game: str) -> None:
    """In each one move is better than every other one."""
    for puzzle in puzzles.of_game(game):
        for turn, shown in zip(puzzle.turns, puzzles.show(game, puzzle).turns, strict=True):
            assert len(turn.odds) == len(shown.moves)
            best = max(turn.odds)
            assert [at for at, odds in enumerate(turn.odds) if odds == best] == [turn.best]
