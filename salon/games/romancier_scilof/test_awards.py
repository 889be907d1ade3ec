"""What is told of a table when it is over, and what is kept of it."""

from collections.abc import Iterable

from salon import games
from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.core.keepsakes import Tale, TaleLine
from salon.core.luck import FastLuck
from salon.games.romancier_scilof.awards import (
    ANSWERS,
    LINES,
    REFUSALS,
    SENT,
    TRIPS,
    TURNS,
    WRITTEN,
)
from salon.games.romancier_scilof.book import MARK
from salon.games.romancier_scilof.model import (
    Answered,
    Chain,
    Completed,
    Event,
    Exchanged,
    Letter,
    Line,
    Options,
    Post,
    Posted,
    Refused,
    Reply,
    State,
    Went,
)
from salon.games.romancier_scilof.rules import game
from salon.texts import LANGUAGES, Texts

MINE: Letter = "A1"
NAMES = ["Ana", "Bob", "Cyd", "Dan"]


def table(seats: int = 4) -> State:
    return game.start(Options(), seats, FastLuck(1))


def told(story: Iterable[Moment[State, Event]]) -> dict[str, Award]:
    """The awards, by kind."""
    found = {one.kind: one for one in game.awards(story)}
    for one in found.values():
        assert 1 <= one.weight <= 100
        assert_can_be_said(one)
    return found


def assert_can_be_said(award: Award) -> None:
    for language in LANGUAGES:
        say = Texts(language, games.folder(game.name), NAMES).say
        said = say(f"award.{award.kind}", seats=award.seats, **award.details)
        assert all(NAMES[seat] in said for seat in award.seats)
        assert all(str(one) in said for one in award.details.values())
        assert "award." not in said + say(f"award.{award.kind}.title")


def of(*events: Event, state: State | None = None) -> dict[str, Award]:
    """The awards of a story in which this was told, a step for each."""
    state = state or table()
    return told(Moment(step, state, [event]) for step, event in enumerate(events, 1))


def swaps(seat: Seat, to: Seat, *letters: Letter, forced: bool = False) -> dict[str, Award]:
    """A seat answers another with these letters, and gets D4 each time."""
    events: list[Event] = []
    for letter in letters:
        events += [Answered(seat, to, forced), Exchanged(to, letter, "D4", "")]
        events += [Exchanged(seat, "D4", letter, "")]
    return told([Moment(1, table(), events)])


# The mail


def test_the_letter_that_changed_hands_most_is_told_of_whose_it_was() -> None:
    award = swaps(0, 1, "A1", "B1", "C1", "D1")["traveller"]
    assert (award.seats, award.details) == ((3,), {"letter": "D4", "n": TRIPS})
    assert "traveller" not in swaps(0, 1, "A1", "B1", "C1")


def test_two_letters_that_travelled_as_far_are_nothing_special() -> None:
    assert "traveller" not in swaps(0, 1, *[MINE] * TRIPS)


def test_the_letters_of_who_left_have_travelled_for_nothing() -> None:
    state = table()
    state.players[3].commune = None
    swap: list[Event] = [Answered(0, 1), Exchanged(1, "A1", "D4", "")]
    gone: list[Event] = [Went(3)]
    story = [Moment(1, state, swap * TRIPS), Moment(2, state, gone)]
    assert told(story)["traveller"].details["letter"] == "A1"


def test_who_sends_far_more_than_the_others_is_told() -> None:
    posts = [Posted(2, 0)] * SENT
    award = of(*posts, Posted(1, 0))["postman"]
    assert (award.seats, award.details) == ((2,), {"n": SENT})
    assert "postman" not in of(*posts, *[Posted(1, 0)] * (SENT - 1))


def test_two_who_answer_each_other_most_are_pen_friends() -> None:
    award = swaps(2, 0, *[MINE] * ANSWERS)["faithful"]
    assert (award.seats, award.details) == ((0, 2), {"n": ANSWERS})


def test_what_the_clock_answered_makes_no_friends_and_no_postman() -> None:
    assert not {"faithful", "postman"} & swaps(2, 0, *[MINE] * SENT, forced=True).keys()


