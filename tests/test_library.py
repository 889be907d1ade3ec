"""`pip install salon`, and nothing else: what the documents show works, typed, as they show it."""

import re
import shlex
import subprocess
import sys
from doctest import script_from_examples
from pathlib import Path

import pytest

import dev
import salon
from salon import games
from salon.core.extras import extra
from salon.core.refusal import Unusable
from tests.fresh import SECONDS, Fresh, asked_for, uv

GAMES = "games-from-elsewhere"
PAGES = [
    dev.ROOT / name
    for name in ("README.md", *map("docs/{}.md".format, ("first-bot", "study", "bots", GAMES)))
]
RUN = "import doctest, sys; failed, tried = doctest.testfile(sys.argv[1], module_relative=False)"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return Fresh(tmp_path_factory.mktemp("fresh"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def lay_out(page: Path, folder: Path) -> None:
    """The files that a page asks its reader to write."""
    for block in blocks(page, "python"):
        if named := re.match(r"# (\w+\.py)\n", block):
            (folder / named[1]).write_text(block, "utf-8")


def test_the_library_brings_few_packages_and_no_server(fresh: Fresh) -> None:
    with_server = asked_for(fresh.wheel, "serve")
    assert {"litestar", "uvicorn", "websockets", "espeakng-loader"} <= with_server
    assert {"msgspec", "cyclopts", "rich"} <= set(fresh.packages)
    assert len(fresh.packages) < 12 < len(with_server)
    uv("pip", "check", "--offline", f"--python={fresh.bin / 'python'}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_in_python_run_with_the_library_alone(
    page: Path, fresh: Fresh, tmp_path: Path
) -> None:
    lay_out(page, tmp_path)
    many = len(re.findall(r"^>>> ", page.read_text("utf-8"), re.MULTILINE))
    words = f"python -W error -c {shlex.quote(f'{RUN}; sys.exit(failed or tried - {many})')}"
    done = fresh.run(f"{words} {page}", tmp_path)
    assert many >= 5 and done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES[1:-1], ids=lambda page: page.stem)
def test_the_commands_work_as_typed_with_the_library_alone(
    page: Path, fresh: Fresh, tmp_path: Path
) -> None:
    lay_out(page, tmp_path)
    commands = [line for block in blocks(page, "sh") for line in block.splitlines()]
    assert commands
    for command in commands:
        done = fresh.run(command, tmp_path, typed="Ana\n" + "1\n" * 300)
        assert done.returncode == 0 and done.stdout, f"{command}\n{done.stdout}{done.stderr}"


def test_the_examples_and_the_public_names_pass_mypy_strict(fresh: Fresh, tmp_path: Path) -> None:
    for page in PAGES:
        lay_out(page, tmp_path)
        script = script_from_examples(page.read_text("utf-8"))
        (tmp_path / f"{page.stem.replace('-', '_')}_page.py").write_text(script, "utf-8")
    names = ", ".join(salon.__all__)
    (tmp_path / "all_names.py").write_text(f"from salon import {names}\n", "utf-8")
    command = [dev.tool("mypy"), "--strict", f"--python-executable={fresh.bin / 'python'}", "."]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("serve", "serve"),
        ("think --database postgresql://db.example/salon", "postgres"),
        ("move-data here there", "serve"),
        (f"simulate {next(iter(games.ours()), '')} --cluster tcp://127.0.0.1:1", "cluster"),
    ],
)
def test_what_needs_an_extra_says_in_one_line_what_to_install(
    command: str, name: str, fresh: Fresh, tmp_path: Path
) -> None:
    done = fresh.run(f"salon {command}", tmp_path)
    told = f"salon: Missing: the extra “{name}”. Install it with: pip install 'salon[{name}]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


@pytest.mark.parametrize("door", ["open_spiel", "pettingzoo", "gymnasium"])
def test_a_door_to_research_says_what_to_install(door: str, fresh: Fresh, tmp_path: Path) -> None:
    done = fresh.run(f"python -c 'import salon.research.{door}'", tmp_path)
    assert done.returncode == 1 and done.stderr.endswith("Unusable: no_extra name=research\n")


def test_without_its_extra_the_ear_leaves_what_no_lexicon_has_to_the_table(
    fresh: Fresh, tmp_path: Path
) -> None:
    known = fresh.run("salon rhyme en pale snail", tmp_path).stdout
    assert known.startswith("exact") and "extra" not in known
    unknown = fresh.run("salon rhyme en glorptail snail", tmp_path).stdout
    assert "Nobody here knows how glorptail sounds." in unknown
    assert "your table decides" in unknown and "salon[ear]" in unknown


def test_importing_salon_imports_nothing_until_it_is_asked_for() -> None:
    ask = "import sys; old = set(sys.modules); import salon; print(*set(sys.modules) - old)"
    command = [sys.executable, "-c", f"{ask}; salon.Table; print('msgspec' in sys.modules)"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "salon\nTrue\n"


@pytest.mark.parametrize("name", salon.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert getattr(salon, name).__doc__
    assert name in dir(salon)


def test_a_name_that_is_not_public_is_not_there() -> None:
    with pytest.raises(AttributeError, match="KeyedLuck"):
        salon.KeyedLuck  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["salon.core.nothing", "fcntl"])
def test_a_fault_of_ours_is_not_taken_for_a_missing_extra(name: str) -> None:
    with pytest.raises(ModuleNotFoundError), extra("serve"):
        raise ModuleNotFoundError(name=name)
    with pytest.raises(Unusable, match="no_extra name=serve"), extra("serve"):
        raise ModuleNotFoundError(name="litestar.di")
