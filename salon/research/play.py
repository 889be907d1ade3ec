"""A table one decision at a time, moves as numbers, whatever the game: who is asked, what may be
done, what it leads to.

In a game of turns the seat that is awaited is asked. Elsewhere all that may act are asked in seat
order, one after the other; who is not awaited may wait. When all have waited, time jumps to the
next stroke of the clock: it is virtual, and a move takes a second of it.
"""

import copy
from typing import Any

from salon.core.capabilities import is_blind
from salon.core.contract import Result, Seat, Told
from salon.core.luck import Luck
from salon.core.simulate import PACE, Stuck
from salon.core.table import copy as copy_struct
from salon.games import AnyBot
from salon.research.setting import Setting

NOBODY: frozenset[Seat] = frozenset()


class Play:
    """Luck is drawn where the rules ask for it, and nobody sees it drawn."""

    def __init__(self, setting: Setting, luck: Luck) -> None:
        self.setting = setting
        self.luck = luck
        self.state: Any = None
        self.seat: Seat | None = None  # who is asked
        self.result: Result | None = None
        self._offer: dict[int, Any] | None = None
        self._asked: Seat = setting.seats - 1  # the last who was
        self._waited = NOBODY  # since something happened
        self._now = 0  # table time
        self._begin()

    def view(self, seat: Seat | None) -> Any:
        """What a seat may know."""
        return self.setting.game.view(self.state, seat)

    def offer(self) -> dict[int, Any]:
        """What the seat that is asked may do, by number; None is to wait."""
        if self._offer is None:
            self._offer = self._look() if self.seat is not None else {}
        return self._offer

    def act(self, action: int) -> None:
        """The seat that is asked does this."""
        seat, move = self.seat, self.offer()[action]
        assert seat is not None
        self._asked = seat
        if move is None:
            self._wait(seat, action)
        else:
            self._do(seat, action, self._whole(seat, action, move))

    def act_with(self, bot: AnyBot) -> None:
        """The seat that is asked does what a bot chooses, in its own words."""
        game, seat = self.setting.game, self.seat
        assert seat is not None
        moves = game.moves(self.state, seat)
        move = bot.choose(None if is_blind(bot) else self.view(seat), moves, self.luck)
        if move is None and seat in game.awaited(self.state):
            move = moves[0]
        self._asked = seat
        if move is None:
            self._wait(seat, self.setting.numbering.wait)
        else:
            self._do(seat, 0, self.setting.can.prepare(self.state, seat, move))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        other = copy.copy(self)
        other.state = copy_struct(self.state)
        other.luck = copy.deepcopy(self.luck, memo)
        return other

    # What happens.

    def _begin(self) -> None:
        self.state = self.setting.begin(self.luck)
        self._now = self.state.now
        self._go_on()

    def _wait(self, seat: Seat, action: int) -> None:  # noqa: ARG002
        self._waited |= {seat}
        self._go_on()

    def _do(self, seat: Seat | None, action: int, move: Any) -> None:
        self._settle(seat, action, self._carry_out(seat, move, self.luck))

    def _carry_out(self, seat: Seat | None, move: Any, luck: Luck) -> list[Told[Any]]:
        """A move, or of nobody a stroke of the clock."""
        setting = self.setting
        if setting.plain:
            return setting.game.play(self.state, seat, move, luck)  # type: ignore[arg-type]
        self.state.now = self._now
        if seat is None:
            return setting.can.tick(self.state, luck)
        return setting.game.play(self.state, seat, move, luck)

    def _settle(self, seat: Seat | None, action: int, told: list[Told[Any]]) -> None:  # noqa: ARG002
        if not self.setting.plain:
            self._waited = NOBODY
            self._now += PACE if seat is not None else 0
        self._go_on()

    # Who is asked next.

    def _go_on(self) -> None:
        game = self.setting.game
        self._offer = None
        awaited = game.awaited(self.state)
        if self.setting.plain and len(awaited) == 1:
            (self.seat,) = awaited
        elif (result := game.result(self.state)) is not None:
            self.seat, self.result = None, result
        else:
            self._ask_around()

    def _ask_around(self) -> None:
        clock = self.setting.can.clock(self.state)
        if clock is not None and clock <= self._now:
            self._do(None, 0, None)
        elif (seat := self._next_seat()) is not None:
            self.seat = seat
        elif clock is None:
            raise Stuck
        else:
            self._now = clock
            self._do(None, 0, None)

    def _next_seat(self) -> Seat | None:
        seats = self.setting.seats
        for step in range(1, seats + 1):
            seat = (self._asked + step) % seats
            if seat not in self._waited and self.setting.game.moves(self.state, seat):
                return seat
        return None

    def _look(self) -> dict[int, Any]:
        setting, seat = self.setting, self.seat
        assert seat is not None
        found = setting.numbering.offer(setting.game.moves(self.state, seat))
        if not setting.plain and seat not in setting.game.awaited(self.state):
            found[setting.numbering.wait] = None
        return found

    def _whole(self, seat: Seat, action: int, move: Any) -> Any:
        """With its text, and with what the world adds."""
        setting = self.setting
        if setting.numbering.writes is not None:
            name = setting.numbering.names[action]
            move = setting.numbering.writes(name, move, self.view(seat))
        return move if setting.plain else setting.can.prepare(self.state, seat, move)
