"""Poets that need no network: a quatrain on a theme in two sounds, or a sentence for the duel."""

from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module

from salon.core.luck import Luck
from salon.games.cyrano.poets import desk
from salon.games.cyrano.poets.desk import Desk
from salon.games.cyrano.poets.queue import Queue, Sitting
from salon.games.cyrano.poets.verse import MOODS, Craft, Mood, Poem, Subject, Word

__all__ = ["MOODS", "Mood", "Poem", "Sitting", "compose", "craft", "line"]


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
    sitting: Sitting | None = None,
    cards: Collection[str] = (),
) -> Poem:
    """A quatrain, two lines to each sound; `taken` are identities of words it may not end on,
    `cards` of those that some borrow all the same: they are worth nothing."""
    known = craft(language)
    subject = known.subjects.get(theme) or Subject({"name": (Word(known.name(theme)),)})
    desk = Desk(known, subject, Queue(mood, sitting, luck), luck, cards)
    return desk.poem(sounds, {*taken, *cards})


def line(language: str, sound: str, taken: Collection[str], luck: Luck) -> str:
    """A sentence that ends in this sound; empty when every word is taken."""
    return desk.line(craft(language), sound, set(taken), luck)
