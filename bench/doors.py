"""How many decisions per second each door lets through, beside the games that are at home there.

    .venv/bin/python -m bench.doors GAME [--seats N] [--seconds S] [--rounds R]

Random moves, one process, processor time; all take turns, round after round, and the median of the
rounds counts. Draws of chance are made but not counted. PettingZoo's own games want pygame to draw
themselves: where it is not installed a dummy stands for it, as nothing is drawn.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import salon.research.open_spiel  # noqa: F401  it registers ours
from salon import games
from salon.bots.random import Random
from salon.core.luck import FastLuck
from salon.core.simulate import simulate
from salon.research.gymnasium import id_of
from salon.research.pettingzoo import env, raw_env

IN_CPP = ("kuhn_poker", "leduc_poker", "liars_dice", "tic_tac_toe")
IN_PYTHON = ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe")
CLASSICS = ("tictactoe_v3", "connect_four_v3")

Round = Callable[[], int]  # one game: how many decisions it had


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game")
    words.add_argument("--seats", type=int, default=2)
    words.add_argument("--seconds", type=float, default=0.5)
    words.add_argument("--rounds", type=int, default=5)
    chosen = words.parse_args()
    doors = contestants(chosen.game, chosen.seats)
    rates: dict[str, list[float]] = {name: [] for name in doors}
    for _round in range(chosen.rounds):
        for name, play in doors.items():
            rates[name].append(rate(play, chosen.seconds))
    for name, found in rates.items():
        low, middle, high = min(found), statistics.median(found), max(found)
        print(f"{name:44} {middle:>10,.0f}   ({low:,.0f} – {high:,.0f})")


def contestants(name: str, seats: int) -> dict[str, Round]:
    for registers in ("open_spiel.python.games", "salon.research.open_spiel"):
        import_module(registers)
    found: dict[str, Round] = {f"{name}, itself": in_the_library(name, seats)}
    found |= {f"OpenSpiel, C++: {one}": in_open_spiel(one) for one in IN_CPP}
    found[f"{name}, through OpenSpiel"] = in_open_spiel(f"salon_{name}", seats=seats)
    found |= {f"OpenSpiel, Python: {one}": in_open_spiel(one) for one in IN_PYTHON}
    found[f"{name}, through PettingZoo"] = in_petting_zoo(env(name, seats))
    found[f"{name}, through PettingZoo, raw"] = in_petting_zoo(raw_env(name, seats))
    found |= {f"PettingZoo: {one}": in_petting_zoo(classic(one)) for one in CLASSICS}
    found[f"{name}, through Gymnasium, against random"] = in_gymnasium(name, seats)
    return found


def rate(play: Round, seconds: float) -> float:
    """Decisions per second."""
    play()
    decisions, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play()
    return decisions / spent


def in_the_library(name: str, seats: int) -> Round:
    game, luck = games.load(name), FastLuck(0)
    options, bots = game.types.options(), [Random()] * seats
    return lambda: simulate(game, options, bots, luck).decisions


def in_open_spiel(name: str, **params: int) -> Round:
    game, choose = pyspiel.load_game(name, params), random.Random(0).choice

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        return decisions

    return play


def in_petting_zoo(table: Any) -> Round:
    choose = random.Random(0).choice

    def play() -> int:
        table.reset()
        decisions = 0
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            if isinstance(seen, dict):
                table.step(choose(np.flatnonzero(seen["action_mask"])))
            else:
                table.step(table.action_space(agent).sample())
            decisions += 1
        return decisions

    return play


def in_gymnasium(name: str, seats: int) -> Round:
    table = gymnasium.make(id_of(name), seats=seats, bots=["random"], disable_env_checker=True)
    choose = random.Random(0).choice

    def play() -> int:
        info, over, decisions = table.reset()[1], False, 0
        while not over:
            mask = info["action_mask"]
            _, _, over, _, info = table.step(choose(np.flatnonzero(mask)))
            decisions += 1
        return decisions

    return play


def classic(name: str) -> Any:
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    return import_module(f"pettingzoo.classic.{name}").env()


if __name__ == "__main__":
    main()
