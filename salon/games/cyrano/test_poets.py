"""Decks and poets of every language, as sentences."""

import re
from collections import Counter
from functools import cache
from itertools import combinations
from typing import get_args

import pytest

from salon.core.luck import FastLuck
from salon.ear import ear, end_word, identity
from salon.games.cyrano.deck import Card, cards
from salon.games.cyrano.model import Language
from salon.games.cyrano.poets import MOODS, Mood, Poem, Sitting, compose, craft, line, scan
from salon.games.cyrano.poets.en import shape
from salon.games.cyrano.poets.queue import Queue
from salon.games.cyrano.poets.verse import PLACES, Line, Piece, Subject, Word

pytestmark = pytest.mark.usefixtures("untraced")

SLURS = {
    "en": r"gypsy|chink|coolie|spastic|retard|cripple|midget|whore|slut|bitch|fag|nazi",
    "fr": r"pédé|pute|salope|nègre|bougnoule?|youpin|gouine|enculé|débile|mongol|nazi|romano|bridé",
    "de": r"neger|zigeuner|mohr|kanake|schwuchtel|hure|nutte|schlampe|spasti|krüppel|mongo|idiot|"
    r"fotze|judensau|nazi|tussi",
    "it": r"negr[oaie]|froci[oa]?|ricchion[ei]|puttan[ae]|troi[ae]|stronz[oaie]|zingar[oaie]|"
    r"terron[ei]|crucc(?:o|a|hi|he)|mongoloid[ei]|ritardat[oaie]|handicappat[oaie]|nazist[aei]|"
    r"zitell[ae]",
    "nl": r"neger|nikker|zigeuner|mongool|mof|spleetoog|hoer|slet|kut|flikker|jap|nazi|debiel|"
    r"dwerg|roetmop|kankerlijer|tering|tyfus",
}
MISSPOKEN = re.compile(
    r"\ba (?:[aeio](?!ne\b|ne-|we)|u(?!ni|se|k|f|-t)|hour|heir|honest|X-ray)"
    r"|\ban (?![aeiou]|hour|heir|honest|X-ray|é|à)|\ban (?:uni(?!n)|ewe|one\b|UFO|U-)",
    re.IGNORECASE,
)

POEMS = 40  # written in each language and mood

every_language = pytest.mark.parametrize("language", get_args(Language))
every_mood = pytest.mark.parametrize("mood", MOODS)


def deck(language: str) -> tuple[Card, ...]:
    return cards(language)


def dealt(language: str, seed: int) -> tuple[Card, Card, Card]:
    cards = list(deck(language))
    FastLuck(seed).shuffle(cards)
    return cards[0], cards[1], cards[2]


def identities(language: str, *words: str) -> set[str]:
    return {identity(end_word(word) or "", language) for word in words}


def examples(language: str, *cards: Card) -> set[str]:
    return identities(language, *(word for card in cards for word in card.examples))


def poem(language: str, mood: Mood, seed: int) -> tuple[tuple[Card, Card, Card], Poem]:
    theme, one, other = cards = dealt(language, seed)
    taken = examples(language, one, other)
    sounds = (one.sound, other.sound)
    return cards, compose(language, mood, theme.theme, sounds, taken, FastLuck(seed))


@cache
def poems(language: str, mood: Mood) -> list[tuple[tuple[Card, Card, Card], Poem]]:
    return [poem(language, mood, seed) for seed in range(POEMS)]


# The deck


@every_language
def test_a_deck_has_fifty_five_cards_and_fifty_five_themes(language: str) -> None:
    assert len(deck(language)) == len({card.theme.casefold() for card in deck(language)}) == 55


@every_language
def test_the_two_examples_rhyme_with_their_card(language: str) -> None:
    for card in deck(language):
        for word in card.examples:
            assert ear(language).judge(word, card.sound).verdict == "exact", (card.rhyme, word)


@every_language
def test_no_two_cards_sound_alike(language: str) -> None:
    for card in deck(language):
        for other in deck(language):
            verdicts = {ear(language).judge(word, card.sound).verdict for word in other.examples}
            assert verdicts == {"exact"} if card is other else "exact" not in verdicts, (
                card,
                other,
            )


@every_language
def test_every_card_gives_thirty_words_to_choose_from(language: str) -> None:
    for card in deck(language):
        drawer = ear(language).words(card.sound)
        known = {*drawer.common, *drawer.rare} | {
            end_word(word.text) for word in craft(language).bank[card.sound]
        }
        assert len(known - {None}) >= 30, card.rhyme


