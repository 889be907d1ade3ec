"""Dutch grammar of the poets, as sentences."""

import re

import pytest

from salon.core.luck import FastLuck
from salon.games.cyrano.poets import MOODS, Mood, compose, craft
from salon.games.cyrano.poets.nl import capital, name, shape
from salon.games.cyrano.poets.verse import Word
from salon.games.cyrano.test_poets import poems

pytestmark = pytest.mark.usefixtures("untraced")

NOUNS = {"wezen", "ding", "plek", "idee"}

KAT = Word("kat", frozenset({"de"}))
PAARD = Word("paard", frozenset({"het"}))
OMA = Word("oma", frozenset({"de", "v"}))
DRUPPELS = Word("druppels", frozenset({"veel"}))


def said(form: str, *words: Word) -> list[str]:
    return [shape(form, word, {}) for word in words]


@pytest.mark.parametrize(
    ("form", "kat", "paard"),
    [
        ("", "kat", "paard"),
        ("een", "een kat", "een paard"),
        ("de", "de kat", "het paard"),
        ("die", "die kat", "dat paard"),
        ("deze", "deze kat", "dit paard"),
        ("onze", "onze kat", "ons paard"),
        ("elke", "elke kat", "elk paard"),
        ("welke", "welke kat", "welk paard"),
        ("geen", "geen kat", "geen paard"),
        ("mijn", "mijn kat", "mijn paard"),
        ("een-mooi", "een mooie kat", "een mooi paard"),
        ("geen-groot", "geen grote kat", "geen groot paard"),
        ("elke-oud", "elke oude kat", "elk oud paard"),
        ("de-klein", "de kleine kat", "het kleine paard"),
        ("mijn-lief", "mijn lieve kat", "mijn lieve paard"),
        ("deze-groot", "deze grote kat", "dit grote paard"),
        ("een-lief-klein", "een lieve kleine kat", "een lief klein paard"),
        ("hij", "hij", "het"),
        ("hem", "hem", "het"),
        ("dat", "die", "dat"),
        ("maj", "Kat", "Paard"),
        ("maj-de", "De kat", "Het paard"),
    ],
)
def test_little_words_bend_to_de_and_het(form: str, kat: str, paard: str) -> None:
    assert said(form, KAT, PAARD) == [kat, paard]


def test_a_woman_is_she() -> None:
    assert said("hij", OMA) + said("hem", OMA) + said("dat", OMA) == ["ze", "haar", "die"]


def test_several_things_take_de() -> None:
    assert said("de", DRUPPELS) + said("die-klein", DRUPPELS) == [
        "de druppels",
        "die kleine druppels",
    ]


@pytest.mark.parametrize(
    ("deed", "part", "with_it"),
    [
        ("herkauwen", "", "te herkauwen"),
        ("kaas raspen", "", "kaas te raspen"),
        ("stilzitten", "stil", "stil te zitten"),
        ("de schaal leegeten", "leeg", "de schaal leeg te eten"),
    ],
)
def test_te_stands_before_the_verb_and_inside_one_that_parts(
    deed: str, part: str, with_it: str
) -> None:
    word = Word(deed, frozenset(filter(None, [part])))
    assert (shape("", word, {}), shape("te", word, {})) == (deed, with_it)


def test_a_great_ij_is_one_letter() -> None:
    assert capital("ijs") == "IJs" and capital("iglo") == "Iglo" and capital("") == ""


def test_a_theme_inside_a_sentence_keeps_only_the_capital_of_a_name() -> None:
    assert name("De hagelslag is op") == "de hagelslag is op"
    assert name("Een koe op de roltrap") == "een koe op de roltrap"
    assert name("Cupido is zijn bril kwijt") == "Cupido is zijn bril kwijt"


def nouns() -> list[Word]:
    known = craft("nl")
    ends = [word for words in known.bank.values() for word in words if word.tags & NOUNS]
    keys = ("held", "ding", "wie")
    return ends + [word for theme in known.themes.values() for key in keys for word in theme[key]]


