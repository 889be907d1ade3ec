"""Beside best play: what costs, what does not, and who should have done what how often."""

from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from salon import games
from salon.core.capabilities import Moment
from salon.core.luck import FastLuck
from salon.core.study import EQUAL, Study
from salon.games.ciao_ciao.balance import DIE, balance, position_of
from salon.games.ciao_ciao.model import CROSS, NUMBERS, Event, Options, State
from salon.games.ciao_ciao.rules import game
from salon.games.ciao_ciao.study import SLIP, best_play, study_in
from salon.games.ciao_ciao.test_rules import go, lay
from salon.texts import LANGUAGES, Texts

LAST_STEP = "9+2{1,2} 5+2{3,4}"  # whoever rolls wins with any announcement that stands


def studied(state: State, *moves: str) -> Study:
    """From here as told, and then to the end by bots."""
    found = study_in(told(state, moves))
    assert found is not None
    return found


def told(
    state: State, moves: tuple[str, ...] = (), seed: int = 1
) -> Iterator[Moment[State, Event]]:
    for step, words in enumerate(moves, 1):
        yield Moment(step, state, [one.event for one in go(state, words)])
    luck, step = FastLuck(seed), len(moves)
    while (seat := state.awaited) is not None:
        step += 1
        bot = games.bots("ciao_ciao")[("sly", "novice")[seat % 2]]
        move = bot.choose(game.view(state, seat), game.moves(state, seat), luck)
        assert move is not None
        yield Moment(step, state, [one.event for one in game.play(state, seat, move, luck)])


def evenings(seats: int = 2, number: int = 6) -> Iterator[Study | None]:
    for seed in range(number):
        state = game.start(Options(planks=(6, 9, 12)[seed % 3]), seats, FastLuck(seed))
        yield study_in(told(state, seed=seed))


def test_who_lies_with_the_victory_under_the_cup_gives_it_away_but_for_what_is_left() -> None:
    found = studied(lay(LAST_STEP, die=3), "0 says 2", "1 doubts")
    lie, doubt = found.decisions[:2]
    assert lie.did and lie.choices[3 - 1].odds == 1
    assert lie.cost == pytest.approx(1 - found.forecasts[1].odds[0], abs=1e-4)
    assert (doubt.did, doubt.should, doubt.cost) == (True, 1, 0)
    assert found.seats[0].dearest == 1


def test_who_believes_what_ends_the_game_gives_away_all_there_was() -> None:
    found = studied(lay(LAST_STEP, die=CROSS), "0 says 1", "1 believes")
    lie, belief = found.decisions
    assert (lie.cost, belief.did, belief.choices[0].odds) == (0, False, 0)
    assert belief.cost == belief.choices[1].odds > 0
    assert found.forecasts[-1].odds == (1, 0)


def test_the_best_bluff_is_one_that_best_play_would_have_dared_and_nobody_doubted() -> None:
    found = studied(lay(LAST_STEP, die=CROSS), "0 says 1", "1 believes")
    assert [(one.kind, one.step, one.seat) for one in found.feats] == [("best_bluff", 1, 0)]
    cross = balance(position_of(lay(LAST_STEP, die=CROSS))).saying[CROSS]
    assert found.feats[0].worth == pytest.approx(1 - max(cross), abs=1e-4)


def test_after_every_step_everybodys_chances_are_known_and_make_one_victory() -> None:
    for found in (*evenings(2, 3), *evenings(4, 1)):
        assert found is not None
        last = found.forecasts[-1].step
        assert [one.step for one in found.forecasts] == list(range(last + 1))
        assert all(sum(one.odds) == pytest.approx(1, abs=1e-3) for one in found.forecasts)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_chances_after_an_announcement_are_those_of_having_said_so(seats: int) -> None:
    for found in evenings(seats, 2):
        assert found is not None
        for one in found.decisions:
            if one.kind == "bluff":
                odds = found.forecasts[one.step].odds[one.seat]
                assert odds == pytest.approx(one.choices[one.played].odds, abs=1e-4)


