"""Many turns of Ciao Ciao at once, played towards a balance by regret matching (PyTorch)."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from salon.games.ciao_ciao.learn_tables import (
    FACES,
    Plan,
    Ways,
    constant,
    expected,
    follow,
    heard,
)

ROUNDS = 80


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
