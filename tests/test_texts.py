"""Every word shown to people exists in every language, and every language says the same."""

import json
import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from salon import games, texts
from salon.core import options
from salon.core.contract import Illegal
from salon.laws import Broken
from salon.texts import LANGUAGES, Texts, halves
from salon.wording import check_words, holes, sources, unmatched
from salon.wording.refusing import awarded, refusals
from toys.bluff.model import Doubted, Ended

WORDS_A_MINUTE = 210
SALON = Path(texts.__file__).parent.parent
FOLDERS = [None, *map(games.folder, games.ours())]


def words(language: str, folder: Path | None) -> dict[str, str]:
    file = SALON / "texts" / f"{language}.json"
    if folder is not None:
        file = folder / f"texts.{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def test_there_are_five_languages() -> None:
    assert LANGUAGES == ("de", "en", "fr", "it", "nl")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_every_language_has_the_same_keys_with_the_same_arguments(
    language: str, folder: Path | None
) -> None:
    english, other = words("en", folder), words(language, folder)
    assert list(other) == list(english)
    assert {key: holes(text) for key, text in other.items()} == {
        key: holes(text) for key, text in english.items()
    }
    assert [key for key, text in other.items() if not text.strip()] == []


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_words_for_everything_and_none_for_nothing(name: str) -> None:
    check_words(name)


