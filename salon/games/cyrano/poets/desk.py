"""A poet at his desk: one poem in the making."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from salon.core.luck import Luck
from salon.ear import ear, end_word, identity
from salon.games.cyrano.poets.verse import (
    Craft,
    Kinds,
    Line,
    Mood,
    Piece,
    Place,
    Poem,
    Slot,
    Theme,
    Word,
    key,
)

T = TypeVar("T")

SCHEMES = ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))  # which of the two sounds ends which line
PLANS = ((2, 2), (2, 2), (2, 1, 1), (1, 1, 2), (1, 2, 1))  # lines of each piece, in turn
DRAFTS = 6  # fillings a poet weighs before he keeps one
TRIES = 4  # end words he tries in a line
ECHO = 9  # how bad it is to say a word twice in a line, in squared syllables
TITLE = 60  # characters a title may have


class Stuck(Exception):
    """No word is left that would fit here."""


class Draft(Struct, frozen=True):
    """A piece filled in."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]  # identities of its end words
    words: tuple[str, ...]  # words of the theme
    thread: str


class Desk:
    """What lies before the poet: the theme's words, what is spent, his luck."""

    def __init__(self, craft: Craft, theme: Theme, taken: Iterable[str], luck: Luck) -> None:
        self.craft, self.theme, self.luck = craft, theme, luck
        self.taken = set(taken)
        self.shelves: dict[tuple[str, Kinds], list[Word]] = {}  # end words by sound and kinds
        self.thread = ""
        self.said: set[str] = set()  # words of the theme and spare lines that are in the poem
        self.metre = luck.choice(craft.metres)

    def poem(self, mood: Mood, sounds: Sequence[str]) -> Poem:
        ends = [sounds[which] for which in self.luck.choice(SCHEMES)]
        lines: list[str] = []
        for place, length in places(self.luck.choice(PLANS)):
            pieces = [one for one in self.craft.pieces[mood][place] if len(one.lines) == length]
            lines += self.write(pieces, ends[len(lines) :][:length])
        return Poem(self.title(self.craft.titles[mood]), tuple(lines))

    def title(self, titles: Sequence[Line]) -> str:
        """The first of them that is short enough."""
        for line in shuffled(titles, self.luck):
            try:
                text = self.say(line, self.theme_words([line]))
            except Stuck:
                continue
            if len(text) <= TITLE:
                return text
        return ""

    def write(self, pieces: Sequence[Piece], sounds: Sequence[str]) -> tuple[str, ...]:
        """The best of some drafts; in need a spare line for each sound."""
        drafts = list(self.drafts(pieces, sounds))
        if not drafts:
            return tuple(self.spare(sound) for sound in sounds)
        best = min(drafts, key=self.clumsiness)
        self.taken.update(best.ends)
        self.said.update(best.words)
        self.thread = best.thread or self.thread
        return best.lines

    def drafts(self, pieces: Sequence[Piece], sounds: Sequence[str]) -> Iterator[Draft]:
        left = DRAFTS
        for piece in shuffled(pieces, self.luck):
            if self.thread and piece.thread not in {"", self.thread}:
                continue
            try:
                yield self.draft(piece, sounds)
            except Stuck:
                continue
            left -= 1
            if not left:
                return

    def draft(self, piece: Piece, sounds: Sequence[str]) -> Draft:
        words = self.theme_words(piece.lines)
        lines, ends = [], list[str]()
        for line, sound in zip(piece.lines, sounds, strict=True):
            said, end = self.fill(line, words, self.ends(sound, line.end(), ends))
            lines.append(said)
            ends.append(self.identity(end))
        return Draft(
            tuple(lines), tuple(ends), tuple(word.text for word in words.values()), piece.thread
        )

    def theme_words(self, lines: Sequence[Line]) -> dict[str, Word]:
        words: dict[str, Word] = {}
        for slot in (slot for line in lines for slot in line.slots()):
            if slot.source != "end" and slot.source not in words:
                words[slot.source] = self.theme_word(slot, words)
        return words

    def theme_word(self, slot: Slot, others: dict[str, Word]) -> Word:
        """A word that is not in this piece, and rather not in the poem."""
        same = [word for source, word in others.items() if key(source) == slot.key]
        found = [word for word in self.theme.get(slot.key, ()) if slot.takes(word)]
        found = [word for word in found if word not in same]
        if not found:
            raise Stuck
        return self.luck.choice([word for word in found if word.text not in self.said] or found)

    def ends(self, sound: str, slot: Slot, ends: Sequence[str]) -> list[Word]:
        """The end words that fit and are not spent."""
        if (shelf := self.shelves.get((sound, slot.kinds))) is None:
            shelf = [word for word in self.craft.bank.get(sound, ()) if slot.takes(word)]
            self.shelves[sound, slot.kinds] = shelf
        spent = self.taken.union(ends)
        return [word for word in shelf if self.identity(word) not in spent]

    def fill(self, line: Line, words: dict[str, Word], ends: Sequence[Word]) -> tuple[str, Word]:
        """Some of the end words tried, and the one that limps least."""
        if not ends:
            raise Stuck
        tries = [self.luck.choice(ends) for _ in range(TRIES)]
        said = self.say(line, {**words, "end": tries[0]})
        rest = self.metre - self.syllables(said) + self.syllables(tries[0].text)
        end = min(tries, key=lambda word: abs(rest - self.syllables(word.text)))
        return self.say(line, {**words, "end": end}), end

    def spare(self, sound: str) -> str:
        """A line that quotes any word that is left; nothing rather than something wrong."""
        drawer = ear(self.craft.language).words(sound)
        words = [*self.craft.bank.get(sound, ()), *map(Word, (*drawer.common, *drawer.rare))]
        words = [word for word in words if self.identity(word) not in self.taken]
        lines = [line for line in self.craft.spare if str(line) not in self.said]
        if not words or not lines:
            return ""
        line, end = self.luck.choice(lines), self.luck.choice(words)
        self.said.add(str(line))
        self.taken.add(self.identity(end))
        return self.say(line, {"end": end})

    def say(self, line: Line, words: dict[str, Word]) -> str:
        return capital(line.say(words, self.craft.shape))

    def identity(self, word: Word) -> str:
        return end_identity(self.craft.language, word.text)

    def clumsiness(self, draft: Draft) -> int:
        return sum(self.limp(line) + ECHO * echoes(line) for line in draft.lines)

    def limp(self, line: str) -> int:
        return (self.syllables(line) - self.metre) ** 2

    def syllables(self, text: str) -> int:
        return sum(syllables(self.craft.language, token) for token in re.split(r"[ -]", text))


# Asked again and again, so remembered:


@lru_cache(1 << 15)
def syllables(language: str, token: str) -> int:
    return ear(language).syllables(token)


@lru_cache(8192)
def end_identity(language: str, text: str) -> str:
    return identity(end_word(text) or "", language)


def places(plan: Sequence[int]) -> Iterator[tuple[Place, int]]:
    """Where each piece of a plan stands, and of how many lines it is."""
    for at, length in enumerate(plan):
        yield ("opener" if at == 0 else "closer" if at == len(plan) - 1 else "middle"), length


def shuffled(items: Sequence[T], luck: Luck) -> list[T]:
    order = list(items)
    luck.shuffle(order)
    return order


def capital(line: str) -> str:
    """The first letter made great, be it behind a quotation mark."""
    at = next((at for at, sign in enumerate(line) if sign.isalpha()), 0)
    return line[:at] + line[at : at + 1].upper() + line[at + 1 :]


def echoes(line: str) -> bool:
    """Is the end word in the line before its end?"""
    *before, last = re.findall(r"\w+", line.casefold())
    return last in before
