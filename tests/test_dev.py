"""The workflow itself: who is told what, and when .venv is made anew."""

import ast
import re
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dev

LOCKS = ["requirements.txt", "requirements-uv.txt"]
INGREDIENTS = [*LOCKS, "pyproject.toml"]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what set-up reads, in which nothing is set up yet."""
    for name in INGREDIENTS:
        (tmp_path / name).write_bytes((dev.ROOT / name).read_bytes())
    (tmp_path / "dev.py").touch()
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "STAMP", tmp_path / ".venv" / "salon-stamp")
    return tmp_path


@pytest.fixture
def steps(tree: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the steps that set-up took, which here only leave the programs behind."""
    taken: list[str] = []

    def pretend(title: str, *command: str, **more_env: str) -> dev.Finished:
        taken.append(title)
        for name in ("python", "uv"):
            program = Path(dev.tool(name))
            program.parent.mkdir(parents=True, exist_ok=True)
            program.touch(mode=0o755)
        return subprocess.CompletedProcess(command, 0, stdout="")

    monkeypatch.setattr(dev, "run_quietly", pretend)
    monkeypatch.setattr(dev, "settings_for_uv", dict)
    return taken


ALL_STEPS = [
    "a fresh .venv",
    "uv, the installer",
    "the packages of requirements.txt",
    "salon itself",
]


def test_an_old_python_is_told_its_version_and_the_one_needed() -> None:
    complaint = dev.complaint_about_python(3, 8)
    assert "3.8" in complaint
    assert "3.11" in complaint


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_new_python_is_told_nothing(version: tuple[int, int]) -> None:
    assert dev.complaint_about_python(*version) == ""


def test_an_old_python_can_read_the_file_that_tells_it() -> None:
    source = Path(dev.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))


def test_a_first_set_up_takes_every_step(steps: list[str]) -> None:
    dev.set_up()
    assert steps == ALL_STEPS


def test_a_second_set_up_does_nothing(steps: list[str]) -> None:
    dev.set_up()
    steps.clear()
    dev.set_up()
    assert steps == []


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_changed_packages_are_installed_in_the_same_venv(
    name: str, steps: list[str], tree: Path
) -> None:
    dev.set_up()
    steps.clear()
    (tree / name).write_text("changed", encoding="utf-8")
    dev.set_up()
    assert steps == ALL_STEPS[2:]


def test_a_changed_installer_makes_a_fresh_venv(steps: list[str], tree: Path) -> None:
    dev.set_up()
    steps.clear()
    (tree / "requirements-uv.txt").write_text("changed", encoding="utf-8")
    dev.set_up()
    assert steps == ALL_STEPS


def test_a_venv_lent_from_another_folder_is_left_as_it_was(steps: list[str], tree: Path) -> None:
    dev.set_up()
    theirs = (tree / ".venv").rename(tree / "theirs")
    (theirs / "salon-stamp").write_text("of another folder", "utf-8")
    (tree / ".venv").symlink_to(theirs)
    dev.set_up()
    assert (theirs / "salon-stamp").read_text("utf-8") == "of another folder"
    assert not (tree / ".venv").is_symlink()
    assert steps == ALL_STEPS * 2


@pytest.mark.parametrize("lost", ["salon-stamp", dev.tool("python"), dev.tool("uv")])
def test_a_half_made_venv_is_made_anew(lost: str, steps: list[str], tree: Path) -> None:
    dev.set_up()
    steps.clear()
    next((tree / ".venv").rglob(Path(lost).name)).unlink()
    dev.set_up()
    assert steps == ALL_STEPS


def test_a_set_up_waits_for_the_end_of_another(
    steps: list[str], tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (tree / "dev.py").open() as other, ThreadPoolExecutor() as pool:
        fcntl.flock(other, fcntl.LOCK_EX)
        waiting = pool.submit(dev.set_up)
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.2)
        assert steps == []
        fcntl.flock(other, fcntl.LOCK_UN)
        waiting.result(timeout=10)
    assert "waiting" in capsys.readouterr().out
    assert steps == ALL_STEPS


def test_what_could_not_be_fetched_is_told_once_and_plainly(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(title: str, *command: str, **more_env: str) -> dev.Finished:
        code = 1 if title == "uv, the installer" else 0
        return subprocess.CompletedProcess(command, code, stdout="Connection refused\n")

    monkeypatch.setattr(dev, "run_quietly", unreachable)
    assert dev.main(["setup"]) == 1
    told = capsys.readouterr().err
    assert "uv, the installer" in told
    assert "Check the connection" in told
    assert "Connection refused" in told
    assert "Traceback" not in told
    assert not dev.STAMP.exists()


def test_the_index_of_pip_is_passed_on_to_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ":env:.index-url='http://mine.example'\nglobal.index-url='http://other.example'\n"
    monkeypatch.setattr(dev, "settings_of_pip", lambda: settings)
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    assert dev.settings_for_uv()["UV_DEFAULT_INDEX"] == "http://mine.example"


def test_an_index_chosen_for_uv_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "settings_of_pip", lambda: "global.index-url='http://other.example'\n")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://mine.example")
    assert "UV_DEFAULT_INDEX" not in dev.settings_for_uv()


def test_an_extra_index_is_not_taken_for_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = "global.extra-index-url='http://extra.example'\n"
    monkeypatch.setattr(dev, "settings_of_pip", lambda: settings)
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    assert "UV_DEFAULT_INDEX" not in dev.settings_for_uv()


def test_ctrl_c_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dev, "set_up", interrupted)
    assert dev.main(["setup"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("words", [["dance"], ["setup", "everything"]])
def test_a_wrong_command_is_answered_with_the_list(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(words) == 2
    told = capsys.readouterr().err
    assert all(name in told for name in dev.COMMANDS)


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_no_command_lists_them_all(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(words) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in dev.COMMANDS)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_registry_and_no_place_on_a_disk(name: str) -> None:
    lock = (dev.ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"\w+://|--(extra-)?index-url|--find-links|@ file:", lock)
    assert not re.search(r"(?m)(^|\s)(/|~|[A-Za-z]:\\)\S", lock)


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_its_hashes(name: str) -> None:
    lock = (dev.ROOT / name).read_text(encoding="utf-8")
    for package in re.split(r"\n(?=\w)", lock):
        assert re.match(r"[\w.-]+==", package)
        assert "--hash=sha256:" in package


def test_the_lock_holds_everything_that_pyproject_asks_for() -> None:
    project = tomllib.loads((dev.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    asked += [wish for extra in extras for wish in extra]
    lock = (dev.ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked = set(re.findall(r"(?m)^([\w.-]+)==", lock))
    assert {re.split(r"[<>=~! ;\[]", wish)[0] for wish in asked} <= locked
