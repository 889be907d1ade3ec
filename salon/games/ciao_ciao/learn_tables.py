"""Many games of Ciao Ciao at once, as tensors: where they stand, what can come of a turn, who wins.

The rules once more, for learning on a GPU. `learn_check.py` holds them against `position.py`, and
what a net says here against what `learnt.py` makes of it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

PAWNS = 7
FACES = (1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 3)  # 1 to 4, and a cross
KINDS = ((6, 0), (6, 1), (9, 0), (9, 1), (12, 0), (12, 1))  # planks, whether the owner chooses
OFTEN = (0, 1, 2, 2, 2, 3, 4, 5)  # the usual one most often
SEEN = 8 + 13 + 3 + 4  # what a net sees of a seat
WHOLE = 5  # and of the table


@cache
def constant(values: tuple[Any, ...], device: torch.device) -> Tensor:
    return torch.tensor(values, device=device)


class Position(NamedTuple):
    """Many at once, each seen from its roller: seat 0 is to roll."""

    left: Tensor  # [..., n] pawns on the bridge and behind it
    plank: Tensor  # [..., n] 0: none
    steps: Tensor  # [..., n, 2] of the podium, ascending; 0: none
    arrivals: Tensor  # [...]
    planks: Tensor  # [...]
    owner: Tensor  # [...] whether who falls from the podium chooses


class Outcomes(NamedTuple):
    """What can come of a turn [B, 4 numbers, 1 + 2 (n - 1)]: it is believed; it is true, and the
    first, the second … doubted; it is not, and the first, the second … doubted."""

    at: Position  # the roller still at 0
    winner: Tensor  # seat; -1: nobody yet


def crossing(  # noqa: PLR0917
    left: Tensor, plank: Tensor, low: Tensor, high: Tensor, arrivals: Tensor, planks: Tensor
) -> tuple[Tensor, ...]:
    """A pawn beyond the last plank takes the next step, or is the third."""
    over = plank > planks
    third = over & (high > 0)
    across = over & ~third
    arrivals = arrivals + across
    high = torch.where(across & (low > 0), arrivals, high)
    low = torch.where(across & (low == 0), arrivals, low)
    left = left - across.long()
    plank = torch.where(across, (left > 0).long(), plank)
    return left, plank, low, high, arrivals, third


def outcomes(p: Position) -> Outcomes:
    batch, seats = p.left.shape
    doubters = seats - 1
    kinds = 1 + 2 * doubters
    numbers = torch.arange(1, 5, device=p.left.device)
    low, high = p.steps[..., 0], p.steps[..., 1]
    planks, arrivals = p.planks[:, None], p.arrivals[:, None]
    said = crossing(
        p.left[:, :1].expand(-1, 4),
        p.plank[:, :1] + numbers,
        low[:, :1].expand(-1, 4),
        high[:, :1].expand(-1, 4),
        arrivals,
        planks,
    )  # [B, 4]
    # who was wrong loses a pawn, of the podium the lower if the owner may choose, as our bots do
    on_bridge = p.plank[:, 1:] > 0
    topple = ~on_bridge & (low[:, 1:] > 0)
    poorer = p.left[:, 1:] - on_bridge.long()
    poorer_plank = torch.where(on_bridge, (poorer > 0).long(), p.plank[:, 1:])
    two = high[:, 1:] > 0
    kept = torch.where(p.owner[:, None] > 0, high[:, 1:], low[:, 1:]) * two
    poorer_low = torch.where(topple, kept, low[:, 1:])
    poorer_high = torch.where(topple, torch.zeros_like(kept), high[:, 1:])
    # who was right goes on
    ahead = p.plank[:, None, 1:] + numbers[:, None] * on_bridge[:, None]

    def wide(one: Tensor) -> Tensor:
        return one[:, None, 1:].expand(-1, 4, -1)

    right = crossing(
        wide(p.left), ahead, wide(low), wide(high), arrivals[..., None], planks[..., None]
    )  # [B, 4, d]
    over = said[5][..., None]
    at = torch.arange(doubters, device=p.left.device)
    fallen = p.left[:, 0] - 1

    def table(old: Tensor, stands: Tensor, falls: Tensor, wrong: Tensor, ahead: Tensor) -> Tensor:
        new = old[:, None, None].expand(-1, 4, kinds, -1).clone()
        new[:, :, : 1 + doubters, 0] = stands[..., None]
        new[:, :, 1 + doubters :, 0] = falls[:, None, None]
        new[:, :, 1 + at, 1 + at] = torch.where(over, wide(old), wrong[:, None])
        new[:, :, 1 + doubters + at, 1 + at] = ahead
        return new

    new_low = table(low, said[2], low[:, 0], poorer_low, right[2])
    new_high = table(high, said[3], high[:, 0], poorer_high, right[3])
    new_arrivals = said[4][..., None].expand(-1, -1, kinds).clone()
    new_arrivals[:, :, 1 + doubters :] = right[4]
    winner = torch.where(over, 0, -1).expand(-1, -1, kinds).clone()
    winner[:, :, 1 + doubters :] = torch.where(right[5], 1 + at, -1)
    shape = (batch, 4, kinds)
    return Outcomes(
        Position(
            table(p.left, said[0], fallen, poorer, right[0]),
            table(p.plank, said[1], (fallen > 0).long(), poorer_plank, right[1]),
            torch.stack([new_low, new_high], -1),
            new_arrivals,
            p.planks[:, None, None].expand(shape),
            p.owner[:, None, None].expand(shape),
        ),
        winner,
    )


def flat(p: Position) -> Position:
    seats = p.left.shape[-1]
    return Position(
        p.left.reshape(-1, seats),
        p.plank.reshape(-1, seats),
        p.steps.reshape(-1, seats, 2),
        p.arrivals.reshape(-1),
        p.planks.reshape(-1),
        p.owner.reshape(-1),
    )


class Next(NamedTuple):
    """After a turn."""

    share: Tensor  # [N, n] who has won how much, where it is over
    over: Tensor  # [N]
    offset: Tensor  # [N] by how many seats the table turns
    at: Position  # seen from the next roller


def go_on(p: Position, winner: Tensor) -> Next:
    seats = p.left.shape[1]
    device = p.left.device
    seat = torch.arange(seats, device=device)
    on_bridge = p.plank > 0
    nexts = torch.cat([on_bridge[:, 1:], on_bridge[:, :1]], 1)
    ended = ~nexts.any(1)
    first = torch.where(nexts, seat, seats).min(1).values  # argmax may take any of equals
    offset = torch.where(ended, 0, (first + 1) % seats)
    mine = seat == offset[:, None]
    walks = ~ended & ~((on_bridge | (p.steps[:, :, 0] > 0)) & ~mine).any(1)
    points = p.steps.sum(2).float()
    tied = (points == points.max(1, keepdim=True).values).float()
    share = torch.where(walks[:, None], mine.float(), tied / tied.sum(1, keepdim=True))
    share = torch.where((winner >= 0)[:, None], (seat == winner[:, None]).float(), share)
    turned = (seat + offset[:, None]) % seats
    rotated = p._replace(
        left=p.left.gather(1, turned),
        plank=p.plank.gather(1, turned),
        steps=p.steps.gather(1, turned[:, :, None].expand(-1, -1, 2)),
    )
    return Next(share, (winner >= 0) | ended | walks, offset, rotated)


def back(worth: Tensor, offset: Tensor) -> Tensor:
    """Seen from the roller of this turn again."""
    seats = worth.shape[1]
    seat = torch.arange(seats, device=offset.device)
    return worth.gather(1, (seat - offset[:, None]) % seats)


def look(p: Position) -> Tensor:
    """What a net sees of positions [N, SEEN n + WHOLE]."""
    device = p.left.device
    to_go = torch.where(p.plank > 0, p.planks[:, None] + 1 - p.plank, 0)
    across = (p.steps > 0).sum(2)
    points = p.steps.sum(2).float()
    most = points.max(1, keepdim=True).values
    seats = torch.cat(
        [
            (p.left[..., None] == torch.arange(8, device=device)).float(),
            (to_go[..., None] == torch.arange(13, device=device)).float(),
            (across[..., None] == torch.arange(3, device=device)).float(),
            (points / 8)[..., None],
            ((most - points) / 8)[..., None],
            (p.steps[..., :1] / 8),
            ((p.plank - 1).clamp(min=0) / p.planks[:, None])[..., None],
        ],
        2,
    )
    table = torch.cat(
        [
            p.arrivals[:, None] / 8,
            (p.planks[:, None] == constant((6, 9, 12), device)).float(),
            p.owner[:, None].float(),
        ],
        1,
    )
    return torch.cat([seats.flatten(1), table], 1)


class Ways(NamedTuple):
    """Everybody's worth after a turn, by number [B, 4, …, n]."""

    believed: Tensor  # [B, 4, n]
    upheld: Tensor  # [B, 4, doubter, n]
    caught: Tensor  # [B, 4, doubter, n]
    may: Tensor  # [B, doubter] who may doubt


