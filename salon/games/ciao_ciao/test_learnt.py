"""What was learnt of Ciao Ciao at three to five seats is sound."""

from statistics import fmean

import pytest

from salon.core.luck import FastLuck
from salon.games.ciao_ciao import learnt, solved
from salon.games.ciao_ciao.balance import balance, considered, weigh
from salon.games.ciao_ciao.exact import Exact
from salon.games.ciao_ciao.model import NUMBERS, PAWNS, Options
from salon.games.ciao_ciao.position import Position, Stand, asked, position_of
from salon.games.ciao_ciao.regret import DIE
from salon.games.ciao_ciao.rules import game

EXACT = Exact()
NEW = Stand(PAWNS, 1, ())


def new_game(seats: int, roller: int = 0) -> Position:
    return Position(9, False, (NEW,) * seats, roller, 0)


def turned(position: Position, by: int) -> Position:
    """The same table, everybody so many seats further."""
    seats = len(position.pawns)
    pawns = tuple(position.pawns[(seat - by) % seats] for seat in range(seats))
    return position._replace(pawns=pawns, roller=(position.roller + by) % seats)


@pytest.mark.parametrize("seats", learnt.SEATS)
def test_chances_add_up_and_the_first_to_roll_has_the_best(seats: int) -> None:
    worths = learnt.worths(new_game(seats))
    assert sum(worths) == pytest.approx(1)
    assert max(worths) == worths[0] < 1.2 / seats


@pytest.mark.parametrize("seats", learnt.SEATS)
def test_who_sits_where_does_not_matter(seats: int) -> None:
    position = Position(
        9, True, (Stand(3, 7, (2, 4)), Stand(5, 2, ()), *(Stand(4, 5, (1,)),) * (seats - 2)), 1, 4
    )
    found, elsewhere = balance(position), balance(turned(position, 2))
    assert elsewhere.says == found.says
    for one, other in zip(
        (found.worths, *found.doubts), (elsewhere.worths, *elsewhere.doubts), strict=True
    ):
        assert other == tuple(one[(seat - 2) % seats] for seat in range(seats))


def test_only_those_who_are_asked_doubt() -> None:
    position = Position(6, False, (Stand(2, 3, (1,)), Stand(0, 0, ()), Stand(1, 6, ())), 0, 1)
    plan = learnt.plan(position)
    assert asked(position) == [2]
    assert all(row[0] == row[1] == 0 for row in plan.doubts)
    assert all(sum(row) == pytest.approx(1) for row in plan.says)


@pytest.mark.parametrize("seats", learnt.SEATS)
def test_a_third_pawn_that_would_win_is_doubted(seats: int) -> None:
    about_to_win = Stand(3, 9, (1, 2))
    plan = learnt.plan(Position(9, False, (about_to_win, *(NEW,) * (seats - 1)), 0, 2))
    for number in NUMBERS:
        nobody = 1.0
        for rate in plan.doubts[number - 1]:
            nobody *= 1 - rate
        assert nobody < 0.1


@pytest.mark.parametrize("seats", learnt.SEATS)
def test_what_a_turn_brings_is_what_its_position_is_worth(seats: int) -> None:
    """One source for both would be a poor check: the worths are said by the net, what comes of the
    turn by the rules and the worths after it. Looked at every third turn of a game."""
    apart = []
    for position in turns_of_a_game(seats)[::3]:
        found = balance(position)
        brings = sum(
            rate * sum(map(float.__mul__, says, saying))
            for rate, says, saying in zip(DIE, found.says, found.saying, strict=True)
        )
        assert not found.is_exact
        apart.append(abs(brings - found.worths[position.roller]))
    assert len(apart) > 10
    assert fmean(apart) < 0.02


def turns_of_a_game(seats: int) -> list[Position]:
    """As they are when exact plays with itself."""
    luck, positions = FastLuck(seats), list[Position]()
    state = game.start(Options(), seats, luck)
    while game.result(state) is None:
        (seat,) = game.awaited(state)
        positions.append(position_of(state))
        move = EXACT.choose(game.view(state, seat), game.moves(state, seat), luck)
        assert move is not None
        game.play(state, seat, move, luck)
    return list(dict.fromkeys(positions))


def test_who_thinks_a_turn_through_cannot_be_read() -> None:
    """At two seats, where the truth is known: the best that a roller makes of such doubts."""
    position = Position(6, False, (Stand(2, 4, (1,)), Stand(3, 2, (2,))), 0, 2)
    found = weigh(position, solved, considered(position, solved), is_exact=False)
    best = sum(rate * max(row) for rate, row in zip(DIE, found.saying, strict=True))
    assert solved.worths(position)[0] == pytest.approx(best, abs=0.002)
