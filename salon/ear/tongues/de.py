"""German: from the stressed vowel on, long and short told apart, b d g hard at the end."""

import re
from collections.abc import Mapping
from typing import ClassVar

from salon.ear.stressed import PLAIN, Stressed, compound
from salon.ear.tongue import Look, Plain
from salon.ear.tongues import de_forms

VOWEL = "iIyYeE329aAoOuU@6WVX&58"
# Rounded vowels for others; nasal ones as many say them: Restaurant, Gesang
LOOSE = str.maketrans({"y": "i", "Y": "I", "2": "e", "9": "E", "3": "e", "X": "W",
                       "&": "aN", "8": "ON", "5": "EN"})  # fmt: skip
HARD = str.maketrans("bdgvzZ", "ptkfsS")
SOFT_END = re.compile("[bdgvzZ]+$")
# Endings that bear a lesser stress: Freiheit, Leidenschaft, wunderbar, Fräulein
HEAVY = re.compile(
    r"(?<=[^',])([hk](?=Wt)|[Sh](?=aft)|b(?=Ar|Urk)|z(?=Am)|t(?=um)|l(?=o[sz])|f(?=Ol)|l(?=Wn)|m(?=Al))"
    r"([a-zA-Z]{2,3}(?:@[nms]?|6)?)$"
)
COLOURED = re.compile(rf"(?<=[^',])(?!or$)(?:[iye23AouWVX][^{VOWEL}',]+|[WVX])$")
# A last syllable that is no mere ending: Kobold, Laptop, Antlitz, but not Hoffnung or Kürbis
WHOLE = re.compile(r"(?<=[^',])(?:[aOUE]|I(?=ts|ks|[tpf]))[lrmnNs]*[ptkfx][ptkfsS]*$")
FAMILY = re.compile("(?<=[^',])[Ii](?=[@O])")  # Familie, Spanien
SHORT = str.maketrans("ieAou", "IEaOU")
SHORT_BEFORE_R = re.compile(rf"[ieAou](?=r[^{VOWEL}])")  # Art and hart, Wert and Konzert
MELTED = re.compile("(?<=[iyeE329AouWVX])@n$")
PROMOTED = re.compile(
    rf"[{VOWEL}][^{VOWEL}',]*(?:[{VOWEL}][^{VOWEL}',]*|j)([IUEOaAiouy][^{VOWEL}',]*)$"
)
# Abenteuer, Wanderungen: after a weak syllable, before a weak one
PROMOTED_FEMININE = re.compile(
    rf"[{VOWEL}][^{VOWEL}',]*[@6I][^{VOWEL}',]*([IUEOaAiouyeYWVX23][^{VOWEL}',]*[@6][^{VOWEL}',]*)$"
)
OPEN = str.maketrans("aOIEU", "AoieU")


