"""The craft all poets share: words, and templates that they fill."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, get_args

from msgspec import Struct

Mood = Literal["romantic", "comic", "absurd"]
Place = Literal["opener", "middle", "closer"]

MOODS: tuple[Mood, ...] = get_args(Mood)
PLACES: tuple[Place, ...] = get_args(Place)
UNNAMED = {"it", "him", "its", "adj", "verb"}  # keys of a theme whose words do not name it


class Poem(Struct, frozen=True):
    """A title and four lines; a line nothing could be found for is empty."""

    title: str
    lines: tuple[str, ...]


class Word(Struct, frozen=True):
    """A word or a short phrase, and what it is: tags are words of its language's grammar."""

    text: str
    tags: frozenset[str] = frozenset()


Kinds = tuple[frozenset[str], ...]  # alternatives, each a set of tags; none: any word


def key(source: str) -> str:
    return source.rstrip("0123456789")


class Slot(Struct, frozen=True):
    """A gap in a template, written {form source:kinds}."""

    form: str  # how its language shapes the word: "a" in {a end:n}
    source: str  # "end", or a key of the theme's words; a digit behind it asks for another word
    kinds: Kinds

    @property
    def key(self) -> str:
        return key(self.source)

    def takes(self, word: Word) -> bool:
        return not self.kinds or any(kind <= word.tags for kind in self.kinds)


Theme = Mapping[str, tuple[Word, ...]]  # its words by key
Words = Mapping[str, Word]  # by the source of their slot
Shape = Callable[[str, Word, Words], str]  # form, word, all words of the line: as it is written


class Line(Struct, frozen=True):
    """A template of one line: text and slots in turn."""

    parts: tuple[str | Slot, ...]

    def slots(self) -> Iterator[Slot]:
        return (part for part in self.parts if isinstance(part, Slot))

    def end(self) -> Slot:
        return next(slot for slot in self.slots() if slot.source == "end")

    def say(self, words: Words, shape: Shape) -> str:
        return "".join(
            part if isinstance(part, str) else shape(part.form, words[part.source], words)
            for part in self.parts
        )


class Piece(Struct, frozen=True):
    """One or two lines, written as one sentence."""

    lines: tuple[Line, ...]
    thread: str = ""  # what it holds on to, say a tense; pieces of two threads are never mixed
    mood: Mood | None = None  # whose it is; None: anybody's

    @property
    def names_theme(self) -> bool:
        sources = {slot.key for line in self.lines for slot in line.slots()}
        return bool(sources - {"end", *UNNAMED})

    def suits(self, mood: Mood, length: int) -> bool:
        return len(self.lines) == length and self.mood in {None, mood}

    def text(self) -> str:
        """What is written whatever its slots hold."""
        return " ".join(part for line in self.lines for part in line.parts if isinstance(part, str))


Verses = Mapping[Place, tuple[Piece, ...]]


class Subject(Struct, frozen=True):
    """A theme: its words, the fields its end words come from, and pieces of its own."""

    words: Theme
    fields: frozenset[str] = frozenset()
    verses: Verses = {}

    @property
    def has_verses(self) -> bool:
        return any(self.verses.values())

    def owns(self, piece: Piece) -> bool:
        return any(piece is one for pieces in self.verses.values() for one in pieces)


class Craft(Struct, frozen=True):
    """All that the poets of one language know."""

    language: str
    metres: tuple[int, ...]  # syllables of a line, one drawn for each poem
    bank: Mapping[str, tuple[Word, ...]]  # end words by sound
    subjects: Mapping[str, Subject]  # by theme
    pieces: Mapping[Mood, Verses]
    spare: tuple[Line, ...]
    titles: Mapping[Mood, tuple[Line, ...]]
    duel: tuple[Line, ...]
    shape: Shape
    name: Callable[[str], str]  # a theme inside a sentence: "My cat" → "my cat"
    measure: Callable[[str], int] | None = None  # syllables of a line; None: as the ear counts them
    shunned: frozenset[int] = frozenset()  # lengths that are no line
    iambic: bool = False
    connectives: tuple[tuple[str, ...], ...] = ()  # which of them one poem has only once
    tastes: Mapping[str, tuple[str, ...]] = {}  # mood → how words begin that it likes to read

    @property
    def themes(self) -> dict[str, Theme]:
        return {theme: subject.words for theme, subject in self.subjects.items()}
