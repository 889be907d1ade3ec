"""What is settled before a table begins: the game, its options, the seats, and from where."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import convert, to_builtins
from msgspec.msgpack import Decoder

from salon import games
from salon.core.can import what_can
from salon.core.contract import Options, State, check_seats
from salon.core.luck import Luck
from salon.core.options import Choice, read
from salon.core.secrecy import secrets
from salon.core.table import encode
from salon.research.dice import SeededLuck
from salon.research.numbering import numbering


class Setting:
    """Asked once, and shared by all tables that begin so; made by `setting`."""

    def __init__(self, name: str, seats: int, options: Options, position: bytes) -> None:
        self.game = games.load(name)
        check_seats(self.game, seats)
        self.name, self.seats, self.options = name, seats, options
        self.position = position  # what an onlooker sees of it; empty: the rules lay it out
        self.can = what_can(self.game)
        self.plain = self.can.timed is None and self.can.prepared is None
        self.numbering = numbering(name, seats)
        self.decode = Decoder(self.game.types.state).decode
        self._seen = Decoder(self.game.types.view).decode(position) if position else None
        self.is_open = not any(secrets(self.begin(SeededLuck(0))))  # nobody has a secret

    def begin(self, luck: Luck) -> Any:
        """The first state. From a position what is hidden in it is drawn first."""
        if self._seen is not None:
            return self.game.imagine(self._seen, None, luck)
        return self.game.start(self.options, self.seats, luck)

    def __reduce__(self) -> tuple[Any, ...]:
        plain = tuple(sorted(to_builtins(self.options).items()))
        return _setting, (self.name, self.seats, plain, self.position)


def setting(
    name: str, seats: int, options: Mapping[str, Choice] | None = None, position: bytes = b""
) -> Setting:
    """How a table begins: as the rules lay it out, or from a position."""
    chosen = read(games.load(name).types.options, options or {})
    return _setting(name, seats, tuple(sorted(to_builtins(chosen).items())), position)


def position_of(name: str, state: State) -> bytes:
    """A table to begin with, as an onlooker sees it."""
    return encode(games.load(name).view(state, None))


@cache
def _setting(
    name: str, seats: int, options: tuple[tuple[str, Choice], ...], position: bytes
) -> Setting:
    chosen = convert(dict(options), games.load(name).types.options)
    return Setting(name, seats, chosen, position)
