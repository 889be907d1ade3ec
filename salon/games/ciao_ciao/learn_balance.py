"""Learns how Ciao Ciao is best played at three to five seats (PyTorch, on a GPU).

    python -m salon.games.ciao_ciao.learn_balance --seats 4 --turns 20000

writes learnt_4.bin. Only the die is secret, and for one turn. So a turn is a small game of its own,
once it is known what the positions after it are worth. A net guesses those worths; each turn is
then played towards a balance by regret matching among all who have a say in it, and what comes of
it is what the net should have guessed. A small share of everybody plays like Sly, so that the
balance also makes something of people who do not keep to it. A smaller net, the pupil, learns what
was found, to say it at once: it is what is written. On another GPU or another day the weights
differ in their last digits: the strength is the same, not the file.
"""

import argparse
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from salon.games.ciao_ciao.learn_sly import sly
from salon.games.ciao_ciao.learn_tables import (
    FACES,
    KINDS,
    SEEN,
    WHOLE,
    Next,
    Plan,
    Position,
    Ways,
    beginnings,
    constant,
    expected,
    follow,
    fresh_where,
    heard,
    look,
    may_doubt,
    play_turn,
    rotate,
    set_to,
    weigh,
)

WIDTHS = (256, 256)  # of the net that guesses
PUPIL = (256, 128)
ROUNDS = 80  # of regret matching
PARTS = 2  # steps of learning from each batch
BEHIND = 0.05  # how quickly what is believed follows what is learnt
CURIOUS = 0.05  # how often a turn is played at random
STRANGE = 0.3  # how often a game begins in the middle
BEGAN = time.monotonic()


class Mind(NamedTuple):
    """What regret matching remembers of a turn."""

    says: Tensor  # [B, 5, 4]
    doubts: Tensor  # [B, 4, doubter]
    regret_say: Tensor
    regret_doubt: Tensor
    regret_believe: Tensor
    sum_say: Tensor
    sum_doubt: Tensor
    sum_reach: Tensor
    number: Tensor  # of the round


class Turn(NamedTuple):
    """What does not change while a turn is thought about."""

    ways: Ways
    upheld: Tensor  # [B, 4, doubter] to the doubter
    caught: Tensor
    usual: Plan
    share: float  # of those who play as usual
    is_true: Tensor  # [5, 4]
    faces: Tensor  # [5]


def seem(turn: Turn, says: Tensor, doubts: Tensor) -> Plan:
    """How everybody seems to play, when a share of them plays as usual."""
    usual, share = turn.usual, turn.share
    return Plan(says + share * (usual.says - says), doubts + share * (usual.doubts - doubts))


def think(turn: Turn, mind: Mind) -> Mind:
    """One round: who may doubt learns from what is said, then the roller from how it is doubted."""
    played = seem(turn, mind.says, mind.doubts)
    honest, untrue = heard(played.says, turn.faces)
    _, _, told = follow(turn.ways, played.doubts)
    gain = turn.upheld * honest[..., None] + turn.caught * untrue[..., None]
    gain = gain - torch.stack([true * honest + lie * untrue for true, lie in told], 2)
    passed = torch.cumprod(1 - played.doubts, 2)
    reach = torch.cat([torch.ones_like(passed[..., :1]), passed[..., :-1]], 2)
    gain = gain * (reach + 0.05)
    regret_doubt = (mind.regret_doubt + (1 - mind.doubts) * gain).clamp(min=0)
    regret_believe = (mind.regret_believe - mind.doubts * gain).clamp(min=0)
    both = regret_doubt + regret_believe
    doubts = torch.where(both > 0, regret_doubt / both.clamp(min=1e-12), 0.5)
    doubts = doubts * turn.ways.may[:, None]
    true, lie, _ = follow(turn.ways, seem(turn, mind.says, doubts).doubts)
    worth = lie[:, None, :, 0] + turn.is_true * (true - lie)[:, None, :, 0]
    mean = (worth * mind.says).sum(2, keepdim=True)
    regret_say = (mind.regret_say + worth - mean).clamp(min=0)
    total = regret_say.sum(2, keepdim=True)
    return Mind(
        torch.where(total > 0, regret_say / total.clamp(min=1e-12), 0.25),
        doubts,
        regret_say,
        regret_doubt,
        regret_believe,
        mind.sum_say + mind.number * mind.says,
        mind.sum_doubt + mind.number * reach * mind.doubts,
        mind.sum_reach + mind.number * reach,
        mind.number + 1,
    )


thinking: Callable[[Turn, Mind], Mind] = (
    torch.compile(think, dynamic=False) if torch.cuda.is_available() else think
)


def solve(ways: Ways, usual: Plan, share: float, rounds: int = ROUNDS) -> tuple[Plan, Tensor]:
    """Towards a balance; and everybody's worth by the average."""
    batch, doubters = ways.may.shape
    device = ways.may.device
    own = torch.arange(1, doubters + 1, device=device)[:, None].expand(batch, 4, -1, 1)
    turn = Turn(
        Ways(*(one.contiguous() for one in ways)),
        ways.upheld.gather(3, own)[..., 0].contiguous(),
        ways.caught.gather(3, own)[..., 0].contiguous(),
        usual,
        share,
        torch.eye(5, 4, device=device),
        constant(FACES, device),
    )
    mind = beginner(turn)
    for _ in range(rounds):
        mind = thinking(turn, mind)
    says = mind.sum_say / mind.sum_say.sum(2, keepdim=True)
    doubts = mind.sum_doubt / mind.sum_reach * ways.may[:, None]
    return Plan(says, doubts), expected(ways, seem(turn, says, doubts))


