"""The duel (CY23 to CY27), as tests: its time, its contests, its cards, and that it ends."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from salon.core.contract import Event, Move, Seat
from salon.core.luck import FastLuck
from salon.core.secrecy import through_json
from salon.core.table import encode
from salon.games.cyrano import test_rules
from salon.games.cyrano.model import (
    CONTEST,
    COUNTDOWN,
    LAST_WORD,
    SENTENCE,
    Blank,
    Counting,
    Doubt,
    Fell,
    Judge,
    NewRhyme,
    Said,
    Say,
    State,
    TriesAgain,
    Won,
)
from salon.games.cyrano.rules import game
from salon.games.cyrano.test_rules import ALE, SMALL_DECK, Evening
from salon.games.cyrano.turns import ENOUGH, LAST, MOST

small_deck = test_rules.small_deck  # the same cards as there


def doubt(table: Evening, seat: Seat) -> list[Event]:
    """The last sentence is contested."""
    (move,) = (one for one in game.moves(table.state, seat) if isinstance(one, Doubt))
    return table.do(seat, move)


def judge(table: Evening, good: bool) -> list[Event]:
    """All judges are of one mind."""
    case = table.fight.case
    assert case is not None
    waiting = [seat for seat in case.judges if seat not in case.votes]
    return [event for seat in waiting for event in table.do(seat, Judge(case.number, rhymes=good))]


def refute(table: Evening, seat: Seat) -> list[Event]:
    told = doubt(table, seat)
    return told if table.fight.case is None else told + judge(table, good=False)


def time_left(table: Evening) -> int:
    clock = game.clock(table.state)
    assert clock is not None
    return clock - table.state.now


def spoken(table: Evening, sentences: int) -> list[Event]:
    """So many sentences in turn, none of them contested."""
    said = len(table.fight.used)
    return [event for one in range(sentences) for event in table.say(f"number x{said + one}x")]


# Sentence against sentence


def test_in_a_duel_a_good_sentence_passes_the_turn_and_shows_no_examples() -> None:
    table = Evening().duel()
    assert game.view(table.state, 3).duel.rhyme.examples == ()  # type: ignore[union-attr]
    told = table.say("I met a whale")
    assert [type(event) for event in told] == [Said] and told[0].rhymes  # type: ignore[attr-defined]
    assert table.fight.turn == 1


def test_a_sentence_has_two_words_at_least_and_ends_in_a_new_one() -> None:
    table = Evening().duel()
    turn = Say(table.fight.number, "whale")
    table.refuses(0, turn, "two_words")
    table.say("I met a whale")
    table.refuses(1, Say(table.fight.number, "She met a Whale!"), "word_used")
    table.refuses(0, Say(table.fight.number, "It was a tale"), "not_your_turn")


def test_a_wrong_sentence_may_be_tried_again_within_the_time() -> None:
    table = Evening().duel()
    table.wait(10_000)
    until = game.clock(table.state)
    assert not table.say("I met a dog")[0].rhymes  # type: ignore[attr-defined]
    assert table.fight.turn == 0 and game.clock(table.state) == until


def test_the_first_blank_changes_the_rhyme_and_a_later_one_starts_the_countdown() -> None:
    table = Evening().duel()
    assert isinstance(table.blank()[-1], NewRhyme)
    assert table.fight.turn == 0
    assert game.clock(table.state) == table.state.now + SENTENCE
    assert table.blank()[-1] == Counting(0)
    assert game.clock(table.state) == table.state.now + COUNTDOWN
    assert table.strike()[-2:] == [Fell(0), Won((1,), "duel")]


def test_a_sentence_before_zero_saves_the_duellist() -> None:
    table = Evening().duel()
    table.fight.changed.append(0)
    table.blank()
    table.say("I met a whale")
    assert table.fight.alive == [0, 1] and not table.fight.counting


def test_thirty_silent_seconds_are_a_blank() -> None:
    table = Evening().duel()
    assert isinstance(table.strike()[-1], NewRhyme)


def test_after_an_elimination_the_rhyme_stays() -> None:
    table = Evening().duel(3)
    table.fight.changed.append(0)
    table.blank()
    card = table.fight.card
    assert table.blank() == [Fell(0)]
    assert table.fight.card == card and table.fight.turn == 1


def test_the_others_judge_a_contested_sentence_and_the_clock_stands_still() -> None:
    table = Evening().duel()
    table.wait(10_000)
    table.say("I met a dog")
    doubt(table, 0)
    case = table.fight.case
    assert case is not None and case.judges == (2, 3)
    table.wait(5_000)
    table.do(2, Judge(case.number, True))
    table.do(3, Judge(case.number, True))
    assert table.fight.turn == 1 and table.fight.counts[0] == 1


def test_a_sentence_taken_back_returns_the_turn() -> None:
    table = Evening().duel()
    table.say("I met a whale")
    table.refuses(0, Doubt(1), "not_contestable")
    doubt(table, 1)
    case = table.fight.case
    assert case is not None and case.votes == {}  # a duellist does not judge while others watch
    table.do(2, Judge(case.number, False))
    table.do(3, Judge(case.number, False))
    assert table.fight.turn == 0 and not table.fight.said[-1].rhymes


def test_if_everybody_duels_the_other_duellists_judge() -> None:
    table = Evening().duel(4)
    table.say("I met a whale")
    doubt(table, 1)
    case = table.fight.case
    assert case is not None and case.judges == (1, 2, 3) and case.votes == {1: False}


def test_when_every_survivor_has_found_a_dozen_all_get_another_rhyme() -> None:
    table = Evening(judge="none").duel()
    told: list[Event] = []
    for number in range(24):
        told = table.say(f"number {number}")
    assert isinstance(told[-1], NewRhyme) and told[-1].seat is None
    for number in range(24, 72):
        told = table.say(f"number {number}")
    assert told[-1] == Won((0, 1), "duel")


# Time


def test_a_refuted_sentence_is_tried_again_within_the_time_that_was_left() -> None:
    table = Evening(judge="table").duel()
    table.wait(10_000)
    table.say("This is nonsense")
    table.wait(7_000)
    doubt(table, 1)
    table.wait(5_000)
    judge(table, good=False)
    assert table.fight.turn == 0 and not table.fight.counting
    assert time_left(table) == SENTENCE - 10_000


def test_a_refuted_sentence_leaves_the_countdown_running() -> None:
    table = Evening(judge="table").duel()
    table.blank()
    table.blank()
    table.wait(2_000)
    table.say("This is nonsense")
    told = refute(table, 1)
    assert told[-1] == TriesAgain(0)
    assert table.fight.turn == 0 and table.fight.counting
    assert time_left(table) == COUNTDOWN - 2_000
    assert table.strike()[-2:] == [Fell(0), Won((1,), "duel")]


def test_a_near_rhyme_that_is_refuted_leaves_the_countdown_running_too() -> None:
    table = Evening().duel()
    table.fight.changed.append(0)
    table.blank()
    table.wait(1_000)
    table.say("It has a dogstail")
    assert table.fight.said[-1].heard.verdicts == ("near",)
    refute(table, 2)
    assert table.fight.turn == 0 and table.fight.counting
    assert time_left(table) == COUNTDOWN - 1_000


def test_while_a_sentence_is_judged_the_time_of_who_is_on_turn_stands_still() -> None:
    table = Evening().duel()
    table.say("I met a whale")
    table.wait(12_000)
    doubt(table, 1)
    table.wait(9_000)
    judge(table, good=True)
    assert table.fight.turn == 1 and time_left(table) == SENTENCE - 12_000


def test_judges_have_thirty_seconds_and_their_silence_is_for_the_poet() -> None:
    table = Evening().duel()
    table.say("I met a whale")
    doubt(table, 1)
    assert time_left(table) == CONTEST
    table.strike()
    assert table.fight.turn == 1 and table.fight.said[-1].rhymes


# Until the next sentence


def test_a_blank_leaves_the_sentence_before_it_open_and_the_old_rhyme_comes_back() -> None:
    table = Evening(judge="table").duel()
    table.wait(4_000)
    table.say("This is nonsense")
    table.blank()
    assert table.fight.card != ALE and table.fight.changed == [1]
    told = refute(table, 2)
    assert told[-2:] == [TriesAgain(0), NewRhyme("-ale", None)]
    assert (table.fight.turn, table.fight.card, table.fight.changed) == (0, ALE, [])
    assert time_left(table) == SENTENCE - 4_000


def test_a_sentence_that_stands_leaves_everything_as_it_is() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    table.blank()
    card = table.fight.card
    table.wait(3_000)
    doubt(table, 2)
    judge(table, good=True)
    assert (table.fight.turn, table.fight.card, table.fight.changed) == (1, card, [1])
    assert time_left(table) == SENTENCE - 3_000
    assert not any(isinstance(move, Doubt) for move in game.moves(table.state, 3))


def test_who_fell_after_a_refuted_sentence_is_back() -> None:
    table = Evening(judge="table").duel(3)
    table.fight.changed.append(1)
    table.say("This is nonsense")
    table.blank()
    assert Fell(1) in table.strike()
    doubt(table, 2)
    assert table.fight.case is not None and table.fight.case.judges == (3,)
    judge(table, good=False)
    assert table.fight.alive == [0, 1, 2] and table.fight.turn == 0


def test_a_sentence_the_ear_refused_can_be_accepted_after_a_blank() -> None:
    table = Evening().duel()
    table.say("I met a dog")
    table.blank()
    doubt(table, 0)
    judge(table, good=True)
    assert (table.fight.turn, table.fight.card, table.fight.changed) == (1, ALE, [])
    assert time_left(table) == SENTENCE
    assert table.state.accepted[-1].sound == SMALL_DECK[ALE].sound


def test_the_next_sentence_closes_the_window_and_the_late_click_is_refused() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    late = next(one for one in game.moves(table.state, 2) if isinstance(one, Doubt))
    table.say("And this is more")
    table.refuses(2, late, "not_now")


def test_a_click_that_comes_after_a_blank_still_contests_what_it_meant() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    click = next(one for one in game.moves(table.state, 2) if isinstance(one, Doubt))
    table.blank()
    table.do(2, click)
    assert table.fight.case is not None and table.fight.case.poet == 0


def test_the_judges_are_asked_about_the_rhyme_in_which_it_was_said() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    table.blank()
    doubt(table, 2)
    fight = game.view(table.state, 3).duel
    assert fight is not None and fight.said_in is not None
    assert fight.said_in.name == "-ale" != fight.rhyme.name
    assert fight.said_in.examples == () and game.view(table.state, 3).rhymes == ()


def test_a_sentence_that_brings_a_new_rhyme_for_all_can_be_contested() -> None:
    table = Evening(judge="table").duel()
    told = spoken(table, 2 * ENOUGH)
    assert isinstance(told[-1], NewRhyme) and table.fight.card != ALE
    refute(table, 0)
    assert (table.fight.turn, table.fight.card, table.fight.fresh) == (1, ALE, 0)
    assert time_left(table) == SENTENCE
    assert isinstance(spoken(table, 1)[-1], NewRhyme)


def test_the_last_sentence_can_be_contested_before_the_victory_is_shared() -> None:
    table = Evening(judge="table").duel()
    spoken(table, 2 * ENOUGH * LAST)
    assert table.result() is None and game.awaited(table.state) == frozenset()
    assert [type(move) for move in game.moves(table.state, 0)] == [Doubt]
    assert time_left(table) == LAST_WORD
    refute(table, 0)
    assert table.result() is None and table.fight.turn == 1
    spoken(table, 1)
    assert table.strike() == [Won((0, 1), "duel")]


def test_the_victory_is_shared_at_once_when_the_last_sentence_is_upheld() -> None:
    table = Evening(judge="table").duel()
    spoken(table, 2 * ENOUGH * LAST)
    doubt(table, 0)
    assert judge(table, good=True)[-1] == Won((0, 1), "duel")


def test_a_world_can_be_imagined_while_a_sentence_may_be_contested() -> None:
    table = Evening(judge="table").duel(3)
    table.say("This is nonsense")
    table.blank()
    for viewer in (None, 0, 1, 2, 3):
        view = game.view(table.state, viewer)
        world = game.imagine(through_json(view), viewer, table.luck)
        assert game.flaw(world) is None
        assert encode(game.view(world, viewer)) == encode(view)


# Cards


@pytest.mark.parametrize("seed", range(40))
def test_the_rhyme_that_lies_there_is_not_drawn_again_from_an_exhausted_deck(seed: int) -> None:
    table = Evening().duel()
    table.luck = FastLuck(seed)
    table.state.used, table.state.deck = table.state.deck, []
    table.blank()
    assert table.fight.card != ALE


@pytest.mark.parametrize("seed", range(40))
def test_the_rhyme_of_a_sentence_that_may_come_back_is_not_drawn_either(seed: int) -> None:
    table = Evening().duel(3)
    table.luck = FastLuck(seed)
    table.fight.changed.append(0)
    table.say("I met a whale")
    table.blank()
    table.fight.changed.remove(1)
    table.state.used, table.state.deck = [*table.state.used, *table.state.deck], []
    table.blank()
    assert table.fight.card != ALE


# It ends

MOVES = 14  # of four duellists, for each sentence: it, blanks of three, a doubt and its judges


def test_a_duellist_who_is_always_refuted_cannot_keep_the_duel_going() -> None:
    table = Evening(judge="table").duel()
    table.blank()
    table.blank()
    for number in range(MOST):
        table.say(f"nonsense number x{number}x")
        refute(table, 1)
        assert table.fight.turn == 0 and table.fight.counting
    table.refuses(0, Say(table.fight.number, "one more"), "no_more_sentences")
    assert [type(move) for move in game.moves(table.state, 0)] == [Blank]
    assert table.blank()[-1] == Won((1,), "duel")


def test_sentences_the_ear_refuses_cannot_be_said_without_end() -> None:
    table = Evening().duel()
    for number in range(MOST):
        table.say(f"this is number x{number}x")
        if table.fight.case is not None:
            judge(table, good=False)
    table.refuses(0, Say(table.fight.number, "one more dog"), "no_more_sentences")


def test_a_sentence_taken_back_counts_towards_the_limit() -> None:
    table = Evening(judge="table").duel()
    spoken(table, 2)
    refute(table, 0)
    spoken(table, 1)
    assert table.fight.counts == {0: 1, 1: 2}
    spoken(table, 2 * (ENOUGH - 2))
    assert isinstance(spoken(table, 1)[-1], NewRhyme)
    spoken(table, 2 * ENOUGH * (LAST - 1))
    assert table.strike() == [Won((0, 1), "duel")]


@pytest.mark.parametrize("judge", ["auto", "table"])
@pytest.mark.parametrize("good", [True, False])
@pytest.mark.parametrize("order", [*permutations((Say, Blank, Doubt))])
def test_a_duel_of_stubborn_people_ends_though_no_time_passes(
    order: tuple[type[Move], ...], good: bool, judge: str
) -> None:
    """They do what they like best whenever they may, and the judges are all of one mind."""
    table, luck = Evening(judge=judge).duel(4), FastLuck(1)
    likings = [*order, Judge]
    for _ in range(4 * MOST * MOVES):
        able = [(seat, move) for seat in range(4) for move in game.moves(table.state, seat)]
        liked = [one for one in able if one[1] != Judge(table.state.contests, rhymes=not good)]
        luck.shuffle(liked)
        if liked:
            table.do(*min(liked, key=lambda one: likings.index(type(one[1]))))
        elif table.result() is None:
            table.strike()
    assert table.result() is not None


# Old tables


def as_of_version_1(table: Evening) -> None:
    old: dict[str, Any] = msgspec.msgpack.decode(encode(table.state))
    del old["duel"]["before"], old["options"]["rounds"]
    old["duel"]["open"] = old["duel"]["case"] is None
    table.state = msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=State)
    assert table.state.options.rounds == 18


def test_a_duel_of_the_first_version_goes_on() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    as_of_version_1(table)
    table.say("And this is more")
    refute(table, 2)
    assert table.fight.turn == 1


def test_a_contest_of_the_first_version_is_settled() -> None:
    table = Evening(judge="table").duel()
    table.say("This is nonsense")
    doubt(table, 2)
    as_of_version_1(table)
    judge(table, good=False)
    assert table.fight.turn == 0 and not table.fight.said[-1].rhymes