class German(Stressed):
    voices = ("gmw/de",)
    vowels = VOWEL
    weak = "@6"
    accents = "\u0308ß"
    letters: ClassVar[Mapping[str, str]] = {
        "iː": "i", "ɪ": "I", "yː": "y", "ʏ": "Y", "eː": "e", "ɛ": "E", "ɛː": "3", "øː": "2",
        "œ": "9", "aː": "A", "a": "a", "oː": "o", "ɔ": "O", "uː": "u", "ʊ": "U", "ə": "@",
        "ɐ": "6", "aɪ": "W", "aʊ": "V", "ɔʏ": "X", "ɑ̃ː": "&", "ɛ̃ː": "5", "ɔ̃ː": "8",
        "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "f": "f", "v": "v", "s": "s",
        "z": "z", "ʃ": "S", "ʒ": "Z", "ç": "C", "x": "x", "h": "h", "m": "m", "n": "n", "ŋ": "N",
        "l": "l", "r": "r", "j": "j", "ˈ": "'", "ˌ": ",",
        "i": "i", "y": "y", "e": "e", "ø": "2", "o": "o", "u": "u", "ɑː": "A", "ɑ": "A", "œː": "2",
        "ɔː": "o", "ɜ": "6", "ɐ̯": "r", "ʁ": "r", "ʀ": "r", "ɾ": "r", "ɹ": "r", "χ": "x", "g": "g",
        "t͡s": "ts", "p͡f": "pf", "t͡ʃ": "tS", "d͡ʒ": "dZ", "aɪ̯": "W", "aʊ̯": "V", "ɔʏ̯": "X",
        "ɔɪ̯": "X", "ɔɪ": "X", "ɔø": "X", "ɔø̯": "X", "ɛɪ̯": "e", "ɔʊ̯": "o", "oʊ̯": "o", "ɪ̯": "j",
        "i̯": "j", "ʊ̯": "v", "o̯": "v", "u̯": "v", "w": "v", "n̩": "@n", "l̩": "@l", "m̩": "@m",
        "ŋ̩": "@n", "ŋ̍": "@n",
        "ɑ̃": "&", "ɔ̃": "8", "ɛ̃": "5", "œ̃": "5", "œ̃ː": "5", "ãː": "&", "ã": "&", "õː": "8", "õ": "8",
        "ɱ": "m", "θ": "s", "ð": "s", "æ": "E", "ʌ": "a", "ɒ": "O", "eɪ": "e", "oʊ": "o", "əʊ": "o",
        "ɚ": "6", "ɜː": "2r", "ɑːɹ": "Ar", "ɪː": "i", "ʊɐ": "ur",
    }  # fmt: skip

    melting: ClassVar[Mapping[str, str]] = {
        "er": "6", "es": "@s", "ihn": "@n", "ihm": "@m", "ich": "IC", "du": "du", "sie": "zi",
        "ihr": "i6", "wir": "v6", "mir": "m6", "dir": "d6",
    }  # fmt: skip

    def tidy(self, said: str) -> str:
        """Soft ends are hard; heavy endings have a stress of their own."""
        said = FAMILY.sub("j", SOFT_END.sub(lambda end: end[0].translate(HARD), said))
        said = re.sub("(?<=[^',])I$", "i", re.sub("(?<=[^',])A$", "a", said))
        return HEAVY.sub(r"\1,\2", said)

    def loosen(self, tail: str) -> str:
        """Ü for i, ö and long ä for e, eu for ei; gehn, Gans and Tanz, Villa and
        Killer, wenig as in the south."""
        tail = SHORT_BEFORE_R.sub(lambda vowel: vowel[0].translate(SHORT), tail.translate(LOOSE))
        tail = MELTED.sub("n", re.sub("(?<=[nl])ts", "s", tail))
        tail = re.sub("(?<=.)a$", "6", re.sub("(?<=.)Ik$", "IC", tail))
        return re.sub("(?<=[ieAouWV])6$", "r", tail)

    def promoted(self, said: str) -> str:
        """Königin and bin, Abenteuer and teuer, Julia and da; Heimat and Tat, Kobold and Gold."""
        if found := COLOURED.search(said) or WHOLE.search(said):
            return self.loosen(found[0])
        found = PROMOTED.search(said) or PROMOTED_FEMININE.search(said)
        end = found[1] if found else ""
        return self.loosen(end.translate(OPEN) if len(end) == 1 else end)

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        """Geht's; a form of a known word; Gartenzwergparade; Lerntest may be both."""
        if word.endswith("'s") and (found := look(word[:-2])):
            return tuple(self.tidy(way + "s") for way in found)
        person = de_forms.person(word, look)
        form = de_forms.participle(word, look) or person
        form = form or de_forms.small(word, look) or de_forms.inflected(word, look)
        if form and not (person and word.endswith("test")):
            return form
        return form + self._compound(word, look, plain) or de_forms.foreign(word)

    def _compound(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        return compound(
            word,
            lambda part: look(part) or de_forms.small(part, look),
            lambda part: plain(part) or plain(part.capitalize()),
        )

    def for_espeak(self, word: str) -> str:
        return de_forms.respelt(word)

    def guesses(self, read: str) -> tuple[str, ...]:
        """Shakira, Luana: what ends in a vowel may be stressed on the last but one."""
        plain = read.translate(PLAIN)
        spots = [at for at, letter in enumerate(plain) if letter in VOWEL]
        if len(spots) < 3 or plain[-1] not in "aAio" or plain[spots[-2]] in self.weak:
            return super().guesses(read)
        at = spots[-2]
        vowel = plain[at].translate(OPEN) if spots[-1] - at == 2 else plain[at]
        other = self.tidy(f"{plain[:at]}'{vowel}{plain[at + 1 :]}")
        return tuple(dict.fromkeys((read, other)))


tongue = German()
