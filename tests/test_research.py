"""The doors to OpenSpiel, PettingZoo and Gymnasium: their own checks, on every game there is."""

from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import salon.research.open_spiel  # noqa: F401  it registers the games
from salon import games
from salon.research.dice import SeededLuck


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
