"""Each language is set as its printers set it, in every text and on every page of rules."""

import re
from pathlib import Path

import pytest

from salon import games, texts

SALON = Path(texts.__file__).parent.parent
SHARED = SALON / "texts", SALON.parent / "web" / "texts"
NARROW = "\u202f"  # before the French ; : ! ? » and after «
FIXED = "\u00a0"  # before the German …


def pages(language: str) -> list[Path]:
    folders = [games.folder(name) for name in games.ours()]
    names = f"texts.{language}.json", f"RULES.{language}.md"
    own = [folder / name for folder in folders for name in names]
    new = [SALON / "template" / "package" / f"{name}.txt" for name in names]
    return [*[folder / f"{language}.json" for folder in SHARED], *own, *new]


def faults(language: str, wrong: str) -> list[str]:
    """Where it is wrong, with what stands around it."""
    found = [(file, file.read_text("utf-8")) for file in pages(language)]
    return [
        f"{file.relative_to(SALON.parent)}: {text[max(0, one.start() - 20) : one.end() + 10]!r}"
        for file, text in found
        for one in re.finditer(wrong, text)
    ]


def test_french_has_a_narrow_space_before_its_high_signs_and_within_its_quotes() -> None:
    assert faults("fr", rf"[^{NARROW}!?][!?;»]") == []
    assert faults("fr", r"[ \u00a0]:") == []
    assert faults("fr", rf"«[^{NARROW}]") == []


def test_a_german_ellipsis_never_begins_a_line() -> None:
    assert faults("de", rf'[^{FIXED}"]…') == []


def test_dutch_has_one_kind_of_quotes() -> None:
    assert faults("nl", "‘") == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_an_apostrophe_is_a_curved_one(language: str) -> None:
    assert faults(language, r"[^\W\d]'[^\W\d]") == []
