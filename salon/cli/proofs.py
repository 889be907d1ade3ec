"""`salon laws`, `salon replay` and `salon verify`: what rules and records promise, checked."""

import sys
import time
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

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
from salon.core import fairness, laws
from salon.core.contract import Illegal
from salon.core.table import Hid, replay
from salon.texts import Texts


def check_laws(
    game: GameName | None = None,
    *,
    all_: Annotated[bool, Flag, Parameter(name="--all")] = False,
    walks: int = 3,
    seats: int | None = None,
) -> None:
    """Check that a game, or every game, keeps the laws.

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
        rules, start = games.load(name), time.perf_counter()
        with Console(stderr=True).status(name) as status:
            count = laws.check(
                rules,
                games.stand_in(name),
                seats=None if seats is None else [seats],
                walks=walks,
                all_options=all_,
                progress=status.update,
            )
        seconds = time.perf_counter() - start
        print(f"{name}: {len(laws.LAWS)} laws hold on {count} walks, {seconds:.1f} s")
        for law in laws.LAWS:
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


def verify(file: File) -> None:
    """Replay an exported table and check every move, the result, and that its luck was fair."""
    record = record_in(file)
    rules = games.load(record.game)
    if record.version != rules.version:
        raise Illegal("other_version", theirs=record.version, ours=rules.version)
    try:
        fairness.check(record.fairness)
        table = replay(rules, record)
        if rules.result(table.state) != record.result:
            raise Illegal("other_result")
    except Illegal as refusal:
        print(f"✗ {sentence(refusal, record.game, names_in(record))}")
        sys.exit(1)
    print(f"✓ commitment {record.fairness.commitment}")
    print(f"✓ luck from the secret and {len(record.fairness.nonces)} nonces")
    print(f"✓ {len(record.entries)} entries, each as the rules of {record.game} allow")
    print("✓ result" if record.result else "✓ not over yet")
    if hidden := sum(isinstance(entry, Hid) for entry in record.entries):
        print(f"• {hidden} texts were taken back: no page shows them, this file keeps them")
