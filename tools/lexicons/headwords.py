"""Which German, Italian and Dutch words a drawer may show: headwords, no names, no insults."""

import re
from pathlib import Path

import simplemma
import wordfreq

from tools.lexicons import german, wiktionaries
from tools.lexicons.said import Said
from tools.lexicons.shown import LITTLE, hurts, insults, zipf

CRUDE = {
    "de": (
        "fick", "fotz", "arschl", "scheiß", "nutte", "wichs", "nazi", "hitler", "neger", "zigeun",
        "kanak", "schwuchtel", "vergewalt", "schlampe", "kacke", "pisse", "hure", "porno", "titten",
        "kotz", "juden", "selbstmord", "holocaust", "missbrauch", "sexu",
        "reichs", "wehrmacht", "selbstbef", "volkswagen", "kristallnacht",
    ),
    "it": (
        "cazz", "merd", "puttan", "stronz", "fott", "negr", "frocio", "stupr", "nazis", "porno",
        "sessu", "coglion", "zingar", "suicid", "pisci",
    ),
    "nl": (
        "kanker", "neuk", "klootz", "nikker", "neger", "flikker", "nazi", "porno", "verkracht",
        "schijt", "zigeun", "zelfmoord", "holocaust", "seks",
    ),
}  # fmt: skip
# What the German Wiktionary says of names and abbreviations
NAME = re.compile(
    "[Vv]orname|[Nn]achname|[Ff]amilienname|[Ss]tadt (in|im|an|der)|[Hh]auptstadt|[Gg]emeinde"
    "|Fluss|Insel|Bundesland|^Land |^Staat|Staat in|Ort(steil|schaft)?( |,|$)|Region|Bezirk|Provinz"
    "|^Kanton|Gebirge|Bewohner|Einwohner|Sprache|^Gott|Marke|Kurzwort|Abkürzung|Buchstabe"
)
SHORTEST = 3  # letters
VOWEL = re.compile("[aeiouyäöüàèéìòùëï]")
PLURAL = 26  # ten times the Zipf frequency of a plural that is shown
FEMININE = re.compile("..[ae]$")
FORMS = 30_000  # how many of the commonest words are looked at for feminines


def german_words(said: Said, nodes: Path) -> set[str]:
    """Headwords that are explained, and not as names; nouns keep their capital."""
    glosses = german.glosses()
    fit = {word for word, gloss in glosses if word[0].islower() or not NAME.search(gloss)}
    fit |= {word for word, _ in german.pronunciations() if is_plural(word, fit)}
    known = {word for word in fit if word[2:].islower() and word.lower() in said}
    harmless = without_insults(known, "de", nodes)
    return {word for word in harmless if is_its_best(word, harmless)}


def is_plural(word: str, listed: set[str]) -> bool:
    """Tanten and Elefanten rhyme with what Tante and Elefant do not."""
    of_noun = word[0].isupper() and word.endswith("n") and {word[:-1], word[:-2]} & listed
    return bool(of_noun) and zipf(word, "de") >= PLURAL


def is_its_best(word: str, listed: set[str]) -> bool:
    """Of liebe and Liebe the noun, but not of alle and Alle, klein and Klein."""
    other = word.capitalize() if word.islower() else word.lower()
    is_noun = word.endswith("e") and zipf(word, "de") < LITTLE
    return other not in listed or word.islower() != is_noun


def other_words(language: str, said: Said, nodes: Path) -> set[str]:
    """Headwords of the Italian or Dutch Wiktionary in their plain form, not written large too."""
    listed = {word for word, _ in wiktionaries.entries(language)}
    small = {word for word in listed if word.islower() and word.capitalize() not in listed}
    plain = {word for word in small if simplemma.lemmatize(word, lang=language) == word}
    shown = plain | (feminines(small) if language == "it" else set())
    known = {word for word in shown if len(word) >= SHORTEST and word in said}
    return without_insults(known, language, nodes)


def feminines(listed: set[str]) -> set[str]:
    """Famosa and stelle: they rhyme with what famoso and stella do not."""
    common = (word for word in wordfreq.top_n_list("it", FORMS) if FEMININE.search(word))
    lemmas = ((word, simplemma.lemmatize(word, lang="it")) for word in common)
    forms = {word for word, lemma in lemmas if lemma in listed and lemma[-1] in "oa"}
    return forms | {word for word in listed if FEMININE.search(word)}


def without_insults(words: set[str], language: str, nodes: Path) -> set[str]:
    """Nor abbreviations, which have no vowel."""
    bad, said = insults(nodes, language), {word for word in words if VOWEL.search(word.casefold())}
    return {word for word in said if not hurts(word.casefold(), bad, CRUDE[language])}
