"""What the words on the command line mean, for every command alike."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from salon import games
from salon.bots.random import Random
from salon.cluster import workers_of
from salon.core import options
from salon.core.refusal import Malformed, Refusal, Unusable, Worded
from salon.core.spread import Spread, here
from salon.core.table import Joined, Record, read_record
from salon.games import AnyBot, AnyGame
from salon.texts import LANGUAGES, Texts, own_language

GameName = Annotated[str, Parameter(help="Its name; `salon games` lists them.")]
Options = Annotated[
    list[str],
    Parameter(
        name=["--option", "-o"],
        negative=[],
        show_default=False,
        help="A choice for the table, as name=value; may be given several times.",
    ),
]
Language = Annotated[
    str,
    Parameter(
        name=["--language", "-l"],
        show_default=False,
        help="en, fr, de, it or nl; by default the one of this machine.",
    ),
]
Flag = Parameter(negative=[], show_default=False)
Json = Annotated[bool, Flag, Parameter(name="--json", help="Print JSON.")]
Games = Annotated[int, Parameter(name="--games")]
Cluster = Annotated[
    str | None,
    Parameter(
        name="--cluster",
        show_default=False,
        help="Where the scheduler of a Dask cluster is, as tcp://HOST:8786: its workers do it.",
    ),
]
File = Annotated[Path, Parameter(help="A table as JSON.")]
UNNAMED = [f"#{seat}" for seat in range(1, 100)]  # what seats are called where nobody has a name


def game_in(typed: list[str]) -> str | None:
    """Whose words a refusal is in."""
    return next((word for word in typed if word in games.names()), None)


def is_shown(json: bool) -> bool:
    """Whether there is somebody to show progress to."""
    return sys.stderr.isatty() and not json


def language_of(wanted: str) -> str:
    if wanted and wanted not in LANGUAGES:
        raise Refusal("no_such_language", name=wanted, languages=", ".join(LANGUAGES))
    return wanted or own_language()


def options_of(rules: AnyGame, typed: list[str]) -> Any:
    """Options as typed: name=value."""
    pairs = (word.partition("=") for word in typed)
    return options.read(rules.types.options, {name: value for name, _, value in pairs})


def bots_of(game: str) -> dict[str, AnyBot]:
    return {"random": Random(), **games.bots(game)}


Called = tuple[str, AnyBot]  # a bot and its name


def find_bots(game: str, typed: str) -> list[Called]:
    """The bots that were typed: those of the game by name, others as module:Class."""
    words = [word.strip() for word in typed.split(",")]
    found = {word: _find_bot(game, word) for word in words}
    return [(_short(word, found), found[word]) for word in words]


def around(bots: Sequence[Called], seats: int) -> list[Called]:
    """So many seats, the bots repeated round the table."""
    return [bots[seat % len(bots)] for seat in range(seats)]


def _find_bot(game: str, word: str) -> AnyBot:
    if ":" in word:
        return _bring_bot(*word.split(":", 1))
    if word not in bots_of(game):
        raise Refusal("no_such_bot", name=word, bots=", ".join(bots_of(game)))
    return bots_of(game)[word]


def _bring_bot(module: str, name: str) -> AnyBot:
    """A bot from outside: an instance, or a class that is made without arguments."""
    found = getattr(_import(module), name, None)
    if found is None:
        raise Refusal("no_bot_there", module=module, name=name)
    if not callable(getattr(found, "choose", None)):
        raise Refusal("not_a_bot", name=name)
    try:
        bot: AnyBot = found() if isinstance(found, type) else found
    except TypeError as error:
        raise Refusal("not_a_bot", name=name) from error
    return bot


def _import(module: str) -> Any:
    """A module of the current folder, or of any that Python knows."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(module)
    except (ImportError, SyntaxError, TypeError, ValueError) as error:
        raise Unusable("no_bot_module", module=module, problem=str(error)) from error


def _short(word: str, words: Iterable[str]) -> str:
    """What stands after the colon, unless another bot is called so too."""
    short = word.rpartition(":")[2]
    same = [other for other in words if other.rpartition(":")[2] == short]
    return short if same == [word] else word


def place(cluster: str | None, bots: Iterable[AnyBot]) -> AbstractContextManager[Spread]:
    """Where games are played: on a cluster, to which the bots travel, or else here."""
    return workers_of(cluster, bots) if cluster is not None else nullcontext(here)


def check_place(file: Path) -> None:
    """Whether a file can be written there; asked before the game, not after it."""
    writable = os.access(file if file.exists() else file.parent, os.W_OK)
    if not file.parent.is_dir() or file.is_dir() or not writable:
        raise Unusable("cannot_write", name=str(file))


def record_in(file: Path) -> Record:
    name = str(file)
    try:
        return read_record(file.read_bytes())
    except FileNotFoundError:
        raise Unusable("no_such_file", name=name) from None
    except IsADirectoryError:
        raise Unusable("is_folder", name=name) from None
    except OSError:
        raise Unusable("no_file", name=name) from None
    except Malformed as error:
        raise Malformed("no_table_in", name=name, **error.details) from None


def names_in(record: Record) -> list[str]:
    """Of everybody who ever sat down; a number for who has no name."""
    joined = sum(isinstance(entry, Joined) for entry in record.entries)
    return record.names + UNNAMED[len(record.names) : record.seats + joined]


def sentence(said: Worded, game: str | None = None, names: Sequence[str] = ()) -> str:
    """Why not, in words: in those of the game, where its rules refuse."""
    texts = Texts(own_language(), games.folder(game) if game else None, names or UNNAMED)
    return texts.say(f"illegal.{said.key}", **said.details)
