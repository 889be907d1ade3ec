"""How bad a poem is, in squared syllables."""

import re

from salon.games.cyrano.poets import scan
from salon.games.cyrano.poets.verse import Craft

ECHO = 9  # to say a word twice
STUMBLE = 3  # to stress a syllable off the beat
SHUNNED = 5  # to have a length that is no line
LATER = 2  # to take a piece that is not the next one
FOREIGN = 30  # to take a piece that any theme could have, where this one has its own
FORGETFUL = 60  # to forget the theme
SPARE = 90  # to have found nothing
BORROWED = 20  # for how much a word makes up that stands on the card
LONG = 5  # letters of a word that is noticed when it comes again


def limp(craft: Craft, metre: int, line: str) -> int:
    length = scan.measure(craft, line)
    off = (length - metre) ** 2 + SHUNNED * (length in craft.shunned)
    return off + STUMBLE * scan.stumbles(craft, line)


def echoes(lines: tuple[str, ...], text: str, before: str) -> int:
    """Words said twice: in a line, or in what the pieces of a poem say themselves."""
    again = set(_long_words(text)) & set(_long_words(before))
    return ECHO * (sum(map(scan.echoes, lines)) + len(again))


def _long_words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if len(word) >= LONG]
