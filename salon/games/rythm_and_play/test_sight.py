"""What a board is told, so that it knows no rule: what follows, what is owed, what is left."""

from salon.games.rythm_and_play.model import CHANGES, NOTES, PICK_UP, Discard, Offer, Pay
from salon.games.rythm_and_play.rules import game
from salon.games.rythm_and_play.test_rules import Evening


def offer(table: Evening, **cards: int) -> tuple[int, int, Offer]:
    said = game.answer(table.state, 0, Pay(**cards))
    return said.half_beats, said.beats, said.offer


def test_everybody_sees_what_may_follow_whoever_holds_it() -> None:
    for seat in (None, 0, 1):
        assert game.view(Evening().state, seat).fits == NOTES
        view = game.view(Evening().lay("3 4 6", 1).state, seat)
        assert (view.fits, view.note) == ((7, *CHANGES), 6)


def test_a_stave_is_measured_by_its_last_note_whatever_change_lies_on_it() -> None:
    view = game.view(Evening().lay("6 s", 1).state, 0)
    assert (view.fits, view.note, view.no_change) == ((7,), 6, "change")


def test_nothing_fits_beyond_the_end_of_the_scale() -> None:
    assert game.view(Evening().lay("7 s", 1).state, 0).fits == ()
    assert game.view(Evening().lay("7", 1).state, 0).fits == CHANGES


def test_what_does_not_fit_says_why() -> None:
    empty = game.view(Evening().state, 0)
    down = game.view(Evening(tonality="flat").lay("3", 1).state, 0)
    assert (empty.no_note, empty.no_change) == ("higher", "first")
    assert (down.no_note, down.no_change) == ("lower", "change")


def test_everybody_sees_that_the_composer_has_to_answer() -> None:
    assert game.view(Evening().lay("3", 0).state, 1).answers
    assert not game.view(Evening().lay("3", 1).state, 1).answers


def test_the_end_is_announced_when_the_play_stack_is_empty() -> None:
    def ending(table: Evening) -> str:
        return game.view(table.empty_play_stack().state, None).ending

    assert game.view(Evening().state, None).ending == ""
    assert ending(Evening().lay("3", 0)) == "last_stave"
    assert ending(Evening(final_stave="on")) == "last_note"


def test_only_who_holds_too_many_cards_is_told_how_many() -> None:
    table = Evening().deal(0, "1 2 3 4 5 6 7", "q")
    table.state.phase = "discard"
    assert [game.view(table.state, seat).surplus for seat in (None, 0, 1)] == [0, 1, 0]


def test_a_card_face_up_costs_three_points_that_everybody_sees() -> None:
    table = Evening().deal(0, "1 2 3 4 5 6 7", "q")
    table.state.phase = "discard"
    table.do(0, Discard(1))
    assert game.view(table.state, None).lost == (6, 0, 0)


def test_unseen_is_what_nobody_has_shown_and_i_do_not_hold() -> None:
    table = Evening().deal(0, "3 1", "w e e").lay("3 4", 0)
    table.do(0, PICK_UP)
    mine, theirs = game.view(table.state, 0), game.view(table.state, 1)
    assert mine.unseen == (5, 6, 4, 5, 6, 6, 6, 6, 6) and mine.unseen_rythm == (1, 4, 8, 14)
    assert theirs.unseen == (6, 6, 5, 5, 6, 6, 6, 6, 6) and theirs.unseen_rythm == (2, 4, 8, 16)


def test_a_choice_of_rythm_cards_is_told_what_it_would_bring() -> None:
    table = Evening().deal(0, "", "w h q e e")
    assert offer(table) == (0, 0, "none")
    assert offer(table, eighth=1) == (1, 0, "half")
    assert offer(table, half=1, quarter=1) == (6, 3, "fair")
    assert offer(table, whole=1, quarter=1) == (10, 5, "much")
    assert offer(table.empty_play_stack(leaving=2), half=1, quarter=1) == (6, 3, "short")
    assert offer(table.empty_play_stack(), quarter=1) == (2, 1, "empty")


def test_whoever_would_hold_too_many_cards_is_told_before_what_that_costs() -> None:
    table = Evening().deal(0, "1 2 3", "w h q q")
    assert game.answer(table.state, 0, Pay(quarter=1)).surplus == 0
    costly = game.answer(table.state, 0, Pay(half=1))
    assert (costly.offer, costly.surplus, costly.lost) == ("fair", 1, 6)
