"""The door to PettingZoo: `env(name, seats=…)` is a table whose seats are agents, one decision
after the other, with a mask of what may be done.
"""

from collections.abc import Mapping
from random import getrandbits
from typing import Any

from salon import games
from salon.core.contract import Seat
from salon.core.extras import extra
from salon.core.options import Choice
from salon.research.dice import SeededLuck
from salon.research.drawing import drawing
from salon.research.play import Play
from salon.research.setting import setting
from salon.research.utility import returns

with extra("research"):
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from salon.research.tensor import encoder

__all__ = ["SalonEnv", "env", "raw_env"]

RENDER_MODES = ["human", "ansi"]
ILLEGAL = -1.0  # the reward of whoever does what may not be done: the table is over


def env(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Choice] | None = None,
    render_mode: str | None = None,
) -> Any:
    """A table that says so when it is not asked in the right order."""
    return OrderEnforcingWrapper(raw_env(name, seats, options, render_mode))


def raw_env(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Choice] | None = None,
    render_mode: str | None = None,
) -> "SalonEnv":
    """The same without the wrapper, and quicker."""
    least = games.load(name).seats[0]
    return SalonEnv(name, least if seats is None else seats, options or {}, render_mode)


class SalonEnv(AECEnv):  # type: ignore[misc]
    """Agents are `seat_0`, `seat_1` and so on; the reward comes at the end, and adds up to 0. What
    may not be done ends the table too."""

    def __init__(
        self, name: str, seats: int, options: Mapping[str, Choice], render_mode: str | None
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"salon_{name}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"{render_mode} is none of the ways to render")
        self.render_mode = render_mode
        self._setting = setting(name, seats, options)
        self._encoder = encoder(self._setting)
        self._actions = len(self._setting.numbering.names)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._play: Play | None = None

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        self._play = Play(self._setting, SeededLuck(getrandbits(64) if seed is None else int(seed)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to(self.play.seat)

    @property
    def play(self) -> Play:
        """The table itself: its views, its moves and its result."""
        assert self._play is not None, "reset it first"
        return self._play

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        action = int(action)  # type: ignore[arg-type]  # None is for those who are over
        if action not in self.play.offer():
            EnvLogger.warn_on_illegal_move()
            self._end({**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL})
            return
        self.play.act(action)
        if self.play.result is not None:
            shares = returns(self.play.result, self._setting.seats)
            self._end(dict(zip(self.agents, shares, strict=True)))
        self._turn_to(self.play.seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        mask = np.zeros(self._actions, np.int8)
        if seat == self.play.seat:
            mask[list(self.play.offer())] = 1
        return {"observation": self._encoder.row(self.play.view(seat)), "action_mask": mask}

    def render(self) -> str | None:
        """As the terminal draws it."""
        if self.render_mode == "ansi":
            return drawing(self.play)
        print(drawing(self.play))
        return None

    def close(self) -> None:
        """Nothing is open."""

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def _space(self) -> Any:
        row = Box(-1.0, 1.0, (self._encoder.width,), np.float32)
        return Dict({"observation": row, "action_mask": Box(0, 1, (self._actions,), np.int8)})

    def _turn_to(self, seat: Seat | None) -> None:
        self.agent_selection = self.possible_agents[seat or 0]

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
