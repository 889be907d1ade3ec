"""What is told with a smile when the window is full, and the window itself to keep."""

import msgspec
import pytest

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.games.cir_kis.keepsakes import COLOURS, SIZE, picture
from salon.games.cir_kis.model import (
    Completed,
    Ended,
    Event,
    FreeTurn,
    LastPiece,
    Placed,
    State,
    Wasted,
)
from salon.games.cir_kis.rules import game
from salon.games.cir_kis.test_rules import Window
from salon.texts import LANGUAGES
from tests.awards import Evening, sentence

KILOBYTES = 6.5


def awards(*moments: tuple[State, list[Event]]) -> dict[str, Award]:
    story = (Moment(step, *moment) for step, moment in enumerate(moments, 1))
    return {one.kind: one for one in game.awards(story)}


def in_words(award: Award) -> str:
    for language in LANGUAGES:
        assert "award" not in sentence("cir_kis", award, language)
    return sentence("cir_kis", award)


def lays(seat: Seat, *more: Event) -> tuple[State, list[Event]]:
    """A piece somewhere, and what came of it."""
    return Window().wedges(seat, 5).state, [Placed(seat, "wedge", (5,), "between", ()), *more]


def won(*winners: Seat) -> Ended:
    return Ended(winners, "forty", None)


def standing(*scores: int) -> tuple[State, list[Event]]:
    state = Window(len(scores)).state
    state.scores = list(scores)
    return state, []


def test_a_figure_whose_last_piece_turned_it_is_stolen() -> None:
    table = Window(turn=0).wedges(0, 25).wedges(1, 35, 36)
    events = table.lay("small_slice", 55, 56)
    magpie = awards((table.state, events))["magpie"]
    assert magpie.seats == (0,)
    said = (
        "With the very last piece of it, Ana0 snatched Circle 2 east from under the nose of Ana1."
    )
    assert in_words(magpie) == said


def test_a_figure_that_was_one_s_own_already_is_not_stolen() -> None:
    table = Window(turn=0).wedges(0, 25, 55).wedges(1, 35)
    assert "magpie" not in awards((table.state, table.lay("wedge", 36)), (table.state, []))
    table = Window(turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    assert "magpie" not in awards((table.state, table.lay("wedge", 56)))


def test_a_partner_is_not_robbed() -> None:
    table = Window(4, turn=0, teams=True).wedges(0, 25).wedges(2, 35, 36)
    assert "magpie" not in awards((table.state, table.lay("small_slice", 55, 56)))


def test_a_theft_that_ends_the_game_weighs_more() -> None:
    def theft(score: int) -> Award:
        table = Window(turn=0).wedges(0, 25, 55).wedges(1, 35, 36)
        table.state.scores[0] = score
        return awards((table.state, table.lay("wedge", 56)))["magpie"]

    assert theft(30).weight > theft(0).weight


def test_the_most_that_one_piece_brought_is_a_masterstroke() -> None:
    table = Window(turn=0).arrows(0, 105, 106).arrows(2, 135, 136).wedges(1, 25, 35, 36)
    found = awards((table.state, table.lay("kite", 55, 56, 90)))
    assert in_words(found["masterstroke"]) == "15 points with a single piece: Ana0."
    last = awards(lays(1, Completed(1, "circle_1", 1, 10, 0), LastPiece(1, 10)))
    assert last["masterstroke"].details == {"n": 20}


def test_figures_that_others_completed_for_somebody_are_served() -> None:
    figures = ("circle_1", "circle_2", "star_1")
    found = awards(*(lays(0, Completed(0, figure, 1, 10, 5)) for figure in figures))
    assert in_words(found["served"]) == "Others kindly completed 3 figures for Ana1."
    assert "astronomer" not in found


def test_stars_are_counted_for_who_has_most_of_them() -> None:
    found = awards(*(lays(2, Completed(2, figure, 2, 10, 0)) for figure in ("star_1", "star_4")))
    assert in_words(found["astronomer"]) == "Ana2 reached for the stars, and has 2 of them."


def test_the_heart_is_told_with_how_much_of_it_somebody_has() -> None:
    table = Window(turn=1).arrows(1, 0, 1, 2).arrows(0, 3)
    heart = awards((table.state, table.lay("arrow", 4)))["heart"]
    assert in_words(heart) == "Ana1 held the heart of the window: 4 of its five panes."


def test_free_turns_count_if_something_can_be_done_with_them() -> None:
    free: list[Event] = [FreeTurn(1, "enclosed")]
    found = awards(lays(1, *free), lays(1, *free), lays(0, FreeTurn(0, "sliver"), Wasted(0)))
    assert in_words(found["free_spirit"]).startswith("Ana1 earned 2 free turns.")


def test_patience_is_told_of_who_won() -> None:
    pieces = [lays(0)] * 8
    point = lays(0, Completed(0, "circle_1", 0, 10, 0), won(0))
    assert "laid 8 pieces in a row without a single point" in in_words(
        awards(*pieces, point)["patient"]
    )
    assert "patient" not in awards(*pieces, lays(1, won(1)))


def test_points_that_others_bring_end_the_wait() -> None:
    brought = lays(1, Completed(1, "circle_1", 0, 10, 5))
    assert "patient" not in awards(*[lays(0)] * 4, brought, *[lays(0)] * 4, lays(1, won(0)))


def test_a_comeback_is_told_with_how_far_behind_it_began() -> None:
    found = awards(standing(0, 25, 10), standing(40, 35, 10), lays(0, won(0)))
    assert in_words(found["comeback"]) == "Ana0 was 25 points behind, and won."
    assert "comeback" not in awards(standing(0, 25, 10), lays(1, won(1)))


def test_partners_come_back_together() -> None:
    table = Window(4, teams=True).state
    table.scores = [0, 10, 5, 5]
    found = awards((table, []), (table, [won(0, 2)]))
    assert in_words(found["comeback"]) == "Ana0 and Ana2 were 10 points behind, and won."


def test_where_nothing_happened_there_is_nothing_to_tell() -> None:
    assert awards() == awards(lays(0), lays(1), lays(2, won(2))) == {}


# The window


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_window_is_a_small_picture_of_whole_numbers(seats: int) -> None:
    evening = Evening("cir_kis", seats, seats)
    assert list(evening)
    kept = list(game.keepsakes(evening.table.state))
    assert len(msgspec.json.encode(kept)) < 1_024 * KILOBYTES
    points = [number for shape in kept[0].shapes for number in shape.points]
    assert {type(number) for number in points} == {int}
    assert 0 <= min(points) < max(points) <= SIZE


def test_every_piece_lies_in_the_window_in_its_colour() -> None:
    table = Window().glass(1, ("big_slice", (25, 35, 36))).wedges(0, 55)
    shapes = picture(table.state).shapes
    assert [shape.fill for shape in shapes[-2:]] == [COLOURS[1], COLOURS[0]]
    assert len(shapes[-1].points) == 8  # a kite


def test_an_empty_window_has_its_circles_and_stars_and_the_frame() -> None:
    shapes = picture(Window().state).shapes
    assert len([one for one in shapes if len(one.points) == 20]) == 10 + 6  # ten corners each
    assert shapes[0].fill == "#463b52"