def beginner(turn: Turn) -> Mind:
    """Mostly honest, and seldom in doubt."""
    batch, doubters = turn.ways.may.shape
    says = turn.is_true.expand(batch, 5, 4) * 0.8 + 0.05
    doubts = turn.ways.may[:, None].expand(batch, 4, doubters) * 0.2
    return Mind(
        says,
        doubts,
        says * 0.02,
        doubts * 0.02,
        (1 - doubts) * 0.02,
        torch.zeros_like(says),
        torch.zeros_like(doubts),
        torch.full_like(doubts, 1e-9),
        torch.ones((), device=says.device),
    )


# Nets


def net(size: int, widths: tuple[int, ...], out: int, device: torch.device) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in widths:
        layers += [nn.Linear(size, width), nn.ReLU()]
        size = width
    return nn.Sequential(*layers, nn.Linear(size, out)).to(device)


class Pair:
    """A net that learns, and the same net a little behind, which is believed."""

    def __init__(self, size: int, widths: tuple[int, ...], out: int, device: torch.device) -> None:
        self.learning = net(size, widths, out, device)
        self.believed = net(size, widths, out, device)
        self.believed.load_state_dict(self.learning.state_dict())
        self.rate = torch.tensor(1e-3, device=device)
        self._adam = torch.optim.Adam(
            self.learning.parameters(), lr=self.rate, capturable=device.type == "cuda"
        )

    def learn(self, loss: Tensor) -> None:
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        self._adam.step()
        both = zip(self.believed.parameters(), self.learning.parameters(), strict=True)
        with torch.no_grad():
            for old, new in both:
                old.lerp_(new, BEHIND)


class Captured:
    """A step that a GPU takes as a whole, as often as it is called."""

    def __init__(self, step: Callable[[], None], device: torch.device) -> None:
        self._step = step
        self._graph = None
        if device.type != "cuda":
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            step()

    def __call__(self) -> None:
        if self._graph is None:
            self._step()
        else:
            self._graph.replay()


def repeat(step: Callable[[], None], pairs: list[Pair], turns: int, seconds: float) -> int:
    """Turn by turn, learning less and less of each towards the end: of the turns, or the time."""
    captured = Captured(step, pairs[0].rate.device)
    began = time.monotonic()
    for turn in range(turns):
        if turn % 20 == 0:
            done = max(turn / turns, (time.monotonic() - began) / seconds)
            for pair in pairs:
                pair.rate.fill_(1e-3 * min(1.0, 1.6 * max(0.0, 1 - done)) ** 2)
            if pair.rate.item() == 0:  # which also waits for the GPU
                return turn
        captured()
        if turn % 500 == 0:
            print(f"{turn} turns, {time.monotonic() - BEGAN:.0f} s", flush=True)
    return turns


class Said(NamedTuple):
    """What the pupil says of positions, before it is made odds."""

    worths: Tensor  # [B, n]
    says: Tensor  # [B, 5, 4]
    doubts: Tensor  # [B, 4, doubter]


class Pupil:
    """Says at once how a turn is played and what it is worth."""

    def __init__(self, seats: int, device: torch.device) -> None:
        self.seats = seats
        size, out = SEEN * seats + WHOLE, seats + 20 + 4 * (seats - 1)
        self.pair = Pair(size, PUPIL, out, device)

    def say(self, net: nn.Module, seen: Tensor) -> Said:
        out = net(seen)
        worths, says, doubts = out.split([self.seats, 20, 4 * (self.seats - 1)], 1)
        return Said(worths, says.view(-1, 5, 4), doubts.view(-1, 4, self.seats - 1))

    def learn(self, seen: Tensor, may: Tensor, plan: Plan, worths: Tensor) -> None:
        said = self.say(self.pair.learning, seen)
        faces = constant(FACES, seen.device)
        honest, untrue = heard(plan.says, faces)
        about_worths = -(worths * torch.log_softmax(said.worths, 1)).sum(1)
        about_says = -(plan.says * torch.log_softmax(said.says, 2)).sum(2) @ faces
        about_doubts = (
            nn.functional.binary_cross_entropy_with_logits(
                said.doubts, plan.doubts.clamp(0, 1), reduction="none"
            )
            * may[:, None]
            * (honest + untrue + 0.05)[..., None]
        )
        self.pair.learn((about_worths + about_says + about_doubts.sum((1, 2))).mean())

    def plan(self, p: Position) -> Plan:
        with torch.no_grad():
            said = self.say(self.pair.believed, look(p))
            doubts = torch.sigmoid(said.doubts) * may_doubt(p)[:, None]
            return Plan(torch.softmax(said.says, 2), doubts)


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


def write(net: nn.Sequential, file: Path) -> None:
    """Layer by layer, what each thing seen adds to each neuron, then what each has anyway."""
    with file.open("wb") as out:
        for layer in net:
            if isinstance(layer, nn.Linear):
                for weights in (layer.weight.T, layer.bias):
                    out.write(weights.detach().half().contiguous().cpu().numpy().tobytes())


def read(net: nn.Sequential, file: Path) -> None:
    found = torch.frombuffer(bytearray(file.read_bytes()), dtype=torch.half)
    for layer in net:
        if isinstance(layer, nn.Linear):
            for weights in (layer.weight.data.T, layer.bias.data):
                weights.copy_(found[: weights.numel()].view(weights.shape))
                found = found[weights.numel() :]


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
