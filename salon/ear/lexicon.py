"""The shipped list of one language: how its words are pronounced, and which may be shown.

A file has two parts. The first is sorted by word and is never taken apart: a word is found in it
by halving. The second holds the words fit for a drawer, by group of rhymes.
"""

import gzip
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).parent
PARTS = b"\n\n"


class Lexicon:
    """Every line of the first part is `word pronunciation …`, of the second `group word4.2 …`."""

    def __init__(self, language: str) -> None:
        file = HERE / f"lexicon.{language}.gz"
        packed = gzip.decompress(file.read_bytes()) if file.exists() else PARTS
        self._known, _, self._shown = packed.partition(PARTS)

    def look(self, word: str) -> tuple[str, ...]:
        """The pronunciations of a word; none if it is unknown."""
        wanted, low, high = word.encode(), 0, len(self._known)
        while low < high:
            start = self._known.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._end(start)
            found, *said = self._known[start:end].split(b"\t")
            if found == wanted:
                return tuple(one.decode() for one in said)
            low, high = (end + 1, high) if found < wanted else (low, start - 1)
        return ()

    def _end(self, start: int) -> int:
        end = self._known.find(b"\n", start)
        return len(self._known) if end < 0 else end

    @cached_property
    def groups(self) -> dict[str, str]:
        """The words to show, by group, not yet taken apart."""
        lines = (line.partition("\t") for line in self._shown.decode().split("\n"))
        return {group: words for group, _, words in lines if group}

    @cached_property
    def plain(self) -> frozenset[str]:
        """All words to show: everyday ones, no names."""
        return frozenset(word for words in self.groups.values() for _, word in shown(words))


def shown(words: str) -> list[tuple[int, str]]:
    """The words of a group, the commonest first, with ten times their Zipf frequency."""
    return [(int(word[:2]), word[2:]) for word in words.split("\t")]
