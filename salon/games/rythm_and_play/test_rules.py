"""The sentences of RULES and the rulings RP1 to RP26, as tests.

Notes are written 1 to 7, changes s and f, RYTHM cards w, h, q and e: `deal(0, "3 4 s", "h q")`.
"""

from pathlib import Path
from typing import Any

import pytest

from salon.core.contract import Event, Illegal, Result, Seat
from salon.core.luck import FastLuck
from salon.core.table import encode
from salon.games.rythm_and_play.model import (
    COPIES,
    NOTES,
    PASS,
    PICK_UP,
    RYTHMS,
    TAKE,
    Compose,
    Composed,
    Discard,
    Discarded,
    Drew,
    Ended,
    Exchange,
    Exchanged,
    Melody,
    Move,
    Options,
    Passed,
    PickedUp,
    PickUp,
    SetTonality,
    State,
    Take,
    Tonality,
    ToneSet,
    Took,
    TookBeats,
    cards_of,
    exchanges,
    half_beats,
)
from salon.games.rythm_and_play.rules import game
from salon.texts import LANGUAGES, Texts

PLAY = {**{str(note): note for note in range(1, 8)}, "s": 8, "f": 9}
RYTHM = {"w": 0, "h": 1, "q": 2, "e": 3}


class Evening:
    """A table whose first seat has the turn, in Sharp."""

    def __init__(self, seats: int = 3, tonality: Tonality = "sharp", **options: Any) -> None:
        self.luck = FastLuck(1)
        self.state: State = game.start(Options(**options), seats, self.luck)
        self.state.turn, self.state.phase, self.state.tonality = 0, "turn", tonality
        for seat in range(seats):
            self.deal(seat, "", "")

    def deal(self, seat: Seat, play: str, rythm: str = "") -> "Evening":
        """This hand, from the stacks; the old one goes back under them."""
        player, state = self.state.players[seat], self.state
        state.play_stack[:0] = cards_of(player.play)
        state.rythm_stack[:0] = cards_of(player.rythm)
        player.play, player.rythm = [0] * len(COPIES), [0] * len(RYTHMS)
        for sign in play.split():
            state.play_stack.remove(PLAY[sign])
            player.play[PLAY[sign]] += 1
        for sign in rythm.split():
            state.rythm_stack.remove(RYTHM[sign])
            player.rythm[RYTHM[sign]] += 1
        assert game.flaw(state) is None
        return self

    def lay(self, stave: str, composer: Seat) -> "Evening":
        """This stave on the table."""
        for sign in stave.split():
            self.state.play_stack.remove(PLAY[sign])
            self.state.stave.append(PLAY[sign])
        self.state.composer = composer
        if self.state.stave[-1] > 7:
            self.state.tonality = "sharp" if self.state.stave[-1] == 8 else "flat"
        return self

    def empty_play_stack(self, leaving: int = 0) -> "Evening":
        """The rest was captured long ago, by the last seat."""
        stack = self.state.play_stack
        self.state.players[-1].captured += stack[leaving:]
        del stack[leaving:]
        return self

    def empty_rythm_stack(self) -> "Evening":
        """The rest has been paid."""
        for kind in self.state.rythm_stack:
            self.state.rythm_discard[kind] += 1
        self.state.rythm_stack = []
        return self

    def do(self, seat: Seat, move: Move) -> list[Event]:
        told = game.play(self.state, seat, move, self.luck)
        assert game.flaw(self.state) is None
        return [one.event for one in told]

    def refuses(self, seat: Seat, move: Move, key: str) -> None:
        before = encode(self.state)
        with pytest.raises(Illegal) as refusal:
            self.do(seat, move)
        assert refusal.value.key == key
        assert encode(self.state) == before
        assert move not in game.moves(self.state, seat)

    def may_lay(self, seat: Seat = 0) -> str:
        signs = {card: sign for sign, card in PLAY.items()}
        moves = game.moves(self.state, seat)
        return " ".join(signs[move.card] for move in moves if isinstance(move, Compose))

    def offers(self, seat: Seat = 0) -> set[type[Move]]:
        return {type(move) for move in game.moves(self.state, seat)}

    def points(self) -> tuple[int, ...]:
        result = self.result()
        assert result is not None
        return result.scores

    def result(self) -> Result | None:
        return game.result(self.state)