@every_language
def test_few_cards_are_light(language: str) -> None:
    assert sum(card.sound.startswith("~") for card in deck(language)) <= 4


@every_language
def test_nothing_insults_anybody(language: str) -> None:
    known = craft(language)
    words = [word.text for words in known.bank.values() for word in words]
    themes = [
        word.text for keys in known.themes.values() for words in keys.values() for word in words
    ]
    for text in (*words, *themes, *(card.theme for card in deck(language))):
        assert not re.search(rf"\b(?:{SLURS[language]})s?\b", text, re.IGNORECASE), text


# What the poets know


@every_language
def test_every_end_word_rhymes_with_its_sound(language: str) -> None:
    for sound, words in craft(language).bank.items():
        for word in words:
            assert ear(language).judge(word.text, sound).verdict == "exact", (sound, word.text)


@every_language
def test_the_poets_know_every_card(language: str) -> None:
    known = craft(language)
    assert {card.sound for card in deck(language)} <= known.bank.keys()
    assert {card.theme for card in deck(language)} <= known.themes.keys()


@every_language
def test_each_sound_has_twenty_words_or_more(language: str) -> None:
    for sound, words in craft(language).bank.items():
        assert len(identities(language, *(word.text for word in words))) >= 20, sound


def sources(one: Line) -> list[str]:
    return [slot.source for slot in one.slots()]


@every_language
def test_every_line_ends_in_its_one_end_slot(language: str) -> None:
    known = craft(language)
    pieces = [piece for mood in MOODS for place in PLACES for piece in known.pieces[mood][place]]
    for one in (*known.spare, *known.duel, *(one for piece in pieces for one in piece.lines)):
        assert sources(one).count("end") == 1 and sources(one)[-1] == "end", one
        assert not re.search(r"\w", str(one.parts[-1])), one


def couplets(language: str) -> list[tuple[str, Piece]]:
    """What was written for one theme alone, with the name of that theme."""
    return [
        (theme, piece)
        for theme, subject in craft(language).subjects.items()
        for pieces in subject.verses.values()
        for piece in pieces
    ]


@every_language
def test_a_couplet_of_a_theme_has_two_lines_a_mood_and_an_end_to_each_line(language: str) -> None:
    for theme, piece in couplets(language):
        assert len(piece.lines) == 2 and piece.mood in MOODS, (theme, piece)
        for one in piece.lines:
            assert sources(one).count("end") == 1 and sources(one)[-1] == "end", one
            assert not re.search(r"\w", str(one.parts[-1])), one


@every_language
def test_a_closer_of_a_theme_calls_its_hero_back(language: str) -> None:
    for theme, subject in craft(language).subjects.items():
        for piece in subject.verses["closer"]:
            named = scan.naming(subject.words).search(piece.text().casefold())
            assert named or piece.names_theme, (theme, piece.text())


def test_every_english_theme_has_couplets_of_its_own_in_each_mood() -> None:
    for theme, subject in craft("en").subjects.items():
        for place in ("opener", "closer"):
            moods = Counter(piece.mood for piece in subject.verses[place])
            assert set(moods) == set(MOODS) and min(moods.values()) >= 2, theme


@every_language
@every_mood
def test_every_opener_speaks_of_the_theme(language: str, mood: Mood) -> None:
    for piece in craft(language).pieces[mood]["opener"]:
        assert any(set(sources(one)) - {"end"} for one in piece.lines), piece


@every_language
def test_there_are_enough_templates_and_none_twice(language: str) -> None:
    known = craft(language)
    moods = [[one for place in PLACES for one in known.pieces[mood][place]] for mood in MOODS]
    assert all(sum(len(piece.lines) for piece in pieces) >= 50 for pieces in moods)
    assert all(max(Counter(pieces).values()) == 1 for pieces in moods)
    assert sum(len(piece.lines) for piece in {piece for pieces in moods for piece in pieces}) >= 150
    assert len({title for titles in known.titles.values() for title in titles}) >= 40


# Their poems


@every_language
@every_mood
def test_two_lines_end_in_each_sound(language: str, mood: Mood) -> None:
    for (_, one, other), written in poems(language, mood)[:40]:
        heard = [
            [ear(language).judge(text, card.sound).verdict == "exact" for text in written.lines]
            for card in (one, other)
        ]
        assert sum(heard[0]) >= 2 and sum(heard[1]) >= 2, written
        assert all(map(any, zip(*heard, strict=True))), written


