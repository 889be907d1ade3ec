"""Every word shown to people exists in every language, and every language says the same."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from salon import games, texts
from salon.core import options
from salon.core.contract import Illegal
from salon.games.ciao_ciao.model import Doubted, Ended
from salon.texts import LANGUAGES, PLACEHOLDER, Texts, halves

SALON = Path(texts.__file__).parent.parent
FOLDERS = [None, *map(games.folder, games.names())]
RAISED = re.compile(r'(?:Illegal|Refus\w+)\(\s*"(\w+)"')


def words(language: str, folder: Path | None) -> dict[str, str]:
    file = SALON / "texts" / f"{language}.json"
    if folder is not None:
        file = folder / f"texts.{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def holes(text: str) -> set[tuple[str, str]]:
    """What is filled in; how many forms a word has is the language's own affair."""
    return {(name, form) for name, form in PLACEHOLDER.findall(text) if "|" not in form}


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


def kinds(union: Any) -> list[Any]:
    return list(get_args(union)) or [union]


@pytest.mark.parametrize("name", games.names())
def test_every_move_event_option_choice_bot_and_refusal_has_its_words(name: str) -> None:
    game = games.load(name)
    wanted = {"title", "tagline"}
    wanted |= {f"move.{kind.__name__}" for kind in kinds(game.types.move)}
    wanted |= {f"event.{kind.__name__}" for kind in kinds(game.types.event)}
    for option, choices in options.choices(game.types.options).items():
        wanted |= {f"option.{option}"}
        wanted |= {f"option.{option}.{options.written(choice)}" for choice in choices}
    for bot in games.bots(name):
        wanted |= {f"bot.{bot}", f"bot.{bot}.about"}
    for file in games.folder(name).glob("*.py"):
        wanted |= {f"illegal.{key}" for key in RAISED.findall(file.read_text("utf-8"))}
    missing = wanted - set(words("en", games.folder(name))) - set(words("en", None))
    assert missing == set()


def test_every_refusal_of_the_shared_code_has_its_words() -> None:
    shared = [*SALON.glob("*.py"), SALON / "games/__init__.py"]
    shared += [file for part in ("core", "server") for file in (SALON / part).glob("*.py")]
    raised = {key for file in shared for key in RAISED.findall(file.read_text("utf-8"))}
    assert {f"illegal.{key}" for key in raised} <= set(words("en", None))
    assert "over" in raised


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_the_rules_name_every_option_and_every_choice(name: str, language: str) -> None:
    rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
    for option, choices in options.choices(games.load(name).types.options).items():
        assert f"`{option}`" in rules
        assert [choice for choice in choices if f"`{options.written(choice)}`" not in rules] == []


@pytest.mark.parametrize("name", games.names())
def test_the_rules_have_the_same_chapters_in_every_language(name: str) -> None:
    def chapters(language: str) -> list[str]:
        rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
        return re.findall(r"^(#+) ", rules, re.MULTILINE)

    assert len({tuple(chapters(language)) for language in LANGUAGES}) == 1
    assert len(chapters("en")) > 3


# How texts are filled in


def ciao(language: str, *names: str) -> Texts:
    return Texts(language, games.folder("ciao_ciao"), names)


def test_seats_are_called_by_their_names() -> None:
    told = ciao("en", "Ana", "Bob").tell("event", Doubted(1, 0, 3, truth=False))
    assert told == "Bob doubts Ana: 3 was a bluff!"


def test_a_list_is_told_whole_and_each_of_it_by_its_own_text() -> None:
    texts = Texts("fr", games.folder("cir_kis"), ["Ana"])
    laid = {"seat": 0, "piece": "kite", "on": "figure", "figures": ("circle_1", "star_2")}
    assert texts.say("event.Placed", **laid).endswith(
        "sur le cercle 1 au nord et l’étoile à l’est."
    )
    assert texts.say("move.Place", piece="kite", spaces=(3, 7)).count("3, 7") == 1


def test_several_names_are_joined_as_the_language_does() -> None:
    ended = Ended((0, 1, 2), "points")
    assert "Ana, Bob and Cyd" in ciao("en", "Ana", "Bob", "Cyd").tell("event", ended)
    assert "Ana, Bob et Cyd" in ciao("fr", "Ana", "Bob", "Cyd").tell("event", ended)


def test_a_name_cannot_smuggle_anything_into_a_text() -> None:
    told = ciao("en", "{seat:name}", "<b>").tell("event", Doubted(1, 0, 3, truth=True))
    assert told == "<b> doubts {seat:name}: it really was 3."


def test_a_word_follows_the_number_where_a_language_wants_it() -> None:
    one = Texts("en")
    one.texts["pawns"] = "{n} {n:pawn|pawns}"
    assert [one.say("pawns", n=n) for n in (0, 1, 2)] == ["0 pawns", "1 pawn", "2 pawns"]


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
