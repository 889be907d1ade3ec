"""The command that builds the lexicons."""

import gzip
import sys
from collections import defaultdict
from pathlib import Path

from salon.ear.lexicon import HERE
from salon.ear.tongue import Tongue
from salon.ear.tongues import de, en, fr, it, nl
from tools.lexicons import english, french, german, headwords, shown, wiktionaries
from tools.lexicons.said import Said

RAREST = {"de": 22}  # its rarest words are long compounds


def main(nodes: Path, languages: list[str]) -> None:
    if "en" in languages:
        said = english.said()
        write("en", en.tongue, said, shown.english(said, nodes))
    if "fr" in languages:
        write("fr", fr.tongue, french.said(nodes), shown.french_words(nodes))
    if "de" in languages:
        said = german.said()
        write("de", de.tongue, said, headwords.german_words(said, nodes))
    for language, tongue in (("it", it.tongue), ("nl", nl.tongue)):
        if language in languages:
            said = wiktionaries.said(language, tongue)
            write(language, tongue, said, headwords.other_words(language, said, nodes))


def write(language: str, tongue: Tongue, said: Said, to_show: set[str]) -> None:
    parts = (known(tongue, said), groups(language, tongue, said, to_show))
    file = HERE / f"lexicon.{language}.gz"
    file.write_bytes(gzip.compress("\n\n".join(map("\n".join, parts)).encode(), mtime=0))
    count = sum(line.count("\t") for line in parts[1])
    print(f"{file.name}: {len(parts[0]):,} words, {count:,} to show, {file.stat().st_size:,} bytes")


def known(tongue: Tongue, said: Said) -> list[str]:
    """Sorted as bytes, for the ear looks words up by halving."""
    heard = {word: [way for way in ways if tongue.syllables(way)] for word, ways in said.items()}
    return [
        "\t".join([word, *heard[word]]) for word in sorted(heard, key=str.encode) if heard[word]
    ]


def groups(language: str, tongue: Tongue, said: Said, to_show: set[str]) -> list[str]:
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for word in to_show:
        if (zipf := shown.zipf(word, language)) >= RAREST.get(language, shown.RAREST):
            found[tongue.group(said[word.lower()][0])].append((-zipf, word))
    return [
        "\t".join(
            [group, *(f"{-zipf}{word}" for zipf, word in shown.one_of_each_family(words, said))]
        )
        for group, words in sorted(found.items())
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["de", "en", "fr", "it", "nl"])
