"""How words and templates are read from a language's data."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode

from salon.games.cyrano.poets.verse import (
    MOODS,
    PLACES,
    Craft,
    Line,
    Mood,
    Piece,
    Place,
    Shape,
    Slot,
    Subject,
    Word,
)

SLOT = re.compile(r"\{(?:([^\s{}]+) )?(\w+)(?::([\w.|]+))?\}")


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
