"""Italian and Dutch: pronunciations of the two Wiktionaries, as OLaPh collected them."""

import re
from collections import defaultdict
from collections.abc import Iterator

import simplemma
import wordfreq

from salon.ear import espeak
from salon.ear.stressed import PLAIN, Stressed
from salon.ear.tongues import nl
from tools.lexicons.parts import with_parts
from tools.lexicons.said import Said, add, add_by_hand, folder

VOWEL = "aeiouyäɑɐɛəɪɔʊʌøœɶʏɵ"
READ_ALOUD = re.compile(rf"(?<=[^.ˌˈ])ˈ[{VOWEL}]")  # a stress inside its syllable is espeak's
SYLLABLES = 1  # by how many a pronunciation may differ from espeak's
ODD = {
    "it": re.compile(r"[^a-zäɑɐɛəɪɔʊøœʌŋɲʎʃʒɡɾɱʦʣʧʤθ͡ːˈˌ.·̯]|ˈ.*ˌ"),
    "nl": re.compile(r"[^a-zɑɛəɪɔøœʏɵʊŋɱɲʃʒɡɾʋɣχɦᵊːˈˌ.̯̃ɫʔʦç\u00ad]|[œʌɑ]ː|oʊ|eɪ"),
}
# How a word is spelt and how it is read where espeak makes few mistakes: Italian, and plain Dutch
TRUSTED = {
    "it": (re.compile("^[^jkwxy]+[aeiouàèéìòùlnr]$"), re.compile("'")),
    "nl": (
        re.compile("^[^cqxyéèëïêü]+(?<!ie)$|ch|sch"),
        re.compile(
            f"^[^{nl.VOWEL},]*(?:@[^{nl.VOWEL},]*)?'[^@](?:[^{nl.VOWEL}]*|[^{nl.VOWEL}]+@.*)$"
        ),
    ),
}
ACCENT = re.compile("[àèéìòù]$|[^aeiou]$")
FOREIGN = re.compile("[jkwxy]|[^aeiouàèéìòùlnr]$")
FORMS = 60_000  # how many of the commonest words are looked at
SPLIT = re.compile(r"\(([^)]*)\)")


def entries(language: str) -> Iterator[tuple[str, str]]:
    """Headwords of letters only, capitals kept, and what people wrote about their sound."""
    file = folder("olaph") / "dictionaries" / language / f"{language}.txt"
    for line in file.read_text("utf-8").split("\n"):
        word, _, way = line.partition("\t")
        if word.isalpha() and not word[1:].isupper():
            yield word, SPLIT.sub(r"\1", way.strip("/ ")).replace("̯", "").replace("ᵊ", "")


def said(language: str, tongue: Stressed) -> Said:
    choose = {"it": stresses, "nl": likely}[language]
    found: Said = defaultdict(list)
    for word, ways in of_people(language, tongue).items():
        for way in choose(word, ways, tongue):
            add(found, word, way)
    add_readings(found, language, tongue)
    add_by_hand(found, language, lambda ipa: tongue.read(ipa, 0))
    return with_parts(found, tongue, language) if language == "nl" else found


def of_people(language: str, tongue: Stressed) -> Said:
    """Ways that no machine read aloud, with a stress; those of a dialect or a careless hand are
    left out. At the start of a word espeak's stress looks like anybody's: people know better."""
    found: Said = defaultdict(list)
    aloud: dict[str, str] = {}
    for word, way in entries(language):
        marked = "ˈ" in way or tongue.syllables(tongue.spell(way)) == 1
        if marked and not READ_ALOUD.search(way) and not ODD[language].search(way):
            add(found, word.casefold(), tongue.read(way, 0))
            if way == espeak.say(word, tongue.voices[0]):
                aloud[word.casefold()] = tongue.read(way, 0)
    for word, way in aloud.items():
        elsewhere = any(is_stressed_elsewhere(other, way, tongue) for other in found[word])
        if elsewhere and not TRUSTED[language][1].search(way):
            found[word].remove(way)
    return found


def is_stressed_elsewhere(one: str, other: str, tongue: Stressed) -> bool:
    places = {tongue.stressed_syllable(way) for way in (one, other)}
    return tongue.syllables(one) == tongue.syllables(other) and len(places) > 1


def heard(word: str, tongue: Stressed) -> str:
    return tongue.read(espeak.say(tongue.for_espeak(word), tongue.voices[0]), 0)


def likely(word: str, ways: list[str], tongue: Stressed) -> list[str]:
    """Those that rhyme with what espeak reads, or that only put the stress elsewhere; else the
    first that is as long as the word."""
    read = heard(word, tongue)
    long = [way for way in ways if abs(tongue.syllables(way) - tongue.syllables(read)) <= SYLLABLES]
    agreed = [way for way in long if tongue.rhyme(way, read) == "exact"]
    if not agreed:
        return long[:1]
    same = agreed[0].translate(PLAIN)
    return agreed[:1] + [way for way in long if way.translate(PLAIN) == same and way != agreed[0]]


def stresses(word: str, ways: list[str], tongue: Stressed) -> list[str]:
    """Espeak knows how Italian is read, people know where it is stressed. Words that are not
    Italian are as people say them."""
    read = heard(word, tongue)
    if FOREIGN.search(word):
        return [way for way in ways if tongue.rhyme(way, read) == "exact"][:1] or ways[:1]
    same = [way for way in ways if way.translate(PLAIN) == read.translate(PLAIN)]
    places = range(1 if ACCENT.search(word) else 2, 4)
    kept = [way for way in same if tongue.stressed_syllable(way) in places]
    return list(dict.fromkeys([*kept, read]))


def add_readings(found: Said, language: str, tongue: Stressed) -> None:
    """Other words as espeak reads them, where it can be trusted."""
    spelt, read = TRUSTED[language]
    forms = {word for word in wordfreq.top_n_list(language, FORMS) if is_known(word, language)}
    headwords = {word.casefold() for word, _ in entries(language)}
    for word in sorted(word for word in headwords | forms if word.isalpha() and word not in found):
        way = heard(word, tongue) if spelt.search(word) else ""
        if read.search(way):
            add(found, word, way)


def is_known(word: str, language: str) -> bool:
    return bool(simplemma.is_known(word, lang=language))
