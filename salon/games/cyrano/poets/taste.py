"""What a poet likes in the poems of others: the theme, the rhymes, sense; never who wrote them.

Poets name the theme in every line and end on words of their own bank; people allude. So most weighs
what both can do, and one word of each kind is as good as many.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from salon.games.cyrano.poets import craft, scan
from salon.games.cyrano.poets.verse import Mood
from salon.games.cyrano.views import LineView, PoemView

FULL = 4
UNFINISHED = -6.0  # for a line that is missing
SCHEMES = {(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)}  # orders in which rhymes please
THEME, ORDER, FIELD = 0.8, 2.0, 0.4
ORIGINAL: dict[Mood, float] = {"romantic": 0.4, "comic": 0.6, "absurd": 0.8}
WARM = 0.4  # for a word of one's taste
ENOUGH = 1  # words of each kind: who knows the poets' own words gains no more by more of them


def liking(language: str, mood: Mood, theme: str, poem: PoemView) -> float:
    texts = [line.text.casefold() for line in poem.lines if line.text]
    return (
        UNFINISHED * (FULL - len(texts))
        + THEME * _names(language, theme, texts)
        + ORDER * _is_in_order(poem.lines)
        + FIELD * min(ENOUGH, _sense(language, theme, poem.lines))
        + ORIGINAL[mood] * sum(line.standing == "counts" for line in poem.lines)
        + WARM * min(ENOUGH, len(_taste(language, mood).findall(" ".join(texts))))
    )


def _names(language: str, theme: str, texts: Sequence[str]) -> bool:
    return any(_naming(language, theme).search(text) for text in texts)


def _is_in_order(lines: Sequence[LineView]) -> bool:
    rhymes = [line.rhyme for line in lines]
    first = rhymes[0]
    return tuple(int(rhyme != first) for rhyme in rhymes) in SCHEMES and None not in rhymes


def _sense(language: str, theme: str, lines: Sequence[LineView]) -> int:
    """End words from the fields of the theme."""
    return sum(line.heard.same in _field(language, theme) for line in lines)


@lru_cache(256)
def _naming(language: str, theme: str) -> re.Pattern[str]:
    subject = craft(language).subjects.get(theme)
    return scan.naming(subject.words if subject else {}, theme)


@lru_cache(256)
def _field(language: str, theme: str) -> frozenset[str]:
    known = craft(language)
    fields = known.subjects[theme].fields if theme in known.subjects else frozenset()
    words = [word for words in known.bank.values() for word in words if word.tags & fields]
    return frozenset(scan.end_identity(language, word.text) for word in words)


@lru_cache(64)
def _taste(language: str, mood: Mood) -> re.Pattern[str]:
    words = craft(language).tastes.get(mood, ())
    return re.compile(rf"\b(?:{'|'.join(words)})" if words else r"(?!)")
