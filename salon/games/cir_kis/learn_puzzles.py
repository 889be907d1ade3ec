"""Finds puzzles for Cir*Kis: positions of real games in which one placement is clearly the best.

    .venv/bin/python -m salon.games.cir_kis.learn_puzzles [--weeks 53] [--minutes 30] [--check]

writes salon/games/cir_kis/puzzles.json: for each week seven puzzles, Monday's the easiest, and says
the margin of each. A placement counts as the best if a quick and a long search agree on it, both
find the odds of winning worse by MARGIN or more with any other, and something can be said for it.
The same games and the same puzzles every time, if the minutes are enough.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace
from rich.progress import Progress

from salon.core.luck import FastLuck
from salon.core.puzzles import Choice, Puzzle, Turn, Why, following, frames, read, write
from salon.games.cir_kis.board import FIGURES
from salon.games.cir_kis.learn_reasons import Values, best_of, difficulty, margin, reasons
from salon.games.cir_kis.model import Options
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position
from salon.games.cir_kis.search import judge

HERE = Path(__file__).parent
SEATS = 2
DAYS = 7
MARGIN = 10.0  # percent
NEXT_MARGIN = 6.0  # for a second and a third placement: what the first has brought is not lost
SURE, HOPELESS = 97.0, 55.0  # percent: only the one placement wins
PLAY = 8_000  # positions that are looked at while a game is played
QUICK, LONG = 40_000, 400_000  # and where one placement may be the best
LOOKS = (100, 3_000)  # and those that say how hard it is to see
WIDE, NEAR = 12.0, 1.5  # percent that a placement of a game may be worse, at first and later
FEWEST, FEWEST_NEXT = 8, 4  # placements to choose from
OPENING = 7  # placements that may be any of the good ones: no two games are alike
FOLLOWS = 3  # placements that are shown after the solution
MOST_TURNS = 3
MOST_SAID = 3  # sentences
PER_GAME = 3


def look(now: Position, most: int) -> Values:
    """The odds of winning with each placement, in percent."""
    return {one.number: 100 * one.odds for one in judge(now, most)}


Look = tuple[object, ...]


class Found(NamedTuple):
    puzzle: Puzzle
    hard: float
    look: Look  # the same for positions that are turned or mirrored


# Games


def one_game(seed: int) -> Iterator[Found]:
    """The strongest bot against itself; what is worth asking on the way."""
    luck = FastLuck(seed)
    now = position(game.start(Options(), SEATS, FastLuck(seed))).copy()
    log: list[Choice] = []
    while True:
        values = look(now, PLAY)
        if len(log) >= OPENING and (found := riddle(now, log, seed, values)) is not None:
            yield found
        number = luck.choice(near_best(values, WIDE if len(log) < OPENING else NEAR))
        log.append(choice(now, number))
        if now.place(number).end is not None:
            return


def near_best(values: Values, near: float) -> list[int]:
    most = max(values.values())
    return [number for number, value in values.items() if value >= most - near]


def choice(now: Position, number: int) -> Choice:
    return now.turn, now.legal().index(number)


# Puzzles


def riddle(now: Position, log: Sequence[Choice], seed: int, values: Values) -> Found | None:
    if len(values) < FEWEST or margin(values) < MARGIN or (first := best(now, MARGIN)) is None:
        return None
    then = now.copy()
    turns, least, is_over = solve(then, first)
    line = () if is_over else tuple(go_on(then))
    puzzle = Puzzle(SEATS, tuple(log), turns, line, (), int(least), seed)
    told = list(reasons(now, first, list(following(puzzle, now.turn))[1:]))[:MOST_SAID]
    if not told:
        return None
    told.append(Why("won") if is_won(first) else Why("margin", {"n": int(least)}))
    looks = [look(now, most) for most in LOOKS]
    hard = difficulty(now, best_of(first), looks) + len(turns)
    return Found(replace(puzzle, why=tuple(told)), hard, look_of(now))


def look_of(now: Position) -> Look:
    """What everybody has left and has scored, and how much of which figures."""
    figures = [
        (one.name[0], *((mine & one.mask).bit_count() for mine in now.glass)) for one in FIGURES
    ]
    order = [(now.turn + step) % SEATS for step in range(SEATS)]
    return (
        tuple(tuple(now.left[seat]) for seat in order),
        tuple(now.scores[seat] for seat in order),
        tuple(sorted((kind, *(counts[seat] for seat in order)) for kind, *counts in figures)),
    )


def is_won(values: Values) -> bool:
    first, second = sorted(values.values(), reverse=True)[:2]
    return first >= SURE and second <= HOPELESS


def best(now: Position, least: float) -> Values | None:
    """If both searches agree, and clearly."""
    quick = look(now, QUICK)
    if margin(quick) < least:
        return None
    values = look(now, LONG)
    return values if margin(values) >= least and best_of(values) == best_of(quick) else None


class Solution(NamedTuple):
    turns: tuple[Turn, ...]
    least: float  # margin
    is_over: bool  # the round, when all are found


def solve(now: Position, values: Values) -> Solution:
    """The placements to find, as long as the others have no say in between."""
    me, turns, least = now.turn, list[Turn](), margin(values)
    while True:
        number, legal = best_of(values), now.legal()
        turn = Turn(legal.index(number), tuple(round(values[one]) for one in legal))
        is_over = now.place(number).end is not None
        then = now.copy()
        answers = () if is_over else tuple(forced(then, me))
        if is_over or len(turns) + 1 == MOST_TURNS or (more := another(then, me)) is None:
            return Solution((*turns, turn), least, is_over)
        turns.append(replace(turn, answers=answers))
        for _, at in answers:
            now.place(now.legal()[at])
        values, least = more, min(least, margin(more))


def forced(now: Position, me: int) -> Iterator[Choice]:
    """What the others cannot help doing, and what does not end the round."""
    while now.turn != me and len(legal := now.legal()) == 1:
        if now.copy().place(legal[0]).end is not None:
            return
        yield choice(now, legal[0])
        now.place(legal[0])


def another(now: Position, me: int) -> Values | None:
    """Whether here, too, it is clear what is best."""
    if now.turn != me or len(now.legal()) < FEWEST_NEXT:
        return None
    return best(now, NEXT_MARGIN)


def go_on(now: Position) -> Iterator[Choice]:
    for _ in range(FOLLOWS):
        if not now.legal():
            return
        number = best_of(look(now, QUICK))
        yield choice(now, number)
        if now.place(number).end is not None:
            return


# A year


def in_weeks(found: Sequence[Found], weeks: int) -> list[Puzzle]:
    """The hardest, as many of each weekday; within a weekday in the order of the games."""
    by_ease = sorted(range(len(found)), key=lambda at: (found[at].hard, at))
    chosen = by_ease[len(found) - weeks * DAYS :]
    days = [sorted(chosen[day * weeks : (day + 1) * weeks]) for day in range(DAYS)]
    return [found[days[day][week]].puzzle for week in range(weeks) for day in range(DAYS)]


def look_for(many: int, seconds: float, bar: Progress) -> list[Found]:
    found, task, end = (
        dict[Look, Found](),
        bar.add_task("puzzles", total=many),
        monotonic() + seconds,
    )
    seed = 0
    while len(found) < many and monotonic() < end:
        for one in list(one_game(seed))[:PER_GAME]:
            found.setdefault(one.look, one)
        seed += 1
        bar.update(task, completed=len(found), description=f"{seed} games")
    return list(found.values())


def is_still_clear(puzzle: Puzzle) -> bool:
    """Whether the searches of today agree: the eye may have learnt since."""
    shown, at, least = list(frames(game, puzzle)), 0, MARGIN
    for turn in puzzle.turns:
        now = position(shown[at].state)
        values = best(now, least)
        if values is None or now.legal().index(best_of(values)) != turn.best:
            return False
        at, least = at + 1 + len(turn.answers), NEXT_MARGIN
    return True


def check(folder: Path) -> None:
    with Progress() as bar:
        some = [one for one in bar.track(read(folder)) if not is_still_clear(one)]
    for one in some:
        print(one.name, "is no longer clear")


def make(folder: Path, weeks: int, spare: float, minutes: float) -> None:
    with Progress() as bar:
        found = look_for(round(weeks * DAYS * spare), 60 * minutes, bar)
    write(folder, puzzles := in_weeks(found, min(weeks, len(found) // DAYS)))
    for one in puzzles:
        print(one.name, f"margin {one.margin}", f"placements to find {len(one.turns)}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--weeks", type=int, default=53)
    words.add_argument("--spare", type=float, default=1.25, help="so many more to choose from")
    words.add_argument("--minutes", type=float, default=30)
    words.add_argument("--check", action="store_true", help="only ask whether they are still clear")
    asked = words.parse_args()
    if asked.check:
        check(HERE)
    else:
        make(HERE, asked.weeks, asked.spare, asked.minutes)


if __name__ == "__main__":
    main()
