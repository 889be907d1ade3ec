"""English: from the last stressed vowel on, in three accents.

The lexicon writes a word once for all accents, with a letter for each of the vowels that part
them: LOT (Q), CLOTH (c), THOUGHT (O), PALM (A), BATH (B), PASTA (q). The accents are, in this
order, American, American where cot is caught, and British, which drops the r that no vowel follows.
"""

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from salon.ear.tongue import BETWEEN_ACCENTS, LIGHT, STRESSES, Look, Plain, Tongue, Verdict, Ways
from salon.ear.tongues import en_forms

AMERICAN, COT_IS_CAUGHT, BRITISH = range(3)

ONLY = {AMERICAN: "<", COT_IS_CAUGHT: "<", BRITISH: ">"}  # before a way that one side alone has
VOWEL = "iIeEaAQcBqOoUuV@YWX3"
TO_AMERICAN = str.maketrans("QcBq", "AOaA")
TO_BRITISH = str.maketrans("cBq", "QAa")
CAUGHT = re.compile(r"O(?!r)")
SILENT_R = re.compile(rf"r(?![{STRESSES}]?[{VOWEL}])")
HAPPY = re.compile(rf"(?<![{STRESSES}])I(?=$|[{VOWEL}])")  # espeak's British happy
FULL = "ioueY"  # vowels that keep their colour without stress: memory, buffalo
COLOURED = re.compile(rf"(?<![{STRESSES}])(?:[eYWXouaAQOcBq][^{VOWEL}{STRESSES}]+|[YW]@r?)$")
EARLY_MARK = re.compile(rf"([{STRESSES}])([^{STRESSES}{VOWEL}]*)(?=[{VOWEL}])")
STRESSED = re.compile(rf"[{STRESSES}](?=[{VOWEL}])")
FLAP = re.compile(rf"(?<=[{VOWEL}r])t(?=[@i])")
PLAIN = str.maketrans("", "", STRESSES)
LIGHTEN = str.maketrans("3VI", "@@@")


class English(Tongue):
    voices = ("gmw/en-US", "gmw/en-US", "gmw/en-GB-x-rp")
    vowels = VOWEL
    letters: ClassVar[Mapping[str, str]] = {
        "i": "i", "ɪ": "I", "eɪ": "e", "ɛ": "E", "æ": "a", "ɑ": "A", "ɒ": "Q", "ɔ": "O",
        "oʊ": "o", "ʊ": "U", "u": "u", "ʌ": "V", "ə": "@", "aɪ": "Y", "aʊ": "W", "ɔɪ": "X",
        "ɜ": "3", "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "g": "g",
        "tʃ": "C", "dʒ": "J", "f": "f", "v": "v", "θ": "T", "ð": "D", "s": "s", "z": "z",
        "ʃ": "S", "ʒ": "Z", "h": "h", "m": "m", "n": "n", "ŋ": "N", "l": "l", "r": "r",
        "ɹ": "r", "w": "w", "j": "y", "ˈ": "'", "ˌ": ",",
        "əʊ": "o", "ɛː": "E@", "iː": "i", "uː": "u", "ɑː": "A", "ɔː": "O", "oː": "O", "ɜː": "3",
        "ɚ": "@r", "ɝ": "3r", "ɐ": "@", "ᵻ": "@", "ɾ": "t", "ʔ": "t", "a": "a", "aː": "A",
        "e": "E", "eə": "E@", "iə": "I@", "ɪə": "I@", "ʊə": "O", "n̩": "@n", "l̩": "@l", "m̩": "@m",
        "ɬ": "l", "x": "k", "o": "o", "aɪɚ": "Y@r", "aʊɐ": "W@", "ɪɹ": "Ir", "iɹ": "Ir",
        "iːɹ": "Ir",
    }  # fmt: skip
    # Little words as they sound when they lean on the word before: got her, love it
    melting: ClassVar[Mapping[str, str]] = {
        "it": "@t", "her": "h@r @r", "him": "h@m @m", "me": "mi", "you": "yu y@", "us": "@s",
        "them": "D@m @m", "em": "@m", "to": "t@ tu", "a": "@", "of": "@v @", "is": "@z z",
        "in": "@n", "on": "Qn", "at": "@t", "for": "f@r", "or": "@r", "are": "@r",
        "and": "@n @nd", "he": "hi i", "she": "Si", "we": "wi",
        "be": "bi", "my": "mY", "the": "D@", "have": "@v", "so": "so",
        "now": "nW", "this": "D@s", "that": "Dat", "there": "DEr", "up": "Vp",
    }  # fmt: skip

    def said(self, written: str, accent: int) -> str:
        if written[0] in ONLY.values():
            written = written[1:] if written[0] == ONLY[accent] else ""
        if accent == BRITISH:
            return _british(written.translate(TO_BRITISH))
        american = written.translate(TO_AMERICAN)
        return CAUGHT.sub("A", american) if accent == COT_IS_CAUGHT else american

    def read(self, ipa: str, accent: int) -> str:
        if accent != BRITISH:
            return self.said(_tidy(self.spell(ipa.replace("ɜː", "ɝ"))), accent)
        return _british(_tidy(HAPPY.sub("i", self.spell(ipa))))

    def tail(self, said: str) -> str:
        return tails(said)[0]

    def rhyme(self, one: str, other: str) -> Verdict:
        if set(tails(one)) & set(tails(other)):
            return "exact"
        if _loose(one) & _loose(other):
            return "near"
        high = promoted(one) == self.tail(other) or promoted(other) == self.tail(one)
        return "near" if high else "no"

    def fits(self, said: str, sound: str) -> Verdict:
        if sound.startswith(LIGHT):
            return "exact" if _light(said).endswith(_light(sound[1:])) else "no"
        if sound in tails(said):
            return "exact"
        return "near" if loosen(sound) in _loose(said) or sound == promoted(said) else "no"

    def accents_of(self, sound: str) -> list[str]:
        american, _, british = sound.partition(BETWEEN_ACCENTS)
        light = LIGHT if sound.startswith(LIGHT) else ""
        said = self.spell(american)
        merged = said if light else CAUGHT.sub("A", said)
        return [light + said, light + merged, light + self.spell(british or american)]

    def sounds(self, ways: Ways) -> list[str]:
        """Both sides' tail, then the light endings: the last syllable, the last vowel."""
        both = [self._sound(*pair) for pair in zip(ways[AMERICAN], ways[BRITISH], strict=False)]
        return [*both, *(light for way in ways[AMERICAN] for light in self._light_sounds(way))]

    def _sound(self, american: str, british: str) -> str:
        sides = dict.fromkeys(self.ipa(self.tail(said)) for said in (american, british))
        return BETWEEN_ACCENTS.join(sides)

    def _light_sounds(self, american: str) -> list[str]:
        plain = _light(american)
        vowel = max(at for at, letter in enumerate(plain) if letter in VOWEL)
        return [LIGHT + self.ipa(plain[at:]) for at in (max(vowel - 1, 0), vowel)]

    def group(self, written: str) -> str:
        """The American tails and the British ones."""
        both = [tails(said) for at in (AMERICAN, BRITISH) if (said := self.said(written, at))]
        return BETWEEN_ACCENTS.join(" ".join(side) for side in (both * 2)[:2])

    def pick(self, groups: Iterable[str], wanted: list[str]) -> list[str]:
        if wanted[0][0] == LIGHT:
            sound = _light(wanted[0][1:])
            solid = max(sound.split("@"), key=len)
            near = [group for group in groups if solid in group]
            return [group for group in near if _light(self.tail_of_group(group)).endswith(sound)]
        ends = {sound[-1:] for sound in wanted} | {"O"}
        near = [group for group in groups if group[-1] in ends or wanted[0][-1] == "r"]
        return [group for group in near if _group_fits(group, *wanted)]

    def tail_of_group(self, group: str) -> str:
        return group[: group.find(BETWEEN_ACCENTS)].partition(" ")[0]

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        return en_forms.derive(word, look) or en_forms.compound(word, look, plain)


