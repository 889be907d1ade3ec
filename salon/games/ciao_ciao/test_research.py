"""Ciao Ciao through the doors: the solver of OpenSpiel finds what we know to be best play, and its
searcher imagines what is under the cup.
"""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, ismcts, mcts
from open_spiel.python.observation import make_observation

from salon.games.ciao_ciao.balance import balance, position_of
from salon.games.ciao_ciao.model import Options, Pawns, State
from salon.games.ciao_ciao.rules import game
from salon.research.open_spiel import position


def near_the_end(plank: int, *podium: int) -> State:
    """Both have their last pawn on the bridge; a die was rolled, and nothing said yet."""
    mine = Pawns(plank=6, reserve=0, podium=(1, 2), fallen=4)
    other = Pawns(plank=plank, reserve=0, podium=podium, fallen=6 - len(podium))
    arrivals = max(2, *podium, 0)
    options = Options(planks=6)
    state = State(options=options, pawns=[mine, other], turn=1, awaited=0, die=0, arrivals=arrivals)
    assert game.flaw(state) is None
    return state


@pytest.mark.parametrize("state", [near_the_end(6), near_the_end(5, 3)], ids=["sixth", "fifth"])
def test_counterfactual_regret_comes_to_what_the_position_is_worth(state: State) -> None:
    params = {"planks": 6, "position": position(game.name, state)}
    subgame = pyspiel.load_game(f"salon_{game.name}", params)
    solver = cfr.CFRPlusSolver(subgame)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policies = [solver.average_policy()] * 2
    values = expected_game_score.policy_value(subgame.new_initial_state(), policies)
    worths = balance(position_of(state)).worths
    assert [value + 1 / 2 for value in values] == pytest.approx(worths, abs=1e-3)


def test_a_search_over_imagined_tables_doubts_what_cannot_be_believed() -> None:
    """A third pawn would win at once: whoever is asked has nothing left to lose by doubting."""
    luck = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        pyspiel.load_game(f"salon_{game.name}"),
        mcts.RandomRolloutEvaluator(1, luck),
        2.0,
        200,
        random_state=luck,
    )
    params = {"planks": 6, "position": position(game.name, near_the_end(6))}
    state = pyspiel.load_game(f"salon_{game.name}", params).new_initial_state()
    state.apply_action(4)  # a cross
    state.apply_action(3)
    assert state.action_to_string(bot.step(state)) == "doubt"


def test_what_is_public_tells_no_secret_even_of_what_is_remembered() -> None:
    game = pyspiel.load_game("salon_ciao_ciao(seats=3)")
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    told = set()
    for die in range(6):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(die)
        told.add(make_observation(game, public).string_from(state, 0))
    assert len(told) == 1