ALL = "1 2 3 4 5 6 7 s f"


# Setup


def test_there_are_54_play_cards_and_30_rythm_cards_worth_32_beats() -> None:
    assert sum(COPIES) == 54 and sum(RYTHMS) == 30
    assert half_beats(RYTHMS) == 64


def test_everybody_is_dealt_four_play_cards_and_one_rythm_card() -> None:
    for seats in range(2, 7):
        state = game.start(Options(), seats, FastLuck(7))
        view = game.view(state, None)
        assert {(hand.play, hand.rythm) for hand in view.hands} == {(4, 1)}
        assert view.play_stack == 54 - 4 * seats and view.rythm_stack == 30 - seats


def test_the_right_neighbour_of_the_first_player_chooses_the_tonality() -> None:
    state = game.start(Options(), 4, FastLuck(3))
    chooser = (state.turn - 1) % 4
    assert game.awaited(state) == {chooser}
    assert game.moves(state, chooser) == (SetTonality("sharp"), SetTonality("flat"))
    told = game.play(state, chooser, SetTonality("flat"), FastLuck(1))
    assert [one.event for one in told] == [ToneSet(chooser, "flat")]
    assert game.awaited(state) == {state.turn} and state.tonality == "flat"
    with pytest.raises(Illegal, match="tonality_set"):
        game.play(state, state.turn, SetTonality("sharp"), FastLuck(1))


def test_nobody_plays_before_the_tonality_is_set() -> None:
    state = game.start(Options(), 2, FastLuck(3))
    with pytest.raises(Illegal, match="tonality_first"):
        game.play(state, (state.turn - 1) % 2, TAKE, FastLuck(1))


# Composing


def test_a_stave_begins_with_any_note_and_never_with_a_change() -> None:
    table = Evening().deal(0, ALL)
    assert table.may_lay() == "1 2 3 4 5 6 7"
    table.refuses(0, Compose(8), "change_first")


def test_in_sharp_notes_go_strictly_up() -> None:
    table = Evening().deal(0, ALL).lay("3 4 6", 2)
    assert table.may_lay() == "7 s f"
    table.refuses(0, Compose(6), "not_higher")
    table.refuses(0, Compose(2), "not_higher")


def test_in_flat_notes_go_strictly_down() -> None:
    table = Evening(tonality="flat").deal(0, ALL).lay("6 4", 2)
    assert table.may_lay() == "1 2 3 s f"
    table.refuses(0, Compose(4), "not_lower")


def test_do_re_fa_si_is_a_legal_stave() -> None:
    table = Evening().deal(0, "7").lay("1 2 4", 2)
    assert table.may_lay() == "7"


def test_a_change_turns_the_tonality_and_no_change_follows_a_change() -> None:
    table = Evening().deal(0, "f").deal(1, "2 5 s f").lay("4", 2)
    assert table.do(0, Compose(9)) == [Composed(0, 9)]
    assert table.state.tonality == "flat"
    assert table.may_lay(1) == "2"
    table.refuses(1, Compose(8), "change_after_change")


def test_a_change_to_the_same_tonality_is_allowed() -> None:
    table = Evening().deal(0, "s").lay("4", 2)
    table.do(0, Compose(8))
    assert table.state.tonality == "sharp" and table.state.stave == [4, 8]


def test_fa_sharp_fa_is_not_possible_but_sol_is() -> None:
    table = Evening().deal(0, ALL).lay("4 s", 2)
    assert table.may_lay() == "5 6 7"


def test_on_the_highest_note_in_sharp_a_change_may_still_follow() -> None:
    table = Evening().deal(0, ALL).lay("7", 2)
    assert table.may_lay() == "s f"


def test_one_card_a_turn_and_only_at_ones_turn() -> None:
    table = Evening().deal(0, "1 2").deal(1, "3")
    table.refuses(1, Compose(3), "not_your_turn")
    table.do(0, Compose(1))
    table.refuses(0, Compose(2), "not_your_turn")
    table.refuses(1, Compose(5), "not_in_hand")


# Picking up


def test_whose_stave_comes_back_unchanged_must_continue_it_or_pick_it_up() -> None:
    table = Evening().deal(0, "5", "q q").lay("3 4", 0)
    assert table.offers() == {Compose, PickUp}
    table.refuses(0, TAKE, "compose_or_pick_up")
    table.refuses(0, Exchange(quarter=1), "compose_or_pick_up")


