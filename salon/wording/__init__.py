"""Whether a game has words for everything it says, and none for what it never does."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args

from salon import games, texts
from salon.core import options, puzzles
from salon.core.lawbook import WORDS, Broken
from salon.texts import ELIDED, LANGUAGES, PLACEHOLDER
from salon.wording.refusing import awarded, refusals

ASIDE = ("test_", "bench_", "learn_")  # code that lies in a game's folder and is not its rules
KINDS = ("move.", "event.", "option.", "bot.", "illegal.", "award.", "puzzle.why.")


def check_words(name: str) -> None:
    """Broken where a sentence is missing, is of no use, or asks for what nobody fills in."""
    if faults := [*_in_english(name), *_in_other_languages(name)]:
        raise Broken(WORDS, "; ".join(faults), name)


def _in_english(name: str) -> Iterator[str]:
    folder = games.folder(name)
    known = set(_words(folder, "en"))
    wanted = {"title", "tagline", *_wanted(name)}
    shared = set(texts.read(texts.HERE / "en.json"))
    yield from (f"texts.en.json lacks {key}" for key in unmatched(wanted, known | shared))
    stale = {key for key in known if key.startswith(KINDS)}
    yield from (f"texts.en.json: {key} is never said" for key in unmatched(stale, wanted))
    yield from _unfilled(name, "en")


def _in_other_languages(name: str) -> Iterator[str]:
    """They may say less than English, never something else."""
    english = _words(games.folder(name), "en")
    for language in set(LANGUAGES) - {"en"}:
        for key, text in _words(games.folder(name), language).items():
            if key not in english:
                yield f"texts.{language}.json: {key} is not in English"
            elif holes(text) != holes(english[key]):
                yield f"texts.{language}.json: {key} fills in something else than in English"


def _wanted(name: str) -> Iterator[str]:
    """The keys that a game can be asked for."""
    types = games.load(name).types
    yield from (f"move.{kind.__name__}" for kind in _kinds(types.move))
    yield from (f"event.{kind.__name__}" for kind in _kinds(types.event))
    for option, choices in options.choices(types.options).items():
        yield f"option.{option}"
        yield from (f"option.{option}.{options.written(choice)}" for choice in choices)
    for bot in games.bots(name):
        yield from (f"bot.{bot}", f"bot.{bot}.about")
    yield from (f"illegal.{key}" for key in refusals(sources(games.folder(name))))
    for kind in awarded(sources(games.folder(name))):
        yield from (f"award.{kind}", f"award.{kind}.title")
    for puzzle in puzzles.read(games.folder(name)):
        yield from (f"puzzle.why.{one.key}" for one in puzzle.why)


def _unfilled(name: str, language: str) -> Iterator[str]:
    """A sentence of a move or an event can only be filled in from its fields."""
    types, words = games.load(name).types, _words(games.folder(name), language)
    for group, union in (("move", types.move), ("event", types.event)):
        for kind in _kinds(union):
            text = words.get(f"{group}.{kind.__name__}", "")
            named = {hole for hole, _ in PLACEHOLDER.findall(text)}
            for hole in sorted(named - set(kind.__struct_fields__)):
                yield f"texts.{language}.json: {group}.{kind.__name__} has no {{{hole}}} to fill in"


def sources(folder: Path) -> list[Path]:
    """The code of a game, without what tests, measures or teaches it."""
    return [file for file in folder.rglob("*.py") if not file.name.startswith(ASIDE)]


def unmatched(keys: Iterable[str], others: Iterable[str]) -> list[str]:
    """Keys without a fellow; a `*` stands for anything, on either side."""
    left, others = set(keys) - set(others), set(others)
    return sorted(
        key
        for key in left
        if not any(fnmatch(key, other) or fnmatch(other, key) for other in others)
    )


def holes(text: str) -> set[tuple[str, str]]:
    """What is filled in; its forms, and what it elides, are the language's own affair."""
    found = [(name, _unelided(form)) for name, form in PLACEHOLDER.findall(text)]
    return {(name, form) for name, form in found if "|" not in form}


def _unelided(form: str) -> str:
    first, _, rest = form.partition(":")
    return rest if first == ELIDED else form


def _words(folder: Path, language: str) -> dict[str, str]:
    file = folder / f"texts.{language}.json"
    return texts.read(file) if file.exists() else {}


def _kinds(union: Any) -> list[Any]:
    return list(get_args(union)) or [union]
