"""A table as text: as the terminal draws it for onlookers."""

from io import StringIO

from rich.console import Console

from salon import games
from salon.research.play import Play
from salon.terminal import Scene
from salon.texts import Texts

WIDTH = 100  # columns


def drawing(play: Play) -> str:
    """Without a colour, and without anybody's secrets."""
    name = play.setting.name
    texts = Texts("en", games.folder(name))
    texts.names = [f"seat {seat}" for seat in range(play.setting.seats)]
    paper = Console(file=StringIO(), width=WIDTH, markup=False, emoji=False, highlight=False)
    with paper.capture() as drawn:
        paper.print(Scene(name).draw(play.view(None), texts))
    return drawn.get()
