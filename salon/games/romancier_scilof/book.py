"""The book of the house, from which bots copy lines onto letters: each line once at a table.

A line of the house is no text but its place in the book, `❦turn.17`: everybody reads it in their
own language (lines.*.json). A bot asks for one with any number, `❦17`; here is found what fits.
"""

import re
from collections.abc import Iterator

from salon.games.romancier_scilof.model import Letter, State

MARK = "❦"
BOOK = {"opening": 42, "turn": 54, "twist": 20}  # how many lines of each kind there are
ARC = ("opening", "turn", "turn", "turn", "twist", "turn", "twist")  # then a story is whole
ASKED = re.compile(MARK + r"([0-9]{1,3})")


def ask(number: int) -> str:
    """What a bot writes for a line of the house."""
    return f"{MARK}{number}"


def is_of_the_house(words: str) -> bool:
    return words.startswith(MARK)


def look_up(state: State, letter: Letter, words: str) -> str:
    """The words as they are; for `❦17` a line that nobody has read yet, '' when none is left."""
    asked = ASKED.fullmatch(words)
    return words if asked is None else next(_unread(state, letter, int(asked[1])), "")


def _unread(state: State, letter: Letter, number: int) -> Iterator[str]:
    read = set(_read(state))
    for kind in _kinds(len(state.lines.get(letter, ()))):
        pages = BOOK[kind]
        for page in range(number, number + pages):
            if (line := f"{MARK}{kind}.{page % pages}") not in read:
                yield line


def _read(state: State) -> Iterator[str]:
    """All that can be read on letters, of the house or not."""
    for lines in (*state.lines.values(), *(chain.lines for chain in state.archive)):
        yield from (line.words for line in lines)


def _kinds(lines: int) -> tuple[str, ...]:
    """What a story needs next, that has so many lines: nothing, when its beginning would fade."""
    if lines == 0:
        return ("opening",)
    return () if lines >= len(ARC) else (ARC[lines], "turn", "twist")
