"""Every game plays its golden game as it always did."""

import pytest

from salon import games
from tests.playthroughs import playthrough


@pytest.mark.parametrize("name", games.ours())
def test_the_golden_game_goes_as_it_always_did(name: str) -> None:
    golden = (games.folder(name) / "playthrough.txt").read_text("utf-8")
    assert playthrough(games.load(name)) == golden
