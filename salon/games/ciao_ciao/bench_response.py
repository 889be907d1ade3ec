"""How much the best answer that is learnt against a bot of Ciao Ciao wins (PyTorch, on a GPU).

    python -m salon.games.ciao_ciao.bench_response --seats 4 --turns 5000 --against sly

One seat learns, everybody else plays as they do; it knows how they play, and learns what positions
are worth to it. It begins with what learnt_4.bin thinks of them, so that some minutes of one core
do (--turns 1500 --batch 512). With --against learnt the others play by that file.
"""

import argparse
from collections.abc import Callable
from math import inf
from pathlib import Path

import torch
from torch import Tensor, nn

from salon.games.ciao_ciao.learn_balance import CURIOUS, PARTS, STRANGE
from salon.games.ciao_ciao.learn_nets import WIDTHS, Pair, Pupil, read, repeat
from salon.games.ciao_ciao.learn_sly import sly
from salon.games.ciao_ciao.learn_tables import (
    FACES,
    SEEN,
    WHOLE,
    Plan,
    Position,
    Ways,
    anywhere,
    beginnings,
    constant,
    fresh_where,
    heard,
    look,
    play_turn,
    set_to,
    weigh,
)

BEGINNING = 1500  # steps

Others = Callable[[Position], Plan]


class Response:
    """Of one seat among others."""

    def __init__(self, seats: int, others: Others, batch: int, device: torch.device) -> None:
        self.seats, self._others, self._device = seats, others, device
        self.worths = Pair(SEEN * seats + WHOLE + seats, WIDTHS, 1, device)
        self._seat = torch.arange(seats, device=device)
        self._at = beginnings(batch, seats, device)
        self._me = torch.randint(seats, (batch,), device=device)

    def look(self, p: Position, me: Tensor) -> Tensor:
        return torch.cat([look(p), (self._seat == me[:, None]).float()], 1)

    def best(self, p: Position, me: Tensor) -> tuple[Plan, Tensor]:
        """How to play, with everybody else as they play, and what it is worth to me."""
        ways = self._mine(weigh(p, lambda then, offset: self._guess(then, me, offset)), me)
        theirs = self._others(p)
        honest, untrue = heard(theirs.says, constant(FACES, self._device))
        true = lie = ways.believed[..., 0]
        doubts = []
        for one in reversed(range(self.seats - 1)):
            upheld, caught = ways.upheld[:, :, one, 0], ways.caught[:, :, one, 0]
            gain = honest * (upheld - true) + untrue * (caught - lie)
            mine = (gain > 0).float() * ways.may[:, one, None]
            often = torch.where((me == one + 1)[:, None], mine, theirs.doubts[:, :, one])
            doubts.append(often)
            true, lie = true + often * (upheld - true), lie + often * (caught - lie)
        gain = lie[:, None] + torch.eye(5, 4, device=self._device) * (true - lie)[:, None]
        say = nn.functional.one_hot(gain.argmax(2), 4).float()
        says = torch.where((me == 0)[:, None, None], say, theirs.says)
        honest, untrue = heard(says, constant(FACES, self._device))
        return Plan(says, torch.stack(doubts[::-1], 2)), (honest * true + untrue * lie).sum(1)

    def _guess(self, then: Position, me: Tensor, offset: Tensor) -> Tensor:
        """Only my own worth is known."""
        where = (me.repeat_interleave(len(offset) // len(me)) - offset) % self.seats
        worth = torch.sigmoid(self.worths.believed(self.look(then, where)))
        return worth * (self._seat == where[:, None])

    def _mine(self, ways: Ways, me: Tensor) -> Ways:
        seat = me[:, None, None, None]
        wide = seat.expand(-1, 4, self.seats - 1, 1)
        return Ways(
            ways.believed.gather(2, seat[..., 0].expand(-1, 4, 1)),
            ways.upheld.gather(3, wide),
            ways.caught.gather(3, wide),
            ways.may,
        )

    def begin(self, pupil: Pupil) -> None:
        """With what positions are worth among those who play as learnt."""
        for step in range(BEGINNING):
            self.worths.rate.fill_(2e-3 * (1 - step / BEGINNING) + 1e-4)
            p = anywhere(2 * len(self._me), self.seats, self._device)
            me = torch.randint(self.seats, p.planks.shape, device=self._device)
            with torch.no_grad():
                worths = torch.softmax(pupil.say(pupil.pair.believed, look(p)).worths, 1)
            self._learn(self.look(p, me), worths.gather(1, me[:, None])[:, 0])

    def _learn(self, seen: Tensor, worth: Tensor) -> None:
        guessed = self.worths.learning(seen)[:, 0]
        self.worths.learn(nn.functional.binary_cross_entropy_with_logits(guessed, worth))

    def step(self) -> None:
        with torch.no_grad():
            plan, target = self.best(self._at, self._me)
            seen = self.look(self._at, self._me)
        for part in range(PARTS):
            self._learn(seen[part::PARTS], target[part::PARTS].clamp(0, 1))
        with torch.no_grad():
            then = play_turn(self._at, plan, CURIOUS)
            self._me.copy_((self._me - then.offset) % self.seats)
            set_to(self._at, fresh_where(then.over, then.at, STRANGE))

    def share(self, batch: int) -> tuple[float, float]:
        """Of the victories, with nine planks, and how sure that is."""
        p = beginnings(batch, self.seats, self._device)
        p = p._replace(planks=torch.full_like(p.planks, 9), owner=torch.zeros_like(p.owner))
        me = torch.arange(batch, device=self._device) % self.seats
        shares = torch.zeros(batch, device=self._device)
        running = torch.ones(batch, dtype=torch.bool, device=self._device)
        while running.any():
            with torch.no_grad():
                then = play_turn(p, self.best(p, me)[0], curious=0.0)
            won = (then.share * (self._seat == me[:, None])).sum(1)
            shares = torch.where(running & then.over, won, shares)
            running = running & ~then.over
            me, p = (me - then.offset) % self.seats, fresh_where(then.over, then.at)
        return shares.mean().item(), 1.96 * shares.std().item() / batch**0.5


def learnt(seats: int, folder: Path, device: torch.device) -> Pupil:
    """As learnt_N.bin plays."""
    pupil = Pupil(seats, device)
    read(pupil.pair.believed, folder / f"learnt_{seats}.bin")
    return pupil


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--turns", type=int, default=5000, help="of all games at once")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--batch", type=int, default=16384)
    asked.add_argument("--against", choices=("sly", "learnt"), default="sly")
    asked.add_argument("--folder", type=Path, default=Path(__file__).parent)
    words = asked.parse_args()
    torch.manual_seed(words.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pupil = learnt(words.seats, words.folder, device)
    others = sly if words.against == "sly" else pupil.plan
    response = Response(words.seats, others, words.batch, device)
    response.begin(pupil)
    repeat(response.step, [response.worths], words.turns, inf)
    share, error = response.share(words.batch)
    gain = share - 1 / words.seats
    print(
        f"{words.seats} seats, {words.turns} turns of {words.batch} games against {words.against}: "
        f"{share:.4f} ± {error:.4f}, gained {gain:+.4f}"
    )


if __name__ == "__main__":
    main()
