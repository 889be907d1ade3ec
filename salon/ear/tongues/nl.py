"""Dutch: from the stressed vowel on, long and short told apart; the n of -en is not heard."""

import re
from collections.abc import Mapping
from typing import ClassVar

from salon.ear.stressed import Stressed, compound
from salon.ear.tongue import Look, Plain

VOWEL = "aAeEiIoOuyY2@WVX3"
HARD = str.maketrans("bdvzZ", "ptfsS")
SOFT_END = re.compile("[bdvzZ]+$")
# What is written or read in two ways and heard in one
SAME = (
    (r"([^@aeio])\1", r"\1"), ("I(?=r)", "e"),
    ("Vw$", "V"), (f"Vw(?='?[{VOWEL}])", "V"), (f"(?<=[ieW])j(?='?[{VOWEL}])", ""),
    ("st?j", "S"), ("(?<=[^',])E(?=[lnr]?tj@)", "@"), ("ntj|njtj", "nj"), ("(?<=[^',])a$", "A"),
    (",(?=i$|IN$|@)", ""),
)  # fmt: skip
# Endings that bear a lesser stress: vrijheid, vriendschap, dankbaar
HEAVY = re.compile(
    r"(?<=[^',])(h(?=Wt)|sx(?=ap)|[bp](?=Ar)|[sz](?=Am)|l(?=o[sz])|d(?=Om)|[vf](?=Ol)|m(?=Al))"
    r"([a-zA-Z]{2}@?)$"
)
PROMOTED = re.compile(rf"[{VOWEL}][^{VOWEL}',]*[{VOWEL}][^{VOWEL}',]*([IAoOaEiuy][^{VOWEL}',]*)$")
COLOURED = re.compile(rf"(?<=[^',])[WVXAeo2uiy][^{VOWEL}',]+$")


class Dutch(Stressed):
    voices = ("gmw/nl",)
    vowels = VOWEL
    weak = "@"
    letters: ClassVar[Mapping[str, str]] = {
        "ɑ": "a", "aː": "A", "eː": "e", "ɛ": "E", "i": "i", "ɪ": "I", "oː": "o", "ɔ": "O", "u": "u",
        "y": "y", "ʏ": "Y", "øː": "2", "ə": "@", "ɛi": "W", "ɑu": "V", "œy": "X", "ɛː": "3",
        "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "f": "f", "v": "v", "s": "s",
        "z": "z", "ʃ": "S", "ʒ": "Z", "x": "x", "h": "h", "m": "m", "n": "n", "ŋ": "N", "l": "l",
        "r": "r", "w": "w", "j": "j", "ˈ": "'", "ˌ": ",",
        "ɛɪ": "W", "ɛɪ̯": "W", "ɛːi": "W", "eɪ": "e", "ʌʊ": "V", "ɑʊ": "V", "ʌu": "V", "ɔu": "V",
        "ɔʊ": "V", "œʏ": "X", "œːʏ": "X", "œːy": "X", "œyː": "X", "œi": "X", "ʏɪ": "X", "ʏi": "X",
        "a": "A", "ɑː": "A", "e": "e", "ɪː": "e", "iː": "i", "o": "o", "ɔː": "o", "əʊ": "o",
        "uː": "u", "ʊ": "u", "yː": "y", "ɵ": "Y", "œ": "Y", "ʌ": "Y", "ø": "2", "œː": "2", "æ": "E",
        "ɒ": "O", "ɐ": "@", "ɜ": "@", "eʊ": "ew", "yʊ": "yw", "iʊ": "iw", "iu": "iw", "aɪ": "aj",
        "aːi": "Aj", "oɪ": "oj", "oːɪ": "oj", "oːi": "oj", "ui": "uj",
        "ɑ̃": "an", "ɔ̃": "On", "ɛ̃": "En", "g": "g", "ɣ": "x", "χ": "x", "ç": "x", "ɦ": "h", "ʋ": "w",
        "ʁ": "r", "ɹ": "r", "ɾ": "r", "ʀ": "r", "ɱ": "m", "ɲ": "nj", "c": "tj", "tʲ": "tj",
        "ɟ": "dj", "ʲ": "j", "tʃ": "tS", "θ": "t", "ð": "d",
    }  # fmt: skip

    def tidy(self, said: str) -> str:
        """Hard ends, no n after -e, no glide where two vowels meet: vrouwen, bijen."""
        said = SOFT_END.sub(lambda end: end[0].translate(HARD), re.sub("@n$", "@", said))
        for written, heard in SAME:
            said = re.sub(written, heard, said)
        return HEAVY.sub(r"\1,\2", said)

    def loosen(self, tail: str) -> str:
        """Nothing is near but what is promoted."""
        return tail

    def promoted(self, said: str) -> str:
        """Wandeling and ring, Amerika and ja; altijd and spijt."""
        if found := COLOURED.search(said):
            return found[0]
        found = PROMOTED.search(said)
        return found[1] if found else ""

    def for_espeak(self, word: str) -> str:
        """It would read tonen like tonnen."""
        return re.sub(r"(?<=[^aeiou])onen$", "oonen", word, flags=re.IGNORECASE)

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        """Foto's, tafels, glijbaan."""
        for end in ("'s", "s"):
            if word.endswith(end) and (found := look(word.removesuffix(end))):
                return tuple(self.tidy(way + "s") for way in found)
        return compound(word, look, plain)


tongue = Dutch()
