"""The strongest bot of Cir*Kis: it sees with a learnt eye, and far ahead (search.py)."""

from collections.abc import Callable, Sequence

from salon.core.capabilities import Advice
from salon.core.contract import Bot
from salon.core.luck import Luck
from salon.games.cir_kis.model import NUMBER, PLACE, Move, Place, View
from salon.games.cir_kis.plain import Aim
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import MOST_ROUNDS, game, position
from salon.games.cir_kis.search import MANY, Findings, Judged, odds, search

SECONDS = 1.0  # that it thinks
GOOD_ENOUGH = 0.02  # of the odds that a first placement may be worse than the best
CLEAR = 0.12  # of the odds: less is noise (docs/cir_kis.md)

Clock = Callable[[], float]


def aim_of(view: View) -> Aim:
    """In a match the points of all rounds count."""
    return Aim(view.totals, view.round == MOST_ROUNDS) if view.match else Aim()


class Grandmaster(Bot[View, Move]):
    """Of several placements that are nearly as good it begins with any, and lays the best later."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.seconds = SECONDS
        self.most = MANY  # positions; for tests, which must not hang on the speed of a machine

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if not isinstance(moves[0], Place) or len(moves) == 1:
            return moves[0]
        now = position(game.imagine(view, view.seat, luck)).copy()
        first = now.leader is None
        found = self._search(view, now, exact=first).judged
        return PLACE[luck.choice(_good(found, view)) if first else found[0].number]

    def advise(self, view: View, moves: Sequence[Move], played: Move, luck: Luck) -> Advice[Move]:
        """The best placement beside the one that was played, if it is better by more than noise."""
        if not isinstance(played, Place):
            return Advice(moves[0], 1.0, 1.0)
        now = position(game.imagine(view, view.seat, luck)).copy()
        found = self._search(view, now, exact=True).judged
        number = NUMBER[Place(played.piece, tuple(sorted(played.spaces)))]
        own = odds(next(one.value for one in found if one.number == number), view.match)
        best = odds(found[0].value, view.match)
        if best - own <= CLEAR:
            return Advice(played, own, own)
        return Advice(PLACE[found[0].number], best, own)

    def _search(self, view: View, now: Position, *, exact: bool) -> Findings:
        end = self.clock() + self.seconds
        return search(
            now,
            most=self.most,
            seconds=self.seconds,
            exact=exact,
            aim=aim_of(view),
            is_late=lambda: self.clock() > end,
        )


def _good(found: list[Judged], view: View) -> list[int]:
    """Those that are nearly as good as the best."""
    best = odds(found[0].value, view.match)
    return [one.number for one in found if odds(one.value, view.match) >= best - GOOD_ENOUGH]
