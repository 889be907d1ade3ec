"""The sentences of RULES and the rulings CY1 to CY32, as tests.

A poem is written by its end words (`leave/cleave/beauty/majesty`); the cards are a small deck of
our own, so that no test hangs on what is printed on the real ones.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from salon.core.contract import Event, Illegal, Move, Result, Seat
from salon.core.luck import FastLuck
from salon.core.options import choices
from salon.core.secrecy import through_json
from salon.core.table import encode
from salon.ear import ear
from salon.games.cyrano import deck, tower, words
from salon.games.cyrano.deck import Card
from salon.games.cyrano.model import (
    CONTEST,
    INTRODUCTION,
    LAST_TWO,
    LEISURE,
    NOTHING,
    READY,
    RECITAL,
    SENTENCE,
    SHEET,
    WHOLE,
    Bell,
    Blank,
    Bow,
    Bowed,
    Climbed,
    Contest,
    Contested,
    Drawn,
    Duel,
    Duelled,
    HandedIn,
    HandIn,
    Heard,
    Judge,
    LastTwo,
    Loved,
    Next,
    NoVote,
    Options,
    Player,
    Ready,
    Recites,
    Revealed,
    Say,
    Settled,
    Share,
    Shared,
    State,
    Tied,
    Vote,
    Won,
)
from salon.games.cyrano.rules import game
from salon.games.cyrano.views import Album, Drawer, Endings, Hear, Leaf, LookUp

EAVE, TY, INE, AID, ALE, OON, IGHT, EEP = range(8)
SMALL_DECK = (
    Card("The gate", "-eave", "iv", ("sleeve", "weave")),
    Card("Freedom", "-ty", "~ti", ("party", "liberty")),
    Card("The cellar", "-ine", "aɪn", ("mine", "pine")),
    Card("The kitchen", "-aid", "eɪd", ("shade", "trade")),
    Card("The storm", "-ale", "eɪl", ("pale", "snail")),
    Card("The night", "-oon", "un", ("soon", "noon")),
    Card("The lamp", "-ight", "aɪt", ("right", "kite")),
    Card("The flock", "-eep", "ip", ("keep", "steep")),
)
EMPTY = "///"


@pytest.fixture(autouse=True)
def small_deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(deck, "cards", lambda _language: SMALL_DECK)
    deck._examples.cache_clear()
    yield
    deck._examples.cache_clear()


class Evening:
    """A table, played by seat."""

    def __init__(self, seats: int = 4, *, rhymes: tuple[int, int] = (EAVE, TY), **options: Any):
        self.luck = FastLuck(1)
        self.state: State = game.start(Options(**options), seats, self.luck)
        self.state.first = 0
        self.put(rhymes)

    def put(self, rhymes: tuple[int, int]) -> None:
        """These cards lie in the tower."""
        theme = next(one for one in range(len(SMALL_DECK)) if one not in rhymes)
        self.state.cards, self.state.used = [theme, *rhymes], []
        self.state.deck = [one for one in range(len(SMALL_DECK)) if one not in self.state.cards]

    def do(self, seat: Seat, move: Move) -> list[Event]:
        """A move of a seat, heard by the ear; all that is told."""
        prepared = game.prepare(self.state, seat, move)  # type: ignore[arg-type]
        told = game.play(self.state, seat, prepared, self.luck)
        assert game.flaw(self.state) is None
        return [one.event for one in told]

    def refuses(self, seat: Seat, move: Move, key: str) -> None:
        before = encode(self.state)
        with pytest.raises(Illegal) as refusal:
            self.do(seat, move)
        assert refusal.value.key == key
        assert encode(self.state) == before

    def wait(self, ms: int) -> None:
        self.state.now += ms

    def strike(self) -> list[Event]:
        """The clock."""
        clock = game.clock(self.state)
        assert clock is not None
        self.state.now = clock
        return [one.event for one in game.tick(self.state, self.luck)]

    def write(self, *poems: str) -> list[Event]:
        """Poems by their end words, from seat 0 on; `A title: one/two/three/four`."""
        told: list[Event] = []
        for seat, poem in enumerate(poems):
            told += self.do(seat, self.poem(poem))
        return told

    def poem(self, text: str) -> HandIn:
        title, colon, ends = text.rpartition(": ")
        lines = [f"la la {end}" if end else "" for end in ends.split("/")]
        first, second, third, fourth = lines
        return HandIn(self.state.round, title if colon else "", (first, second, third, fourth))

    def recite(self) -> list[Event]:
        """Poem after poem, until all are ready."""
        told: list[Event] = []
        while self.state.phase == "recital":
            told += self.strike()
        return told

    def vote(self, *choices: Seat) -> list[Event]:
        return [
            event
            for seat, poet in enumerate(choices)
            for event in self.do(seat, Vote(self.state.round, poet))
        ]

    def ladders(self) -> list[int]:
        return [player.ladder for player in self.state.players]

    def stairs(self) -> list[int]:
        return [player.stairs for player in self.state.players]

    def standings(self, seat: Seat, viewer: Seat | None = None) -> list[str]:
        poems = {poem.poet: poem for poem in game.view(self.state, viewer).poems}
        return [line.standing for line in poems[seat].lines]

    def result(self) -> Result | None:
        return game.result(self.state)

    def tie(self, seats: int = 3) -> "Evening":
        """The first so many have met on one floor, and are asked."""
        self.state.players = [Player(9, 15) if seat < seats else Player() for seat in range(4)]
        told = self.write(*[EMPTY] * 4) + self.recite()
        assert told[-1] == Tied(tuple(range(seats)))
        return self

    def duel(self, duellists: int = 2, card: int = ALE) -> "Evening":
        """The first so many fight, have been introduced, and the first of them begins, on this
        rhyme."""
        self.tie(duellists)
        for seat in range(duellists):
            self.do(seat, Share(False))
        fight = self.state.duel
        assert fight is not None
        self.state.deck = [one for one in range(len(SMALL_DECK)) if one != card]
        self.state.used, self.state.cards = [], [card]
        fight.card, fight.turn = card, 0
        self.state.now = fight.opens
        return self

    @property
    def fight(self) -> Duel:
        assert self.state.duel is not None
        return self.state.duel

    def say(self, words: str) -> list[Event]:
        return self.do(self.fight.turn, Say(self.fight.number, words))

    def blank(self) -> list[Event]:
        return self.do(self.fight.turn, Blank(self.fight.number))


# Writing


def test_a_round_draws_a_theme_and_two_rhymes_that_sound_different() -> None:
    for seed in range(50):
        state = game.start(Options(), 4, FastLuck(seed))
        assert len(set(state.cards)) == 3
        first, second = deck.rhymes(state)
        assert first.sound != second.sound


def test_two_cards_with_the_same_sound_are_not_drawn_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    twins = (*SMALL_DECK[:4], *(Card(f"T{n}", "-aid", "eɪd", ("a", "b")) for n in range(4)))
    monkeypatch.setattr(deck, "cards", lambda _language: twins)
    for seed in range(50):
        state = game.start(Options(), 4, FastLuck(seed))
        first, second = deck.rhymes(state)
        assert first.sound != second.sound
        assert game.flaw(state) is None


def test_when_the_deck_is_empty_used_cards_are_shuffled_but_not_those_in_the_tower() -> None:
    table = Evening()
    table.state.deck, table.state.used = [], [INE, AID, ALE, OON]
    table.state.cards = [IGHT, EAVE, TY, EEP][:3]
    table.state.used.append(EEP)
    drawn = deck.draw(table.state, table.luck)
    assert drawn in (INE, AID, ALE, OON, EEP)
    assert table.state.used == []


def test_everybody_writes_at_once_and_hands_in_once() -> None:
    table = Evening()
    assert game.awaited(table.state) == {0, 1, 2, 3}
    assert table.do(2, table.poem("leave/believe/city/pretty")) == [HandedIn(2)]
    assert game.awaited(table.state) == {0, 1, 3}
    table.refuses(2, table.poem(EMPTY), "handed_in_already")


def test_a_poem_for_an_earlier_round_comes_too_late() -> None:
    table = Evening()
    table.refuses(0, HandIn(0), "not_now")


def test_that_somebody_has_finished_is_public_and_what_was_written_is_not() -> None:
    one, other = Evening(), Evening()
    assert one.do(0, one.poem("leave/believe/city/pretty")) == other.do(0, other.poem(EMPTY))
    for viewer in (None, 1, 2, 3):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))
    mine = game.view(one.state, 0).mine
    assert mine is not None and mine.lines[0] == "la la leave"


def test_without_a_timer_nobody_is_hurried() -> None:
    table = Evening()
    table.write("leave///", "leave///")
    assert game.clock(table.state) is None


def test_the_last_two_writers_get_a_minute() -> None:
    table = Evening(timer="last_two")
    table.wait(500_000)
    assert table.write("leave///") == [HandedIn(0)]
    assert game.clock(table.state) is None
    assert table.do(1, table.poem("leave///")) == [HandedIn(1), LastTwo()]
    assert game.clock(table.state) == 500_000 + LAST_TWO
    table.wait(1_000)
    table.do(2, table.poem("leave///"))
    assert game.clock(table.state) == 500_000 + LAST_TWO


def test_at_the_bell_who_has_handed_in_nothing_has_written_nothing() -> None:
    table = Evening(timer="three_minutes")
    assert game.clock(table.state) == WHOLE
    table.write("leave/believe/city/pretty")
    told = table.strike()
    assert told[0] == Bell()
    assert [type(event) for event in told[1:]] == [Recites]
    assert not words.is_eligible(table.state.poems[1])


def test_a_title_is_the_first_four_words_of_the_first_line_if_there_is_none() -> None:
    table = Evening()
    table.do(0, HandIn(1, "", ("", "O gate, O creaking gate of mine", "", "")))
    table.do(1, HandIn(1, "Ode", ("Some line", "", "", "")))
    table.do(2, HandIn(1))
    table.do(3, HandIn(1))
    for _ in range(3):
        table.strike()
    titles = [poem.title for poem in game.view(table.state, None).poems]
    assert titles == ["O gate, O creaking…", "Ode", "", ""]


def test_what_is_written_is_kept_on_one_line_without_invisible_signs() -> None:
    table = Evening()
    table.do(0, HandIn(1, " A\ttitle ", ("one\n\nline\x00 ", "", "", "")))
    assert table.state.poems[0].title == "A title"
    assert table.state.poems[0].lines[0] == "one line"


# Recital and contests


def test_poems_are_recited_from_the_first_player_clockwise() -> None:
    table = Evening()
    table.state.first = 2
    table.write(*["leave/believe/city/pretty"] * 4)
    order = []
    while (poet := game.view(table.state, None).reciting) is not None:
        order.append(poet)
        assert game.awaited(table.state) == {poet}
        table.do(poet, Next(1, table.state.recited))
    assert order == [2, 3, 0, 1]


def test_unrecited_poems_stay_hidden_but_for_the_words_they_share() -> None:
    table = Evening()
    table.write("leave/believe/city/pretty", "leave/grieve/duty/charity", EMPTY, EMPTY)
    view = game.view(table.state, 3)
    assert [poem.poet for poem in view.poems] == [0]
    assert [line.also for line in view.poems[0].lines] == [(1,), (), (), ()]
    assert b"grieve" not in encode(view)


def test_people_who_share_a_screen_listen_together_and_write_and_vote_apart() -> None:
    table = Evening()
    assert not game.is_open(table.state)
    table.write("leave/believe/city/pretty", EMPTY, EMPTY, EMPTY)
    assert game.is_open(table.state)
    table.recite()
    assert table.state.phase == "vote" and not game.is_open(table.state)
    assert game.is_open(Evening().duel().state)
    assert not game.is_open(Evening().tie().state)


def test_the_poet_says_when_he_has_finished_or_time_does() -> None:
    table = Evening()
    table.write(*[EMPTY] * 4)
    table.refuses(1, Next(1, 1), "not_now")
    assert [type(event) for event in table.do(0, Next(1, 1))] == [Recites]
    table.refuses(0, Next(1, 1), "not_now")
    assert game.clock(table.state) == NOTHING
    assert [type(event) for event in table.strike()] == [Recites]


def test_where_the_poet_leaves_it_to_the_others_they_go_on_as_soon_as_all_want_it() -> None:
    table = Evening()
    table.write("leave///", "city///", EMPTY, EMPTY)
    table.do(0, Ready(1))
    assert game.clock(table.state) == LEISURE and game.awaited(table.state) == set()
    assert table.do(1, Next(1, 1)) == []
    table.refuses(1, Next(1, 1), "not_now")
    assert game.awaited(table.state) == {2, 3}
    assert table.do(2, Next(1, 1)) == []
    assert [type(event) for event in table.do(3, Next(1, 1))] == [Recites]
    assert table.state.ready == [] and game.awaited(table.state) == {1}


def test_a_contest_takes_back_that_the_others_may_go_on() -> None:
    table = Evening()
    table.write("leave///", EMPTY, EMPTY, EMPTY)
    table.do(0, Ready(1))
    table.do(1, Contest(1, 0, 0))
    for seat in (2, 3):
        table.do(seat, Judge(1, True))
    table.refuses(1, Next(1, 1), "not_now")
    assert game.awaited(table.state) == {0} and game.clock(table.state) == RECITAL


def test_a_poem_may_be_enjoyed_for_ninety_seconds_and_an_empty_page_for_eight() -> None:
    table = Evening()
    table.write("leave///", EMPTY, EMPTY, EMPTY)
    assert game.clock(table.state) == RECITAL
    table.do(0, Next(1, 1))
    assert game.clock(table.state) == NOTHING


def test_from_the_second_round_on_the_bell_leaves_time_to_read_how_the_last_one_went() -> None:
    table = Evening(timer="three_minutes")
    table.write(*[EMPTY] * 4)
    table.recite()
    assert game.clock(table.state) == table.state.now + WHOLE + SHEET


def test_after_the_last_poem_everybody_is_ready_or_twenty_seconds_pass() -> None:
    table = Evening()
    table.write(*["leave/believe/city/pretty"] * 4)
    for _ in range(4):
        table.strike()
    assert game.awaited(table.state) == {0, 1, 2, 3}
    for seat in range(3):
        table.do(seat, Ready(1))
    assert game.clock(table.state) == table.state.now + READY
    table.refuses(0, Vote(1, 0), "not_now")
    table.do(3, Ready(1))
    assert table.state.phase == "vote"


def test_any_player_may_contest_a_word_and_the_poet_only_a_no() -> None:
    table = Evening()
    table.write("leave/time/city/pretty", EMPTY, EMPTY, EMPTY)
    table.refuses(0, Contest(1, 0, 0), "not_contestable")
    told = table.do(1, Contest(1, 0, 0))
    assert told == [Contested(1, 0, 1)]
    assert table.do(0, Contest(1, 0, 1)) == [Contested(0, 0, 2)]


def test_a_word_that_is_not_there_or_worth_nothing_cannot_be_contested() -> None:
    table = Evening()
    table.write("sleeve///", "leave///", EMPTY, EMPTY)
    table.refuses(1, Contest(1, 0, 0), "not_contestable")  # an example
    table.refuses(1, Contest(1, 0, 1), "not_contestable")  # no word
    table.refuses(1, Contest(1, 0, 7), "not_contestable")
    table.refuses(0, Contest(1, 1, 0), "not_contestable")  # not recited yet


def test_the_claim_of_the_contester_is_his_vote_and_a_tie_is_for_the_poet() -> None:
    table = Evening(3)
    table.write("leave/time/city/pretty", EMPTY, EMPTY)
    table.do(1, Contest(1, 0, 0))
    case = table.state.cases[0]
    assert case.votes == {1: False} and case.judges == (1, 2)
    assert table.do(2, Judge(1, True))[-1] == Settled(1, 0, True)
    assert table.standings(0)[0] == "counts"


def test_most_votes_decide_against_the_ear_too() -> None:
    table = Evening()
    table.write("leave/time/city/pretty", EMPTY, EMPTY, EMPTY)
    assert table.standings(0) == ["counts", "no", "counts", "counts"]
    table.do(1, Contest(1, 0, 0))
    table.do(2, Judge(1, False))
    assert table.do(3, Judge(1, True))[-1] == Settled(1, 0, False)
    table.do(0, Contest(1, 0, 1))
    table.do(1, Judge(2, True))
    table.do(2, Judge(2, True))
    assert table.do(3, Judge(2, False))[-1] == Settled(2, 0, True)
    assert table.standings(0) == ["no", "counts", "counts", "counts"]


def test_only_votes_cast_in_time_count_and_none_at_all_is_a_yes() -> None:
    table = Evening()
    table.write("leave/time/city/pretty", EMPTY, EMPTY, EMPTY)
    table.do(0, Contest(1, 0, 1))
    assert game.clock(table.state) == CONTEST
    assert table.strike() == [Settled(1, 0, True)]
    assert table.standings(0)[1] == "counts"
    assert game.clock(table.state) == CONTEST + RECITAL


def test_a_word_is_contested_at_most_once_and_for_everybody_who_wrote_it() -> None:
    table = Evening()
    table.write("leave///", "leave///", EMPTY, EMPTY)
    table.do(0, Next(1, 1))
    table.do(2, Contest(1, 1, 0))
    assert table.state.cases[0].judges == (2, 3)
    table.refuses(3, Contest(1, 0, 0), "not_contestable")
    table.do(3, Judge(1, False))
    table.refuses(3, Contest(1, 0, 0), "not_contestable")
    assert table.standings(0)[0] == table.standings(1)[0] == "no"


def test_a_no_that_is_only_a_guess_opens_the_vote_by_itself() -> None:
    table = Evening()
    guess = Heard("flurb", "flurb", "ɜrb", "", "guess", ("no", "no"), sure=False)
    poem = HandIn(1, "", ("la la flurb", "", "", ""), (guess, *[words.SILENT] * 3))
    told = game.play(table.state, 0, poem, table.luck)
    for seat in (1, 2, 3):
        told += game.play(table.state, seat, HandIn(1, heard=(words.SILENT,) * 4), table.luck)
    assert told[-1].event == Contested(None, 0, 1)
    assert table.state.cases[0].votes == {}


def test_the_poet_waits_with_the_next_poem_until_the_contest_is_settled() -> None:
    table = Evening()
    table.write("leave///", EMPTY, EMPTY, EMPTY)
    table.do(1, Contest(1, 0, 0))
    table.refuses(0, Next(1, 1), "contest_open")
    assert game.awaited(table.state) == {2, 3}


def test_a_contest_after_the_last_poem_asks_everybody_again_whether_they_are_ready() -> None:
    table = Evening()
    table.write("leave///", EMPTY, EMPTY, EMPTY)
    for _ in range(4):
        table.strike()
    table.do(2, Ready(1))
    table.do(1, Contest(1, 0, 0))
    assert table.state.ready == []


def test_what_a_table_accepts_is_remembered_for_the_same_sound() -> None:
    table = Evening()
    table.write("time///", EMPTY, EMPTY, EMPTY)
    table.do(0, Contest(1, 0, 0))
    table.strike()
    assert {(one.word, one.sound) for one in table.state.accepted} == {
        ("time", "iv"),
        ("time", "~ti"),
    }
    table.recite()
    table.vote(0, 0, 0, 0)
    table.put((EAVE, INE))
    table.state.first = 0
    table.write("time///", EMPTY, EMPTY, EMPTY)
    assert table.standings(0)[0] == "counts"


def test_when_the_table_judges_every_word_stands_unless_contested() -> None:
    table = Evening(judge="table")
    table.write("time///", EMPTY, EMPTY, EMPTY)
    assert table.standings(0)[0] == "counts"
    table.do(1, Contest(1, 0, 0))
    table.do(2, Judge(1, False))
    table.do(3, Judge(1, False))
    assert table.standings(0)[0] == "no"


def test_without_a_judge_everything_rhymes_and_nothing_can_be_contested() -> None:
    table = Evening(judge="none")
    table.write("time///", EMPTY, EMPTY, EMPTY)
    assert table.standings(0)[0] == "counts"
    table.refuses(1, Contest(1, 0, 0), "not_contestable")


# Originality


def test_majesty_the_example_of_the_rulebook() -> None:
    table = Evening()
    table.write(
        "leave/cleave/beauty/majesty",
        "leave/believe/beauty/pretty",
        "cleave/grieve/duty/city",
        "achieve/receive/beauty/charity",
    )
    told = table.recite()
    assert table.ladders() == [1, 2, 3, 3]
    assert told[-4:] == [Climbed(0, 1, 1), Climbed(1, 2, 2), Climbed(2, 3, 3), Climbed(3, 3, 3)]


def test_lemonade_and_maid_rhyme_and_made_is_another_word_than_maid() -> None:
    table = Evening(rhymes=(AID, EAVE))
    table.write("lemonade/maid//", "made///", EMPTY, EMPTY)
    table.recite()
    assert table.ladders() == [2, 1, 0, 0]


def test_time_is_a_mistake_for_ine_and_an_empty_line_scores_nothing() -> None:
    table = Evening(rhymes=(INE, AID))
    table.write("time/wine/divine/", EMPTY, EMPTY, EMPTY)
    table.recite()
    assert table.ladders()[0] == 2


def test_a_word_used_twice_by_one_poet_is_one_word() -> None:
    table = Evening()
    table.write("leave/leave/city/city", EMPTY, EMPTY, EMPTY)
    assert table.standings(0) == ["counts", "again", "counts", "again"]


def test_examples_never_score() -> None:
    table = Evening()
    table.write("sleeve/Weave!/party/leave", EMPTY, EMPTY, EMPTY)
    assert table.standings(0) == ["example", "example", "example", "counts"]


def test_at_most_two_words_of_a_rhyme_score() -> None:
    table = Evening()
    table.write("leave/believe/grieve/city", EMPTY, EMPTY, EMPTY)
    assert table.standings(0) == ["counts", "counts", "third", "counts"]
    table.recite()
    assert table.ladders()[0] == 3


def test_a_word_that_fits_both_rhymes_is_taken_for_the_one_that_suits_the_poet() -> None:
    table = Evening(judge="none")
    table.write("one/two/three/four", EMPTY, EMPTY, EMPTY)
    table.recite()
    assert table.ladders()[0] == 4


def test_a_wrong_word_of_another_still_takes_originality_away() -> None:
    table = Evening()
    table.write("leave/time/city/pretty", "believe/time/duty/beauty", EMPTY, EMPTY)
    assert table.standings(0)[1] == "no"
    table.do(0, Contest(1, 0, 1))
    table.strike()
    assert table.standings(0)[1] == "shared"


def test_the_order_of_the_rhymes_is_free() -> None:
    for poem in ("leave/grieve/city/duty", "leave/city/grieve/duty", "city/leave/grieve/duty"):
        table = Evening()
        table.write(poem, EMPTY, EMPTY, EMPTY)
        assert table.standings(0) == ["counts"] * 4


def test_capitals_and_signs_do_not_make_another_word() -> None:
    table = Evening()
    table.write("Leave!///", "«leave»///", EMPTY, EMPTY)
    assert table.standings(0)[0] == "shared"


# Vote


def six(*, rhymes: tuple[int, int] = (EAVE, TY)) -> Evening:
    table = Evening(6, rhymes=rhymes)
    table.write(*["leave///"] * 6)
    table.recite()
    return table


def test_the_vote_of_the_rulebook() -> None:
    table = six()
    told = table.vote(5, 5, 5, 5, 0, 1)
    assert table.stairs() == [3, 3, 3, 3, 0, 0]
    assert Revealed(0, 5, 3, 3) in told and Revealed(4, 0, 0, 0) in told


def test_voting_for_oneself_alone_gives_nothing_and_with_three_others_three() -> None:
    table = six()
    table.vote(0, 0, 0, 0, 4, 1)
    assert table.stairs() == [3, 3, 3, 3, 0, 0]


def test_votes_are_secret_until_all_are_cast() -> None:
    one, other = six(), six()
    assert one.do(0, Vote(1, 1)) == other.do(0, Vote(1, 5))
    for viewer in (None, 1, 2, 3, 4, 5):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))
    assert game.view(one.state, 0).vote == 1
    one.refuses(0, Vote(1, 2), "voted_already")


def test_the_line_a_voter_loves_is_secret_until_the_votes_are_opened() -> None:
    one, other = six(), six()
    assert one.do(0, Vote(1, 1, 0)) == other.do(0, Vote(1, 1))
    for viewer in (None, 1, 2, 3, 4, 5):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))
    assert game.view(one.state, 0).line == 0
    told = [event for seat in range(1, 6) for event in one.do(seat, Vote(1, 1))]
    assert [event.line for event in told if isinstance(event, Revealed)] == [0, *[None] * 5]


def test_one_loves_a_line_that_was_written_or_none() -> None:
    table = six()
    table.refuses(0, Vote(1, 1, 3), "no_such_line")
    table.do(0, Vote(1, 1))
    assert game.view(table.state, 0).loved is None


def test_the_line_of_the_round_is_the_one_most_voters_love() -> None:
    table = Evening(6)
    table.write(*["leave/believe//"] * 6)
    table.recite()
    votes = [Vote(1, 1, 0), Vote(1, 1, 1), Vote(1, 1, 1), Vote(1, 2, 0), Vote(1, 2, 0), Vote(1, 2)]
    for seat, vote in enumerate(votes):
        table.do(seat, vote)
    assert game.view(table.state, None).loved == Loved(1, 1, (1, 2))


def test_the_line_of_the_round_is_marked_in_the_album_until_its_poem_is_taken_back() -> None:
    table = Evening(6)
    table.write(*["/believe//leave"] * 6)
    table.recite()
    for seat in range(6):
        table.do(seat, Vote(1, 1, 3))
    album = game.answer(table.state, 0, Leaf())
    assert isinstance(album, Album)
    marked = {page.poet: page.lines[page.loved] for page in album.rounds[0].pages if page.loved}
    assert marked == {1: "la la leave"}
    game.hide(table.state, 1, "1.1")
    assert "loved=1" not in str(game.answer(table.state, 0, Leaf()))


def test_a_round_in_which_nobody_loves_a_line_has_none() -> None:
    table = six()
    for seat in range(6):
        table.do(seat, Vote(1, 1))
    assert game.view(table.state, None).loved is None


def test_a_title_alone_is_no_poem_to_vote_for() -> None:
    table = Evening()
    table.write("leave///", "Only a title: ///", EMPTY, EMPTY)
    table.recite()
    assert table.state.ballot == [0]
    table.refuses(0, Vote(1, 1), "not_on_the_ballot")


def test_when_nobody_has_written_anything_there_is_no_vote() -> None:
    table = Evening()
    told = table.write(*[EMPTY] * 4) + table.recite()
    assert NoVote() in told
    assert table.state.round == 2 and table.stairs() == [0, 0, 0, 0]


def test_the_left_neighbour_recites_first_in_the_next_round() -> None:
    table = Evening()
    table.write(*[EMPTY] * 4)
    told = table.recite()
    assert table.state.first == 1
    assert isinstance(told[-1], Drawn) and told[-1].round == 2


# The tower


def at(ladder: int, stairs: int, **options: Any) -> tuple[int, int, bool]:
    table = Evening(**options)
    table.state.players[0] = Player(ladder, stairs)
    floors = game.view(table.state, None).people[0]
    return floors.lover, floors.belle, tower.met(table.state) == [0]


def test_example_one_he_on_yellow_and_she_on_violet_do_not_meet() -> None:
    colours = game.view(Evening().state, None).tower.colours
    assert (colours[3 - 1], colours[7 - 1]) == ("yellow", "violet")
    assert at(9, 2) == (3, 7, False)
    assert at(9, 12) == (3, 4, False)


def test_example_two_both_on_yellow_meet() -> None:
    assert at(10, 13) == (3, 3, True)


def test_example_three_she_below_him_climbs_up() -> None:
    assert at(9, 16) == (3, 2, True)


def test_the_ground_is_not_a_floor() -> None:
    assert at(2, 21) == (0, 1, False)


def test_he_may_reach_her_at_the_top() -> None:
    assert at(21, 0) == (7, 7, True)


def test_the_short_and_the_long_tower() -> None:
    assert at(15, 0, length="short") == (5, 5, True)
    assert at(14, 0, length="short") == (4, 5, False)
    assert at(24, 0, length="long") == (6, 6, True)
    assert at(3, 24, length="long") == (0, 1, False)
    assert at(4, 24, length="long") == (1, 1, True)


def test_marks_beyond_the_last_are_lost() -> None:
    table = Evening()
    tower.climb(table.state, 0, 99)
    tower.descend(table.state, 0, 99)
    assert table.state.players[0] == Player(21, 21)


def test_victory_is_checked_at_the_end_of_the_round() -> None:
    table = Evening()
    table.state.players[0] = Player(19, 3)
    table.write("leave/believe/city/pretty", EMPTY, EMPTY, EMPTY)
    table.recite()
    assert table.ladders()[0] == 21 and table.result() is None
    assert not game.view(table.state, None).people[0].met
    told = table.vote(0, 0, 0, 0)
    assert [at.met for at in game.view(table.state, None).people] == [True, False, False, False]
    assert told[-1] == Won((0,), "tower")
    assert table.result() == Result((0,), (7, 0, 0, 0), "tower")


def test_there_are_at_most_eighteen_rounds_unless_the_table_wants_fewer() -> None:
    assert Options().rounds == 18


@pytest.mark.parametrize("rounds", choices(Options)["rounds"])
def test_after_the_last_round_the_nearest_pair_wins(rounds: int) -> None:
    table = Evening(rounds=rounds)
    table.state.round = rounds - 1
    table.state.players[2] = Player(3, 6)
    table.write(*[EMPTY] * 4)
    assert isinstance(table.recite()[-1], Drawn)
    table.write(*[EMPTY] * 4)
    assert table.recite()[-1] == Won((2,), "rounds")


def test_after_the_last_round_pairs_that_are_equally_near_are_asked_whether_they_share() -> None:
    table = Evening(rounds=6)
    table.state.round = 6
    table.state.players[1] = table.state.players[2] = Player(3, 6)
    table.write(*[EMPTY] * 4)
    assert table.recite()[-1] == Tied((1, 2))


# Hearts


def test_a_heart_is_whole_when_its_two_halves_meet() -> None:
    table = Evening(edition="hearts")
    table.state.players[0] = Player(10, 11)
    assert game.view(table.state, None).people[0].hearts == 0
    table.state.players[0] = Player(10, 12)
    assert game.view(table.state, None).people[0].hearts == 1


def test_with_hearts_the_most_whole_ones_win_and_a_tie_is_shared() -> None:
    table = Evening(edition="hearts")
    table.state.players = [Player(12, 12), Player(10, 14), Player(11, 12), Player()]
    table.write(*[EMPTY] * 4)
    assert table.recite()[-1] == Won((0, 1), "hearts")
    met = [one.met for one in game.view(table.state, None).people]
    assert met == [True, True, True, False]  # halves, to whole hearts


def test_with_hearts_the_most_halves_win_after_the_last_round() -> None:
    table = Evening(edition="hearts", rounds=12)
    table.state.round = 12
    table.state.players[1] = Player(5, 5)
    table.write(*[EMPTY] * 4)
    assert table.recite()[-1] == Won((1,), "halves")
    assert table.result() == Result((1,), (0, 10, 0, 0), "halves")


# Ties


def test_tied_winners_share_if_one_of_them_accepts() -> None:
    table = Evening().tie()
    assert game.awaited(table.state) == {0, 1, 2}
    table.refuses(3, Share(True), "not_now")
    table.do(0, Share(False))
    table.do(1, Share(True))
    assert table.state.phase == "tie"
    assert table.do(2, Share(False))[-2:] == [Shared(True), Won((0, 1, 2), "shared")]


def test_who_bows_answers_after_the_others_and_the_last_one_may_not_bow() -> None:
    table = Evening().tie()
    assert table.do(0, Bow()) == [Bowed(0)]
    table.refuses(0, Bow(), "not_now")
    table.do(2, Bow())
    assert game.awaited(table.state) == {1}
    table.refuses(1, Bow(), "not_now")
    table.do(1, Share(False))
    table.refuses(1, Bow(), "answered_already")
    assert game.awaited(table.state) == {0, 2}


def test_who_would_share_is_nobodys_business() -> None:
    one, other = Evening().tie(), Evening().tie()
    assert one.do(0, Share(True)) == other.do(0, Share(False))
    for viewer in (None, 1, 2, 3):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))


def test_if_all_refuse_the_highest_lover_wins() -> None:
    table = Evening().tie()
    table.state.players[1].ladder = 12
    told = [event for seat in range(3) for event in table.do(seat, Share(False))]
    assert told[-1] == Won((1,), "floor")


def test_if_they_are_on_one_floor_they_duel() -> None:
    table = Evening().tie()
    table.state.players[2].ladder = 6
    table.state.players[2].stairs = 18
    told = [event for seat in range(3) for event in table.do(seat, Share(False))]
    begun = next(event for event in told if isinstance(event, Duelled))
    assert begun.seats == (0, 1)  # the third is on a lower floor


def test_the_duellists_are_introduced_before_the_thirty_seconds_of_the_first_sentence() -> None:
    table = Evening().tie(2)
    for seat in range(2):
        table.do(seat, Share(False))
    now = table.state.now
    assert table.fight.opens == now + INTRODUCTION
    assert game.clock(table.state) == now + INTRODUCTION + SENTENCE


def test_who_speaks_during_the_introduction_takes_no_time_from_the_next() -> None:
    table = Evening().tie(2)
    for seat in range(2):
        table.do(seat, Share(False))
    opens, starter = table.fight.opens, table.fight.turn
    table.do(starter, Blank(table.fight.number))
    assert game.clock(table.state) == opens + SENTENCE


# Pages


def test_a_poet_may_take_a_poem_back_and_nobody_elses() -> None:
    table = Evening()
    table.write("Mine: achieve/grieve/city/pretty", "leave///", EMPTY, EMPTY)
    with pytest.raises(Illegal, match="no_such_page"):
        game.hide(table.state, 1, "1.1")  # not recited yet
    with pytest.raises(Illegal, match="not_your_poem"):
        game.hide(table.state, 1, "1.0")
    game.hide(table.state, 0, "1.0")
    with pytest.raises(Illegal, match="hidden_already"):
        game.hide(table.state, None, "1.0")
    for viewer in (None, 0, 1, 2, 3):
        assert b"achieve" not in encode(game.view(table.state, viewer))
    table.recite()
    assert table.ladders() == [0, 1, 0, 0]  # counted as unwritten


def test_the_host_may_hide_a_poem_of_an_earlier_round_and_its_marks_remain() -> None:
    table = Evening()
    table.write("Mine: leave/believe/city/pretty", "grieve///", EMPTY, EMPTY)
    table.recite()
    table.vote(0, 0, 0, 1)
    game.hide(table.state, None, "1.0")
    album = game.answer(table.state, 3, Leaf())
    assert isinstance(album, Album)
    page = album.rounds[0].pages[0]
    assert page.hidden and page.lines == () and page.title == "" and page.votes == (0, 1, 2)
    assert table.ladders()[0] == 4


def test_a_hidden_poem_leaves_a_world_that_can_be_imagined() -> None:
    table = Evening()
    table.write("leave/believe/city/pretty", "leave/grieve/duty/city", "leave///", EMPTY)
    table.do(0, Next(1, 1))
    table.do(3, Contest(1, 0, 1))
    game.hide(table.state, 0, "1.0")
    for viewer in (None, 0, 1, 2, 3):
        view = game.view(table.state, viewer)
        world = game.imagine(through_json(view), viewer, table.luck)
        assert encode(game.view(world, viewer)) == encode(view)


# Questions


def test_the_ear_can_be_asked_while_writing_and_nothing_changes() -> None:
    table = Evening()
    before = encode(table.state)
    reply = game.answer(table.state, 0, Hear(("I must leave", "in time", "a sleeve", "")))
    assert isinstance(reply, Endings)
    assert [line.standing for line in reply.lines] == ["counts", "no", "example", "no"]
    assert reply.lines[0].syllables == 3 and reply.lines[0].heard.sound == "iv"
    assert encode(table.state) == before


def test_the_drawer_offers_words_and_marks_the_examples_as_worth_nothing() -> None:
    reply = game.answer(Evening().state, 0, LookUp(0))
    assert isinstance(reply, Drawer)
    assert reply.common and reply.rare
    assert reply.examples == ("sleeve", "weave")
    assert not {"sleeve", "weave"} & {*reply.common, *reply.rare}


def test_each_handful_holds_other_words_the_same_for_everybody() -> None:
    state = Evening().state
    handfuls = [game.answer(state, 0, LookUp(0, number)) for number in range(3)]
    words = [{*one.common, *one.rare} for one in handfuls if isinstance(one, Drawer)]
    assert len(words) == 3 and all(0 < len(one) <= 8 for one in words)
    assert not (words[0] & words[1] or words[1] & words[2])
    assert game.answer(state, 3, LookUp(0)) == handfuls[0]


def test_every_word_of_a_drawer_comes_in_some_handful_and_then_the_first_again() -> None:
    state = Evening().state
    first = game.answer(state, 0, LookUp(0))
    assert isinstance(first, Drawer)
    whole = ear("en").words("iv")
    found = [game.answer(state, 0, LookUp(0, number)) for number in range(first.handfuls)]
    held = {word for one in found if isinstance(one, Drawer) for word in (*one.common, *one.rare)}
    assert held == {*whole.common, *whole.rare} - set(first.examples)
    assert game.answer(state, 0, LookUp(0, first.handfuls)) == first


def test_the_ear_says_which_words_are_likely_to_be_shared() -> None:
    reply = game.answer(Evening().state, 0, Hear(("I must leave", "an aggrieve", "", "")))
    assert isinstance(reply, Endings)
    assert [line.common for line in reply.lines] == [True, False, False, False]


def test_the_album_holds_no_poem_of_the_round_that_is_being_played() -> None:
    table = Evening()
    table.write("leave///", EMPTY, EMPTY, EMPTY)
    assert game.answer(table.state, 0, Leaf()) == Album(())


def test_the_duel_answers_no_questions_about_rhymes() -> None:
    table = Evening().duel()
    with pytest.raises(Illegal, match="not_now"):
        game.answer(table.state, 0, LookUp(0))


def test_what_the_client_says_it_heard_is_overwritten() -> None:
    table = Evening()
    lie = Heard("time", "time", "iv", "", "lexicon", ("exact", "exact"))
    forged = HandIn(1, "", ("in time", "", "", ""), (lie,) * 4)
    prepared = game.prepare(table.state, 0, forged)
    assert isinstance(prepared, HandIn) and prepared.heard[0].verdicts == ("no", "no")


# Secrets


def test_the_order_of_the_deck_is_known_to_nobody() -> None:
    one, other = Evening(), Evening()
    other.state.deck.reverse()
    for viewer in (None, 0, 1, 2, 3):
        assert encode(game.view(one.state, viewer)) == encode(game.view(other.state, viewer))


def test_a_tied_table_tells_who_has_answered() -> None:
    table = Evening().tie()
    table.do(1, Share(True))
    assert game.view(table.state, 3).answered == (1,)
