"""What was said and doubted on the bridge, beside what best play says and doubts there."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from salon.core.capabilities import Moment
from salon.core.contract import Seat
from salon.core.study import DIGITS, EQUAL, Choice, Decision, Feat, Forecast, Study, sum_up, weigh
from salon.games.ciao_ciao.balance import (
    DIE,
    Balance,
    Position,
    along,
    balance,
    doubted,
    position_of,
)
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

SLIP = 0.01  # odds of winning: what brings less is not worth telling

Know = Callable[[State], Balance]
Odds = tuple[float, ...]  # by seat


class Unknown(Exception):
    """Nobody knows best play here."""


class Turn(NamedTuple):
    """An announcement, and what best play makes of the position."""

    step: int
    turn: int
    seat: Seat
    number: int
    die: int
    position: Position
    known: Balance

    def worth(self, die: int) -> float:
        """The roller's odds once the die lies so, in best play."""
        says, saying = self.known.says[die], self.known.saying[die]
        return sum(often * odds for often, odds in zip(says, saying, strict=True))

    @property
    def luck(self) -> float:
        """What this fall of the die is worth beyond the average of all."""
        average = sum(rate * self.worth(die) for die, rate in enumerate(DIE))
        return self.worth(self.die) - average


class Notebook:
    """Reads along, and notes every decision."""

    def __init__(self, know: Know) -> None:
        self.know = know
        self.turns: list[Turn] = []
        self.decisions: list[Decision] = []
        self.odds: dict[int, Odds] = {}  # after so many steps: everybody's, the die known

    def read(self, moment: Moment[State, Event]) -> None:
        for event in moment.events:
            if isinstance(event, Announced):
                self._announced(moment.step, moment.state, event)
            elif isinstance(event, Believed | Doubted):
                self._answered(moment.step, event.seat, doubts=isinstance(event, Doubted))
            elif isinstance(event, Ended):
                self.odds[moment.step] = result(event, len(moment.state.pawns))

    def _announced(self, step: int, state: State, event: Announced) -> None:
        assert state.die is not None  # somebody is asked first
        try:
            known = self.know(state)
        except LookupError:
            raise Unknown from None
        position = position_of(state)
        turn = Turn(step, state.turn, event.seat, event.number, state.die, position, known)
        self.turns.append(turn)
        self.decisions.append(announcement(turn))
        self.odds[step - 1] = known.worths  # before the die fell
        self.odds[step], *self._if_believed = along(position, turn.number, turn.die)

    def _answered(self, step: int, seat: Seat, *, doubts: bool) -> None:
        turn = self.turns[-1]
        self.decisions.append(answer(turn, step, seat, doubts=doubts))
        believed = self._if_believed.pop(0)
        self.odds[step] = (
            doubted(turn.position, turn.number, turn.die, seat) if doubts else believed
        )

    def forecasts(self) -> list[Forecast]:
        return [Forecast(step, odds) for step, odds in sorted(self.odds.items())]

    def feats(self) -> Iterator[Feat]:
        told = [self._feat(turn) for turn in self.turns]
        for kind in ("best_bluff", "lucky_bluff", "best_doubt", "lucky_doubt"):
            own = [feat for feat in told if feat and feat.kind == kind and feat.worth > SLIP]
            yield from sorted(own, key=lambda feat: feat.worth)[-1:]

    def _feat(self, turn: Turn) -> Feat | None:
        """A lie, and how far the answers to it raised the odds of whoever was right."""
        if turn.die == turn.number:
            return None
        made = [one for one in self.decisions if one.details["turn"] == turn.turn]
        said, last = made[0], made[-1]
        was_caught = last.kind == "doubt" and last.did
        what, who = ("doubt", last) if was_caught else ("bluff", said)
        kind = f"best_{what}" if who.cost < EQUAL else f"lucky_{what}"
        before = max(step for step in self.odds if step < last.step) if was_caught else said.step
        worth = self.odds[last.step][who.seat] - self.odds[before][who.seat]
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
        luck=turn.luck,
        number=turn.number,
        die=turn.die,
        turn=turn.turn,
    )


def answer(turn: Turn, step: int, seat: Seat, *, doubts: bool) -> Decision:
    often = turn.known.doubts[turn.number - 1][seat]
    believing, doubting = answers(turn, seat)
    return weigh(
        step,
        seat,
        "doubt",
        did=doubts,
        should=often,
        choices=[
            Choice(Believe(turn.turn), 1 - often, believing),
            Choice(Doubt(turn.turn), often, doubting),
        ],
        played=int(doubts),
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