def test_two_who_are_alone_at_the_table_are_not_told_that_they_wrote_to_each_other() -> None:
    swap: list[Event] = [Answered(0, 1), Exchanged(1, "A1", "B2", "")]
    assert "faithful" not in told([Moment(1, table(2), swap * ANSWERS)])


def test_who_goes_on_writing_after_many_refusals_is_undaunted() -> None:
    refused = [Refused(1, 0)] * REFUSALS
    award = of(*refused, Posted(0, 2))["undaunted"]
    assert (award.seats, award.details) == ((0,), {"n": REFUSALS})
    assert "undaunted" not in of(*refused)


def test_what_comes_back_because_a_hand_is_complete_was_not_refused() -> None:
    state = table()
    state.players[1].closer = True
    assert "undaunted" not in of(*[Refused(1, 0)] * REFUSALS, Posted(0, 2), state=state)


# The hands


def test_who_has_most_of_another_value_time_and_again_is_a_weathercock() -> None:
    state = table()
    hands: list[list[Letter]] = [["A1", "A2", "B1"], ["A1", "B2", "B1"]]

    def story(turns: int) -> Iterable[Moment[State, Event]]:
        for step in range(turns + 1):
            state.players[0].hand = hands[step % 2]
            yield Moment(step, state, [Answered(0, 1), Exchanged(1, "C1", "D4", "")])

    award = told(story(TURNS))["weathercock"]
    assert (award.seats, award.details) == ((0,), {"n": TURNS})
    assert "weathercock" not in told(story(TURNS - 1))


def test_a_hand_that_was_complete_after_the_office_had_closed_is_told() -> None:
    state = table()
    state.communes[0].phase = "closed"
    assert of(Completed(0), Completed(2), state=state)["late"].seats == (2,)


def test_nobody_is_late_who_closed_the_office() -> None:
    state = table(2)

    def story() -> Iterable[Moment[State, Event]]:
        for seat, move in ((0, Post("A1", 1)), (1, Reply(0, "B2"))):
            told = game.play(state, seat, move, FastLuck(1))
            yield Moment(seat, state, [one.event for one in told])

    assert told(story()) == {}
    assert game.result(state) is not None


# The stories


def written(state: State, letter: Letter, *authors: Seat) -> State:
    state.lines[letter] = [Line(seat, f"line {n}") for n, seat in enumerate(authors)]
    return state


def test_the_longest_story_belongs_to_all_who_told_it() -> None:
    state = written(table(), "C3", 2, 0, 2, 1)
    written(state, "A1", 0, 1, 0)
    award = of(Went(3), state=state)["tale"]
    assert (award.seats, award.details) == ((2, 0, 1), {"letter": "C3", "n": LINES})


def test_of_two_stories_as_long_the_one_by_more_hands_is_told_or_none() -> None:
    state = written(written(table(), "C3", 2, 0, 2, 1), "A1", 0, 1, 0, 1)
    assert of(Went(3), state=state)["tale"].details["letter"] == "C3"
    written(state, "A1", 0, 1, 0, 2)
    assert "tale" not in of(Went(3), state=state)


def test_a_story_by_one_hand_is_no_best_seller_but_its_hand_has_ink_on_the_fingers() -> None:
    found = of(Went(3), state=written(table(), "C3", *[2] * WRITTEN))
    assert "tale" not in found
    assert (found["storyteller"].seats, found["storyteller"].details) == ((2,), {"n": WRITTEN})


def test_a_table_at_which_nothing_happened_has_no_awards() -> None:
    assert told([]) == {}
    assert of(Posted(0, 1)) == {}


# The album


def test_every_story_is_kept_with_its_hands_those_by_most_first() -> None:
    state = written(written(table(), "A1", 3), "C3", 0, 1)
    state.archive = [Chain("D4", (Line(2, "Once"), Line(0, f"{MARK}turn.1"), Line(1, "End")))]
    assert list(game.keepsakes(state)) == [
        Tale((TaleLine("Once", 2), TaleLine(f"{MARK}turn.1", 0), TaleLine("End", 1))),
        Tale((TaleLine("line 0", 0), TaleLine("line 1", 1))),
        Tale((TaleLine("line 0", 3),)),
    ]


def test_blank_letters_are_not_kept() -> None:
    assert list(game.keepsakes(table())) == []
