"""How the end of a line sounds: from the lexicon, from its parts, or as a guess of espeak."""

import re
from functools import cached_property, lru_cache
from typing import Literal
from unicodedata import combining, normalize

from msgspec import Struct

from salon.ear import espeak
from salon.ear.lexicon import Lexicon
from salon.ear.tongue import Tongue, Ways
from salon.ear.words import end_word, identity

Source = Literal["lexicon", "guess", "silence"]

FAR = 4000  # signs of a line that are looked at, from its end
LONGEST = 48  # signs of a word that are listened to, from its end
PARTS = re.compile(r"[-–—‐‑/_.&+]+")
HYPHENS = re.compile(r"[-–—‐‑]")
LATIN = re.compile("[a-z0-9øœæßđłþð]")
LEET = str.maketrans("013457@$", "oieastas")


class Hearing(Struct, frozen=True):
    """The end of a line: for each accent all the ways to say it."""

    word: str
    source: Source
    ways: Ways
    written: tuple[str, ...] = ()  # as the lexicon writes it, if it does
    leaning: Ways = ()  # those ways that say the last two words as one
    both: str = ""  # these two: got her


class Hearer:
    def __init__(self, language: str, tongue: Tongue) -> None:
        self.language = language
        self.tongue = tongue
        self._pronounce = lru_cache(4096)(self._pronounce_anew)

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.language)

    def listen(self, line: str) -> Hearing:
        """The last word, and the last two as one where the last leans on the one before."""
        word = end_word(line[-FAR:])
        if word is None:
            return Hearing("", "silence", ((),) * len(self.tongue.voices))
        alone = self._pronounce(self._key(word))
        before, last = last_two(line[-FAR:])
        leaning = self._in_accents(self._lean(before, last))
        ways = tuple(one + other for one, other in zip(leaning, alone.ways, strict=True))
        both = word if last != word else f"{before} {last}"
        return Hearing(word, alone.source, ways, alone.written, leaning, both)

    def _lean(self, before: str, last: str) -> tuple[str, ...]:
        known = self._pronounce(self._key(before)).written if before else ()
        return self.tongue.lean(known, self._key(last))

    def _key(self, word: str) -> str:
        return identity(word[-LONGEST:], self.language, self.tongue.accents)

    def _pronounce_anew(self, word: str) -> Hearing:
        last = PARTS.split(word)[-1]
        if written := self._known(word) or self._known(last):
            return self._hearing(word, "lexicon", written)
        if written := self.tongue.derive(last, self._known, self.lexicon.plain.__contains__):
            return self._hearing(word, "guess", written)
        return self._guess(word)

    def _hearing(self, word: str, source: Source, written: tuple[str, ...]) -> Hearing:
        return Hearing(word, source, self._in_accents(written), written)

    def _in_accents(self, written: tuple[str, ...]) -> Ways:
        said, accents = self.tongue.said, range(len(self.tongue.voices))
        return tuple(tuple(filter(None, (said(way, at) for way in written))) for at in accents)

    def _known(self, word: str) -> tuple[str, ...]:
        for form in (word, *plainer(word, self.tongue.accents)):
            if written := self.lexicon.look(form):
                return written
        return ()

    def _guess(self, word: str) -> Hearing:
        foreign = not LATIN.search(normalize("NFKD", word))  # espeak would spell it, sign by sign
        if foreign or not espeak.is_here():
            return Hearing(word, "guess", ((),) * len(self.tongue.voices))
        voices = self.tongue.voices
        spelt = self.tongue.for_espeak(word)
        read = [self.tongue.read(espeak.say(spelt, voices[at]), at) for at in range(len(voices))]
        return Hearing(word, "guess", tuple(map(self.tongue.guesses, read)))


def last_two(line: str) -> tuple[str, str]:
    """Hyphens part words here: a risk-it is heard like a biscuit."""
    last = end_word(line := HYPHENS.sub(" ", line)) or ""
    return end_word(line[: line.rfind(last)]) or "", last


def plainer(word: str, accents: str = "") -> list[str]:
    """Nooo, l0ve, naïve and STRASSE as a dictionary may have them."""
    signs = (sign for sign in normalize("NFD", word) if sign in accents or not combining(sign))
    bare = normalize("NFC", "".join(signs))
    short = [re.sub(r"(.)\1{2,}", again, bare) for again in (r"\1\1", r"\1")]
    leet = bare.translate(LEET) if re.search(r"[a-z]", bare) else bare
    sharp = [bare.replace("ß", "ss"), *([bare.replace("ss", "ß")] if "ß" in accents else [])]
    return [form for form in dict.fromkeys([bare, *short, leet, *sharp]) if form != word]
