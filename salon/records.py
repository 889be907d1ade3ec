"""Tables as files: written, read, replayed, and verified move by move.

```python
from pathlib import Path

from salon import records

record = records.read(Path("table.json").read_bytes())
table = records.verify(record)  # or a Refusal that says what is wrong
```
"""

from typing import Any

from salon import games
from salon.core.can import what_can
from salon.core.fairness import Fairness
from salon.core.refusal import Refusal
from salon.core.story import moments
from salon.core.study import Study
from salon.core.table import Record, Table, check_record
from salon.core.table import read_record as read
from salon.core.table import replay as _replay
from salon.core.table import write_record as write
from salon.games import AnyGame

__all__ = ["Fairness", "Record", "read", "replay", "study", "verify", "write"]


def replay(record: Record, game: AnyGame | None = None) -> Table[Any, Any, Any, Any, Any]:
    """The table as it was after the last entry, by the rules of the game it names or of yours."""
    return _replay(game or games.load(record.game), record)


def study(record: Record, game: AnyGame | None = None) -> Study:
    """Every decision of a finished table beside best play; a Refusal where nobody knows it."""
    rules = game or games.load(record.game)
    if record.result is None:
        raise Refusal("not_over")
    if rules.result(replay(record, rules).state) != record.result:
        raise Refusal("other_result")
    if (found := what_can(rules).study(moments(rules, record))) is None:
        raise Refusal("no_study")
    return found


def verify(
    record: Record, game: AnyGame | None = None, *, shown: str = ""
) -> Table[Any, Any, Any, Any, Any]:
    """The table, if its luck is what was promised, every move allowed, and the result as written;
    with a hash that a page showed, of the opening or of the whole record, if the record has it."""
    rules = game or games.load(record.game)
    check_record(record)
    table = replay(record, rules)
    if rules.result(table.state) != record.result:
        raise Refusal("other_result")
    if shown and shown.strip().lower() not in (record.fairness.seal, record.fingerprint):
        raise Refusal("not_shown")
    return table
