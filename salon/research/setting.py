"""What is settled before a table begins: the game, its options, the seats, and from where."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import convert, to_builtins
from msgspec.msgpack import Decoder

from salon import games
from salon.core.can import what_can
from salon.core.contract import Illegal, Options
from salon.core.options import Choice, read
from salon.core.secrecy import secrets
from salon.core.table import encode
from salon.research.dice import SeededLuck
from salon.research.numbering import numbering


class Setting:
    """Asked once, and shared by all tables that begin so; made by `setting`."""

    def __init__(self, name: str, seats: int, options: Options, position: bytes) -> None:
        self.game = games.load(name)
        if seats not in self.game.seats:
            least, most = self.game.seats[0], self.game.seats[-1]
            raise Illegal("seats", seats=seats, least=least, most=most)
        self.name, self.seats, self.options = name, seats, options
        self.position = position  # a state to begin with; empty: `start` lays one out
        self.can = what_can(self.game)
        self.plain = self.can.timed is None and self.can.prepared is None
        self.numbering = numbering(name, seats)
        self.decode = Decoder(self.game.types.state).decode
        one = self.decode(position) if position else self.game.start(options, seats, SeededLuck(0))
        self.is_open = not any(secrets(one))  # nothing is hidden from anybody

    def __reduce__(self) -> tuple[Any, ...]:
        plain = tuple(sorted(to_builtins(self.options).items()))
        return _setting, (self.name, self.seats, plain, self.position)


def setting(
    name: str, seats: int, options: Mapping[str, Choice] | None = None, state: Any = None
) -> Setting:
    """How a table begins: as the rules lay it out, or with a state."""
    chosen = read(games.load(name).types.options, options or {})
    position = b"" if state is None else encode(state)
    return _setting(name, seats, tuple(sorted(to_builtins(chosen).items())), position)


@cache
def _setting(
    name: str, seats: int, options: tuple[tuple[str, Choice], ...], position: bytes
) -> Setting:
    chosen = convert(dict(options), games.load(name).types.options)
    return Setting(name, seats, chosen, position)
