"""What every game tells with a smile when it is over, and what people keep of it."""

import msgspec
import pytest

from salon import games
from salon.core.can import what_can
from salon.core.capabilities import Award
from salon.core.keepsakes import Keepsake
from salon.core.superlatives import superlative, weight
from salon.texts import LANGUAGES
from tests.awards import Evening, sentence

REWARDING = [name for name in games.names() if what_can(games.load(name)).rewarding]
KEEPING = [name for name in games.names() if what_can(games.load(name)).keeping]
TABLES = 3
PAGE = 60_000  # bytes that the keepsakes of one table may take


def evenings(name: str) -> list[Evening]:
    seats = games.load(name).seats
    return [Evening(name, seats[seed % len(seats)], seed) for seed in range(TABLES)]


@pytest.mark.parametrize("name", REWARDING)
def test_awards_name_seats_have_words_in_every_language_and_come_once(name: str) -> None:
    for evening in evenings(name):
        found = list(what_can(games.load(name)).awards(evening))
        assert len({award.kind for award in found}) == len(found)
        for award in found:
            assert award.seats and set(award.seats) <= set(range(evening.table.seats))
            assert len(set(award.seats)) == len(award.seats)
            assert 1 <= award.weight <= 100
            assert all(sentence(name, award, language) for language in LANGUAGES)


@pytest.mark.parametrize("name", REWARDING)
def test_the_same_story_has_the_same_awards(name: str) -> None:
    game = games.load(name)
    once, again = ([*what_can(game).awards(Evening(name, game.seats[0], 5))] for _ in range(2))
    assert once == again


@pytest.mark.parametrize("name", REWARDING)
def test_a_table_at_which_nothing_happened_has_no_awards_to_stumble_over(name: str) -> None:
    assert list(what_can(games.load(name)).awards(())) == []


@pytest.mark.parametrize("name", KEEPING)
def test_keepsakes_are_plain_values_by_people_of_the_table_and_not_too_many(name: str) -> None:
    for evening in evenings(name):
        for _ in evening:
            pass
        found = tuple(what_can(games.load(name)).keepsakes(evening.table.state))
        written = msgspec.json.encode(found)
        assert len(written) < PAGE
        assert msgspec.json.decode(written, type=tuple[Keepsake, ...]) == found
        seats = {getattr(one, "by", None) for one in found} - {None}
        assert seats <= set(range(evening.table.seats))


# Superlatives


def most(*figures: int) -> list[Award]:
    return list(superlative("tallest", figures, usual=3, rare=9))


def test_whoever_has_most_has_the_award_with_how_much() -> None:
    assert most(1, 5, 2) == [Award("tallest", (1,), 50, {"n": 5})]


def test_two_may_share_it_unless_they_are_all() -> None:
    assert [one.seats for one in most(5, 5, 2)] == [(0, 1)]
    assert most(5, 5) == most(5, 5, 5, 1) == []


def test_what_is_less_than_usual_is_no_award() -> None:
    assert most(2, 1, 0) == []


def test_two_do_not_share_what_is_told_of_them_differently() -> None:
    details = [{"at": 1}, {"at": 2}, {"at": 1}]
    assert not list(superlative("tallest", [5, 5, 0], usual=3, rare=9, details=details))
    assert list(superlative("tallest", [5, 0, 5], usual=3, rare=9, details=details))


def test_the_rarer_the_weightier() -> None:
    assert [weight(figure, 3, 9) for figure in (3, 6, 9, 10, 90, -90)] == [30, 60, 90, 100, 100, 1]
