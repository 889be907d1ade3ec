"""What the bots of Rythm and Play are like, and who beats whom."""

from itertools import pairwise

import pytest

from salon.arena import round_robin
from salon.bots.random import Random
from salon.core.luck import FastLuck
from salon.games.rythm_and_play.bot import Master, Novice, Regular, StandIn, holds, value
from salon.games.rythm_and_play.instinct import CHANGE, instinct
from salon.games.rythm_and_play.model import (
    CHANGES,
    Compose,
    Discard,
    Exchange,
    Options,
    PickUp,
    SetTonality,
    State,
    Take,
)
from salon.games.rythm_and_play.rules import game
from salon.games.rythm_and_play.test_rules import Evening

GAMES = 60
ROUNDS = 20  # of a search, what 4 ms give; counted, so that a busy machine plays the same games


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seats", [2, 4])
def test_each_level_beats_the_one_below(seats: int) -> None:
    master = Master()
    master.seconds, master.most = 60, ROUNDS
    ladder = [Random(), Novice(), Regular(), master]
    for weak, strong in pairwise(ladder):
        bots = {"weak": weak, "strong": strong}
        *_, match = round_robin(game, Options(), bots, seats=seats, games=GAMES)
        print(f"{type(strong).__name__}, {seats} seats: {match.share}")
        assert match.share.value > 0.5


def choice(bot: Regular | Novice | StandIn, table: Evening, seat: int = 0) -> object:
    state: State = table.state
    return bot.choose(game.view(state, seat), game.moves(state, seat), FastLuck(1))


def test_regular_blocks_a_long_stave_with_sharp_on_the_top_note() -> None:
    table = Evening().deal(0, "1 2 s f").deal(1, "1 2 3").deal(2, "1 2 3").lay("2 3 4 6 7", 2)
    assert choice(Regular(), table) == Compose(8)


def test_nobody_can_follow_a_blocked_stave() -> None:
    table = Evening().deal(0, "s").deal(1, "1").lay("6 7", 2)
    assert holds(game.view(table.state, 0), 8) == 1


def test_instinct_knows_without_looking_into_hands_that_nobody_can_follow_a_blocked_stave() -> None:
    table = Evening().deal(0, "s f").deal(1, "1").lay("6 7", 2)
    blocked, open_ = (instinct(table.state, 0, Compose(card)) for card in CHANGES)
    assert blocked > 3 - CHANGE - 1e-9 and open_ < 1
    table.state.players[1].play[1:3] = 0, 1
    assert instinct(table.state, 0, Compose(9)) == open_


def test_master_goes_on_by_instinct_and_picks_up_rather_than_lay_its_last_card() -> None:
    table = Evening().deal(0, "2").deal(1, "3 4 5 6 7 s").lay("1", 0)
    moves, luck = game.moves(table.state, 0), FastLuck(1)
    chosen = [Master().follow(table.state, 0, moves, luck) for _ in range(40)]
    assert chosen.count(PickUp()) > 30


def test_regular_takes_a_long_stave_rather_than_risk_it() -> None:
    table = Evening().deal(0, "5").deal(1, "6 7 s f").deal(2, "6 7 s").lay("1 2 3 4", 0)
    assert choice(Regular(), table) == PickUp()


def test_regular_pays_when_it_has_room_and_never_for_a_card_face_up() -> None:
    table = Evening().deal(0, "1", "w").lay("3", 2)
    assert choice(Regular(), table) == Exchange(whole=1)
    table = Evening().deal(0, "1 2 3 4 5", "w").lay("7 s", 2)
    assert choice(Regular(), table) == Take()


def test_regular_lays_the_least_useful_card_face_up() -> None:
    table = Evening().deal(0, "1 4 7 s", "q q q")
    table.do(0, Take())
    assert choice(Regular(), table) == Discard(4)


def test_regular_chooses_the_tonality_that_suits_its_hand() -> None:
    table = Evening().deal(2, "6 7 7 5")
    table.state.phase = "tonality"
    assert choice(Regular(), table, 2) == SetTonality("sharp")


def test_a_stand_in_picks_up_then_takes_then_lays() -> None:
    assert choice(StandIn(), Evening().deal(0, "5").lay("3", 0)) == PickUp()
    assert choice(StandIn(), Evening().deal(0, "5").lay("3", 1)) == Take()


def test_odds_add_up_to_one_and_favour_who_leads() -> None:
    table = Evening()
    table.state.players[1].captured = [1, 2, 3, 4]
    odds = value(table.state)
    assert abs(sum(odds) - 1) < 1e-9 and max(odds) == odds[1]
