"""`salon laws`, `salon replay` and `salon verify`: what rules and records promise, checked."""

import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from salon import games, terminal
from salon.cli.words import (
    File,
    Flag,
    GameName,
    Language,
    language_of,
    names_in,
    record_in,
    sentence,
)
from salon.core import laws
from salon.core.contract import Illegal
from salon.core.lawbook import LAWS
from salon.core.table import Hid, Record, check_record, replay
from salon.texts import Texts


def check_laws(
    game: GameName | None = None,
    *,
    all_: Annotated[bool, Flag, Parameter(name="--all")] = False,
    walks: int | None = None,
    seats: int | None = None,
) -> None:
    """Check that a game, or every game, keeps the laws: by default on about thirty walks.

    Parameters
    ----------
    all_
        Every combination of options, not only every pair of choices.
    walks
        How many random walks for each number of seats and each set of options.
    seats
        Only this number of seats.
    """
    for name in games.names() if game is None else [game]:
        start = time.perf_counter()
        with _walkers() as walkers, _bar() as bar:
            seen = laws.check(
                games.load(name),
                games.stand_in(name),
                seats=None if seats is None else [seats],
                walks=walks,
                all_options=all_,
                progress=partial(_show, bar, bar.add_task(name, total=None)),
                walkers=walkers,
            )
        _report(name, seen, time.perf_counter() - start)


def _walkers() -> ProcessPoolExecutor:
    """One for each core; Ctrl-C is for this process to hear."""
    return ProcessPoolExecutor(
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )


def _bar() -> Progress:
    """How many walks of how many, the time left, and where one walks."""
    console = Console(stderr=True)
    return Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}"),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def _show(bar: Progress, task: TaskID, done: int, total: int, case: str) -> None:
    bar.update(task, completed=done, total=total, description=case)


def _report(name: str, seen: laws.Seen, seconds: float) -> None:
    print(f"{name}: {len(LAWS)} laws hold on {seen.walks} walks, {seconds:.1f} s")
    print(f"  {seen.sets} of {seen.of_sets} sets of options")
    print(f"  {seen.states} states, {seen.looked} of them looked at closely")
    print(f"  stubborn people held a table up for {seen.longest} entries at most")
    for law in LAWS:
        print(f"  ✓ {law}")


def tell(file: File, *, step: int | None = None, language: Language = "") -> None:
    """Tell the story of an exported table.

    Parameters
    ----------
    step
        Only up to this step.
    """
    record = record_in(file)
    texts = Texts(language_of(language), games.folder(record.game), names_in(record))
    terminal.tell_story(record, texts, terminal.new_console(), step)


def verify(file: File, *, shown: str = "") -> None:
    """Replay an exported table and check every move, the result, and that its luck was fair.

    Parameters
    ----------
    shown
        A hash that a page showed, of the opening or of the whole record: the file must have it.
    """
    record = record_in(file)
    rules = games.load(record.game)
    if record.version != rules.version:
        raise Illegal("other_version", theirs=record.version, ours=rules.version)
    try:
        check_record(record)
        table = replay(rules, record)
        if rules.result(table.state) != record.result:
            raise Illegal("other_result")
        if shown and shown.strip().lower() not in (record.fairness.seal, record.fingerprint):
            raise Illegal("not_shown")
    except Illegal as refusal:
        print(f"✗ {sentence(refusal, record.game, names_in(record))}")
        sys.exit(1)
    print("\n".join(_verified(record)))


def _verified(record: Record) -> Iterator[str]:
    """What was found right, and what no check can find."""
    luck, names = record.fairness, names_in(record)
    yield f"✓ commitment {luck.commitment}"
    yield f"✓ opening {luck.seal}" if luck.seal else "• no opening was shown before the game"
    yield f"✓ luck from the secret and {len(luck.nonces)} nonces"
    for seat in luck.withheld:
        yield f"• {names[seat]} committed to a nonce and did not show it: see docs/protocol.md"
    yield f"✓ {len(record.entries)} entries, each as the rules of {record.game} allow"
    yield "✓ result" if record.result else "✓ not over yet"
    if record.fingerprint:
        yield f"✓ record {record.fingerprint}"
    if hidden := sum(isinstance(entry, Hid) for entry in record.entries):
        yield f"• {hidden} texts were taken back: no page shows them, this file keeps them"
