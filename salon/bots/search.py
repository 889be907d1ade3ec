"""A bot that searches: information-set Monte Carlo tree search.

Each round imagines a whole table that its view could belong to, walks down one tree of moves that
all these worlds share, goes on for a few moves more, and asks the game's own `value` how it looks.
Where only some worlds allow a move, it is compared with the moves it was there together with.

It fits games of turns whose moves are a list. After its own move it goes on with whoever is
awaited; of several the first, so that of secret moves at once the others seem to know its own.
It expects nothing of seats that may act and are not awaited, invents no free text, and lets no
time pass: where a table waits only for its clock, it looks no further.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from salon.core.can import what_can
from salon.core.capabilities import Advice
from salon.core.contract import Bot, Game, M, S, Seat
from salon.core.luck import Luck

CURIOSITY = 0.7  # how much a move that was seldom tried attracts
TRUST = 4.0  # visits that a first opinion is worth
GLANCE = 2.0  # and a glance at a table that is only imagined
MANY = 1_000_000


class Seated(Protocol):
    """A view that says whose it is."""

    @property
    def seat(self) -> Seat | None: ...


Vw = TypeVar("Vw", bound=Seated)


class Node:
    """What is known of a move: how often it was possible and tried, and what came of it."""

    __slots__ = ("children", "met", "seat", "total", "visits")

    def __init__(self, seat: Seat | None, opinion: float = 0.0, trust: float = 0.0) -> None:
        self.seat = seat  # who moved here
        self.met = 0.0
        self.visits = trust
        self.total = trust * opinion
        self.children: dict[Any, Node] = {}

    def appeal(self) -> float:
        curiosity = CURIOSITY * sqrt(log(self.met + 1) / (self.visits or 1e-9))
        return self.total / (self.visits or 1) + curiosity


class Search(Bot[Vw, M], Generic[S, Vw, M]):
    """Plays a game of turns whose states it can value, within its seconds a move."""

    def __init__(
        self,
        game: Game[S, M, Any, Any, Any],
        *,
        seconds: float,
        value: Callable[[S], Sequence[float]],
        depth: int,
    ) -> None:
        self.game = game
        self.can = what_can(game)
        self.seconds = seconds
        self.value = value  # for each seat, between 0 and 1
        self.depth = depth  # moves beyond the tree
        self.most = MANY  # rounds; for tests, which must not hang on the speed of a machine
        self.rounds = 0  # of the last search

    def opinion(self, view: Vw, moves: Sequence[M]) -> list[float] | None:  # noqa: ARG002
        """What to think of the moves before searching, between 0 and 1; None: nothing."""
        return None

    def world(self, view: Vw, seat: Seat, luck: Luck) -> S:
        """A table for one round, which may change it: any that the view could belong to."""
        return self.game.imagine(view, seat, luck)

    def glance(self, world: S, seat: Seat, moves: Sequence[Any]) -> list[float] | None:  # noqa: ARG002
        """The same for a seat of an imagined table, and quick; None: each is tried once, anyhow."""
        return None

    def further(self, world: S) -> int:  # noqa: ARG002
        """How many moves to go on beyond the tree."""
        return self.depth

    def choose(self, view: Vw, moves: Sequence[M], luck: Luck) -> M | None:
        if len(moves) == 1:
            return moves[0]
        root = self.search(view, moves, luck)
        return max(moves, key=lambda move: _merit(root.children.get(move)))

    def advise(self, view: Vw, moves: Sequence[M], played: M, luck: Luck) -> Advice[M]:
        """What it would have done, beside what was played."""
        root = self.search(view, moves, luck)
        best = max(moves, key=lambda move: _merit(root.children.get(move)))
        return Advice(best, _odds(root.children.get(best)), _odds(root.children.get(played)))

    def search(self, view: Vw, moves: Sequence[M], luck: Luck) -> Node:
        """What is known of the moves when the time is over."""
        end, seat = monotonic() + self.seconds, view.seat
        assert seat is not None
        root = Node(None)
        for move, liking in zip(moves, self.opinion(view, moves) or (), strict=False):
            root.children[move] = Node(seat, liking, TRUST)
        self.rounds = 0
        while self.rounds < self.most and (monotonic() < end or not self.rounds):
            self._explore(root, self.world(view, seat, luck), seat, luck)
            self.rounds += 1
        return root

    def _explore(self, root: Node, world: S, asked: Seat, luck: Luck) -> None:
        """One imagined table, as far as the tree knows it and a little further."""
        path, node, seat = [root], root, asked
        for _ in range(200):
            moves = self.game.moves(world, seat)
            fresh = [move for move in moves if move not in node.children]
            likings = self.glance(world, seat, moves) if fresh else None
            if likings is not None:
                self._welcome(node, seat, moves, likings)
            unknown = fresh and likings is None
            move = luck.choice(fresh) if unknown else self._best(node, moves)
            for other in moves:
                if other in node.children:
                    node.children[other].met += 1
            if unknown:
                node.children[move] = Node(seat)
                node.children[move].met = 1
            self.game.play(world, seat, self.can.prepare(world, seat, move), luck)
            node = node.children[move]
            path.append(node)
            then = self._next(world)
            if fresh or then is None:
                break
            seat = then
        self._play_on(world, luck)
        self._remember(path, self.value(world))

    def _welcome(
        self, node: Node, seat: Seat, moves: Sequence[Any], likings: Sequence[float]
    ) -> None:
        """Moves that are new here, each with what it seems worth."""
        for move, liking in zip(moves, likings, strict=True):
            if move not in node.children:
                node.children[move] = Node(seat, liking, GLANCE)
                node.children[move].met = 1

    def _next(self, world: S) -> Seat | None:
        """Whose move the table waits for; of several, the first."""
        return min(self.game.awaited(world), default=None)

    def _best(self, node: Node, moves: Sequence[Any]) -> Any:
        children = node.children
        return max(moves, key=lambda move: children[move].appeal())

    def _play_on(self, world: S, luck: Luck) -> None:
        for _ in range(self.further(world)):
            seat = self._next(world)
            if seat is None:
                return
            move = self.follow(world, seat, self.game.moves(world, seat), luck)
            self.game.play(world, seat, self.can.prepare(world, seat, move), luck)

    def follow(self, world: S, seat: Seat, moves: Sequence[Any], luck: Luck) -> Any:  # noqa: ARG002
        """How the game goes on beyond the tree: anyhow."""
        return luck.choice(moves)

    def _remember(self, path: list[Node], values: Sequence[float]) -> None:
        for node in path:
            if node.seat is not None:
                node.visits += 1
                node.total += values[node.seat]


def _odds(node: Node | None) -> float:
    """Of winning, after this move; one that was never tried did not look worth it."""
    return 0.0 if node is None or not node.visits else node.total / node.visits


def _merit(node: Node | None) -> float:
    """Tried often is good; an opinion alone counts little."""
    return -1.0 if node is None else node.visits + node.total / (node.visits or 1)
