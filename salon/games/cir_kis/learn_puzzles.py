"""Finds puzzles for Cir*Kis: positions of real games in which one placement is clearly the best.

    .venv/bin/python -m salon.games.cir_kis.learn_puzzles [--weeks 53] [--minutes 30]

writes salon/games/cir_kis/puzzles.json: for each week seven puzzles, Monday's the easiest. A
placement counts as the best if a quick and a long search agree on it and find every other one worse
by MARGIN points or more. The same games and the same puzzles every time, if there is time enough.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from math import log2
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from rich.progress import Progress

from salon.core.luck import FastLuck
from salon.core.puzzles import Choice, Puzzle, Turn, Why, write
from salon.games.cir_kis.board import CENTRE_RING, PLACEMENTS
from salon.games.cir_kis.bot import Master, Mind, own_points, points
from salon.games.cir_kis.model import Options
from salon.games.cir_kis.outlook import gains
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position

SEATS = 2
DAYS = 7
MARGIN = 4.0  # points; how far a judgement strays is told in docs/cir_kis.md
DECIDED = 30.0  # points of difference that only winning or losing can make
QUICK, LONG = 2, 4  # how far the two searches look
NEAR = 1.5  # points that a game's own placements may be worse than the best: no two are alike
FEWEST = 8  # placements to choose from
OPENING = 6  # pieces that lie at the least
FOLLOWS = 3  # placements that are shown after the solution
MOST_TURNS = 3
SURE = 3  # segments of five, which nobody else can have more of
PER_GAME = 3

Values = dict[int, float]  # by placement


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
    if len(values) < FEWEST or margin(values) < MARGIN or is_settled(now):
        return None
    first = judge(now, LONG)
    if best_of(first) != best_of(values) or margin(first) < MARGIN:
        return None
    then, turns, least = now.copy(), list[Turn](), margin(first)
    solve(then, first, turns)
    for _ in turns[1:]:
        least = min(least, MARGIN)
    line = list(go_on(then))
    told = tuple(reasons(now, first, line))
    puzzle = Puzzle(SEATS, tuple(log), tuple(turns), tuple(line), told, round(least, 1), seed)
    return Found(puzzle, difficulty(now, best_of(first), len(turns)))


def margin(values: Values) -> float:
    first, second = sorted(values.values(), reverse=True)[:2]
    return first - second


def best_of(values: Values) -> int:
    return max(values, key=lambda number: values[number])


def is_settled(now: Position) -> bool:
    """Whether it hardly matters any more what is laid."""
    return max(now.scores) - min(now.scores) > 2 * FEWEST


def solve(now: Position, values: Values | None, turns: list[Turn]) -> None:
    """The placements to find: another one as long as the others have no say in between."""
    me = now.turn
    while values is not None:
        best, legal = best_of(values), now.legal()
        costs = tuple(cost(values[best] - values[number]) for number in legal)
        over = now.place(best).end is not None
        answers = [] if over else list(forced(now, me))
        values = None if over or now.turn != me or len(turns) + 1 == MOST_TURNS else another(now)
        turns.append(Turn(legal.index(best), costs, tuple(answers) if values else ()))


def cost(difference: float) -> int | None:
    return None if difference >= DECIDED else round(difference)


def forced(now: Position, me: int) -> Iterator[Choice]:
    """What the others cannot help doing."""
    while now.turn != me and len(legal := now.legal()) == 1:
        yield choice(now, legal[0])
        if now.place(legal[0]).end is not None:
            return


def another(now: Position) -> Values | None:
    """Whether here, too, one placement is the best."""
    if len(now.legal()) < FEWEST or margin(judge(now, QUICK)) < MARGIN:
        return None
    values = judge(now, LONG)
    return values if margin(values) >= MARGIN else None


def go_on(now: Position) -> Iterator[Choice]:
    for _ in range(FOLLOWS):
        if not now.legal():
            return
        best = best_of(judge(now, QUICK))
        yield choice(now, best)
        if now.place(best).end is not None:
            return


# How hard, and why


def difficulty(now: Position, best: int, turns: int) -> float:
    """By how many placements look as good: at what they bring at once, with the answer to them, and
    to somebody who knows what half a figure is worth."""
    at_once = {number: own_points(now, number) for number in now.legal()}
    looks = [rank(best, at_once)]
    looks += [
        rank(best, {i.number: i.value for i in Mind(now, w).ideas()}) for w in (points, gains)
    ]
    return (
        sum(weight * log2(1 + look) for weight, look in zip((1, 2, 3), looks, strict=True)) + turns
    )


def rank(best: int, values: Mapping[int, float]) -> int:
    return sum(value >= values[best] for number, value in values.items() if number != best)


def reasons(now: Position, values: Values, line: Sequence[Choice]) -> Iterator[Why]:
    """What can be said of it in a sentence each, the plainest first."""
    best = best_of(values)
    then, one, me = now.copy(), PLACEMENTS[best], now.turn
    step = then.place(best)
    full = [full.figure.name for full in step.completed]
    if scored := own_points(now, best):
        yield Why("points", {"n": scored, "figures": full}) if full else Why("last", {"n": scored})
    if sure := [f.name for f in one.figures if f is not CENTRE_RING and is_sure(now, then, f.mask)]:
        yield Why("sure", {"figures": sure})
    if step.free and not step.wasted:
        yield Why("free")
    elif step.passed:
        yield Why("pass")
    if (taken := spared(now, values, best)) and step.end is None:
        yield Why("spared", {"n": taken})
    if later := scored_later(then, me, line):
        yield Why("later", {"n": later})
    yield Why("won") if margin(values) >= DECIDED else Why("margin", {"n": round(margin(values))})


def is_sure(before: Position, then: Position, figure: int) -> bool:
    had, has = ((now.glass[before.turn] & figure).bit_count() for now in (before, then))
    return had < SURE <= has and then.filled & figure != figure


def spared(now: Position, values: Values, best: int) -> int:
    """Points that the next player scores at once after most other placements, and not after it."""
    others = [threat(now, number) for number in values if number != best]
    return round(median(others)) if threat(now, best) == 0 else 0


def threat(now: Position, number: int) -> int:
    then = now.copy()
    if then.place(number).end is not None or then.turn == now.turn:
        return 0
    return max(own_points(then, answer) for answer in then.legal())


def scored_later(then: Position, me: int, line: Sequence[Choice]) -> int:
    """By the same side, in what follows."""
    now, before = then.copy(), then.scores[me]
    for _, at in line:
        if now.place(now.legal()[at]).end is not None:
            break
    return now.scores[me] - before


# A year


def in_weeks(found: Sequence[Found], weeks: int) -> list[Puzzle]:
    """As many of each weekday, Monday's the easiest; within a weekday in the order of the games."""
    order = {one.puzzle.name: at for at, one in enumerate(found)}
    by_ease = sorted(found, key=lambda one: (one.hard, order[one.puzzle.name]))
    chosen = [by_ease[at * len(found) // (weeks * DAYS)] for at in range(weeks * DAYS)]
    days = [chosen[day * weeks : (day + 1) * weeks] for day in range(DAYS)]
    for day in days:
        day.sort(key=lambda one: order[one.puzzle.name])
    return [days[day][week].puzzle for week in range(weeks) for day in range(DAYS)]


def look_for(many: int, seconds: float, bar: Progress) -> list[Found]:
    found, task, end = list[Found](), bar.add_task("puzzles", total=many), monotonic() + seconds
    seed = 0
    while len(found) < many and monotonic() < end:
        some = list(one_game(seed))[-PER_GAME:]
        found += some
        bar.update(task, completed=len(found), description=f"{seed + 1} games")
        seed += 1
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--weeks", type=int, default=53)
    words.add_argument("--spare", type=float, default=1.5, help="so many more to choose from")
    words.add_argument("--minutes", type=float, default=30)
    asked = words.parse_args()
    with Progress() as bar:
        found = look_for(round(asked.weeks * DAYS * asked.spare), 60 * asked.minutes, bar)
    weeks = min(asked.weeks, len(found) // DAYS)
    write(Path(__file__).parent, puzzles := in_weeks(found, weeks))
    for one in puzzles:
        print(one.name, f"margin {one.margin}", f"turns {len(one.turns)}")


if __name__ == "__main__":
    main()
