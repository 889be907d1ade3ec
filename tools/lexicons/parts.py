"""The lesser stress of compounds that the sources do not mark: landbouw, Haushalt."""

import re
from collections import defaultdict

import wordfreq

from salon.ear.stressed import PLAIN, Stressed
from tools.lexicons.said import Said

COMMON = 3.0  # the Zipf frequency of a last part
ENDINGS = ("ing", "ung", "lich", "lijk", "isch")  # words by chance, but endings here
SHORTEST = 3  # letters of a part
LONG = 5  # letters of a part that is not asked for
NEVER = {  # spina-zie, acade-mie; mündl-ich, neun-zig
    "nl": (
        "die",
        "gie",
        "lie",
        "mie",
        "nie",
        "pie",
        "rie",
        "sie",
        "stie",
        "tie",
        "trie",
        "vie",
        "zie",
    ),
    "de": ("ich", "zig", "lingen", "erin", "bin", "nische"),
}
# Tisch, Lungen
CHANCE = re.compile("^(?:ge)?[^aeiouäöü]*(?:isch|ung|ich|iss|inn|ing)(?:e[nrsm]?)?$")
LITTLE = ("af", "in", "na", "om", "op")  # first parts of Dutch verbs: ophangen
HARD = str.maketrans("bdgvz", "ptkfs")


def with_parts(said: Said, tongue: Stressed, language: str) -> Said:
    lasts = {word: full(ways, tongue) for word, ways in said.items() if is_part(word, language)}
    marked: Said = defaultdict(list)
    for word, ways in said.items():
        ends = [lasts[word[cut:]] for cut in cuts(word, said, language) if word[cut:] in lasts]
        if language == "nl" and word.startswith(LITTLE) and len(word) > 2 + SHORTEST:
            ends.append(full(said.get(word[2:], []), tongue))
        found = (mark(way, [last for end in ends for last in end], tongue) for way in ways)
        marked[word] = list(dict.fromkeys(found))
    return marked


def is_part(word: str, language: str) -> bool:
    common = len(word) >= SHORTEST and wordfreq.zipf_frequency(word, language) >= COMMON
    return common and not word.startswith(ENDINGS)


def full(ways: list[str], tongue: Stressed) -> list[str]:
    """Without those that are stressed on a weak vowel."""
    return [way for way in ways if way[way.find("'") + 1] not in tongue.weak]


def cuts(word: str, said: Said, language: str) -> list[int]:
    """After a first part that is a word; in Dutch it may be a stump: glimlach, jonkvrouw."""
    odd = {"nl": is_odd, "de": is_long}[language]
    places = range(SHORTEST, len(word) - SHORTEST + 1)
    known = [cut for cut in places if word[:cut] in said and word[cut:] not in NEVER[language]]
    return sorted({*known, *(cut for cut in places if odd(word, cut))})


def is_odd(word: str, cut: int) -> bool:
    """Long enough to be no accident, and no omgeving."""
    if word[cut:] in NEVER["nl"] or word.endswith(ENDINGS[0]):
        return False
    return cut > SHORTEST + 1 or len(word) - cut > SHORTEST


def is_long(word: str, cut: int) -> bool:
    """Both parts, the last no ending by chance: Straßenbahnhalte-stelle, but not Entdeck-ungen."""
    return min(cut, len(word) - cut) >= LONG and not CHANCE.search(word[cut:])


def mark(way: str, lasts: list[str], tongue: Stressed) -> str:
    """Where the last part sounds, from its first vowel on, as it does alone."""
    rest = way[max(way.rfind("'"), way.rfind(",")) + 2 :]
    for last in lasts if tongue.syllables(rest) else ():
        end = last[first_vowel(last, tongue) :]
        plain = end.translate(PLAIN)
        if rest.endswith(plain) and (len(plain) > 1 or sounds_alike(rest[-2:], last)):
            return way[: -len(plain)] + end.replace("'", ",")
    return way


def sounds_alike(rest: str, last: str) -> bool:
    """Of an open end the consonant before counts too: noordzee, but not operatie and tie."""
    before = last.translate(PLAIN)[-2:]
    return len(before) == 2 and rest.translate(HARD) == before.translate(HARD)


def first_vowel(way: str, tongue: Stressed) -> int:
    vowel = next(at for at, letter in enumerate(way) if letter in tongue.vowels)
    return vowel - 1 if way[vowel - 1 : vowel] == "'" else vowel
