"""The nets that learn Ciao Ciao, how they learn, how the pupil is written and read (PyTorch)."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from salon.games.ciao_ciao.learn_tables import (
    FACES,
    SEEN,
    WHOLE,
    Plan,
    Position,
    constant,
    heard,
    look,
    may_doubt,
)

WIDTHS = (256, 256)  # of the net that guesses
PUPIL = (256, 128)
BEHIND = 0.05  # how quickly what is believed follows what is learnt
BEGAN = time.monotonic()


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