def test_picking_up_captures_the_stave_ends_the_turn_and_leaves_the_tonality() -> None:
    table = Evening(tonality="flat").deal(0, "5").lay("4 s 6", 0)
    table.state.tonality = "sharp"
    assert table.do(0, PICK_UP) == [PickedUp(0, (4, 8, 6))]
    assert table.state.players[0].captured == [4, 8, 6]
    assert table.state.stave == [] and table.state.composer is None
    assert table.state.turn == 1 and table.state.tonality == "sharp"


def test_the_longest_stave_is_remembered_and_of_several_the_first() -> None:
    table = Evening().lay("4 s 6", 0)
    assert game.view(table.state, None).longest is None
    table.do(0, PICK_UP)
    for seat, stave in ((1, "1 2 5"), (2, "3 7")):
        table.lay(stave, seat).do(seat, PICK_UP)
    assert game.view(table.state, None).longest == Melody(0, (4, 8, 6))
    table.lay("1 2 5 6", 0).do(0, PICK_UP)
    assert game.view(table.state, 1).longest == Melody(0, (1, 2, 5, 6))


def test_nobody_picks_up_what_another_has_continued_or_what_is_not_there() -> None:
    table = Evening().deal(0, "5").lay("3 4", 1)
    table.refuses(0, PICK_UP, "not_your_stave")
    Evening().deal(0, "5").refuses(0, PICK_UP, "no_stave")


@pytest.mark.parametrize("stave", ["6 7 s", "2 1 f"])
def test_a_blocked_stave_can_only_be_picked_up_by_who_blocked_it(stave: str) -> None:
    table = Evening().deal(0, ALL, "").lay(stave, 2)
    assert table.may_lay() == ""
    assert table.offers() == {Take}
    table.state.turn = 2
    table.deal(2, ALL)
    assert table.offers(2) == {PickUp}


# Exchange


def test_an_exchange_pays_whole_beats_and_draws_as_many_cards() -> None:
    table = Evening().deal(0, "1", "e e h")
    told = table.do(0, Exchange(eighth=2, half=1))
    assert told[0] == Exchanged(0, 0, 1, 0, 2, 3)
    assert isinstance(told[1], Drew) and len(told[1].cards) == 3
    assert sum(table.state.players[0].play) == 4
    assert table.state.rythm_discard == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("hand", "move"),
    [("e q", Exchange(quarter=1, eighth=1)), ("w q", Exchange(whole=1, quarter=1))],
)
def test_half_beats_and_more_than_four_beats_are_not_taken(hand: str, move: Exchange) -> None:
    Evening().deal(0, "1", hand).refuses(0, move, "whole_beats")


def test_nothing_is_no_payment_and_nobody_pays_with_what_he_does_not_hold() -> None:
    table = Evening().deal(0, "1", "q")
    table.refuses(0, Exchange(), "whole_beats")
    table.refuses(0, Exchange(quarter=2), "not_in_hand")
    table.refuses(0, Exchange(quarter=-1, half=1), "not_in_hand")


def test_two_eighths_bring_one_card() -> None:
    assert exchanges((0, 0, 0, 3)) == (Exchange(eighth=2),)


def test_a_short_stack_gives_what_it_has() -> None:
    table = Evening(final_stave="off").deal(0, "1", "h").deal(1, "1").lay("3", 2)
    table.empty_play_stack(leaving=1)
    assert table.do(0, Exchange(half=1))[0] == Exchanged(0, 0, 1, 0, 0, 1)


def test_an_empty_stack_sells_nothing() -> None:
    table = Evening(final_stave="off").deal(0, "1", "h").lay("3", 2).empty_play_stack()
    table.refuses(0, Exchange(half=1), "play_stack_empty")


# Taking


def test_taking_brings_one_rythm_card_which_only_its_taker_sees() -> None:
    table = Evening().deal(0, "1")
    told = game.play(table.state, 0, TAKE, table.luck)
    assert told[0].event == Took(0, False) and told[0].to is None
    assert isinstance(told[1].event, TookBeats) and told[1].to == frozenset((0,))


def test_when_the_rythm_stack_is_empty_the_discard_is_shuffled() -> None:
    table = Evening().deal(0, "1").empty_rythm_stack()
    assert table.do(0, TAKE)[0] == Took(0, True)
    assert sum(table.state.rythm_discard) == 0 and len(table.state.rythm_stack) == 29


