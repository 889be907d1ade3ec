"""A puzzle: a position of a real game in which one move is clearly best.

Kept as the choices that led there, so that the rules themselves lay it out again, in any game: a
game has puzzles if `puzzles.json` lies in its folder.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from salon.core import options as option_words
from salon.core.contract import Game, Seat
from salon.core.luck import FastLuck
from salon.core.table import copy

FILE = "puzzles.json"
Choice = tuple[Seat, int]  # who, and which of their moves, as the rules order them
AnyGame = Game[Any, Any, Any, Any, Any]


class Why(Struct, frozen=True):
    """A reason why a move is best: the text puzzle.why.<key> of the game."""

    key: str
    details: dict[str, Any] = {}


class Turn(Struct, frozen=True):
    """A move to find."""

    best: int
    odds: tuple[int, ...]  # of winning, in percent, after each move
    answers: tuple[Choice, ...] = ()  # what happens then, until there is another one to find


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """Everything about one: nothing here is worked out again when it is shown."""

    seats: int
    log: tuple[Choice, ...]  # what had been played
    turns: tuple[Turn, ...]
    line: tuple[Choice, ...] = ()  # how it may go on
    why: tuple[Why, ...] = ()
    margin: int = 0  # percent by which the best moves are better than the next, at the least
    seed: int = 0  # of the luck
    options: dict[str, bool | int | str] = {}

    @property
    def name(self) -> str:
        """Changes with the puzzle: what people chose belongs to it."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:8]


class Frame(NamedTuple):
    """The table at one moment, and what had just happened."""

    state: Any
    events: tuple[Any, ...]  # that everybody was told
    seat: Seat  # who is to find a move, in every frame the same


def read(folder: Path) -> tuple[Puzzle, ...]:
    """Those of a game, in the order of the days; none, where there is no such file."""
    file = folder / FILE
    if not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])


def write(folder: Path, puzzles: list[Puzzle]) -> None:
    """One to a line."""
    lines = [msgspec.json.encode(one).decode() for one in puzzles]
    (folder / FILE).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def frames(game: AnyGame, puzzle: Puzzle) -> Iterator[Frame]:
    """The position that is given, then one frame for each choice that follows."""
    luck = FastLuck(puzzle.seed)
    chosen = option_words.read(game.types.options, puzzle.options)
    state, events = game.start(chosen, puzzle.seats, luck), tuple[Any, ...]()
    for choice in puzzle.log:
        events = _play(game, state, choice, luck)
    (seat,) = game.awaited(state)
    yield Frame(copy(state), events, seat)
    for choice in following(puzzle, seat):
        events = _play(game, state, choice, luck)
        yield Frame(copy(state), events, seat)


def following(puzzle: Puzzle, seat: Seat) -> Iterator[Choice]:
    """All that is shown of the solution, in order."""
    for turn in puzzle.turns:
        yield seat, turn.best
        yield from turn.answers
    yield from puzzle.line


def _play(game: AnyGame, state: Any, choice: Choice, luck: FastLuck) -> tuple[Any, ...]:
    seat, number = choice
    told = game.play(state, seat, game.moves(state, seat)[number], luck)
    return tuple(one.event for one in told if one.to is None)
