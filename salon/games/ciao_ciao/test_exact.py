"""Ciao Ciao for two is solved, and the exact bot plays the solution: nobody can do better."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, cast

import pytest

from salon.core.contract import Seat, Told
from salon.core.laws import option_sets
from salon.core.luck import FastLuck, LoadedLuck
from salon.core.refusal import Refusal
from salon.games.ciao_ciao import duel, solved
from salon.games.ciao_ciao.balance import (
    Balance,
    Plan,
    Position,
    Stand,
    balance,
    drops,
    position_of,
    weigh,
)
from salon.games.ciao_ciao.bench_exact import Rival, start, table_of
from salon.games.ciao_ciao.bot import bots
from salon.games.ciao_ciao.exact import Exact, choices
from salon.games.ciao_ciao.learn_exact import Solution
from salon.games.ciao_ciao.model import (
    CROSS,
    NUMBERS,
    Announce,
    Believe,
    Doubt,
    Doubted,
    Drop,
    Event,
    Move,
    Options,
    State,
    Toppled,
)
from salon.games.ciao_ciao.position import After, End, asked, believed, caught, upheld
from salon.games.ciao_ciao.rules import game

STORED = 2 / solved.ONE  # how exactly the file tells a chance
exact = cast(Exact, bots["exact"])


# What can come of an announcement.


def turns(options: Options, seats: int) -> Iterator[tuple[Position, int, list[Event], State]]:
    """Turns of a game in which anything goes: how it stood, what was said, what came of it."""
    luck = FastLuck(f"{options} {seats}")
    state = game.start(options, seats, luck)
    while game.result(state) is None:
        before, turn, number, events = position_of(state), state.turn, 0, list[Event]()
        while state.turn == turn and state.awaited is not None:
            number = state.number or number
            assert state.phase != "answer" or position_of(state) == before
            move = luck.choice(game.moves(state, state.awaited))
            events += told(game.play(state, state.awaited, move, luck))
        yield before, number, events, state


def told(story: Sequence[Told[Event]]) -> list[Event]:
    return [one.event for one in story]


def foreseen(before: Position, number: int, events: list[Event]) -> After:
    """What should have come of it."""
    doubted = next((event for event in events if isinstance(event, Doubted)), None)
    if doubted is None:
        return believed(before, number)
    if not doubted.truth:
        return caught(before, number, doubted.seat)
    outcomes = upheld(before, number, doubted.seat)
    fell = next((event.step for event in events if isinstance(event, Toppled)), None)
    steps = before.pawns[doubted.seat].podium
    return outcomes[steps.index(fell) if len(outcomes) > 1 and fell is not None else 0]


def shares(state: State) -> tuple[float, ...]:
    result = game.result(state)
    assert result is not None
    winners = result.winners
    return tuple((seat in winners) / len(winners) for seat in range(len(state.pawns)))


@pytest.mark.parametrize("seats", game.seats)
def test_a_turn_comes_to_what_the_rules_say(seats: int) -> None:
    for options in option_sets(game, all_of_them=True):
        for before, number, events, state in turns(options, seats):
            after = End(shares(state)) if state.phase == "over" else position_of(state)
            assert foreseen(before, number, events) == after


# The solution.


@pytest.mark.parametrize(
    ("planks", "worth"), [(6, 0.518776259797), (9, 0.512862430061), (12, 0.508975683032)]
)
def test_the_first_player_has_the_better_half(planks: int, worth: float) -> None:
    assert solved.worths(start(planks, owner_chooses=False))[0] == pytest.approx(worth, abs=2e-10)


def test_the_file_holds_every_position_once() -> None:
    places = [solved.index(one) for one in every_position()]
    assert places == list(range(len(solved.table()) // solved.BYTES))


def every_position() -> Iterator[Position]:
    for planks, chooses in solved.KINDS:
        yield from solved.Layout(planks).positions(chooses)


@pytest.mark.parametrize("owner_chooses", [False, True])
def test_the_file_says_what_solving_says(owner_chooses: bool) -> None:
    solution = Solution(9, owner_chooses)
    for position in few_pawns(solution.layout.positions(owner_chooses)):
        assert abs(solution.worth(position) - solved.worths(position)[0]) < STORED


def few_pawns(positions: Iterator[Position]) -> Iterator[Position]:
    return (one for one in positions if sum(stand.left for stand in one.pawns) < 4)


@pytest.mark.parametrize(
    ("mine", "other", "arrivals"),
    [
        (Stand(7, 1, (1,)), Stand(7, 1, ()), 1),  # eight pawns
        (Stand(7, 1, ()), Stand(6, 1, (4,)), 1),  # the fourth to cross, alone
        (Stand(7, 1, ()), Stand(1, 1, (1,)), 2),  # lost a step, with a pawn on the bridge
        (Stand(0, 0, (1,)), Stand(7, 1, ()), 1),  # nothing to roll for
    ],
)
def test_what_no_game_comes_to_is_unknown(mine: Stand, other: Stand, arrivals: int) -> None:
    with pytest.raises(LookupError):
        balance(Position(9, False, (mine, other), 0, arrivals))


# Nobody can do better against it, as the rules alone tell.

Fall = Literal["highest", "owner"]


def endgame(fall: Fall, mine: Stand, other: Stand, planks: Literal[6, 9, 12] = 6) -> State:
    arrivals = len(mine.podium) + len(other.podium)
    return table_of(Position(planks, fall == "owner", (mine, other), 0, arrivals))


ENDGAMES = [
    endgame("highest", Stand(2, 1, ()), Stand(2, 1, ())),
    endgame("owner", Stand(2, 1, (1,)), Stand(2, 3, (2, 3))),
    endgame("owner", Stand(3, 1, ()), Stand(0, 0, (1, 2))),
    endgame("highest", Stand(1, 2, (1, 3)), Stand(1, 5, (2, 4)), planks=9),
    endgame("owner", Stand(1, 4, (2,)), Stand(1, 1, (1,)), planks=12),
]


@pytest.mark.parametrize("state", ENDGAMES, ids=lambda state: str(position_of(state).pawns))
def test_who_knows_how_it_plays_wins_no_more(state: State) -> None:
    worths = solved.worths(position_of(state))
    assert Rival().best(state) == pytest.approx(worths, abs=1e-8)


def test_a_careless_bot_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof above can fail."""
    monkeypatch.setattr(duel, "doubt", lambda *_: 0.5)
    balance.cache_clear()
    best, worths = Rival().best(ENDGAMES[-1]), solved.worths(position_of(ENDGAMES[-1]))
    balance.cache_clear()
    assert best[0] > worths[0] + 0.01