def test_seven_rythm_cards_and_no_play_card_take_no_more() -> None:
    table = Evening().deal(0, "", "e e e e e e e")
    table.refuses(0, TAKE, "hand_full")


def test_when_all_rythm_cards_are_in_hands_there_is_none_to_take() -> None:
    table = Evening().deal(0, "1")
    table.state.players[1].rythm = [
        have - held for have, held in zip(RYTHMS, table.state.players[0].rythm, strict=True)
    ]
    table.state.rythm_stack = []
    table.refuses(0, TAKE, "no_rythm")


# The hand limit


def test_more_than_seven_cards_cost_a_play_card_face_up_of_ones_choice() -> None:
    table = Evening().deal(0, "1 2 3 4", "h q q")
    told = table.do(0, Exchange(half=1, quarter=2))
    assert told[0] == Exchanged(0, 0, 1, 2, 0, 4)
    assert table.offers() == {Discard} and table.state.turn == 0
    table.refuses(0, TAKE, "discard_first")
    assert table.do(0, Discard(2)) == [Discarded(0, 2)]
    assert table.state.players[0].face_up == [2] and table.state.turn == 1


def test_taking_an_eighth_card_costs_one_too() -> None:
    table = Evening().deal(0, "1 2 3 4", "h q q")
    table.do(0, TAKE)
    assert table.offers() == {Discard}
    table.refuses(0, Discard(7), "not_in_hand")


def test_nobody_lays_a_card_face_up_without_need() -> None:
    Evening().deal(0, "1 2").refuses(0, Discard(1), "no_surplus")


# Passing


def test_one_passes_only_when_nothing_else_is_possible() -> None:
    table = Evening().deal(0, "1", "q").lay("3", 2)
    table.refuses(0, PASS, "not_stuck")
    table = Evening(final_stave="off").deal(0, "1").lay("3", 2).empty_play_stack()
    table.state.players[1].rythm = list(RYTHMS)
    table.state.rythm_stack = []
    assert game.moves(table.state, 0) == [PASS]
    assert table.do(0, PASS) == [Passed(0)]


# The end


def test_it_ends_when_the_play_stack_is_empty_and_no_stave_lies_there() -> None:
    table = Evening(final_stave="off").deal(0, "1").lay("3", 0).empty_play_stack()
    told = table.do(0, PICK_UP)
    assert isinstance(told[-1], Ended) and table.result() is not None
    assert game.moves(table.state, 1) == ()


def test_an_exchange_that_empties_the_stack_ends_it_after_the_hand_limit() -> None:
    table = Evening(final_stave="off").deal(0, "1 2 3 4 5", "h e").empty_play_stack(leaving=2)
    table.do(0, Exchange(half=1))
    assert table.result() is None and table.offers() == {Discard}
    told = table.do(0, Discard(1))
    assert isinstance(told[-1], Ended)
    assert table.points()[0] == -6 - 1


def test_with_the_final_stave_whoever_holds_a_note_must_lay_one() -> None:
    table = Evening(final_stave="on").deal(0, "s 3", "q").deal(1, "s", "q").deal(2, "4")
    table.empty_play_stack()
    assert table.offers(0) == {Compose} and table.may_lay(0) == "3"
    table.refuses(0, TAKE, "last_stave")
    table.state.turn = 1
    assert game.moves(table.state, 1) == [PASS]


def test_with_the_final_stave_it_ends_with_the_first_pick_up_from_an_empty_stack() -> None:
    table = Evening(final_stave="on").deal(0, "1").deal(1, "5").lay("3", 0).empty_play_stack()
    assert isinstance(table.do(0, PICK_UP)[-1], Ended)


def test_with_the_final_stave_it_ends_at_once_if_nobody_holds_a_note() -> None:
    table = Evening(final_stave="on").deal(0, "s", "q").empty_play_stack(leaving=1)
    table.state.play_stack[:] = [8]
    table.state.players[-1].captured.remove(8)
    table.state.players[-1].captured.append(
        next(card for card in range(1, 10) if _total(table.state, card) < 6)
    )
    assert isinstance(table.do(0, Exchange(quarter=1))[-1], Ended)


