"""Nim with one heap: take one to three sticks; whoever takes the last one wins."""

from collections.abc import Sequence
from typing import Literal

from salon.core import contract
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck


class Options(contract.Options, frozen=True):
    heap: Literal["few", "many"] = "few"


class Grab(contract.Move, frozen=True):
    sticks: int


class Grabbed(contract.Event, frozen=True):
    seat: Seat
    sticks: int


class Heap(contract.State):
    sticks: int
    turn: Seat = 0


class View(contract.View, frozen=True):
    seat: Seat | None
    sticks: int
    turn: Seat


class Nim(Game[Heap, Grab, Grabbed, View, Options]):
    name, version, seats = "nim", 1, range(2, 3)

    def start(self, options: Options, seats: int, luck: Luck) -> Heap:
        least = 10 if options.heap == "few" else 3_000
        return Heap(sticks=least + luck.below(10))

    def moves(self, state: Heap, seat: Seat) -> Sequence[Grab]:
        if seat != state.turn:
            return ()
        return [Grab(sticks) for sticks in (1, 2, 3) if sticks <= state.sticks]

    def awaited(self, state: Heap) -> frozenset[Seat]:
        return frozenset((state.turn,)) if state.sticks else frozenset()

    def play(self, state: Heap, seat: Seat, move: Grab, luck: Luck) -> list[Told[Grabbed]]:
        if move not in self.moves(state, seat):
            raise Illegal("not_now")
        state.sticks -= move.sticks
        state.turn = 1 - seat
        return [Told(Grabbed(seat, move.sticks))]

    def view(self, state: Heap, seat: Seat | None) -> View:
        return View(seat, state.sticks, state.turn)

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> Heap:
        return Heap(sticks=view.sticks, turn=view.turn)

    def result(self, state: Heap) -> Result | None:
        if state.sticks:
            return None
        return Result((1 - state.turn,), (state.turn, 1 - state.turn), "last_stick")


game = Nim()
