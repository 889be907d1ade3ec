"""A game written by `salon new-game` is installed in a fresh environment, and played everywhere."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from salon.cli import main
from salon.texts import LANGUAGES
from tests.browser import OPEN_AND_SIT, Visitor, visitor
from tests.running import RunningServer

NAME, TITLE = "snow_white", "Snow White"
BOT = """async ([table, level]) => {
  const headers = {'content-type': 'application/json'};
  const body = JSON.stringify({seat: 1, level});
  await fetch(`/api/tables/${table}/bot`, {method: 'POST', headers, body});
}"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the command wrote it."""
    into = tmp_path_factory.mktemp("new")
    main(["new-game", NAME, "--into", str(into)])
    return into / NAME


class Environment:
    """A Python that has what this one has, and besides it only what is installed there."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = str(folder / "bin" / "python")
        (self.home,) = folder.glob("lib/python*/site-packages")
        ours = [sysconfig.get_path("purelib"), str(Path(__file__).parent.parent)]
        (self.home / "salon.pth").write_text("\n".join(ours), "utf-8")

    def say(self, *words: str, given: str = "", cwd: Path | None = None) -> str:
        around = {**os.environ, "LC_ALL": "en_GB.UTF-8", "PYTHONPATH": ""}
        finished = subprocess.run(
            [self.python, *words],
            input=given,
            cwd=cwd,
            env=around,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Its wheel is built and installed without a network."""
    found = Environment(tmp_path_factory.mktemp("fresh") / "venv")
    found.say("-m", "hatchling", "build", "-t", "wheel", "-d", "dist", cwd=package)
    (wheel,) = (package / "dist").glob("*.whl")
    uv = str(Path(sys.executable).with_name("uv"))
    words = ["pip", "install", "--offline", "--no-deps", "--quiet", f"--python={found.python}"]
    subprocess.run([uv, *words, str(wheel)], check=True, timeout=60)
    return found


def test_on_its_first_day_it_passes_its_tests_and_the_strictest_types(
    package: Path, installed: Environment
) -> None:
    assert "passed" in installed.say("-m", "pytest", "-q", "-p", "no:asyncio", cwd=package)
    checked = installed.say("-m", "mypy", NAME, "tests", cwd=package)
    assert checked.startswith("Success: no issues found")


def test_it_speaks_every_language(package: Path) -> None:
    keys = [
        list(json.loads((package / NAME / f"texts.{language}.json").read_text("utf-8")))
        for language in LANGUAGES
    ]
    assert keys == keys[:1] * len(LANGUAGES)
    for language in LANGUAGES:
        rules = (package / NAME / f"RULES.{language}.md").read_text("utf-8")
        assert rules.startswith(f"# {TITLE}\n") and "3, 5" in rules


def test_it_is_played_without_a_table_and_in_the_terminal(installed: Environment) -> None:
    listed = json.loads(installed.say("-m", "salon.cli", "games", "--json"))
    assert TITLE in [game["title"] for game in listed]
    words = ["simulate", NAME, "--games", "20", "--bots", "hasty,patient", "--json"]
    assert sum(json.loads(installed.say("-m", "salon.cli", *words))["endings"].values()) == 20
    words = ["play", NAME, "--name", "Ana", "--seats", "2", "--bots", "patient"]
    said = installed.say("-m", "salon.cli", *words, given="1\n" * 20)
    assert "Ana lays a card." in said and "★" in said


# In the browser


@pytest.fixture(scope="module")
def house(
    installed: Environment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    data = tmp_path_factory.mktemp("house")
    running = RunningServer(data, "--bot-pace", "0.01", "--unlimited", python=installed.python)
    yield running
    assert running.stop() == 0


async def at_a_table(browser: Browser, server: RunningServer, game: str, level: str) -> Visitor:
    """Ana and a bot, who play."""
    ana = await visitor(browser, server.address)
    await ana.go("/")
    wish = {"game": game, "seats": 2}
    table = await ana.page.evaluate(OPEN_AND_SIT, ["Ana", "moon", None, wish])
    await ana.page.evaluate(BOT, [table, level])
    await ana.go(f"/t/{table}")
    await ana.press("Start the game")
    return ana


@pytest.mark.xdist_group("browser")
async def test_it_is_played_in_the_browser_on_its_own_board(
    browser: Browser, house: RunningServer
) -> None:
    ana = await at_a_table(browser, house, NAME, "patient")
    board = ana.page.locator("#board .table-of-cards")
    await expect(board.locator(".prompt")).to_have_text("Which card do you lay?")
    await expect(board).to_have_css("display", "grid")  # when its style is here too
    assert await ana.axe() == []
    for left in range(5, 0, -1):
        await expect(board.locator("button.card")).to_have_count(left)
        await ana.press("Lay", exact=False)
    await expect(ana.page.get_by_role("button", name="Play again")).to_be_visible()
    await ana.go("/")
    cover = ana.page.locator(f"img[src='/games/{NAME}/cover.svg']")
    assert await cover.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    assert ana.problems == []


@pytest.mark.xdist_group("browser")
async def test_a_game_without_a_board_is_played_on_the_plain_one_with_its_words_and_rules(
    browser: Browser, server: RunningServer
) -> None:
    ana = await at_a_table(browser, server, "nim", "novice")
    for _ in range(30):
        if await ana.page.get_by_role("button", name="Play again").count():
            break
        await ana.press_if("Take 1")
        await ana.page.wait_for_timeout(50)
    await expect(ana.page.get_by_role("button", name="Play again")).to_be_visible()
    await ana.go("/")
    await expect(ana.page.get_by_text("Whoever takes the last stick wins")).to_be_visible()
    await ana.go("/new/nim")
    rules = ana.page.get_by_text("Take one to three sticks; whoever takes the last one wins.")
    await expect(rules).to_be_visible()
    assert ana.problems == []
