"""How often Sly does what, for many games of Ciao Ciao at once: to learn beside, and against."""

from typing import NamedTuple

import torch
from torch import Tensor

from salon.games.ciao_ciao.learn_tables import Plan, Position, may_doubt

CROSSES, EACH = 1 / 3, 1 / 6
CERTAIN = 1e9


class Hopes(NamedTuple):
    """The strength of each seat [B, n, …], as `bot.Hope` has it."""

    now: Tensor
    ahead: Tensor  # by number
    fallen: Tensor


class Stakes(NamedTuple):
    """What it means to bluff with each number [B, 4], as `bot.Stakes` has it."""

    believed: Tensor
    caught: Tensor
    room: Tensor


def sly(p: Position) -> Plan:
    hopes = hopes_of(p)
    doubter = boldest(hopes)
    stakes = stakes_of(hopes, doubter)
    rates, worth = spread(stakes)
    often = (stakes.believed - worth[:, None]) / (stakes.believed - stakes.caught)
    others = torch.arange(p.left.shape[1] - 1, device=p.left.device)
    doubts = often.clamp(0, 1)[..., None] * (others == doubter[:, None])[:, None]
    honest = torch.eye(4, device=p.left.device).expand(len(rates), 4, 4)
    says = torch.cat([honest, (rates / rates.sum(1, keepdim=True))[:, None]], 1)
    return Plan(says, torch.where(lost(p), 1.0, doubts) * may_doubt(p)[:, None])


def hopes_of(p: Position) -> Hopes:
    seats = p.left.shape[1]
    across = (p.steps > 0).sum(2)
    left = p.left + across
    numbers = torch.arange(5, device=p.left.device)
    way = ((p.plank[..., None] - 1 + numbers) / p.planks[:, None, None]).clamp(max=1)
    way = across[..., None] + torch.where(p.plank[..., None] > 0, way, 0.0)
    hope = strength(left[..., None], way, seats)
    down = torch.where(p.plank > 0, across, across - 1).float()
    return Hopes(hope[..., 0], hope[..., 1:], strength(left - 1, down, seats))


def strength(left: Tensor, way: Tensor, seats: int) -> Tensor:
    found = left.clamp(min=0).float() ** 1.75 * torch.exp(way * seats / 4) * (way - 1).clamp(min=1)
    return torch.where(way >= 3, CERTAIN, found)


def boldest(hopes: Hopes) -> Tensor:
    """Of those after the roller, the first who keeps most when wrong [B]."""
    now, fallen = hopes.now[:, 1:], hopes.fallen[:, 1:]
    keeps = torch.where(now > 0, fallen / now.clamp(min=1e-9), -1.0)
    order = torch.arange(keeps.shape[1], device=keeps.device)
    best = keeps >= keeps.max(1, keepdim=True).values
    return torch.where(best, order, len(order)).min(1).values


def stakes_of(hopes: Hopes, doubter: Tensor) -> Stakes:
    row = torch.arange(len(doubter), device=doubter.device)
    now, fallen = hopes.now[row, doubter + 1, None], hopes.fallen[row, doubter + 1, None]
    ahead, rolls_on = hopes.ahead[row, doubter + 1], hopes.ahead[:, 0]
    rest = hopes.now.sum(1, keepdim=True) - hopes.now[:, :1] - now
    if_believed, if_wrong = rolls_on + now + rest, rolls_on + fallen + rest
    if_caught = hopes.fallen[:, :1] + ahead + rest
    risk = now / if_believed - fallen / if_wrong
    gain = ahead / if_caught - now / if_believed
    believed, caught = rolls_on / if_believed, hopes.fallen[:, :1] / if_caught
    return Stakes(believed, caught, EACH * risk / gain)


def spread(stakes: Stakes) -> tuple[Tensor, Tensor]:
    """How often to bluff with each number [B, 4], and what a bluff is then worth [B]."""
    by_worth, order = torch.sort(stakes.believed, dim=1, descending=True, stable=True)
    rooms = stakes.room.gather(1, order)
    rest = torch.full_like(rooms[:, 0], CROSSES)
    rates, worth = torch.zeros_like(rooms), stakes.caught.max(1).values
    done = torch.zeros_like(rest, dtype=torch.bool)
    for at in range(4):
        rates[:, at] = torch.where(done, 0.0, torch.minimum(rooms[:, at], rest))
        rest = rest - rates[:, at]
        filled = ~done & (rest <= 1e-9)
        worth = torch.where(filled, by_worth[:, at], worth)
        done = done | filled
    rates = torch.zeros_like(rates).scatter(1, order, rates)
    cheapest = (stakes.caught == stakes.caught.max(1, keepdim=True).values).float()
    first = cheapest * (cheapest.cumsum(1) == 1)
    return (rates + first * torch.where(done, 0.0, rest)[:, None]).clamp(min=0), worth


def lost(p: Position) -> Tensor:
    """For whom an announcement that stands ends the game, and others win [B, 4, doubter]."""
    numbers = torch.arange(1, 5, device=p.left.device)
    over = p.plank[:, :1] + numbers > p.planks[:, None]
    third = over & ((p.steps[:, :1] > 0).sum(2) == 2)
    last = ((p.plank > 0).sum(1) == 1) & (p.left[:, 0] == 1)
    points = p.steps.sum(2)
    points[:, 0] += p.arrivals + 1
    leads = points == points.max(1, keepdim=True).values
    return third[..., None] | (over[..., None] & last[:, None, None] & ~leads[:, None, 1:])
