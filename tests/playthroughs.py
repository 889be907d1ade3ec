"""Golden playthroughs: one readable game for each folder. A surprising diff is a bug or a version.

`python3 dev.py playthroughs` writes them anew.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from salon import games
from salon.bots.random import Random
from salon.core import fairness
from salon.core.contract import Told
from salon.core.fairness import Fairness
from salon.core.luck import FastLuck
from salon.core.table import Moved, Table
from salon.core.walks import scribble
from salon.games import AnyGame

SEATS = 3
SECRET = "5a" * 32
PACE = 1_000


def playthrough(game: AnyGame) -> str:
    """A game of random bots, each step with what everybody is told and may do."""
    drawn = Fairness(fairness.commitment(SECRET), SECRET, {0: "11" * 32, 2: "22" * 32})
    seats = max(SEATS, game.seats[0])
    table = Table(game, game.types.options(), seats, drawn)
    return "\n".join(_lines(game, table)) + "\n"


def _lines(game: AnyGame, table: Table[Any, Any, Any, Any, Any]) -> Iterator[str]:
    yield f"{game.name} version {game.version}, {table.seats} seats, {_text(table.options)}"
    luck = FastLuck(1)
    while game.result(table.state) is None:
        yield ""
        yield from _offers(game, table)
        tick = table.due(table.state.now + PACE)
        if tick is None:
            able = [seat for seat in range(table.seats) if game.moves(table.state, seat)]
            awaited = sorted(game.awaited(table.state)) or able
            seat = luck.choice(awaited)
            chosen = Random().choose(None, game.moves(table.state, seat), luck)
            move = scribble(chosen, luck, readable=True)
            now = table.state.now + PACE
            step = table.judge(Moved(now, seat, table.prepare(seat, move)))
            yield f"{len(table.entries) + 1}. {now} ms, seat {seat}: {_text(move)}"
        else:
            step = table.judge(tick)
            yield f"{len(table.entries) + 1}. {tick.now} ms, tick"
        for told in table.accept(step):
            yield f"   {_audience(told)}: {_text(told.event)}"
    yield ""
    yield _text(game.result(table.state))
    for seat in (None, *range(table.seats)):
        who = "onlooker" if seat is None else f"seat {seat}"
        yield f"{who} sees {_text(game.view(table.state, seat))}"


def _offers(game: AnyGame, table: Table[Any, Any, Any, Any, Any]) -> Iterator[str]:
    for seat in range(table.seats):
        if moves := game.moves(table.state, seat):
            mark = "awaited, " if seat in game.awaited(table.state) else ""
            yield f"   ({mark}seat {seat} may {' | '.join(map(_text, moves))})"


def _audience(told: Told[Any]) -> str:
    return "all" if told.to is None else "seats " + ", ".join(map(str, sorted(told.to)))


def _text(thing: Any) -> str:
    if not isinstance(thing, Struct):
        return str(thing)
    fields = " ".join(f"{name}={_field(value)}" for name, value in structs.asdict(thing).items())
    return f"{type(thing).__name__} {fields}".strip()


def _field(value: Any) -> str:
    if isinstance(value, Struct):
        return f"({_text(value)})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_field, value))}]"
    return str(value)


def main() -> None:
    for name in games.ours():
        file = games.folder(name) / "playthrough.txt"
        file.write_text(playthrough(games.load(name)), "utf-8")
        print(f"{name}: {len(file.read_text('utf-8').splitlines())} lines")


if __name__ == "__main__":
    main()
