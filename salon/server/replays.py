"""A finished table, step by step: after the end nothing is secret."""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from salon import games
from salon.core.contract import Illegal
from salon.core.table import Hid, Moved, Record, open_record, read_entry
from salon.server import wire

if TYPE_CHECKING:
    from salon.server.live import LiveTable

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


async def advise_at(live: "LiveTable", step: int) -> wire.Advice:
    """What the strongest bot would have done in this step, from what its seat could see."""
    record = live.record()
    if not 1 <= step <= len(record.entries):
        raise Illegal("no_such_step", last=len(record.entries), step=step)
    if step not in live.advice:
        live.advice[step] = await _advise(live, record, step)
    return live.advice[step]


async def _advise(live: "LiveTable", record: Record, step: int) -> wire.Advice:
    game, level = live.game, games.adviser(record.game)
    entry = read_entry(game, record.entries[step - 1])
    if level is None or not isinstance(entry, Moved):
        raise Illegal("no_advice")
    table = open_record(game, record)
    for before in record.entries[: step - 1]:
        table.redo(read_entry(game, before))
    view, moves = game.view(table.state, entry.seat), game.moves(table.state, entry.seat)
    thinkers = live.tables.thinkers
    found = await thinkers.advise(record.game, level, view, moves, entry.move)
    same = found.move == entry.move
    move = Raw(encode(found.move))
    return wire.Advice(step, entry.seat, move, same, found.odds, found.played)
