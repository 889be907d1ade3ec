"""English verse: its data, and "a" or "an" by ear.

Kinds of end words: n something countable (n.w a person, n.b a beast; o if an adjective may stand
before it, unlike "silver dime"), s several, m what cannot be counted, a how something is, p the
same but never with "very", v what one can do, r where, when or how, x somebody by name.
"""

import re
from pathlib import Path

from salon.games.cyrano.poets.reading import read_craft
from salon.games.cyrano.poets.verse import Word, Words

SPELT = r"hour|hones|hono|heir|x-ray"  # what begins with a vowel though it is not written so
SAID = r"u(?:-|fo|k|n(?:i(?!n)|anim)|s[aeiu]|tensil|topi)|eu|ewe|one\b|once"  # and what does not
VOWEL = re.compile(rf"{SPELT}|(?!{SAID})[aeiouéà]", re.IGNORECASE)


def shape(form: str, word: Word, words: Words) -> str:  # noqa: ARG001
    """{a end:n} takes its article, {C hero} a capital, {A end:n} both."""
    text = (
        f"{'an' if VOWEL.match(word.text) else 'a'} {word.text}"
        if form in {"a", "A"}
        else word.text
    )
    return text[:1].upper() + text[1:] if form in {"A", "C"} else text


def name(theme: str) -> str:
    """A theme in the middle of a sentence: its first letter small, unless it is I."""
    return theme if theme.startswith("I ") else theme[:1].lower() + theme[1:]


CRAFT = read_craft("en", Path(__file__).with_name("en.json"), shape, name)
