"""A poet at his desk: some sketches of one poem, and the best of them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from salon.core.luck import Luck
from salon.ear import ear
from salon.games.cyrano.poets import scan
from salon.games.cyrano.poets.queue import Queue, shuffled
from salon.games.cyrano.poets.verse import (
    Craft,
    Kinds,
    Line,
    Mood,
    Piece,
    Place,
    Poem,
    Slot,
    Subject,
    Word,
    key,
)

SCHEMES = ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1))
COUPLETS = (2, 2)
PLANS = (
    COUPLETS,
    COUPLETS,
    COUPLETS,
    (2, 1, 1),
    (1, 1, 2),
    (1, 2, 1),
)  # lines of each piece, in turn
SKETCHES = 5  # poems begun, of which one is kept
DRAFTS = 3  # pieces filled in for the same lines
TRIES = 6  # end words tried in a line
TITLE = 60  # characters a title may have
BORROWED = 20  # squared syllables for which a word that stands on the card makes up
HALF = 2  # lines after which the theme has to come back
# How bad it is, in squared syllables:
ECHO = 9  # to say a word twice
STUMBLE = 3  # to stress a syllable off the beat
SHUNNED = 5  # to have a length that is no line
LATER = 2  # to take a piece that is not the next one
FOREIGN = 30  # to take a piece that any theme could have, where this one has its own
FORGETFUL = 60  # to forget the theme
SPARE = 90  # to have found nothing
LONG = 5  # letters of a word that is noticed when it comes again
DOZEN = 12


class Habit(NamedTuple):
    """Of twelve lines, how many look for such a word. Who borrows is the gentler opponent."""

    common: int  # everybody knows it
    rare: int  # few do
    own: int  # the others at the table leave it alone
    borrowed: int  # it stands on the card, and is worth nothing


HABITS: dict[Mood, Habit] = {
    "romantic": Habit(common=4, rare=0, own=4, borrowed=11),
    "comic": Habit(common=1, rare=1, own=11, borrowed=3),
    "absurd": Habit(common=0, rare=2, own=8, borrowed=0),
}


class Stuck(Exception):
    """No word is left that would fit here."""


class Draft(Struct, frozen=True):
    """A piece filled in."""

    piece: Piece
    lines: tuple[str, ...]
    ends: tuple[Word, ...]
    words: tuple[str, ...]  # of the theme
    place: int  # in the queue


class Sheet(Struct):
    """A poem in the making."""

    metre: int
    taken: set[str]  # identities of words it may not end on
    lines: list[str] = []
    ends: list[Word] = []
    said: set[str] = set()  # words of the theme and spare lines that are in it
    text: str = ""  # what its pieces say themselves
    thread: str = ""
    flaws: int = 0


class Desk:
    """What lies before the poet: the theme, what is spent, whose turn it is, his luck."""

    def __init__(
        self,
        craft: Craft,
        subject: Subject,
        queue: Queue,
        luck: Luck,
        cards: Collection[str] = (),
    ) -> None:
        self.craft, self.subject, self.queue, self.luck = craft, subject, queue, luck
        self.cards = cards  # identities of words that stand on them
        self.naming = scan.naming(subject.words)
        self.habit = HABITS[queue.mood]
        self.shelves: dict[tuple[str, Kinds], list[Word]] = {}  # end words by sound and kinds

    def poem(self, sounds: Sequence[str], taken: set[str]) -> Poem:
        sketches = [self.sketch(sounds, taken) for _ in range(SKETCHES)]
        best = min(sketches, key=lambda sheet: sheet.flaws)
        return Poem(self.title(best), tuple(best.lines))

    def sketch(self, sounds: Sequence[str], taken: set[str]) -> Sheet:
        sheet = Sheet(self.luck.choice(self.craft.metres), set(taken))
        ends = [sounds[which] for which in self.luck.choice(SCHEMES)]
        plan = COUPLETS if self.subject.has_verses else self.luck.choice(PLANS)
        for place, length in places(plan):
            at = len(sheet.lines)
            last = at + length == len(ends)
            forgot = last and not any(map(self.names_theme, sheet.lines[HALF:]))
            pieces = self.queue.pieces(self.craft, self.subject, place, length, again=forgot)
            self.write(sheet, pieces, ends[at:][:length])
        sheet.flaws += FORGETFUL * (not any(map(self.names_theme, sheet.lines[HALF:])))
        return sheet

    def names_theme(self, line: str) -> bool:
        return self.naming.search(line.casefold()) is not None

    def title(self, sheet: Sheet) -> str:
        """The first of them that is short enough."""
        for line in self.queue.titles(self.craft):
            try:
                text = self.say(line, self.theme_words(sheet, [line]))
            except Stuck:
                continue
            if len(text) <= TITLE:
                return text
        return ""

    def write(self, sheet: Sheet, pieces: Iterable[Piece], sounds: Sequence[str]) -> None:
        """The best of some drafts; in need a spare line for each sound."""
        drafts = list(self.drafts(sheet, pieces, sounds))
        if not drafts:
            sheet.lines += [self.spare(sheet, sound) for sound in sounds]
            sheet.flaws += SPARE
            return
        best = min(drafts, key=lambda draft: self.clumsiness(sheet, draft))
        sheet.flaws += self.clumsiness(sheet, best)
        sheet.lines += best.lines
        sheet.ends += best.ends
        sheet.taken.update(map(self.identity, best.ends))
        sheet.said.update(best.words)
        sheet.text += f" {best.piece.text()}".casefold()
        sheet.thread = best.piece.thread or sheet.thread

    def drafts(
        self, sheet: Sheet, pieces: Iterable[Piece], sounds: Sequence[str]
    ) -> Iterator[Draft]:
        left = DRAFTS
        for place, piece in enumerate(pieces):
            if sheet.thread and piece.thread not in {"", sheet.thread}:
                continue
            if self.repeats(sheet, piece):
                continue
            if left < DRAFTS and self.is_foreign(piece):
                return
            try:
                yield self.draft(sheet, piece, sounds, place)
            except Stuck:
                continue
            left -= 1
            if not left:
                return

    def repeats(self, sheet: Sheet, piece: Piece) -> bool:
        """Whether it goes on as the poem has gone on before: and so … and so …"""
        text = piece.text().casefold()
        return any(
            any(one in text for one in group) and any(one in sheet.text for one in group)
            for group in self.craft.connectives
        )

    def draft(self, sheet: Sheet, piece: Piece, sounds: Sequence[str], place: int) -> Draft:
        words = self.theme_words(sheet, piece.lines)
        lines, ends = list[str](), list[Word]()
        for line, sound in zip(piece.lines, sounds, strict=True):
            found = self.ends(sheet, sound, line.end(), ends)
            said, end = self.fill(sheet.metre, line, words, found)
            lines.append(said)
            ends.append(end)
        themed = tuple(word.text for word in words.values())
        return Draft(piece, tuple(lines), tuple(ends), themed, place)

    def theme_words(self, sheet: Sheet, lines: Sequence[Line]) -> dict[str, Word]:
        words: dict[str, Word] = {}
        for slot in (slot for line in lines for slot in line.slots()):
            if slot.source != "end" and slot.source not in words:
                words[slot.source] = self.theme_word(sheet, slot, words)
        return words

    def theme_word(self, sheet: Sheet, slot: Slot, others: dict[str, Word]) -> Word:
        """A word that is not in this piece, and rather not in the poem."""
        same = [word for source, word in others.items() if key(source) == slot.key]
        found = [word for word in self.subject.words.get(slot.key, ()) if slot.takes(word)]
        found = [word for word in found if word not in same]
        if not found:
            raise Stuck
        return self.luck.choice([word for word in found if word.text not in sheet.said] or found)

    # The ends of lines

    def ends(self, sheet: Sheet, sound: str, slot: Slot, ends: Sequence[Word]) -> list[Word]:
        """The end words that fit, are not spent, and are no part of another; some of them."""
        if (shelf := self.shelves.get((sound, slot.kinds))) is None:
            shelf = [word for word in self.craft.bank.get(sound, ()) if slot.takes(word)]
            self.shelves[sound, slot.kinds] = shelf
        spent = sheet.taken.union(map(self.identity, ends))
        found = [word for word in shelf if self.identity(word) not in spent]
        used = [self.identity(word) for word in (*sheet.ends, *ends)]
        if borrowed := self.borrowed(shelf, used):
            return borrowed
        return self.by_habit(sound, [word for word in found if not self.is_akin(word, used)])

    def borrowed(self, shelf: Sequence[Word], used: Sequence[str]) -> list[Word]:
        if not self.cards or self.luck.below(DOZEN) >= self.habit.borrowed:
            return []
        found = [word for word in shelf if self.identity(word) in self.cards]
        return [word for word in found if not self.is_akin(word, used)]

    def is_akin(self, word: Word, used: Sequence[str]) -> bool:
        mine = self.identity(word)
        return any(scan.share_head(self.craft.language, mine, other) for other in used)

    def by_habit(self, sound: str, words: list[Word]) -> list[Word]:
        """Words of the theme's fields rather than others, and as well known as the mood likes."""
        common, rare, own, _ = self.habit
        if self.luck.below(DOZEN) < own:
            words = [word for word in words if self.queue.leaves_to_me(word.text)] or words
        near = [word for word in words if not self.subject.fields.isdisjoint(word.tags)]
        if near and self.luck.below(DOZEN) < 2 * DOZEN // 3:
            words = near
        dice = self.luck.below(DOZEN)
        if dice >= common + rare:
            return words
        known = scan.worn(self.craft.language, sound)
        return [w for w in words if (self.identity(w) in known) is (dice < common)] or words

    def fill(
        self, metre: int, line: Line, words: dict[str, Word], ends: Sequence[Word]
    ) -> tuple[str, Word]:
        """Some of the end words tried, and the one that limps least."""
        if not ends:
            raise Stuck
        tries = list(dict.fromkeys(self.luck.choice(ends) for _ in range(TRIES)))
        said = [(self.say(line, {**words, "end": end}), end) for end in tries]
        return min(said, key=lambda one: self.limp(metre, one[0]))

    def spare(self, sheet: Sheet, sound: str) -> str:
        """A line that quotes any word that is left; nothing rather than something wrong."""
        drawer = ear(self.craft.language).words(sound)
        words = [*self.craft.bank.get(sound, ()), *map(Word, (*drawer.common, *drawer.rare))]
        words = [word for word in words if self.identity(word) not in sheet.taken]
        lines = [line for line in self.craft.spare if str(line) not in sheet.said]
        if not words or not lines:
            return ""
        line, end = self.luck.choice(lines), self.luck.choice(words)
        sheet.said.add(str(line))
        sheet.taken.add(self.identity(end))
        return self.say(line, {"end": end})

    def say(self, line: Line, words: dict[str, Word]) -> str:
        return capital(line.say(words, self.craft.shape))

    def identity(self, word: Word) -> str:
        return scan.end_identity(self.craft.language, word.text)

    # How good it is

    def clumsiness(self, sheet: Sheet, draft: Draft) -> int:
        text = draft.piece.text().casefold()
        again = set(long_words(text)) & set(long_words(sheet.text))
        lines = sum(self.limp(sheet.metre, line) + ECHO * scan.echoes(line) for line in draft.lines)
        foreign = FOREIGN * self.is_foreign(draft.piece)
        borrowed = BORROWED * sum(self.identity(end) in self.cards for end in draft.ends)
        return lines + ECHO * len(again) + LATER * draft.place + foreign - borrowed

    def is_foreign(self, piece: Piece) -> bool:
        return self.subject.has_verses and not self.subject.owns(piece)

    def limp(self, metre: int, line: str) -> int:
        length = scan.measure(self.craft, line)
        off = (length - metre) ** 2 + SHUNNED * (length in self.craft.shunned)
        return off + STUMBLE * scan.stumbles(self.craft, line)


def line(craft: Craft, sound: str, taken: set[str], luck: Luck) -> str:
    """One sentence that ends in this sound; empty when every word is taken."""
    desk = Desk(craft, Subject({}), Queue("comic", None, luck), luck)
    sheet = Sheet(craft.metres[0], taken)
    pieces = shuffled([Piece((one,)) for one in craft.duel], luck)
    desk.write(sheet, pieces, [sound])
    return sheet.lines[0]


def places(plan: Sequence[int]) -> Iterator[tuple[Place, int]]:
    """Where each piece of a plan stands, and of how many lines it is."""
    for at, length in enumerate(plan):
        yield ("opener" if at == 0 else "closer" if at == len(plan) - 1 else "middle"), length


def capital(line: str) -> str:
    """The first letter made great, be it behind a quotation mark."""
    at = next((at for at, sign in enumerate(line) if sign.isalpha()), 0)
    return line[:at] + line[at : at + 1].upper() + line[at + 1 :]


def long_words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if len(word) >= LONG]
