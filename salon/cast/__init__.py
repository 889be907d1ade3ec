"""The people of the house: who sits where a bot keeps the seat.

A character is one entry here, its words in `texts.*.json` and its face in `faces/`. It plays like
one of the bots of the game that is on the table; how those play is the game's own affair.
"""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from salon import games

FOLDER = Path(__file__).parent

Strength = Literal["gentle", "steady", "sharp", "masterly"]
Temper = Literal["tender", "merry", "odd"]
STRENGTHS: tuple[Strength, ...] = ("gentle", "steady", "sharp", "masterly")
USUAL = 3  # of them are told apart in most games; the last is for who has more levels


class Character(Struct, frozen=True):
    """Somebody of the house."""

    id: str
    name: str  # the same in every language
    temper: Temper  # what it is like where bots differ in taste and not in strength


CAST = (  # from the gentlest to the sharpest
    Character("moka", "Moka", "odd"),
    Character("pip", "Pip", "merry"),
    Character("lotte", "Lotte", "tender"),
    Character("wim", "Wim", "tender"),
    Character("gus", "Gus", "merry"),
    Character("ines", "Ines", "tender"),
    Character("kofi", "Kofi", "merry"),
    Character("yuki", "Yuki", "odd"),
    Character("zita", "Zita", "merry"),
    Character("omar", "Omar", "tender"),
    Character("ravi", "Ravi", "odd"),
    Character("vera", "Vera", "odd"),
)

Company = dict[str, tuple[Character, ...]]  # who plays like which level


def company(game: str) -> Company:
    """Who plays like which bot of this game: the gentlest like the weakest, or by temper."""
    levels, tempers = tuple(games.bots(game)), games.tempers(game)
    if tempers:
        alike = {level: _like(tempers.get(level)) for level in levels}
    else:
        alike = {level: _share(number, len(levels)) for number, level in enumerate(levels)}
    return {level: tuple(found) or CAST for level, found in alike.items()}


def _like(temper: str | None) -> list[Character]:
    return [one for one in CAST if one.temper == temper]


def _share(number: int, levels: int) -> list[Character]:
    """The part of the cast that belongs to one of so many levels."""
    return [one for at, one in enumerate(CAST) if at * levels // len(CAST) == number]


def strengths(game: str) -> dict[str, Strength]:
    """How strong each level is, said plainly; of none, where they differ in taste."""
    levels = tuple(games.bots(game))
    most, parts = max(USUAL, min(len(levels), len(STRENGTHS))), 2 * len(levels)
    told = {level: STRENGTHS[(2 * at + 1) * most // parts] for at, level in enumerate(levels)}
    return {} if games.tempers(game) else told


def pick(
    alike: Sequence[Character], is_taken: Callable[[str], bool], luck: Callable[[Character], Any]
) -> tuple[Character, str]:
    """One of them and what it is called: nobody's namesake, and numbered when all are there."""
    free = [one for one in alike if not is_taken(one.name)]
    if free:
        one = min(free, key=luck)
        return one, one.name
    numbered = ((one, f"{one.name} {number}") for number in count(2) for one in alike)
    return next((one, name) for one, name in numbered if not is_taken(name))
