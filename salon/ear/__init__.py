"""The ear: whether words rhyme, by how they sound.

It knows nothing of games. Where it does not know a word it guesses, and says so.
"""

from functools import lru_cache
from importlib import import_module
from pathlib import Path

from salon.ear.ear import Drawer, Ear, Heard, Judgement
from salon.ear.tongue import Verdict
from salon.ear.words import end_word, identity

__all__ = [
    "LANGUAGES", "Drawer", "Ear", "Heard", "Judgement", "Verdict", "ear", "end_word", "identity",
]  # fmt: skip

TONGUES = Path(__file__).parent / "tongues"
LANGUAGES = tuple(sorted(file.stem for file in TONGUES.glob("??.py")))


@lru_cache
def ear(language: str) -> Ear:
    """The one ear of a language."""
    if language not in LANGUAGES:
        raise LookupError(f"The ear understands {', '.join(LANGUAGES)}, not {language}.")
    return Ear(language, import_module(f"salon.ear.tongues.{language}").tongue)