def may_doubt(p: Position) -> Tensor:
    return ((p.plank[:, 1:] > 0) | (p.steps[:, 1:, 0] > 0)).float()


def weigh(p: Position, worth: Callable[[Position, Tensor], Tensor]) -> Ways:
    batch, seats = p.left.shape
    came = outcomes(p)
    then = go_on(flat(came.at), came.winner.reshape(-1))
    guessed = back(worth(then.at, then.offset), then.offset)
    found = torch.where(then.over[:, None], then.share, guessed).view(batch, 4, -1, seats)
    return Ways(found[:, :, 0], found[:, :, 1:seats], found[:, :, seats:], may_doubt(p))


class Plan(NamedTuple):
    """How often who does what."""

    says: Tensor  # [B, 5, 4] by face
    doubts: Tensor  # [B, 4, doubter]


def follow(ways: Ways, doubts: Tensor) -> tuple[Tensor, Tensor, list[tuple[Tensor, Tensor]]]:
    """What saying each number brings everybody if it is true, and if not [B, 4, n]; and to each
    doubter what believing brings, likewise [B, 4]."""
    true = lie = ways.believed
    told = []
    for one in reversed(range(ways.may.shape[1])):
        often = doubts[:, :, one, None]
        told.append((true[..., one + 1], lie[..., one + 1]))
        true = true + often * (ways.upheld[:, :, one] - true)
        lie = lie + often * (ways.caught[:, :, one] - lie)
    return true, lie, told[::-1]


