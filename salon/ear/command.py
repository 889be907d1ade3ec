"""What `salon rhyme` tells, before it is put into words: pairs as typed, and what was heard."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from salon.ear.ear import Ear, Heard, Judgement
from salon.ear.tongue import Verdict


class Compared(Struct, frozen=True):
    verdict: Verdict
    sure: bool
    one: Heard
    other: Heard


class Answer(Struct, frozen=True):
    """To one line of a file of pairs."""

    line: str
    verdict: Verdict
    readable: bool  # False: the line does not hold two words


def compare(ear: Ear, one: str, other: str) -> Compared:
    """With the pronunciations that led to the verdict."""
    here, there = ear.compare(other, one), ear.compare(one, other)
    return Compared(there.verdict, there.sure, _heard(ear, one, here), _heard(ear, other, there))


def _heard(ear: Ear, word: str, judged: Judgement) -> Heard:
    return Heard(judged.both or judged.word, judged.heard, ear.hear(word).source, judged.like)


def judge_pairs(ear: Ear, lines: Iterable[str]) -> Iterator[Answer]:
    """One answer for each line, whatever it holds; a tab lets a pair be of more than words."""
    for line in (line.strip("\r\n") for line in lines):
        words = [word for word in line.split("\t" if "\t" in line else None) if word.strip()]
        readable = len(words) == 2
        verdict = ear.compare(*words).verdict if readable else "no"
        yield Answer(" ".join(words), verdict, readable)
