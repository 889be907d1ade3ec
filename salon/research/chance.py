"""A table whose luck is open: wherever the rules draw, it stops and asks for the draw.

The rules know nothing of it. A step is tried with the draws made so far; when it asks for one
more, what it did is thrown away, and it is tried again with that one too. So a roll of a die is
one draw, and a shuffled deck a row of small ones.
"""

from typing import Any

import msgspec

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.core.secrecy import heard
from salon.core.table import encode
from salon.research.dice import NO_DRAWS, GivenLuck, Wanted
from salon.research.play import Play
from salon.research.setting import Setting

# Bare tuples, since they are the quickest. Who does something is a seat, or None: the clock.
Link = tuple[Seat | None, int, list[Told[Any]]]  # who, what, and what was told
Story = tuple["Story | None", Link]  # all that happened before, and the last thing
Step = tuple[bytes, Seat | None, int, Any]  # from which state (empty: none yet), who, what, a move


def links(story: Story | None) -> list[Link]:
    """What happened, the first thing first."""
    found: list[Link] = []
    while story is not None:
        story, link = story
        found.append(link)
    return found[::-1]


def json(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


class OpenPlay(Play):
    """Who is asked is a seat, or, while there are `outcomes`, chance. Copies are cheap: a state
    is shared until somebody changes it."""

    def __init__(self, setting: Setting) -> None:
        self.outcomes = 0  # of the draw that is wanted, each as likely; 0: none is
        self.story: Story | None = None
        self._step: Step | None = None
        self.draws: tuple[int, ...] = ()  # made since the step began
        self._shared = False
        self._opening = b""  # the first state
        self._memories: dict[Seat | None, str] = {}  # of that one, and of what was before it
        super().__init__(setting, NO_DRAWS)

    def draw(self, outcome: int) -> None:
        """The draw that was wanted."""
        step = self._step
        if step is None or not 0 <= outcome < self.outcomes:
            raise ValueError(f"{outcome} is none of the {self.outcomes} outcomes of this draw")
        self.draws += (outcome,)
        if self._shared:
            self._restore(step[0])
        self._try(step, GivenLuck(self.draws))

    def recall(self, seat: Seat | None) -> str:
        """All that a seat has seen, been told and done: its first view, then what came."""
        if seat not in self._memories:
            self._memories[seat] = self._first_sight(seat)
        parts = [self._memories[seat]]
        for by, action, told in links(self.story):
            parts += [f"#{action}"] if seat is not None and by == seat else []
            parts += [json(events)] if (events := heard(told, seat)) else []
        return " ".join(parts)

    def imagine(self, seat: Seat, luck: Luck) -> "OpenPlay":
        """A table that is the same to this seat, what it cannot know drawn afresh."""
        if self.outcomes:
            raise ValueError("nothing is imagined in the middle of a draw")
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
        return {**self.__dict__, "story": links(self.story), "_offer": None}

    def __setstate__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)
        self.story = None
        for link in given["story"]:
            self.story = self.story, link

    def _first_sight(self, seat: Seat | None) -> str:
        if not self._opening:
            return ""
        return json(self.setting.game.view(self.setting.decode(self._opening), seat))

    def _begin(self) -> None:
        self._try((b"", None, 0, None), NO_DRAWS)

    def _wait(self, seat: Seat, action: int) -> None:
        self.story = self.story, (seat, action, [])
        super()._wait(seat, action)

    def _do(self, seat: Seat | None, action: int, move: Any) -> None:
        before = encode(self.state)
        if self._shared:
            self._restore(before)
        self._try((before, seat, action, move), NO_DRAWS)

    def _try(self, step: Step, luck: Luck) -> None:
        before, seat, action, move = step
        try:
            told = self._carry_out(seat, move, luck) if before else self._lay(luck)
        except Wanted as wanted:
            self._step, self.outcomes = step, wanted.bound
            self.seat = self._offer = None
            self._restore(before)
            return
        if luck is not NO_DRAWS:
            self._step, self.outcomes, self.draws = None, 0, ()
        self._settle(seat, action, told)

    def _lay(self, luck: Luck) -> list[Told[Any]]:
        self.state = self.setting.begin(luck)
        self._opening, self._now, self._memories = encode(self.state), self.state.now, {}
        return []

    def _restore(self, before: bytes) -> None:
        self.state = self.setting.decode(before) if before else None
        self._shared = False

    def _settle(self, seat: Seat | None, action: int, told: list[Told[Any]]) -> None:
        self.story = self.story, (seat, action, told)
        if self.setting.plain:
            self._go_on()
        else:
            super()._settle(seat, action, told)
