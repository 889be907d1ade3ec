"""Italian: from the stressed vowel on, open and closed e and o alike, doubles told apart."""

import re
from collections.abc import Mapping
from typing import ClassVar

from salon.ear.stressed import Stressed
from salon.ear.tongue import Look, Plain

VOWEL = "aeiou"
GLIDES = str.maketrans("iu", "jw")
GLIDE = re.compile(f"(?<!')[iu](?='?[{VOWEL}])|(?<=[aeo])[iu]")
LONG = re.compile(f"([^{VOWEL}]):")
ALWAYS_LONG = re.compile(r"([NLSz])\1+|[td]+(?=z)")
# A verb and a little word; -ti, -si, -ne, -li and -le are more often an ending: spalmati, piovane
VERB = re.compile(f".{{3,}}[{VOWEL}](?:mi|ci|vi|lo|la)|.+ndo(?:ti|si|ne|li|le)")


class Italian(Stressed):
    voices = ("roa/it",)
    vowels = VOWEL
    weak = ""
    accents = "\u0300\u0301"
    letters: ClassVar[Mapping[str, str]] = {
        "a": "a", "e": "e", "i": "i", "o": "o", "u": "u", "j": "j", "w": "w", "p": "p", "b": "b",
        "t": "t", "d": "d", "k": "k", "ɡ": "g", "tʃ": "c", "dʒ": "J", "ts": "z", "f": "f", "v": "v",
        "s": "s", "ʃ": "S", "m": "m", "n": "n", "ɲ": "N", "ʎ": "L", "l": "l", "r": "r",
        "ˈ": "'", "ˌ": ",", "ː": ":",
        "ɛ": "e", "ɔ": "o", "ɪ": "i", "ʊ": "u", "z": "s", "dz": "z", "t͡s": "z", "d͡z": "z",
        "t͡ʃ": "c", "d͡ʒ": "J", "ʒ": "J", "ŋ": "n", "ɱ": "n", "ɾ": "r", "ɹ": "r", "ʁ": "r", "g": "g",
        "ʦ": "z", "ʣ": "z", "ʧ": "c", "ʤ": "J", "i̯": "j", "u̯": "w",
        "ə": "e", "æ": "e", "ʌ": "a", "ɐ": "a", "ɑ": "a", "ɒ": "o", "ø": "e", "œ": "e", "y": "u",
        "x": "k", "ç": "k", "θ": "t", "ð": "d", "ɜ": "e", "ɚ": "er", "eɪ": "ej", "əʊ": "o",
    }  # fmt: skip

    melting: ClassVar[Mapping[str, str]] = {
        "lo": "lo", "la": "la", "li": "li", "le": "le", "mi": "mi", "ti": "ti", "ci": "ci",
        "vi": "vi", "si": "si", "ne": "ne",
    }  # fmt: skip

    def tidy(self, said: str) -> str:
        """No lesser stress; gn, gli, sci and z are long between vowels whatever is written."""
        said = LONG.sub(r"\1\1", said.replace(",", "")).replace(":", "")
        said = said.replace("tc", "cc").replace("dJ", "JJ").replace("tz", "z").replace("dz", "z")
        return GLIDE.sub(lambda found: found[0].translate(GLIDES), ALWAYS_LONG.sub(r"\1", said))

    def ipa(self, letters: str) -> str:
        return super().ipa(letters.replace("cc", "tc").replace("JJ", "dJ"))

    def loosen(self, tail: str) -> str:
        """Italian rhymes or does not."""
        return tail

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:  # noqa: ARG002
        """Sopportami, guardandosi: what a verb takes on does not move its stress."""
        stem, little = word[:-2], word[-2:]
        return self.lean(look(stem), little) if VERB.fullmatch(word) else ()


tongue = Italian()