def test_every_noun_has_one_article_and_no_noun_has_two() -> None:
    articles: dict[str, str] = {}
    for word in nouns():
        (article,) = word.tags & {"de", "het"}
        assert articles.setdefault(word.text, article) == article, word


def test_only_nouns_have_an_article() -> None:
    known = craft("nl")
    for word in (word for words in known.bank.values() for word in words):
        assert word.tags & NOUNS or not word.tags & {"de", "het"}, word
    for theme in known.themes.values():
        assert not any(word.tags for key in ("waar", "feit", "meer") for word in theme[key])


NARROW = {"hou": {"ding"}, "voel": {"hoe", "staat"}, "tast": {"stof"}, "wijze": {"waar"}}


@pytest.mark.parametrize("narrow", NARROW)
def test_a_narrow_kind_lies_within_its_wide_one(narrow: str) -> None:
    for word in (word for words in craft("nl").bank.values() for word in words):
        assert narrow not in word.tags or word.tags & NARROW[narrow], word
        assert not {"wijze", "plaats"} <= word.tags, word


@pytest.mark.parametrize("kind", ["hou", "voel", "wijze", "wezen", "wie", "plaats"])
def test_a_couplet_finds_an_end_for_every_sound(kind: str) -> None:
    for sound, words in craft("nl").bank.items():
        assert any(kind in word.tags for word in words), (sound, kind)


@pytest.mark.parametrize("mood", MOODS)
def test_every_theme_has_two_couplets_of_each_mood_to_begin_and_two_to_end(mood: Mood) -> None:
    for theme, subject in craft("nl").subjects.items():
        for pieces in (subject.verses["opener"], subject.verses["closer"]):
            assert sum(piece.mood == mood for piece in pieces) == 2, theme


def test_what_parts_from_a_verb_begins_it() -> None:
    for deed in (deed for theme in craft("nl").themes.values() for deed in theme["doen"]):
        verb = deed.text.split()[-1]
        assert len(deed.tags) <= 1 and all(map(verb.startswith, deed.tags)), deed
        assert verb.endswith("n"), deed


def test_a_fact_is_as_true_behind_als() -> None:
    """Somebody, and as the last word what he does: the order is the same in both clauses."""
    for theme in craft("nl").themes.values():
        for fact in theme["feit"]:
            assert 2 <= len(fact.text.split()) <= 4 and fact.text[-1] not in ",.", fact


ARTICLED = re.compile(r"\b(?:de|het) [\w-]+")
UNCLEAN = re.compile(r"\s\s|\s[,.;:!?]|[{}@]|’S |\bIj|\bÉé|\b(?:de|het|een) (?:de|het|een|mijn)\b")


def wrong() -> set[str]:
    """Nouns with the article they never have; but "het regent as" is no article."""
    known = craft("nl").bank.values()
    loose = {word.text for words in known for word in words if not word.tags & NOUNS}
    other = {"de": "het", "het": "de"}
    return {
        f"{other[article]} {word.text.casefold()}"
        for word in nouns()
        for article in word.tags & other.keys()
        if word.text not in loose
    }


@pytest.mark.parametrize("mood", MOODS)
def test_no_line_takes_the_wrong_article(mood: Mood) -> None:
    never = wrong()
    for _, poem in poems("nl", mood):
        for text in (poem.title, *poem.lines):
            assert not never.intersection(ARTICLED.findall(text.casefold())), text
            assert not UNCLEAN.search(text), text


@pytest.mark.parametrize("mood", MOODS)
def test_a_theme_nobody_prepared_is_quoted(mood: Mood) -> None:
    poem = compose("nl", mood, "De tosti van middernacht", ("œys", "aːr"), (), FastLuck(1))
    assert "De tosti van middernacht" in poem.lines[0]
    assert all(poem.lines) and poem.title
