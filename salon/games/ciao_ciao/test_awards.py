"""What is told with a smile when the bridge is empty: true, and only where it happened."""

from collections.abc import Iterator, Sequence

import pytest

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.games.ciao_ciao.model import (
    CROSS,
    Announced,
    Crossed,
    Doubted,
    Event,
    Fell,
    State,
    Toppled,
)
from salon.games.ciao_ciao.rules import game
from salon.games.ciao_ciao.test_rules import lay
from salon.texts import LANGUAGES
from tests.awards import sentence

FRESH = "1+6 1+6 1+6"
Told = tuple[int, str, list[Event]]  # a die, a position, and what happened


def announced(seat: Seat, number: int, die: int, doubter: Seat | None = None) -> list[Told]:
    story: list[Told] = [(die, FRESH, [Announced(seat, number, 1 + number)])]
    if doubter is not None:
        story.append((die, FRESH, [Doubted(doubter, seat, number, truth=number == die)]))
    return story


def happened(position: str, *events: Event) -> list[Told]:
    return [(CROSS, position, list(events))]


def awards(*parts: Sequence[Told]) -> dict[str, Award]:
    return {one.kind: one for one in game.awards(moments([one for part in parts for one in part]))}


def moments(story: list[Told]) -> Iterator[Moment[State, Event]]:
    for step, (die, position, events) in enumerate(story, 1):
        yield Moment(step, lay(position, die=die), events)


def in_words(award: Award) -> str:
    for language in LANGUAGES:
        assert "award" not in sentence("ciao_ciao", award, language)
    return sentence("ciao_ciao", award)


def test_whoever_lied_most_and_was_caught_is_the_baron() -> None:
    found = awards(*[announced(0, 4, CROSS)] * 4, announced(0, 3, 2, doubter=1))
    assert in_words(found["baron"]) == "Ana0 told 5 tall tales, of which 1 was found out."


def test_whoever_lied_much_and_was_never_caught_has_a_poker_face() -> None:
    found = awards(*[announced(0, 3, CROSS)] * 4, *[announced(1, 3, CROSS, doubter=0)] * 4)
    assert in_words(found["poker_face"]) == "Ana0 walked 12 planks on lies that nobody doubted."
    assert found["baron"].seats == (1,)


def test_whoever_never_lied_is_an_honest_soul() -> None:
    found = awards(*[announced(0, 2, 2)] * 4, *[announced(1, 2, 2)] * 4, announced(1, 2, 3))
    assert found["honest"].seats == (0,)
    assert "announced 4 numbers, and every one was true" in in_words(found["honest"])


def test_doubts_are_counted_as_right_or_wrong() -> None:
    found = awards(*[announced(0, 4, CROSS, doubter=1)] * 3, *[announced(0, 2, 2, doubter=2)] * 3)
    assert in_words(found["detector"]) == "Ana1 sniffed out 3 bluffs."
    assert "Ana2 doubted the plain truth 3 times." in in_words(found["sceptic"])
    assert "3 times Ana0 told the plain truth" in in_words(found["cassandra"])


@pytest.mark.parametrize(
    ("before", "event", "said"),
    [
        (FRESH, Fell(0, 9), "Ana0 lost a pawn on plank 9"),
        (FRESH, Fell(0, 11), "Ana0 was already waving from the far bank."),
        ("1+4{1,2} 1+6 1+6", Fell(0, 12), "Ana0 had the third pawn across"),
        ("-{1,2} 1+6 1+6", Toppled(0, 2), "Ana0 stood proudly on step 2"),
    ],
)
def test_the_deepest_fall_is_told_with_where_it_began(before: str, event: Event, said: str) -> None:
    found = awards(happened(before, Fell(1, 8)), happened(before, event))
    assert in_words(found["icarus"]).startswith(said)


def test_a_fall_that_almost_won_weighs_more_than_any_other() -> None:
    third = awards(happened("1+4{1,2} 1+6"), happened("1+4{1,2} 1+6", Fell(0, 12)))["icarus"]
    bank = awards(happened(FRESH, Fell(0, 12)))["icarus"]
    plank = awards(happened(FRESH, Fell(0, 9)))["icarus"]
    assert third.weight > bank.weight > plank.weight
    assert "icarus" not in awards(happened(FRESH, Fell(0, 2)))


def test_whoever_lost_no_pawn_while_others_did_has_dry_feet() -> None:
    wet = happened(FRESH, Crossed(0, 1), Fell(1, 2), Fell(2, 3), Fell(1, 4), Fell(2, 2))
    assert "Not one of them belonged to Ana0." in in_words(awards(wet)["dry_feet"])
    assert "dry_feet" not in awards(wet, happened(FRESH, Fell(0, 2)))


def test_whoever_rolled_most_fours_is_lucky_whatever_they_said() -> None:
    found = awards(*[announced(2, 4, 4)] * 2, announced(2, 1, 4), announced(1, 4, 4))
    assert "Ana2 rolled a four 3 times." in in_words(found["lucky"])


def test_two_may_share_an_award_and_everybody_may_not() -> None:
    both = [*announced(0, 4, 4), *announced(1, 4, 4)] * 3
    assert "Ana0 and Ana1 each rolled a four 3 times." in in_words(awards(both)["lucky"])
    assert "lucky" not in awards(both, *[announced(2, 4, 4)] * 3)


def test_where_nothing_happened_there_is_nothing_to_tell() -> None:
    assert awards() == {}
    assert awards(announced(0, 2, 2), announced(1, 3, CROSS), announced(2, 1, 1)) == {}
