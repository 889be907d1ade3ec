"""Games that installed packages bring: found, served, and left out when they are of no use."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import toys
from salon import games
from salon.games.elsewhere import GROUP, look
from salon.server import guests
from salon.server.app import HEADERS
from salon.texts import Texts
from tests.client import Person
from tests.running import RunningServer

TOYS = {"auction", "bluff", "nim", "swap", "tug"}
HOME = Path(toys.__file__).parent


def test_a_package_with_an_entry_point_brings_its_games() -> None:
    assert set(games.names()) - set(games.ours()) == TOYS
    assert games.load("bluff").name == "bluff" and not games.is_ours("bluff")
    assert list(games.bots("bluff")) == ["novice", "regular", "sly"]
    assert callable(games.stand_in("bluff").choose) and games.pace("bluff", []) == (0.3, 0.9)
    assert games.folder("bluff") == HOME / "bluff"
    assert games.left_out() == []


def test_a_game_that_does_not_speak_a_language_speaks_english() -> None:
    assert Texts("fr", games.folder("bluff")).say("move.Believe") == "Believe"


# Left out


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def lacks_a_file(folder: Path) -> None:
    (folder / "RULES.en.md").unlink()


def lacks_a_title(folder: Path) -> None:
    change(folder / "texts.en.json", '"title"', '"titel"')


def speaks_no_json(folder: Path) -> None:
    (folder / "texts.en.json").write_text("{", "utf-8")


def does_not_import(folder: Path) -> None:
    change(folder / "rules.py", "from msgspec import", "from no_such_module import")


def leaves_the_house(folder: Path) -> None:
    (folder / "bot.py").write_text("raise SystemExit(3)", "utf-8")


def lacks_a_rule(folder: Path) -> None:
    change(folder / "rules.py", "def imagine(", "def fancy(")


def has_half_a_capability(folder: Path) -> None:
    change(folder / "rules.py", "Teamed[Options], Askable[Rope]", "Teamed[Options]")
    change(folder / "rules.py", "def answer(", "def reply_to(")


def has_free_options(folder: Path) -> None:
    change(folder / "rules.py", "teams: bool = False", "teams: str = 'none'")


def cannot_start(folder: Path) -> None:
    change(folder / "rules.py", "if options.teams and", "if options.team and")


def shows_what_no_page_can_read(folder: Path) -> None:
    change(folder / "rules.py", "state.seats, tuple(state.pulls)", "state.seats, object()")


def has_no_bot(folder: Path) -> None:
    change(folder / "bot.py", "stand_in = Random()", "stand_in = None")


def is_called_otherwise(folder: Path) -> None:
    change(folder / "rules.py", '"tug", 1', '"rope", 1')


FAULTS: dict[Callable[[Path], None], str] = {
    lacks_a_file: "no RULES.en.md",
    lacks_a_title: "no title in texts.en.json",
    speaks_no_json: "ValueError: texts.en.json: ",
    does_not_import: "No module named 'no_such_module'",
    leaves_the_house: "SystemExit: 3",
    lacks_a_rule: "abstract",
    has_half_a_capability: "not quite Askable",
    has_free_options: "the option teams is neither bool nor Literal",
    cannot_start: "AttributeError",
    shows_what_no_page_can_read: "TypeError",
    has_no_bot: "not a bot",
    is_called_otherwise: "not the Game tug",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_game_of_no_use_is_left_out_with_the_reason_and_the_others_stay(
    fault: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = str(getattr(fault, "__name__", ""))
    shutil.copytree(HOME / "tug", tmp_path / package)
    fault(tmp_path / package)
    monkeypatch.syspath_prepend(tmp_path)
    found = look([], [EntryPoint("tug", package, GROUP), EntryPoint("nim", "toys.nim", GROUP)])
    assert list(found.places) == ["nim"]
    (reason,) = found.left_out
    assert reason.key == "game_unusable" and FAULTS[fault] in str(reason.details["problem"])


@pytest.mark.parametrize(
    ("name", "packages", "taken"),
    [
        ("nim", ["toys.nim"], ["nim"]),  # by a folder here
        ("nim", ["toys.nim", "other.nim"], []),  # by each other: neither counts
        ("../nim", ["toys.nim"], []),
    ],
)
def test_a_name_that_is_taken_or_none_is_left_out(
    name: str, packages: list[str], taken: list[str]
) -> None:
    found = look(taken, [EntryPoint(name, package, GROUP) for package in packages])
    assert found.places == {} and len(found.left_out) == 1


def test_one_package_on_two_paths_is_one() -> None:
    assert list(look([], [EntryPoint("nim", "toys.nim", GROUP)] * 2).places) == ["nim"]


def test_whoever_starts_salon_is_told_in_one_line_what_is_left_out(tmp_path: Path) -> None:
    about = tmp_path / "broken-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.4\nName: broken\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nchess = no_such_package\n", "utf-8")
    finished = subprocess.run(
        [sys.executable, "-m", "salon.cli", "games", "--json"],
        env={"PYTHONPATH": str(tmp_path), "LANG": "de_DE"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert finished.returncode == 0 and len(json.loads(finished.stdout)) == len(games.ours())
    (line,) = finished.stderr.splitlines()
    assert line.startswith("salon: Das Spiel chess aus dem Paket no_such_package bleibt außen vor")


# What the page is given


async def test_the_page_learns_which_games_come_from_elsewhere(server: RunningServer) -> None:
    about = {game["name"]: game["files"] for game in await Person(server.address).get("/api/games")}
    assert set(about) == {*games.ours(), *TOYS}
    assert {name for name, files in about.items() if files} == TOYS
    assert set(about["nim"]) == {"texts.en.json", "RULES.en.md"}


def fetch(server: RunningServer, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection(server.address, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}
    body = answer.read()
    connection.close()
    return *found, body


def test_words_and_rules_of_a_game_from_elsewhere_come_from_the_same_place_as_the_page(
    server: RunningServer,
) -> None:
    status, headers, body = fetch(server, "/games/nim/texts.en.json")
    assert status == 200 and body == (HOME / "nim" / "texts.en.json").read_bytes()
    assert headers["content-type"] == "application/json" and headers["cache-control"] == "no-cache"
    for name, value in HEADERS.items():
        assert headers[name] == value
    again = fetch(server, "/games/nim/texts.en.json", **{"If-None-Match": headers["etag"]})
    assert again[0] == 304 and again[2] == b""
    rules = fetch(server, "/games/nim/RULES.en.md")
    assert rules[1]["content-type"] == "text/markdown; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/games/nim/rules.py",
        "/games/nim/texts.de.json",
        "/games/nim/board.js",
        "/games/nim/..%2Fswap%2Ftexts.en.json",
        "/games/nim/../swap/rules.py",
        "/games/../nim/texts.en.json",
        "/games/chess/texts.en.json",
        *(f"/games/{name}/texts.en.json" for name in games.ours()[:1]),  # it is in the page
    ],
)
def test_nothing_else_of_a_package_leaves_the_house(server: RunningServer, path: str) -> None:
    status, _, body = fetch(server, path)
    assert status == 404 or b"<!doctype html>" in body.lower()
    assert b"import" not in body.split(b"<")[0]


def test_only_files_that_a_page_knows_are_read_at_all() -> None:
    assert {name for _, name in guests.files()} <= set(guests.KINDS)
