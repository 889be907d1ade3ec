"""Who knows where a letter is: a bit for each viewer, and what takes the bit away.

Nothing is guessed here: a viewer knows the place of a letter as long as it can be sure of it.
"""

from salon.core.contract import Seat
from salon.games.romancier_scilof.model import Letter, State

ONLOOKER = 1


def eye(seat: Seat) -> int:
    return 2 << seat


def eyes(state: State, commune: int) -> int:
    """All who look into an office: its members, and everybody once there is only one."""
    if len(state.communes) == 1:
        return (2 << len(state.players)) - 1
    return sum(eye(seat) for seat in state.communes[commune].members)


def learn(state: State, letter: Letter, who: int) -> None:
    state.knows[letter] = state.knows.get(letter, 0) | who


def forget(state: State, letters: list[Letter], but: int) -> None:
    """One of these has moved, and only some have seen which. Of a single one all have."""
    if len(letters) > 1:
        for letter in letters:
            state.knows[letter] = state.knows.get(letter, 0) & but


def is_known(state: State, letter: Letter, viewer: int) -> bool:
    return bool(state.knows.get(letter, 0) & viewer)
