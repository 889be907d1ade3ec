"""What was said and doubted on the bridge, beside what best play says and doubts there."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from salon.core.capabilities import Moment
from salon.core.contract import Seat
from salon.core.study import DIGITS, Choice, Decision, Feat, Forecast, Study, sum_up, weigh
from salon.games.ciao_ciao.balance import Balance, balance, position_of
from salon.games.ciao_ciao.model import (
    CROSS,
    NUMBERS,
    Announce,
    Announced,
    Believe,
    Believed,
    Doubt,
    Doubted,
    Ended,
    Event,
    State,
)

SLIP = 0.01  # odds of winning: what costs less is as good as best play

Know = Callable[[State], Balance]


class Unknown(Exception):
    """Nobody knows best play here."""


class Turn(NamedTuple):
    """An announcement, and what best play makes of the position."""

    step: int
    turn: int
    seat: Seat
    number: int
    die: int
    known: Balance

    @property
    def worth(self) -> float:
        """The roller's odds once the die lies there, in best play."""
        says, saying = self.known.says[self.die], self.known.saying[self.die]
        return sum(often * odds for often, odds in zip(says, saying, strict=True))


class Notebook:
    """Reads along, and notes every decision."""

    def __init__(self, know: Know) -> None:
        self.know = know
        self.turns: list[Turn] = []
        self.decisions: list[Decision] = []
        self.end = Forecast(0, ())

    def read(self, moment: Moment[State, Event]) -> None:
        for event in moment.events:
            if isinstance(event, Announced):
                self._announced(moment.step, moment.state, event)
            elif isinstance(event, Believed | Doubted):
                self._answered(moment.step, event.seat, doubted=isinstance(event, Doubted))
            elif isinstance(event, Ended):
                self.end = Forecast(moment.step, result(event, len(moment.state.pawns)))

    def _announced(self, step: int, state: State, event: Announced) -> None:
        assert state.die is not None  # somebody is asked first
        try:
            known = self.know(state)
        except LookupError:
            raise Unknown from None
        turn = Turn(step, state.turn, event.seat, event.number, state.die, known)
        self.turns.append(turn)
        self.decisions.append(announcement(turn))

    def _answered(self, step: int, seat: Seat, *, doubted: bool) -> None:
        self.decisions.append(answer(self.turns[-1], step, seat, doubted=doubted))

    def forecasts(self) -> list[Forecast]:
        """At the beginning of each turn, and in the end."""
        return [*(Forecast(turn.step - 1, turn.known.worths) for turn in self.turns), self.end]

    def feats(self) -> Iterator[Feat]:
        after = [one.odds for one in self.forecasts()[1:]]
        told = [self._feat(turn, odds) for turn, odds in zip(self.turns, after, strict=True)]
        for kind in ("best_bluff", "lucky_bluff", "best_doubt"):
            own = [feat for feat in told if feat and feat.kind == kind and feat.worth > SLIP]
            yield from sorted(own, key=lambda feat: feat.worth)[-1:]

    def _feat(self, turn: Turn, after: tuple[float, ...]) -> Feat | None:
        """A lie, and what it brought whoever was right, beyond what was to be expected."""
        if turn.die == turn.number:
            return None
        made = [one for one in self.decisions if one.details["turn"] == turn.turn]
        said, last = made[0], made[-1]
        bluffed = "best_bluff" if said.cost < SLIP else "lucky_bluff"
        doubted = last.kind == "doubt" and last.did
        kind, who = ("best_doubt", last) if doubted else (bluffed, said)
        worth = after[who.seat] - who.choices[who.played].odds
        details = {"number": turn.number, "die": turn.die, "roller": turn.seat}
        return Feat(kind, who.step, who.seat, round(worth, DIGITS), details)


def study_in(story: Iterable[Moment[State, Event]], know: Know | None = None) -> Study | None:
    """None where nobody knows what best play is."""
    notebook = Notebook(know or best_play)
    try:
        for moment in story:
            notebook.read(moment)
    except Unknown:
        return None
    is_exact = all(turn.known.is_exact for turn in notebook.turns)
    return sum_up(notebook.decisions, notebook.forecasts(), notebook.feats(), is_exact=is_exact)


def best_play(state: State) -> Balance:
    return balance(position_of(state))


def announcement(turn: Turn) -> Decision:
    says, saying = turn.known.says[turn.die], turn.known.saying[turn.die]
    chances = zip(NUMBERS, says, saying, strict=True)
    return weigh(
        turn.step,
        turn.seat,
        "bluff",
        did=turn.number != turn.die,
        should=1.0 if turn.die == CROSS else 1 - says[turn.die - 1],
        choices=[Choice(Announce(number, turn.turn), *chance) for number, *chance in chances],
        played=turn.number - 1,
        luck=turn.worth - turn.known.worths[turn.seat],
        number=turn.number,
        die=turn.die,
        turn=turn.turn,
    )


def answer(turn: Turn, step: int, seat: Seat, *, doubted: bool) -> Decision:
    often = turn.known.doubts[turn.number - 1][seat]
    believing, doubting = answers(turn, seat)
    return weigh(
        step,
        seat,
        "doubt",
        did=doubted,
        should=often,
        choices=[
            Choice(Believe(turn.turn), 1 - often, believing),
            Choice(Doubt(turn.turn), often, doubting),
        ],
        played=int(doubted),
        number=turn.number,
        die=turn.die,
        roller=turn.seat,
        turn=turn.turn,
    )


def answers(turn: Turn, seat: Seat) -> tuple[float, float]:
    """This seat's odds if it believes and if it doubts. Of what best play never says nobody knows
    how often it is a bluff: there neither is better."""
    known, said = turn.known, turn.number - 1
    odds = known.believing[said][seat], known.doubting[said][seat]
    return odds if any(row[said] > 0 for row in known.says) else (max(odds), max(odds))


def result(ended: Ended, seats: int) -> tuple[float, ...]:
    """Who shares a victory has a part of it."""
    part = 1 / len(ended.winners)
    return tuple(part if seat in ended.winners else 0.0 for seat in range(seats))
