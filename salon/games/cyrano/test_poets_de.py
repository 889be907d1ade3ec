"""German grammar of the poets, as sentences."""

import re
from collections import Counter

import pytest

from salon.core.luck import FastLuck
from salon.games.cyrano.poets import MOODS, Mood, compose, craft
from salon.games.cyrano.poets.de import GENDERS, GENITIVE, LITTLE, PLURALS, noun, shape
from salon.games.cyrano.poets.verse import PLACES, Line, Slot, Word
from salon.games.cyrano.test_poets import poems

pytestmark = pytest.mark.usefixtures("untraced")

HUT = Word("Hut", frozenset("m"))
KANNE = Word("Kanne", frozenset("f"))
BOOT = Word("Boot", frozenset("s"))


def said(form: str, *words: Word) -> list[str]:
    return [shape(form, word, {}) for word in words]


@pytest.mark.parametrize(
    ("form", "hut", "kanne", "boot"),
    [
        ("", "Hut", "Kanne", "Boot"),
        ("der", "der Hut", "die Kanne", "das Boot"),
        ("den", "den Hut", "die Kanne", "das Boot"),
        ("dem", "dem Hut", "der Kanne", "dem Boot"),
        ("des", "des Hutes", "der Kanne", "des Bootes"),
        ("ein", "ein Hut", "eine Kanne", "ein Boot"),
        ("einen", "einen Hut", "eine Kanne", "ein Boot"),
        ("einem", "einem Hut", "einer Kanne", "einem Boot"),
        ("eines", "eines Hutes", "einer Kanne", "eines Bootes"),
        ("kein", "kein Hut", "keine Kanne", "kein Boot"),
        ("keinem", "keinem Hut", "keiner Kanne", "keinem Boot"),
        ("mein", "mein Hut", "meine Kanne", "mein Boot"),
        ("deinen", "deinen Hut", "deine Kanne", "dein Boot"),
        ("jedem", "jedem Hut", "jeder Kanne", "jedem Boot"),
        ("dieser", "dieser Hut", "diese Kanne", "dieses Boot"),
        ("gross-ein", "Ein Hut", "Eine Kanne", "Ein Boot"),
        ("er", "er", "sie", "es"),
        ("ihn", "ihn", "sie", "es"),
        ("ihm", "ihm", "ihr", "ihm"),
        (",der", ", der", ", die", ", das"),
        (",den", ", den", ", die", ", das"),
    ],
)
def test_articles_bend_to_gender_and_case(form: str, hut: str, kanne: str, boot: str) -> None:
    assert said(form, HUT, KANNE, BOOT) == [hut, kanne, boot]


@pytest.mark.parametrize(
    ("form", "hut", "kanne", "boot"),
    [
        ("der-alte", "der alte Hut", "die alte Kanne", "das alte Boot"),
        ("den-alten", "den alten Hut", "die alte Kanne", "das alte Boot"),
        ("dem-alten", "dem alten Hut", "der alten Kanne", "dem alten Boot"),
        ("des-alten", "des alten Hutes", "der alten Kanne", "des alten Bootes"),
        ("ein-alter", "ein alter Hut", "eine alte Kanne", "ein altes Boot"),
        ("einen-alten", "einen alten Hut", "eine alte Kanne", "ein altes Boot"),
        ("einem-alten", "einem alten Hut", "einer alten Kanne", "einem alten Boot"),
        ("mein-lieber-alter", "mein lieber alter Hut", "meine liebe alte Kanne",
         "mein liebes altes Boot"),
        ("lieber", "lieber Hut", "liebe Kanne", "liebes Boot"),
        ("alten", "alten Hut", "alte Kanne", "altes Boot"),
        ("altem", "altem Hut", "alter Kanne", "altem Boot"),
    ],
)  # fmt: skip
def test_adjectives_are_weak_mixed_or_strong(form: str, hut: str, kanne: str, boot: str) -> None:
    assert said(form, HUT, KANNE, BOOT) == [hut, kanne, boot]