@every_language
@every_mood
def test_no_end_word_comes_twice_or_is_taken(language: str, mood: Mood) -> None:
    for (_, one, other), written in poems(language, mood):
        ends = identities(language, *written.lines)
        assert len(ends) == 4 and not ends & examples(language, one, other), written


def stem(word: str) -> str:
    """Its longest part, without an ending that grammar might have changed."""
    return max(word.casefold().split(), key=len)[:5]


@every_language
@every_mood
def test_the_theme_is_in_the_poem(language: str, mood: Mood) -> None:
    for (theme, *_), written in poems(language, mood):
        words = craft(language).themes[theme.theme].values()
        text = " ".join(written.lines).casefold()
        assert any(stem(word.text) in text for known in words for word in known), written


@every_language
@every_mood
def test_the_theme_comes_back_in_the_second_half(language: str, mood: Mood) -> None:
    written = [
        scan.naming(craft(language).themes[theme.theme]).search(" ".join(poem.lines[2:]).casefold())
        for (theme, *_), poem in poems(language, mood)
    ]
    assert sum(map(bool, written)) >= POEMS * 9 // 10


@every_language
@every_mood
def test_no_word_rhymes_with_the_head_of_another(language: str, mood: Mood) -> None:
    for _, written in poems(language, mood):
        ends = [identity(end_word(text) or "", language) for text in written.lines]
        for one, other in combinations(ends, 2):
            assert not scan.share_head(language, one, other), written


SAME_HEAD = {
    "de": "Beben Erdbeben, Hausboot Ruderboot",
    "nl": "mand broodmand, broodmand wasmand",
    "en": "pancake cake, underpaid overpaid",
    "fr": "rose roses, savates savate",
}
APART = {
    "de": "Leben Beben, Haus Maus",
    "nl": "mand hand, zand land",
    "en": "snail nail, frail trail",
    "fr": "prose roses, cafetière rivières",
}


@pytest.mark.parametrize("language", SAME_HEAD)
def test_a_compound_shares_its_head_with_its_last_part_and_with_other_compounds(
    language: str,
) -> None:
    for pairs, same in ((SAME_HEAD, True), (APART, False)):
        for pair in pairs[language].split(", "):
            one, other = (identity(word, language) for word in pair.split())
            assert scan.share_head(language, one, other) is same, pair


@every_language
@every_mood
def test_a_poem_does_not_go_on_twice_in_the_same_way(language: str, mood: Mood) -> None:
    for _, written in poems(language, mood):
        pieces = " ".join(written.lines).casefold()
        for group in craft(language).connectives[:1]:  # since then
            assert sum(pieces.count(one) for one in group) <= 1, written


LINES = {
    "fr": "Ô rage ! ô désespoir ! ô vieillesse ennemie !; 12. Je suis venu, calme orphelin; 8. "
    "Que j’aime à faire apprendre un nombre utile aux sages; 12",
    "it": "Nel mezzo del cammin di nostra vita; 11. L’amor che move il sole e l’altre stelle; 11",
    "en": "Shall I compare thee to a summer’s day; 10",
}


@pytest.mark.parametrize("language", LINES)
def test_syllables_are_counted_as_verse_counts_them(language: str) -> None:
    for one in LINES[language].split(". "):
        text, _, length = one.rpartition("; ")
        assert scan.measure(craft(language), text) == int(length), text


def test_a_stress_off_the_beat_is_heard_except_at_the_start() -> None:
    known = craft("en")
    assert scan.stumbles(known, "Upon a summer morning in the garden") == 0
    assert scan.stumbles(known, "Summer is here, and sitting in the garden") == 0
    assert scan.stumbles(known, "The big summer is here") == 1


# Whose turn it is


@every_language
@every_mood
def test_whoever_sits_alone_with_his_mood_begins_otherwise_in_every_round(
    language: str, mood: Mood
) -> None:
    known = craft(language)
    for place in ("opener", "closer"):
        begun = [
            next(queue.pieces(known, Subject({}), place, 2, again=False))
            for queue in (sat(mood, round=round) for round in range(1, 10))
        ]
        assert max(Counter(begun).values()) == 1


def sat(mood: Mood, *, round: int = 1, seat: int = 0) -> Queue:
    return Queue(mood, Sitting("7 3 12", round, seat, 4), FastLuck(round))


def test_two_poets_of_a_mood_do_not_begin_alike() -> None:
    known = craft("en")
    for subject in known.subjects.values():
        for place in ("opener", "closer"):
            first, second = (
                next(sat("comic", seat=seat).pieces(known, subject, place, 2, again=True))
                for seat in (0, 3)
            )
            assert first is not second


