"""Deleting a folder deletes the game, and nothing else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from salon import games
from tests import TOYS

ROOT = Path(__file__).parent.parent
NEEDED = ("salon", "tests", "bench", "tools", "docs", "README.md", "CONTRIBUTING.md")
QUICK = [
    "tests/test_cli.py::test_games_lists_what_there_is",
    "tests/test_cli.py::test_simulate_counts",
    "tests/test_cli.py::test_laws_says_which_hold",
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that is kept in the repository and tests need, without the page."""
    found = tmp_path_factory.mktemp("tree")
    command = ["git", "ls-files", "-z", *NEEDED, "*.py", "*.toml"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (found / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, found / name)
    return found


@contextmanager
def without(tree: Path, *names: str) -> Iterator[None]:
    for name in names:
        (tree / "salon" / "games" / name).rename(tree / name)
    try:
        yield
    finally:
        for name in names:
            (tree / name).rename(tree / "salon" / "games" / name)


def pytest_in(tree: Path, *words: str) -> str:
    """What pytest says there, if all is well."""
    around = {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
    paths = os.pathsep.join([str(tree), str(tree / Path(TOYS).relative_to(ROOT))])
    command = [sys.executable, "-m", "pytest", "-q", *words]
    finished = subprocess.run(
        command,
        cwd=tree,
        env={**around, "PYTHONPATH": paths},
        capture_output=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-3_000:] + finished.stderr[-1_000:]
    return finished.stdout


def test_without_any_of_our_games_everything_else_can_still_be_tested(tree: Path) -> None:
    """What needs one of them in order to be collected would miss it here."""
    with without(tree, *games.ours()):
        said = pytest_in(tree, "--collect-only", "tests")
    assert "tests/test_server.py::" in said


@pytest.mark.parametrize("name", games.ours())
def test_without_one_game_the_others_are_there_and_the_house_stands(tree: Path, name: str) -> None:
    with without(tree, name):
        assert f"{len(QUICK)} passed" in pytest_in(tree, *QUICK)
