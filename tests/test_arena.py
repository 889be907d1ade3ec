"""Bots against bots: fair seats, honest intervals; and a search that finds what there is."""

import json
from collections.abc import Sequence
from math import inf
from typing import Any

import pytest

from salon import cli, games
from salon.arena import elo, estimate, pairs, round_robin, settles, sides
from salon.bots.random import Random
from salon.bots.search import Search
from salon.core.capabilities import Advice
from salon.core.contract import Seat
from salon.core.laws import check
from salon.core.luck import FastLuck, Luck
from salon.games import AnyBot
from toys.bluff.rules import game as bluff
from toys.nim.rules import Grab, Heap, Nim, View


def test_every_seat_is_taken_by_each_side_equally_often() -> None:
    for seats in range(2, 10):
        games = 2 * seats
        for seat in range(seats):
            assert sum(sides(seats, number)[seat] for number in range(games)) == seats


def test_equal_bots_are_not_told_apart() -> None:
    bots: dict[str, AnyBot] = {"one": Random(), "other": Random()}
    options = bluff.types.options()
    *_, last = round_robin(bluff, options, bots, seats=3, games=200, until_clear=True)
    assert last.games == 200 and not last.is_clear
    assert last.share.low < 0.5 < last.share.high and last.elo.low < 0 < last.elo.high


def test_who_looks_after_every_game_tells_equals_apart_at_most_once_in_twenty() -> None:
    def is_found(luck: FastLuck) -> bool:
        shares = [float(luck.below(2)) for _ in range(150)]
        return any(settles(shares[:games]) for games in range(1, 151))

    assert 1 <= sum(is_found(FastLuck(number)) for number in range(200)) <= 10
    assert settles([1.0] * 20) and not settles([1.0] * 10)
    assert settles([0.0, 0.0, 0.0, 1.0] * 20)


def test_everybody_plays_everybody() -> None:
    assert pairs(["a", "b", "c"]) == [("b", "a"), ("c", "a"), ("c", "b")]


def test_winning_always_is_no_certainty() -> None:
    found = estimate([1.0] * 20)
    assert found.value == found.high == 1 and 0.9 < found.low < 1
    assert elo(0.5) == 0 and round(elo(0.76)) == 200
    assert (elo(0), elo(1)) == (-inf, inf)


def test_the_command_prints_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["arena", "bluff", "--bots", "random,sly", "--games", "30", "--json"])
    (match,) = json.loads(capsys.readouterr().out)
    assert (match["one"], match["other"], match["games"]) == ("sly", "random", 30)
    assert match["share"]["low"] <= match["share"]["value"] <= match["share"]["high"]


def test_the_command_prints_a_table_for_people_and_stops_when_it_is_clear(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "arena bluff --bots random,sly --seats 4 --games 300 --until-clear --think 5"
    cli.main(words.split())
    out = capsys.readouterr().out
    assert "sly" in out and "Elo" in out and "300" not in out


@pytest.mark.parametrize("words", ["--games 0", "--bots sly", "--bots sly,nobody"])
def test_nonsense_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["arena", "bluff", *words.split()])
    assert capsys.readouterr().err


def won(state: Heap) -> list[float]:
    """Nothing is known before the end."""
    result = Nim().result(state)
    return [0.5, 0.5] if result is None else [float(seat in result.winners) for seat in (0, 1)]


@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11])
def test_search_finds_the_winning_move_with_nothing_but_the_rules(sticks: int) -> None:
    nim, luck = Nim(), FastLuck(sticks)
    searcher: Search[Heap, View, Grab] = Search(nim, seconds=0.4, value=won, depth=20)
    state = Heap(sticks=sticks)
    move = searcher.choose(nim.view(state, 0), nim.moves(state, 0), luck)
    assert move == Grab(sticks % 4)
    assert searcher.rounds > 50


def test_search_does_not_think_about_a_single_move() -> None:
    nim = Nim()
    searcher: Search[Heap, View, Grab] = Search(nim, seconds=60, value=won, depth=20)
    state = Heap(sticks=1)
    assert searcher.choose(nim.view(state, 0), nim.moves(state, 0), FastLuck(1)) == Grab(1)


class Liking(Search[Heap, View, Grab]):
    """Likes to grab much."""

    def glance(self, world: Heap, seat: Seat, moves: Sequence[Grab]) -> list[float]:
        return [move.sticks / 10 for move in moves]


def test_search_with_a_glance_knows_all_moves_at_once_and_tries_first_what_it_likes() -> None:
    nim, state = Nim(), Heap(sticks=9)
    searcher = Liking(nim, seconds=60, value=won, depth=0)
    searcher.most = 1
    moves = nim.moves(state, 0)
    root = searcher.search(nim.view(state, 0), moves, FastLuck(1))
    assert set(root.children) == set(moves)
    assert max(root.children, key=lambda move: root.children[move].visits) == moves[-1]


class Open(Nim):
    """Whoever is quicker grabs."""

    def awaited(self, state: Heap) -> frozenset[Seat]:
        return frozenset({0, 1}) if state.sticks else frozenset()

    def moves(self, state: Heap, seat: Seat) -> list[Grab]:
        return [Grab(sticks) for sticks in (1, 2) if sticks <= state.sticks]


def test_search_begins_with_the_seat_that_asks_whoever_else_is_awaited() -> None:
    searcher: Search[Heap, View, Grab] = Search(Open(), seconds=60, value=won, depth=2)
    searcher.most = 10
    state = Heap(sticks=5)
    root = searcher.search(Open().view(state, 1), Open().moves(state, 1), FastLuck(1))
    assert {move.seat for move in root.children.values()} == {1}


class Advisory(Random):
    def advise(self, view: Any, moves: Sequence[Any], played: Any, luck: Luck) -> Advice[Any]:
        return Advice(played, 0.5, 0.5)


def test_the_strongest_of_those_who_can_advise_does(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {"weak": Advisory(), "strong": Advisory(), "silent": Random()}
    monkeypatch.setattr(games, "bots", lambda _: levels)
    assert games.adviser("nim") == "strong"
    del levels["weak"], levels["strong"]
    assert games.adviser("nim") is None


def test_nim_keeps_the_laws() -> None:
    assert check(Nim(), Random()).walks
