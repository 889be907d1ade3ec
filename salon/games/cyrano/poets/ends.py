"""The words that a poet ends his lines on, as his habits choose them."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from salon.core.luck import Luck
from salon.games.cyrano.poets import scan
from salon.games.cyrano.poets.queue import Queue
from salon.games.cyrano.poets.verse import Craft, Kinds, Mood, Slot, Subject, Word

DOZEN = 12


class Habit(NamedTuple):
    """Of twelve lines, how many look for such a word. Who borrows is the gentler opponent."""

    common: int  # everybody knows it
    rare: int  # few do
    own: int  # the others at the table leave it alone
    borrowed: int  # it stands on the card, and is worth nothing


HABITS: dict[Mood, Habit] = {
    "romantic": Habit(common=4, rare=0, own=4, borrowed=8),
    "comic": Habit(common=1, rare=1, own=11, borrowed=3),
    "absurd": Habit(common=0, rare=2, own=8, borrowed=3),
}


class Ends:
    """The end words that a language has for this theme, before this poet."""

    def __init__(
        self, craft: Craft, subject: Subject, queue: Queue, luck: Luck, cards: Collection[str]
    ) -> None:
        self.craft, self.subject, self.queue, self.luck = craft, subject, queue, luck
        self.cards = cards  # identities of words that stand on them
        self.habit = HABITS[queue.mood]
        self.shelves: dict[tuple[str, Kinds], list[Word]] = {}  # by sound and kinds

    def find(
        self, sound: str, slot: Slot, taken: Collection[str], ends: Sequence[Word]
    ) -> list[Word]:
        """Those that fit, are not taken, and are no part of the other ends; some of them."""
        shelf, used = self.shelf(sound, slot), [self.identity(word) for word in ends]
        if borrowed := self.borrowed(shelf, used):
            return borrowed
        spent = {*taken, *used}
        found = [word for word in shelf if self.identity(word) not in spent]
        return self.by_habit(sound, [word for word in found if not self.is_akin(word, used)])

    def shelf(self, sound: str, slot: Slot) -> list[Word]:
        if (found := self.shelves.get((sound, slot.kinds))) is None:
            found = [word for word in self.craft.bank.get(sound, ()) if slot.takes(word)]
            self.shelves[sound, slot.kinds] = found
        return found

    def borrowed(self, shelf: Sequence[Word], used: Sequence[str]) -> list[Word]:
        if not self.cards or self.luck.below(DOZEN) >= self.habit.borrowed:
            return []
        found = [word for word in shelf if self.is_on_card(word)]
        found = [word for word in found if self.identity(word) not in used]
        return [word for word in found if not self.is_akin(word, used)]

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

    def is_akin(self, word: Word, used: Sequence[str]) -> bool:
        mine = self.identity(word)
        return any(scan.share_head(self.craft.language, mine, other) for other in used)

    def is_on_card(self, word: Word) -> bool:
        return self.identity(word) in self.cards

    def identity(self, word: Word) -> str:
        return scan.end_identity(self.craft.language, word.text)
