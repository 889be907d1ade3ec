"""Which word a line ends with, and when two words are the same word."""

import re
from unicodedata import normalize

APOSTROPHES = str.maketrans("’‘ʼ`´＇", "''''''")
STUMP = re.compile(r"['’](?:[tskmrn])(?!['’\w])", re.IGNORECASE)  # Dutch 't, 's and the like
ELISIONS = {
    "fr": "l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu",
    "it": "l|un|d|dell|nell|all|dall|sull|c|quell",
}


def end_word(line: str) -> str | None:
    """The last word that holds a letter or a digit, without the punctuation around it."""
    for token in reversed(line.split()):
        if any(sign.isalnum() for sign in token):
            return strip(token)
    return None


def strip(token: str) -> str:
    """Of the signs around a word only the apostrophe of a stump belongs to it."""
    held = [at for at, sign in enumerate(token) if sign.isalnum()]
    if not held:
        return ""
    first = held[0] - 1 if STUMP.match(token, max(held[0] - 1, 0)) else held[0]
    return token[first : held[-1] + 1]


def identity(word: str, language: str, kept: str = "") -> str:
    """Two words are the same word when these are equal: sound and meaning do not matter."""
    plain = normalize("NFC", fold(normalize("NFC", word), kept)).translate(APOSTROPHES)
    return without_elisions(strip(plain), language)


def fold(word: str, kept: str) -> str:
    """Without capitals, some signs as they are: ß."""
    return "".join(sign if sign in kept else sign.casefold() for sign in word.lower())


def without_elisions(word: str, language: str) -> str:
    little = ELISIONS.get(language)
    return re.sub(rf"^(?:(?:{little})')+(?=\w)", "", word) if little else word
