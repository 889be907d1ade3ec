"""German words that no list has: forms of words that one has, and words with foreign endings."""

import re

from salon.ear.tongue import Look

VOWELS = "aeiouyäöü"
# Lachend and lachende; lachst and lachtest, from lacht
PARTICIPLE = re.compile("(.+n)d(e[nmrs]?)?")
PERSON = re.compile("(.+?)(st|te|test|ten|tet)")
AFTER_T = {"te": "@", "test": "@st", "ten": "@n", "tet": "@t"}
CASES = {"e": "@", "en": "@n", "em": "@m", "er": "6", "es": "@s"}
GRADES = {"er": "@r", "est": "@st", "st": "st", "": ""}
# What nouns and adjectives end in, after what, and its sound: Bewohnern, Bewohnerinnen, heiterste
INFLECTED = [
    (re.compile("(.{2,}(?:er|el|e))n"), "n"),
    *(
        (re.compile(f"(.{{3,}}[^{VOWELS}]){grade}{case}"), how + sound)
        for grade, how in GRADES.items()
        for case, sound in CASES.items()
    ),
    (re.compile("(.+(?:er|ent|ant|ist|eur|or))innen"), "In@n"),
    (re.compile("(.+(?:er|ent|ant|ist|eur|or))in"), "In"),
    (re.compile("(.{3,}[^sßxz])s"), "s"),
]
VOICED = {"b": ("p", "b"), "d": ("t", "d"), "g": ("k", "g"), "s": ("s", "z"), "v": ("f", "v")}
PLAIN = str.maketrans("äöü", "aou")
UMLAUT = str.maketrans("AaoOuUV", "3E29yYX")
FRENCH = {
    "elle": ("'El", "'El@"),
    "ette": ("'Et@", "'Et"),
    "enne": ("'En@", "'En"),
    "age": ("'AZ@",),
    "oire?": ("v'Ar",),
    "ance": ("'&s", "'&s@"),
    "ée?": ("'e",),
    "eaux?": ("'o",),
    "ique": ("'ik",),
}
MUTE = re.compile(f"[^{VOWELS}]+([ai])([bcdfgklmnpstvz])e")  # Cake, Mike
ENGLISH = str.maketrans({"a": "e", "i": "W", "g": "tS"} | dict(zip("bcdvz", "pstfs", strict=True)))
GERMAN = str.maketrans({"a": "A", "c": "ts", "s": "z", "z": "ts"})
# English words of one syllable, and how a German would spell them
RESPELT = (
    (re.compile(f"^([^{VOWELS}]*[aeiou])([bdfgklmnpt])$"), r"\1\2\2"),  # hot
    (re.compile(f"^([^{VOWELS}]+)e[ea]([^{VOWELS}]+)$"), r"\1ie\2"),  # dream
    (re.compile(f"^([^{VOWELS}]+)oo([^{VOWELS}]+)$"), r"\1uh\2"),  # moon
)


def participle(word: str, look: Look) -> tuple[str, ...]:
    """Of a verb whose infinitive and third person are known: Projektende is none."""
    if not (found := PARTICIPLE.fullmatch(word)):
        return ()
    stem = found[1].removesuffix("n").removesuffix("e")
    ways = look(found[1]) if look(stem + "t") or look(stem + "et") else ()
    end = "d" + CASES[found[2]] if found[2] else "t"
    return tuple(way + end for way in ways if way[-1] == "n")


def person(word: str, look: Look) -> tuple[str, ...]:
    """Lachst, lachte, lachtest, from lacht."""
    found = PERSON.fullmatch(word)
    if not found or not (look(found[1] + "en") or look(found[1] + "n")):
        return ()
    ways = tuple(way for way in look(found[1] + "t") if way[-1] == "t")
    if found[2] == "st":
        return tuple(way[:-1].removesuffix("s") + "st" for way in ways)
    return tuple(way + AFTER_T[found[2]] for way in ways)


def small(word: str, look: Look) -> tuple[str, ...]:
    """Näschen, from Nase: its s and ch are two sounds, and its vowel is as long."""
    stem = word.removesuffix("chen")
    if stem == word or stem.endswith("is"):
        return ()
    plain = re.sub("[äöü](?=[^äöü]*$)", lambda vowel: vowel[0].translate(PLAIN), stem)
    for base in (form + end for form in (stem, plain) for end in ("", "e", "en")):
        if ways := look(base):
            return tuple(_smaller(way, not base.startswith(stem)) for way in ways)
    return ()


def _smaller(way: str, changed: bool) -> str:
    short = re.sub("@n?$", "", way)
    body, last, rest = re.split("(.)([^iIyYeE329aAoOuU@6WVX&58]*)$", short)[:3]
    hard = rest[:-1] + rest[-1:].translate(str.maketrans("bdgvz", "ptkfs"))
    return body + (last.translate(UMLAUT) if changed else last) + hard + "C@n"


def inflected(word: str, look: Look) -> tuple[str, ...]:
    for pattern, sound in INFLECTED:
        if (found := pattern.fullmatch(word)) and (ways := look(found[1])):
            return tuple(_stem(way, found[1], sound) + sound for way in ways)
    return ()


def _stem(way: str, base: str, sound: str) -> str:
    """Before a vowel soft sounds are soft again: mutig, mutige."""
    if sound[0] not in "@6I":
        return way
    hard, soft = VOICED.get(base[-1] if base[-2] != base[-1] else "", ("-", "-"))
    way = re.sub("IC$", "Ig", way) if base[-1] == "g" else way
    way = way[:-1] + soft if way[-1] == hard else way
    return way[:-1] + "@r" if way[-1] == "6" else way


def foreign(word: str) -> tuple[str, ...]:
    """Michelle, Bricolage; Cake and Mike, which might be German too."""
    for end, ways in FRENCH.items():
        if found := re.search(f"{end}$", word):
            before = "@" * len(re.findall(f"[{VOWELS}]+", word[: found.start()]))
            return tuple(before + way for way in ways)
    if not (found := MUTE.fullmatch(word)):
        return ()
    vowel, last = found.groups()
    german = f"'{vowel.translate(GERMAN)}{last.translate(GERMAN)}@"
    return (f"'{vowel.translate(ENGLISH)}{last.translate(ENGLISH)}", german)


def respelt(word: str) -> str:
    for pattern, spelling in RESPELT:
        word = pattern.sub(spelling, word)
    return word
