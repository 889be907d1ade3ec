"""What was said and what lay under the cup, told when the game is over."""

from collections.abc import Iterable, Iterator

from salon.core.capabilities import Moment, Truth
from salon.core.contract import Seat
from salon.games.ciao_ciao.model import (
    Announced,
    Doubted,
    Ended,
    Event,
    State,
    TurnBegan,
    WalkedOver,
)


def truths_in(story: Iterable[Moment[State, Event]]) -> Iterator[Truth]:
    """Of each announcement, once it is doubted or stands."""
    said: tuple[int, Seat, int, int] | None = None  # step, seat, number, die
    for step, state, events in story:
        for event in events:
            if isinstance(event, Announced):
                assert state.die is not None  # somebody is asked first
                said = (step, event.seat, event.number, state.die)
            elif said and isinstance(event, Doubted | TurnBegan | WalkedOver | Ended):
                yield truth(*said, doubted=isinstance(event, Doubted))
                said = None


def truth(step: int, seat: Seat, number: int, die: int, *, doubted: bool) -> Truth:
    lie = die != number
    kind = "honest" if not lie else "caught" if doubted else "bluff"
    return Truth(step, seat, kind, lie, lie and doubted, {"number": number, "die": die})
