"""What the words on the command line mean, for every command alike."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from salon import games
from salon.bots.random import Random
from salon.core import options
from salon.core.contract import Illegal
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
File = Annotated[Path, Parameter(help="A table as JSON.")]


def language_of(wanted: str) -> str:
    if wanted and wanted not in LANGUAGES:
        raise Illegal("no_such_language", name=wanted, languages=", ".join(LANGUAGES))
    return wanted or own_language()


def options_of(rules: AnyGame, typed: list[str]) -> Any:
    """Options as typed: name=value."""
    pairs = (word.partition("=") for word in typed)
    return options.read(rules.types.options, {name: value for name, _, value in pairs})


def bots_of(game: str) -> dict[str, AnyBot]:
    return {"random": Random(), **games.bots(game)}


def seat_bots(game: str, typed: str, seats: int) -> list[str]:
    """The names of bots for so many seats, repeated round the table."""
    names = typed.split(",")
    for name in names:
        if name not in bots_of(game):
            raise Illegal("no_such_bot", name=name, bots=", ".join(bots_of(game)))
    return [names[seat % len(names)] for seat in range(seats)]


def record_in(file: Path) -> Record:
    try:
        return read_record(file.read_bytes())
    except OSError:
        raise Illegal("no_file", name=str(file)) from None


def names_in(record: Record) -> list[str]:
    """Of everybody who ever sat down; a number for who has no name."""
    joined = sum(isinstance(entry, Joined) for entry in record.entries)
    default = [f"#{seat + 1}" for seat in range(record.seats + joined)]
    return record.names + default[len(record.names) :]


def sentence(refusal: Illegal, record: Record | None = None) -> str:
    folder = games.folder(record.game) if record else None
    texts = Texts(own_language(), folder, names_in(record) if record else ())
    return texts.say(f"illegal.{refusal.key}", **refusal.details)
