"""Tug of war: everybody pulls once, alone or in teams; whoever likes asks how far the rope went."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from salon.core import contract
from salon.core.capabilities import Askable, Teamed
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck

Teams = tuple[tuple[Seat, ...], ...]


class Options(contract.Options, frozen=True):
    teams: bool = False


class Pull(contract.Move, frozen=True):
    strength: Literal[1, 2, 3]


class Pulled(contract.Event, frozen=True):
    seat: Seat
    strength: int


class Rope(contract.State):
    options: Options
    seats: int
    pulls: list[int]


class View(contract.View, frozen=True):
    options: Options
    seats: int
    pulls: tuple[int, ...]


class HowFar(Struct, frozen=True, tag=True):
    seat: Seat


class Tug(Game[Rope, Pull, Pulled, View, Options], Teamed[Options], Askable[Rope]):
    name, version, seats = "tug", 1, range(2, 5)
    question, reply = HowFar, int

    def start(self, options: Options, seats: int, luck: Luck) -> Rope:
        if options.teams and seats != 4:
            raise Illegal("teams_of_four")
        return Rope(options=options, seats=seats, pulls=[])

    def moves(self, state: Rope, seat: Seat) -> Sequence[Pull]:
        return [Pull(1), Pull(2), Pull(3)] if seat == len(state.pulls) else ()

    def awaited(self, state: Rope) -> frozenset[Seat]:
        over = len(state.pulls) == state.seats
        return frozenset() if over else frozenset({len(state.pulls)})

    def play(self, state: Rope, seat: Seat, move: Pull, luck: Luck) -> list[Told[Pulled]]:
        if move not in self.moves(state, seat):
            raise Illegal("not_now")
        state.pulls.append(move.strength)
        return [Told(Pulled(seat, move.strength))]

    def answer(self, state: Rope, seat: Seat, question: Any) -> int:
        return sum(state.pulls[: question.seat + 1])

    def teams(self, options: Options, seats: int) -> Teams:
        return ((0, 2), (1, 3)) if options.teams else ()

    def view(self, state: Rope, seat: Seat | None) -> View:
        return View(state.options, state.seats, tuple(state.pulls))

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> Rope:
        return Rope(options=view.options, seats=view.seats, pulls=list(view.pulls))

    def result(self, state: Rope) -> Result | None:
        if self.awaited(state):
            return None
        teams = self.teams(state.options, state.seats)
        sides = teams or tuple((seat,) for seat in range(state.seats))
        worth = {seat: sum(state.pulls[one] for one in side) for side in sides for seat in side}
        best = tuple(seat for seat in sorted(worth) if worth[seat] == max(worth.values()))
        return Result(best, tuple(worth[seat] for seat in sorted(worth)), "pulled", teams)


game = Tug()
