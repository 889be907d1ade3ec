"""A finished table, step by step: after the end nothing is secret."""

from contextlib import suppress

import msgspec
from msgspec import Raw

from salon import games
from salon.core.contract import Illegal
from salon.core.table import Hid, Record, open_record, read_entry
from salon.server import wire

encode = msgspec.json.encode


def replay_at(record: Record, step: int | None) -> wire.Replay:
    """What an onlooker saw after so many steps, and everything that was told in the last one."""
    last = len(record.entries)
    step = last if step is None else step
    if not 0 <= step <= last:
        raise Illegal("no_such_step", last=last, step=step)
    game = games.load(record.game)
    table = open_record(game, record)
    news: list[Raw] = []
    told_before = 0
    for entry in record.entries[:step]:
        told_before = len(news)
        news += [Raw(encode(one.event)) for one in table.redo(read_entry(game, entry))]
    for hidden in [entry for entry in record.entries[step:] if isinstance(entry, Hid)]:
        with suppress(Illegal):  # not written yet at this step
            game.hide(table.state, hidden.seat, hidden.page)
    return wire.Replay(
        step=step,
        steps=last,
        now=table.state.now,
        view=Raw(encode(game.view(table.state, None))),
        awaited=tuple(sorted(game.awaited(table.state))),
        fresh=news[told_before:],
        news=news[-50:],
        told=len(news),
        names=record.names,
        result=game.result(table.state),
    )