# What a decision is worth.


@cache
def sample() -> list[Position]:
    starts = [start(planks, chooses) for planks, chooses in solved.KINDS]
    return starts + [one for at, one in enumerate(every_position()) if at % 1_999 == 0]


def test_best_play_does_only_what_is_best() -> None:
    for position in sample():
        best = balance(position)
        for rates, worths in zip(best.says, best.saying, strict=True):
            assert sum(rates) == pytest.approx(1)
            said = [worth for rate, worth in zip(rates, worths, strict=True) if rate]
            assert min(said) > max(worths) - 1e-8
        for at in range(4):
            gain = best.doubting[at][1] - best.believing[at][1]
            assert best.doubts[at][1] == 0 or gain > -1e-8
            assert best.doubts[at][1] == 1 or gain < 1e-8


def test_the_chances_before_the_die_falls_are_those_after_it() -> None:
    for position in sample():
        best = balance(position)
        rolled = [max(worths) for worths in best.saying]
        assert (2 * rolled[0] + sum(rolled[1:])) / 6 == pytest.approx(best.worths[0], abs=1e-8)


def test_it_is_the_same_on_the_other_seat() -> None:
    for position in sample():
        swapped = position._replace(pawns=position.pawns[::-1], roller=1)
        one, other = balance(position), balance(swapped)
        assert other.worths == one.worths[::-1]
        assert (other.says, other.saying, other.lies) == (one.says, one.saying, one.lies)
        assert [doubts[::-1] for doubts in other.doubting] == list(one.doubting)


class Hunch:
    """Of any number of seats: all are worth the same as long as nobody has won."""

    def __init__(self, doubt: float) -> None:
        self._doubt = doubt

    def worths(self, position: Position) -> tuple[float, ...]:
        return (1 / len(position.pawns),) * len(position.pawns)

    def plan(self, position: Position) -> Plan:
        may = asked(position)
        doubts = tuple(self._doubt * (seat in may) for seat in range(len(position.pawns)))
        return Plan(((0.25,) * 4,) * 5, (doubts,) * 4)


def weighed(doubt: float) -> Balance:
    """Seat 1 of four says what wins it the game; seat 3 is out."""
    pawns = Stand(3, 9, ()), Stand(2, 9, (1, 2)), Stand(5, 1, ()), Stand(0, 0, ())
    return weigh(Position(9, False, pawns, 1, 2), Hunch(doubt), is_exact=False)


