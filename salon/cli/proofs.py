"""`salon laws`, `salon replay` and `salon verify`: what rules and records promise, checked."""

import sys
import time
from collections.abc import Iterator
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
from salon.core import laws
from salon.core.refusal import Refusal
from salon.core.table import Hid, Record, check_record, replay
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
        raise Refusal("other_version", theirs=record.version, ours=rules.version)
    try:
        check_record(record)
        table = replay(rules, record)
        if rules.result(table.state) != record.result:
            raise Refusal("other_result")
        if shown and shown.strip().lower() not in (record.fairness.seal, record.fingerprint):
            raise Refusal("not_shown")
    except Refusal as refusal:
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
