"""The puzzle of a day: which one it is, how the page gets it, and what everybody chose."""

import gzip
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Raw

from salon import games
from salon.core.can import what_can
from salon.core.keepsakes import Keepsake
from salon.core.puzzles import Frame, Puzzle, frames, read
from salon.core.refusal import Refusal
from salon.server import wire
from salon.server.refusals import Forbidden, NotFound
from salon.server.store import Poll, Store

FIRST = date(2026, 1, 5)  # a Monday: each weekday has its own difficulty
PART = 28  # puzzles that are fetched at once
FAST_CLOCKS = timedelta(hours=1)

_encode = msgspec.json.encode


class Sheet(NamedTuple):
    """A part as it is sent."""

    plain: bytes
    packed: bytes  # with gzip
    tag: str


@cache
def of_game(game: str) -> tuple[Puzzle, ...]:
    return read(games.folder(game))


def of_day(game: str, day: date) -> Puzzle:
    """The same for everybody; when all have had their day, it begins anew."""
    puzzles = of_game(game)
    if not puzzles or day < FIRST:
        raise NotFound("no_puzzle")
    if day > (datetime.now(UTC) + FAST_CLOCKS).date():
        raise Refusal("not_yet")
    return puzzles[(day - FIRST).days % len(puzzles)]


# As the page gets them


@cache
def sheet(game: str, part: int) -> Sheet:
    puzzles = of_game(game)
    some = puzzles[part * PART : (part + 1) * PART] if part >= 0 else ()
    if not some:
        raise NotFound("no_puzzle")
    shown = tuple(show(game, one) for one in some)
    plain = _encode(wire.Puzzles(FIRST, len(puzzles), PART, shown))
    return Sheet(plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:16]}"')


def show(game: str, puzzle: Puzzle) -> wire.PuzzleInfo:
    found = list(frames(games.load(game), puzzle))
    drawn = tuple(_drawn(game, one) for one in found)
    return wire.PuzzleInfo(
        puzzle.name,
        puzzle.seats,
        found[0].seat,
        drawn,
        tuple(_turns(game, puzzle, found)),
        puzzle.why,
    )


def _drawn(game: str, frame: Frame) -> wire.PuzzleFrame:
    rules, state = games.load(game), frame.state
    return wire.PuzzleFrame(
        view=Raw(_encode(rules.view(state, frame.seat))),
        events=[Raw(_encode(event)) for event in frame.events],
        awaited=tuple(sorted(rules.awaited(state))),
        result=rules.result(state),
    )


def _turns(game: str, puzzle: Puzzle, found: list[Frame]) -> list[wire.PuzzleTurn]:
    turns, at = list[wire.PuzzleTurn](), 0
    for one in puzzle.turns:
        moves = games.load(game).moves(found[at].state, found[at].seat)
        shown = [Raw(_encode(move)) for move in moves]
        turns.append(wire.PuzzleTurn(at, shown, one.best, one.odds))
        at += 1 + len(one.answers)
    return turns


def keepsakes(game: str, puzzle: Puzzle) -> list[Keepsake]:
    """What a circle keeps of it: the table when the last move was found."""
    at = sum(1 + len(turn.answers) for turn in puzzle.turns)
    frame = list(frames(games.load(game), puzzle))[at]
    return list(what_can(games.load(game)).keepsakes(frame.state))


def by_name(game: str, name: str) -> Puzzle | None:
    """Should the list have changed since, it may be gone."""
    return next((one for one in of_game(game) if one.name == name), None)


# What everybody chose


class Booth(NamedTuple):
    """Where one player votes on one day: no other day, and no name, leads there."""

    game: str
    day: date
    player: str

    @property
    def puzzle(self) -> Puzzle:
        return of_day(self.game, self.day)

    def check(self, name: str) -> None:
        """The list may have changed since the page got it."""
        if name != self.puzzle.name:
            raise NotFound("no_puzzle")

    @property
    def keys(self) -> tuple[str, str]:
        """Of the puzzle, and of the voter."""
        where = f"{self.game} {self.day} {self.puzzle.name}"
        return where, sha256(f"{where} {self.player}".encode()).hexdigest()[:32]


async def vote(store: Store, booth: Booth, choice: int | None) -> None:
    if choice is not None and choice >= len(booth.puzzle.turns[0].odds):
        raise Refusal("no_such_move")
    await store.vote(*booth.keys, choice)


async def poll(store: Store, booth: Booth) -> Poll:
    """Told to those who have chosen: nobody is led to the solution."""
    if (found := await store.poll(*booth.keys)) is None:
        raise Forbidden("choose_first")
    return found


def votes(found: Poll) -> wire.Votes:
    shares = sorted(found.counts.items(), key=lambda one: (-one[1], one[0] is None, one[0]))
    return wire.Votes(found.mine, tuple(wire.Share(*one) for one in shares))
