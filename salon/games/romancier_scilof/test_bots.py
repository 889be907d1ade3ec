"""What the bots of Romancier Scilof are like, and who beats whom."""

from math import sqrt
from typing import Any

import pytest

from salon.core.contract import Bot
from salon.core.luck import FastLuck
from salon.core.simulate import Outcome, simulate
from salon.games.romancier_scilof.bot import bots, stand_in
from salon.games.romancier_scilof.model import (
    RECALL,
    STALE,
    Move,
    Options,
    Post,
    Recall,
    Refuse,
    Reply,
    View,
)
from salon.games.romancier_scilof.rules import game

AnyBot = Bot[View, Move]

GAMES = 500
SURE = 1.645  # standard errors: 95 %, one-sided


def duel(one: str, other: str, seats: int) -> tuple[int, int]:
    """How many hands each side completes, seats taken in turn."""
    luck, won = FastLuck(f"{one} {other} {seats}"), [0, 0]
    for number in range(GAMES):
        sides = [(seat + number) % 2 for seat in range(seats)]
        outcome = simulate(game, Options(), [bots[(one, other)[side]] for side in sides], luck)
        for seat in outcome.result.winners:
            won[sides[seat]] += 1
    return won[0], won[1]


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    ("stronger", "weaker", "seats"),
    [("regular", "novice", 4), ("regular", "novice", 6), ("master", "regular", 4)],
)
def test_the_stronger_wins_more_often(stronger: str, weaker: str, seats: int) -> None:
    ours, theirs = duel(stronger, weaker, seats)
    share, error = ours / (ours + theirs), sqrt(0.25 / (ours + theirs))
    print(f"{stronger}–{weaker}, {seats} seats: {ours} to {theirs}")
    assert share - SURE * error > 0.5


def evening(seats: int, number: int, table: list[AnyBot], **options: Any) -> Outcome:
    return simulate(game, Options(**options), table, FastLuck(f"{seats} {number}"))


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seats", game.seats)
@pytest.mark.parametrize("level", bots)
def test_bots_among_themselves_always_close_before_the_limit(level: str, seats: int) -> None:
    for number in range(10):
        outcome = evening(seats, number, [bots[level]] * seats)
        assert outcome.result.winners, outcome


def test_bots_of_several_communes_find_an_end_too() -> None:
    for number in range(10):
        assert evening(8, number, [bots["regular"]] * 8, communes=3).result.reason == "complete"


def test_a_stand_in_answers_and_writes_to_nobody() -> None:
    state = game.start(Options(), 3, FastLuck(1))
    game.play(state, 0, Post("A1", 1), FastLuck(1))
    view = game.view(state, 1)
    move = stand_in.choose(view, game.moves(state, 1), FastLuck(1))
    assert isinstance(move, Reply | Refuse)


@pytest.mark.parametrize(("level", "seats"), [("novice", 4), ("regular", 5), ("master", 3)])
def test_a_game_goes_round_until_somebody_thinks_it_over(level: str, seats: int) -> None:
    for number in range(3):
        assert evening(seats, number, [bots[level]] * seats).result.winners


def test_a_master_among_many_asks_like_a_regular() -> None:
    assert evening(8, 1, [bots["master"]] * 8, letters=4).result.winners
    assert evening(7, 1, [bots["master"]] * 7).result.winners


def asked_for_a_letter_back(level: str, after: int) -> bool:
    """Whether a bot ever takes back what nobody has answered for so many milliseconds."""
    state, luck = game.start(Options(), 3, FastLuck(1)), FastLuck(1)
    for letter, to in (("A1", 1), ("B1", 2)):
        game.play(state, 0, Post(letter, to), luck)  # type: ignore[arg-type]
    while (strike := game.clock(state)) is not None and strike <= after:
        state.now = strike
        game.tick(state, luck)
    view, moves = game.view(state, 0), game.moves(state, 0)
    assert any(isinstance(move, Recall) for move in moves)
    return any(isinstance(bots[level].choose(view, moves, luck), Recall) for _ in range(200))


@pytest.mark.parametrize("level", bots)
def test_a_bot_lets_people_read_before_it_takes_a_letter_back(level: str) -> None:
    assert not asked_for_a_letter_back(level, RECALL + STALE - 1)
    assert asked_for_a_letter_back(level, RECALL + STALE)
