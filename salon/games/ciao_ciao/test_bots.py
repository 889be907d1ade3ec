"""What the bots of Ciao Ciao are like, and who beats whom."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from math import sqrt

import pytest

from salon.bots.random import Random
from salon.core.contract import Bot, Seat
from salon.core.laws import option_sets
from salon.core.luck import FastLuck
from salon.core.simulate import simulate
from salon.games.ciao_ciao.bot import bots, stand_in
from salon.games.ciao_ciao.model import (
    CROSS,
    FACES,
    NUMBERS,
    Announce,
    Doubt,
    Drop,
    Move,
    Options,
    Pawns,
    State,
    View,
)
from salon.games.ciao_ciao.rules import game

AnyBot = Bot[View, Move]

LADDER: dict[str, AnyBot] = {"random": Random(), **bots}
EVERYBODY: dict[str, AnyBot] = {**bots, "stand_in": stand_in}
GAMES = 2_000
SURE = 2.576  # standard errors: 99 %
SEATINGS = {2: ("ab", "ba"), 4: ("abab", "baba", "aabb", "bbaa")}


def share_of_wins(ours: AnyBot, theirs: AnyBot, seats: int) -> float:
    """The part of the games that our side wins, a shared victory counted in parts."""
    luck, seatings = FastLuck(f"{seats} seats"), SEATINGS[seats]
    won = 0.0
    for number in range(GAMES):
        seating = seatings[number % len(seatings)]
        table = [ours if side == "a" else theirs for side in seating]
        winners = simulate(game, Options(), table, luck).result.winners
        won += sum(seating[seat] == "a" for seat in winners) / len(winners)
    return won / GAMES


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seats", SEATINGS)
@pytest.mark.parametrize(
    ("better", "worse"), [("sly", "regular"), ("regular", "novice"), ("novice", "random")]
)
def test_sly_beats_regular_beats_novice_beats_random(better: str, worse: str, seats: int) -> None:
    share = share_of_wins(LADDER[better], LADDER[worse], seats)
    margin = SURE * sqrt(share * (1 - share) / GAMES)
    assert share >= 0.53
    assert share - margin > 0.5


def test_they_are_listed_from_the_weakest_to_the_strongest() -> None:
    assert list(bots) == ["novice", "regular", "sly", "exact"]


# Whatever happens at a table.


def wild_games(options: Options, seats: int) -> Iterator[State]:
    """Every moment of a few games in which anything goes."""
    luck = FastLuck(f"{options} {seats}")
    for _ in range(6):
        state = game.start(options, seats, luck)
        while state.awaited is not None:
            yield state
            game.play(state, state.awaited, luck.choice(game.moves(state, state.awaited)), luck)


def choice_of(bot: AnyBot, state: State, seed: str = "any") -> Move | None:
    assert state.awaited is not None
    view, moves = game.view(state, state.awaited), game.moves(state, state.awaited)
    return bot.choose(view, moves, FastLuck(seed))


@pytest.mark.parametrize("seats", game.seats)
@pytest.mark.parametrize("name", EVERYBODY)
def test_a_bot_does_only_what_is_offered(name: str, seats: int) -> None:
    for options in option_sets(game, all_of_them=True):
        for state in wild_games(options, seats):
            assert state.awaited is not None
            assert choice_of(EVERYBODY[name], state) in game.moves(state, state.awaited)


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_bot_does_not_know_the_die_of_another(name: str) -> None:
    for state in wild_games(Options(), 3):
        if state.phase == "answer":
            choices = []
            for state.die in FACES:
                choices.append(choice_of(EVERYBODY[name], state))
            assert len(set(choices)) == 1


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_bot_remembers_nothing(name: str) -> None:
    for number, state in enumerate(wild_games(Options(), 4)):
        seed = str(number)
        assert choice_of(EVERYBODY[name], state, seed) == choice_of(EVERYBODY[name], state, seed)


# A moment at a table: the pawns seat by seat, and what lies under the cup or was said.


def rolled(die: int, *pawns: Pawns) -> State:
    return State(options=Options(), pawns=list(pawns), turn=1, awaited=0, die=die)


def asked(seat: Seat, number: int, *pawns: Pawns) -> State:
    """Seat 0 has announced the number, and its pawn has moved."""
    pawns[0].plank += number
    arrivals = sum(len(each.podium) for each in pawns)
    return State(
        options=Options(podium_fall="owner"),
        pawns=list(pawns),
        turn=1,
        phase="answer",
        awaited=seat,
        die=CROSS,
        number=number,
        arrivals=arrivals,
    )


def numbers_of(bot: AnyBot, state: State) -> Counter[int]:
    """What a bot announces, in a hundred tries."""
    tries = [choice_of(bot, state, str(seed)) for seed in range(100)]
    return Counter(move.number for move in tries if isinstance(move, Announce))


def doubts_of(bot: AnyBot, state: State) -> int:
    """How often a bot doubts, in a hundred tries."""
    return sum(isinstance(choice_of(bot, state, str(seed)), Doubt) for seed in range(100))


def out_of_play(*podium: int) -> Pawns:
    return Pawns(plank=0, reserve=0, podium=podium, fallen=7 - len(podium))


def on_plank(plank: int, *podium: int, fallen: int = 0) -> Pawns:
    return Pawns(plank=plank, reserve=6 - len(podium) - fallen, podium=podium, fallen=fallen)


# The stand-in.


@pytest.mark.parametrize("number", NUMBERS)
def test_the_stand_in_announces_the_number_rolled(number: int) -> None:
    assert set(numbers_of(stand_in, rolled(number, Pawns(), Pawns()))) == {number}


def test_the_stand_in_announces_any_number_on_a_cross() -> None:
    assert set(numbers_of(stand_in, rolled(CROSS, Pawns(), Pawns()))) == set(NUMBERS)


def test_the_stand_in_believes_even_the_third_pawn() -> None:
    assert doubts_of(stand_in, asked(1, 4, on_plank(9, 1, 2), Pawns())) == 0


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_podium_loses_its_lowest_step(name: str) -> None:
    state = asked(1, 2, Pawns(), out_of_play(1, 2))
    state.die = 2
    game.play(state, 1, Doubt(1), FastLuck(1))
    assert choice_of(EVERYBODY[name], state) == Drop(1, 1)


# Novice, regular and sly.


@pytest.mark.parametrize("name", ["novice", "regular", "sly"])
@pytest.mark.parametrize("number", NUMBERS)
def test_a_bot_tells_the_truth_when_there_is_one_to_tell(name: str, number: int) -> None:
    assert set(numbers_of(bots[name], rolled(number, Pawns(), on_plank(5)))) == {number}


def test_the_novice_bluffs_big() -> None:
    assert set(numbers_of(bots["novice"], rolled(CROSS, on_plank(8), Pawns()))) == {3, 4}


def test_the_novice_seldom_doubts_even_the_third_pawn() -> None:
    assert 5 < doubts_of(bots["novice"], asked(1, 1, on_plank(9, 1, 2), Pawns())) < 30


def test_the_regular_bluffs_big_only_when_behind() -> None:
    behind = rolled(CROSS, on_plank(3), on_plank(1, 1))
    ahead = rolled(CROSS, on_plank(1, 1), on_plank(3))
    assert set(numbers_of(bots["regular"], behind)) == {3, 4}
    assert set(numbers_of(bots["regular"], ahead)) == {1, 2, 3}


def test_the_regular_doubts_when_it_has_less_to_lose_than_to_win() -> None:
    assert doubts_of(bots["regular"], asked(1, 4, on_plank(3), on_plank(1))) == 100
    assert doubts_of(bots["regular"], asked(1, 1, on_plank(1), on_plank(8))) == 0


@pytest.mark.parametrize("name", ["regular", "sly"])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_with_experience_believes_in_the_third_pawn(name: str, seat: Seat) -> None:
    state = asked(seat, 1, on_plank(9, 1, 2), on_plank(9), on_plank(5), out_of_play(3))
    assert doubts_of(bots[name], state) == 100


@pytest.mark.parametrize("name", ["regular", "sly", "exact"])
def test_nobody_with_experience_believes_in_a_last_pawn_that_wins_on_points(name: str) -> None:
    last = Pawns(plank=9, reserve=0, fallen=6)
    assert doubts_of(bots[name], asked(1, 1, last, out_of_play(1))) == 100


def test_sly_bluffs_with_any_number() -> None:
    assert set(numbers_of(bots["sly"], rolled(CROSS, Pawns(), Pawns()))) == set(NUMBERS)


def test_sly_bluffs_bigger_when_the_doubter_has_more_to_lose() -> None:
    safe = numbers_of(bots["sly"], rolled(CROSS, Pawns(), on_plank(9, 1)))
    risky = numbers_of(bots["sly"], rolled(CROSS, on_plank(8, 2), on_plank(1, 1)))
    assert safe[3] + safe[4] > risky[3] + risky[4]
    assert risky[1] > safe[1]


def test_sly_doubts_more_the_more_belief_would_cost() -> None:
    cheap, dear = asked(1, 1, Pawns(), Pawns()), asked(1, 4, Pawns(), Pawns())
    dearest = asked(1, 4, on_plank(6, 2), on_plank(1, 1))
    assert doubts_of(bots["sly"], cheap) < doubts_of(bots["sly"], dear)
    assert doubts_of(bots["sly"], dear) < doubts_of(bots["sly"], dearest)


def test_sly_leaves_the_doubting_to_the_boldest() -> None:
    pawns = on_plank(4), on_plank(8), on_plank(1), on_plank(6)
    doubts = {seat: doubts_of(bots["sly"], asked(seat, 4, *map(copy, pawns))) for seat in (1, 2, 3)}
    assert doubts[1] == doubts[3] == 0
    assert doubts[2] > 0
