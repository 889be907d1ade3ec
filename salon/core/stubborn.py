"""Stubborn people: whether those who are here can keep a table from ending for ever.

They never leave, have strong habits, and learn: where a table ends they go back a little and try
it with other habits, as often as they like, up to a bound. A table that outlives it breaks the law.
"""

from collections import Counter
from typing import Any, Generic, TypeVar

from salon.core.contract import E, Game, Illegal, M, O, S, Seat, V
from salon.core.lawbook import NO_STALLING, OFFERS, Broken
from salon.core.luck import FastLuck, Luck
from salon.core.table import Entry, Moved, Table, Ticked, copy
from salon.core.walks import Kind, by_kind, check_tick, same_fairness, scribble

TRIES = 40  # ends after which they give up, unless they held it up a tenth longer than before
LEGS = (10, 30)  # entries, after which they remember where they are
BACK = (0, 0, 0, 1, 10)  # how many such places they go back beyond the last
LIKINGS = (0, 0, 1, 100)  # nothing is done that is not liked while something else can happen
QUICKEST = 100  # ms between two moves
HASTE = (QUICKEST, 1_000, 10_000, None)  # None: just before the bell
LATELY = 60  # entries that are told, where it does not end
KEPT = 4  # of so many habits they change one

T = TypeVar("T")


class Habits:
    """Who likes to do what, drawn when it is first asked."""

    def __init__(self, luck: Luck, old: "Habits | None" = None) -> None:
        self.luck = luck
        old = old if luck.below(8) else None
        self.likings: dict[Kind, int] = {} if old is None else _most(old.likings, luck)
        if luck.below(2):  # no more half measures
            self.likings = {kind: liking * (liking > 1) for kind, liking in self.likings.items()}
        given = {} if old is None else _most(old.ways, luck)
        self.ways: dict[str, Any] = {
            "haste": luck.choice(HASTE),
            "scribbles": luck.choice((0, 1, 3)),  # of three texts
            "patient": luck.below(2) == 0,  # rather waits than does what nobody likes
            "alike": luck.below(2) == 0,  # all like the same
            **given,
        }

    def liking(self, seat: Seat, kind: Kind) -> int:
        of = (None if self.ways["alike"] else seat, *kind)
        if of not in self.likings:
            self.likings[of] = self.luck.choice(LIKINGS)
        return self.likings[of]


def _most(habits: dict[Any, T], luck: Luck) -> dict[Any, T]:
    return {name: habit for name, habit in habits.items() if luck.below(KEPT)}


class Stubborn(Generic[S, M, E, V, O]):
    """One table, and all the ways in which its people tried to hold it up."""

    def __init__(self, game: Game[S, M, E, V, O], options: O, seats: int) -> None:
        self.where = f"{game.name} {options} seats={seats}"
        self.game = game
        self.luck: Luck = FastLuck(f"stubborn {self.where}")
        self.habits = Habits(self.luck)
        self.table = Table(game, options, seats, same_fairness("stubborn"))
        self.places = [(0, copy(self.table.state))]  # how far they were, to go back to
        self.longest = 0
        self.tries = 0

    def hold_up(self, bound: int) -> int:
        """How long the longest table was, in entries; Broken if it does not end."""
        while self.tries < TRIES:
            ended, length = self._go_on(), len(self.table.entries)
            if length > bound:
                what = f"{length} entries, the last of them {self._lately()}"
                raise Broken(NO_STALLING, what, self.where)
            if length > 1.1 * self.longest:
                self.longest, self.tries = length, 0
            if ended:
                self._go_back()
            else:
                self.places.append((length, copy(self.table.state)))
        return self.longest

    def _go_on(self) -> bool:
        """Whether it ended."""
        for _ in range(self.luck.choice(LEGS)):
            self._step()
            if self.game.result(self.table.state) is not None:
                return True
        return False

    def _go_back(self) -> None:
        self.tries += 1
        del self.places[max(1, len(self.places) - self.luck.choice(BACK)) :]
        entries, state = self.places[-1]
        del self.table.entries[entries:]
        self.table.state = copy(state)
        self.habits = Habits(self.luck, self.habits)

    def _lately(self) -> str:
        kinds = Counter(map(_told, self.table.entries[-LATELY:]))
        return ", ".join(f"{times} {kind}" for kind, times in kinds.most_common())

    # What happens next.

    def _step(self) -> None:
        table, clock = self.table, self.table.can.clock(self.table.state)
        now = self._when(clock)
        if due := table.due(now):
            self._tick(due)
        elif found := self._liked() or self._disliked(clock):
            self._act(*found, now)
        else:
            assert clock is not None, "the laws: a table waits for somebody or for the clock"
            self._tick(Ticked(max(clock, table.state.now)))

    def _tick(self, tick: Ticked) -> None:
        self.table.redo(tick)
        check_tick(self.table.can, self.table.state)

    def _when(self, clock: int | None) -> int:
        now, haste = self.table.state.now, self.habits.ways["haste"]
        if haste is None:
            return max(now + QUICKEST, now if clock is None else clock - 1)
        return now + int(haste)

    def _liked(self) -> tuple[Seat, M] | None:
        """Anybody who can do something that he likes."""
        for seat in self._in_any_order():
            kinds = by_kind(self.game.moves(self.table.state, seat))
            likings = {kind: self.habits.liking(seat, kind) for kind in kinds}
            if any(likings.values()):
                return seat, self.luck.choice(kinds[_drawn(likings, self.luck)])
        return None

    def _disliked(self, clock: int | None) -> tuple[Seat, M] | None:
        """Anything, where nobody likes anything: but time may pass instead."""
        if clock is not None and self.habits.ways["patient"]:
            return None
        for seat in self._in_any_order():
            if moves := self.game.moves(self.table.state, seat):
                return seat, self.luck.choice(moves)
        return None

    def _in_any_order(self) -> list[Seat]:
        order = list(range(self.table.seats))
        self.luck.shuffle(order)
        return order

    def _act(self, seat: Seat, move: M, now: int) -> None:
        """In place: an illegal text leaves no trace."""
        table = self.table
        if self.luck.below(3) < self.habits.ways["scribbles"]:
            try:
                table.redo(Moved(now, seat, table.prepare(seat, scribble(move, self.luck))))
                return
            except Illegal:
                pass
        try:
            table.redo(Moved(now, seat, table.prepare(seat, move)))
        except Illegal as refusal:
            what = f"{move} was offered to seat {seat}: {refusal}"
            raise Broken(OFFERS, what, self.where) from None


def _drawn(likings: dict[Kind, int], luck: Luck) -> Kind:
    place = luck.below(sum(likings.values()))
    for kind, liking in likings.items():
        place -= liking
        if place < 0:
            return kind
    raise AssertionError("nothing is liked")


def _told(entry: Entry) -> str:
    return type(entry.move if isinstance(entry, Moved) else entry).__name__
