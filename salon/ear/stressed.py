"""What German, Italian and Dutch share: they rhyme from a stressed vowel on."""

import re
from abc import abstractmethod
from collections.abc import Iterable
from functools import lru_cache

from salon.ear.tongue import LIGHT, STRESSES, Look, Plain, Tongue, Verdict, Ways

PLAIN = str.maketrans("", "", STRESSES)
MARK = re.compile(rf"[{STRESSES}]")
LINKS = ("", "s", "es", "n", "en", "e", "er")  # between the parts of a compound
SHORTEST = 3  # letters of a part
LONG = 4  # letters of a part that is not tried alone
STEMS = {"f": ("ven",), "s": ("zen",)}  # how a verb goes on whose stem ends so
# Words that are more often the end of another: ter, der, lig
ENDING = re.compile(r"^.{0,3}(?:e[nlrmst]|ig|ing|ung|isch|lich|lijk)$")


class Stressed(Tongue):
    """One accent; a lesser stress that comes later counts as in English: Sonnenschein, fein."""

    weak: str  # vowels that are never stressed

    def __init__(self) -> None:
        vowels = self.vowels
        self._early_mark = re.compile(rf"([{STRESSES}])([^{STRESSES}{vowels}]+)(?=[{vowels}])")
        self._stray_mark = re.compile(rf"[{STRESSES}](?![{vowels}])")
        self._end = re.compile(rf"[{vowels}][^{vowels}]*$")
        self._tails = lru_cache(4096)(self._tails_anew)
        self._loose = lru_cache(4096)(self._loose_anew)

    @abstractmethod
    def loosen(self, tail: str) -> str:
        """Tails that are alike after this are near."""

    @abstractmethod
    def tidy(self, said: str) -> str:
        """A pronunciation from anywhere, as this language writes it."""

    def lean(self, before: tuple[str, ...], last: str) -> tuple[str, ...]:
        return tuple(map(self.tidy, super().lean(before, last)))

    def promoted(self, said: str) -> str:  # noqa: ARG002
        """The unstressed end that poets make rhyme with a stressed one, or ""."""
        return ""

    def said(self, written: str, accent: int) -> str:  # noqa: ARG002
        return written

    def read(self, ipa: str, accent: int) -> str:  # noqa: ARG002
        return self.tidy(self.stress_first(self.spell(ipa)))

    def tail(self, said: str) -> str:
        """From the last stress of any kind."""
        return said[max(said.rfind("'"), said.rfind(",")) + 1 :]

    def tails(self, said: str) -> list[str]:
        """From the main stress, and from every lesser one after it."""
        return self._tails(said)

    def rhyme(self, one: str, other: str) -> Verdict:
        if set(self._tails(one)) & set(self._tails(other)):
            return "exact"
        if self._loose(one) & self._loose(other):
            return "near"
        high = (self.promoted(one), other), (self.promoted(other), one)
        return "near" if any(end in self._loose(word) for end, word in high if end) else "no"

    def fits(self, said: str, sound: str) -> Verdict:
        if sound.startswith(LIGHT):
            return "exact" if said.translate(PLAIN).endswith(sound[1:]) else "no"
        if sound[0] not in self.vowels:
            return self._fits_with_onset(said, sound)
        if sound in self._tails(said):
            return "exact"
        loose = self.loosen(sound)
        return "near" if loose in self._loose(said) or loose == self.promoted(said) else "no"

    def _fits_with_onset(self, said: str, sound: str) -> Verdict:
        """A card that wants the consonant before the vowel too."""
        start = next(at for at, letter in enumerate(sound) if letter in self.vowels)
        ends = said.translate(PLAIN).endswith(sound)
        return "exact" if ends and sound[start:] in self._tails(said) else "no"

    def sounds(self, ways: Ways) -> list[str]:
        """The tail, an open vowel first with the consonant before it; then the light endings."""
        tails = [sound for way in ways[0] for sound in self._cards(way)]
        return [*tails, *(light for way in ways[0] for light in self._light_cards(way))]

    def _cards(self, way: str) -> list[str]:
        tails = [*reversed(self._tails(way))]
        if len(tails[0]) == 1 and len(way) > 2:
            tails.insert(0, way.translate(PLAIN)[-2:])
        return [self.ipa(tail) for tail in tails]

    def _light_cards(self, way: str) -> list[str]:
        plain = way.translate(PLAIN)
        found = self._end.search(plain)
        at = found.start() if found else 0
        if self.tail(way) == plain[at:]:
            return []
        return [LIGHT + self.ipa(plain[start:]) for start in (max(at - 1, 0), at)]

    def group(self, written: str) -> str:
        """From the main stress on; with what stands before it where no consonant follows."""
        start = written.rfind("'")
        return written[max(start - 2, 0) :] if len(written) - start == 2 else written[start:]

    def pick(self, groups: Iterable[str], wanted: list[str]) -> list[str]:
        """By the end first, which no stress divides; then by the whole."""
        sound = wanted[0]
        end = self._end.findall(sound)[0]
        whole = re.compile(self._pattern(sound)).search
        return [group for group in groups if group.endswith(end) and whole(group)]

    def _pattern(self, sound: str) -> str:
        """Of a pronunciation that fits exactly; a stress stands before the first vowel."""
        light, sound = sound.startswith(LIGHT), sound.removeprefix(LIGHT)
        first = next(at for at, letter in enumerate(sound) if letter in self.vowels)
        marks = "" if light else rf"[{STRESSES}]"
        between = rf"[{STRESSES}]?"
        return between.join(sound[:first]) + (marks or between) + between.join(sound[first:]) + "$"

    def tail_of_group(self, group: str) -> str:
        return self.tail(group)

    def accents_of(self, sound: str) -> list[str]:
        if sound.startswith(LIGHT):
            return [LIGHT + self.tidy(self.spell(sound)).translate(PLAIN)]
        return [self.tidy(self._stress_start(self.spell(sound))).translate(PLAIN)]

    def _stress_start(self, sound: str) -> str:
        at = next((at for at, letter in enumerate(sound) if letter in self.vowels), len(sound))
        return f"{sound[:at]}'{sound[at:]}"

    def stress_first(self, said: str) -> str:
        """Stress marks stand before the vowel, and there is a main one."""
        said = self._stray_mark.sub("", self._early_mark.sub(r"\2\1", said))
        if "'" in said or not any(letter in self.vowels for letter in said):
            return said
        said = said.translate(PLAIN)
        spots = [at for at, letter in enumerate(said) if letter in self.vowels]
        strong = next((at for at in spots if said[at] not in self.weak), spots[0])
        return said[:strong] + "'" + said[strong:]

    def stressed_syllable(self, said: str) -> int:
        """Counted from the end."""
        return self.syllables(said[max(said.rfind("'"), 0) :])

    def _tails_anew(self, said: str) -> list[str]:
        marks = [found.start() for found in MARK.finditer(said, max(said.rfind("'"), 0))]
        return [said[start:].translate(PLAIN) for start in marks or [0]]

    def _loose_anew(self, said: str) -> set[str]:
        return set(map(self.loosen, self._tails(said)))


