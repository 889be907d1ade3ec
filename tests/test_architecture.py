"""The house stands as it was drawn: who may import whom, and what a game's folder holds."""

import ast
import re
from pathlib import Path

import pytest

from salon import games
from salon.core.contract import Game
from salon.texts import LANGUAGES, Texts

ROOT = Path(__file__).parent.parent
SALON = ROOT / "salon"

# What each part of salon/ may import of ours. Nothing may import cli.
ARROWS = {
    "__init__": {"core", "bots", "games", "arena", "capabilities", "laws", "records", "cluster"},
    "core": {"core"},
    "ear": {"ear"},
    "texts": {"texts"},
    "bots": {"core", "bots"},
    "games": {"core", "ear", "bots", "texts", "games"},
    "cast": {"games"},
    "server": {"core", "bots", "games", "cast", "texts", "server"},
    "terminal": {"core", "games", "texts"},
    "arena": {"core", "games"},
    "wording": {"core", "games", "texts", "wording"},
    "laws": {"core", "wording"},
    "capabilities": {"core"},
    "records": {"core", "games"},
    "cluster": {"core", "games"},
    "research": {"core", "bots", "games", "terminal", "texts", "research"},
    "cli": {
        *("core", "bots", "games", "texts", "terminal", "arena", "records", "cluster"),
        *("server", "ear", "cast", "wording", "cli"),
    },
}
TOLD = {".py", ".ts", ".js", ".svelte", ".json", ".html", ".css", ".md", ".webmanifest"}
WORKBENCH = ("test_", "bench_", "learn_", "pictures")  # what no wheel holds
SOURCES = [file for file in SALON.rglob("*.py") if not file.name.startswith(WORKBENCH)]


def part_of(file: Path) -> str:
    return file.relative_to(SALON).parts[0].removesuffix(".py")


def imports(file: Path) -> set[str]:
    """The modules of ours that a file names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "salon":
            found |= {f"salon.{name.name}" for name in node.names if name.name != "__version__"}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name.split(".")[0] == "salon" and "." in name}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(SALON)))
def test_imports_follow_the_arrows(file: Path) -> None:
    allowed = ARROWS[part_of(file)]
    assert {name.split(".")[1] for name in imports(file)} <= allowed


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(SALON)))
def test_no_game_imports_another(file: Path) -> None:
    if part_of(file) == "games" and file.parent.name != "games":
        others = {name for name in imports(file) if name.startswith("salon.games.")}
        own = file.relative_to(SALON).parts[1]
        assert {name.split(".")[2] for name in others} <= {own}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(SALON)))
def test_rules_ask_neither_chance_nor_time_nor_the_world_themselves(file: Path) -> None:
    if part_of(file) != "games" or file.name in ("bot.py", "terminal.py"):
        return
    named = {
        name.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert not named & {"random", "secrets", "time", "datetime", "os", "uuid"}
    assert "pathlib" not in named or file.name != "rules.py"  # decks and boards lie in files


@pytest.mark.parametrize("name", games.ours())
def test_a_games_folder_holds_everything_about_it(name: str) -> None:
    folder = games.folder(name)
    wanted = ["rules.py", "bot.py", "test_rules.py", "playthrough.txt"]
    wanted += [f"RULES.{language}.md" for language in LANGUAGES]
    wanted += [f"texts.{language}.json" for language in LANGUAGES]
    assert [file for file in wanted if not (folder / file).exists()] == []


@pytest.mark.parametrize("name", games.ours())
def test_a_game_is_called_like_its_folder_and_brings_its_bots(name: str) -> None:
    game = games.load(name)
    assert isinstance(game, Game)
    assert game.name == name
    assert game.version >= 1
    assert games.bots(name)
    assert callable(games.stand_in(name).choose)


def files_outside(name: str) -> list[Path]:
    """What is not of this game, and was written by somebody."""
    apart = [SALON / "games" / name, SALON / "server/page", ROOT / "web/generated"]
    apart += [ROOT / "web/node_modules"]
    places = [SALON, *(ROOT / part for part in ("web", "tests", "bench", "tools", "conftest.py"))]
    found = [file for place in places for file in (place, *place.rglob("*"))]
    return [
        file
        for file in found
        if file.suffix in TOLD and not any(folder in file.parents for folder in apart)
    ]


@pytest.mark.parametrize("name", games.ours())
def test_nothing_outside_its_folder_names_a_game(name: str) -> None:
    title = Texts("en", games.folder(name)).say("title")
    named = re.compile(rf"\b({name}|{re.escape(title)})\b", re.IGNORECASE)
    outside = files_outside(name)
    assert len(outside) > 300
    found = [file for file in outside if named.search(file.read_text("utf-8"))]
    assert [str(file.relative_to(ROOT)) for file in found] == []


def test_every_folder_among_the_games_is_a_game() -> None:
    folders = {file.parent.name for file in (SALON / "games").glob("*/*.*")} - {"__pycache__"}
    assert set(games.ours()) == folders != set()