def _total(state: State, card: int) -> int:
    held = sum(player.play[card] + player.captured.count(card) for player in state.players)
    return held + state.play_stack.count(card) + state.stave.count(card)


def test_by_default_the_final_stave_is_played_by_two() -> None:
    assert [game.start(Options(), seats, FastLuck(1)).final for seats in (2, 3)] == [True, False]


# Scores


def end(*players: tuple[str, str, str]) -> Evening:
    """Captured, face up and RYTHM in hand of each; the last picks up the last card."""
    table = Evening(len(players), final_stave="off")
    for seat, (captured, face_up, rythm) in enumerate(players):
        table.deal(seat, "", rythm)
        for sign in captured.split():
            table.state.play_stack.remove(PLAY[sign])
            table.state.players[seat].captured.append(PLAY[sign])
        for sign in face_up.split():
            table.state.play_stack.remove(PLAY[sign])
            table.state.players[seat].face_up.append(PLAY[sign])
    table.state.phase = "over"
    return table


def test_eight_captured_one_face_up_and_an_eighth_make_four_and_a_half() -> None:
    table = end(("1 2 3 4 5 6 7 s", "f", "e"), ("", "", ""))
    assert table.points() == (9, 0)  # half points


def test_captured_changes_count_and_play_cards_in_hand_do_not() -> None:
    table = end(("s f", "", ""), ("", "", ""))
    table.deal(0, "1 2 3")
    assert table.points() == (4, 0)


def test_scores_may_be_negative() -> None:
    assert end(("", "1 2", "w"), ("1", "", "")).points() == (-20, 2)


def test_a_tie_goes_to_who_holds_fewer_rythm_cards_and_else_is_shared() -> None:
    table = end(("1 2 3", "", "q"), ("1 2 3", "", "e e"), ("1", "", ""))
    result = table.result()
    assert result is not None and result.winners == (0,) and result.reason == "fewest_rythm"
    table = end(("1 2", "", ""), ("3 4", "", ""), ("1", "", ""))
    result = table.result()
    assert result is not None and result.winners == (0, 1) and result.reason == "shared"


# Secrets


def test_a_hand_is_known_to_its_holder_alone() -> None:
    one, other = Evening().deal(0, "1 2", "q"), Evening().deal(0, "6 7", "e")
    for viewer in (None, 1, 2):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))
    assert game.view(one.state, 0).play == (1, 2)


def test_the_order_of_the_stacks_is_known_to_nobody() -> None:
    one, other = Evening().deal(0, "1"), Evening().deal(0, "1")
    other.state.play_stack.reverse()
    other.state.rythm_stack.reverse()
    for viewer in (None, 0, 1, 2):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))


def test_captured_cards_stay_in_the_memory_of_all_but_not_who_has_which() -> None:
    one, other = Evening().lay("3 4", 0), Evening().lay("3 4", 0)
    one.do(0, PICK_UP)
    other.do(0, PICK_UP)
    assert game.view(one.state, None).captured == (3, 4)
    assert game.view(one.state, 1).hands[0].captured == 2


def test_an_imagined_deal_holds_what_the_seat_has_seen() -> None:
    table = Evening().deal(0, "1 1 1", "w w").deal(1, "2 2 2").lay("3 4", 1)
    world = game.imagine(game.view(table.state, 0), 0, table.luck)
    assert cards_of(world.players[0].play) == (1, 1, 1)
    assert world.stave == [3, 4] and sum(world.players[1].play) == 3
    assert world.players[1].rythm[0] == 0  # both whole notes are mine


def test_no_random_game_is_longer_than_four_hundred_actions() -> None:
    longest = 0
    for seed in range(300):
        luck, steps = FastLuck(seed), 0
        state = game.start(Options(), 2 + seed % 5, luck)
        while game.result(state) is None:
            (seat,) = game.awaited(state)
            game.play(state, seat, luck.choice(game.moves(state, seat)), luck)
            steps += 1
        longest = max(longest, steps)
    assert longest < 400


# Names


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_start_at_c_as_do_does(language: str) -> None:
    texts = Texts(language, Path(__file__).parent)
    letters, solfege = texts.say("word.letters").split(), texts.say("word.solfege").split()
    assert letters == [*"CDEFGA", "H" if language == "de" else "B"] and solfege[0] == "Do"
    said = [texts.say(f"card.{note}").split()[-1] for note in NOTES]
    assert said in (letters, solfege)
