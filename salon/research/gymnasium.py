"""The door to Gymnasium: one seat is yours, bots sit on the others. Importing this registers every
game, `gymnasium.make("salon/CiaoCiao-v0")` and so on.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from salon import games
from salon.bots.random import Random
from salon.core.contract import Seat
from salon.core.extras import extra
from salon.core.options import Choice
from salon.games import AnyBot
from salon.research.dice import SeededLuck
from salon.research.drawing import drawing
from salon.research.play import Play
from salon.research.setting import setting
from salon.research.utility import returns

with extra("research"):
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete

    from salon.research.tensor import Row, encoder

__all__ = ["SalonEnv", "id_of"]

ILLEGAL = -1.0  # the reward for what may not be done: the table is over

Info = dict[str, Any]


class SalonEnv(gymnasium.Env[Row, np.int64]):
    """A seat at a table of bots, who sit down in their order, over and over again. The mask in
    `info["action_mask"]` says what may be done; the reward comes at the end: your share of the
    victory, less an equal part of it for everybody."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        *,
        seat: Seat = 0,
        bots: str | Sequence[str | AnyBot] = (),
        options: Mapping[str, Choice] | None = None,
        render_mode: str | None = None,
    ) -> None:
        least = games.load(name).seats[0]
        self._setting = setting(name, least if seats is None else seats, options)
        if seat not in range(self._setting.seats):
            raise ValueError(f"seat {seat} is none of {self._setting.seats}")
        self._encoder = encoder(self._setting)
        self._seat, self.render_mode = seat, render_mode
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"{render_mode} is none of the ways to render")
        others = [one for one in range(self._setting.seats) if one != seat]
        sitting = _bots(name, [bots] if isinstance(bots, str) else bots)
        if len(sitting) > len(others):
            raise ValueError(f"{len(sitting)} bots have {len(others)} seats")
        self._bots = dict(zip(others, cycle(sitting), strict=False))
        self._actions = len(self._setting.numbering.names)
        self.action_space = Discrete(self._actions)
        self.observation_space = Box(-1.0, 1.0, (self._encoder.width,), np.float32)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Row, Info]:
        super().reset(seed=seed)
        self.play = self._begin()
        while self.play.result is not None:  # over before anybody asked us
            self.play = self._begin()
        if self.render_mode == "human":
            self.render()
        return self._row(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Row, float, bool, bool, Info]:
        if int(action) not in self.play.offer():
            return self._row(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self.play.act(int(action))
        self._let_bots_act(self.play)
        reward = returns(self.play.result, self._setting.seats)[self._seat]
        if self.render_mode == "human":
            self.render()
        return self._row(), reward, self.play.result is not None, False, self._info()

    def render(self) -> Any:
        """As the terminal draws it."""
        if self.render_mode == "ansi":
            return drawing(self.play)
        if self.render_mode == "human":
            print(drawing(self.play))
        return None

    def _begin(self) -> Play:
        play = Play(self._setting, SeededLuck(int(self.np_random.integers(1 << 62))))
        self._let_bots_act(play)
        return play

    def _let_bots_act(self, play: Play) -> None:
        """Until it is our turn, or over."""
        while play.seat is not None and play.seat != self._seat:
            play.act_with(self._bots[play.seat])

    def _row(self) -> Row:
        return self._encoder.row(self.play.view(self._seat))

    def _info(self) -> Info:
        mask = np.zeros(self._actions, np.int8)
        mask[list(self.play.offer())] = 1
        return {"action_mask": mask}


def id_of(name: str) -> str:
    """What a game is called there."""
    return f"salon/{''.join(word.capitalize() for word in name.split('_'))}-v0"


def _bots(name: str, given: Sequence[str | AnyBot]) -> list[AnyBot]:
    """Bots, by level or themselves; by default the gentlest."""
    known: dict[str, AnyBot] = {"random": Random(), **games.bots(name)}
    if unknown := [bot for bot in given if isinstance(bot, str) and bot not in known]:
        raise ValueError(f"{unknown[0]} is none of {', '.join(known)}")
    found = [known[bot] if isinstance(bot, str) else bot for bot in given]
    return found or [next(iter(games.bots(name).values()))]


for one in games.names():
    gymnasium.register(id_of(one), f"{__name__}:SalonEnv", kwargs={"name": one})
