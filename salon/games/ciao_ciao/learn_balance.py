"""Learns how Ciao Ciao is best played at three to five seats (PyTorch, on a GPU).

    python -m salon.games.ciao_ciao.learn_balance --seats 4 --turns 1000000 --seconds 440 --seed 7

writes learnt_4.bin. Only the die is secret, and for one turn. So a turn is a small game of its own,
once it is known what the positions after it are worth. A net guesses those worths; each turn is
then played towards a balance by regret matching among all who have a say in it, and what comes of
it is what the net should have guessed. A small share of everybody plays like Sly, so that the
balance also makes something of people who do not keep to it. A smaller net, the pupil, learns what
was found, to say it at once: it is what is written. On another GPU or another day the weights
differ in their last digits: the strength is the same, not the file.
"""

import argparse
from collections.abc import Callable
from math import inf
from pathlib import Path

import torch
from torch import Tensor

from salon.games.ciao_ciao.learn_nets import WIDTHS, Pair, Pupil, repeat, write
from salon.games.ciao_ciao.learn_regret import solve
from salon.games.ciao_ciao.learn_sly import sly
from salon.games.ciao_ciao.learn_tables import (
    KINDS,
    SEEN,
    WHOLE,
    Next,
    Plan,
    Position,
    beginnings,
    fresh_where,
    look,
    play_turn,
    rotate,
    set_to,
    weigh,
)

PARTS = 2  # steps of learning from each batch
CURIOUS = 0.05  # how often a turn is played at random
STRANGE = 0.3  # how often a game begins in the middle


class Learner:
    """Of one number of seats."""

    def __init__(self, seats: int, batch: int, share: float, device: torch.device) -> None:
        self.seats, self.share, self.device = seats, share, device
        self.worths = Pair(SEEN * seats + WHOLE, WIDTHS, seats, device)
        self.pupil = Pupil(seats, device)
        self._at = beginnings(batch, seats, device)
        self._types = torch.randint(0, 2, (batch, seats), device=device)  # 1: plays like Sly
        self._types[: batch // 2] = 0

    def guess(self, p: Position, _: Tensor) -> Tensor:
        with torch.no_grad():
            return torch.softmax(self.worths.believed(look(p)), 1)

    def plan(self, p: Position) -> Plan:
        with torch.no_grad():
            return solve(weigh(p, self.guess), sly(p), self.share)[0]

    def step(self) -> None:
        with torch.no_grad():
            usual = sly(self._at)
            ways = weigh(self._at, self.guess)
            plan, target = solve(ways, usual, self.share)
            seen = look(self._at)
        for part in range(PARTS):
            of = slice(part, None, PARTS)
            guessed = self.worths.learning(seen[of])
            self.worths.learn(-(target[of] * torch.log_softmax(guessed, 1)).sum(1).mean())
            found = Plan(plan.says[of], plan.doubts[of])
            self.pupil.learn(seen[of], ways.may[of], found, target[of])
        with torch.no_grad():
            self._go_on(play_turn(self._at, mixed(self._types, plan, usual), CURIOUS))

    def _go_on(self, then: Next) -> None:
        self._types.copy_(rotate(self._types, then.offset))
        set_to(self._at, fresh_where(then.over, then.at, STRANGE))

    def starts(self) -> list[list[float]]:
        """What a new game is worth to everybody, by kind."""
        kinds = torch.tensor(KINDS, device=self.device)
        new = beginnings(len(KINDS), self.seats, self.device)
        new = new._replace(planks=kinds[:, 0], owner=kinds[:, 1])
        rows: list[list[float]] = self.guess(new, new.planks).tolist()
        return [[round(worth, 4) for worth in row] for row in rows]


def mixed(types: Tensor, one: Plan, other: Plan) -> Plan:
    """Seats of type 0 play the one, others the other."""
    return Plan(
        torch.where(types[:, 0, None, None] == 0, one.says, other.says),
        torch.where(types[:, None, 1:] == 0, one.doubts, other.doubts),
    )


def contest(
    one: Callable[[Position], Plan],
    other: Callable[[Position], Plan],
    types: Tensor,
) -> tuple[float, float]:
    """What seats of type 0 have of the victories, and how sure that is, with nine planks."""
    batch, seats = types.shape
    p = beginnings(batch, seats, types.device)
    p = p._replace(planks=torch.full_like(p.planks, 9), owner=torch.zeros_like(p.owner))
    shares = torch.zeros(batch, device=types.device)
    running = torch.ones(batch, dtype=torch.bool, device=types.device)
    while running.any():
        with torch.no_grad():
            then = play_turn(p, mixed(types, one(p), other(p)), curious=0.0)
        won = (then.share * (types == 0)).sum(1)
        shares = torch.where(running & then.over, won, shares)
        running = running & ~then.over
        types, p = rotate(types, then.offset), fresh_where(then.over, then.at)
    return shares.mean().item(), 1.96 * shares.std().item() / batch**0.5


def alternating(batch: int, seats: int, device: torch.device) -> Tensor:
    """Every other seat, begun by each, from every place."""
    number = torch.arange(batch, device=device)
    types = (torch.arange(seats, device=device) + (number % 2)[:, None]) % 2
    return rotate(types, number // 2 % seats)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--turns", type=int, default=20000, help="of all games at once")
    asked.add_argument("--seconds", type=float, default=inf, help="at most, instead")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--batch", type=int, default=8192)
    asked.add_argument("--share", type=float, default=0.1, help="how many play like Sly")
    asked.add_argument("--out", type=Path, default=Path(__file__).parent)
    words = asked.parse_args()
    torch.manual_seed(words.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    learner = Learner(words.seats, words.batch, words.share, device)
    pairs = [learner.worths, learner.pupil.pair]
    turns = repeat(learner.step, pairs, words.turns, words.seconds)
    print(f"{words.seats} seats, {turns} turns of {words.batch} games: {learner.starts()}")
    write(learner.pupil.pair.believed, words.out / f"learnt_{words.seats}.bin")
    for name, plan in (("solved", learner.plan), ("pupil", learner.pupil.plan)):
        share, error = contest(plan, sly, alternating(words.batch, words.seats, device))
        print(f"{words.seats} seats, {name} against sly: {share:.4f} ± {error:.4f}", flush=True)


if __name__ == "__main__":
    main()
