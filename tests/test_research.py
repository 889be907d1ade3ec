"""The doors to OpenSpiel, PettingZoo and Gymnasium: their own checks, on every game there is."""

import copy
import doctest
import re
import runpy
from contextlib import suppress
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec import Struct, to_builtins
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, render_test, seed_test

import dev
from salon import games
from salon.core.contract import Illegal
from salon.core.options import pairwise
from salon.research.dice import SeededLuck
from salon.research.gymnasium import SalonEnv, id_of
from salon.research.open_spiel import position
from salon.research.parts import part_of
from salon.research.pettingzoo import env

PAGE = dev.ROOT / "docs/research.md"


def walk(state: Any, luck: SeededLuck, steps: int) -> Any:
    """So many decisions and draws at random, if there are as many."""
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(luck.choice(state.legal_actions()))
    return state


def to_a_decision(state: Any) -> Any:
    while state.is_chance_node():
        state.apply_action(0)
    return state


@pytest.mark.parametrize("name", games.names())
def test_every_game_passes_the_simulation_test_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"salon_{name}"), 1, True, False)


@pytest.mark.parametrize("name", ["bluff", "auction", "swap"])
def test_a_playthrough_is_the_same_each_time(name: str) -> None:
    game = f"salon_{name}"
    first = generate_playthrough.playthrough(game, None, seed=1)
    assert first == generate_playthrough.playthrough(game, None, seed=1) != ""


@pytest.mark.parametrize("name", games.names())
def test_a_clone_and_a_thawed_table_go_on_by_themselves(name: str) -> None:
    game = pyspiel.load_game(f"salon_{name}")
    state = walk(to_a_decision(game.new_initial_state()), SeededLuck(2), 5)
    before = str(state)
    thawed = game.deserialize_state(state.serialize())
    clone = state.clone()
    walk(clone, SeededLuck(3), 4)
    assert str(state) == before == str(thawed)
    walk(state, SeededLuck(3), 4)
    walk(thawed, SeededLuck(3), 4)
    assert str(state) == str(clone) == str(thawed)
    seats = range(game.num_players())
    assert [*map(state.information_state_string, seats)] == [
        *map(thawed.information_state_string, seats)
    ]


@pytest.mark.parametrize("name", games.names())
def test_a_resampled_table_is_the_same_to_the_seat_that_asks(name: str) -> None:
    state = walk(
        to_a_decision(pyspiel.load_game(f"salon_{name}").new_initial_state()), SeededLuck(4), 9
    )
    seat = to_a_decision(state).current_player()
    if state.is_terminal():
        return
    other = state.resample_from_infostate(seat, iter((0.5,)).__next__)
    for one in (other, other.clone()):
        assert one.information_state_string(seat) == state.information_state_string(seat)
        assert one.current_player() == seat and one.legal_actions() == state.legal_actions()
        assert walk(one, SeededLuck(5), 100_000).is_terminal()


def test_a_die_under_a_cup_is_known_to_whoever_rolled_it_alone() -> None:
    state = pyspiel.load_game("salon_bluff(seats=3)").new_initial_state()
    state.apply_action(1)  # who begins
    rolled = [state.child(draw) for draw in state.legal_actions()]
    assert len({table.information_state_string(1) for table in rolled}) > 2
    for seat in (0, 2):
        assert len({table.information_state_string(seat) for table in rolled}) == 1
    assert {table.current_player() for table in rolled} == {1}


def test_who_is_asked_later_does_not_see_what_was_sealed_before() -> None:
    state = to_a_decision(pyspiel.load_game("salon_auction").new_initial_state())
    first, bids = state.current_player(), state.legal_actions()
    assert len(bids) > 1
    sealed = [state.child(bid) for bid in bids]
    others = {table.current_player() for table in sealed}
    assert first not in others and len(others) == 1
    (second,) = others
    assert len({table.information_state_string(first) for table in sealed}) == len(bids)
    assert len({table.information_state_string(second) for table in sealed}) == 1


class Nothing(Struct):
    pass


class Odd(Struct):
    """What no game of ours has in its views."""

    when: Literal["auto"] | int
    both: Nothing | list[int]
    none: Nothing


