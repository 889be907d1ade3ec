"""Whole games between bots, as fast as the rules go: no log, no copies, virtual time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from salon.core.can import what_can
from salon.core.capabilities import Timed, is_blind
from salon.core.contract import Bot, E, Game, M, O, Result, S, Seat, V, check_seats
from salon.core.luck import FastLuck, Luck
from salon.core.refusal import Worded

PACE = 1_000  # ms of table time that a decision takes


class Stuck(Worded):
    """Everybody waits, and for no clock."""

    def __init__(self) -> None:
        super().__init__("stuck")


class Outcome(Struct, frozen=True):
    """How one simulated table went."""

    result: Result
    decisions: int


def simulate(
    game: Game[S, M, E, V, O], options: O, bots: Sequence[Bot[Any, M]], luck: Luck
) -> Outcome:
    """Play one table to its end. Seat i is played by bots[i]; a bot that waits lets time pass."""
    check_seats(game, len(bots))
    state = game.start(options, len(bots), luck)
    awaited_by, moves_of, play = game.awaited, game.moves, game.play
    timed, prepared = what_can(game).timed, what_can(game).prepared
    plain = timed is None and prepared is None
    blind = [is_blind(bot) for bot in bots]
    decisions = waits = 0
    while True:
        awaited = awaited_by(state)
        if not awaited and (result := game.result(state)) is not None:
            return Outcome(result, decisions)
        for seat in awaited if plain and len(awaited) == 1 else _draw(len(bots), luck):
            if moves := moves_of(state, seat):
                view = None if blind[seat] else game.view(state, seat)
                move = bots[seat].choose(view, moves, luck)
                if move is not None:
                    decisions, waits = decisions + 1, 0
                    if prepared is not None:
                        move = prepared.prepare(state, seat, move)
                    play(state, seat, move, luck)
                    break
        else:
            _wait(timed, state, PACE << waits, luck)
            waits += 1
        if not plain:
            _pass_time(timed, state, state.now + PACE, luck)


def simulate_some(
    game: Game[S, M, E, V, O],
    options: O,
    bots: Sequence[Bot[Any, M]],
    seed: int | str,
    numbers: Iterable[int],
) -> list[Outcome]:
    """The games of a seed that have these numbers: each has luck of its own."""
    return [simulate(game, options, bots, luck_of(seed, number)) for number in numbers]


def luck_of(seed: int | str, number: int) -> Luck:
    return FastLuck(f"{seed} {number}")


def _draw(seats: int, luck: Luck) -> Iterator[Seat]:
    """Whom to ask, one after the other until somebody acts."""
    left = list(range(seats))
    while left:
        yield left.pop(luck.below(len(left)))


def _wait(timed: Timed[S, E] | None, state: S, ms: int, luck: Luck) -> None:
    """Everybody waits: time passes, at first a little, to the clock at most."""
    clock = None if timed is None else timed.clock(state)
    if clock is None:
        raise Stuck
    _pass_time(timed, state, max(min(clock, state.now + ms), state.now), luck)


def _pass_time(timed: Timed[S, E] | None, state: S, until: int, luck: Luck) -> None:
    while timed is not None and (clock := timed.clock(state)) is not None and clock <= until:
        state.now = max(clock, state.now)
        timed.tick(state, luck)
    state.now = max(until, state.now)
