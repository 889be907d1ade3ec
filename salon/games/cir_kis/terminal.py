"""Cir*Kis in the terminal: points, the Leader, and how the figures stand, in words."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from salon.games.cir_kis.board import FIGURES, Figure, mask_of
from salon.games.cir_kis.model import View
from salon.texts import Texts


def draw(view: View, texts: Texts) -> RenderableType:
    """What a window would show: everybody's points, and every figure that somebody has begun."""
    table = Table("", *texts.names)
    table.add_row("", *(str(score) for score in view.scores), style="bold")
    for figure in FIGURES:
        segments = _segments(view, figure)
        if any(segments) and (view.centre_ring or figure.name != "centre_ring"):
            table.add_row(texts.say(f"figure.{figure.name}"), *(str(n or "") for n in segments))
    return Group(table, Text(_leader(view, texts)))


def ask(view: View, texts: Texts) -> str:
    key = "first" if not view.laid and view.phase == "turn" else view.phase
    return texts.say(f"ask.{key}", n=view.round + 1)


def _segments(view: View, figure: Figure) -> list[int]:
    """How much of it each seat has."""
    glass = [0] * len(view.scores)
    for one in view.laid:
        glass[one.seat] |= mask_of(one.spaces)
    return [(mine & figure.mask).bit_count() for mine in glass]


def _leader(view: View, texts: Texts) -> str:
    if not view.laid:
        return ""
    last = view.laid[-1]
    spaces = ", ".join(map(str, last.spaces))
    return f"{texts.names[last.seat]}: {texts.say(f'piece.{last.piece}')} ({spaces})"
