"""Ciao Ciao drawn in the terminal: the bridge, the swamp, the podium."""

import time

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from salon.games.ciao_ciao.model import (
    Event,
    Fell,
    Toppled,
    View,
)
from salon.texts import Texts

SYMBOLS = "☾✿★♥♠"  # one per seat: colour never carries meaning alone
COLOURS = ("bright_blue", "bright_red", "yellow3", "magenta", "cyan3")
CELL = 6  # columns of a plank


def draw(view: View, texts: Texts) -> RenderableType:
    """The bridge as everybody sees it; of the cup only what this seat may know."""
    return Group(Text(), *_crowd(view), _planks(view), _swamp(view), *_seats(view, texts), Text())


def ask(view: View, texts: Texts) -> str:
    return texts.say(f"ask.{view.phase}", die=view.die, number=view.number, roller=view.roller)


def animate(event: Event, view: View, texts: Texts, console: Console) -> None:  # noqa: ARG001
    """A pawn that falls is seen to fall."""
    if isinstance(event, Fell | Toppled):
        with Live(console=console, refresh_per_second=20, transient=True) as live:
            for height in (3, 2, 1, 0):
                live.update(_falling(event.seat, height), refresh=True)
                time.sleep(0.15)


def _falling(seat: int, height: int) -> Text:
    air = Text("\n" * (3 - height))
    air.append("      ")
    air.append(SYMBOLS[seat] if height else "~ o ~", style=COLOURS[seat] if height else "green")
    return air


def _crowd(view: View) -> list[Text]:
    """The pawns above their planks, one row for each seat that has one."""
    rows = []
    for seat, pawns in enumerate(view.pawns):
        if pawns.plank > 0:
            row = Text(" " * (CELL * (min(pawns.plank, view.options.planks + 1) - 1) + 2))
            rows.append(row.append(SYMBOLS[seat], style=f"bold {COLOURS[seat]}"))
    return rows


def _planks(view: View) -> Text:
    row = Text()
    for plank in range(1, view.options.planks + 1):
        row.append(f"═[{plank:^2}]═"[:CELL], style="rgb(160,110,60)")
    return row.append("▟██", style="green4")


def _swamp(view: View) -> Text:
    fallen = "".join(SYMBOLS[seat] * pawns.fallen for seat, pawns in enumerate(view.pawns))
    return Text(f" ~ {' '.join(fallen)} ".ljust(CELL * view.options.planks, "~"), style="green")


def _seats(view: View, texts: Texts) -> list[Text]:
    return [_seat(view, seat, texts) for seat in range(len(view.pawns))]


def _seat(view: View, seat: int, texts: Texts) -> Text:
    """One line in words, so that nothing is told by the drawing alone."""
    pawns = view.pawns[seat]
    line = Text("▶ " if seat == view.awaited else "  ")
    line.append(f"{SYMBOLS[seat]} {texts.names[seat]}", style=f"bold {COLOURS[seat]}")
    line.append(f"   {texts.say('word.reserve')} {pawns.reserve}")
    line.append(f"   {texts.say('word.fallen')} {pawns.fallen}")
    steps = " ".join(f"▙{step}" for step in pawns.podium) or "–"
    return line.append(f"   {texts.say('word.podium')} {steps}", style="blue")