def compound(word: str, look: Look, plain: Plain) -> tuple[str, ...]:
    """Known words grown together, the last an everyday one if it can be: kinder-glij-baan."""
    cuts = range(SHORTEST, len(word) - SHORTEST + 1)
    everyday = [cut for cut in cuts if plain(word[cut:])]
    others = [cut for cut in cuts if cut not in everyday and not ENDING.search(word[cut:])]
    for cut in everyday + others:
        if (ways := look(word[cut:])) and _is_made_of(word[:cut], look):
            return tuple(_join(look(word[:cut]), way) for way in ways)
    return ()


def _is_made_of(part: str, look: Look) -> bool:
    """Whether it is a known word, or two that are long enough to be no accident."""
    cuts = range(LONG, len(part) - LONG + 1)
    return _is_first(part, look) or any(
        look(part[:cut]) and _is_first(part[cut:], look) for cut in cuts
    )


def _is_first(part: str, look: Look) -> bool:
    """A word, perhaps with a link, or the stem of a verb: nijptang, zwerfkat."""
    stems = [part[:-1] + hard for hard in STEMS.get(part[-1:], ())]
    return any(look(form) for form in [*_first_parts(part), part + "en", *stems])


def _first_parts(part: str) -> list[str]:
    ends = (part.removesuffix(link) for link in LINKS if part.endswith(link))
    return [end for end in ends if len(end) >= SHORTEST]


def _join(first: tuple[str, ...], last: str) -> str:
    """The main stress is the first part's; how it sounds matters no more."""
    return (first or ("'@",))[0] + last.replace("'", ",")
