"""Italian verse: its data, and the little words that bend to gender, number and what follows.

Kinds of end words: chi somebody, cosa something, posto where one can be, idea what has no body,
roba what cannot be counted, tanti several (p), agg how something is, tante how several feminines
are, stato the same whatever the gender, di the same but only behind a noun, modo in what way,
verbo what it does, inf what one may do. Among them: mano what a hand can hold, gesto what somebody
does, atto what one may begin to do, come how or when it is done; and fields: cibo, veste, musica …
"""

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from salon.ear import ear
from salon.games.cyrano.poets.reading import read_craft
from salon.games.cyrano.poets.verse import Word, Words


def united(start: str, double: str) -> tuple[str, ...]:
    """A preposition and its article: del, dell’, dello, della; dei, degli, delle."""
    return (
        f"{start}l ", f"{double}’", f"{double}o ", f"{double}a ", f"{double}’",
        f"{start}i ", f"{start}gli ", f"{double}e ",
    )  # fmt: skip


def plain(stem: str, plural: str = "i") -> tuple[str, ...]:
    """An adjective that minds only gender and number."""
    one, many = f"{stem}o ", f"{stem}{plural} "
    return (one, one, one, f"{stem}a ", f"{stem}a ", many, many, f"{stem}e ")


# A little word before a masculine: as it is, before a vowel, before s and a consonant, z, gn …;
# before a feminine, before a vowel; before several masculines, these before a vowel or s and a
# consonant, several feminines.
BENT = {
    "un": ("un ", "un ", "uno ", "una ", "un’", "dei ", "degli ", "delle "),
    "il": ("il ", "l’", "lo ", "la ", "l’", "i ", "gli ", "le "),
    "del": united("de", "dell"),
    "al": united("a", "all"),
    "dal": united("da", "dall"),
    "nel": united("ne", "nell"),
    "sul": united("su", "sull"),
    "quel": united("que", "quell"),
    "bello": united("be", "bell"),
    "questo": (*("questo ", "quest’", "questo ", "questa ", "quest’"), *plain("quest")[5:]),
    "buono": (*("buon ", "buon ", "buono ", "buona ", "buon’"), *plain("buon")[5:]),
    "di": ("di ", "d’", "di ", "di ", "d’", "di ", "d’", "di "),
    "mio": plain("mi", plural="ei"),
    "tuo": plain("tu", plural="oi"),
    "vecchio": plain("vecchi", plural=""),
    "piccolo": plain("piccol"),
    "grande": ("grande ",) * 5 + ("grandi ",) * 3,
    "dolce": ("dolce ",) * 5 + ("dolci ",) * 3,
}
INSTEAD = {"o": ("o", "a")}  # of the word itself

VOWEL = re.compile(r"(?!i[aeou])h?[aàeèéiìoòuù]", re.IGNORECASE)
ELIDED = re.compile(r"(?:[bcdlmnstv]|gl|ch)’", re.IGNORECASE)
ENDING = re.compile(r"[aàeèéiìoòuù]$", re.IGNORECASE)
MELTING = re.compile(r"h?[aàeèéiìoòuù]", re.IGNORECASE)
HARD = re.compile(r"s[^aeiouàèéìòù]|z|gn|p[sn]|x|y|ts|i[aeou]|chef|chalet|champagne", re.IGNORECASE)
OPENING = re.compile(r"(?:Il|Lo|La|I|Gli|Le|Un|Uno|Una|Chi|Quando|Come|Dove)\b|(?:L|Un)’")


def shape(form: str, word: Word, words: Words) -> str:
    """{un-vecchio end:cosa}: little words in front, as many as wanted; {maj end}: a capital."""
    if form.startswith("maj"):
        text = shape(form[len("maj-") :], word, words)
        return text[:1].upper() + text[1:]
    if form in INSTEAD:
        return INSTEAD[form]["f" in word.tags]
    text = word.text
    for little in reversed(form.split("-") if form else []):
        text = bend(little, text, "f" in word.tags, "p" in word.tags) + text
    return text


def bend(little: str, text: str, feminine: bool, several: bool) -> str:
    if little == "ad":  # only before another a
        return "ad " if text[:1].casefold() == "a" else "a "
    vowel, hard = VOWEL.match(text) is not None, HARD.match(text) is not None
    if several:
        return BENT[little][7 if feminine else 5 + (vowel or hard)]
    return BENT[little][3 + vowel if feminine else vowel + 2 * hard]


def name(theme: str) -> str:
    """A theme in the middle of a sentence: its first letter small, unless it is a name's."""
    return theme[:1].lower() + theme[1:] if OPENING.match(theme) else theme


def measure(line: str) -> int:
    """Syllables as verse counts them: where two vowels meet between words they are one."""
    words = re.findall(r"[^\W\d_]+’?", line)
    pairs = pairwise(words)
    return sum(map(_syllables, words)) - sum(map(_melt, pairs))


@lru_cache(5_000)
def _syllables(word: str) -> int:
    """Of an elided word only what is left of it counts: l’ has none, dell’ has one."""
    return 0 if ELIDED.fullmatch(word) else ear("it").syllables(word.rstrip("’"))


def _melt(pair: tuple[str, str]) -> bool:
    """An elided word has no vowel left to melt: l’ombra."""
    return ENDING.search(pair[0]) is not None and MELTING.match(pair[1]) is not None


CRAFT = read_craft("it", Path(__file__).with_name("it.json"), shape, name, measure)
