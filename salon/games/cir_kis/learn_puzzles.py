"""Finds puzzles for Cir*Kis: positions of real games in which one placement is clearly the best.

    .venv/bin/python -m salon.games.cir_kis.learn_puzzles [--weeks 53] [--minutes 30]

writes salon/games/cir_kis/puzzles.json: for each week seven puzzles, Monday's the easiest, and says
the margin of each. A placement counts as the best if a quick and a long search agree on it, both
find every other one worse by MARGIN points or more, and something can be said for it. The same
games and the same puzzles every time, if the minutes are enough.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace
from rich.progress import Progress

from salon.core.luck import FastLuck
from salon.core.puzzles import Choice, Puzzle, Turn, Why, following, write
from salon.games.cir_kis.bot import Master, Mind, points
from salon.games.cir_kis.learn_reasons import Values, best_of, difficulty, margin, reasons
from salon.games.cir_kis.model import Options
from salon.games.cir_kis.outlook import gains
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position

SEATS = 2
DAYS = 7
MARGIN = 4.0  # points; how far a judgement strays is told in docs/cir_kis.md
DECIDED = 30.0  # points of difference that only winning or losing can make
CLOSE = 16  # points between the two, while it matters what is laid
QUICK, LONG = 2, 4  # how far the two searches look
NEAR = 1.5  # points that a game's own placements may be worse than the best: no two are alike
FEWEST = 8  # placements to choose from
OPENING = 6  # pieces that lie at the least
FOLLOWS = 3  # placements that are shown after the solution
MOST_TURNS = 3
MOST_SAID = 3  # sentences
PER_GAME = 3


def judge(now: Position, far: int) -> Values:
    """What each placement is worth to whoever is to lay one, all looked at to the end."""
    master = Master()
    master.seconds = 60.0
    ideas = master.glance(now)
    return {idea.number: master.deepen([idea], far)[0].value for idea in ideas}


class Found(NamedTuple):
    puzzle: Puzzle
    hard: float


# Games


def one_game(seed: int) -> Iterator[Found]:
    """The strongest bot against itself; what is worth asking on the way."""
    luck = FastLuck(seed)
    now = position(game.start(Options(), SEATS, FastLuck(seed))).copy()
    log: list[Choice] = []
    while True:
        values = judge(now, QUICK)
        if len(log) >= OPENING and (found := riddle(now, log, seed, values)) is not None:
            yield found
        number = luck.choice(near_best(values))
        log.append(choice(now, number))
        if now.place(number).end is not None:
            return


def near_best(values: Values) -> list[int]:
    best = max(values.values())
    return [number for number, value in values.items() if value >= best - NEAR]


def choice(now: Position, number: int) -> Choice:
    return now.turn, now.legal().index(number)


# Puzzles


def riddle(now: Position, log: Sequence[Choice], seed: int, values: Values) -> Found | None:
    if max(now.scores) - min(now.scores) > CLOSE or not is_clear(now, values):
        return None
    first, then = judge(now, LONG), now.copy()
    if margin(first) < MARGIN or best_of(first) != best_of(values):
        return None
    turns, least = solve(then, first)
    line = tuple(go_on(then))
    puzzle = Puzzle(SEATS, tuple(log), turns, line, (), round(least, 1), seed)
    told = list(reasons(now, first, list(following(puzzle, now.turn))[1:]))[:MOST_SAID]
    if not told:
        return None
    told.append(Why("won") if least >= DECIDED else Why("margin", {"n": int(least)}))
    looks = [{i.number: i.value for i in Mind(now, weigh).ideas()} for weigh in (points, gains)]
    hard = difficulty(now, best_of(first), looks) + len(turns)
    return Found(replace(puzzle, why=tuple(told)), hard)


def is_clear(now: Position, values: Values) -> bool:
    return len(now.legal()) >= FEWEST and margin(values) >= MARGIN


def solve(now: Position, values: Values) -> tuple[tuple[Turn, ...], float]:
    """The placements to find, as long as the others have no say in between; and how clearly."""
    me, turns, least = now.turn, list[Turn](), margin(values)
    while True:
        best, legal = best_of(values), now.legal()
        costs = tuple(cost(values[best] - values[number]) for number in legal)
        is_over = now.place(best).end is not None
        then = now.copy()
        answers = () if is_over else tuple(forced(then, me))
        if is_over or len(turns) + 1 == MOST_TURNS or (more := another(then, me)) is None:
            return (*turns, Turn(legal.index(best), costs)), least
        turns.append(Turn(legal.index(best), costs, answers))
        for _, at in answers:
            now.place(now.legal()[at])
        values, least = more, min(least, margin(more))


def cost(difference: float) -> int | None:
    return None if difference >= DECIDED else round(difference)


def forced(now: Position, me: int) -> Iterator[Choice]:
    """What the others cannot help doing."""
    while now.turn != me and len(legal := now.legal()) == 1:
        yield choice(now, legal[0])
        if now.place(legal[0]).end is not None:
            return


def another(now: Position, me: int) -> Values | None:
    """Whether here, too, it is clear what is best."""
    if now.turn != me or len(now.legal()) < FEWEST or not is_clear(now, quick := judge(now, QUICK)):
        return None
    values = judge(now, LONG)
    return values if margin(values) >= MARGIN and best_of(values) == best_of(quick) else None


def go_on(now: Position) -> Iterator[Choice]:
    for _ in range(FOLLOWS):
        if not now.legal():
            return
        best = best_of(judge(now, QUICK))
        yield choice(now, best)
        if now.place(best).end is not None:
            return


# A year


def in_weeks(found: Sequence[Found], weeks: int) -> list[Puzzle]:
    """As many of each weekday, Monday's the easiest; within a weekday in the order of the games."""
    by_ease = sorted(range(len(found)), key=lambda at: (found[at].hard, at))
    chosen = [by_ease[at * len(found) // (weeks * DAYS)] for at in range(weeks * DAYS)]
    days = [sorted(chosen[day * weeks : (day + 1) * weeks]) for day in range(DAYS)]
    return [found[days[day][week]].puzzle for week in range(weeks) for day in range(DAYS)]


def look_for(many: int, seconds: float, bar: Progress) -> list[Found]:
    found, task, end = list[Found](), bar.add_task("puzzles", total=many), monotonic() + seconds
    seed = 0
    while len(found) < many and monotonic() < end:
        found += list(one_game(seed))[-PER_GAME:]
        seed += 1
        bar.update(task, completed=len(found), description=f"{seed} games")
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--weeks", type=int, default=53)
    words.add_argument("--spare", type=float, default=1.5, help="so many more to choose from")
    words.add_argument("--minutes", type=float, default=30)
    asked = words.parse_args()
    with Progress() as bar:
        found = look_for(round(asked.weeks * DAYS * asked.spare), 60 * asked.minutes, bar)
    write(Path(__file__).parent, puzzles := in_weeks(found, min(asked.weeks, len(found) // DAYS)))
    for one in puzzles:
        print(one.name, f"margin {one.margin}", f"placements to find {len(one.turns)}")


if __name__ == "__main__":
    main()
