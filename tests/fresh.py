"""A fresh environment with the wheel and what it asks for, and nothing else; no network.

What the wheel asks for lies in .venv already and is linked from there: a package that Salon needs
and does not name is not found.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PathDistribution, distribution
from pathlib import Path
from shutil import copytree
from zipfile import Path as ZipPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import dev

SECONDS = 120


class Fresh:
    """`pip install salon`, as somebody has it who has nothing else."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "env" / "bin"
        self.wheel = build(folder)
        uv("venv", "--quiet", "--offline", f"--python={sys.executable}", str(folder / "env"))
        (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        self.packages = sorted(asked_for(self.wheel))
        for name in self.packages:
            link(name, packages)
        words = ("--quiet", "--offline", "--no-deps", f"--python={self.bin / 'python'}")
        uv("pip", "install", *words, str(self.wheel))

    def run(
        self, command: str, folder: Path, typed: str = ""
    ) -> "subprocess.CompletedProcess[str]":
        """As typed in a shell that finds this environment first."""
        env = {name: value for name, value in os.environ.items() if name[:3] not in ("PYT", "COV")}
        paths = os.pathsep.join([str(self.bin), os.environ["PATH"]])
        return subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=env | {"PATH": paths, "LC_ALL": "en_GB.UTF-8", "COLUMNS": "120"},
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )


def build(folder: Path) -> Path:
    command = [dev.tool("hatchling"), "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(command, cwd=dev.ROOT, capture_output=True, timeout=SECONDS, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def uv(*words: str) -> str:
    command = [dev.tool("uv"), *words]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked_for(wheel: Path, extra: str = "") -> set[str]:
    """The packages that a wheel needs, and those that these need, by name."""
    (about,) = (file for file in ZipPath(wheel).iterdir() if file.name.endswith(".dist-info"))
    found: set[str] = set()
    waiting = list(wanted(PathDistribution(about), {extra}))
    while waiting:
        need = waiting.pop()
        if (name := canonicalize_name(need.name)) not in found:
            found.add(name)
            waiting += wanted(distribution(name), need.extras)
    return found


def wanted(package: "PathDistribution | object", extras: set[str]) -> Iterator[Requirement]:
    for need in map(Requirement, getattr(package, "requires", None) or ()):
        marks = [{"extra": extra} for extra in extras or {""}]
        if need.marker is None or any(map(need.marker.evaluate, marks)):
            yield need


def link(name: str, packages: Path) -> None:
    """All that a package has in .venv, but for its programs."""
    home = Path(sysconfig.get_path("purelib"))
    tops = {file.parts[0] for file in distribution(name).files or () if file.parts[0] != ".."}
    for top in tops - {"__pycache__"}:
        if top.endswith(".dist-info"):
            copytree(home / top, packages / top)  # uv does not follow
        else:
            (packages / top).symlink_to(home / top)
