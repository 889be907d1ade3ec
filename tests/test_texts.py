"""Every word shown to people exists in every language, and every language says the same."""

import ast
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args

import pytest

from salon import games, texts
from salon.core import options
from salon.core.contract import Illegal
from salon.texts import ELIDED, LANGUAGES, PLACEHOLDER, Texts, halves
from toys.bluff.model import Doubted, Ended

SALON = Path(texts.__file__).parent.parent
WORKBENCH = ("test_", "bench_", "learn_")
FOLDERS = [None, *map(games.folder, games.ours())]


def words(language: str, folder: Path | None) -> dict[str, str]:
    file = SALON / "texts" / f"{language}.json"
    if folder is not None:
        file = folder / f"texts.{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def holes(text: str) -> set[tuple[str, str]]:
    """What is filled in; its forms, and what it elides, are the language's own affair."""
    found = [(name, unelided(form)) for name, form in PLACEHOLDER.findall(text)]
    return {(name, form) for name, form in found if "|" not in form}


def unelided(form: str) -> str:
    first, _, rest = form.partition(":")
    return rest if first == ELIDED else form


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


@pytest.mark.parametrize("name", games.ours())
def test_every_move_event_option_choice_and_bot_has_its_words(name: str) -> None:
    game = games.load(name)
    wanted = {"title", "tagline"}
    wanted |= {f"move.{kind.__name__}" for kind in kinds(game.types.move)}
    wanted |= {f"event.{kind.__name__}" for kind in kinds(game.types.event)}
    for option, choices in options.choices(game.types.options).items():
        wanted |= {f"option.{option}"}
        wanted |= {f"option.{option}.{options.written(choice)}" for choice in choices}
    for bot in games.bots(name):
        wanted |= {f"bot.{bot}", f"bot.{bot}.about"}
    missing = wanted - set(words("en", games.folder(name))) - set(words("en", None))
    assert missing == set()


# Refusals: the keys in the code and the words for them are the same.


def name_of(named: ast.expr) -> str:
    return named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")


def classes(tree: ast.AST) -> list[ast.ClassDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def comes_from(kind: ast.ClassDef, names: set[str]) -> bool:
    return any(name_of(base) in names for base in kind.bases)


def fixes_its_key(kind: ast.ClassDef) -> bool:
    made = [one for one in kind.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    return any("key" not in [one.arg for one in function.args.args] for function in made)


def takers() -> set[str]:
    """Worded and all that comes from it and takes a key first; and what the wire makes of them."""
    found = {"Worded", "Refused"}
    known = [one for file in SALON.rglob("*.py") for one in classes(ast.parse(file.read_bytes()))]
    free = [kind for kind in known if not fixes_its_key(kind)]
    while more := {kind.name for kind in free if comes_from(kind, found)} - found:
        found |= more
    return found


TAKERS = takers()


def own_keys(tree: ast.AST) -> list[ast.expr]:
    """What `super().__init__` is handed by the classes that fix their key."""
    fixed = [kind for kind in classes(tree) if fixes_its_key(kind) and comes_from(kind, TAKERS)]
    calls = [node for kind in fixed for node in ast.walk(kind) if isinstance(node, ast.Call)]
    return [call.args[0] for call in calls if name_of(call.func) == "__init__" and call.args]


def refusals(file: Path) -> set[str]:
    """The keys that a file refuses with: those it writes into a refusal or into its class, hands
    to a function that does, or returns from one asked for it. What is filled in is a `*`."""
    tree = ast.parse(file.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    said = [call.args[0] for call in calls if name_of(call.func) in TAKERS and call.args]
    said += own_keys(tree)
    for name, function in functions.items():
        if (place := handed_on(function)) is not None:
            said += [call.args[place] for call in calls if name_of(call.func) == name]
    for asked in [functions.get(name_of(one.func)) for one in said if isinstance(one, ast.Call)]:
        returns = ast.walk(asked) if asked else ()
        said += [node.value for node in returns if isinstance(node, ast.Return) and node.value]
    return {key for one in said for key in spelt(one)}


def handed_on(function: ast.FunctionDef) -> int | None:
    """Which of its arguments a function refuses with."""
    names = [one.arg for one in function.args.args if one.arg != "self"]
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and name_of(node.func) in TAKERS and node.args:
            key = node.args[0]
            if isinstance(key, ast.Name) and key.id in names:
                return names.index(key.id)
    return None


def spelt(key: ast.expr) -> Iterator[str]:
    if isinstance(key, ast.IfExp):
        yield from (*spelt(key.body), *spelt(key.orelse))
    elif isinstance(key, ast.Constant):
        yield str(key.value)
    elif isinstance(key, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "*" for part in key.values
        )


def sources(folder: Path | None) -> list[Path]:
    """The code of a game; of everything else together."""
    found = (SALON if folder is None else folder).rglob("*.py")
    games_own = [games.folder(name) for name in games.ours()] if folder is None else []
    return [
        file
        for file in found
        if not file.name.startswith(("test_", "bench_", "learn_"))
        and not set(file.parents) & set(games_own)
    ]


def unmatched(keys: set[str], others: set[str]) -> list[str]:
    return [k for k in keys if not any(fnmatch(k, other) or fnmatch(other, k) for other in others)]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_every_refusal_has_its_words_and_all_words_of_refusals_are_used(
    folder: Path | None,
) -> None:
    def known(folder: Path | None) -> set[str]:
        keys = (key.partition("illegal.") for key in words("en", folder))
        return {key for before, dot, key in keys if dot and not before}

    raised = {key for file in sources(folder) for key in refusals(file)}
    assert unmatched(raised, known(folder) | known(None)) == []
    assert unmatched(known(folder), raised) == []


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
    seen = {key for file in sources(None) for key in refusals(file)}
    assert "no_such_bot" in seen  # written in the command line
    assert "no_file" in seen  # and there into a class of its own
    assert "no_such_game" in seen  # fixed by its class
    (tmp_path / "rules.py").write_text(REFUSES, "utf-8")
    seen = refusals(tmp_path / "rules.py")
    assert "hidden_already" in seen  # handed on
    assert "not_lower" in seen  # returned
    assert {"too_late", "tonality_first"} <= seen  # one of two
    assert "*_already" in seen  # filled in


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.ours())
def test_the_rules_name_every_option_and_every_choice(name: str, language: str) -> None:
    rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
    for option, choices in options.choices(games.load(name).types.options).items():
        assert f"`{option}`" in rules
        assert [choice for choice in choices if f"`{options.written(choice)}`" not in rules] == []


@pytest.mark.parametrize("name", games.ours())
def test_the_rules_have_the_same_chapters_in_every_language(name: str) -> None:
    def chapters(language: str) -> list[str]:
        rules = (games.folder(name) / f"RULES.{language}.md").read_text("utf-8")
        return re.findall(r"^(#+) ", rules, re.MULTILINE)

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