def test_views_of_games_from_elsewhere_may_hold_what_ours_do_not() -> None:
    part = part_of(Odd)
    seen = [Odd(7, Nothing(), Nothing()), Odd("auto", [1, 2], Nothing())]
    for one in seen:
        part.learn(one)
    rows = [[0.0] * part.width for _ in seen]
    for one, row in zip(seen, rows, strict=True):
        part.writer(0)(one, row)
    assert rows[0] != rows[1] and len(rows[0]) == part.width


@pytest.mark.parametrize("name", games.names())
def test_every_table_is_a_position_to_begin_with(name: str) -> None:
    """By some options of each kind."""
    game, luck = games.load(name), SeededLuck(1)
    usual = to_builtins(game.types.options())
    for seats, options in product(game.seats, islice(pairwise(game.types.options, luck), 6)):
        with suppress(Illegal):
            seen = position(name, game.start(options, seats, luck))
            given = {one: how for one, how in to_builtins(options).items() if how != usual[one]}
            params = {**given, "seats": seats, "position": seen}
            pyspiel.load_game(f"salon_{name}", params).new_initial_state()


def test_who_asks_for_what_is_not_there_is_told_so() -> None:
    for given, why in (
        ({"seat": 5}, "seat 5 is none of 2"),
        ({"bots": ["foo"]}, "foo is none of random, novice"),
        ({"bots": ["novice"] * 3}, "3 bots have 1 seats"),
        ({"render_mode": "rgb_array"}, "none of the ways"),
    ):
        with pytest.raises(ValueError, match=why):
            SalonEnv("nim", **given)
    assert SalonEnv("nim", bots="random").reset(seed=1)


def test_the_draws_of_a_deal_are_each_as_likely_and_lead_to_what_the_rules_lay_out() -> None:
    state = pyspiel.load_game("salon_nim").new_initial_state()
    outcomes = state.chance_outcomes()
    assert [share for _, share in outcomes] == [0.1] * 10
    heaps = {state.child(draw).play.view(0).sticks for draw, _ in outcomes}
    assert heaps == set(range(10, 20))


NOT_A_BOX = (  # what PettingZoo forgives by name in its own games with a mask
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def moves_of(table: Any) -> list[int]:
    observation, _, over, _, _ = table.last()
    return [] if over else [int(one) for one in np.flatnonzero(observation["action_mask"])]


@pytest.mark.filterwarnings(*NOT_A_BOX)
@pytest.mark.parametrize("name", games.names())
def test_every_game_passes_the_tests_of_petting_zoo(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(name), num_cycles=60)
    seed_test(partial(env, name), num_cycles=20)
    render_test(partial(env, name))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", games.names())
def test_a_copied_table_goes_on_as_the_other_and_apart_from_it(name: str) -> None:
    one = env(name)
    one.reset(seed=3)
    other = copy.deepcopy(one)
    started = one.unwrapped.play.view(None)
    for _ in range(30):
        assert moves_of(one) == moves_of(other) and one.agent_selection == other.agent_selection
        if not moves_of(one):
            break
        one.step(moves_of(one)[-1])
        other.step(moves_of(other)[-1])
    assert one.unwrapped.play.view(None) == other.unwrapped.play.view(None) != started


def test_what_may_not_be_done_ends_the_table_and_costs_whoever_did_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = env("nim")
    table.reset(seed=1)
    table.step(next(one for one in range(99) if one not in moves_of(table)))
    assert "Illegal move" in caplog.text
    assert all(table.terminations.values()) and -1.0 in table.rewards.values()


@pytest.mark.parametrize("name", games.names())
def test_every_game_passes_the_check_of_gymnasium(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(gymnasium.make(id_of(name)).unwrapped)
    assert capsys.readouterr().out  # rendered for a human


def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0 and tried >= 15


def test_what_the_page_trains_learns_and_sits_down_with_our_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(# learn.py\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "learn.py").write_text(program, "utf-8")
    runpy.run_path(str(tmp_path / "learn.py"))["main"](1_500, 2)
    shares = [float(line.split()[0]) for line in capsys.readouterr().out.splitlines()[:10]]
    assert sum(shares[5:]) > sum(shares[:5]) + 0.5
