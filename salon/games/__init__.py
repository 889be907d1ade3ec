"""The games, one folder each; found by walking this one, so that no list needs editing."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from salon.core import capabilities
from salon.core.can import what_can
from salon.core.capabilities import Adviser
from salon.core.contract import Bot, Game
from salon.core.refusal import Refusal

__all__ = ["AnyBot", "AnyGame", "NoSuchGame", "bots", "folder", "load", "names", "stand_in"]

HERE = Path(__file__).parent

Pace = tuple[float, float]
PACE: Pace = (0.7, 1.8)

AnyGame = Game[Any, Any, Any, Any, Any]
AnyBot = Bot[Any, Any]


class NoSuchGame(Refusal):
    """Nothing here is called so."""

    status = 404

    def __init__(self, name: str) -> None:
        super().__init__("no_such_game", name=name, games=", ".join(names()))


def names() -> list[str]:
    """The games there are, by name."""
    return sorted(rules.parent.name for rules in HERE.glob("*/rules.py"))


def load(name: str) -> AnyGame:
    """A game's rules, or NoSuchGame; TypeError where they have half of a capability."""
    found: AnyGame = _module(name, "rules").game
    what_can(found)
    return found


def bots(name: str) -> dict[str, AnyBot]:
    """The bots that know this game, from the weakest to the strongest."""
    found: dict[str, AnyBot] = _module(name, "bot").bots
    return found


def pace(name: str, moves: Sequence[Any]) -> tuple[float, float]:
    """Seconds between which a bot acts, like a person who has these moves in this game."""
    found: Pace | Callable[[Sequence[Any]], Pace] = getattr(_module(name, "bot"), "pace", PACE)
    return found(moves) if callable(found) else found


def is_eager(name: str, level: str) -> bool:
    """Whether a bot thinks of what it could do while nobody waits for it."""
    return capabilities.is_eager(bots(name).get(level))


def adviser(name: str) -> str | None:
    """The strongest level whose bot can say afterwards what it would have done, if one can."""
    able = (level for level, bot in reversed(bots(name).items()) if isinstance(bot, Adviser))
    return next(able, None)


def stand_in(name: str) -> AnyBot:
    """Who plays for somebody who is away."""
    found: AnyBot = _module(name, "bot").stand_in
    return found


def folder(name: str) -> Path:
    """Where everything about one game lies."""
    if name not in names():
        raise NoSuchGame(name)
    return HERE / name


def _module(name: str, part: str) -> Any:
    return import_module(f"salon.games.{folder(name).name}.{part}")
