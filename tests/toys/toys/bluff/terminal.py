"""Bluff drawn in the terminal: a line for each bridge, and a pawn that is seen to fall."""

from rich.console import Console
from rich.text import Text

from salon.texts import Texts
from toys.bluff.model import Event, Fell, View


def draw(view: View, texts: Texts) -> Text:
    lines = [
        f"{texts.names[seat] if seat < len(texts.names) else seat}: {'=' * pawns.plank}o"
        for seat, pawns in enumerate(view.pawns)
    ]
    return Text("\n".join(lines))


def ask(view: View, texts: Texts) -> str:
    return texts.say(f"ask.{view.phase}", die=view.die, number=view.number, roller=view.roller)


def animate(event: Event, view: View, texts: Texts, console: Console) -> None:
    if isinstance(event, Fell):
        console.print(Text(f"~ {event.seat} ~"))
