"""The search in plain Python, for machines that have no fast core: the same answers, slower.

Two sides are searched by alpha-beta. Where there are several each looks for itself, at the few
placements that promise most: I take the best; of the others, who may see it otherwise, each takes a
worse one the less often the worse it is.

It is fast/search.h, placement by placement: what one changes the other must.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from salon.core.contract import Seat
from salon.games.cir_kis.core import CHANCES, KEYS, SURE
from salon.games.cir_kis.eye import worth
from salon.games.cir_kis.position import LONG_GOAL, Position, sides

WON, POINT, DEEPEST, MEMORIES, CLOCK = 1 << 24, 256, 60, 1 << 18, 1024
MANY_IDEAS, DEEP = 6, 3  # from the seventh idea on one step less, where there are three
FEW, FEWER = 6, 3  # ideas of each of several sides that are looked at; of the last
HALF_AS_OFTEN, FAR = 1500, 100 * POINT
NOTHING = -1

Bound = int
AT_LEAST, AT_MOST, EXACT = 1, 2, 3
Window = tuple[int, int]
ALL: Window = (-2 * WON, 2 * WON)


class Idea(NamedTuple):
    value: int  # for who lays it
    number: int


WORST = Idea(-2 * WON, NOTHING)


class Node(NamedTuple):
    now: Position
    laid: int  # the key of what was laid since the search began
    ply: int  # so many placements


class Memory(NamedTuple):
    key: int
    depth: int
    best: Idea
    bound: Bound


class Aim(NamedTuple):
    """What the round is played for."""

    totals: Sequence[int] = ()  # of the rounds before, in a match
    last_round: bool = False


class OutOfTime(Exception):
    """The search has to answer with what it has."""


class Search:
    """For one side against all others, deeper and deeper while there is time."""

    def __init__(self, now: Position, aim: Aim, most: int, is_late: Callable[[], bool]) -> None:
        self.now, self.me, self.aim = now, now.turn, aim
        self.root = Node(now, 0, 0)
        self.several = len(now.glass) > 2 and not now.teams
        self.most, self.is_late = most, is_late
        self.looked = self.asked = 0
        self.depth = 1
        self.memories: dict[int, Memory] = {}

    # What a position is worth

    def is_ours(self, seat: Seat) -> bool:
        return is_partner(self.now, seat, self.me)

    def others(self, counts: Sequence[int], me: Seat) -> list[int]:
        return [count for seat, count in enumerate(counts) if not is_partner(self.now, seat, me)]

    def sums(self, scores: Sequence[int]) -> list[int]:
        """Of each seat's side, all rounds together."""
        before = self.aim.totals or [0] * len(scores)
        return sides([a + b for a, b in zip(scores, before, strict=True)], self.now.teams)

    def lead(self, scores: Sequence[int], me: Seat) -> int:
        """How far this side is ahead of the best other."""
        sums = self.sums(scores)
        return sums[me] - max(self.others(sums, me))

    def wins(self, then: Position, me: Seat) -> int:
        """1, 0 if the victory is shared, -1. Points, then unplayed pieces (CK15)."""
        unplayed = sides([sum(left) for left in then.left], then.teams)
        merits = [64 * s + left for s, left in zip(self.sums(then.scores), unplayed, strict=True)]
        best = max(self.others(merits, me))
        return (merits[me] > best) - (merits[me] < best)

    def is_decided(self, then: Position) -> bool:
        if not self.aim.totals or self.aim.last_round:
            return True
        return max(self.sums(then.scores)) >= LONG_GOAL

    def verdict(self, then: Position, me: Seat, ply: int) -> int:
        """A round that is over: the sooner it is won the better."""
        if not self.is_decided(then):
            return POINT * self.lead(then.scores, me)
        return self.wins(then, me) * (WON - ply)

    def glance(self, then: Position, over: bool, me: Seat, ply: int) -> int:
        """What it looks like to this side, without looking further."""
        if over:
            return self.verdict(then, me, ply)
        if not self.aim.totals:
            return worth(then, me)
        return worth(then, me, margin=True) + POINT * self.lead([0] * len(then.scores), me)

    # What was found before

    def key(self, node: Node) -> int:
        now = node.now
        key = node.laid ^ KEYS.turn[2 * now.turn + now.free]
        if now.leader is not None:
            key ^= KEYS.leader[now.leader]
        for seat, score in enumerate(now.scores):
            key ^= KEYS.score[seat][min(score // 5, 15)]
        return key

    def recall(self, key: int) -> Memory | None:
        memory = self.memories.get(key % MEMORIES)
        return memory if memory is not None and memory.key == key else None

    def remember(self, key: int, depth: int, best: Idea, window: Window) -> None:
        low, high = window
        bound = AT_MOST if best.value <= low else AT_LEAST if best.value >= high else EXACT
        self.memories[key % MEMORIES] = Memory(key, depth, best, bound)

    # Looking ahead

    def check(self) -> None:
        if self.looked >= self.most:
            raise OutOfTime
        if self.looked // CLOCK != self.asked:
            self.asked = self.looked // CLOCK
            if self.is_late():
                raise OutOfTime

    def ideas(self, node: Node) -> list[Idea]:
        """Every placement with what it looks like to who lays it: of two sides what one fears
        the other hopes, of several each has hopes of its own."""
        me = node.now.turn if self.several else self.me
        found, sign = [], 1 if is_partner(self.now, node.now.turn, me) else -1
        for number in node.now.legal():
            then = node.now.copy()
            over = then.place(number).end is not None
            found.append(Idea(sign * self.glance(then, over, me, node.ply + 1), number))
        self.looked += len(found)
        return found

    def try_it(self, node: Node, number: int, depth: int, window: Window) -> int:
        """What comes of a placement, for who lays it."""
        now, ply = node.now, node.ply + 1
        then, ours = now.copy(), self.is_ours(now.turn)
        if then.place(number).end is not None:
            value = self.verdict(then, self.me, ply)
            return value if ours else -value
        after = Node(then, node.laid ^ KEYS.laid[number][now.turn], ply)
        if ours == self.is_ours(then.turn):
            return self.look(after, depth - 1, window)
        low, high = window
        return -self.look(after, depth - 1, (-high, -low))

    def weigh(self, node: Node, idea: int, rank: int, depth: int, window: Window) -> int:
        """The first with all doubt, the others only asked whether they are better."""
        if not rank:
            return self.try_it(node, idea, depth, window)
        low, high = window
        less = rank >= MANY_IDEAS and depth >= DEEP
        value = self.try_it(node, idea, depth - less, (low, low + 1))
        if less and value > low:
            value = self.try_it(node, idea, depth, (low, low + 1))
        return self.try_it(node, idea, depth, window) if low < value < high else value

    def look(self, node: Node, depth: int, window: Window) -> int:
        """The value for who is to move, exact between low and high."""
        self.check()
        key, (low, high) = self.key(node), window
        memory = self.recall(key)
        if memory is not None and answers(memory, depth, window):
            return memory.best.value
        first = memory.best.number if memory is not None and depth > 1 else NOTHING
        ideas = sorted(self.ideas(node), key=lambda idea: (idea.number != first, -idea.value))
        best = ideas[0] if depth == 1 else WORST
        for rank, (_, number) in enumerate(ideas if depth > 1 else ()):
            value = self.weigh(node, number, rank, depth, (max(low, best.value), high))
            if value > best.value:
                best = Idea(value, number)
            if best.value >= high:
                break
        self.remember(key, depth, best, window)
        return best.value

    # Several sides

    def hope(self, then: Position, over: bool, seat: Seat, ply: int) -> int:
        """The chance of winning, which unlike its logarithm has a mean; in a match points."""
        value = self.glance(then, over, seat, ply)
        if self.aim.totals:
            return max(-FAR, min(FAR, value))
        return CHANCES[max(-SURE, min(SURE, value)) + SURE]

    def mixed(self, found: list[list[int]], mover: Seat) -> list[int]:
        """What comes of it on average, if better ones are laid more often."""
        best = max(hopes[mover] for hopes in found)
        step = 2 * POINT if self.aim.totals else HALF_AS_OFTEN
        weights = [1024 >> (best - hopes[mover]) // step for hopes in found]
        total = sum(weights)
        return [
            sum(weight * hope for weight, hope in zip(weights, column, strict=True)) // total
            for column in zip(*found, strict=True)
        ]

    def try_for_each(self, node: Node, number: int, depth: int) -> list[int]:
        """What comes of a placement for each seat."""
        then, ply = node.now.copy(), node.ply + 1
        over = then.place(number).end is not None
        if over or depth == 1:
            return [self.hope(then, over, seat, ply) for seat in range(len(then.glass))]
        return self.look_for_each(Node(then, 0, ply), depth - 1)

    def look_for_each(self, node: Node, depth: int) -> list[int]:
        self.check()
        mover = node.now.turn
        mine = mover == self.me
        few = FEW if depth > 1 else 1 if mine else FEWER
        ideas = in_order(self.ideas(node))[:few]
        found = [self.try_for_each(node, number, depth) for _, number in ideas]
        return max(found, key=lambda hopes: hopes[mover]) if mine else self.mixed(found, mover)

    def weigh_for_me(self, number: int, depth: int) -> int:
        then = self.now.copy()
        if then.place(number).end is not None:
            return self.verdict(then, self.me, 1)
        value = self.look_for_each(Node(then, 0, 1), depth - 1)[self.me]
        return value if self.aim.totals else bisect_left(CHANCES, value) - SURE

    # The root

    def run(self, exact: bool) -> list[Idea]:
        """All placements, the best first; all values exact if asked for."""
        ideas = in_order(self.ideas(self.root))
        while self.depth + 1 < DEEPEST and not (not exact and is_settled(ideas)):
            before = ideas.copy()
            try:
                self.deepen(ideas, self.depth + 1, exact)
            except OutOfTime:
                return before if exact else ideas
            ideas = in_order(ideas) if exact else ideas
            self.depth += 1
        return ideas

    def weigh_first(self, number: int, rank: int, depth: int, window: Window) -> int:
        if self.several:
            return self.weigh_for_me(number, depth)
        if window == ALL:
            return self.try_it(self.root, number, depth, ALL)
        return self.weigh(self.root, number, rank, depth, window)

    def deepen(self, ideas: list[Idea], depth: int, exact: bool) -> None:
        """Every placement anew, one step deeper."""
        low = -2 * WON
        for rank, (_, number) in enumerate(ideas.copy()):
            value = self.weigh_first(number, rank, depth, ALL if exact else (low, 2 * WON))
            ideas[rank] = Idea(value, number)
            if value > low:
                low = value
                if not exact:
                    ideas.insert(0, ideas.pop(rank))


def is_partner(now: Position, one: Seat, other: Seat) -> bool:
    return one == other or (now.teams and (one - other) % 2 == 0)


def in_order(ideas: list[Idea]) -> list[Idea]:
    return sorted(ideas, key=lambda idea: -idea.value)


def is_settled(ideas: list[Idea]) -> bool:
    return len(ideas) == 1 or ideas[0].value > WON - DEEPEST


def answers(memory: Memory, depth: int, window: Window) -> bool:
    if memory.depth != depth:
        return False
    value, (low, high) = memory.best.value, window
    return (
        memory.bound == EXACT
        or (memory.bound == AT_LEAST and value >= high)
        or (memory.bound == AT_MOST and value <= low)
    )
