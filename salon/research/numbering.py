"""Moves as numbers: what a seat may do, counted, so that a number means the same at every turn.

A game says in its `actions.py` what its moves are called when nobody asks at which turn: `names`
is all that can ever be done, `called` the names of a move on offer, and where there is free text
`write` makes of such a name and a view the move itself. Of a game without that file the moves of
each kind are counted in the order in which they are offered.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_args

from salon import games

__all__ = ["Numbering", "numbering"]

WAIT = "wait"  # of a seat that may act and need not
MOST = 100  # moves of a kind, where they have no names


class Numbering:
    """The numbers of a game's moves, at so many seats."""

    def __init__(self, name: str, seats: int) -> None:
        self._actions = _actions(name)
        self.names: list[str] = [*self._actions.names(seats), WAIT]
        self.wait = len(self.names) - 1
        self._number = {name: number for number, name in enumerate(self.names)}
        self._known: dict[Any, tuple[int, ...]] = {}
        self.writes: Callable[[str, Any, Any], Any] | None = getattr(self._actions, "write", None)

    def offer(self, moves: Sequence[Any]) -> dict[int, Any]:
        """The moves by number; of several with one number the first."""
        known = self._known
        found: dict[int, Any] = {}
        for move in moves:
            for number in known.get(move) or self._learn(move, moves):
                found.setdefault(number, move)
        return found

    def _learn(self, move: Any, moves: Sequence[Any]) -> tuple[int, ...]:
        if isinstance(self._actions, Ranks):  # hangs on what else is offered
            return (self._number[self._actions.rank(move, moves)],)
        numbers = tuple(self._number[name] for name in self._actions.called(move))
        self._known[move] = numbers
        return numbers


class Ranks:
    """For games that have no names for their moves."""

    def __init__(self, name: str) -> None:
        move = games.load(name).types.move
        self.kinds = [kind.__name__ for kind in get_args(move) or (move,)]

    def names(self, seats: int) -> list[str]:  # noqa: ARG002
        return [f"{kind} {rank}" for kind in self.kinds for rank in range(MOST)]

    def rank(self, move: Any, moves: Sequence[Any]) -> str:
        alike = [other for other in moves if type(other) is type(move)]
        return f"{type(move).__name__} {alike.index(move)}"


def _actions(name: str) -> Any:
    module = games.part(name, "actions")
    return Ranks(name) if find_spec(module) is None else import_module(module)


@cache
def numbering(name: str, seats: int) -> Numbering:
    return Numbering(name, seats)
