"""Solves Ciao Ciao for two, all six kinds of it, backwards from the end.

    .venv/bin/python -m salon.games.ciao_ciao.learn_exact

writes salon/games/ciao_ciao/exact.bin, and says its SHA-256: the same on every machine.
"""

from hashlib import sha256

from rich.progress import Progress

from salon.games.ciao_ciao import duel
from salon.games.ciao_ciao.duel import Stake
from salon.games.ciao_ciao.model import NUMBERS
from salon.games.ciao_ciao.position import After, End, Position, believed, caught, upheld
from salon.games.ciao_ciao.solved import BYTES, FILE, KINDS, ONE, Layout

ROUNDING = 1e-12  # what the order of a sum may change


class Solution:
    """One kind of game. Each turn a pawn moves or falls, so that no position comes back."""

    def __init__(self, planks: int, owner_chooses: bool) -> None:
        self.layout = Layout(planks)
        self.owner_chooses = owner_chooses
        self._known: list[float | None] = [None] * self.layout.size

    def worth(self, position: Position) -> float:
        """The roller's chance to win."""
        at = self.layout.index(position)
        if (known := self._known[at]) is None:
            known = self._known[at] = duel.worth(self.stakes(position))
        return known

    def stakes(self, position: Position) -> list[Stake]:
        return [self._stake(position, number) for number in NUMBERS]

    def _stake(self, position: Position, number: int) -> Stake:
        roller, other = position.roller, 1 - position.roller
        stake = Stake(
            self._chance(believed(position, number), roller),
            min([self._chance(after, roller) for after in upheld(position, number, other)]),
            self._chance(caught(position, number, other), roller),
        )
        if stake.caught > stake.upheld + ROUNDING:
            raise ValueError(f"{position}: {number} is worth {stake}")  # duel.py counts on it
        return stake

    def _chance(self, after: After, seat: int) -> float:
        if isinstance(after, End):
            return after.shares[seat]
        return self.worth(after) if after.roller == seat else 1 - self.worth(after)


def solve(bar: Progress) -> bytes:
    table = bytearray()
    for planks, owner_chooses in KINDS:
        solution = Solution(planks, owner_chooses)
        name = f"{planks} planks, {'owner' if owner_chooses else 'highest'}"
        positions = solution.layout.positions(owner_chooses)
        for position in bar.track(positions, total=solution.layout.size, description=name):
            table += round(solution.worth(position) * ONE).to_bytes(BYTES, "little")
    return bytes(table)


def main() -> None:
    with Progress() as bar:
        table = solve(bar)
    FILE.write_bytes(table)
    print(f"{FILE.name}: {len(table) // BYTES:,} positions, SHA-256 {sha256(table).hexdigest()}")


if __name__ == "__main__":
    main()
