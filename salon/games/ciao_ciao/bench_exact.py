"""How much anybody can win against Ciao Ciao's exact bot by knowing how it plays: from everywhere.

    .venv/bin/python -m salon.games.ciao_ciao.bench_exact [--planks 6]

A best response by `rules.py` alone: it plays every number and every answer on the real table, and
asks the bot how often it does what. Minutes.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from rich.progress import Progress

from salon.core.luck import FastLuck
from salon.core.table import copy
from salon.games.ciao_ciao import solved
from salon.games.ciao_ciao.exact import choices
from salon.games.ciao_ciao.model import (
    CROSS,
    FACES,
    NUMBERS,
    PAWNS,
    Move,
    Options,
    Pawns,
    State,
)
from salon.games.ciao_ciao.position import Position, Stand
from salon.games.ciao_ciao.rules import game

LUCK = FastLuck("any die: each is tried")
DEPTH = 10_000  # of the longest game
SHARE = {die: FACES.count(die) / len(FACES) for die in FACES}

Both = tuple[float, float]  # what each seat can win at most, when the other is the bot
Table = tuple[object, ...]  # what the rest of the game depends on


class Said(NamedTuple):
    """What one number comes to."""

    doubt: float  # how often the bot doubts it
    truth: float  # how often the bot says it and has rolled it
    lie: float  # … and has not
    believed: Both
    upheld: Both
    caught: Both


class Rival:
    """Somebody who knows the bot's every habit, and has all the time in the world."""

    def __init__(self) -> None:
        self._known: dict[Table, Both] = {}

    def best(self, state: State) -> Both:
        """Before the die falls."""
        table = seen(state)
        if (known := self._known.get(table)) is None:
            known = self._known[table] = self._turn(state)
        return known

    def _turn(self, state: State) -> Both:
        habits = self._habits(state)
        said = [self._say(state, number, habits) for number in NUMBERS]
        roller, other = state.roller, 1 - state.roller
        rolling = sum(share * best_said(said, die, roller) for die, share in SHARE.items())
        answering = sum(best_answer(one, other) for one in said)
        return (rolling, answering) if roller == 0 else (answering, rolling)

    def _habits(self, state: State) -> dict[int, list[float]]:
        """How often the bot says what with each die."""
        found = {}
        for state.die in SHARE:
            found[state.die] = rates(state)
        return found

    def _say(self, state: State, number: int, habits: dict[int, list[float]]) -> Said:
        spoken = played(state, number - 1, die=number)
        lied = played(state, number - 1, die=CROSS)
        at = number - 1
        truth = SHARE[number] * habits[number][at]
        lie = sum(share * habits[die][at] for die, share in SHARE.items() if die != number)
        believed, upheld = self._after(played(spoken, 0)), self._after(played(spoken, 1))
        return Said(rates(spoken)[1], truth, lie, believed, upheld, self._after(played(lied, 1)))

    def _after(self, state: State) -> Both:
        if (result := game.result(state)) is not None:
            won = [(seat in result.winners) / len(result.winners) for seat in (0, 1)]
            return won[0], won[1]
        return self._drop(state) if state.phase == "drop" else self.best(state)

    def _drop(self, state: State) -> Both:
        """The rival drops what costs least, the bot what it likes."""
        seat = state.awaited or 0
        after = [self._after(played(state, at)) for at in range(len(moves_of(state)))]
        mine = max(both[seat] for both in after)
        its = sum(rate * both[1 - seat] for rate, both in zip(rates(state), after, strict=True))
        return (mine, its) if seat == 0 else (its, mine)


def best_said(said: list[Said], die: int, seat: int) -> float:
    """The number that wins most with this die."""
    return max(
        one.doubt * (one.upheld if die == number else one.caught)[seat]
        + (1 - one.doubt) * one.believed[seat]
        for number, one in zip(NUMBERS, said, strict=True)
    )


def best_answer(said: Said, seat: int) -> float:
    """How often it is said at all times what the better answer wins."""
    doubting = said.truth * said.upheld[seat] + said.lie * said.caught[seat]
    return max((said.truth + said.lie) * said.believed[seat], doubting)


def seen(state: State) -> Table:
    pawns = [(one.plank, one.reserve, one.podium) for one in state.pawns]
    return (state.options.planks, state.options.podium_fall, state.roller, state.arrivals, *pawns)


def moves_of(state: State) -> list[Move]:
    assert state.awaited is not None
    return list(game.moves(state, state.awaited))


def played(state: State, at: int, die: int | None = None) -> State:
    """Another table, on which this one of the moves was made."""
    after = copy(state)
    if die is not None:
        after.die = die
    assert after.awaited is not None
    game.play(after, after.awaited, moves_of(after)[at], LUCK)
    return after


def rates(state: State) -> list[float]:
    """How often the bot would make each of the moves."""
    view = game.view(state, state.awaited)
    return [choice.rate for choice in choices(view, moves_of(state))]


# Everywhere.


def table_of(position: Position) -> State:
    """A table that stands like this."""
    podium_fall = "owner" if position.owner_chooses else "highest"
    return State(
        options=Options(planks=position.planks, podium_fall=podium_fall),  # type: ignore[arg-type]
        pawns=[pawns_of(stand) for stand in position.pawns],
        roller=position.roller,
        turn=1,
        awaited=position.roller,
        die=CROSS,
        arrivals=position.arrivals,
    )


def pawns_of(stand: Stand) -> Pawns:
    left, plank, podium = stand
    return Pawns(plank, max(left - 1, 0), podium, PAWNS - left - len(podium))


def gains(planks: int, owner_chooses: bool) -> Iterator[float]:
    """By how much the better rival beats what the table says, position by position."""
    rival = Rival()
    for position in solved.Layout(planks).positions(owner_chooses):
        best = rival.best(table_of(position))
        yield max(one - worth for one, worth in zip(best, solved.worths(position), strict=True))


def start(planks: int, owner_chooses: bool) -> Position:
    return Position(planks, owner_chooses, (Stand(PAWNS, 1, ()),) * 2, 0, 0)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--planks", type=int, choices=solved.PLANKS)
    only = words.parse_args().planks
    sys.setrecursionlimit(DEPTH)
    with Progress() as bar:
        for planks, chooses in solved.KINDS:
            if only in (None, planks):
                report(planks, chooses, bar)


def report(planks: int, chooses: bool, bar: Progress) -> None:
    name = f"{planks} planks, {'owner' if chooses else 'highest'}"
    size = solved.Layout(planks).size
    most = max(bar.track(gains(planks, chooses), total=size, description=name))
    worth = solved.worths(start(planks, chooses))[0]
    bar.console.print(f"{name}: {size:,} positions, gain {most:.2e}, first player {worth:.12f}")


if __name__ == "__main__":
    main()
