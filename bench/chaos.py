"""Three processes, PostgreSQL and Caddy, people at forty tables, and everything that can go wrong.

    .venv/bin/python -m bench.chaos [--minutes 10] [--faults 200] [--tables 40] [--seed 1]

A process is killed, frozen past its lease or cut off from PostgreSQL; PostgreSQL or Caddy is
restarted; all processes are restarted, one by one. Afterwards every word that people were told is
compared with what was kept (`bench/checking.py`). Exit status 1: a promise was broken.
"""

import argparse
import asyncio
import random
import shutil
import signal
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.checking import History, Kept, Violation, check, check_said, moves_in, went_back
from bench.evenings import Evening, until_all_go_on
from bench.guests import Absence, now
from bench.mischief import Fault, Mischief
from salon import games
from salon.server.circle.pages import Page
from salon.server.row import TableRow
from tools.cluster import Cluster

TROUBLE = ('"event": "trouble"', '"event": "a task failed"')  # what nobody has thought of
AFTERMATH = 5.0  # seconds after a fault in which a lost connection is its work
QUIET = 60.0  # seconds that tables have to go on after the last fault


class Outcome(NamedTuple):
    """All that came of it."""

    faults: list[Fault]
    causes: list[Fault]
    absences: list[Absence]
    history: History
    kept: dict[str, Kept]
    violations: list[Violation]
    problems: list[str]


async def run(
    cluster: Cluster,
    *,
    seconds: float,
    faults: int,
    tables: int,
    seed: int = 1,
    pace: tuple[float, float] = (0.3, 1.5),
) -> Outcome:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    history, names = History(), list(filter(games.is_ours, games.names()))
    evenings = [
        Evening(cluster.address, names[number % len(names)], seed + number, history, pace)
        for number in range(tables)
    ]
    stop, mischief = asyncio.Event(), Mischief(cluster, random.Random(seed))
    living = [asyncio.create_task(evening.live(stop)) for evening in evenings]
    await until_all_go_on(evenings, now(), QUIET)
    await mischief.reign(seconds, faults)
    quiet_since = now()
    for evening in evenings:
        evening.is_calm = True
    await until_all_go_on(evenings, quiet_since, QUIET)
    stop.set()
    await asyncio.gather(*living)
    await asyncio.to_thread(cluster.silence)
    kept, pages = await read_kept(cluster), await read_pages(cluster)
    return Outcome(
        mischief.faults,
        mischief.causes,
        [one for evening in evenings for one in evening.absences],
        history,
        kept,
        [*check(history, kept, quiet_since), *check_said(history, pages)],
        [problem for evening in evenings for problem in evening.problems] + troubles(cluster),
    )


def troubles(cluster: Cluster) -> list[str]:
    """Lines that should not be in any log."""
    lines = [line for log in cluster.logs for line in log.read_text("utf-8").splitlines()]
    troubled = [line for line in lines if any(event in line for event in TROUBLE)]
    return [line for line in troubled if "not_stored" not in line]


async def read_kept(cluster: Cluster) -> dict[str, Kept]:
    """Everything in the database."""
    from salon.server.postgres import connect

    said = cluster.postgres.psql("SELECT table_id, step FROM entries ORDER BY table_id, step;")
    steps: dict[str, list[int]] = {}
    for line in said.splitlines():
        table, _, step = line.rpartition("|")
        steps.setdefault(table, []).append(int(step))
    store = await connect(cluster.postgres.address)
    kept = {}
    try:
        for table in cluster.postgres.psql("SELECT id FROM tables WHERE kind = 'table';").split():
            row = await store.load(TableRow, table)
            assert row is not None
            kept[table] = Kept(row, steps.get(table, []), await store.entries(table))
    finally:
        await store.close()
    return kept


async def read_pages(cluster: Cluster) -> dict[str, dict[int, Page]]:
    """Of all circles."""
    from salon.server.postgres import connect

    circles = cluster.postgres.psql("SELECT id FROM tables WHERE kind = 'circle';").split()
    store = await connect(cluster.postgres.address)
    try:
        return {circle: await store.pages(circle) for circle in circles}
    finally:
        await store.close()


# What is told at the end


def cause(absence: Absence, faults: list[Fault]) -> str:
    """The last fault that began before it, if that was not long ago."""
    if absence.wanted:
        return "(a reload)"
    near = [one for one in faults if one.begun <= absence.lost <= one.over + AFTERMATH]
    return max(near, key=lambda one: one.begun).name if near else "(none)"


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def tell(outcome: Outcome) -> None:
    faults, history = outcome.faults, outcome.history
    counted = Counter(fault.name for fault in faults)
    absent: dict[str, list[float]] = {name: [] for name in counted}
    for one in outcome.absences:
        absent.setdefault(cause(one, outcome.causes), []).append(one.back - one.lost)
    print(f"{'fault':<12}{'times':>6}{'lost':>8}{'median s':>10}{'p95 s':>8}{'longest s':>11}")
    for name, times in sorted(absent.items()):
        figures = (
            f"{median(times):>10.2f}{quantile(times, 0.95):>8.2f}{max(times):>11.2f}"
            if times
            else ""
        )
        print(f"{name:<12}{counted[name] or '':>6}{len(times):>8}{figures}")
    tell_moves(outcome)
    for line in [*map(str, outcome.violations), *outcome.problems][:50]:
        print(line)
    broken = len(outcome.violations) + len(outcome.problems)
    past = went_back(history.heard)
    print(f"{len(faults)} faults, {broken} violations; shown the past {past} times")


def tell_moves(outcome: Outcome) -> None:
    history = outcome.history
    waits = [one.acknowledged - one.sent for one in history.done] or [0.0]
    over = sum(kept.row.over for kept in outcome.kept.values())
    games_played = Counter(kept.row.game for kept in outcome.kept.values() if kept.row.started)
    print(f"{len(outcome.kept)} tables ({over} over; {dict(games_played)}),", end=" ")
    print(f"{moves_in(outcome.kept):,} moves, {len(history.done):,} of them acknowledged to people")
    print(
        f"from move to Done: median {median(waits):.3f} s, p95 {quantile(waits, 0.95):.2f} s,",
        end=" ",
    )
    print(f"longest {max(waits):.1f} s; {len(history.heard):,} scenes compared")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--faults", type=int, default=200)
    words.add_argument("--tables", type=int, default=40)
    words.add_argument("--processes", type=int, default=3)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--logs", type=Path, help="a folder that is kept")
    chosen = words.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that everything ends with us
    folder = chosen.logs or Path(tempfile.mkdtemp(prefix="chaos-"))
    cluster = Cluster(folder, chosen.processes, "--unlimited", "--bot-pace", "0.3")
    try:
        cluster.start()
        outcome = asyncio.run(
            run(
                cluster,
                seconds=60 * chosen.minutes,
                faults=chosen.faults,
                tables=chosen.tables,
                seed=chosen.seed,
            )
        )
    finally:
        cluster.stop()
        if chosen.logs is None:
            shutil.rmtree(folder, ignore_errors=True)
    tell(outcome)
    sys.exit(1 if outcome.violations or outcome.problems else 0)


if __name__ == "__main__":
    main()