def test_what_a_feat_was_worth_is_seen_in_the_chances() -> None:
    found = studied(lay(LAST_STEP, die=CROSS), "0 says 1", "1 believes")
    said, answered = found.forecasts[1].odds[0], found.forecasts[2].odds[0]
    assert found.feats[0].worth == pytest.approx(answered - said, abs=1e-4)
    found = studied(lay("9+1{1} 9+0{2}", die=CROSS), "0 says 3", "1 doubts")
    said, answered = found.forecasts[1].odds[1], found.forecasts[2].odds[1]
    doubts = [one.worth for one in found.feats if one.kind == "lucky_doubt"]
    assert doubts == [pytest.approx(answered - said, abs=1e-4)]


def test_a_bluff_that_best_play_would_not_have_dared_was_lucky() -> None:
    found = studied(lay(LAST_STEP, die=3), "0 says 2", "1 believes")
    assert [one.kind for one in found.feats] == ["lucky_bluff"]


def test_a_doubt_that_best_play_would_not_have_had_was_lucky_not_sharp() -> None:
    """At the beginning nobody doubts a 1."""
    found = studied(lay("1+6 1+6", die=CROSS), "0 says 1", "1 doubts")
    doubt = found.decisions[1]
    assert doubt.did and doubt.cost > SLIP
    assert ("lucky_doubt", 2) in [(one.kind, one.step) for one in found.feats]


def test_nothing_is_called_best_that_cost_something_nor_lucky_that_cost_nothing() -> None:
    for found in (*evenings(2, 4), *evenings(5, 2)):
        assert found is not None
        cost = {one.step: one.cost for one in found.decisions}
        for feat in found.feats:
            assert feat.kind.startswith("best") == (cost[feat.step] < EQUAL)


def test_what_best_play_does_now_and_then_costs_nothing() -> None:
    for found in evenings():
        assert found is not None and found.is_exact
        done = [one for one in found.decisions if one.choices[one.played].often > 0.001]
        odds = [[choice.odds for choice in one.choices] for one in done]
        lost = [max(some) - some[one.played] for one, some in zip(done, odds, strict=True)]
        assert len(lost) > 10 and max(lost) < 1e-4


def test_the_die_favours_nobody_on_the_average() -> None:
    for position in ("1+6 1+6", "7+3{1} 4+5", LAST_STEP, "1+6 1+6 1+6", "7+3{1} 4+5 0+0{3} 2+4"):
        falls = []
        for die in (CROSS, *NUMBERS):
            said = study_in(islice(told(lay(position, die=die), ("0 says 1",)), 1))
            assert said is not None
            falls.append(said.decisions[0].luck)
        assert sum(map(float.__mul__, falls, DIE)) == pytest.approx(0, abs=1e-4)


def test_with_a_cross_everybody_lies_best_play_too() -> None:
    for found in evenings():
        assert found is not None
        crosses = [one for one in found.decisions if one.details["die"] == CROSS]
        assert {(one.did, one.should) for one in crosses if one.kind == "bluff"} == {(True, 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_it_is_said_in_every_language(language: str) -> None:
    texts = Texts(language, games.folder("ciao_ciao"), ["Ana", "Bob"])
    kinds = {"bluff", "doubt"}
    for found in [*evenings(), studied(lay(LAST_STEP, die=3), "0 says 2", "1 believes")]:
        assert found is not None and {one.kind for one in found.decisions} == kinds
        for one in found.decisions:
            key = f"study.{one.kind}.{str(one.did).lower()}"
            assert "Ana" in texts.say(key, seat=0, **one.details | {"roller": 1})
        for feat in found.feats:
            told = texts.say(f"study.feat.{feat.kind}", seat=0, worth="9%", **feat.details)
            assert "Ana" in told and f"study.feat.{feat.kind}.title" in texts.texts
    assert all(
        f"study.{part}.{kind}" in texts.texts for part in ("habit", "mark") for kind in kinds
    )


def test_a_study_is_plain_data() -> None:
    found = next(evenings())
    written = msgspec.json.encode(found)
    assert msgspec.json.encode(msgspec.json.decode(written, type=Study)) == written


def test_where_nobody_knows_best_play_there_is_no_study() -> None:
    def unknown(state: State) -> None:
        raise LookupError

    assert study_in(told(game.start(Options(), 3, FastLuck(1))), unknown) is None  # type: ignore[arg-type]
    assert best_play(lay("1+6 1+6", die=1)).is_exact
