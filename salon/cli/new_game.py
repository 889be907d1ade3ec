"""`salon new-game`: a package with a whole little game in it, to be changed until it is yours."""

from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

from cyclopts import Parameter

from salon import games, texts
from salon.core.refusal import Refusal, Unusable
from salon.games.elsewhere import NAME

TEMPLATE = Path(texts.__file__).parent.parent / "template"
NEXT = """{folder}: a whole little game. Change it until it is yours.

  cd {folder}
  pip install --editable .
  pip install mypy pytest
  pytest && mypy {name} tests
  salon play {name}
  salon serve

How it all fits together: {folder}/README.md"""


def new_game(
    name: Annotated[str, Parameter(help="What it is called in links and logs: snow_white.")],
    *,
    into: Path = Path(),
) -> None:
    """Write a package with a game of your own: rules, bots, words, tests and a board.

    Parameters
    ----------
    into
        The folder in which the package's own folder is made; by default this one.
    """
    check_name(name)
    folder = into / name
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise Unusable("cannot_write", name=str(folder)) from error
    write(name, folder)
    print(NEXT.format(folder=folder, name=name))


def check_name(name: str) -> None:
    """A package of another thing must not be hidden by it."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise Refusal("no_game_name", name=name)
    if name in games.names() or find_spec(name) is not None:
        raise Refusal("game_exists", name=name)


def write(name: str, folder: Path) -> None:
    words = {
        "name": name,
        "Name": "".join(word.capitalize() for word in name.split("_")),
        "title": " ".join(word.capitalize() for word in name.split("_")),
    }
    for source in sorted(TEMPLATE.rglob("*.txt")):
        inside = source.relative_to(TEMPLATE).with_suffix("")
        parts = [name if part == "package" else part for part in inside.parts]
        target = folder.joinpath(*parts)
        target.parent.mkdir(exist_ok=True)
        target.write_text(Template(source.read_text("utf-8")).safe_substitute(words), "utf-8")
