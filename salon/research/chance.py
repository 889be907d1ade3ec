"""A table whose luck is open: wherever the rules draw, it stops and asks for the draw.

The rules know nothing of it. A step is tried with the draws made so far; when it asks for one
more, what it did is thrown away, and it is tried again with that one too. So a roll of a die is
one draw, and a shuffled deck a row of small ones.
"""

from typing import Any, NamedTuple

import msgspec

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.core.secrecy import heard
from salon.core.table import encode
from salon.research.dice import NO_DRAWS, GivenLuck, Wanted
from salon.research.play import Play
from salon.research.setting import Setting


class Done(NamedTuple):
    """Something that happened, and all that happened before."""

    before: "Done | None"
    seat: Seat | None  # who did it; None: the clock
    action: int
    told: list[Told[Any]]


class Step(NamedTuple):
    """What waits for a draw."""

    before: bytes  # the state that it starts from; empty: nothing is laid out yet
    seat: Seat | None
    action: int
    move: Any


Link = tuple[Seat | None, int, list[Told[Any]]]


def links(story: Done | None) -> list[Link]:
    """What happened, the first thing first."""
    found: list[Link] = []
    while story is not None:
        found.append((story.seat, story.action, story.told))
        story = story.before
    return found[::-1]


def json(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


class OpenPlay(Play):
    """Who is asked is a seat, or, while there are `outcomes`, chance. Copies are cheap: a state
    is shared until somebody changes it."""

    def __init__(self, setting: Setting) -> None:
        self.outcomes = 0  # of the draw that is wanted, each as likely; 0: none is
        self.story: Done | None = None
        self._step: Step | None = None
        self.draws: tuple[int, ...] = ()  # made since the step began
        self._shared = False
        self._opening = b""  # the first state
        self._memories: dict[Seat, str] = {}  # of that one, and of what was before it
        super().__init__(setting, NO_DRAWS)

    def draw(self, outcome: int) -> None:
        """The draw that was wanted."""
        step = self._step
        assert step is not None and 0 <= outcome < self.outcomes
        self.draws += (outcome,)
        if self._shared:
            self._restore(step)
        self._try(step, GivenLuck(self.draws))

    def recall(self, seat: Seat) -> str:
        """All that a seat has seen, been told and done: its first view, then what came."""
        if seat not in self._memories:
            self._memories[seat] = self._first_sight(seat)
        parts = [self._memories[seat]]
        for by, action, told in links(self.story):
            parts += [f"#{action}"] if by == seat else []
            parts += [json(events)] if (events := heard(told, seat)) else []
        return " ".join(parts)

    def imagine(self, seat: Seat, luck: Luck) -> "OpenPlay":
        """A table that is the same to this seat, what it cannot know drawn afresh."""
        other = self.copy()
        other.state = self.setting.game.imagine(self.view(seat), seat, luck)
        other.state.now = self.state.now
        other._opening, other._memories = encode(other.state), {seat: self.recall(seat)}
        other._offer = other.story = None
        return other

    def copy(self) -> "OpenPlay":
        self._shared = True
        other = OpenPlay.__new__(OpenPlay)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "OpenPlay":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """For a pickle, which does not like long chains."""
        return {**self.__dict__, "story": list(links(self.story)), "_offer": None}

    def __setstate__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)
        self.story = None
        for seat, action, told in given["story"]:
            self.story = Done(self.story, seat, action, told)

    def _first_sight(self, seat: Seat) -> str:
        if not self._opening:
            return ""
        return json(self.setting.game.view(self.setting.decode(self._opening), seat))

    def _begin(self) -> None:
        self._try(Step(b"", None, 0, None), NO_DRAWS)

    def _wait(self, seat: Seat, action: int) -> None:
        self.story = Done(self.story, seat, action, [])
        super()._wait(seat, action)

    def _do(self, seat: Seat | None, action: int, move: Any) -> None:
        step = Step(encode(self.state), seat, action, move)
        if self._shared:
            self._restore(step)
        self._try(step, NO_DRAWS)

    def _try(self, step: Step, luck: Luck) -> None:
        try:
            told = self._carry_out(step.seat, step.move, luck) if step.before else self._lay(luck)
        except Wanted as wanted:
            self._step, self.outcomes = step, wanted.bound
            self.seat = self._offer = None
            self._restore(step)
            return
        self._step, self.outcomes, self.draws = None, 0, ()
        self._settle(step.seat, step.action, told)

    def _lay(self, luck: Luck) -> list[Told[Any]]:
        self.state = self.setting.begin(luck)
        self._opening, self._now, self._memories = encode(self.state), self.state.now, {}
        return []

    def _restore(self, step: Step) -> None:
        self.state = self.setting.decode(step.before) if step.before else None
        self._shared = False

    def _settle(self, seat: Seat | None, action: int, told: list[Told[Any]]) -> None:
        self.story = Done(self.story, seat, action, told)
        super()._settle(seat, action, told)
