"""What every language of the ear has to say about its sounds, and what all of them share.

A pronunciation is written with one letter for each sound, so that the end of a word is the end
of a string; `'` stands before the vowel with the main stress, `,` before one with less. These
letters stay inside the ear: cards, people and programs see IPA.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Literal

Verdict = Literal["exact", "near", "no"]
Ways = tuple[tuple[str, ...], ...]  # accent by accent, all pronunciations
Look = Callable[[str], tuple[str, ...]]  # a word, as its lexicon pronounces it: () if unknown
Plain = Callable[[str], bool]  # whether a word is an everyday one

STRESSES = "',"
LIGHT = "~"  # before the sound of a card that is an unstressed ending
BETWEEN_ACCENTS = "|"
ORDER: tuple[Verdict, ...] = ("no", "near", "exact")


class Tongue(ABC):
    """One language. Its accents are numbered; a pair is always judged inside one of them."""

    voices: tuple[str, ...]  # of espeak, accent by accent
    letters: ClassVar[Mapping[str, str]]  # IPA of a sound: its letter
    vowels: str  # the letters that are vowels
    accents = ""  # signs that make another word: schon is not schön, nor Masse Maße
    melting: ClassVar[Mapping[str, str]] = {}  # little words as they sound when they lean

    @abstractmethod
    def said(self, written: str, accent: int) -> str:
        """What the lexicon writes, as this accent says it; "" if it never does."""

    @abstractmethod
    def read(self, ipa: str, accent: int) -> str:
        """What espeak says in this accent's voice."""

    @abstractmethod
    def tail(self, said: str) -> str:
        """The part of a pronunciation that has to be the same in a rhyme."""

    @abstractmethod
    def rhyme(self, one: str, other: str) -> Verdict:
        """Whether two pronunciations of one accent rhyme."""

    @abstractmethod
    def fits(self, said: str, sound: str) -> Verdict:
        """Whether a pronunciation ends in the sound of a card, both in one accent."""

    @abstractmethod
    def sounds(self, ways: Ways) -> list[str]:
        """The sounds a card could ask for with a word in mind, the usual ones first."""

    @abstractmethod
    def group(self, written: str) -> str:
        """Words of one group fit the same cards."""

    @abstractmethod
    def pick(self, groups: Iterable[str], wanted: list[str]) -> list[str]:
        """The groups whose words fit a card exactly, in any accent."""

    @abstractmethod
    def tail_of_group(self, group: str) -> str:
        """What is heard at the end of its words, in the first accent."""

    def accents_of(self, sound: str) -> list[str]:
        """The letters of a card's sound, accent by accent."""
        return [self.spell(sound)] * len(self.voices)

    def for_espeak(self, word: str) -> str:
        """Spelt so that espeak reads it right."""
        return word

    def guesses(self, read: str) -> tuple[str, ...]:
        """What espeak read, and how else it may be said."""
        return (read,) if read else ()

    def derive(self, word: str, look: Look, plain: Plain) -> tuple[str, ...]:  # noqa: ARG002
        """An unknown word as a form of a known one; () if it is none."""
        return ()

    def lean(self, before: tuple[str, ...], last: str) -> tuple[str, ...]:
        """The last two words as one, if the last has no stress of its own: "got her"."""
        return tuple(stem + end for stem in before for end in self.melting.get(last, "").split())

    def spell(self, ipa: str) -> str:
        """IPA in letters, longest sounds first; signs that are no sound are left out."""
        letters, at = "", 0
        while at < len(ipa):
            size = next((n for n in (4, 3, 2, 1) if ipa[at : at + n] in self.letters), 0)
            letters += self.letters[ipa[at : at + size]] if size else ""
            at += size or 1
        return letters

    def ipa(self, letters: str) -> str:
        """Letters in IPA, without stress."""
        return "".join(self._signs().get(letter, "") for letter in letters)

    def _signs(self) -> dict[str, str]:
        """The first IPA sign that is named for a letter is the one to show."""
        return {letter: sign for sign, letter in reversed([*self.letters.items()])}

    def syllables(self, said: str) -> int:
        return sum(letter in self.vowels for letter in said)

    def beats(self, said: str) -> str:
        """The stress of each vowel, - where there is none."""
        before = zip(" " + said, said, strict=False)
        return "".join(
            mark if mark in STRESSES else "-" for mark, letter in before if letter in self.vowels
        )
