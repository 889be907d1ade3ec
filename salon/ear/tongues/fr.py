"""French: the last vowel that is not mute, and what follows it."""

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from salon.ear.tongue import Look, Plain, Tongue, Verdict, Ways

VOWEL = "aieEoOu2y95@&"
NEAR = str.maketrans("EO9", "eo2")
MUTE = re.compile("(?<=[^aieouyɛɔøœ̃])ə$")
END = re.compile(rf"[{VOWEL}][^{VOWEL}]*$")
CARD = re.compile(rf"[^{VOWEL}]?[{VOWEL}]$|[{VOWEL}][^{VOWEL}]+$")


class French(Tongue):
    voices = ("roa/fr",)
    vowels = VOWEL
    letters: ClassVar[Mapping[str, str]] = {
        "a": "a", "i": "i", "e": "e", "ɛ": "E", "o": "o", "ɔ": "O", "u": "u", "y": "y",
        "ø": "2", "œ": "9", "ɛ̃": "5", "ɑ̃": "@", "ɔ̃": "&", "j": "j", "ɥ": "H", "w": "w",
        "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "g": "g", "f": "f",
        "v": "v", "s": "s", "z": "z", "ʃ": "S", "ʒ": "Z", "m": "m", "n": "n", "ɲ": "N",
        "ŋ": "G", "ʁ": "R", "l": "l", "x": "x",
        "œ̃": "5", "ɑ": "a", "ə": "2", "ɐ": "a", "ʀ": "R", "r": "R", "ɹ": "R", "χ": "R",
        "ɪ": "i", "ʊ": "u", "ʌ": "9", "ɒ": "O", "æ": "a", "iː": "i", "uː": "u", "eɪ": "E",
        "əʊ": "o", "oʊ": "o", "aɪ": "aj", "aʊ": "aw", "ɔɪ": "Oj", "ɜː": "9R", "ɚ": "9R",
        "ɑː": "a", "ɔː": "O", "θ": "s", "ð": "z", "h": "", "ɾ": "t", "iə": "iR", "eə": "ER",
        "ɑ̃ː": "@", "tʃ": "tS", "dʒ": "dZ",
    }  # fmt: skip

    melting: ClassVar[Mapping[str, str]] = {"je": "Z", "ce": "s"}  # dis-je, est-ce

    def said(self, written: str, accent: int) -> str:  # noqa: ARG002
        return written

    def read(self, ipa: str, accent: int) -> str:  # noqa: ARG002
        return tidy(self.spell(MUTE.sub("", re.sub("[ˈˌ -]", "", ipa))))

    def tail(self, said: str) -> str:
        found = END.search(said)
        return found[0] if found else ""

    def rhyme(self, one: str, other: str) -> Verdict:
        return self.fits(one, self.tail(other))

    def fits(self, said: str, sound: str) -> Verdict:
        if said.endswith(sound):
            return "exact"
        return "near" if loosen(said).endswith(loosen(sound)) else "no"

    def sounds(self, ways: Ways) -> list[str]:
        """An open vowel alone would be too easy: with it goes the consonant before."""
        return [self.ipa(found[0]) for way in ways[0] if (found := CARD.search(way))]

    def group(self, written: str) -> str:
        """Two sounds more than the tail: a card may want the consonant before."""
        return written[max(len(written) - len(self.tail(written)) - 2, 0) :]

    def pick(self, groups: Iterable[str], wanted: list[str]) -> list[str]:
        return [group for group in groups if group.endswith(wanted[0])]

    def tail_of_group(self, group: str) -> str:
        return self.tail(group)

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:  # noqa: ARG002
        """Plurals, and feminines in -ée, -ie and -ue, sound like the word they come from."""
        for end in ("s", "x", "es", "e"):
            stem = word.removesuffix(end)
            same = stem != word and len(stem) > 2 and (end in "sx" or stem[-1] in "éiu")
            if same and (found := look(stem)):
                return found
        return ()


def loosen(said: str) -> str:
    """Closed and open e, o and eu are one to many; sandwich may end like niche."""
    return said.translate(NEAR).replace("tS", "S").replace("dZ", "Z")


def tidy(said: str) -> str:
    """Lui has a glide; racisme ends the same whether it is said with s or z."""
    return re.sub("sm$", "zm", re.sub("y(?=i)", "H", said))


tongue = French()