def heard(says: Tensor, faces: Tensor) -> tuple[Tensor, Tensor]:
    """How often each number is said, truly and untruly [B, 4]."""
    said = says * faces[:, None]
    honest = torch.diagonal(said[:, :4], dim1=1, dim2=2)
    return honest, said.sum(1) - honest


def expected(ways: Ways, plan: Plan) -> Tensor:
    """Everybody's worth."""
    true, lie, _ = follow(ways, plan.doubts)
    honest, untrue = heard(plan.says, constant(FACES, plan.says.device))
    return (honest[..., None] * true + untrue[..., None] * lie).sum(1)


def beginnings(batch: int, seats: int, device: torch.device) -> Position:
    """New games of all kinds; the usual one most often."""
    kinds = constant(tuple(KINDS[at] for at in OFTEN), device)
    kind = kinds[torch.randint(len(kinds), (batch,), device=device)]
    return Position(
        torch.full((batch, seats), PAWNS, device=device),
        torch.ones(batch, seats, dtype=torch.long, device=device),
        torch.zeros(batch, seats, 2, dtype=torch.long, device=device),
        torch.zeros(batch, dtype=torch.long, device=device),
        kind[:, 0],
        kind[:, 1],
    )


def anywhere(batch: int, seats: int, device: torch.device) -> Position:
    """In the middle of games, likely and unlikely ones: who answers well must know them too."""
    new = beginnings(batch, seats, device)

    def drawn(size: tuple[int, ...], below: Tensor) -> Tensor:
        return (torch.rand(size, device=device) * below).long()

    across = drawn((batch, seats), constant((3.0,), device))
    steps = torch.rand(batch, 2 * seats + 4, device=device).argsort(1)[:, : 2 * seats] + 1
    steps = steps.view(batch, seats, 2) * (torch.arange(2, device=device) < across[..., None])
    steps = steps.sort(2).values  # the lower first, none as 0 …
    low = torch.where(steps[..., 0] > 0, steps[..., 0], steps[..., 1])  # … but none comes last
    steps = torch.stack([low, torch.where(across == 2, steps[..., 1], 0)], 2)
    left = drawn((batch, seats), (PAWNS + 1 - across).float())
    left[:, :2] = left[:, :2].clamp(min=1)  # somebody rolls, and somebody may doubt
    plank = 1 + drawn((batch, seats), new.planks[:, None].float())
    arrivals = steps.amax((1, 2)) + drawn((batch,), constant((3.0,), device))
    return new._replace(
        left=left, plank=torch.where(left > 0, plank, 0), steps=steps, arrivals=arrivals
    )


