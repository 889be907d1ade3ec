"""A table in the terminal: one person against bots, moves chosen from a list."""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import structs
from rich.console import Console, RenderableType
from rich.pretty import Pretty
from rich.prompt import Prompt
from rich.text import Text

from salon import games
from salon.core import fairness
from salon.core.contract import Result, Seat, Told
from salon.core.luck import FastLuck
from salon.core.refusal import Refusal
from salon.core.table import Moved, Record, Table, open_record, read_entry
from salon.core.walks import text_fields
from salon.games import AnyBot, AnyGame
from salon.texts import Texts

PAUSE = 0.8  # seconds in which a person can follow what a bot did

AnyTable = Table[Any, Any, Any, Any, Any]


class Scene:
    """How a game looks here: its folder's terminal.py if it has one, else the bare view."""

    def __init__(self, name: str) -> None:
        own = games.part(name, "terminal")
        self._own: Any = import_module(own) if find_spec(own) else None

    def draw(self, view: Any, texts: Texts) -> RenderableType:
        drawn: RenderableType = self._own.draw(view, texts) if self._own else Pretty(view)
        return drawn

    def ask(self, view: Any, texts: Texts) -> str:
        return str(self._own.ask(view, texts)) if self._own else texts.say("terminal.choose")

    def animate(self, event: Any, view: Any, texts: Texts, console: Console) -> None:
        if self._own and console.is_terminal:
            self._own.animate(event, view, texts, console)


class Evening:
    """One person's table: who sits where, and what is shown."""

    def __init__(
        self,
        table: AnyTable,
        me: Seat,
        bots: Sequence[AnyBot],
        *,
        texts: Texts,
        console: Console,
        ask: Callable[[str], str],
        pause: float = PAUSE,
    ) -> None:
        self.table = table
        self.me = me
        self.bots = bots  # by seat; mine is not used
        self.texts = texts
        self.console = console
        self.ask = ask
        self.pause = pause if console.is_terminal else 0
        self.scene = Scene(table.game.name)
        self.luck = FastLuck(fairness.new_secret())

    def play(self) -> None:
        """To the end."""
        check_list(self.table.game)
        commitment = self.table.fairness.commitment
        self.console.print(self.texts.say("terminal.fair", commitment=commitment), style="dim")
        while self.table.game.result(self.table.state) is None:
            self._step()
        self._show_end()

    def _step(self) -> None:
        game, state = self.table.game, self.table.state
        if self.me in game.awaited(state):
            self._tell(self.table.play(self.me, self._choose()))
            return
        for seat in sorted(game.awaited(state)):
            moves = game.moves(state, seat)
            move = self.bots[seat].choose(game.view(state, seat), moves, self.luck)
            self._tell(self.table.play(seat, move or moves[0]))
            return
        clock = self.table.can.clock(state)
        assert clock is not None, "the laws: a table waits for somebody or for the clock"
        tick = self.table.due(clock)
        assert tick is not None
        self._tell(self.table.accept(self.table.judge(tick)))

    def _choose(self) -> Any:
        game, state = self.table.game, self.table.state
        view, moves = game.view(state, self.me), game.moves(state, self.me)
        self.console.print(self.scene.draw(view, self.texts))
        self.console.print(Text(self.scene.ask(view, self.texts), style="bold"))
        for number, move in enumerate(moves, 1):
            self.console.print(numbered(number, self.texts.tell("move", move)))
        return moves[self._number(len(moves)) - 1]

    def _number(self, last: int) -> int:
        while True:
            answer = self.ask(self.texts.say("terminal.choose")).strip()
            if answer.isdecimal() and 1 <= int(answer) <= last:
                return int(answer)
            self.console.print(self.texts.say("terminal.choose_again", last=last), style="yellow")

    def _tell(self, told: list[Told[Any]]) -> None:
        """Only what this person may know."""
        for one in told:
            if one.to is None or self.me in one.to:
                view = self.table.game.view(self.table.state, self.me)
                self.console.print(Text(self.texts.tell("event", one.event)))
                self.scene.animate(one.event, view, self.texts, self.console)
        time.sleep(self.pause)

    def _show_end(self) -> None:
        result = self.table.game.result(self.table.state)
        assert result is not None
        view = self.table.game.view(self.table.state, self.me)
        self.console.print(self.scene.draw(view, self.texts))
        for seat, score in enumerate(result.scores):
            mark = "★" if seat in result.winners else " "
            self.console.print(f" {mark} {self.texts.names[seat]}: {score}")
        self._tell_why(result)
        secret = self.table.fairness.secret
        self.console.print(self.texts.say("terminal.revealed", secret=secret), style="dim")

    def _tell_why(self, result: Result) -> None:
        if (key := f"reason.{result.reason}") in self.texts.texts:
            self.console.print(self.texts.say(key, **structs.asdict(result)))


def new_console() -> Console:
    """Where texts are printed as they are: what people are called is no markup, and no emoji."""
    return Console(markup=False, emoji=False, highlight=False)


def numbered(number: int, choice: str) -> Text:
    return Text.assemble("  ", (str(number), "bold"), f"  {choice}")


def check_list(game: AnyGame) -> None:
    """Whether all moves of this game can be chosen from a list: none holds free text."""
    kinds = getattr(game.types.move, "__args__", (game.types.move,))
    if any(text_fields(kind) for kind in kinds):
        raise Refusal("not_a_list")


def tell_story(record: Record, texts: Texts, console: Console, until: int | None = None) -> None:
    """What happened at a finished table: everything, for after the end nothing is secret."""
    game = games.load(record.game)
    table = open_record(game, record)
    last = len(record.entries)
    if until is not None and not 0 <= until <= last:
        raise Refusal("no_such_step", last=last, step=until)
    for number, written in enumerate(record.entries[:until], 1):
        entry = read_entry(game, written)
        mover = f"{texts.names[entry.seat]}: " if isinstance(entry, Moved) else ""
        did = texts.tell("move", entry.move) if isinstance(entry, Moved) else type(entry).__name__
        console.print(Text(f"{number:4}  {mover}{did}", style="dim"))
        for one in table.redo(entry):
            whom = "" if one.to is None else f"({_names(one.to, texts)}) "
            console.print(Text(f"      {whom}{texts.retell(one.event)}"))
    view = game.view(table.state, None)
    console.print(Scene(game.name).draw(view, texts))


def _names(seats: frozenset[Seat], texts: Texts) -> str:
    return ", ".join(texts.names[seat] for seat in sorted(seats))


def prompt(console: Console) -> Callable[[str], str]:
    """Questions asked at this console."""
    return lambda question: Prompt.ask(Text(question), console=console)
