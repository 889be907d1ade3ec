"""The laws hold for the toys and for every game, and find every planted fault."""

from math import prod
from typing import Any, get_args

import pytest

from salon import games
from salon.bots.random import Random
from salon.core import laws, options
from salon.core.contract import Game
from salon.core.laws import Court, check
from salon.core.walks import Broken
from salon.games.cyrano.model import Language, Options
from tests.faults import FAULTS, DieToldToAll, Lazy, NeverFour
from tests.toys.auction import Auction
from tests.toys.swap import Swap

AnyGame = Game[Any, Any, Any, Any, Any]
FEW = 40  # combinations of options that are all tried; of more, others at each number of seats
MANY = 5  # seats above which a walk takes long
CASES = [(name, seats) for name in games.names() for seats in games.load(name).seats]


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_game_keeps_the_laws_at_every_number_of_seats_with_every_option(
    name: str, seats: int
) -> None:
    game, stand_in = games.load(name), games.stand_in(name)
    few = prod(map(len, options.choices(game.types.options).values())) <= FEW
    most = None if few else 2 if seats <= MANY else 1
    assert check(game, stand_in, seats=[seats], walks=1, all_options=few, most_options=most) >= 1


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("language", get_args(Language)[1:])
def test_cyrano_keeps_the_laws_in_every_language(language: Any) -> None:
    court = Court(games.load("cyrano"), games.stand_in("cyrano"), 3, laws.BOUND)
    assert list(court.walk(Options(language=language, length="short"), 1))
    court.close()


@pytest.mark.parametrize("game", [Auction(), Swap()], ids=lambda game: game.name)
def test_the_toys_keep_the_laws(game: AnyGame) -> None:
    assert check(game, Random(), walks=10, all_options=True) > 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_by_the_law_meant_for_it(fault: Any) -> None:
    with pytest.raises(Broken) as found:
        check(fault(), Random(), seats=[3], bound=600)
    assert found.value.law == fault.law


def test_a_stand_in_that_waits_when_it_is_awaited_is_found() -> None:
    with pytest.raises(Broken) as found:
        check(Auction(), Lazy(), walks=20)
    assert found.value.law == laws.IT_ENDS


def test_a_number_of_seats_that_no_options_fit_is_found_after_one_that_they_do() -> None:
    with pytest.raises(Broken, match="no options fit 4 seats"):
        check(NeverFour(), Random(), seats=[3, 4], walks=1)


def test_a_broken_law_says_on_which_walk_it_was_seen() -> None:
    with pytest.raises(Broken, match=r"seats=3 seed=walk \d+ step \d+"):
        check(DieToldToAll(), Random(), seats=[3])
