"""How a line sounds to a poet: its syllables, its stress, and words that are too much alike."""

import re
from functools import lru_cache

from salon.ear import ear, end_word, identity
from salon.ear.tongue import STRESSES
from salon.games.cyrano.poets.verse import UNNAMED, Craft, Theme

BREAK = re.compile(r"[ -]")
LINKS = ("", "s", "es", "n", "en", "e", "er")  # between the parts of a compound
HEAD = 4  # letters that the last part of a compound has at least
FIRST = 3  # and its first part
STEM = 5  # letters by which a word is known again
SHORT = 4  # words that a phrase may have to be known by one of them
WORN = 14  # of the commonest words of a sound, those that come to everybody's mind


# Asked again and again, so remembered:


@lru_cache(1 << 15)
def syllables(language: str, token: str) -> int:
    return ear(language).syllables(token)


@lru_cache(1 << 15)
def beats(language: str, token: str) -> str:
    """Of a word of one syllable it is left open."""
    found = ear(language).beats(token)
    return found if len(found) > 1 else "?" * len(found)


@lru_cache(8192)
def end_identity(language: str, text: str) -> str:
    return identity(end_word(text) or "", language)


@lru_cache(512)
def worn(language: str, sound: str) -> frozenset[str]:
    """End words that everybody thinks of first."""
    return frozenset(identity(word, language) for word in ear(language).words(sound).common[:WORN])


def measure(craft: Craft, line: str) -> int:
    """How many syllables it has."""
    if craft.measure is not None:
        return craft.measure(line)
    return sum(syllables(craft.language, token) for token in BREAK.split(line))


def stumbles(craft: Craft, line: str) -> int:
    """Stresses off the beat; at the very start one is welcome."""
    if not craft.iambic:
        return 0
    said = "".join(beats(craft.language, token) for token in BREAK.split(line))
    return sum(beat == STRESSES[0] and at % 2 == 0 for at, beat in enumerate(said) if at)


@lru_cache(1 << 14)
def share_head(language: str, one: str, other: str) -> bool:
    """Erdbeben and Beben, broodmand and wasmand, rose and roses: no rhyme, the same word again."""
    if language == "fr":
        one, other = one.rstrip("sx"), other.rstrip("sx")
    same = 0
    while same < min(len(one), len(other)) and one[-same - 1] == other[-same - 1]:
        same += 1
    return any(
        ear(language).is_everyday(one[-size:])
        and all(_is_first(language, word[:-size]) for word in (one, other))
        for size in range(HEAD, same + 1)
    )


def _is_first(language: str, part: str) -> bool:
    """Nothing, or a word, perhaps with a link or short of its last letters."""
    forms = [part.removesuffix(link) for link in LINKS] + [part + "e", part + "en"]
    long = len(part) >= FIRST and any(map(ear(language).lists, filter(None, forms)))
    return not part or long


def naming(theme: Theme, title: str = "") -> re.Pattern[str]:
    """Finds words that name a theme, by how they begin."""
    phrases = [word.text for key, words in theme.items() if key not in UNNAMED for word in words]
    stems = {_stem(phrase) for phrase in phrases if len(phrase.split()) <= SHORT}
    stems |= {_stem(word) for word in title.split() if len(word) > SHORT}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(stems)))})" if stems else r"(?!)")


def _stem(phrase: str) -> str:
    """Of its longest word, the last of them."""
    words: list[str] = re.findall(r"\w+", phrase.casefold())
    return max(reversed(words), key=len)[:STEM]


def echoes(line: str) -> bool:
    """Is the end word in the line before its end?"""
    *before, last = re.findall(r"\w+", line.casefold())
    return last in before
