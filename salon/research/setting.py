"""What is settled before a table begins: the game, its options, the seats, and from where."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

from msgspec import MsgspecError, convert, to_builtins
from msgspec.msgpack import Decoder

from salon import games
from salon.core.can import what_can
from salon.core.contract import Illegal, Options, State, check_seats
from salon.core.luck import Luck
from salon.core.options import Choice, pairwise, read
from salon.core.secrecy import secrets
from salon.core.table import encode
from salon.games import AnyGame
from salon.research.dice import SeededLuck
from salon.research.numbering import numbering


class Setting:
    """Asked once, and shared by all tables that begin so; made by `setting`."""

    def __init__(self, name: str, seats: int, options: Options, position: bytes) -> None:
        self.game = games.load(name)
        check_seats(self.game, seats)
        self.name, self.seats, self.options = name, seats, options
        self.position = position  # its time, and what an onlooker sees; empty: by the rules
        self.can = what_can(self.game)
        self.plain = self.can.timed is None and self.can.prepared is None
        self.numbering = numbering(name, seats)
        self.decode = Decoder(self.game.types.state).decode
        self._seen = _read(self.game, position) if position else None
        first = self.begin(SeededLuck(0))
        if position:
            self._check(first)
        self.is_open = not any(secrets(first))  # nobody has a secret

    def begin(self, luck: Luck) -> Any:
        """The first state. From a position what is hidden in it is drawn first."""
        if self._seen is not None:
            now, view = self._seen
            state = self.game.imagine(view, None, luck)
            state.now = now
            return state
        return self.game.start(self.options, self.seats, luck)

    def _check(self, state: State) -> None:
        """A position knows how many sit there, and mostly by which options."""
        view = self.game.view(state, None)
        for rows in (getattr(view, name) for name in _by_seat(self.game)):
            if len(rows) != self.seats:
                raise ValueError(f"the position has {len(rows)} seats, not {self.seats}")
        there = getattr(state, "options", state)
        for name, choice in to_builtins(self.options).items():
            if getattr(there, name, choice) != choice:
                raise ValueError(f"the position has {name}={getattr(there, name)}, not {choice}")

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
    """A table to begin with: its time, and what an onlooker sees."""
    return encode((state.now, games.load(name).view(state, None)))


def _read(game: AnyGame, position: bytes) -> tuple[int, Any]:
    try:
        found: tuple[int, Any] = Decoder(tuple[int, game.types.view]).decode(position)  # type: ignore[name-defined]
    except MsgspecError:
        raise ValueError(f"this is no position of {game.name}") from None
    return found


@cache
def _by_seat(game: AnyGame) -> set[str]:
    """The fields of a view that have a row for each seat, at any number and by any options."""
    found = set(game.types.view.__struct_fields__)
    for seats, options in product(game.seats, pairwise(game.types.options, SeededLuck(0))):
        with suppress(Illegal):
            view = game.view(game.start(options, seats, SeededLuck(0)), None)
            rows = {name: getattr(view, name) for name in found}
            found = {name for name, one in rows.items() if _has(one, seats)}
    return found


def _has(rows: Any, seats: int) -> bool:
    return isinstance(rows, list | tuple) and len(rows) == seats


@cache
def _setting(
    name: str, seats: int, options: tuple[tuple[str, Choice], ...], position: bytes
) -> Setting:
    chosen = convert(dict(options), games.load(name).types.options)
    return Setting(name, seats, chosen, position)