@every_language
@every_mood
def test_lines_and_titles_fit_the_sheet(language: str, mood: Mood) -> None:
    for _, written in poems(language, mood):
        assert 0 < len(written.title) <= 60 and len(written.lines) == 4, written
        assert all(0 < len(text) <= 120 for text in written.lines), written


@every_language
@every_mood
def test_poems_are_cleanly_written(language: str, mood: Mood) -> None:
    for _, written in poems(language, mood):
        for text in (written.title, *written.lines):
            assert not re.search(r"\s\s|[{}<>/]|^\s|\s$|,,|\.\.|\( | \)", text), text
            assert next(filter(str.isalpha, text)).isupper(), text


@every_mood
def test_an_english_article_listens_to_the_next_word(mood: Mood) -> None:
    for _, written in poems("en", mood):
        for text in (written.title, *written.lines):
            assert not MISSPOKEN.search(text), text


def test_no_adjective_stands_before_another_adjective() -> None:
    """A golden silver dime."""
    closed = {"silver dime", "lonely leek", "wooden prize", "sulky mood", "golden crown"}
    for word in (word for words in craft("en").bank.values() for word in words):
        assert word.text not in closed or "o" not in word.tags, word
    pieces = [
        piece for mood in MOODS for place in PLACES for piece in craft("en").pieces[mood][place]
    ]
    for one in (one for piece in pieces for one in piece.lines):
        if [slot.key for slot in one.slots()][-2:] == ["adj", "end"] and one.parts[-3] == " ":
            assert all("o" in kind for kind in one.end().kinds), one


SAID = """an apple, a whale, a unicorn, an umpire, a U-turn, an uphill climb, an X-ray,
an honest heir, a ewe, a one-man band, an only child, a UFO,
an unemployed mime, a university, an éclair"""


def test_english_says_a_or_an_by_ear() -> None:
    for text in re.split(r",\s", SAID):
        assert shape("a", Word(text.partition(" ")[2]), {}) == text


@every_language
@every_mood
def test_the_same_luck_writes_the_same_poem(language: str, mood: Mood) -> None:
    assert poem(language, mood, 5) == poem(language, mood, 5)
    assert len({written.lines for _, written in poems(language, mood)}) == POEMS


@every_language
@every_mood
def test_a_theme_nobody_prepared_is_sung_as_it_stands(language: str, mood: Mood) -> None:
    theme, (_, one, other) = "Xylo in Ulan Bator", dealt(language, 1)
    for seed in range(20):
        sounds = (one.sound, other.sound)
        written = compose(language, mood, theme, sounds, frozenset(), FastLuck(seed))
        assert "ylo in Ulan Bator" in " ".join(written.lines), written


# When words run short


@every_language
def test_when_the_bank_is_empty_the_drawer_is_quoted(language: str) -> None:
    theme, one, other = dealt(language, 2)
    bank = craft(language).bank
    taken = identities(language, *(w.text for c in (one, other) for w in bank[c.sound]))
    before = set(taken)
    sounds = (one.sound, other.sound)
    written = compose(language, "comic", theme.theme, sounds, taken, FastLuck(3))
    ends = identities(language, *filter(None, written.lines))
    assert ends and not ends & taken and taken == before


@every_language
def test_when_every_word_is_taken_lines_stay_empty(language: str) -> None:
    theme, one, other = dealt(language, 2)
    drawers = [ear(language).words(card.sound) for card in (one, other)]
    words = [word for drawer in drawers for word in (*drawer.common, *drawer.rare)]
    words += [word.text for card in (one, other) for word in craft(language).bank[card.sound]]
    taken, sounds = identities(language, *words), (one.sound, other.sound)
    written = compose(language, "comic", theme.theme, sounds, taken, FastLuck(3))
    assert written.title and written.lines == ("", "", "", "")


# The duel


@every_language
def test_a_duellist_finds_a_dozen_sentences_for_any_card(language: str) -> None:
    for seed, card in enumerate(deck(language)):
        taken = set[str]()
        for turn in range(12):
            said = line(language, card.sound, taken, FastLuck(99 * seed + turn))
            assert len(said.split()) >= 2, (card.rhyme, said)
            assert ear(language).judge(said, card.sound).verdict == "exact", (card.rhyme, said)
            assert not identities(language, said) & taken
            taken |= identities(language, said)
