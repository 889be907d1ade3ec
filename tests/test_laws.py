"""The laws hold for the toys and for every game, and find every planted fault."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from math import prod
from multiprocessing import get_context
from typing import Any

import pytest

from salon import games
from salon.bots.random import Random
from salon.core import laws, options
from salon.core.contract import Game
from salon.core.court import FIRST, is_worth_a_look
from salon.core.lawbook import IT_ENDS, LAWS, Broken
from salon.core.laws import check
from salon.core.spread import over
from salon.core.stubborn import Stubborn
from salon.core.table import Moved, Ticked
from tests.faults import FAULTS, DieToldToAll, Lazy, NeverFour
from toys.auction.rules import Auction, Bid
from toys.swap.rules import Swap

AnyGame = Game[Any, Any, Any, Any, Any]
FEW = 40  # combinations of options that are all tried; of more, others at each number of seats
MANY = 5  # seats above which a walk takes long
CASES = [(name, seats) for name in games.ours() for seats in games.load(name).seats]


class Clumsy(Auction):
    """Asks luck for what it does not have."""

    def play(self, state: Any, seat: int, move: Any, luck: Any) -> Any:
        return luck.roll(state, seat, move)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Executor]:
    """Another process, one for all tests: it takes longer to start than most of them."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        yield process


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_game_keeps_the_laws_at_every_number_of_seats_with_every_option(
    name: str, seats: int, elsewhere: Executor
) -> None:
    game, stand_in = games.load(name), games.stand_in(name)
    few = prod(map(len, options.choices(game.types.options).values())) <= FEW
    most = None if few else 2 if seats <= MANY else 1
    assert check(
        game,
        stand_in,
        seats=[seats],
        walks=1,
        all_options=few,
        most_options=most,
        elsewhere=elsewhere,
    ).walks


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("name", games.ours())
def test_nobody_can_stall_a_game_whatever_its_options(name: str) -> None:
    game = games.load(name)
    sets = list(laws.option_sets(game, all_of_them=False))
    found = laws.cases(game, game.seats, sets, max(1, len(sets) // len(game.seats)), walks=1)
    assert all(Stubborn(game, one.options, one.seats).hold_up(laws.BOUND) for one in found)


@pytest.mark.parametrize("game", [Auction(), Swap()], ids=lambda game: game.name)
def test_the_toys_keep_the_laws(game: AnyGame) -> None:
    assert check(game, Random(), walks=10, all_options=True).walks


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_by_the_law_meant_for_it(fault: Any, elsewhere: Executor) -> None:
    with pytest.raises(Broken) as found:
        check(fault(), Random(), seats=[3], bound=600, elsewhere=elsewhere)
    assert found.value.law == fault.law


def test_every_law_has_a_fault_that_it_finds() -> None:
    assert {fault.law for fault in FAULTS} == set(LAWS)  # type: ignore[attr-defined]


def test_a_stand_in_that_waits_when_it_is_awaited_is_found() -> None:
    with pytest.raises(Broken) as found:
        check(Auction(), Lazy(), walks=20)
    assert found.value.law == IT_ENDS


def test_a_number_of_seats_that_no_options_fit_is_found_after_one_that_they_do() -> None:
    with pytest.raises(Broken, match="no options fit 4 seats"):
        check(NeverFour(), Random(), seats=[3, 4], walks=1)


def test_a_broken_law_says_on_which_walk_it_was_seen() -> None:
    with pytest.raises(Broken, match=r"seats=3 seed=walk \d+ step \d+"):
        check(DieToldToAll(), Random(), seats=[3])


def test_a_secret_that_is_told_is_shown_with_both_moves_and_both_stories() -> None:
    with pytest.raises(Broken, match=r"\(after .+: .+, and in another world after .+: .+\), for"):
        check(DieToldToAll(), Random(), seats=[3])


def test_a_crash_of_the_rules_says_on_which_walk_it_was() -> None:
    with pytest.raises(AttributeError) as crash:
        check(Clumsy(), Random(), seats=[3])
    (note,) = crash.value.__notes__
    assert re.search(r"on auction .+ seats=3 seed=\w+ step \d+", note)


# What is sampled


@pytest.mark.parametrize("name", games.ours())
def test_by_default_every_set_of_options_is_walked_at_some_number_of_seats(name: str) -> None:
    game = games.load(name)
    sets = list(laws.option_sets(game, all_of_them=False))
    walked = [case.options for case in laws.cases(game, game.seats, sets, laws.SETS, 1)]
    assert all(one in walked for one in sets)


def test_it_says_how_much_was_seen_and_how_closely() -> None:
    seen = check(Swap(), Random(), seats=[2, 3])
    assert (seen.walks, seen.sets, seen.of_sets) == (12, 2, 2)
    assert 0 < seen.looked < seen.states


def test_what_is_rare_is_looked_at_and_what_is_common_ever_less() -> None:
    kinds = Counter[type]()
    bid, tick = Moved(0, 0, Bid(1, "")), Ticked(0)
    assert sum(is_worth_a_look(bid, kinds) for _ in range(100)) == FIRST + 8
    assert all(is_worth_a_look(tick, kinds) for _ in range(FIRST))


# Several processes


def test_walks_elsewhere_see_the_same(elsewhere: Executor) -> None:
    here = check(Auction(), Random(), seats=[3], elsewhere=elsewhere)
    assert check(Auction(), Random(), seats=[3], spread=over(elsewhere)) == here


def test_a_law_broken_elsewhere_is_told_here(elsewhere: Executor) -> None:
    with pytest.raises(Broken, match=r"it keeps secrets: .* seats=3 seed=walk \d+ step \d+"):
        check(DieToldToAll(), Random(), seats=[3], spread=over(elsewhere))


def test_the_progress_is_told_case_by_case() -> None:
    told: list[tuple[int, int, str]] = []
    check(Auction(), Random(), seats=[3], walks=2, progress=lambda *one: told.append(one))
    assert [done for done, _, _ in told] == [2, 4, 6, 8]
    assert told[0] == (2, 8, "auction, 3 seats, minutes=1 loud=False")
