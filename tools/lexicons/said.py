"""Words and the ways to say them, as the build collects them."""

from collections import defaultdict
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent

Said = defaultdict[str, list[str]]


def add(said: Said, word: str, way: str) -> None:
    if way and way not in said[word]:
        said[word].append(way)


def own_list(name: str) -> list[str]:
    """The lines of a file of ours, without those that say why."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def add_by_hand(said: Said, language: str, read: Callable[[str], str]) -> None:
    """additions.<language>.txt: what the sources lack or, after a !, should not have; after a =
    nothing else is right."""
    for word, ipa in map(str.split, own_list(f"additions.{language}.txt")):
        way = read(ipa.lstrip("!="))
        if ipa.startswith("!"):
            said[word].remove(way)
        elif ipa.startswith("="):
            said[word] = [way]
        else:
            add(said, word, way)


def folder(package: str) -> Path:
    """Where an installed package lies; its own code is not run."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise LookupError(f"The package {package} is not installed.")
    return Path(found.origin).parent
