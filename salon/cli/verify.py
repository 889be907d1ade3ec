"""`salon verify`: what an exported table promises, checked."""

import sys
from collections.abc import Iterator

from salon import games, records
from salon.cli.words import File, names_in, record_in, sentence
from salon.core.refusal import Refusal
from salon.core.table import Hid, Record


def verify(file: File, /, *, shown: str = "") -> None:
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
        records.verify(record, rules, shown=shown)
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
