"""Cir*Kis through the door to OpenSpiel: its searcher plays it, and better than chance."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import salon.research.open_spiel  # noqa: F401  it registers the games
from salon.games.cir_kis.rules import game


def test_the_tree_search_of_open_spiel_beats_random_moves() -> None:
    rules = pyspiel.load_game(f"salon_{game.name}")
    luck = np.random.RandomState(1)
    searcher = mcts.MCTSBot(rules, 2.0, 12, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    returns = 0.0
    for seat in (0, 1, 0, 1):
        state = rules.new_initial_state()
        while not state.is_terminal():
            searches = state.current_player() == seat
            moves = state.legal_actions()
            state.apply_action(searcher.step(state) if searches else luck.choice(moves))
        returns += state.player_return(seat)
    assert returns >= 1  # of 2
