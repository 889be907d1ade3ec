"""The sentences of RULES and the rulings CC1 to CC29, as tests.

A position is written seat by seat: `4+5{2}` is a pawn on plank 4, five in reserve and one on
step 2 of the podium; `-` is no pawn on the bridge. What is missing of seven has fallen.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from salon import games
from salon.bots.random import Random
from salon.core.capabilities import Moment, Truth
from salon.core.contract import Illegal, Result
from salon.core.luck import FastLuck
from salon.core.simulate import simulate
from salon.games.ciao_ciao.model import (
    CROSS,
    FACES,
    PAWNS,
    Advanced,
    Announce,
    Announced,
    Believe,
    Crossed,
    Doubt,
    Doubted,
    Drop,
    Ended,
    Event,
    Fell,
    Looked,
    Options,
    Pawns,
    RanOut,
    Rolled,
    State,
    Story,
    ThirdCrossed,
    Toppled,
    TurnBegan,
    WalkedOver,
)
from salon.games.ciao_ciao.rules import game
from salon.texts import LANGUAGES, Texts

LUCK = FastLuck(1)


def lay(position: str, *, die: int, roller: int = 0, arrivals: int = 0, **options: Any) -> State:
    """A table at the start of a turn."""
    pawns = [_seat(text) for text in position.split()]
    return State(
        options=Options(**options),
        pawns=pawns,
        roller=roller,
        turn=1,
        awaited=roller,
        die=die,
        arrivals=max([arrivals, *(step for seat in pawns for step in seat.podium)]),
    )


def _seat(text: str) -> Pawns:
    parts = re.fullmatch(r"(-|\d+)(?:\+(\d))?(?:\{([\d,]+)\})?", text)
    assert parts, text
    plank = 0 if parts[1] == "-" else int(parts[1])
    reserve = int(parts[2] or 0)
    podium = tuple(int(step) for step in (parts[3] or "").split(",") if step)
    return Pawns(plank, reserve, podium, PAWNS - (plank > 0) - reserve - len(podium))


def show(state: State) -> str:
    return " ".join(
        ("-" if p.plank == 0 else str(p.plank))
        + (f"+{p.reserve}" if p.reserve else "")
        + (f"{{{','.join(map(str, p.podium))}}}" if p.podium else "")
        for p in state.pawns
    )


def go(state: State, *moves: str) -> Story:
    """Moves as words: `0 says 3`, `1 believes`, `2 doubts`, `2 drops 5`."""
    story: Story = []
    for words in moves:
        seat, verb, *number = words.split()
        turn = state.turn
        move: Announce | Believe | Doubt | Drop
        if verb == "says":
            move = Announce(int(number[0]), turn)  # type: ignore[arg-type]
        elif verb == "drops":
            move = Drop(int(number[0]), turn)
        else:
            move = Believe(turn) if verb == "believes" else Doubt(turn)
        story += game.play(state, int(seat), move, LUCK)
        assert game.flaw(state) is None
    return story


def events(story: Story) -> list[Any]:
    return [told.event for told in story]


# Set-up


def test_everybody_starts_with_one_pawn_on_plank_one_and_six_in_reserve() -> None:
    state = game.start(Options(), 3, FastLuck(7))
    assert show(state) == "1+6 1+6 1+6"
    assert state.phase == "announce" and state.awaited == state.roller
    assert state.arrivals == 0


@pytest.mark.parametrize("planks", [6, 9, 12])
def test_the_bridge_has_nine_planks_unless_six_or_twelve_are_chosen(planks: int) -> None:
    """CC1."""
    assert Options().planks == 9
    state = lay("5+6 1+6", die=1, planks=planks)
    state.pawns[0].plank = planks - 1
    go(state, "0 says 1", "1 believes")
    assert show(state) == f"{planks}+6 1+6"


def test_the_first_player_is_random() -> None:
    """CC27."""
    first = {game.start(Options(), 4, FastLuck(seed)).roller for seed in range(60)}
    assert first == {0, 1, 2, 3}


def test_the_die_has_the_faces_one_two_three_four_and_two_crosses() -> None:
    assert sorted(FACES) == [CROSS, CROSS, 1, 2, 3, 4]


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_sit_at_the_table(seats: int) -> None:
    assert list(game.seats) == [2, 3, 4, 5]
    with pytest.raises(Illegal, match="seats"):
        simulate(game, Options(), [Random()] * seats, LUCK)


# The turn


def test_scenario_2_a_believed_bluff_on_a_cross_moves_the_pawn_and_is_never_revealed() -> None:
    state = lay("1+6 1+6 1+6", die=CROSS)
    story = go(state, "0 says 3", "1 believes", "2 believes")
    assert show(state) == "4+6 1+6 1+6"
    assert state.roller == 1
    assert state.opened is None
    assert not [event for event in events(story) if isinstance(event, Looked)]


def test_scenario_3_the_doubter_falls_when_the_announcer_told_the_truth() -> None:
    state = lay("4+6 1+6 1+6", die=2)
    story = go(state, "0 says 2", "1 believes", "2 doubts")
    assert show(state) == "6+6 1+6 1+5"
    assert Fell(2, 1) in events(story)


def test_scenario_4_crossing_means_going_beyond_the_last_plank() -> None:
    """CC2: 4 and 4 from plank 1 stay on plank 9; from there any number crosses."""
    state = lay("1+6 -{1}", die=4, arrivals=1)
    go(state, "0 says 4", "1 believes")
    state.die = 4
    go(state, "0 says 4", "1 believes")
    assert show(state) == "9+6 -{1}"
    state.die = 1
    go(state, "0 says 1", "1 believes")
    assert show(state) == "1+5{2} -{1}"


def test_scenario_5_surplus_points_are_lost() -> None:
    state = lay("8+6 1+6", die=4)
    go(state, "0 says 4", "1 believes")
    assert show(state) == "1+5{1} 1+6"


def test_the_pawn_moves_before_anybody_answers() -> None:
    """CC3."""
    state = lay("4+6 1+6", die=2)
    story = go(state, "0 says 3")
    assert state.pawns[0].plank == 7
    assert events(story)[0] == Announced(0, 3, 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_announcement_names_a_plank_that_the_bridge_has_not(language: str) -> None:
    state = lay("8+6 1+6", die=3)
    told = events(go(state, "0 says 3"))[0]
    texts = Texts(language, games.folder("ciao_ciao"), ["Ana", "Bob"])
    assert told == Announced(0, 3, 11, across=True)
    assert "11" not in texts.tell("event", told)
    assert "11" in texts.tell("event", Announced(0, 3, 11))


def test_a_pawn_that_left_the_bridge_waits_on_the_far_bank_until_all_have_answered() -> None:
    """CC3."""
    state = lay("8+6 1+6 1+6", die=3)
    go(state, "0 says 3", "1 believes")
    assert show(state) == "11+6 1+6 1+6"
    go(state, "2 believes")
    assert show(state) == "1+5{1} 1+6 1+6"


def test_a_crossing_announcement_can_be_doubted() -> None:
    """CC4."""
    state = lay("9+6{1,2} 1+6", die=CROSS)
    go(state, "0 says 1", "1 doubts")
    assert game.result(state) is None
    assert show(state) == "1+5{1,2} 2+6"


@pytest.mark.parametrize("die", [CROSS, 1, 3, 4])
def test_any_announcement_that_differs_from_the_die_is_a_bluff(die: int) -> None:
    """CC5."""
    state = lay("1+6 1+6", die=die)
    assert Doubted(1, 0, 2, truth=False) in events(go(state, "0 says 2", "1 doubts"))


@pytest.mark.parametrize("die", FACES)
def test_a_number_from_one_to_four_must_always_be_announced(die: int) -> None:
    """CC6."""
    state = lay("1+6 1+6", die=die)
    assert game.moves(state, 0) == tuple(Announce(number, 1) for number in (1, 2, 3, 4))
    for number in (-1, 0, 5):
        with pytest.raises(Illegal, match="not_now"):
            go(state, f"0 says {number}")


# Believing and doubting


def test_answers_go_clockwise_from_the_announcers_left_and_each_answers_once() -> None:
    """CC7."""
    state = lay("1+6 1+6 1+6 1+6", die=1, roller=2)
    asked = []
    go(state, "2 says 1")
    while state.phase == "answer":
        assert game.awaited(state) == frozenset({state.awaited})
        asked.append(state.awaited)
        go(state, f"{state.awaited} believes")
    assert asked == [3, 0, 1]


def test_the_first_doubt_ends_the_questions() -> None:
    """CC7."""
    state = lay("1+6 1+6 1+6", die=1)
    go(state, "0 says 1", "1 doubts")
    assert state.phase == "announce" and state.roller == 1


def test_who_has_neither_a_pawn_on_the_bridge_nor_on_the_podium_is_not_asked() -> None:
    """CC8."""
    state = lay("1+6 - -{1} 1+6", die=1)
    go(state, "0 says 1")
    assert state.awaited == 2
    with pytest.raises(Illegal, match="not_asked"):
        go(state, "1 doubts")


def test_without_pawns_in_play_one_may_doubt_as_long_as_one_pawn_is_on_the_podium() -> None:
    """CC8."""
    state = lay("1+6 -{3}", die=1)
    go(state, "0 says 2", "1 doubts")
    assert show(state) == "1+5 -{3}"


def looked(story: Story) -> list[tuple[int, frozenset[int] | None]]:
    return [(told.event.die, told.to) for told in story if isinstance(told.event, Looked)]


def test_only_roller_and_doubter_see_the_die_of_a_caught_bluff() -> None:
    """CC9."""
    state = lay("1+6 1+6 1+6", die=3)
    story = go(state, "0 says 2", "1 doubts")
    assert looked(story) == [(3, frozenset({0, 1}))]
    seen = [game.view(state, seat).opened for seat in (0, 1, 2, None)]
    assert [opened and opened.die for opened in seen] == [3, 3, None, None]


def test_the_die_of_a_doubted_truth_is_plain_to_everybody() -> None:
    """CC9."""
    state = lay("1+6 1+6 1+6", die=2)
    story = go(state, "0 says 2", "1 doubts")
    assert looked(story) == [(2, None)]
    seen = [game.view(state, seat).opened for seat in (0, 1, 2, None)]
    assert [opened and opened.die for opened in seen] == [2, 2, 2, 2]


def test_with_reveal_everyone_all_see_the_die_of_a_caught_bluff() -> None:
    """CC9, option."""
    state = lay("1+6 1+6 1+6", die=3, reveal="everyone")
    assert looked(go(state, "0 says 2", "1 doubts")) == [(3, None)]
    opened = game.view(state, None).opened
    assert opened and opened.die == 3


def test_what_was_seen_in_the_cup_stays_in_view_until_the_next_announcement() -> None:
    state = lay("1+6 1+6 1+6", die=3)
    go(state, "0 says 2", "1 doubts")
    assert game.view(state, 1).opened is not None
    go(state, "1 says 2")
    assert game.view(state, 1).opened is None


def test_the_roller_alone_sees_the_die_before_a_doubt() -> None:
    state = lay("1+6 1+6 1+6", die=3, roller=1)
    assert [game.view(state, seat).die for seat in (0, 1, 2, None)] == [None, 3, None, None]
    go(state, "1 says 3", "2 believes")
    assert [game.view(state, seat).die for seat in (0, 1, 2, None)] == [None, 3, None, None]


def test_the_roll_is_told_to_the_roller_alone() -> None:
    state = lay("1+6 1+6 1+6", die=3)
    story = go(state, "0 says 3", "1 believes", "2 believes")
    assert [told.to for told in story if isinstance(told.event, Rolled)] == [frozenset({1})]


def test_when_nobody_doubts_the_die_is_never_shown_to_anyone() -> None:
    state = lay("1+6 1+6", die=3)
    story = go(state, "0 says 3", "1 believes")
    assert looked(story) == []
    assert game.view(state, 1).opened is None and game.view(state, 0).die is None


def test_pushing_is_not_a_choice() -> None:
    """CC10: the fall happens in the same step as the doubt."""
    state = lay("1+6 5+6", die=3)
    assert Fell(1, 5) in events(go(state, "0 says 3", "1 doubts"))


def test_a_wrongly_doubted_announcer_keeps_the_advance_and_the_podium_place() -> None:
    """CC11."""
    state = lay("8+6 5+6", die=3)
    go(state, "0 says 3", "1 doubts")
    assert show(state) == "1+5{1} 1+5"


def test_a_wrong_doubter_loses_the_bridge_pawn_and_keeps_the_podium() -> None:
    """CC12."""
    state = lay("1+6 4+5{1}", die=1)
    go(state, "0 says 1", "1 doubts")
    assert show(state) == "2+6 1+4{1}"


def test_scenario_6_without_a_pawn_in_play_the_highest_step_falls_and_stays_empty() -> None:
    """CC13, CC14, CC15."""
    state = lay("8+6 1+6 -{2,5}", die=1)
    story = go(state, "0 says 1", "1 believes", "2 doubts")
    assert show(state) == "9+6 1+6 -{2}"
    assert Toppled(2, 5) in events(story)
    state.roller, state.awaited, state.die = 0, 0, 1
    go(state, "0 says 1", "1 believes", "2 believes")
    assert show(state) == "1+5{6} 1+6 -{2}"


def test_scenario_6_a_right_doubter_without_bridge_pawn_moves_nothing() -> None:
    """CC17."""
    state = lay("4+6 1+6 -{2,5}", die=2)
    go(state, "0 says 1", "1 believes", "2 doubts")
    assert show(state) == "1+5 1+6 -{2,5}"


def test_with_podium_fall_owner_the_doubter_chooses_after_the_announcer_is_settled() -> None:
    """CC13, option."""
    state = lay("9+6 1+6 -{2,5}", die=1, podium_fall="owner")
    go(state, "0 says 1", "1 believes", "2 doubts")
    assert show(state) == "1+5{6} 1+6 -{2,5}"
    assert game.moves(state, 2) == (Drop(2, 1), Drop(5, 1))
    assert [opened and opened.die for opened in [game.view(state, None).opened]] == [1]
    assert Toppled(2, 2) in events(go(state, "2 drops 2"))
    assert show(state) == "1+5{6} 1+6 -{5}"
    assert state.roller == 1


def test_with_podium_fall_owner_a_single_podium_pawn_falls_without_asking() -> None:
    """CC13, option."""
    state = lay("1+6 -{5}", die=1, podium_fall="owner")
    go(state, "0 says 1", "1 doubts")
    assert state.pawns[1].podium == ()


def test_with_podium_fall_owner_the_choice_comes_before_the_end_check() -> None:
    """CC13: the last pawn on the bridge crosses, and only the choice ends the table."""
    state = lay("9 -{1,2}", die=1, podium_fall="owner")
    go(state, "0 says 1", "1 doubts")
    assert game.result(state) is None and state.phase == "drop"
    go(state, "1 drops 1")
    assert game.result(state) == Result((0,), (3, 2), "points")


def test_nobody_can_drop_a_step_that_is_not_theirs() -> None:
    state = lay("9+6{1} 1+6 -{2,5}", die=1, podium_fall="owner")
    go(state, "0 says 1", "1 believes", "2 doubts")
    with pytest.raises(Illegal, match="not_now"):
        go(state, "2 drops 1")
    with pytest.raises(Illegal, match="not_asked"):
        go(state, "0 drops 1")


def test_the_next_arrival_takes_the_next_number_even_when_lower_steps_are_empty() -> None:
    """CC15."""
    state = lay("9+6 1+6", die=1, arrivals=4)
    go(state, "0 says 1", "1 believes")
    assert show(state) == "1+5{5} 1+6"


def test_a_right_doubter_advances_by_the_announced_number() -> None:
    """CC16."""
    state = lay("1+6 4+6", die=1)
    story = go(state, "0 says 3", "1 doubts")
    assert Advanced(1, 3, 7) in events(story)
    assert show(state) == "1+5 7+6"


def test_a_right_doubter_may_win_with_the_third_pawn() -> None:
    """CC16."""
    state = lay("1+6{3} 8+4{1,2}", die=CROSS)
    story = go(state, "0 says 4", "1 doubts")
    assert ThirdCrossed(1) in events(story)
    assert game.result(state) == Result((1,), (3, 3), "third_pawn")


def test_on_a_caught_bluff_first_the_bluffer_falls_then_the_doubter_advances() -> None:
    """CC18."""
    state = lay("3+6 8+6", die=CROSS)
    kinds = [type(event) for event in events(go(state, "0 says 2", "1 doubts"))]
    assert kinds == [Announced, Doubted, Looked, Fell, Advanced, Crossed, TurnBegan, Rolled]


def test_a_doubter_who_crosses_takes_the_step_at_once_and_is_replaced() -> None:
    """CC19."""
    state = lay("3+6 8+6", die=CROSS)
    go(state, "0 says 4", "1 doubts")
    assert show(state) == "1+5 1+5{1}"


def test_who_has_no_pawn_left_is_out_of_play_and_skipped_but_keeps_the_points() -> None:
    """CC20."""
    state = lay("1+6 3{2} 1+6", die=1)
    state.pawns[1].fallen = 5
    story = go(state, "0 says 1", "1 doubts")
    assert RanOut(1) in events(story)
    assert show(state) == "2+6 -{2} 1+6"
    assert state.roller == 2


def test_the_last_pawn_plays_until_it_crosses_or_falls() -> None:
    """CC21."""
    state = lay("3 1+6", die=2)
    go(state, "0 says 2", "1 believes")
    assert show(state) == "5 1+6"
    assert state.roller == 1


def test_a_wrongly_doubted_third_crossing_wins_at_once_and_the_doubter_does_not_fall() -> None:
    """CC22."""
    state = lay("9+4{1,2} 5+6", die=1)
    story = go(state, "0 says 1", "1 doubts")
    assert show(state) == "10+4{1,2} 5+6"
    assert game.result(state) == Result((0,), (3, 0), "third_pawn")
    assert events(story)[-1] == Ended((0,), "third_pawn")


# The end


def test_when_no_pawn_is_left_on_the_bridge_the_highest_sum_of_steps_wins() -> None:
    """CC23."""
    state = lay("3{2} -{1}", die=CROSS)
    state.pawns[0].fallen, state.pawns[1].fallen = 5, 6
    go(state, "0 says 2", "1 doubts")
    assert show(state) == "-{2} -{1}"
    assert game.result(state) == Result((0,), (2, 1), "points")


def test_with_a_third_pawn_that_seat_alone_wins_whatever_the_points() -> None:
    """CC23."""
    state = lay("9+4{1,2} 5+4{3,4}", die=1)
    go(state, "0 says 1", "1 believes")
    assert game.result(state) == Result((0,), (3, 7), "third_pawn")


def test_scenario_7_arriving_later_pays() -> None:
    state = lay("-{1,4} -{6} -{2,3} 1", die=CROSS, roller=3)
    go(state, "3 says 1", "0 doubts")
    assert game.result(state) == Result((1,), (5, 6, 5, 0), "points")


def test_scenario_7_equal_points_share_the_victory() -> None:
    """CC25."""
    state = lay("-{1,4} -{5} 1{2,3}", die=CROSS, roller=2)
    go(state, "2 says 1", "0 doubts")
    assert game.result(state) == Result((0, 1, 2), (5, 5, 5), "points")


def test_an_empty_podium_is_a_victory_shared_by_all() -> None:
    """CC25: the last two pawns; the doubter is wrong and loses the only step."""
    state = lay("- - 1", die=1, roller=2)
    state.phase, state.awaited, state.die = "over", None, None
    state.pawns[2] = _seat("-")
    assert game.result(state) == Result((0, 1, 2), (0, 0, 0), "empty_podium")


def test_the_table_goes_on_when_nobody_can_bring_three_pawns_across_any_more() -> None:
    """CC24."""
    state = lay("3 4", die=1)
    go(state, "0 says 1", "1 believes")
    assert game.result(state) is None and state.roller == 1


def test_when_nobody_can_ever_doubt_again_the_pawns_cross_one_by_one() -> None:
    """CC26: to the third."""
    state = lay("1+4 3", die=1)
    story = go(state, "0 says 1", "1 doubts")
    assert events(story)[4:] == [
        RanOut(1),
        WalkedOver(0),
        Crossed(0, 1),
        Crossed(0, 2),
        ThirdCrossed(0),
        Ended((0,), "third_pawn"),
    ]
    assert state.die is None
    assert game.result(state) == Result((0,), (3, 0), "third_pawn")


def test_who_walks_over_with_the_last_pawn_wins_by_points() -> None:
    """CC26: to the last."""
    state = lay("1 3", die=1)
    go(state, "0 says 1", "1 doubts")
    assert show(state) == "-{1} -"
    assert game.result(state) == Result((0,), (1, 0), "points")


def test_after_a_doubt_the_next_seat_clockwise_with_a_bridge_pawn_goes_on() -> None:
    """CC28."""
    state = lay("1+6 -{1} 1+6", die=1)
    go(state, "0 says 2", "1 believes", "2 doubts")
    assert state.roller == 2


def test_who_alone_has_a_pawn_on_the_bridge_plays_again() -> None:
    """CC28."""
    state = lay("1+3 -{1}", die=1)
    go(state, "0 says 1", "1 believes")
    assert state.roller == 0 and state.turn == 2


@pytest.mark.parametrize("seats", game.seats)
def test_a_table_lasts_at_most_seven_times_planks_turns_for_each_seat(seats: int) -> None:
    """CC29."""
    for seed in range(100):
        luck = FastLuck(seed)
        state = game.start(Options(), seats, luck)
        while state.awaited is not None:
            game.play(state, state.awaited, luck.choice(game.moves(state, state.awaited)), luck)
        assert state.turn <= PAWNS * 9 * seats


# What is told when it is over


def tell_truths(state: State, *moves: str) -> list[Truth]:
    """As a replay goes through it, step by step."""
    return list(game.truths(Moment(step, state, story) for step, story in played(state, moves)))


def played(state: State, moves: tuple[str, ...]) -> Iterator[tuple[int, list[Event]]]:
    for step, move in enumerate(moves, 1):
        yield step, [told.event for told in go(state, move)]


def test_a_bluff_that_nobody_doubted_is_told_with_its_die_when_it_is_over() -> None:
    truths = tell_truths(lay("1+6 1+6", die=CROSS), "0 says 4", "1 believes")
    assert truths == [Truth(1, 0, "bluff", True, False, {"number": 4, "die": CROSS})]


def test_a_caught_bluff_and_a_doubted_truth_are_told_apart() -> None:
    caught = tell_truths(lay("1+6 1+6", die=2), "0 says 3", "1 doubts")
    assert [(one.kind, one.hid, one.found) for one in caught] == [("caught", True, True)]
    honest = tell_truths(lay("1+6 1+6", die=3), "0 says 3", "1 doubts")
    assert [(one.kind, one.hid, one.found) for one in honest] == [("honest", False, False)]


def test_every_announcement_of_a_whole_game_has_its_truth() -> None:
    state, luck = game.start(Options(), 3, LUCK), FastLuck(4)
    announced: list[int] = []

    def story() -> Iterator[Moment[State, Event]]:
        for step in range(1, 1_000):
            (seat,) = game.awaited(state) or (None,)
            if seat is None:
                return
            move = luck.choice(list(game.moves(state, seat)))
            if isinstance(move, Announce):
                announced.append(step)
            yield Moment(step, state, [told.event for told in game.play(state, seat, move, luck)])

    assert [truth.step for truth in game.truths(story())] == announced


# Refusals


def test_a_move_for_a_turn_that_is_over_is_late() -> None:
    state = lay("1+6 1+6 1+6", die=1)
    go(state, "0 says 1", "1 believes", "2 believes")
    with pytest.raises(Illegal, match="late"):
        game.play(state, 1, Doubt(1), LUCK)


def test_nobody_may_act_for_somebody_else() -> None:
    state = lay("1+6 1+6 1+6", die=1)
    with pytest.raises(Illegal, match="not_asked seat=0"):
        go(state, "1 says 1")


def test_doubting_before_anything_was_said_is_refused() -> None:
    state = lay("1+6 1+6", die=1)
    with pytest.raises(Illegal, match="not_now"):
        go(state, "0 doubts")


def test_after_the_end_nothing_is_possible() -> None:
    state = lay("9+4{1,2} 1+6", die=1)
    go(state, "0 says 1", "1 believes")
    with pytest.raises(Illegal, match="over"):
        go(state, "1 says 1")
