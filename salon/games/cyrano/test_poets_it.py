"""Italian grammar of the poets, as sentences."""

import re
from collections.abc import Iterator

import pytest

from salon.core.luck import FastLuck
from salon.games.cyrano.poets import MOODS, Mood, compose, craft
from salon.games.cyrano.poets.it import name, shape
from salon.games.cyrano.poets.verse import PLACES, Line, Word
from salon.games.cyrano.test_poets import poems

pytestmark = pytest.mark.usefixtures("untraced")

GATTO = Word("gatto", frozenset({"m"}))
ORSO = Word("orso", frozenset({"m"}))
STIVALE = Word("stivale", frozenset({"m"}))
RANA = Word("rana", frozenset({"f"}))
OCA = Word("oca", frozenset({"f"}))
GATTI = Word("gatti", frozenset({"m", "p"}))
ORSI = Word("orsi", frozenset({"m", "p"}))
OCHE = Word("oche", frozenset({"f", "p"}))


def said(form: str, *words: Word) -> list[str]:
    return [shape(form, word, {}) for word in words]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("", "gatto, orso, stivale, rana, oca"),
        ("un", "un gatto, un orso, uno stivale, una rana, un’oca"),
        ("il", "il gatto, l’orso, lo stivale, la rana, l’oca"),
        ("del", "del gatto, dell’orso, dello stivale, della rana, dell’oca"),
        ("al", "al gatto, all’orso, allo stivale, alla rana, all’oca"),
        ("dal", "dal gatto, dall’orso, dallo stivale, dalla rana, dall’oca"),
        ("nel", "nel gatto, nell’orso, nello stivale, nella rana, nell’oca"),
        ("sul", "sul gatto, sull’orso, sullo stivale, sulla rana, sull’oca"),
        ("quel", "quel gatto, quell’orso, quello stivale, quella rana, quell’oca"),
        ("bello", "bel gatto, bell’orso, bello stivale, bella rana, bell’oca"),
        ("questo", "questo gatto, quest’orso, questo stivale, questa rana, quest’oca"),
        ("buono", "buon gatto, buon orso, buono stivale, buona rana, buon’oca"),
        ("di", "di gatto, d’orso, di stivale, di rana, d’oca"),
        ("mio", "mio gatto, mio orso, mio stivale, mia rana, mia oca"),
        ("o", "o, o, o, a, a"),
        ("maj-un", "Un gatto, Un orso, Uno stivale, Una rana, Un’oca"),
        ("maj", "Gatto, Orso, Stivale, Rana, Oca"),
    ],
)
def test_little_words_bend_to_gender_and_to_what_follows(form: str, words: str) -> None:
    assert said(form, GATTO, ORSO, STIVALE, RANA, OCA) == words.split(", ")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("il", "i gatti, gli orsi, le oche"),
        ("un", "dei gatti, degli orsi, delle oche"),
        ("del", "dei gatti, degli orsi, delle oche"),
        ("sul", "sui gatti, sugli orsi, sulle oche"),
        ("bello", "bei gatti, begli orsi, belle oche"),
        ("quel", "quei gatti, quegli orsi, quelle oche"),
        ("questo", "questi gatti, questi orsi, queste oche"),
        ("mio", "miei gatti, miei orsi, mie oche"),
        ("vecchio", "vecchi gatti, vecchi orsi, vecchie oche"),
    ],
)
def test_several_have_forms_of_their_own(form: str, words: str) -> None:
    assert said(form, GATTI, ORSI, OCHE) == words.split(", ")


def test_some_beginnings_ask_for_lo() -> None:
    for hard in (
        "zaino",
        "gnomo",
        "psicologo",
        "pneumatico",
        "xilofono",
        "yogurt",
        "scoglio",
        "chef",
    ):
        assert said("il", Word(hard, frozenset({"m"}))) == [f"lo {hard}"]
    for soft in ("sale", "chirurgo", "gatto", "pranzo", "whisky", "tacchino"):
        assert said("il", Word(soft, frozenset({"m"}))) == [f"il {soft}"]
    assert said("il", Word("hotel", frozenset({"m"}))) == ["l’hotel"]
    assert said("un", Word("iena", frozenset({"f"}))) == ["una iena"]


def test_little_words_stand_in_a_row() -> None:
    assert said("un-vecchio", ORSO, STIVALE, OCA) == [
        "un vecchio orso",
        "un vecchio stivale",
        "una vecchia oca",
    ]
    assert said("il-mio", STIVALE, OCA) == ["il mio stivale", "la mia oca"]
    assert said("al-tuo", ORSO, RANA) == ["al tuo orso", "alla tua rana"]
    assert said("di-un", GATTO, STIVALE, OCA) == ["d’un gatto", "d’uno stivale", "d’un’oca"]
    assert said("questo-piccolo", ORSO, OCA) == ["questo piccolo orso", "questa piccola oca"]


