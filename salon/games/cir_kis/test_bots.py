"""What the bots of Cir*Kis are like, and who beats whom."""

from itertools import pairwise
from statistics import pstdev

import pytest

from salon.arena import round_robin
from salon.bots.random import Random
from salon.core.contract import Bot, Seat
from salon.core.luck import FastLuck
from salon.games.cir_kis.board import FIGURES, PLACEMENTS
from salon.games.cir_kis.bot import NOISE, Idea, Master, Novice, Regular, StandIn, lead, pace
from salon.games.cir_kis.grandmaster import Grandmaster
from salon.games.cir_kis.model import BEGIN, NUMBER, PLACE, Move, Options, Place, View
from salon.games.cir_kis.outlook import gains, hopes
from salon.games.cir_kis.rules import game, position
from salon.games.cir_kis.test_rules import Window, last_wedge

GAMES = 20
POSITIONS = 80  # of a search; counted, so that a busy machine plays the same games


def calm_master() -> Master:
    master = Master()
    master.seconds, master.most = 60, POSITIONS
    return master


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seats", [2, 4])
def test_each_level_beats_the_one_below(seats: int) -> None:
    ladder = [Random(), Novice(), Regular(), calm_master()]
    for weak, strong in pairwise(ladder):
        bots = {"weak": weak, "strong": strong}
        *_, match = round_robin(game, Options(), bots, seats=seats, games=GAMES)
        print(f"{type(strong).__name__}, {seats} seats: {match.share}")
        assert match.share.value > 0.5


def calm_grandmaster(positions: int = 400) -> Grandmaster:
    grandmaster = Grandmaster(lambda: 0.0)
    grandmaster.seconds, grandmaster.most = 60, positions
    return grandmaster


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_grandmaster_beats_regular_even_at_a_glance(seats: int) -> None:
    bots: dict[str, Bot[View, Move]] = {"weak": Regular(), "strong": calm_grandmaster()}
    *_, match = round_robin(game, Options(), bots, seats=seats, games=GAMES)
    print(f"{seats} seats: {match.share}")
    assert match.share.value > 0.5


def choice(bot: Bot[View, Move], table: Window) -> Move | None:
    seat: Seat = table.state.turn
    return bot.choose(game.view(table.state, seat), game.moves(table.state, seat), FastLuck(1))


def covers(move: Move | None, space: int) -> bool:
    return isinstance(move, Place) and space in move.spaces


ALL: list[Bot[View, Move]] = [
    StandIn(),
    Novice(),
    Regular(),
    calm_master(),
    calm_grandmaster(),
]