@pytest.mark.parametrize(
    ("form", "hut", "kanne", "boot"),
    [
        ("in-dem", "im Hut", "in der Kanne", "im Boot"),
        ("in-den", "in den Hut", "in die Kanne", "ins Boot"),
        ("an-dem", "am Hut", "an der Kanne", "am Boot"),
        ("an-den", "an den Hut", "an die Kanne", "ans Boot"),
        ("zu-dem", "zum Hut", "zur Kanne", "zum Boot"),
        ("von-dem", "vom Hut", "von der Kanne", "vom Boot"),
        ("bei-dem-alten", "beim alten Hut", "bei der alten Kanne", "beim alten Boot"),
        ("in-einem", "in einem Hut", "in einer Kanne", "in einem Boot"),
        ("in-deinem", "in deinem Hut", "in deiner Kanne", "in deinem Boot"),
    ],
)
def test_prepositions_melt_with_the_article(form: str, hut: str, kanne: str, boot: str) -> None:
    assert said(form, HUT, KANNE, BOOT) == [hut, kanne, boot]


@pytest.mark.parametrize(
    ("form", "tomaten"),
    [
        ("einen", "zwei Tomaten"),
        ("einem", "zwei Tomaten"),
        ("einen-alten", "zwei alte Tomaten"),
        ("einem-alten", "zwei alten Tomaten"),
        ("keinen", "keine Tomaten"),
        ("meinen-alten", "meine alten Tomaten"),
        ("den", "die Tomaten"),
        ("dem-alten", "den alten Tomaten"),
    ],
)
def test_several_are_two_where_one_would_be_one(form: str, tomaten: str) -> None:
    assert said(form, Word("Tomaten", frozenset({"vielen"}))) == [tomaten]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nachbar", "Nachbarn"),
        ("Bauer", "Bauern"),
        ("Drache", "Drachen"),
        ("Pirat", "Piraten"),
        ("Waschbär", "Waschbären"),
        ("Prinz", "Prinzen"),
    ],
)
def test_a_weak_noun_changes_in_every_case_but_the_first(one: str, other: str) -> None:
    word = Word(one, frozenset("mw"))
    assert [noun(word, case) for case in range(4)] == [one, other, other, other]


@pytest.mark.parametrize(
    ("one", "of_it"),
    [
        ("Keks", "Kekses"),
        ("Kuss", "Kusses"),
        ("Wolf", "Wolfes"),
        ("Gartenzwerg", "Gartenzwergs"),
        ("Zeh", "Zehs"),
        ("Stau", "Staus"),
        ("Blatt Papier", "Blattes Papier"),
    ],
)
def test_the_genitive_of_a_phrase_is_at_its_head(one: str, of_it: str) -> None:
    assert said("des", Word(one, frozenset("m"))) == [f"des {of_it}"]


def test_the_verb_stands_second_first_or_last() -> None:
    fact = Word("der Drucker | frisst | mein Gedicht")
    assert said("", fact) == ["der Drucker frisst mein Gedicht"]
    assert said("gross", fact) == ["Der Drucker frisst mein Gedicht"]
    assert said("dann", fact) == ["frisst der Drucker mein Gedicht"]
    assert said("wenn", fact) == ["wenn der Drucker mein Gedicht frisst"]
    assert said("dass", Word("der Zug | hält |")) == ["dass der Zug hält"]


def test_an_infinitive_takes_its_zu() -> None:
    assert said("zu", Word("den Rasen mähen")) == ["den Rasen zu mähen"]


# The data


def words() -> list[Word]:
    return [word for known in craft("de").bank.values() for word in known]


NOUNS = {"wesen", "bote", "boten", "ding", "ort", "idee", "stoff"}
FINER = {"halt", "leute", "fühl", "da", "wie", "lang"}
FIELDS = {
    "speis", "kleid", "musik", "reise", "heim", "amt", "natur", "bühne", "liebe", "tier", "schule",
}  # fmt: skip
OTHERS = [
    set(kind.split("."))
    for kind in (
        "viele", "vielen", "wer", "adj", "zustand", "inf", "verb", "tat", "wo", "wohin",
        "part.hat", "part.ist", "part.wird",
    )
]  # fmt: skip


def test_every_noun_has_one_gender_and_no_other_word_any() -> None:
    for word in words():
        genders, kinds = word.tags & set(GENDERS), word.tags - {*GENDERS, *FINER, *FIELDS}
        assert len(genders) == bool(kinds & NOUNS), word
        assert kinds <= NOUNS or kinds in OTHERS, word


def test_nouns_are_written_great_and_others_small() -> None:
    for word in words():
        phrase = word.tags & {"inf", "part"} and " " in word.text
        great = bool(word.tags & (NOUNS | PLURALS | {"wer"}))
        assert phrase or word.text[0].isupper() == great, word