def _group_fits(group: str, american: str, merged: str, british: str) -> bool:
    here, _, there = group.partition(BETWEEN_ACCENTS)
    if american in here.split() or british in there.split():
        return True
    return merged in CAUGHT.sub("A", here).split() if "O" in here else False


def _british(said: str) -> str:
    """The r is heard before a vowel only; near, cure and the like end in a schwa instead."""
    said = said.replace("Ur", "Or").replace("i@", "I@")
    return SILENT_R.sub("", said.replace("Ir", "I@r").replace("Er", "E@r"))


def _tidy(said: str) -> str:
    return weaken(stress_first(said))


def weaken(said: str) -> str:
    """Unstressed, rabbit's and abbot's vowel are one; -ing, -ic, -ish and -age keep theirs."""
    said = said.rstrip("h")
    return re.sub(rf"(?<![{STRESSES}])I(?![NkSJCr])", "@", said)


def stress_first(said: str) -> str:
    """Stress marks stand before the vowel, and there is a main one."""
    said = EARLY_MARK.sub(r"\2\1", said)
    if "'" in said or not any(letter in VOWEL for letter in said):
        return said
    said = said.translate(PLAIN)
    spots = [at for at, letter in enumerate(said) if letter in VOWEL]
    strong = next((at for at in reversed(spots) if said[at] != "@"), spots[0])
    return said[:strong] + "'" + said[strong:]


def tails(said: str) -> list[str]:
    """From the last main stress, and from every lesser one after it."""
    main = said.rfind("'")
    starts = [main, *(found.start() for found in STRESSED.finditer(said, main + 1))]
    return [said[start:].translate(PLAIN) for start in starts]


def promoted(said: str) -> str:
    """The last vowel of memory and buffalo, two after the stress, or of shadow and igloo: poets
    make it rhyme with tree, toe and too. Two such words do not rhyme on it with each other."""
    last, end = said[-1:], said[said.rfind("'") :]
    vowels = sum(letter in VOWEL for letter in end)
    marked = any(mark in end[1:] for mark in STRESSES)
    return last if last in FULL and not marked and vowels >= (2 if last in "ou" else 3) else ""


def coloured(said: str) -> str:
    """The last syllable of zigzag and vampire: unmarked, but its vowel is not worn down."""
    found = COLOURED.search(said)
    return found[0] if found else ""


def loosen(tail: str) -> str:
    """What a table lets pass: poor and door, marry and merry, singer and finger, prince and
    prints, legal and seagull; and writer and rider, which Americans cannot tell apart."""
    tail = tail[:1] + tail[1:].translate(LIGHTEN)
    for strict, loose in (("Ur", "Or"), ("ar", "Er"), ("Ng", "N"), ("nts", "ns")):
        tail = tail.replace(strict, loose)
    return FLAP.sub("d", tail)


def _loose(said: str) -> set[str]:
    return set(map(loosen, filter(None, [*tails(said), coloured(said)])))


def _light(said: str) -> str:
    return said.translate(PLAIN).translate(LIGHTEN)


tongue = English()