@pytest.mark.parametrize(
    ("language", "change", "fault"),
    [
        ("en", {"move.Grab": None}, "texts.en.json lacks move.Grab"),
        ("en", {"event.Sneezed": "Achoo!"}, "texts.en.json: event.Sneezed is never said"),
        ("en", {"move.Grab": "Take {many}"}, "move.Grab has no {many} to fill in"),
        ("de", {"move.Niesen": "Hatschi!"}, "texts.de.json: move.Niesen is not in English"),
        ("de", {"title": "Nim {n}"}, "texts.de.json: title fills in something else than"),
    ],
)
def test_a_game_is_told_which_of_its_words_do_not_fit(
    language: str,
    change: dict[str, str | None],
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = copytree(games.folder("nim"), tmp_path / "nim")
    monkeypatch.setattr(games, "folder", lambda _: folder)
    file = folder / f"texts.{language}.json"
    said = (json.loads(file.read_text("utf-8")) if file.exists() else {}) | change
    file.write_text(json.dumps({key: text for key, text in said.items() if text is not None}))
    with pytest.raises(Broken, match=re.escape(fault)):
        check_words("nim")


@pytest.mark.parametrize("key", ["award.liar", "award.liar.title"])
def test_a_game_is_told_which_award_has_no_words(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copytree(games.folder("bluff"), tmp_path / "bluff")
    monkeypatch.setattr(games, "folder", lambda _: folder)
    file = folder / "texts.en.json"
    said = json.loads(file.read_text("utf-8"))
    said["award.saint"] = said.pop(key)
    file.write_text(json.dumps(said))
    with pytest.raises(Broken, match=f"lacks {re.escape(key)}; .*award.saint is never said"):
        check_words("bluff")


AWARDS = """
def awards(story):
    yield Award("liar", (0,), 30)
    yield Award(kind="saint", seats=(0,), weight=30)
    yield from superlative("sage", [1, 2], usual=1, rare=2)
    yield from _of("fool")
    yield Award(f"rhyme_{story}", (0,), 30)

def _of(kind):
    yield Award(kind, (0,), 30)
"""


def test_awards_are_seen_however_they_are_given(tmp_path: Path) -> None:
    (tmp_path / "awards.py").write_text(AWARDS, "utf-8")
    found = awarded([tmp_path / "awards.py"])
    assert found == {"liar", "saint", "sage", "fool", "rhyme_*"}


def around_the_games() -> list[Path]:
    own = {games.folder(name) for name in games.ours()}
    return [file for file in sources(SALON) if not set(file.parents) & own]


def test_every_refusal_around_the_games_has_its_words_and_all_of_them_are_used() -> None:
    known = {key for key in words("en", None) if key.startswith("illegal.")}
    raised = {f"illegal.{key}" for key in refusals(around_the_games())}
    assert unmatched(raised, known) == []
    raised |= {
        f"illegal.{key}" for name in games.ours() for key in refusals(sources(games.folder(name)))
    }
    assert unmatched(known, raised) == []


REFUSES = """
def _check(key, true):
    if not true:
        raise Illegal(key)

def play(move, done):
    _check("hidden_already", move)
    raise Illegal(_misfit(move))

def _misfit(move):
    return "not_lower"

def late(move):
    raise Illegal("too_late" if move else "tonality_first")

def gone(move):
    raise Illegal(f"{move}_already")
"""


def test_refusals_are_seen_however_they_are_raised(tmp_path: Path) -> None:
    seen = refusals(around_the_games())
    assert "no_such_bot" in seen  # written in the command line
    assert "no_file" in seen  # and there into a class of its own
    assert "no_such_game" in seen  # fixed by its class
    (tmp_path / "rules.py").write_text(REFUSES, "utf-8")
    seen = refusals([tmp_path / "rules.py"])
    assert "hidden_already" in seen  # handed on
    assert "not_lower" in seen  # returned
    assert {"too_late", "tonality_first"} <= seen  # one of two
    assert "*_already" in seen  # filled in


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_the_rules_name_every_option_and_every_choice(name: str, language: str) -> None:
    rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
    words = Texts(language, games.folder(name))
    for option, choices in options.choices(games.load(name).types.options).items():
        written = [option, *map(options.written, choices)]
        keys = [f"option.{option}", *(f"option.{option}.{choice}" for choice in written[1:])]
        names = zip(written, map(words.say, keys), strict=True)
        assert [code for code, label in names if not named(rules, code, label)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_the_card_of_a_game_says_how_many_may_play_and_how_long_as_its_rules_do(
    name: str, language: str
) -> None:
    facts = Texts(language, games.folder(name)).say("facts")
    fewest, most, *minutes = re.findall(r"\d+", facts)
    seats = games.load(name).seats
    assert (int(fewest), int(most)) == (min(seats), max(seats))
    rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
    length = next(part for part in rules.split(" · ") if "minut" in part.casefold())
    assert re.findall(r"\d+", length) == minutes


def named(rules: str, code: str, label: str) -> bool:
    """By the label that players see; rules with folded rulings have no code names at all."""
    if label.casefold() in rules.casefold():
        return True
    return f"`{code}`" in rules and not folds(rules)


def folds(rules: str) -> bool:
    """Whether what only the curious read lies folded: the heading of such a chapter ends with ▸."""
    return re.search(r"^## .* ▸$", rules, re.MULTILINE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_rules_with_folded_rulings_read_in_three_minutes_and_name_no_code(
    name: str, language: str
) -> None:
    rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
    if not folds(rules):
        return
    shown = re.sub(r"^## [^\n]* ▸$.*?(?=^(?:## |---$))", "", rules, flags=re.MULTILINE | re.DOTALL)
    assert len(shown.split()) < 3 * WORDS_A_MINUTE
    assert re.findall(r"`\w+`|\w+\.(?:py|md|ts)\b|\b[A-Z]{2}\d+\b", rules) == []


@pytest.mark.parametrize("name", games.ours())
def test_the_rules_have_the_same_chapters_in_every_language(name: str) -> None:
    def chapters(language: str) -> list[str]:
        rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
        return [depth + fold for depth, fold in re.findall(r"^(#+) .*?( ▸)?$", rules, re.MULTILINE)]

    assert len({tuple(chapters(language)) for language in LANGUAGES}) == 1
    assert len(chapters("en")) > 3


# How texts are filled in


def bluff(language: str, *names: str) -> Texts:
    return Texts(language, games.folder("bluff"), names)


def test_seats_are_called_by_their_names() -> None:
    told = bluff("en", "Ana", "Bob").tell("event", Doubted(1, 0, 3, truth=False))
    assert told == "Bob doubts Ana: 3 was a bluff!"


def test_a_list_is_told_whole_and_each_of_it_by_its_own_text() -> None:
    texts = Texts("fr")
    texts.texts |= {"on.a": "le cercle", "on.b": "l’étoile", "laid": "{on:@on}", "at": "{spaces}"}
    assert texts.say("laid", on=("a", "b")) == "le cercle et l’étoile"
    assert texts.say("at", spaces=(3, 7)) == "3, 7"


def test_several_names_are_joined_as_the_language_does() -> None:
    ended = Ended((0, 1, 2), "last_pawn")
    assert "Ana, Bob and Cyd" in bluff("en", "Ana", "Bob", "Cyd").tell("event", ended)
    assert "Ana, Bob et Cyd" in bluff("fr", "Ana", "Bob", "Cyd").tell("event", ended)


def test_a_name_cannot_smuggle_anything_into_a_text() -> None:
    told = bluff("en", "{seat:name}", "<b>").tell("event", Doubted(1, 0, 3, truth=True))
    assert told == "<b> doubts {seat:name}: it really was 3."


def test_a_word_follows_the_number_where_a_language_wants_it() -> None:
    one = Texts("en")
    one.texts["pawns"] = "{n} {n:pawn|pawns}"
    assert [one.say("pawns", n=n) for n in (0, 1, 2)] == ["0 pawns", "1 pawn", "2 pawns"]


SAID = json.loads((SALON.parent / "tests" / "said.json").read_text("utf-8"))


@pytest.mark.parametrize("case", SAID, ids=lambda case: f"{case['language']} {case['said']}")
def test_numbers_and_names_are_said_as_the_language_says_them(case: dict[str, Any]) -> None:
    """The page is held to the same sentences (web/lib/texts.test.ts)."""
    texts = Texts(case["language"], names=case["names"])
    texts.texts["asked"] = case["text"]
    assert texts.say("asked", **case["args"]) == case["said"]


def test_an_unknown_key_is_shown_as_it_is() -> None:
    refusal = Illegal("unheard_of", seat=3)
    said = Texts("en").say(f"illegal.{refusal.key}", **refusal.details)
    assert said == "illegal.unheard_of seat=3"


def test_the_language_is_the_one_of_the_machine_if_salon_speaks_it() -> None:
    assert texts.own_language({"LANG": "nl_BE.UTF-8"}) == "nl"
    assert texts.own_language({"LANG": "fi_FI.UTF-8"}) == "en"
    assert texts.own_language({"LC_ALL": "de_CH", "LANG": "fr_FR"}) == "de"
    assert texts.own_language({}) == "en"


@pytest.mark.parametrize(
    ("count", "written"), [(9, "4½"), (8, "4"), (1, "½"), (0, "0"), (-1, "−½"), (-7, "−3½")]
)
def test_halves_are_written_as_people_write_them(count: int, written: str) -> None:
    assert halves(count) == written


def test_what_a_game_from_elsewhere_does_not_say_in_a_language_it_says_in_english(
    tmp_path: Path,
) -> None:
    (tmp_path / "texts.en.json").write_text('{"title": "Snow", "move.Roll": "Roll"}')
    (tmp_path / "texts.de.json").write_text('{"title": "Schnee"}')
    german, dutch = Texts("de", tmp_path), Texts("nl", tmp_path)
    assert [german.say("title"), german.say("move.Roll")] == ["Schnee", "Roll"]
    assert [dutch.say("title"), dutch.say("move.Roll")] == ["Snow", "Roll"]