def test_weak_nouns_are_masculine_and_others_than_the_strong_ones() -> None:
    strong = {word.text for word in words() if word.tags & {"wesen", "ding"}}
    weak = {word.text for word in words() if word.tags & {"bote", "boten"}}
    assert all("m" in word.tags for word in words() if word.tags & {"bote", "boten"})
    assert not strong & weak


def test_weak_nouns_and_plurals_of_the_dative_end_as_they_must() -> None:
    for word in words():
        if word.tags & {"boten", "vielen"}:
            assert word.text.endswith(("n", "s")), word


def test_theme_words_are_tagged_for_grammar() -> None:
    for theme in craft("de").themes.values():
        for key in ("held", "ding", "wesen"):
            assert all(len(word.tags & set(GENDERS)) == 1 for word in theme[key]), theme["name"]
        assert all(word.text.endswith(("n", "s")) for word in theme["dinge"]), theme["dinge"]
        assert all(word.text.count("|") == 2 for word in theme["fakt"]), theme["fakt"]
        assert all(word.text.endswith("n") for word in theme["tun"]), theme["tun"]


def ends() -> list[tuple[Line, Slot]]:
    known = craft("de")
    pieces = [piece for mood in MOODS for place in PLACES for piece in known.pieces[mood][place]]
    lines = [*known.duel, *(one for piece in pieces for one in piece.lines)]
    return [(one, one.end()) for one in lines]


def test_no_template_asks_for_a_weak_noun_in_the_wrong_case() -> None:
    for one, slot in ends():
        article = next((part for part in slot.form.split("-") if part in LITTLE), "")
        case = LITTLE[article][0] if article else 0
        wrong = "bote" if case else "boten"
        assert not any(wrong in kind for kind in slot.kinds), one


def test_no_end_word_is_asked_for_in_the_genitive() -> None:
    articles = {part for _, slot in ends() for part in slot.form.split("-") if part in LITTLE}
    assert all(LITTLE[article][0] < GENITIVE for article in articles)


def test_every_german_theme_has_two_couplets_of_its_own_in_each_mood_and_place() -> None:
    for theme, subject in craft("de").subjects.items():
        for place in ("opener", "closer"):
            moods = Counter(piece.mood for piece in subject.verses[place])
            assert set(moods) == set(MOODS) and min(moods.values()) >= 2, theme


def own() -> list[Slot]:
    """Ends of the lines that were written for one theme."""
    verses = [subject.verses for subject in craft("de").subjects.values()]
    pieces = [piece for places in verses for known in places.values() for piece in known]
    return [one.end() for piece in pieces for one in piece.lines]


def test_what_a_line_ends_on_can_be_found_for_nearly_every_card() -> None:
    sounds = craft("de").bank.values()
    for slot in set(own()):
        assert sum(any(map(slot.takes, words)) for words in sounds) >= len(sounds) * 9 // 10, slot


def test_several_stand_only_where_two_may_stand() -> None:
    """No verb of one has them as its subject, and none lacks the ending of a dative."""
    for slot in set(own()):
        if slot.form and LITTLE[slot.form.split("-")[-1]][0] == 0:
            assert all(kind & {"ding", "wesen", "bote"} for kind in slot.kinds), slot
    held = [word for word in words() if word.tags & {"halt", "leute"} and word.tags & PLURALS]
    assert all("vielen" in word.tags for word in held)


# The poems

UNBENT = re.compile(
    r"\b(?:in dem|an dem|zu dem|von dem|bei dem|in das|zu der|von das|mit (?:die|das|den))\b"
    r"|\|"
)


@pytest.mark.parametrize("mood", MOODS)
def test_no_line_forgets_to_melt(mood: Mood) -> None:
    for _, poem in poems("de", mood):
        for text in (poem.title, *poem.lines):
            assert not UNBENT.search(text), text


@pytest.mark.parametrize("mood", MOODS)
def test_a_theme_nobody_prepared_is_quoted(mood: Mood) -> None:
    poem = compose("de", mood, "Der Joghurt um Mitternacht", ("aʊs", "aɪn"), (), FastLuck(1))
    assert "„Der Joghurt um Mitternacht“" in poem.lines[0]
    assert all(poem.lines) and poem.title