def test_who_is_asked_first_counts_on_those_after_it() -> None:
    """Seat 2 is asked, then seat 0, whose pawn crosses when it catches a bluff."""
    best = weighed(doubt=0.5)
    assert list(best.lies) == pytest.approx([5 / 6] * 4)
    assert best.believing[0][0] == 0
    assert best.doubting[0][0] == best.doubting[0][2] == pytest.approx(5 / 6 / 4)
    assert best.believing[0][2] == pytest.approx(0.5 * 5 / 6 / 4)
    assert best.saying[0][0] == pytest.approx(0.75 / 4 + 0.25)
    assert best.saying[1][0] == 1
    assert weighed(doubt=0).believing[0] == (0, 0, 0, 0)


def test_nobody_knows_the_game_of_three() -> None:
    three = Position(9, False, (Stand(7, 1, ()),) * 3, 0, 0)
    for ask in (lambda: balance(three), lambda: drops(three, 0)):
        with pytest.raises(LookupError):
            ask()


# The bot.


def chosen(state: State, seed: int) -> Move | None:
    assert state.awaited is not None
    view, moves = game.view(state, state.awaited), game.moves(state, state.awaited)
    return exact.choose(view, moves, FastLuck(seed))


def test_it_says_each_number_as_often_as_it_should() -> None:
    position = start(9, owner_chooses=False)
    said = Counter(chosen(table_of(position), seed) for seed in range(2_000))
    for number, rate in zip(NUMBERS, balance(position).says[CROSS], strict=True):
        assert said[Announce(number, 1)] / 2_000 == pytest.approx(rate, abs=0.04)


def announced(position: Position, number: Literal[1, 2, 3, 4], die: int) -> State:
    state = table_of(position)
    state.die = die
    game.play(state, position.roller, Announce(number, 1), LoadedLuck())
    return state


def test_it_doubts_each_number_as_often_as_it_should() -> None:
    position = start(9, owner_chooses=False)
    state = announced(position, 4, CROSS)
    doubted = Counter(chosen(state, seed) for seed in range(2_000))
    rate = balance(position).doubts[3][1]
    assert doubted[Doubt(1)] / 2_000 == pytest.approx(rate, abs=0.04)


def test_it_never_lets_a_third_pawn_pass() -> None:
    last = Position(9, False, (Stand(3, 9, (1, 3)), Stand(4, 7, (2,))), 0, 3)
    assert [doubts[1] for doubts in balance(last).doubts] == [1, 1, 1, 1]


def test_it_gives_up_the_lower_step() -> None:
    """Seat 1 has doubted the truth, and chooses."""
    before = Position(6, True, (Stand(1, 1, (2,)), Stand(0, 0, (1, 3))), 0, 3)
    state = announced(before, 1, die=1)
    game.play(state, 1, Doubt(1), LoadedLuck())
    worths = drops(position_of(state), 1)
    assert worths[1] > worths[3]
    assert chosen(state, 0) == Drop(1, 1)


def test_the_lower_step_is_never_worth_more() -> None:
    for position in solved.Layout(6).positions(owner_chooses=True):
        if position.pawns[1].left == 0 and len(position.pawns[1].podium) == 2:
            without_low, without_high = drops(position, 1).values()
            assert without_low >= without_high


def advice(state: State, played: Move) -> tuple[Move, float, float]:
    assert state.awaited is not None
    view, moves = game.view(state, state.awaited), game.moves(state, state.awaited)
    found = exact.advise(view, moves, played, FastLuck(0))
    return found.move, found.odds, found.played


def test_it_agrees_with_whatever_best_play_may_do() -> None:
    state = announced(start(9, owner_chooses=False), 4, CROSS)
    for answer in (Believe(1), Doubt(1)):
        move, odds, played = advice(state, answer)
        assert (move, odds) == (answer, played)


def test_it_says_afterwards_what_a_mistake_has_cost() -> None:
    last = Position(9, False, (Stand(3, 9, (1, 3)), Stand(4, 7, (2,))), 0, 3)
    move, odds, played = advice(announced(last, 1, CROSS), Believe(1))
    assert (move, played) == (Doubt(1), 0)
    assert odds == balance(last).doubting[0][1] > 0.3


def test_at_more_seats_it_plays_like_sly_and_gives_no_advice() -> None:
    state = game.start(Options(), 3, FastLuck(1))
    seat: Seat = state.roller
    view, moves = game.view(state, seat), game.moves(state, seat)
    for seed in range(20):
        mine, slys = (bots[name].choose(view, moves, FastLuck(seed)) for name in ("exact", "sly"))
        assert mine == slys
    with pytest.raises(Refusal):
        exact.advise(view, moves, moves[0], FastLuck(1))


def test_its_choices_add_up() -> None:
    for state in ENDGAMES:
        view = game.view(state, state.awaited)
        assert sum(one.rate for one in choices(view, game.moves(state, 0))) == pytest.approx(1)
