"""The sentences of RULES and the rulings CK1 to CK18, as tests.

A position is a list of placements, `seat piece spaces`; the spaces are numbered as in
docs/pictures/cir_kis_spaces.svg.
"""

from collections.abc import Sequence
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from salon import games
from salon.bots.random import Random
from salon.core.contract import Illegal, Result, Seat
from salon.core.luck import FastLuck
from salon.core.simulate import simulate
from salon.games.cir_kis import rules, terminal
from salon.games.cir_kis.board import COUNTS, PIECES, PLACEMENTS, Piece
from salon.games.cir_kis.model import (
    BEGIN,
    NUMBER,
    PLACE,
    Because,
    Began,
    Completed,
    Done,
    Ended,
    Event,
    FreeTurn,
    LastPiece,
    Options,
    Passed,
    Place,
    Placed,
    RoundOver,
    State,
    Wasted,
    Why,
)
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.rules import game, position
from salon.texts import Texts

LUCK = FastLuck(1)
TRIANGLE = [0, 0, 0, 0, 0, 0, 0, 0, 1]  # somebody's last piece


class Window:
    """A table on which glass can be laid by hand."""

    def __init__(self, seats: int = 3, turn: Seat = 0, **options: bool) -> None:
        self.state: State = game.start(Options(**options), seats, LUCK)
        self.state.turn = self.state.starter = turn

    def glass(self, seat: Seat, *pieces: tuple[Piece, Sequence[int]]) -> "Window":
        """Pieces that lie there already; the last one is the Leader."""
        for piece, spaces in pieces:
            number = NUMBER[Place(piece, tuple(sorted(spaces)))]
            assert not PLACEMENTS[number].mask & position(self.state).filled
            self.state.laid.append((seat, number))
            self.state.left[seat][PIECES.index(piece)] -= 1
        return self

    def wedges(self, seat: Seat, *spaces: int) -> "Window":
        """Single kites, without counting pieces."""
        for space in spaces:
            self.state.laid.append((seat, NUMBER[Place("wedge", (space,))]))
        return self

    def arrows(self, seat: Seat, *spaces: int) -> "Window":
        """Single darts, without counting pieces."""
        for space in spaces:
            self.state.laid.append((seat, NUMBER[Place("arrow", (space,))]))
        return self

    def fill(self, seat: Seat, spaces: Sequence[int]) -> "Window":
        """Single kites, darts and slivers wherever nothing lies yet, and the Leader stays."""
        leader = self.state.laid.pop() if self.state.laid else None
        taken = position(self.state).filled | (PLACEMENTS[leader[1]].mask if leader else 0)
        for one in PLACEMENTS:
            if len(one.spaces) == 1 and one.spaces[0] in spaces and not one.mask & taken:
                self.state.laid.append((seat, one.number))
        if leader:
            self.state.laid.append(leader)
        return self

    def lay(self, piece: Piece, *spaces: int) -> list[Event]:
        told = game.play(self.state, self.state.turn, Place(piece, spaces), LUCK)
        assert all(one.to is None for one in told)
        return [one.event for one in told]

    def refusal(self, piece: Piece, *spaces: int) -> str:
        with pytest.raises(Illegal) as refused:
            self.lay(piece, *spaces)
        return refused.value.key

    def places(self, piece: Piece) -> int:
        """How many there are for this piece now."""
        moves = game.moves(self.state, self.state.turn)
        return sum(isinstance(move, Place) and move.piece == piece for move in moves)

    @property
    def scores(self) -> list[int]:
        return self.state.scores


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def of(kind: type[Event], events: Sequence[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# Setting up


def test_everybody_has_twenty_pieces_in_nine_shapes() -> None:
    state = game.start(Options(), 4, LUCK)
    assert len(PIECES) == 9
    assert [sum(pieces) for pieces in state.left] == [20, 20, 20, 20]
    assert dict(zip(PIECES, COUNTS, strict=True)) == {
        "sliver": 1,
        "wedge": 3,
        "arrow": 3,
        "small_slice": 2,
        "big_slice": 2,
        "kite": 2,
        "hook": 4,
        "double_arrow": 2,
        "triangle": 1,
    }


def test_chance_draws_who_begins() -> None:
    first = {game.start(Options(), 4, FastLuck(seed)).turn for seed in range(40)}
    assert first == {0, 1, 2, 3}


# The first piece


def test_the_first_piece_covers_the_centre_star_or_the_ring_around_it() -> None:
    table = Window()
    found = {piece: table.places(piece) for piece in PIECES}
    assert found == {
        "sliver": 0,
        "wedge": 10,
        "arrow": 5,
        "small_slice": 5,
        "big_slice": 0,
        "kite": 5,
        "hook": 10,
        "double_arrow": 5,
        "triangle": 0,
    }
    assert table.refusal("wedge", 25) == "not_at_the_centre"


def test_scenario_4_a_big_slice_cannot_begin_and_a_wedge_in_the_ring_can() -> None:
    assert Window().refusal("big_slice", 25, 35, 36) == "not_at_the_centre"
    assert kinds(Window().lay("wedge", 5)) == ["Placed"]


# Following the Leader


def test_a_piece_touches_the_last_piece_played_by_anyone() -> None:
    table = Window()
    table.lay("wedge", 5)
    table.lay("wedge", 14)
    assert table.refusal("wedge", 6) == "not_at_the_leader"  # beside 5, which leads no more
    assert kinds(table.lay("arrow", 24)) == ["Placed"]


def test_scenario_5_meeting_the_leader_in_a_single_point_is_enough() -> None:
    table = Window()
    table.lay("arrow", 0)
    one, other = (PLACEMENTS[NUMBER[Place("arrow", (space,))]] for space in (0, 2))
    corners = one.around & other.mask
    assert corners  # they share the middle of the star, and no edge
    table.lay("arrow", 2)
    assert position(table.state).leader == other.number


def test_the_order_of_the_spaces_does_not_matter_and_none_counts_twice() -> None:
    table = Window()
    table.lay("wedge", 5)
    assert table.refusal("small_slice", 6, 6) == "does_not_fit"
    table.lay("hook", 6, 0)
    assert table.state.laid[-1][1] == NUMBER[Place("hook", (0, 6))]


def test_a_piece_lies_on_empty_spaces_only() -> None:
    table = Window()
    table.lay("wedge", 5)
    assert table.refusal("wedge", 5) == "filled"
    assert table.refusal("small_slice", 5, 6) == "filled"


def test_a_piece_fits_the_grooves() -> None:
    table = Window()
    table.lay("wedge", 5)
    assert table.refusal("arrow", 14) == "does_not_fit"
    assert table.refusal("double_arrow", 0, 4, 3) == "does_not_fit"
    assert table.refusal("hook", 7, 1) == "not_at_the_leader"


def test_nobody_lays_what_he_no_longer_has() -> None:
    table = Window().wedges(0, 5)
    table.state.left[0][PIECES.index("arrow")] = 0
    assert table.refusal("arrow", 0) == "none_left"


def test_one_waits_for_his_turn() -> None:
    with pytest.raises(Illegal, match="not_your_turn"):
        game.play(Window().state, 1, Place("wedge", (5,)), LUCK)


def test_hooks_and_triangles_may_be_turned_over() -> None:
    table = Window()
    assert Place("hook", (0, 5)) in game.moves(table.state, 0)
    assert Place("hook", (0, 6)) in game.moves(table.state, 0)
    assert Place("triangle", (135, 155)) in NUMBER and Place("triangle", (136, 156)) in NUMBER


# Why not here?


def test_a_question_tells_why_a_piece_cannot_cover_a_space() -> None:
    table = Window()

    def why(piece: Piece, space: int) -> str | None:
        answer: Because = game.answer(table.state, table.state.turn, Why(piece, space))
        return answer.key

    assert why("wedge", 25) == "not_at_the_centre"
    assert why("wedge", 5) is None
    table.lay("wedge", 5)
    assert why("wedge", 5) == "filled"
    assert why("arrow", 14) == "does_not_fit"  # a kite's space
    assert why("wedge", 9) == "not_at_the_leader"
    assert why("wedge", 6) is None
    table.state.left[1][PIECES.index("hook")] = 0
    assert why("hook", 6) == "none_left"
    assert game.answer(table.state, 0, Why("wedge", 6)) == Because("not_your_turn")


# Scoring


def test_who_dominates_a_completed_figure_gets_ten() -> None:
    table = Window().glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.lay("wedge", 56)
    assert table.scores == [10, 0, 0]


def test_scenario_3_a_big_slice_secures_a_circle() -> None:
    """Finished by its owner it brings 10, not 15; by another 10 and 5."""
    table = Window(turn=0).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    events = table.lay("wedge", 56)
    assert of(Completed, events) == [Completed(0, "circle_2", 0, 10, 0)]
    table = Window(turn=2).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    events = table.lay("wedge", 56)
    assert of(Completed, events) == [Completed(2, "circle_2", 0, 10, 5)]
    assert table.scores == [10, 0, 5]


def test_scenario_2_two_two_one_gives_the_finisher_five_and_nobody_ten() -> None:
    table = Window(turn=2).arrows(0, 90, 105).arrows(1, 106, 135)
    events = table.lay("arrow", 136)
    assert of(Completed, events) == [Completed(2, "star_2", None, 0, 5)]


def test_two_one_one_one_dominates() -> None:
    table = Window(4, turn=3).wedges(0, 25, 35).wedges(1, 36).wedges(2, 55)
    table.lay("wedge", 56)
    assert table.scores == [10, 0, 0, 5]


def test_scenario_1_one_piece_completes_a_star_and_a_circle() -> None:
    """Red (0) has three of the star, Green (1) three of the circle: 15 and 10; Purple (2) none."""
    piece = PLACEMENTS[NUMBER[Place("kite", (55, 56, 90))]]
    assert [figure.name for figure in piece.figures] == ["circle_2", "star_2"]
    table = Window(turn=0).arrows(0, 105, 106).arrows(2, 135, 136).wedges(1, 25, 35, 36)
    events = table.lay("kite", 55, 56, 90)
    assert table.scores == [15, 10, 0]
    assert of(Completed, events) == [
        Completed(0, "circle_2", 1, 10, 5),
        Completed(0, "star_2", 0, 10, 0),
    ]


def test_one_placement_can_complete_several_figures_each_on_its_own() -> None:
    both = [one for one in PLACEMENTS if len(one.figures) == 2]
    assert both and all(len(one.figures) <= 2 for one in PLACEMENTS)


def test_a_full_figure_stays_in_view() -> None:
    table = Window(turn=2).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.lay("wedge", 56)
    assert game.view(table.state, None).done == (Done("circle_2", 2, 0, (10, 0, 5)),)


# The Centre Ring


def test_the_centre_ring_counts_only_where_it_was_chosen() -> None:
    for chosen, points in ((False, [0, 0, 0]), (True, [15, 5, 0])):
        table = Window(turn=1, centre_ring=chosen).wedges(0, *range(5, 14))
        table.lay("wedge", 14)
        assert table.scores == points


def test_a_tied_ring_gives_the_finisher_five() -> None:
    table = Window(turn=2, centre_ring=True).wedges(0, 5, 6, 7, 8).wedges(1, 9, 10, 11, 12)
    table.wedges(2, 13)
    table.lay("wedge", 14)
    assert table.scores == [0, 0, 5]


def test_who_dominates_the_ring_and_finishes_it_gets_fifteen_only() -> None:
    table = Window(turn=0, centre_ring=True).wedges(0, *range(5, 14))
    table.lay("wedge", 14)
    assert table.scores == [15, 0, 0]


# Free turns


def surround(table: Window, *spaces: int) -> Window:
    """Everything around these spaces is filled by seat 2."""
    around = 0
    for one in PLACEMENTS:
        if len(one.spaces) == 1 and one.spaces[0] in spaces:
            around |= one.around
    return table.fill(2, [s for s in range(165) if around >> s & 1 and s not in spaces])


def test_a_piece_with_no_empty_space_around_it_earns_a_free_turn() -> None:
    table = surround(Window(turn=0).wedges(1, 48), 49)
    events = table.lay("wedge", 49)
    assert of(FreeTurn, events) == [FreeTurn(0, "enclosed")]
    assert (table.state.turn, table.state.phase) == (0, "free")


def test_a_space_that_touches_in_a_point_must_be_filled_too() -> None:
    table = surround(Window(turn=0).wedges(1, 48), 49)
    one = PLACEMENTS[NUMBER[Place("wedge", (49,))]]
    laid = table.state.laid
    edges = {17, 48}
    point = next(n for _, n in laid if PLACEMENTS[n].mask & one.around and n not in edges)
    table.state.laid = [(seat, n) for seat, n in laid if n != point]
    assert of(FreeTurn, table.lay("wedge", 49)) == []


def test_the_edge_of_the_board_needs_no_piece() -> None:
    table = surround(Window(turn=0).wedges(1, 148), 149)
    assert of(FreeTurn, table.lay("wedge", 149)) == [FreeTurn(0, "enclosed")]


def test_completing_the_centre_star_earns_a_free_turn() -> None:
    table = Window(turn=0).arrows(1, 0, 1, 2, 3)
    assert of(FreeTurn, table.lay("arrow", 4)) == [FreeTurn(0, "centre_star")]
    table = Window(turn=0).arrows(1, 90, 105, 106, 135)
    assert of(FreeTurn, table.lay("arrow", 136)) == []


def test_the_first_sliver_of_the_game_earns_a_free_turn_and_no_later_one() -> None:
    table = Window(turn=0).arrows(1, 135)
    assert of(FreeTurn, table.lay("sliver", 155)) == [FreeTurn(0, "sliver")]
    table = Window(turn=1).glass(0, ("sliver", (157,))).arrows(2, 135)
    assert of(FreeTurn, table.lay("sliver", 155)) == []


def test_a_triangle_is_no_sliver() -> None:
    table = Window(turn=0).arrows(1, 135)
    assert of(FreeTurn, table.lay("triangle", 136, 156)) == []


def test_a_free_piece_touches_any_piece_and_becomes_the_leader() -> None:
    table = Window(turn=0).wedges(2, 5).arrows(1, 135)
    table.lay("sliver", 155)
    assert table.refusal("wedge", 10) == "touches_nothing"
    table.lay("wedge", 6)
    leader = position(table.state).leader
    assert leader == NUMBER[Place("wedge", (6,))] and table.state.turn == 1


def test_a_free_turn_may_earn_another_and_one_placement_earns_one() -> None:
    table = Window(turn=0).arrows(1, 0, 1, 2, 3).arrows(2, 135)
    assert of(FreeTurn, table.lay("sliver", 155)) == [FreeTurn(0, "sliver")]
    assert of(FreeTurn, table.lay("arrow", 4)) == [FreeTurn(0, "centre_star")]
    assert (table.state.turn, table.state.phase) == (0, "free")


def test_a_free_turn_that_cannot_be_used_ends_the_turn_and_is_no_pass() -> None:
    table = Window(2, turn=0).arrows(1, 135)
    table.state.left[0] = [1, 0, 0, 0, 1, 0, 0, 0, 0]  # the Sliver, and a Big Slice too large
    table.fill(1, [s for s in range(165) if s not in (155, 5, 115)])
    events = table.lay("sliver", 155)
    assert kinds(events)[:3] == ["Placed", "FreeTurn", "Wasted"]
    assert of(Wasted, events) == [Wasted(0)]
    assert Passed(0) not in events
    assert table.state.turn == 1


def test_if_the_leader_is_enclosed_after_a_wasted_free_turn_everybody_passes() -> None:
    table = Window(2, turn=0).arrows(1, 135)
    table.state.left[0] = [1, 0, 0, 0, 1, 0, 0, 0, 0]
    table.fill(1, [s for s in range(165) if s not in (155, 5)])
    events = table.lay("sliver", 155)
    assert of(Passed, events) == [Passed(1), Passed(0)]
    assert table.state.ended == "nobody"


# Passing


def test_who_cannot_follow_passes_by_himself_and_the_leader_stays() -> None:
    table = Window(turn=0).arrows(2, 4)
    table.state.left[1] = TRIANGLE.copy()  # fits at the rim only
    events = table.lay("wedge", 5)
    assert of(Passed, events) == [Passed(1)]
    assert table.state.turn == 2
    assert position(table.state).leader == NUMBER[Place("wedge", (5,))]


def test_who_can_play_may_not_pass() -> None:
    table = Window()
    assert all(isinstance(move, Place) for move in game.moves(table.state, 0))


def test_if_all_others_pass_the_same_player_goes_on() -> None:
    table = Window(turn=0)
    table.state.left[1], table.state.left[2] = TRIANGLE.copy(), TRIANGLE.copy()
    assert of(Passed, table.lay("wedge", 5)) == [Passed(1), Passed(2)]
    assert table.state.turn == 0


def test_the_game_ends_when_all_players_in_a_row_must_pass() -> None:
    table = Window(turn=0)
    for seat in range(3):
        table.state.left[seat] = TRIANGLE.copy()
    table.state.left[0][PIECES.index("wedge")] = 1
    events = table.lay("wedge", 5)
    assert of(Passed, events) == [Passed(1), Passed(2), Passed(0)]
    assert of(Ended, events)[0].reason == "nobody"
    assert not game.moves(table.state, 0)


# The end


def nearly(table: Window, scores: list[int]) -> Window:
    table.state.scores = scores
    return table


def test_forty_points_end_the_game_after_full_scoring() -> None:
    table = nearly(Window(turn=2), [30, 0, 34])
    table.glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    events = table.lay("wedge", 56)
    assert table.scores == [40, 0, 39]
    assert game.result(table.state) == Result((0,), (40, 0, 39), "forty")
    assert kinds(events) == ["Placed", "Completed", "Ended"]


def test_if_several_reach_forty_the_highest_wins() -> None:
    table = nearly(Window(turn=2), [30, 0, 36])
    table.glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.lay("wedge", 56)
    assert game.result(table.state) == Result((2,), (40, 0, 41), "forty")


def test_the_last_piece_brings_ten_and_ends_the_game() -> None:
    table = Window(turn=0).arrows(1, 4)
    table.state.left[0] = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    events = table.lay("wedge", 5)
    assert of(LastPiece, events) == [LastPiece(0, 10)]
    assert game.result(table.state) == Result((0,), (10, 0, 0), "last_piece")


def test_a_last_piece_can_lift_its_owner_over_forty_and_over_another() -> None:
    """It lifts an opponent to 40 and its owner, with the bonus, to 45 (CK14)."""
    table = nearly(Window(turn=2), [30, 0, 30])
    table.glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.state.left[2] = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    table.lay("wedge", 56)
    assert game.result(table.state) == Result((2,), (40, 0, 45), "forty")


def test_the_end_comes_before_a_free_turn() -> None:
    table = nearly(Window(turn=0), [35, 0, 0]).arrows(0, 0, 1, 2, 3)
    events = table.lay("arrow", 4)
    assert kinds(events) == ["Placed", "Completed", "Ended"]


def test_equal_points_go_to_who_has_most_unplayed_pieces_then_are_shared() -> None:
    table = nearly(Window(turn=0), [0, 10, 5]).arrows(1, 4)
    table.state.left[0] = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    events = table.lay("wedge", 5)
    assert of(Ended, events) == [Ended((1,), "last_piece", "unplayed")]
    assert game.view(table.state, None).tie == "unplayed"
    table = nearly(Window(turn=0), [0, 10, 10]).arrows(1, 4)
    table.state.left[0] = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    table.state.left[2][PIECES.index("hook")] -= 1
    table.state.left[1][PIECES.index("hook")] -= 1
    events = table.lay("wedge", 5)
    assert of(Ended, events) == [Ended((1, 2), "last_piece", "shared")]


def test_all_three_endings_occur() -> None:
    games = [
        simulate(game, Options(), [Random(), Random()], FastLuck(seed)).result.reason
        for seed in range(120)
    ]
    assert set(games) == {"forty", "last_piece", "nobody"}


# A match


def last_wedge(table: Window) -> list[Event]:
    table.arrows(1, 4)
    table.state.left[table.state.turn] = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    return table.lay("wedge", 5)


def test_a_match_adds_rounds_until_somebody_has_a_hundred() -> None:
    table = nearly(Window(turn=0, match=True), [35, 7, 0])
    events = last_wedge(table)
    assert of(RoundOver, events) == [RoundOver(1, "forty", (45, 7, 0))]
    assert game.result(table.state) is None
    assert game.moves(table.state, 1) == (BEGIN,) and not game.moves(table.state, 0)
    told = game.play(table.state, 1, BEGIN, LUCK)
    assert [one.event for one in told] == [Began(1, 2)]
    assert (table.state.totals, table.scores) == ([45, 7, 0], [0, 0, 0])
    assert table.state.laid == [] and [sum(left) for left in table.state.left] == [20, 20, 20]


def test_the_target_is_checked_between_rounds() -> None:
    table = nearly(Window(turn=0, match=True), [35, 0, 0])
    table.state.totals = [55, 99, 0]
    events = last_wedge(table)
    assert of(Ended, events) == [Ended((0,), "hundred", None)]
    assert game.result(table.state) == Result((0,), (100, 99, 0), "hundred")


def test_the_starter_moves_one_seat_to_the_left_each_round() -> None:
    table = Window(turn=2, match=True)
    last_wedge(table)
    game.play(table.state, 0, BEGIN, LUCK)
    assert table.state.starter == 0 and table.state.turn == 0


def test_a_match_has_at_most_twelve_rounds() -> None:
    table = Window(turn=0, match=True)
    table.state.round = 12
    events = last_wedge(table)
    assert of(Ended, events) == [Ended((0,), "twelve_rounds", None)]


def test_a_round_is_begun_once_and_not_in_the_middle_of_another() -> None:
    table = Window(turn=0, match=True)
    with pytest.raises(Illegal, match="round_goes_on"):
        game.play(table.state, 0, BEGIN, LUCK)
    last_wedge(table)
    with pytest.raises(Illegal, match="begin_first"):
        table.lay("wedge", 5)


# Teams


def test_opposite_seats_are_partners_and_only_four_can_play_so() -> None:
    with pytest.raises(Illegal, match="teams_of_four"):
        game.start(Options(teams=True), 3, LUCK)
    assert game.teams(Options(teams=True), 3) == game.teams(Options(), 4) == ()
    table = nearly(Window(4, turn=0, teams=True), [10, 0, 20, 0])
    last_wedge(table)
    expected = Result((0, 2), (40, 0, 40, 0), "forty", ((0, 2), (1, 3)))  # a team has one score
    assert game.result(table.state) == expected
    assert game.teams(Options(teams=True), 4) == expected.teams


def test_dominance_stays_with_a_colour_and_a_partner_may_take_the_five() -> None:
    table = Window(4, turn=2, teams=True).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    table.lay("wedge", 56)
    assert table.scores == [10, 0, 5, 0]


def test_one_players_last_piece_ends_the_round_for_both_teams() -> None:
    table = nearly(Window(4, turn=1, teams=True), [15, 0, 0, 0])
    last_wedge(table)
    assert game.result(table.state) == Result(
        (0, 2), (15, 10, 15, 10), "last_piece", ((0, 2), (1, 3))
    )


def test_teams_share_only_when_points_and_unplayed_pieces_are_equal() -> None:
    table = nearly(Window(4, turn=1, teams=True), [10, 0, 0, 0])
    events = last_wedge(table)
    assert of(Ended, events) == [Ended((0, 2), "last_piece", "unplayed")]


# What a move promises


def test_a_view_tells_which_moves_would_bring_something() -> None:
    table = Window(turn=2).glass(0, ("big_slice", (25, 35, 36))).wedges(1, 55)
    view = game.view(table.state, 2)
    moves = game.moves(table.state, 2)
    promised = {moves[one.move]: one for one in view.prospects}
    assert promised[Place("wedge", (56,))].points == (10, 0, 5)
    assert promised[Place("wedge", (56,))].figures == ("circle_2",)
    assert game.view(table.state, 0).prospects == ()


def test_no_free_turn_is_promised_that_cannot_be_had() -> None:
    table = nearly(Window(turn=0), [35, 0, 0]).arrows(0, 0, 1, 2, 3)
    moves, promises = game.moves(table.state, 0), game.view(table.state, 0).prospects
    (promise,) = [one for one in promises if moves[one.move] == Place("arrow", (4,))]
    assert promise.points == (10, 0, 0) and promise.free is None


# Numbers


def perft(now: Position, depth: int) -> int:
    """How many sequences of so many placements there are."""
    numbers = now.legal()
    if depth == 1:
        return len(numbers)
    total = 0
    for number in numbers:
        then = now.copy()
        assert then.place(number).end is None
        total += perft(then, depth - 1)
    return total


def test_perft_from_the_start_at_two_seats() -> None:
    start = position(game.start(Options(), 2, LUCK))
    assert [perft(start, depth) for depth in (1, 2, 3)] == [40, 1_650, 58_340]


def test_what_is_offered_is_all_that_is_accepted() -> None:
    state, luck = game.start(Options(), 2, LUCK), FastLuck(5)
    while moves := game.moves(state, state.turn):
        offered = {NUMBER[move] for move in moves if isinstance(move, Place)}
        now = position(state)
        for number, place in enumerate(PLACE):
            try:
                accepted = rules._number(now, place) == number
            except Illegal:
                accepted = False
            assert accepted == (number in offered)
        game.play(state, state.turn, luck.choice(moves), luck)


def test_a_copy_shares_nothing() -> None:
    now = position(game.start(Options(), 2, LUCK))
    then = now.copy()
    then.place(then.legal()[0])
    assert now.filled == 0 and now.left == [list(COUNTS)] * 2 and now.scores == [0, 0]


def test_everybody_sees_everything() -> None:
    """So nobody at a shared screen has to look away."""
    table = Window()
    table.lay("wedge", 5)
    mine, theirs = (game.view(table.state, seat) for seat in (1, 2))
    assert game.is_open(table.state)
    assert msgspec.structs.replace(mine, seat=2, prospects=()) == theirs


def test_events_tell_what_was_laid_and_where() -> None:
    table = Window()
    assert table.lay("hook", 6, 0) == [
        Placed(0, "hook", (0, 6), "figure", ("star_0", "centre_ring"))
    ]


def test_the_terminal_shows_points_figures_and_the_leader() -> None:
    table = Window(2)
    table.lay("wedge", 5)
    table.lay("hook", 0, 6)
    view, texts = game.view(table.state, 0), Texts("en", games.folder("cir_kis"), ["Ana", "Bob"])
    console = Console(width=80, file=StringIO(), record=True)
    console.print(terminal.draw(view, texts))
    shown = console.export_text()
    assert "Centre Star" in shown and "Bob: Hook (0, 6)" in shown and "Circle" not in shown
    assert terminal.ask(view, texts).startswith("Your turn")
    assert "first piece" in terminal.ask(game.view(Window().state, 0), texts)


def test_a_view_tells_who_counts_together_and_for_how_many_points() -> None:
    alone, partners = (
        game.view(game.start(Options(teams=teams), 4, FastLuck(1)), None) for teams in (False, True)
    )
    assert alone.sides == ((0,), (1,), (2,), (3,)) and partners.sides == ((0, 2), (1, 3))
    assert (alone.goal, alone.long_goal) == (40, 100)
