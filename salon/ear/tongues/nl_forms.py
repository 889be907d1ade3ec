"""Dutch words that no dictionary lists, as forms of words that one does: minuten, probeert."""

import re
from collections.abc import Iterator

from salon.ear.tongue import Look

SHORTEST = 3  # letters of a stem
# What follows a noun or an adjective, and how it sounds
AFTER_NAMES = {
    "en": "@", "e": "@", "er": "@r", "ere": "@r@", "ers": "@rs", "st": "st", "ste": "st@",
    "heid": "h,Wt", "heden": "h,ed@", "erig": "@r@x", "erige": "@r@x@",
}  # fmt: skip
# What follows the stem of a verb
AFTER_VERBS = {
    "d": "t", "t": "t", "de": "d@", "den": "d@", "te": "t@", "ten": "t@", "ing": "IN",
    "ingen": "IN@", "end": "@nt", "ende": "@nd@", "er": "@r", "ers": "@rs", "": "",
}  # fmt: skip
# Small things
SMALL = {"etje": "@tj@", "tje": "tj@", "pje": "pj@", "kje": "kj@", "je": "j@"}
LONG = re.compile(r"([aeou])\1(?=[^aeiouy]$)")  # closed: minuut
OPEN = re.compile(  # minut-en, social-e, but not miljoen-en
    r"((?<!a)a|(?<![eio])e|(?<!o)o|(?<![aeou])u)(?=[^aeiouyjwx]$)"
)
DOUBLE = re.compile(r"([^aeiou])\1$")  # prinsess-en
SHORT = re.compile(  # one vowel, one consonant: in dag-en it is another
    r"(?:(?<!a)a|(?<![eio])e|(?<!o)o|(?<![aeou])[ui])[^aeiou]$"
)
STRESSED_END = re.compile("[',].[^',aAeEiIoOuyY2@WVX3]*$")
CLOSED = re.compile("(?:[^aeiou]|[ao]i)$")  # what an ending may follow: mooi-e, not Mari-e
SOFT = {"v": "f", "z": "s"}
SOFT_SOUND = {"v": "v", "z": "z", "d": "d", "b": "b"}


def forms(word: str, look: Look) -> tuple[str, ...]:
    found = _small(word, look) or _with_trema(word, look)
    return found or _of_names(word, look) or _of_verbs(word, look)


def _small(word: str, look: Look) -> tuple[str, ...]:
    """Ballonnetje, autootje, wolkje; many of them."""
    one, plural = word.removesuffix("s"), "s" if word.endswith("s") else ""
    for end, sound in SMALL.items():
        stem = one.removesuffix(end)
        fits = one.endswith(end) and len(stem) >= SHORTEST
        for base in _bases_of_small(stem, end) if fits else ():
            if ways := look(base):
                return tuple(whole(way, base) + sound + plural for way in ways)
    return ()


def _bases_of_small(stem: str, end: str) -> Iterator[str]:
    if end == "kje":
        yield stem + "g" if stem.endswith("n") else ""
    if end == "etje":
        yield DOUBLE.sub(r"\1", stem)
    elif end == "tje" and re.search(r"([aeou])\1$", stem):
        yield stem[:-1]
    yield stem


def _with_trema(word: str, look: Look) -> tuple[str, ...]:
    """Ideeën, knieën; oliën, whose i is weak."""
    if not re.search("[ei]ën$", word):
        return ()
    base = word[:-2] if word.endswith("eën") else word[:-2] + "e"
    is_weak = word.endswith("iën")
    return tuple(way + "@" for way in look(base) if is_weak != bool(STRESSED_END.search(way)))


def _of_names(word: str, look: Look) -> tuple[str, ...]:
    """Not monteren, which is no plural of monter."""
    for end, sound in AFTER_NAMES.items() if not word.endswith("eren") else ():
        stem, is_open = word.removesuffix(end), end[0] == "e"
        if word.endswith(end) and len(stem) >= SHORTEST and CLOSED.search(stem):
            for base in _closed(stem) if is_open else [stem]:
                if ways := _fitting(look(base), base == stem and is_open, stem):
                    return tuple(_softened(way, stem if is_open else "") + sound for way in ways)
    return ()


def _fitting(ways: tuple[str, ...], is_unchanged: bool, stem: str) -> tuple[str, ...]:
    """A short vowel before one consonant goes on only where it is weak: havik-en, not dag-en."""
    if not (is_unchanged and SHORT.search(stem)):
        return ways
    return tuple(way for way in ways if not STRESSED_END.search(way))


def _closed(stem: str) -> Iterator[str]:
    """The word whose stem this is: minut-en, prinsess-en, briev-en, miljoen-en."""
    stem = re.sub("ë(?=[^aeiou]$)", "ee", stem)  # officiël-e
    hard = stem[:-1] + SOFT.get(stem[-1], stem[-1])
    for form in dict.fromkeys((hard, stem)):
        if DOUBLE.search(form):
            yield form[:-1]
        elif OPEN.search(form):
            yield OPEN.sub(r"\1\1", form)
        yield form


def _softened(way: str, stem: str) -> str:
    """What was hard at the end is soft before a vowel, if it is written so."""
    way = whole(way, stem)
    return way[:-1] + SOFT_SOUND.get(stem[-1:], way[-1]) if way[-1] in "ptfs" else way


def whole(way: str, word: str) -> str:
    """With the n that is not heard at the end of -en, but before another sound."""
    return way + "n" if word.endswith("en") and way.endswith("@") else way


def _of_verbs(word: str, look: Look) -> tuple[str, ...]:
    for end, sound in AFTER_VERBS.items():
        stem = word.removesuffix(end)
        if word.endswith(end) and len(stem) > SHORTEST and CLOSED.search(stem):
            is_open = end[:1] in ("e", "i")
            for verb in _infinitives(stem, is_open=is_open):
                roots = tuple(way[:-1] for way in look(verb) if way.endswith("@"))
                if roots := _fitting(roots, verb == stem + "en" and not is_open, stem):
                    return tuple(root + sound for root in roots)
    return ()


def _infinitives(stem: str, *, is_open: bool) -> Iterator[str]:
    """Probeer-t, zeg-t, leef-de; repareer-, or open: verdel-ing."""
    if is_open:
        yield stem + "en"
        return
    soft = stem[:-1] + {"f": "v", "s": "z"}.get(stem[-1], stem[-1])
    for form in dict.fromkeys((soft, stem)):
        if LONG.search(form):
            yield LONG.sub(r"\1", form) + "en"
        elif SHORT.search(form):
            yield form + form[-1] + "en"
        yield form + "en"
