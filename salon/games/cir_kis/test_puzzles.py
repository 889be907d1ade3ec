"""The puzzles of Cir*Kis: enough for a year, each with one placement that is clearly the best."""

from pathlib import Path

import pytest

from salon.core.puzzles import frames, read
from salon.games.cir_kis import learn_puzzles as learn
from salon.games.cir_kis.core import core
from salon.games.cir_kis.learn_reasons import Values, best_of
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position
from salon.games.cir_kis.search import judge

PUZZLES = read(Path(__file__).parent)


def test_there_is_one_for_every_day_of_a_year_in_whole_weeks_and_none_twice() -> None:
    assert len(PUZZLES) >= 366 and len(PUZZLES) % learn.DAYS == 0
    assert len({one.log for one in PUZZLES}) == len(PUZZLES)


def test_the_best_placement_is_better_by_the_margin_than_any_other() -> None:
    for puzzle in PUZZLES:
        for number, turn in enumerate(puzzle.turns):
            best, second = sorted(turn.odds, reverse=True)[:2]
            assert best == turn.odds[turn.best]
            least = learn.NEXT_MARGIN if number else learn.MARGIN
            assert best - second >= max(least, puzzle.margin) - 1  # they are rounded


@pytest.mark.skipif(core() is None, reason="plain Python would take minutes")
def test_a_search_finds_the_clearest_solutions_again() -> None:
    """Whatever the eye has learnt since; --check asks all of them."""
    for puzzle in sorted(PUZZLES, key=lambda one: -one.margin)[:100:20]:
        now = position(next(frames(game, puzzle)).state)
        assert now.legal().index(best_of(learn.look(now, learn.QUICK))) == puzzle.turns[0].best


def test_the_script_finds_the_same_puzzles_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "look", quickly)
    assert list(learn.one_game(1)) == list(learn.one_game(1))


def quickly(now: Position, most: int) -> Values:
    return {one.number: 100 * one.odds for one in judge(now, most // 400)}
