"""The documents are true: their commands and files exist. Their examples: test_library.py."""

import inspect
import re
from pathlib import Path

import pytest

import dev
from salon import cli

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


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
