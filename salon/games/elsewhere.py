"""Games that installed packages bring, found by their entry points in the group `salon.games`.

The name of the entry point is the game's, its value the package: a folder like those beside this
file, with the same files. One that is of no use is left out, and said so; the house stands.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import DecodeError, json

from salon.core import options
from salon.core.can import what_can
from salon.core.contract import Game
from salon.core.luck import FastLuck
from salon.core.refusal import Worded

GROUP = "salon.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
NEEDED = ("bot.py", "texts.en.json", "RULES.en.md")
NEEDED_TEXTS = ("title", "tagline")


class Place(NamedTuple):
    """Where everything about one game lies."""

    package: str
    folder: Path


class LeftOut(Worded):
    """A game that a package brings and nobody can play here."""


class Found(NamedTuple):
    places: dict[str, Place]
    left_out: list[LeftOut]


def look(taken: Iterable[str], offered: Iterable[EntryPoint] | None = None) -> Found:
    """The games that packages bring, besides those whose names are taken."""
    found = Found({}, [])
    for name, packages in sorted(_by_name(offered).items()):
        try:
            _check_name(name, packages, taken)
            found.places[name] = _place(name, packages[0])
        except LeftOut as reason:
            found.left_out.append(reason)
    return found


def _by_name(offered: Iterable[EntryPoint] | None) -> dict[str, list[str]]:
    """Which packages bring each name; one that is installed twice is one."""
    named: dict[str, set[str]] = defaultdict(set)
    for point in entry_points(group=GROUP) if offered is None else offered:
        named[point.name].add(point.value)
    return {name: sorted(packages) for name, packages in named.items()}


def _check_name(name: str, packages: list[str], taken: Iterable[str]) -> None:
    """Of two that are called alike none is taken: which rules hold must not hang on an order."""
    together = ", ".join(packages)
    if not NAME.fullmatch(name):
        raise LeftOut("game_unusable", name=name, package=together, problem=f"not {NAME.pattern}")
    if name in taken or len(packages) > 1:
        raise LeftOut("game_taken", name=name, packages=together)


def _place(name: str, package: str) -> Place:
    """Whatever its code does when it is imported and tried, the house stands."""
    try:
        rules, bot = import_module(f"{package}.rules"), import_module(f"{package}.bot")
        place = Place(package, Path(str(rules.__file__)).parent)
        if problem := _lacking(place.folder) or _flaw(name, rules.game, bot):
            raise TypeError(problem)
    except (Exception, SystemExit) as error:
        problem = f"{type(error).__name__}: {error}"
        raise LeftOut("game_unusable", name=name, package=package, problem=problem) from error
    return place


def _lacking(folder: Path) -> str:
    lacks = [name for name in NEEDED if not (folder / name).is_file()]
    if not lacks:
        spoken = {file.name: _read(file) for file in sorted(folder.glob("texts.*.json"))}
        english = spoken["texts.en.json"]
        lacks = [f"{key} in texts.en.json" for key in NEEDED_TEXTS if key not in english]
    return f"no {', '.join(lacks)}" if lacks else ""


def _read(file: Path) -> dict[str, str]:
    try:
        return json.decode(file.read_bytes(), type=dict[str, str])
    except (DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file.name}: {error}") from error


def _flaw(name: str, game: Any, bot: Any) -> str:
    """What the page and the table would stumble over at once; the laws find the rest."""
    if not isinstance(game, Game) or game.name != name:
        return f"rules.game is not the Game {name}"
    if game.version < 1 or not game.seats:
        return "no version, or no seats"
    several = (bot.stand_in, *bot.bots.values())
    if not all(callable(getattr(one, "choose", None)) for one in several):
        return "not a bot"
    _try(game)
    return ""


def _try(game: Game[Any, Any, Any, Any, Any]) -> None:
    """One table is laid out and looked at."""
    what_can(game)
    options.choices(game.types.options)
    state = game.start(game.types.options(), game.seats[0], FastLuck(0))
    for seat in (None, *range(game.seats[0])):
        json.encode(game.view(state, seat))
    json.encode([list(game.moves(state, seat)) for seat in game.awaited(state)])
