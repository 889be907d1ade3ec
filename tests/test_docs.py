"""The documents are true: their examples run, their commands and files exist."""

import doctest
import inspect
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dev
from salon import cli

ROOT = Path(__file__).parent.parent
BOTS = ROOT / "docs" / "bots.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]


def test_the_game_in_ten_lines_of_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8 and failed == 0


@pytest.fixture
def folder_of_a_bot_builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with nothing in it but the bot of docs/bots.md."""
    (bot,) = re.findall(r"```python\n(# my_bots\.py\n.*?)```", BOTS.read_text("utf-8"), re.DOTALL)
    (tmp_path / "my_bots.py").write_text(bot, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield
    sys.modules.pop("my_bots", None)


@pytest.mark.usefixtures("folder_of_a_bot_builder", "untraced")
def test_the_examples_for_people_who_build_bots_run() -> None:
    failed, tried = doctest.testfile(str(BOTS), module_relative=False)
    assert tried >= 25 and failed == 0


@pytest.mark.usefixtures("folder_of_a_bot_builder")
def test_the_commands_for_people_who_build_bots_work_as_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (typed,) = re.findall(r"```sh\n(.*?)```", BOTS.read_text("utf-8"), re.DOTALL)
    for line in typed.splitlines():
        monkeypatch.setattr(sys, "stdin", io.StringIO("Ana\n" + "1\n" * 300))
        salon, *words = shlex.split(line)
        cli.main(words)
        assert salon == "salon" and "Careful" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_dev_py_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"dev\.py (\w+)", page.read_text("utf-8")))
    assert named <= set(dev.COMMANDS)


def test_the_page_about_clusters_names_every_command_that_takes_one() -> None:
    page = (ROOT / "docs" / "cluster.md").read_text("utf-8")
    commands = {name: cli.app[name].default_command for name in cli.app if name[0] != "-"}
    taking = {
        name
        for name, command in commands.items()
        if command and "cluster" in inspect.signature(command).parameters
    }
    assert taking == set(re.findall(r"^salon (\w+) .*--cluster", page, re.MULTILINE))


def test_the_readme_names_every_command_of_salon() -> None:
    from salon.cli import app

    readme = (ROOT / "README.md").read_text("utf-8")
    commands = [name for name in app if not name.startswith("-")]
    assert [name for name in commands if f"`salon {name}" not in readme] == []
    assert "simulate" in commands
