"""Poets that need no network: a quatrain on a theme in two sounds, or a sentence for the duel."""

from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module

from salon.core.luck import Luck
from salon.games.cyrano.poets.desk import Desk
from salon.games.cyrano.poets.verse import MOODS, Craft, Mood, Piece, Poem, Word

__all__ = ["MOODS", "Mood", "Poem", "compose", "craft", "line"]


@cache
def craft(language: str) -> Craft:
    """What the poets of a language know."""
    found: Craft = import_module(f"{__name__}.{language}").CRAFT
    return found


def compose(  # noqa: PLR0917
    language: str,
    mood: Mood,
    theme: str,
    sounds: Sequence[str],
    taken: Collection[str],
    luck: Luck,
) -> Poem:
    """A quatrain, two lines to each sound; `taken` are identities of words it may not end on."""
    known = craft(language)
    words = known.themes.get(theme) or {"name": (Word(known.name(theme)),)}
    return Desk(known, words, taken, luck).poem(mood, sounds)


def line(language: str, sound: str, taken: Collection[str], luck: Luck) -> str:
    """A sentence that ends in this sound; empty when every word is taken."""
    known = craft(language)
    return Desk(known, {}, taken, luck).write([Piece((one,)) for one in known.duel], [sound])[0]
