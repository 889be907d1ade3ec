"""The ear of one language: what is heard at the end of a line, and whether it rhymes."""

import re
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path

from msgspec import Struct, json

from salon.ear.hearing import Hearer, Hearing, Source
from salon.ear.lexicon import shown
from salon.ear.tongue import ORDER, Tongue, Verdict

COMMON = 40  # ten times the Zipf frequency: words that come to mind
KNOWN = 25  # words that everybody knows
RARE = 28  # words that a child of twelve knows
SCARCE = 22  # words that many know, for a rhyme that has few others
FEW = 12  # words
DRAWER = (60, 80)  # how many common and how many rarer words are shown
UNFIT = Path(__file__).parent / "unfit.json"
NO: Verdict = "no"
TRUST: tuple[Source, ...] = ("lexicon", "guess", "silence")


class Heard(Struct, frozen=True):
    word: str  # as written, stripped of punctuation
    heard: str  # what was heard at its end, in IPA
    source: Source
    like: str  # a known common word that ends in the sound that was heard, or ""


class Judgement(Struct, frozen=True):
    verdict: Verdict
    sure: bool  # False: this "no" rests on a guess about how a word sounds
    word: str  # as in Heard, and so on
    heard: str
    source: Source
    like: str
    both: str = ""  # the last two words, if it was they that were heard, as one: got her


class Drawer(Struct, frozen=True):
    """Words that fit a card, for people who stare at a blank page."""

    common: tuple[str, ...]
    rare: tuple[str, ...]


class Ear:
    def __init__(self, language: str, tongue: Tongue) -> None:
        self.language = language
        self.tongue = tongue
        self._hearer = Hearer(language, tongue)
        self._accents = range(len(tongue.voices))
        self._drawer = lru_cache(512)(self._open_drawer)

    def judge(self, line: str, sound: str) -> Judgement:
        """Does the end of this line rhyme with the sound of a card?"""
        hearing, wanted = self._hearer.listen(line), self._wanted(sound)
        fits = self.tongue.fits
        found = [(fits(way, wanted[at]), way) for at in self._accents for way in hearing.ways[at]]
        return self._answer(found, hearing, hearing.source)

    def compare(self, a: str, b: str) -> Judgement:
        """Do two words rhyme? What was heard is told of the second."""
        one, other = self._hearer.listen(a), self._hearer.listen(b)
        found = [
            (self.tongue.rhyme(here, there), there)
            for accent in zip(one.ways, other.ways, strict=True)
            for here, there in product(*accent)
        ]
        return self._answer(found, other, max(one.source, other.source, key=TRUST.index))

    def hear(self, line: str) -> Heard:
        """What is heard at the end of this line."""
        hearing = self._hearer.listen(line)
        tail, like = self._describe(hearing.word, next(iter(hearing.ways[0]), ""))
        return Heard(hearing.word, tail, hearing.source, like)

    def words(self, sound: str) -> Drawer:
        """Common and rarer words that fit a card."""
        return self._drawer(sound)

    def sounds(self, word: str) -> list[str]:
        """The sounds a card could ask for with this word in mind, the usual ones first."""
        return list(dict.fromkeys(self.tongue.sounds(self._hearer.listen(word).ways)))

    def syllables(self, line: str) -> int:
        heard = [self._hearer.listen(token) for token in re.split(r"[\s-]+", line)[:200]]
        return sum(self.tongue.syllables(one.ways[0][0]) for one in heard if one.ways[0])

    def lists(self, word: str) -> bool:
        """Whether its lexicon has the word, be it a name."""
        return bool(self._hearer.lexicon.look(word))

    def is_everyday(self, word: str) -> bool:
        return word in self._everyday

    @cached_property
    def _everyday(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in self._hearer.lexicon.plain)

    def beats(self, line: str) -> str:
        """A sign for each syllable: ' the main stress of its word, , a lesser one, - none."""
        heard = [self._hearer.listen(token) for token in re.split(r"[\s-]+", line)[:200]]
        return "".join(self.tongue.beats(one.ways[0][0]) for one in heard if one.ways[0])

    def _wanted(self, sound: str) -> list[str]:
        """A card without a sound is a fault of its deck, not a rhyme for everything."""
        wanted = self.tongue.accents_of(sound)
        if not all(map(self.tongue.syllables, wanted)):
            raise ValueError(f"There is no vowel to hear in the sound {sound!r}.")
        return wanted

    def _answer(
        self, found: list[tuple[Verdict, str]], hearing: Hearing, source: Source
    ) -> Judgement:
        """The best verdict, with the way of saying the word that led to it."""
        first = next(iter(hearing.ways[0]), "")
        verdict, way = max(found, key=lambda one: ORDER.index(one[0]), default=(NO, first))
        told = first if verdict == NO else way
        tail, like = self._describe(hearing.word, told)
        sure = verdict != NO or source != "guess"
        both = hearing.both if any(told in ways for ways in hearing.leaning) else ""
        return Judgement(verdict, sure, hearing.word, tail, source, like, both)

    def _describe(self, word: str, way: str) -> tuple[str, str]:
        """What is heard at the end, and a common word with the same end."""
        if not way:
            return "", ""
        tail = self.tongue.tail(way)
        others = (known for known in reversed(self._best.get(tail, [])) if known != word.casefold())
        return self.tongue.ipa(tail), next(others, "")

    @cached_property
    def _best(self) -> dict[str, list[str]]:
        """The commonest words of each tail: one of them is not the word itself."""
        best: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for group, words in self._hearer.lexicon.groups.items():
            some = shown("\t".join(words.split("\t", 3)[:3]))
            best[self.tongue.tail_of_group(group)] += [one for one in some if one[0] >= KNOWN]
        return {tail: [word for _, word in sorted(found)[-3:]] for tail, found in best.items()}

    @cached_property
    def _unfit(self) -> frozenset[str]:
        """Words that rhyme as well as any, and are not offered where children play."""
        return frozenset(json.decode(UNFIT.read_bytes(), type=dict[str, list[str]])[self.language])

    def _open_drawer(self, sound: str) -> Drawer:
        groups = self._hearer.lexicon.groups
        fitting = self.tongue.pick(groups, self._wanted(sound))
        offered = (word for group in fitting for word in shown(groups[group]))
        found = [(zipf, word) for zipf, word in offered if word not in self._unfit]
        found.sort(key=lambda word: -word[0])
        common = [word for zipf, word in found if zipf >= COMMON]
        rest = [word for zipf, word in found if RARE <= zipf < COMMON]
        scarce = [word for zipf, word in found if SCARCE <= zipf < RARE]
        rare = rest + scarce[: max(0, FEW - len(rest))]
        return Drawer(tuple(common[: DRAWER[0]]), tuple(rare[: DRAWER[1]]))
