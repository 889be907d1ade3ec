"""Holds the tensors that Ciao Ciao is learnt with against plain Python (PyTorch; seconds).

    python -m salon.games.ciao_ciao.learn_check

What can come of a turn must be what `position.py` says, which the tests hold against the rules;
what the nets say must be what `learnt.py` says.
"""

from pathlib import Path

import torch
from torch import Tensor

from salon.games.ciao_ciao import learnt
from salon.games.ciao_ciao.learn_nets import Pupil, read
from salon.games.ciao_ciao.learn_tables import (
    Next,
    Position,
    anywhere,
    flat,
    go_on,
    look,
    outcomes,
)
from salon.games.ciao_ciao.model import NUMBERS
from salon.games.ciao_ciao.position import (
    After,
    End,
    Stand,
    asked,
    believed,
    caught,
    upheld,
)
from salon.games.ciao_ciao.position import Position as Plain

MANY = 500
CLOSE = 1e-4
CPU = torch.device("cpu")


def plain(p: Position, row: int, roller: int = 0) -> Plain:
    """One position; its roller may sit anywhere."""
    seats = p.left.shape[1]
    stands = [
        Stand(
            int(p.left[row, place]),
            int(p.plank[row, place]),
            tuple(int(step) for step in p.steps[row, place] if step > 0),
        )
        for place in range(seats)
    ]
    turned = tuple(stands[(seat - roller) % seats] for seat in range(seats))
    return Plain(int(p.planks[row]), bool(p.owner[row]), turned, roller, int(p.arrivals[row]))


def check_outcomes(seats: int) -> int:
    """Every announcement, believed and doubted by everybody who may."""
    p = anywhere(MANY, seats, CPU)
    came = outcomes(p)
    then = go_on(flat(came.at), came.winner.reshape(-1))
    kinds = 2 * seats - 1
    checked = 0
    for row in range(MANY):
        at = plain(p, row)
        for number in NUMBERS:
            first = (row * len(NUMBERS) + number - 1) * kinds
            for kind, after in what_comes(at, number):
                assert same(then, first + kind, after), (at, number, kind, after)
                checked += 1
    return checked


def what_comes(at: Plain, number: int) -> list[tuple[int, After]]:
    """In the order of `Outcomes`; of a choice what our bots choose: the lower step falls."""
    found: list[tuple[int, After]] = [(0, believed(at, number))]
    for doubter in asked(at):
        found.append((doubter, upheld(at, number, doubter)[0]))
        found.append((len(at.pawns) - 1 + doubter, caught(at, number, doubter)))
    return found


def same(then: Next, row: int, after: After) -> bool:
    if isinstance(after, End):
        shares = then.share[row].tolist()
        return (
            bool(then.over[row]) and max(map(abs, map(float.__sub__, shares, after.shares))) < CLOSE
        )
    return not then.over[row] and plain(then.at, row, int(then.offset[row])) == after


def check_net(seats: int) -> float:
    """How far apart the net here and the net in plain Python are, at most."""
    p = anywhere(MANY, seats, CPU)
    pupil = Pupil(seats, CPU)
    read(pupil.pair.believed, Path(__file__).with_name(f"learnt_{seats}.bin"))
    with torch.no_grad():
        worths = torch.softmax(pupil.say(pupil.pair.believed, look(p)).worths, 1)
        plan = pupil.plan(p)
    return max(
        difference(plain(p, row), worths[row], *(one[row] for one in plan)) for row in range(MANY)
    )


def difference(at: Plain, worths: Tensor, says: Tensor, doubts: Tensor) -> float:
    said, may = learnt.say(at), asked(at)
    answers = [[rate * (seat in may) for seat, rate in enumerate(row, 1)] for row in said.doubts]
    apart = (
        torch.tensor(said.worths) - worths,
        torch.tensor(said.says) - says,
        torch.tensor(answers) - doubts,
    )
    return max(float(one.abs().max()) for one in apart)


def main() -> None:
    for seats in range(2, 6):
        print(f"{seats} seats: {check_outcomes(seats)} outcomes as in position.py")
    for seats in learnt.SEATS:
        print(f"{seats} seats: the nets are at most {check_net(seats):.1e} apart")


if __name__ == "__main__":
    main()
