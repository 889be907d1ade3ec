"""A poet at his desk: some sketches of one poem, and the best of them."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from salon.core.luck import Luck
from salon.ear import ear
from salon.games.cyrano.poets import merit, scan
from salon.games.cyrano.poets.ends import Ends
from salon.games.cyrano.poets.queue import Queue, shuffled
from salon.games.cyrano.poets.verse import (
    Craft,
    Line,
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
HALF = 2  # lines after which the theme has to come back


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
        self.naming = scan.naming(subject.words)
        self.ends = Ends(craft, subject, queue, luck, cards)

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
        sheet.flaws += merit.FORGETFUL * (not any(map(self.names_theme, sheet.lines[HALF:])))
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
            sheet.flaws += merit.SPARE
            return
        best = min(drafts, key=lambda draft: self.clumsiness(sheet, draft))
        sheet.flaws += self.clumsiness(sheet, best)
        sheet.lines += best.lines
        sheet.ends += best.ends
        sheet.taken.update(map(self.ends.identity, best.ends))
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
            found = self.ends.find(sound, line.end(), sheet.taken, [*sheet.ends, *ends])
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

    def fill(
        self, metre: int, line: Line, words: dict[str, Word], ends: Sequence[Word]
    ) -> tuple[str, Word]:
        """Some of the end words tried, and the one that limps least."""
        if not ends:
            raise Stuck
        tries = list(dict.fromkeys(self.luck.choice(ends) for _ in range(TRIES)))
        said = [(self.say(line, {**words, "end": end}), end) for end in tries]
        return min(said, key=lambda one: merit.limp(self.craft, metre, one[0]))

    def spare(self, sheet: Sheet, sound: str) -> str:
        """A line that quotes any word that is left; nothing rather than something wrong."""
        drawer = ear(self.craft.language).words(sound)
        words = [*self.craft.bank.get(sound, ()), *map(Word, (*drawer.common, *drawer.rare))]
        words = [word for word in words if self.ends.identity(word) not in sheet.taken]
        lines = [line for line in self.craft.spare if str(line) not in sheet.said]
        if not words or not lines:
            return ""
        line, end = self.luck.choice(lines), self.luck.choice(words)
        sheet.said.add(str(line))
        sheet.taken.add(self.ends.identity(end))
        return self.say(line, {"end": end})

    def say(self, line: Line, words: dict[str, Word]) -> str:
        return capital(line.say(words, self.craft.shape))

    def clumsiness(self, sheet: Sheet, draft: Draft) -> int:
        limps = sum(merit.limp(self.craft, sheet.metre, line) for line in draft.lines)
        echoes = merit.echoes(draft.lines, draft.piece.text().casefold(), sheet.text)
        foreign = merit.FOREIGN * self.is_foreign(draft.piece)
        borrowed = merit.BORROWED * sum(map(self.ends.is_on_card, draft.ends))
        return limps + echoes + merit.LATER * draft.place + foreign - borrowed

    def is_foreign(self, piece: Piece) -> bool:
        return self.subject.has_verses and not self.subject.owns(piece)


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
