"""Words for people: text keys and arguments become sentences in a language.

In a text `{x}` is an argument (of a list, all of it), `{x:name}` the name of the seat x,
`{x:names}` the names of several, `{x:@key}` the text `key.<value of x>` (of a list, of each of
them), `{x:one|many}` depends on how many x are, and `{x:half}` counts halves: 9 are 4½, of which
`{x:half:one|many}` makes words. Which counts take the first of two words, each language says
itself under `singular`. French elides: `{x:de}`, `{x:de:name}` and `{x:de:names}` are “d’Anna”,
“de Bruno”.
"""

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

HERE = Path(__file__).parent
LANGUAGES = tuple(sorted(file.stem for file in HERE.glob("*.json")))
ELIDED = "de"
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def own_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of this machine, if Salon speaks it; else English."""
    wanted = environment.get("LC_ALL") or environment.get("LANG") or ""
    return wanted[:2] if wanted[:2] in LANGUAGES else "en"


@cache
def read(file: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(file.read_text("utf-8"))
    return texts


def texts_of(folder: Path, language: str) -> dict[str, str]:
    """A game from elsewhere may not say everything in every language; in English it does."""
    wanted = folder / f"texts.{language}.json"
    return read(folder / "texts.en.json") | (read(wanted) if wanted.exists() else {})


class Texts:
    """All that can be said about one table in one language."""

    def __init__(
        self, language: str, folder: Path | None = None, names: Sequence[str] = ()
    ) -> None:
        self.names = names
        self.texts = dict(read(HERE / f"{language}.json"))
        if folder is not None:
            self.texts |= texts_of(folder, language)

    def say(self, key: str, **details: Any) -> str:
        """The sentence of a key; of an unknown one the key itself, so that nothing is hidden."""
        if key not in self.texts:
            return " ".join([key, *(f"{name}={value}" for name, value in details.items())])
        sentence: str = PLACEHOLDER.sub(lambda hole: self._fill(hole, details), self.texts[key])
        return sentence

    def tell(self, kind: str, thing: Struct) -> str:
        """The sentence of an event or a move."""
        return self.say(f"{kind}.{type(thing).__name__}", **structs.asdict(thing))

    def retell(self, event: Struct) -> str:
        """Afterwards and to anybody: what one seat was told alone is not said as to that seat."""
        known = f"retold.{type(event).__name__}" in self.texts
        return self.tell("retold" if known else "event", event)

    def _fill(self, hole: re.Match[str], details: dict[str, Any]) -> str:
        value, form = details[hole[1]], hole[2] or ""
        first, _, rest = form.partition(":")
        if first == ELIDED:
            return elided(self._write(value, rest, details))
        if first == "half" and rest:
            return self._one_or_many(halves(value), rest)
        return self._write(value, form, details)

    def _write(self, value: Any, form: str, details: dict[str, Any]) -> str:
        if form == "name":
            return str(self.names[value])
        if form == "names":
            return self._join([self.names[seat] for seat in value])
        if form == "half":
            return halves(value)
        if form.startswith("@"):
            several = value if isinstance(value, list | tuple) else [value]
            return self._join(
                [self.say(f"{form[1:]}.{str(one).lower()}", **details) for one in several]
            )
        if "|" in form:
            return self._one_or_many(str(value if isinstance(value, int) else len(value)), form)
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

    def _one_or_many(self, written: str, form: str) -> str:
        one, many = form.split("|")
        return one if written.lstrip("−-") in self.texts["singular"].split() else many

    def _join(self, names: list[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say("and", first=", ".join(names[:-1]), last=names[-1])


def halves(value: int) -> str:
    """9 halves are 4½."""
    whole, half = divmod(abs(value), 2)
    digits = str(whole) if whole or not half else ""
    return f"{'−' if value < 0 else ''}{digits}{'½' * half}"


def elided(name: str) -> str:
    """“d’Anna”, “de Bruno”. An h is taken for mute, a y before a vowel for a consonant."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return ("d’" if re.match(r"[aeiouhœæ]|y(?![aeiou])", letters) else "de ") + name
