"""The bots of Bluff, and who stands in."""

from collections.abc import Sequence

from salon.core.contract import Bot
from salon.core.luck import Luck
from toys.bluff.model import CROSS, Announce, Doubt, Move, View


class Honest(Bot[View, Move]):
    """Says what is true when something is, and doubts once in so many times."""

    def __init__(self, boasts: tuple[int, ...], doubts: tuple[int, ...]) -> None:
        self.boasts = boasts  # what to say on a cross
        self.doubts = doubts  # of six times, by the number that was said

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move:
        if view.phase == "announce":
            number = luck.choice(self.boasts) if view.die == CROSS else view.die
            return next(
                move for move in moves if isinstance(move, Announce) and move.number == number
            )
        assert view.number is not None
        doubts = luck.below(6) < self.doubts[view.number]
        return next(move for move in moves if isinstance(move, Doubt) == doubts)


bots: dict[str, Bot[View, Move]] = {
    "novice": Honest((3, 4), (0, 1, 1, 1, 1)),
    "regular": Honest((1, 2, 3), (0, 1, 1, 2, 3)),
    "sly": Honest((1, 2, 3, 4), (0, 1, 2, 4, 5)),
}
stand_in = Honest((1, 2, 3, 4), (0, 0, 0, 0, 0))
pace = (0.3, 0.9)
