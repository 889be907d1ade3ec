"""French verse: its data, and the little words that bend to gender and to a vowel."""

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from salon.ear import ear
from salon.games.cyrano.poets.reading import read_craft
from salon.games.cyrano.poets.verse import Word, Words

# A little word before: a masculine, a feminine; before a vowel a masculine, a feminine.
BENT = {
    "un": ("un ", "une ", "un ", "une "),
    "le": ("le ", "la ", "l’", "l’"),
    "du": ("du ", "de la ", "de l’", "de l’"),
    "au": ("au ", "à la ", "à l’", "à l’"),
    "mon": ("mon ", "ma ", "mon ", "mon "),
    "ton": ("ton ", "ta ", "ton ", "ton "),
    "son": ("son ", "sa ", "son ", "son "),
    "ce": ("ce ", "cette ", "cet ", "cette "),
    "quel": ("quel ", "quelle ", "quel ", "quelle "),
    "de": ("de ", "de ", "d’", "d’"),
    "que": ("que ", "que ", "qu’", "qu’"),
    "vieux": ("vieux ", "vieille ", "vieil ", "vieille "),
    "beau": ("beau ", "belle ", "bel ", "belle "),
    "petit": ("petit ", "petite ", "petit ", "petite "),
    "grand": ("grand ", "grande ", "grand ", "grande "),
}
INSTEAD = {"il": ("il", "elle"), "e": ("", "e")}  # of the word itself

VOWEL = re.compile(r"[aàâeéèêëiîïoôuùûœhy]", re.IGNORECASE)
ELIDED = re.compile(r"(?:[cdjlmnst]|qu)’", re.IGNORECASE)
MUTE = re.compile(r"(?<=\w)[^aeiouyéèêàâùûîïôœ’]es?$", re.IGNORECASE)
OPENING = re.compile(r"(?:Le|La|Les|Un|Une|Des|Mon|Ma|Mes|Ce|Cet|Cette|Où|Quand)\b|[LD]’")
LINK = re.compile(r"(?= (?:de|du|des|à|au|aux|en|qui) | d’)")  # what follows stays as it is
IRREGULAR = {"caillou": "cailloux", "genou": "genoux", "bal": "bals", "festival": "festivals"}


def shape(form: str, word: Word, words: Words) -> str:
    """{un-vieux end:n}: little words in front, as many as wanted; {maj end}: a capital."""
    if form.startswith("maj"):
        text = shape(form[len("maj-") :], word, words)
        return text[:1].upper() + text[1:]
    if form in INSTEAD:
        return INSTEAD[form]["f" in word.tags]
    if form == "des":
        return f"des {plural(word.text)}"
    return with_little_words(form.split("-") if form else [], word)


def with_little_words(littles: list[str], word: Word) -> str:
    text, silent = word.text, "h" not in word.tags
    for little in reversed(littles):
        text = bend(little, text, "f" in word.tags, silent) + text
        silent = True
    return text


def bend(little: str, text: str, feminine: bool, silent: bool) -> str:
    """`silent`: a first h is not heard, so that words elide before it; the tag h says otherwise."""
    before_vowel = silent and VOWEL.match(text) is not None
    return BENT[little][2 * before_vowel + feminine]


def plural(phrase: str) -> str:
    """« clé à molette » → « clés à molette »."""
    head, *rest = LINK.split(phrase, maxsplit=1)
    return " ".join(map(plural_word, head.split())) + "".join(rest)


def plural_word(word: str) -> str:
    if word in IRREGULAR or word[-1] in "sxz":
        return IRREGULAR.get(word, word)
    if word.endswith("al"):
        return word[:-1] + "ux"
    return word + ("x" if word.endswith(("eau", "eu", "au")) else "s")


def name(theme: str) -> str:
    """A theme in the middle of a sentence: its first letter small, unless it is a name's."""
    return theme[:1].lower() + theme[1:] if OPENING.match(theme) else theme


def measure(line: str) -> int:
    """Syllables as verse counts them: a mute e is heard before a consonant, not at the end."""
    words = re.findall(r"[^\W\d_]+’?", line)
    pairs = pairwise(words)
    return sum(map(_syllables, words)) + sum(map(_is_heard, pairs))


@lru_cache(5_000)
def _syllables(word: str) -> int:
    """Of an elided word only what is left of it counts: qu’ has none, jusqu’ has one."""
    return 0 if ELIDED.fullmatch(word) else ear("fr").syllables(word.rstrip("’"))


def _is_heard(pair: tuple[str, str]) -> bool:
    """Une table carrée has it once more than une table ancienne."""
    word, after = pair
    return MUTE.search(word) is not None and (word[-1] != "e" or VOWEL.match(after) is None)


CRAFT = read_craft("fr", Path(__file__).with_name("fr.json"), shape, name, measure)
