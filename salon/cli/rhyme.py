"""`salon rhyme`: the ear, asked without a table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from salon.cli.words import Flag, Language, language_of
from salon.core.refusal import Refusal, Unusable
from salon.texts import Texts

if TYPE_CHECKING:
    from salon.ear import Ear


def rhyme(
    tongue: str,
    *words: str,
    pairs: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    sound: Annotated[bool, Flag] = False,
    language: Language = "",
) -> None:
    """Ask the ear whether two words rhyme: exact, near or no, with what it heard and how it knows.

    Parameters
    ----------
    tongue
        The language of the words: en, fr, de, it or nl.
    words
        Two words.
    pairs
        Instead: a file with two words on each line, or - for standard input; each line is answered
        with exact, near or no.
    sound
        Instead: print the sounds a card could ask for with each word in mind.
    """
    from salon.ear import LANGUAGES, ear

    if tongue not in LANGUAGES:
        raise Refusal("no_such_ear", name=tongue, languages=", ".join(LANGUAGES))
    texts = Texts(language_of(language))
    if pairs is not None:
        _judge_pairs(ear(tongue), pairs, texts)
    elif sound:
        for word in words:
            print(word, *ear(tongue).sounds(word), sep="\t")
    else:
        _compare(ear(tongue), words, texts)


def _judge_pairs(listening: "Ear", file: str, texts: Texts) -> None:
    from salon.ear.command import judge_pairs

    try:
        lines = sys.stdin if file == "-" else Path(file).read_text("utf-8", "replace").splitlines()
    except OSError:
        raise Unusable("no_file", name=file) from None
    for answer in judge_pairs(listening, lines):
        print(answer.verdict, answer.line)
        if not answer.readable:
            print(texts.say("rhyme.two_words", line=answer.line), file=sys.stderr)


def _compare(listening: "Ear", words: tuple[str, ...], texts: Texts) -> None:
    from salon.ear.command import compare
    from salon.ear.espeak import is_here

    if len(words) != 2:
        raise Refusal("two_words")
    found = compare(listening, *words)
    said = texts.say(f"rhyme.{found.verdict}", one=words[0], other=words[1])
    print(f"{found.verdict}: {said}")
    for heard in (found.one, found.other):
        key = f"rhyme.{heard.source}" + (".like" if heard.like else "")
        key = "rhyme.unheard" if heard.word and not heard.heard else key
        print("  " + texts.say(key, word=heard.word, heard=heard.heard, like=heard.like))
    if not found.sure:
        print("  " + texts.say("rhyme.unsure"))
    if not is_here() and "guess" in (found.one.source, found.other.source):
        print("  " + texts.say("illegal.no_extra", name="ear"))
