"""The documents are true: their examples run, their commands and files exist."""

import doctest
import re
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]


def test_the_game_in_ten_lines_of_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8 and failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_dev_py_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"dev\.py (\w+)", page.read_text("utf-8")))
    assert named <= set(dev.COMMANDS)


def test_the_readme_names_every_command_of_salon() -> None:
    from salon.cli import app

    readme = (ROOT / "README.md").read_text("utf-8")
    commands = [name for name in app if not name.startswith("-")]
    assert [name for name in commands if f"`salon {name}" not in readme] == []
    assert "simulate" in commands
