"""The games: one folder each in this one, or in an installed package; no list needs editing."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from salon.core import capabilities
from salon.core.can import what_can
from salon.core.capabilities import Adviser
from salon.core.contract import Bot, Game
from salon.core.refusal import Refusal
from salon.games.elsewhere import Found, LeftOut, Place, look

__all__ = [
    "AnyBot",
    "AnyGame",
    "NoSuchGame",
    "bots",
    "folder",
    "left_out",
    "load",
    "names",
    "stand_in",
]

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
    return sorted(_places())


@cache
def ours() -> list[str]:
    """Those that are folders here."""
    return sorted(rules.parent.name for rules in HERE.glob("*/rules.py"))


def is_ours(name: str) -> bool:
    """Whether it is a folder here; else a package brought it."""
    return name in ours()


def roots() -> set[str]:
    """The packages that bring games, this one among them."""
    return {"salon", *(place.package.partition(".")[0] for place in _places().values())}


def left_out() -> list[LeftOut]:
    """Games that installed packages bring and nobody can play, each with the reason."""
    return _elsewhere().left_out


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


def tempers(name: str) -> dict[str, str]:
    """What the bots are like, level by level, where they differ in taste and not in strength."""
    found: dict[str, str] = getattr(_module(name, "bot"), "tempers", {})
    return found


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
    return _place(name).folder


def part(name: str, part: str) -> str:
    """The module of one of its files."""
    return f"{_place(name).package}.{part}"


@cache
def _elsewhere() -> Found:
    """Once for each process: nothing is installed while it runs."""
    return look(ours())


@cache
def _places() -> dict[str, Place]:
    here = {name: Place(f"{__name__}.{name}", HERE / name) for name in ours()}
    return {**_elsewhere().places, **here}


def _place(name: str) -> Place:
    if (found := _places().get(name)) is None:
        raise NoSuchGame(name)
    return found


def _module(name: str, file: str) -> Any:
    return import_module(part(name, file))
