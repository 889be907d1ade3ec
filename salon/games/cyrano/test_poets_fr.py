"""French grammar of the poets, as sentences."""

import re

import pytest

from salon.core.luck import FastLuck
from salon.games.cyrano.poets import MOODS, Mood, compose, craft
from salon.games.cyrano.poets.fr import name, plural, shape
from salon.games.cyrano.poets.verse import Word
from salon.games.cyrano.test_poets import poems

pytestmark = pytest.mark.usefixtures("untraced")

CANARD = Word("canard", frozenset({"m"}))
POULE = Word("poule", frozenset({"f"}))
OURS = Word("ours", frozenset({"m"}))
OIE = Word("oie", frozenset({"f"}))
HOMARD = Word("homard", frozenset({"m", "h"}))
HERNIE = Word("hernie", frozenset({"f", "h"}))
HUILE = Word("huile", frozenset({"f"}))


def said(form: str, *words: Word) -> list[str]:
    return [shape(form, word, {}) for word in words]


@pytest.mark.parametrize(
    ("form", "canard", "poule", "ours", "oie", "homard"),
    [
        ("", "canard", "poule", "ours", "oie", "homard"),
        ("un", "un canard", "une poule", "un ours", "une oie", "un homard"),
        ("le", "le canard", "la poule", "l’ours", "l’oie", "le homard"),
        ("du", "du canard", "de la poule", "de l’ours", "de l’oie", "du homard"),
        ("au", "au canard", "à la poule", "à l’ours", "à l’oie", "au homard"),
        ("de", "de canard", "de poule", "d’ours", "d’oie", "de homard"),
        ("mon", "mon canard", "ma poule", "mon ours", "mon oie", "mon homard"),
        ("son", "son canard", "sa poule", "son ours", "son oie", "son homard"),
        ("ce", "ce canard", "cette poule", "cet ours", "cette oie", "ce homard"),
        ("quel", "quel canard", "quelle poule", "quel ours", "quelle oie", "quel homard"),
        ("vieux", "vieux canard", "vieille poule", "vieil ours", "vieille oie", "vieux homard"),
        ("beau", "beau canard", "belle poule", "bel ours", "belle oie", "beau homard"),
        ("il", "il", "elle", "il", "elle", "il"),
        ("des", "des canards", "des poules", "des ours", "des oies", "des homards"),
        ("maj-un", "Un canard", "Une poule", "Un ours", "Une oie", "Un homard"),
        ("maj", "Canard", "Poule", "Ours", "Oie", "Homard"),
    ],
)
def test_little_words_bend_to_gender_and_to_a_vowel(  # noqa: PLR0917
    form: str, canard: str, poule: str, ours: str, oie: str, homard: str
) -> None:
    assert said(form, CANARD, POULE, OURS, OIE, HOMARD) == [canard, poule, ours, oie, homard]


def test_a_silent_h_elides_and_an_aspirated_one_does_not() -> None:
    assert said("le", HUILE, HERNIE) == ["l’huile", "la hernie"]
    assert said("mon", HUILE, HERNIE) == ["mon huile", "ma hernie"]


def test_the_art_of_haunting_does_not_elide() -> None:
    assert said("de", *(deed for deed in deeds() if deed.text.startswith("h"))) == [
        "de hanter le tambour",
        "de hocher la tête",
        "de hurler un refrain",
    ]


def deeds() -> list[Word]:
    themes = craft("fr").themes
    return sorted((word for theme in themes.values() for word in theme["geste"]), key=str)


def test_little_words_stand_in_a_row() -> None:
    assert said("un-vieux", OURS, OIE, HOMARD) == [
        "un vieil ours",
        "une vieille oie",
        "un vieux homard",
    ]
    assert said("mon-petit", OIE, OURS) == ["ma petite oie", "mon petit ours"]
    assert said("le-grand", OIE, HOMARD) == ["la grande oie", "le grand homard"]


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("canard", "canards"),
        ("gâteau", "gâteaux"),
        ("bocal", "bocaux"),
        ("bal", "bals"),
        ("caillou", "cailloux"),
        ("tapis", "tapis"),
        ("clé à molette", "clés à molette"),
        ("écharpe tricolore", "écharpes tricolores"),
        ("cartouche d’encre", "cartouches d’encre"),
        ("petit pois", "petits pois"),
    ],
)
def test_a_plural_leaves_the_complement_alone(one: str, many: str) -> None:
    assert plural(one) == many


def test_a_theme_inside_a_sentence_keeps_only_the_capital_of_a_name() -> None:
    assert name("La grève des poules") == "la grève des poules"
    assert name("L’escargot fait la course") == "l’escargot fait la course"
    assert name("Napoléon à la plage") == "Napoléon à la plage"


UNBENT = re.compile(
    r"\b(?:le|la|de|que|ce) [aàâeéèêiîoôuûœ]|\b(?:de le|de les|à le|à les)\b|\bma [aeéèêiou]",
    re.IGNORECASE,
)
TWO_SPACES = re.compile(r"\s\s|\s[,.]|[{}]")


@pytest.mark.parametrize("mood", MOODS)
def test_no_line_forgets_to_elide_or_to_contract(mood: Mood) -> None:
    for _, poem in poems("fr", mood):
        for text in (poem.title, *poem.lines):
            assert not UNBENT.search(text), text
            assert not TWO_SPACES.search(text), text


def test_every_noun_has_one_gender_and_every_fact_none() -> None:
    known = craft("fr")
    nouns = {"etre", "chose", "endroit", "idee", "matiere"}
    for word in (word for words in known.bank.values() for word in words):
        assert not word.tags & nouns or len(word.tags & {"m", "f"}) == 1, word
    for theme in known.themes.values():
        assert all(
            len(word.tags & {"m", "f"}) == 1
            for key in ("heros", "chose", "etre")
            for word in theme[key]
        )
        assert not any(word.tags for key in ("ou", "fait") for word in theme[key])
        assert all(word.tags <= {"h"} for word in theme["geste"])


@pytest.mark.parametrize("kind", ["hold", "etre", "react", "how", "adv"])
def test_a_couplet_of_a_theme_finds_an_end_in_every_sound(kind: str) -> None:
    for sound, words in craft("fr").bank.items():
        assert sum(kind in word.tags for word in words) > 1, (sound, kind)


@pytest.mark.parametrize("mood", MOODS)
def test_two_poets_of_one_mood_open_and_close_a_theme_in_their_own_way(mood: Mood) -> None:
    for theme, subject in craft("fr").subjects.items():
        for place in ("opener", "closer"):
            assert sum(piece.mood == mood for piece in subject.verses[place]) > 1, (theme, place)


@pytest.mark.parametrize("mood", MOODS)
def test_a_theme_nobody_prepared_is_quoted(mood: Mood) -> None:
    poem = compose("fr", mood, "Le yaourt de minuit", ("ɛʁ", "aʒ"), (), FastLuck(1))
    assert "Le yaourt de minuit" in poem.lines[0]
    assert all(poem.lines) and poem.title
