"""What this toy takes for best play at a table of two: the truth, where there is one."""

from collections.abc import Iterable

from salon.core.capabilities import Moment
from salon.core.study import Choice, Decision, Forecast, Study, sum_up, weigh
from toys.bluff.model import NUMBERS, Announce, Announced, Ended, Event, State

EVEN = (0.5, 0.5)


def study_in(story: Iterable[Moment[State, Event]]) -> Study | None:
    """Nobody knows it for more than two."""
    made: list[Decision] = []
    seen = [Forecast(0, EVEN)]
    for step, state, events in story:
        if len(state.pawns) > 2:
            return None
        for event in events:
            if isinstance(event, Announced) and state.die is not None:
                made.append(said(step, event, state.die, state.turn))
            elif isinstance(event, Ended):
                seen.append(Forecast(step, tuple(float(one in event.winners) for one in (0, 1))))
    return sum_up(made, seen, (), is_exact=True)


def said(step: int, event: Announced, die: int, turn: int) -> Decision:
    best = die or NUMBERS[0]
    return weigh(
        step,
        event.seat,
        "lie",
        did=event.number != die,
        should=float(die == 0),
        choices=[
            Choice(Announce(number, turn), float(number == best), 0.5 if number == best else 0.25)
            for number in NUMBERS
        ],
        played=NUMBERS.index(event.number),
        number=event.number,
        die=die,
    )
