"""The craft all poets share: words, templates, and how they are read from a language's data."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct
from msgspec.json import decode

Mood = Literal["romantic", "comic", "absurd"]
Place = Literal["opener", "middle", "closer"]

MOODS: tuple[Mood, ...] = get_args(Mood)
PLACES: tuple[Place, ...] = get_args(Place)
UNNAMED = {"it", "him", "its", "adj", "verb"}  # keys of a theme whose words do not name it
SLOT = re.compile(r"\{(?:([^\s{}]+) )?(\w+)(?::([\w.|]+))?\}")


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


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A language's data file. "any" among the moods: what suits them all."""

    metres: tuple[int, ...]
    bank: dict[str, dict[str, list[str]]]  # sound → kind → end words
    # theme → key → words; beside them its fields, and pieces of its own by their place
    themes: dict[str, dict[str, list[str]]]
    pieces: dict[str, dict[Place, list[str]]]  # mood → place → lines, two parted by " / "
    spare: list[str]  # lines that quote any word whatever: all that is left in need
    titles: dict[str, list[str]]  # mood → titles
    duel: list[str]  # sentences
    shunned: frozenset[int] = frozenset()
    iambic: bool = False
    connectives: tuple[str, ...] = ()  # "since then|ever since": these count as one
    tastes: dict[str, tuple[str, ...]] = {}


def read_craft(
    language: str,
    file: Path,
    shape: Shape,
    name: Callable[[str], str],
    measure: Callable[[str], int] | None = None,
) -> Craft:
    data = decode(file.read_bytes(), type=Data)
    return Craft(
        language=language,
        metres=data.metres,
        bank={sound: read_words(kinds) for sound, kinds in data.bank.items()},
        subjects={theme: read_subject(keys) for theme, keys in data.themes.items()},
        pieces={mood: read_pieces(data, mood) for mood in MOODS},
        spare=tuple(map(read_line, data.spare)),
        titles={
            mood: tuple(map(read_line, data.titles[mood] + data.titles["any"])) for mood in MOODS
        },
        duel=tuple(map(read_line, data.duel)),
        shape=shape,
        name=name,
        measure=measure,
        shunned=data.shunned,
        iambic=data.iambic,
        connectives=tuple(tuple(group.split("|")) for group in data.connectives),
        tastes=data.tastes,
    )


def read_pieces(data: Data, mood: Mood) -> dict[Place, tuple[Piece, ...]]:
    return {
        place: tuple(map(read_piece, data.pieces[mood][place] + data.pieces["any"][place]))
        for place in PLACES
    }


def read_piece(text: str) -> Piece:
    """ "comic tale> …": whose it is and what it holds on to, both if wanted."""
    *marks, text = text.split("> ")
    said = " ".join(marks).split()
    mood = next((mood for mood in MOODS if mood in said), None)
    thread = "".join(one for one in said if one != mood)
    return Piece(tuple(map(read_line, text.split(" / "))), thread, mood)


def read_line(text: str) -> Line:
    parts: list[str | Slot] = []
    at = 0
    for found in SLOT.finditer(text):
        parts += [text[at : found.start()], read_slot(*found.groups(default=""))]
        at = found.end()
    return Line((*parts, text[at:]))


def read_slot(form: str, source: str, kinds: str) -> Slot:
    return Slot(
        form, source, tuple(frozenset(kind.split(".")) for kind in kinds.split("|") if kind)
    )


def read_words(kinds: Mapping[str, Sequence[str]]) -> tuple[Word, ...]:
    return tuple(read_word(text, kind) for kind, texts in kinds.items() for text in texts)


def read_subject(keys: Mapping[str, Sequence[str]]) -> Subject:
    words = {key: texts for key, texts in keys.items() if key not in {"fields", *PLACES}}
    return Subject(
        {key: tuple(map(read_word, texts)) for key, texts in words.items()},
        frozenset(keys.get("fields", ())),
        {place: tuple(map(read_piece, keys.get(place, ()))) for place in PLACES},
    )


def read_word(text: str, kind: str = "") -> Word:
    """A word as in the data: "snail", or with tags of its own: "héros/m.h"."""
    text, _, tags = text.partition("/")
    return Word(text, frozenset(tag for tag in (*kind.split("."), *tags.split(".")) if tag))
