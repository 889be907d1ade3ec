"""Dutch: from the stressed vowel on, long and short told apart; the n of -en is not heard."""

import re
from collections.abc import Mapping
from typing import ClassVar

from salon.ear.stressed import Stressed, compound
from salon.ear.tongue import Look, Plain
from salon.ear.tongues.nl_forms import forms, whole

VOWEL = "aAeEiIoOuyY2@WVX3"
HARD = str.maketrans("bdvzZ", "ptfsS")
SOFT_END = re.compile("[bdvzZ]+(?=[ts]?$)")
# What is written or read in two ways and heard in one
SAME = (
    (r"([^@aeio])\1", r"\1"), ("I(?=r)", "e"), ("[E3](?:j|I)", "W"), ("(?<=[ei])y(?=w)", ""),
    ("(?<=[ey])u", "w"), ("f(?=d@$)", "v"), ("s(?=d@$)", "z"),
    ("Vw$", "V"), (f"Vw(?='?[{VOWEL}])", "V"), (f"(?<=[ieW])j(?='?[{VOWEL}])", ""),
    ("[sS]t?j", "S"), ("(?<=[Aeioyu2])s(?=is?$)", "z"), ("(?<=[^',])E(?=[lnr]?tj@)", "@"),
    ("ntj|njtj", "nj"), (f"(?<=[{VOWEL}])h$", ""), ("(?<=[^',])a$", "A"), ("I$", "i"),
    (",(?=i$|IN$|@)", ""),
)  # fmt: skip
# Endings that bear a lesser stress: vrijheid, vriendschap, dankbaar
HEAVY = re.compile(
    r"(?<=[^',])(h(?=Wt)|sx(?=ap)|[bp](?=Ar)|[sz](?=Am)|l(?=o[sz])|d(?=Om)|[vf](?=Ol)|m(?=Al))"
    r"([a-zA-Z]{2}@?)$"
)
PROMOTED = re.compile(rf"[{VOWEL}][^{VOWEL}',]*[{VOWEL}][^{VOWEL}',]*([IAoOaEiuy][^{VOWEL}',]*)$")
# What a verb begins with that is too short to be a part: na-denken
BEFORE_VERBS = {"af": "'af", "in": "'In", "na": "n'A", "om": "'Om", "op": "'Op"}
SHORTEST_VERB = 4  # letters, after that
# Words that are more often the end of another: produc-tie, pre-mie, over-heers-ende
ENDINGS = frozenset((
    "tie", "ties", "che", "sche", "end", "ende", "ding", "king", "ping", "ring", "sing", "nis",
    "eren", "aars", "ette", "ian", "ger", "gers", "per", "sage", "sages", "pen", "hem", "erig",
    "erige", "die", "gie", "lie", "mie", "nie", "pie", "rie", "sie", "stie", "vie", "zie",
))  # fmt: skip
COLOURED = re.compile(rf"(?<=[^',])[WVXAeo2uiy][^{VOWEL}',]+(?:(?<=tj)@s?)?$")


# How espeak has to see it: tonen, vliegveld; then English, by what no Dutch word has
RESPELT = (
    ("(?<=[^aeiou])onen$", "oonen"), ("(?<=[dgknpst])(vel|ste|kle)([dm])$", r"\1\2\2"),
    ("(?<=[dgkpt])([ml]en)s$", r"\1ns"), ("phone(s?)$", r"foon\1"), ("ph", "f"),
    ("gh(?=[ei])", "g"), ("(?<=.)th$", "t"), ("(?<=[^aeiou])ay(s?)$", r"ee\1"),
    ("(?<=[^aeiou])ea([dklmnpt]s?)$", r"ie\1"), ("igh(ts?)$", r"ai\1"), ("ack(s?)$", r"ek\1"),
    ("ash$", "esj"), ("ush$", "usj"), ("ace$", "ees"), ("ice$", "ais"), ("ew$", "joe"),
    ("(?<=[^aeiou])ey$", "y"), ("ckie(s?)$", r"kky\1"), ("(?<=.)ation(s?)$", r"eesjun\1"),
    ("ck", "k"), (r"([bdfgklmnprt])\1ie(s?)$", r"\1\1y\2"), ("([lv]f)ie(s?)$", r"\1y\2"),
)  # fmt: skip


class Dutch(Stressed):
    voices = ("gmw/nl",)
    vowels = VOWEL
    weak = "@"
    accents = "\u0308"
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
        "ɟ": "dj", "ʲ": "j", "tʃ": "tS", "ʦ": "ts", "ɫ": "l", "θ": "t", "ð": "d",
    }  # fmt: skip

    melting: ClassVar[Mapping[str, str]] = {
        "je": "j@", "er": "@r", "'r": "@r", "haar": "@r", "ze": "z@ s@", "we": "w@", "me": "m@",
        "het": "@t t", "'t": "@t t", "hem": "@m", "'m": "@m", "ie": "i", "ik": "@k",
    }  # fmt: skip

    def tidy(self, said: str) -> str:
        """Hard ends, no n after -e, no glide where two vowels meet: vrouwen, bijen."""
        said = SOFT_END.sub(lambda end: end[0].translate(HARD), re.sub("@n$", "@", said))
        for written, heard in SAME:
            said = re.sub(written, heard, said)
        return HEAVY.sub(r"\1,\2", said)

    def loosen(self, tail: str) -> str:
        """G as in goal and ch, dessert and ver; else nothing is near but what is promoted."""
        return tail.replace("g", "x").replace("3r", "Er")

    def promoted(self, said: str) -> str:
        """Wandeling and ring, Amerika and ja; altijd and spijt, autootje and bootje."""
        if found := COLOURED.search(said):
            return found[0]
        found = PROMOTED.search(said)
        return found[1] if found else ""

    def for_espeak(self, word: str) -> str:
        """It would read tonen like tonnen, and English as if it were Dutch."""
        for written, plain in RESPELT:
            word = re.sub(written, plain, word, flags=re.IGNORECASE)
        return word

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        """Foto's, tafels, minuten, nadenken, glijbaan."""
        for end in ("'s", "s"):
            base = word.removesuffix(end)
            if word.endswith(end) and (found := look(base)):
                return tuple(self.tidy(whole(way, base) + "s") for way in found)
        found = tuple(map(self.tidy, forms(word, look))) or _verb(word, look)
        return found or self._quality(word, look, plain) or compound(word, _but_ends(look), plain)

    def _quality(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:
        """Gelukzaligheid, of a word that is itself a guess."""
        base = word.removesuffix("heid")
        return tuple(way + "h,Wt" for way in self.derive(base, look, plain)) if base != word else ()


def _verb(word: str, look: Look) -> tuple[str, ...]:
    before, rest = BEFORE_VERBS.get(word[:2], ""), word[2:]
    fits = before and len(rest) >= SHORTEST_VERB
    return tuple(before + way.replace("'", ",") for way in look(rest)) if fits else ()


def _but_ends(look: Look) -> Look:
    return lambda part: () if part in ENDINGS else look(part)


tongue = Dutch()
