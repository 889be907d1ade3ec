"""Cyrano through the doors: a table with a clock, begun in the middle."""

import pyspiel
import pytest

from salon.research.dice import SeededLuck
from salon.research.open_spiel import position


def test_a_position_keeps_its_time_and_fits_its_game() -> None:
    name = "salon_cyrano(timer=three_minutes)"
    state = pyspiel.load_game(name).new_initial_state()
    luck = SeededLuck(5)
    while state.is_chance_node() or not state.play.state.now:
        state.apply_action(luck.choice(state.legal_actions()))
    seen = position("cyrano", state.play.state)
    game = pyspiel.load_game("salon_cyrano", {"timer": "three_minutes", "position": seen})
    assert game.setting.begin(luck).now == state.play.state.now > 0
    for params, why in (
        ({"seats": 4, "timer": "three_minutes", "position": seen}, "has 3 seats"),
        ({"position": seen}, "has timer=three_minutes"),
        ({"position": "abc"}, "no position"),
        ({"position": "!!"}, "no position"),
    ):
        with pytest.raises(ValueError, match=why):
            pyspiel.load_game("salon_cyrano", params)
