"""What the bots of Cir*Kis hope for is learnt alike wherever the games are played."""

import pytest
from rich.progress import Progress

from salon.core.spread import here, processes
from salon.games.cir_kis import learn_hope


def test_hopes_are_learnt_in_processes_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(learn_hope.GAMES, 2, 3)
    bar = Progress(disable=True)
    with processes() as spread:
        assert learn_hope.learn(2, spread, bar) == learn_hope.learn(2, here, bar)