def test_a_becomes_ad_only_before_another_a() -> None:
    verbs = [Word(verb) for verb in ("aprire l’ombrello", "inventare", "russare")]
    assert said("ad", *verbs) == ["ad aprire l’ombrello", "a inventare", "a russare"]


def test_every_theme_has_two_couplets_of_its_own_for_each_mood_and_place() -> None:
    for title, subject in craft("it").subjects.items():
        for place in ("opener", "closer"):
            moods = [piece.mood for piece in subject.verses[place]]
            assert all(moods.count(mood) >= 2 for mood in MOODS), (title, place)


@pytest.mark.parametrize("kind", ["tipo", "mano", "come", "gesto", "fare", "atto"])
def test_what_couplets_ask_for_is_found_in_every_sound(kind: str) -> None:
    for sound, words in craft("it").bank.items():
        assert len([word for word in words if kind in word.tags]) >= 3, (sound, kind)


def test_nobody_addressed_does_what_a_third_person_does() -> None:
    for theme, subject in craft("it").subjects.items():
        for piece in (piece for pieces in subject.verses.values() for piece in pieces):
            for line in piece.lines:
                before = str(line.parts[0]).casefold()
                tu = re.search(r"\b(?:io|tu|noi)[, ]+$", before)
                assert not tu or "gesto" not in line.end().kinds[0], (theme, before)


def test_a_theme_inside_a_sentence_keeps_only_the_capital_of_a_name() -> None:
    assert name("La moka della nonna") == "la moka della nonna"
    assert name("L’asino in biblioteca") == "l’asino in biblioteca"
    assert name("Un bacio all’aglio") == "un bacio all’aglio"
    assert name("Pinocchio dal dentista") == "Pinocchio dal dentista"
    assert name("Giulio Cesare alle poste") == "Giulio Cesare alle poste"


HARD = r"(?:s[^aeiouàèéìòù\W]|z|gn|p[sn]|x)"
VOWEL = r"[aàeèéiìoòuù]"
UNBENT = re.compile(
    rf"\b(?:il|un|del|al|dal|nel|sul|quel|bel|i|dei|ai|dai|nei|sui) {HARD}"
    rf"|\b(?:il|lo|la|del|dello|della|al|allo|alla|dal|dalla|nel|nella|sul|sulla) {VOWEL}"
    rf"|\b(?:una(?! ie)|uno|bella|quella|i|dei) {VOWEL}|\b(?:uno|dello|allo|sullo) (?!{HARD}|y)"
    r"|\b(?:di|a|da|in|su) (?:il|lo|la|i|gli|le) |\bun’\w+o\b|\bl’[^aàeèéiìoòuùh]",
    re.IGNORECASE,
)
LOOSE = re.compile(r"\s\s|\s[,.;:!?]|[{}]|(?<!po)’ |« | »|’’")


@pytest.mark.parametrize("mood", MOODS)
def test_no_line_forgets_to_elide_or_to_contract(mood: Mood) -> None:
    for _, poem in poems("it", mood):
        for text in (poem.title, *poem.lines):
            assert not UNBENT.search(text), text
            assert not LOOSE.search(text), text


NOUNS = frozenset({"chi", "cosa", "posto", "idea", "roba", "tanti"})


def test_every_noun_has_one_gender_and_every_fact_none() -> None:
    known = craft("it")
    for word in (word for words in known.bank.values() for word in words):
        assert not word.tags & NOUNS or len(word.tags & {"m", "f"}) == 1, word
        assert ("p" in word.tags) == ("tanti" in word.tags), word
    for theme in known.themes.values():
        for key in ("eroe", "cosa", "chi", "tanti"):
            assert all(len(word.tags & {"m", "f"}) == 1 for word in theme[key]), theme
        assert all("p" in word.tags for word in theme["tanti"])
        assert not any(word.tags for key in ("dove", "fare", "fatto") for word in theme[key])


def test_every_theme_has_somebody_and_something_of_each_gender() -> None:
    for title, theme in craft("it").themes.items():
        for key in ("eroe", "cosa", "chi"):
            assert {"m", "f"} <= {tag for word in theme[key] for tag in word.tags}, (title, key)


def lines() -> Iterator[Line]:
    known = craft("it")
    for mood in MOODS:
        for place in PLACES:
            yield from (line for piece in known.pieces[mood][place] for line in piece.lines)
    yield from (*known.spare, *known.duel)


def test_an_adjective_knows_whom_it_follows() -> None:
    for line in lines():
        for kind in line.end().kinds:
            assert "agg" not in kind or kind & {"m", "f"}, line


@pytest.mark.parametrize("mood", MOODS)
def test_a_theme_nobody_prepared_is_quoted(mood: Mood) -> None:
    poem = compose("it", mood, "Lo yogurt di mezzanotte", ("ore", "ello"), (), FastLuck(1))
    assert "Lo yogurt di mezzanotte" in poem.lines[0]
    assert all(poem.lines) and poem.title
