"""Grandmaster against OpenSpiel's search, at equal time: who plays Cir*Kis better at two seats?

    .venv/bin/python -m salon.games.cir_kis.bench_open_spiel [--games 40] [--think 200]

OpenSpiel's MCTSBot gets the fast core's rules (C, through ctypes), and plays twice: as PUCT with
master's eye for values and for what to try first (outlook.py: gains and hopes), and as plain MCTS
with random games. Both play alternately first, after two placements by chance that both games of a
pair share. How many simulations it makes is set by how long the last ones took.
"""

import argparse
import math
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms.mcts import (  # type: ignore[import-untyped]
    MCTSBot,
    RandomRolloutEvaluator,
    SearchNode,
)

from salon.arena import estimate
from salon.games.cir_kis.board import CENTRE_RING, COUNTS, FIGURES
from salon.games.cir_kis.bot import COMFORT
from salon.games.cir_kis.core import Core, Round
from salon.games.cir_kis.outlook import gains, hopes
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.search import search, seeing_core

SHARP = 2.0  # points that make a placement e times as likely to be tried
CURIOSITY = {"puct": 1.5, "mcts": 1.4}

Player = Callable[[Position], int]


def fast() -> Core:
    found = seeing_core()
    if found is None:
        raise SystemExit("The fast core is not there: python3 tools/compile.py")
    return found


class Table:
    """As much of a pyspiel.State as MCTSBot asks for: the core's round, and ours for its eye."""

    def __init__(self, now: Position, fast_now: Round) -> None:
        self.now, self.fast = now, fast_now

    def clone(self) -> "Table":
        return Table(self.now.copy(), Round.from_buffer_copy(self.fast))

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return bool(self.fast.end)

    def current_player(self) -> int:
        return int(self.fast.turn)

    def legal_actions(self, player: int | None = None) -> list[int]:  # noqa: ARG002
        return fast().legal(self.fast)

    def apply_action(self, number: int) -> None:
        fast().lay(self.fast, int(number))
        self.now.place(int(number))

    def returns(self) -> list[float]:
        merits = [64 * self.fast.scores[seat] + self.fast.pieces[seat] for seat in (0, 1)]
        won = float((merits[0] > merits[1]) - (merits[0] < merits[1]))
        return [won, -won]


class Quick(Table):
    """For random games, which need no eye: the core's round alone."""

    def clone(self) -> "Quick":
        return Quick(self.now, Round.from_buffer_copy(self.fast))

    def apply_action(self, number: int) -> None:
        fast().lay(self.fast, int(number))


class OldEye:
    """What master sees: points, hopes of open figures, and which placement gains most."""

    def evaluate(self, state: Table) -> Any:
        now = state.now
        ahead = float(now.scores[0] - now.scores[1])
        for figure in FIGURES:
            if figure is CENTRE_RING or figure.mask & now.filled == figure.mask:
                continue
            found = hopes(figure, tuple((mine & figure.mask).bit_count() for mine in now.glass))
            ahead += found[0] - found[1]
        value = math.tanh(ahead / COMFORT / 2)
        return np.array([value, -value])

    def prior(self, state: Table) -> list[tuple[int, float]]:
        now, legal = state.now, state.legal_actions()
        merits = [_merit(now, number) for number in legal]
        best = max(merits)
        likely = [math.exp((merit - best) / SHARP) for merit in merits]
        total = sum(likely)
        return [(number, p / total) for number, p in zip(legal, likely, strict=True)]


def _merit(now: Position, number: int) -> float:
    found = gains(now, number)
    return found[now.turn] - found[1 - now.turn]


class Spiel:
    """What MCTSBot asks of a game."""

    def get_type(self) -> "Spiel":
        return self

    reward_model = pyspiel.GameType.RewardModel.TERMINAL
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL

    def max_utility(self) -> float:
        return 1.0


class OpenSpiel:
    """MCTSBot, with as many simulations as fit into the time."""

    def __init__(self, kind: str, seconds: float, seed: int) -> None:
        self.kind, self.seconds, self.pace = kind, seconds, 1e-3
        self.spent = self.moves = self.simulations = 0.0
        chance = np.random.RandomState(seed)
        puct = kind == "puct"
        self.bot = MCTSBot(
            Spiel(),
            CURIOSITY[kind],
            1,
            OldEye() if puct else RandomRolloutEvaluator(1, chance),
            random_state=chance,
            child_selection_fn=SearchNode.puct_value if puct else SearchNode.uct_value,
        )

    def __call__(self, now: Position) -> int:
        """As many simulations as the last ones would have had time for."""
        begun, table = perf_counter(), Table if self.kind == "puct" else Quick
        state = table(now.copy(), fast().begin(now))
        self.bot.max_simulations = max(2, round(self.seconds / self.pace))
        number = int(self.bot.step(state))
        took = perf_counter() - begun
        self.pace = 0.5 * self.pace + 0.5 * took / self.bot.max_simulations
        self.spent, self.moves = self.spent + took, self.moves + 1
        self.simulations += self.bot.max_simulations
        return number


class Ours:
    """Grandmaster's search."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.spent, self.moves = seconds, 0.0, 0

    def __call__(self, now: Position) -> int:
        begun = perf_counter()
        found = search(now, seconds=self.seconds)
        self.spent, self.moves = self.spent + perf_counter() - begun, self.moves + 1
        return found.judged[0].number


def one_game(players: list[Player], number: int) -> float:
    """What the first has of the victory."""
    chance = random.Random(number // 2)
    now = Position(2, 0, ring=False, teams=False)
    now.left = [list(COUNTS), list(COUNTS)]
    for _ in range(2):
        now.place(chance.choice(now.legal()))
    seats = players if number % 2 else players[::-1]
    while now.place(seats[now.turn](now)).end is None:
        pass
    merits = [64 * now.scores[seat] + sum(now.left[seat]) for seat in (0, 1)]
    mine = 0 if number % 2 else 1
    return 0.5 + 0.5 * ((merits[mine] > merits[1 - mine]) - (merits[mine] < merits[1 - mine]))


def measure(kind: str, games: int, seconds: float) -> None:
    ours, theirs = Ours(seconds), OpenSpiel(kind, seconds, seed=1)
    shares: list[float] = []
    for number in range(games):
        shares.append(one_game([ours, theirs], number))
        tell(f"\r{kind}: {told(shares, ours, theirs)}")
    tell("\n")


def told(shares: list[float], ours: Ours, theirs: OpenSpiel) -> str:
    found = estimate(shares)
    share = f"{found.value:.3f} ({found.low:.3f}-{found.high:.3f}) of {len(shares)}"
    times = [f"{1000 * one.spent / one.moves:.0f} ms" for one in (ours, theirs)]
    return f"{share}, {' beside '.join(times)}, {theirs.simulations / theirs.moves:.0f} simulations"


def tell(text: str) -> None:
    print(text, end="", flush=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--games", type=int, default=40)
    words.add_argument("--think", type=int, default=200, help="milliseconds for a placement")
    words.add_argument("--against", default="puct,mcts")
    said = words.parse_args()
    for kind in said.against.split(","):
        measure(kind, said.games, said.think / 1000)


if __name__ == "__main__":
    main()
