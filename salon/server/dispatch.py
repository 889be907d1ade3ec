"""A bot's question and what it found, as JSON: so they travel to thinkers on other machines.

It is the craft of those too: their processes read a question and write what they found.
"""

from typing import Any, Optional

from msgspec import Raw, Struct, json

from salon import games
from salon.core.capabilities import Advice
from salon.server import thinking

chores = thinking.chores

Task = tuple[str, str, str, tuple[Any, ...], int]  # as `thinking.answer` takes it


class Dispatch(Struct, frozen=True):
    """A question on its way. It holds what one seat may know: it is never logged."""

    game: str
    level: str
    deed: str
    args: list[Raw]  # a view, the moves and, for advice, what was played
    seed: int


def write(task: Task) -> str:
    game, level, deed, args, seed = task
    written = [Raw(json.encode(arg)) for arg in args]
    return json.encode(Dispatch(game, level, deed, written, seed)).decode()


def read(question: str) -> Task:
    found = json.decode(question, type=Dispatch)
    types = games.load(found.game).types
    kinds = (types.view, _of(list, types.move), types.move)
    args = tuple(json.decode(arg, type=kind) for kind, arg in zip(kinds, found.args, strict=False))
    return found.game, found.level, found.deed, args, found.seed


def answer(question: str) -> tuple[bytes, float]:
    """What the bot found, and the seconds that it took."""
    found, took = thinking.answer(*read(question))
    return json.encode(found), took


def read_answer(task: Task, found: Raw) -> Any:
    """The move itself, not its place among the moves: of free text there is only a specimen."""
    kind = Advice if task[2] == "advise" else Optional
    return json.decode(found, type=_of(kind, games.load(task[0]).types.move))


def _of(kind: Any, move: Any) -> Any:
    return kind[move]