@pytest.mark.parametrize("bot", ALL[:3], ids=lambda bot: type(bot).__name__)
def test_they_take_ten_points_that_lie_there(bot: Bot[View, Move]) -> None:
    table = Window(turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    assert covers(choice(bot, table), 56)


def test_master_leaves_a_circle_that_nobody_can_take_from_it() -> None:
    table = Window(turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    assert not covers(choice(calm_master(), table), 56)


@pytest.mark.parametrize("bot", ALL, ids=lambda bot: type(bot).__name__)
def test_every_bot_begins_the_next_round(bot: Bot[View, Move]) -> None:
    table = Window(turn=0, match=True)
    last_wedge(table)
    assert choice(bot, table) == BEGIN


def test_a_stand_in_lays_the_first_in_order_if_nothing_scores() -> None:
    assert choice(StandIn(), Window()) == Place("wedge", (5,))


@pytest.mark.parametrize("bot", ALL[2:], ids=lambda bot: type(bot).__name__)
def test_nobody_above_novice_leaves_the_last_segment_to_who_would_win_with_it(
    bot: Bot[View, Move],
) -> None:
    """The next player has 35 points: five more end it."""
    table = Window(2, turn=0).wedges(0, 25, 35).wedges(1, 36)
    table.state.scores = [30, 35]
    move = choice(bot, table)
    assert isinstance(move, Place)
    after = position(table.state).copy()
    after.place(NUMBER[move])
    best = max(after.points(after.completes(PLACEMENTS[n]), after.turn)[1] for n in after.legal())
    assert best < 5


@pytest.mark.parametrize("bot", ALL[3:], ids=lambda bot: type(bot).__name__)
def test_the_best_do_not_always_begin_alike(bot: Bot[View, Move]) -> None:
    view, moves = game.view(Window().state, 0), game.moves(Window().state, 0)
    begun = {bot.choose(view, moves, FastLuck(seed)) for seed in range(12)}
    assert len(begun) > 3


@pytest.mark.parametrize("bot", ALL[3:], ids=lambda bot: type(bot).__name__)
def test_a_finished_game_is_worth_more_than_any_hope(bot: Bot[View, Move]) -> None:
    table = Window(2, turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.state.scores = [30, 35]
    assert covers(choice(bot, table), 56)


def test_a_match_is_not_ended_by_who_would_lose_it() -> None:
    """Ten points end the round and the match at 100, where the other has 105 already in all."""
    table = Window(2, turn=0, match=True).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.state.scores, table.state.totals = [30, 35], [20, 70]
    assert not covers(choice(calm_grandmaster(2_000), table), 56)


def circle_to_finish() -> Window:
    return Window(2, turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)


@pytest.mark.parametrize("bot", [calm_master(), calm_grandmaster(2_000)])
def test_advice_names_another_move_only_if_it_is_better_by_more_than_noise(
    bot: Master | Grandmaster,
) -> None:
    table = circle_to_finish()
    view, moves = game.view(table.state, 0), game.moves(table.state, 0)
    named = 0
    for played in moves:
        advice = bot.advise(view, moves, played, FastLuck(1))
        apart = advice.odds - advice.played
        assert apart > 0 if advice.move != played else apart == 0
        named += advice.move != played
    assert 0 < named < len(moves) - 1  # of the others some are as good as the best


def turned(played: int, of: list[Idea]) -> Idea | None:
    """The same piece over one of the same spaces, laid the other way."""
    one = PLACEMENTS[played]
    others = (idea for idea in of if PLACEMENTS[idea.number].piece == one.piece)
    return next((i for i in others if 0 != PLACEMENTS[i.number].mask & one.mask != one.mask), None)


def test_a_piece_turned_the_other_way_is_not_better_where_the_values_hardly_differ() -> None:
    glancing = calm_master()
    glancing.most = 0  # positions: only what is seen at first sight
    table = Window(2, turn=0).glass(1, ("hook", (0, 6)))
    ideas = glancing.search(position(table.state))
    close = turned(ideas[0].number, [i for i in ideas if ideas[0].value - i.value < NOISE])
    assert close is not None
    view, moves = game.view(table.state, 0), game.moves(table.state, 0)
    advice = glancing.advise(view, moves, PLACE[close.number], FastLuck(1))
    assert advice.move == PLACE[close.number] and advice.odds == advice.played


def drift(seed: int) -> float:
    """By how many points two placements drift apart when an answer more is looked at."""
    luck, table, novice = FastLuck(seed), Window(2), Novice()
    for _ in range(4 + seed):
        seat = table.state.turn
        view, moves = game.view(table.state, seat), game.moves(table.state, seat)
        game.play(table.state, seat, novice.choose(view, moves, luck) or BEGIN, luck)
    master = calm_master()
    master.most = 10**9
    ideas = master.glance(position(table.state).copy())
    best, other = ideas[0], ideas[min(len(ideas) - 1, 4)]
    seen = best.value - other.value
    return master.deepen([best], 2)[0].value - master.deepen([other], 2)[0].value - seen


def test_noise_is_how_far_two_placements_drift_apart_when_looked_at_deeper() -> None:
    drifts = [drift(seed) for seed in range(12)]
    print(f"standard deviation: {pstdev(drifts):.1f} points")
    assert NOISE / 2 < pstdev(drifts) < NOISE * 1.5


def test_a_bot_lets_everybody_look_at_a_finished_window() -> None:
    assert pace([BEGIN])[0] >= 5 > pace(game.moves(Window().state, 0))[1]


def test_three_segments_are_worth_more_than_two_and_a_tie_little() -> None:
    circle = FIGURES[0]
    assert hopes(circle, (3, 0))[0] > hopes(circle, (2, 0))[0] > hopes(circle, (1, 2))[0]
    assert hopes(circle, (3, 0, 0, 0))[0] > 8


def test_a_lead_counts_for_a_team() -> None:
    assert lead([10, 0, 5, 0], 2, teams=True) == 15
    assert lead([10, 0, 5, 0], 1, teams=True) == -15
    assert lead([10, 0, 5, 3], 0, teams=False) == 10 - 8 / 3


def test_gains_count_points_and_hopes() -> None:
    table = Window(turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    now = position(table.state)
    before = hopes(FIGURES[1], (3, 1, 0))
    found = gains(now, NUMBER[Place("wedge", (56,))], 0)
    assert found == [10 - before[0], -before[1], -before[2]]
