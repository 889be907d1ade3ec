"""Long work in parts: the same wherever the parts are done, and however it is cut."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest

from salon.arena import round_robin
from salon.bots.random import Random
from salon.core.simulate import simulate_some
from salon.core.spread import Spread, cut, cut_to_stop, here, over
from salon.games import AnyBot
from toys.bluff.bot import bots
from toys.bluff.rules import game as bluff


@pytest.fixture(params=["here", "at once"])
def spread(request: pytest.FixtureRequest) -> Iterator[Spread]:
    if request.param == "here":
        yield here
        return
    with ThreadPoolExecutor(4) as pool:
        yield over(pool)


def slow_first(number: int) -> int:
    time.sleep(0.1 if number == 0 else 0)
    return -number


def test_results_come_in_the_order_of_the_parts(spread: Spread) -> None:
    assert list(spread(slow_first, range(9))) == [-number for number in range(9)]


def test_every_part_that_is_done_is_told(spread: Spread) -> None:
    told: list[int] = []
    assert sum(spread(slow_first, range(9), told.append)) == -36
    assert sorted(told) == list(range(9))


def test_what_a_part_raises_is_raised_in_its_turn(spread: Spread) -> None:
    results = spread(lambda number: 6 // number, [2, 1, 0, 3])
    assert [next(results), next(results)] == [3, 6]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_who_has_enough_leaves_what_is_not_begun() -> None:
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        time.sleep(0.02)
        return number

    with ThreadPoolExecutor(1) as pool:
        results = over(pool)(work, range(100))
        assert next(results) == 0
        results.close()
    assert len(begun) < 100


# Parts


@pytest.mark.parametrize("number", [1, 19, 20, 21, 399, 400, 401, 1000, 123_456])
def test_every_number_is_in_one_part(number: int) -> None:
    for parts in (cut(number), cut_to_stop(number)):
        assert list(chain.from_iterable(parts)) == list(range(number))
        assert all(parts)


def test_who_may_stop_early_plays_a_twentieth_in_vain_at_most() -> None:
    parts = cut_to_stop(100_000)
    assert len(parts) < 250
    assert all(len(part) <= max(1, part.start / 20) for part in parts)


def test_a_game_has_the_same_luck_in_whatever_part_it_is() -> None:
    def outcomes(*parts: range) -> list[object]:
        played = (simulate_some(bluff, bluff.types.options(), seated, 7, one) for one in parts)
        return list(chain.from_iterable(played))

    seated = [bots["sly"], Random()]
    assert outcomes(range(10)) == outcomes(range(3), range(3, 4), range(4, 10))
    assert outcomes(range(1)) != outcomes(range(1, 2))


def test_a_match_ends_at_the_same_game_wherever_it_is_played(spread: Spread) -> None:
    def last(place: Spread) -> object:
        rivals: dict[str, AnyBot] = {"random": Random(), "sly": bots["sly"]}
        options = bluff.types.options()
        *_, match = round_robin(
            bluff, options, rivals, seats=2, games=300, until_clear=True, spread=place
        )
        assert match.settled
        return match

    assert last(spread) == last(here)