def choose(where: Tensor, one: Tensor, other: Tensor) -> Tensor:
    return torch.where(where.view(-1, *[1] * (one.dim() - 1)), one, other)


def draw(odds: Tensor) -> Tensor:
    """One of each row, as often as it says."""
    drawn = torch.rand(odds.shape[0], 1, device=odds.device) * odds.sum(1, keepdim=True)
    return (odds.cumsum(1)[:, :-1] < drawn).sum(1)


def play_turn(p: Position, plan: Plan, curious: float) -> Next:
    """One turn of every game, now and then a strange one."""
    batch, seats = p.left.shape
    row = torch.arange(batch, device=p.left.device)
    odd = (torch.rand(batch, device=p.left.device) < curious)[:, None, None]
    says = torch.where(odd, 0.25, plan.says)
    doubts = torch.where(odd, 0.25, plan.doubts) * may_doubt(p)[:, None]
    die = draw(constant(FACES, p.left.device).expand(batch, -1))
    number = draw(says[row, die])
    answers = torch.rand(batch, seats - 1, device=p.left.device) < doubts[row, number]
    nobody = seats - 1
    who = torch.where(answers, torch.arange(nobody, device=p.left.device), nobody).min(1).values
    kind = torch.where(who == nobody, 0, 1 + who + torch.where(number == die, 0, nobody))
    came = outcomes(p)
    at = Position(*(one[row, number, kind] for one in came.at))
    return go_on(at, came.winner[row, number, kind])


def rotate(types: Tensor, offset: Tensor) -> Tensor:
    """Of each seat, seen from the next roller."""
    seat = torch.arange(types.shape[1], device=types.device)
    return types.gather(1, (seat + offset[:, None]) % types.shape[1])


def set_to(old: Position, new: Position) -> None:
    for one, other in zip(old, new, strict=True):
        one.copy_(other)


def fresh_where(over: Tensor, at: Position, strange: float = 0.0) -> Position:
    """New games where old ones are over; some of them begin in the middle."""
    batch, seats = at.left.shape
    fresh = beginnings(batch, seats, at.left.device)
    if strange:
        odd = torch.rand(batch, device=at.left.device) < strange
        middle = anywhere(batch, seats, at.left.device)
        fresh = Position(*(choose(odd, one, two) for one, two in zip(middle, fresh, strict=True)))
    return Position(*(choose(over, new, old) for new, old in zip(fresh, at, strict=True)))
