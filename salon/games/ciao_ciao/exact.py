"""The bot that plays Ciao Ciao as it is solved: nobody can do better against it in the long run."""

from collections.abc import Sequence
from typing import NamedTuple

from salon.core.capabilities import Advice
from salon.core.contract import Bot
from salon.core.luck import Luck
from salon.core.refusal import Refusal
from salon.games.ciao_ciao.balance import Balance, balance, drops, position_of, source_of
from salon.games.ciao_ciao.model import Announce, Doubt, Move, View

FINE = 1_000_000_000  # parts in which a rate is drawn
AS_GOOD = 1e-6  # chances to win that are no reason to prefer a move


class Choice(NamedTuple):
    """A move on offer."""

    move: Move
    rate: float  # how often best play makes it
    worth: float  # the chance to win then


class Exact(Bot[View, Move]):
    """Mixes what is equally good just so that it cannot be read, and answers what best play never
    does as well as can be; where nobody knows the game, `elsewhere` plays."""

    def __init__(self, elsewhere: Bot[View, Move]) -> None:
        self._elsewhere = elsewhere

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        if source_of(len(view.pawns)) is None:
            return self._elsewhere.choose(view, moves, luck)
        return draw(choices(view, moves), luck)

    def advise(self, view: View, moves: Sequence[Move], played: Move, luck: Luck) -> Advice[Move]:  # noqa: ARG002
        """What was played, if nothing is better."""
        if source_of(len(view.pawns)) is None:
            raise Refusal("no_advice")
        found = choices(view, moves)
        best = max(found, key=lambda choice: choice.worth)
        mine = next(choice for choice in found if choice.move == played)
        if best.worth - mine.worth < AS_GOOD:
            return Advice(played, mine.worth, mine.worth)
        return Advice(best.move, best.worth, mine.worth)


def choices(view: View, moves: Sequence[Move]) -> list[Choice]:
    """Every move with what best play makes of it."""
    if view.phase == "drop":
        return drop_choices(view, moves)
    best = balance(position_of(view))
    return [choice(view, best, move) for move in moves]


def choice(view: View, best: Balance, move: Move) -> Choice:
    if isinstance(move, Announce):
        die, at = view.die or 0, move.number - 1
        return Choice(move, best.says[die][at], best.saying[die][at])
    at, seat = (view.number or 0) - 1, view.seat or 0
    rate = best.doubts[at][seat]
    if isinstance(move, Doubt):
        return Choice(move, rate, best.doubting[at][seat])
    return Choice(move, 1 - rate, best.believing[at][seat])


def drop_choices(view: View, moves: Sequence[Move]) -> list[Choice]:
    """The step whose fall costs least; of equals the lower."""
    worths = list(drops(position_of(view), view.seat or 0).values())
    best = worths.index(max(worths))
    return [Choice(move, float(at == best), worths[at]) for at, move in enumerate(moves)]


def draw(choices: Sequence[Choice], luck: Luck) -> Move:
    """One of them, each as often as best play makes it."""
    lot = luck.below(FINE) / FINE
    for choice in choices:
        if lot < choice.rate:
            return choice.move
        lot -= choice.rate
    return max(choices, key=lambda choice: choice.rate).move  # what rounding leaves
