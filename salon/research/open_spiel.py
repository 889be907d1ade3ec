"""The door to OpenSpiel: importing this registers every game as `salon_<name>`.

Chance is explicit: each draw of the rules is a chance node whose outcomes are equally likely, a
shuffle a row of them. Moves of several at once are asked for one after the other, in seat order;
nobody sees more than their view. What an information state remembers is the first view, all that
the seat was told and all that it did; an observation is the view, and so is every tensor.
"""

from base64 import b64decode, urlsafe_b64encode
from functools import cache
from typing import Any, ClassVar

from salon import games
from salon.core.contract import Seat, State
from salon.core.extras import extra
from salon.core.options import Choice, choices
from salon.games import AnyGame
from salon.research.chance import OpenPlay, json
from salon.research.dice import SeededLuck
from salon.research.setting import Setting, position_of, setting
from salon.research.utility import returns

with extra("research"):
    import numpy as np
    import pyspiel

    from salon.research.tensor import encoder

__all__ = ["SalonGame", "SalonState", "position"]

MOST_OUTCOMES = 256  # of one draw: a deck of so many cards can be shuffled
LONG = 100_000  # decisions: more than any table lasts
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
AS_USUAL = 0
SEATS, POSITION = "seats", "position"  # parameters beside the options


class SalonGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, at so many seats."""

    name: ClassVar[str]  # of ours
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setting = _setting(self.name, params or {})
        self.opening = OpenPlay(self.setting)
        super().__init__(self.kind, _info(self.setting), params or {})

    def new_initial_state(self) -> "SalonState":
        return SalonState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: Any = None,  # noqa: ARG002
    ) -> "Observer":
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        private = iig_obs_type is None or (
            iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        return Observer(self.setting, recalls=recalls, private=private)


class SalonState(pyspiel.State):  # type: ignore[misc]
    """A table at a decision, at a draw, or at its end."""

    def __init__(self, game: SalonGame) -> None:
        super().__init__(game)
        self.play = game.opening.copy()
        self.player = _player(self.play)  # kept: OpenSpiel asks five times for each decision

    def current_player(self) -> int:
        return self.player

    def _legal_actions(self, player: Seat) -> list[int]:  # noqa: ARG002
        return sorted(self.play.offer())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _outcomes(self.play.outcomes)

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.outcomes:
            play.draw(action)
        else:
            play.act(action)
        self.player = play.seat if play.seat is not None else _player(play)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player < 0 else self.play.setting.numbering.names[action]

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def returns(self) -> list[float]:
        return returns(self.play.result, self.play.setting.seats)

    def resample_from_infostate(self, player: Seat, sampler: Any) -> "SalonState":
        """A table that is the same to this seat: what it cannot know is imagined."""
        other = SalonState(self.get_game())
        other.play = self.play.imagine(player, SeededLuck(repr(sampler())))
        other.player = self.player
        return other

    def __str__(self) -> str:
        return json([self.play.state, self.play.draws])


class Observer:
    """What a seat knows, as text and as numbers; without private information, an onlooker."""

    def __init__(self, given: Setting, *, recalls: bool, private: bool) -> None:
        self._encoder = encoder(given)
        self._recalls, self._private = recalls, private
        self.tensor = np.zeros(self._encoder.width, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SalonState, player: Seat) -> None:
        if state.play.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._encoder.row(self._view(state, player))

    def string_from(self, state: SalonState, player: Seat) -> str:
        if state.play.state is None:
            return "nothing is laid out yet"
        seen = json(self._view(state, player))
        return f"{state.play.recall(self._who(player))} {seen}" if self._recalls else seen

    def _view(self, state: SalonState, player: Seat) -> Any:
        return state.play.view(self._who(player))

    def _who(self, player: Seat) -> Seat | None:
        return player if self._private else None


def position(name: str, state: State) -> str:
    """A table to begin with, for the parameter `position`: as an onlooker sees it. What is hidden
    in it is drawn first."""
    return urlsafe_b64encode(position_of(name, state)).decode().rstrip("=")


def _setting(name: str, params: dict[str, Any]) -> Setting:
    usual = _parameters(games.load(name))
    chosen = {one: choice for one, choice in params.items() if choice != usual[one]}
    seats = chosen.pop(SEATS, usual[SEATS])
    return setting(name, seats, chosen, _bytes_of(chosen.pop(POSITION, "")))


def _bytes_of(position: str) -> bytes:
    try:
        return b64decode(position + "=" * (-len(position) % 4), b"-_", validate=True)
    except ValueError:
        raise ValueError("this is no position") from None


def _player(play: OpenPlay) -> int:
    if play.seat is not None:
        return play.seat
    return CHANCE if play.outcomes else TERMINAL


@cache
def _outcomes(many: int) -> list[tuple[int, float]]:
    assert many <= MOST_OUTCOMES, f"OpenSpiel was promised at most {MOST_OUTCOMES} outcomes"
    return [(outcome, 1 / many) for outcome in range(many)]


def _info(given: Setting) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=len(given.numbering.names),
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=given.seats,
        min_utility=-1 / given.seats,
        max_utility=1 - 1 / given.seats,
        utility_sum=0.0,
        max_game_length=LONG,
    )


def _kind(game: AnyGame) -> Any:
    """What OpenSpiel is told of a game before anybody chooses options and seats."""
    usual = setting(game.name, game.seats[0])
    secret = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    known = pyspiel.GameType.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=f"salon_{game.name}",
        long_name=f"Salon {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known if usual.is_open else secret,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: AnyGame) -> dict[str, Choice]:
    """Seats, a position, and the options with their defaults. OpenSpiel reads numbers as numbers:
    of options that are numbers or a word, the word is 0."""
    found: dict[str, Choice] = {SEATS: game.seats[0], POSITION: ""}
    usual = game.types.options()
    for name, values in choices(type(usual)).items():
        found[name] = getattr(usual, name) if len({*map(type, values)}) == 1 else AS_USUAL
    return found


def _register(name: str) -> None:
    """As a class, which lives as long as Python: what OpenSpiel holds is let go after that."""
    kind = _kind(games.load(name))
    made = type(f"Salon_{name}", (SalonGame,), {"name": name, "kind": kind})
    pyspiel.register_game(kind, made)


for one in games.names():
    _register(one)
