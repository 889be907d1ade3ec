"""What only some games can: a game has a capability by having its methods, all or none of them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from salon import games
from salon.core import fairness
from salon.core.can import what_can
from salon.core.capabilities import CAPABILITIES, SideBySide, Timed, members
from salon.core.contract import Game, Illegal, Told
from salon.core.luck import FastLuck, Luck
from salon.core.table import Joined, Left, Table, Ticked, read_question
from toys.nim.rules import Grabbed, Heap, Nim, Options
from toys.swap.rules import Swap

ROOT = Path(__file__).parent.parent
OURS = [*map(games.load, games.names())]
HALVES = [(one, name) for one in CAPABILITIES if len(members(one)) > 1 for name in members(one)]
NIM = Nim()


class Hasty(Nim):
    """Has a bell, and does not say so in its first line."""

    def clock(self, state: Heap) -> int | None:
        return 60_000 if state.sticks else None

    def tick(self, state: Heap, luck: Luck) -> list[Told[Grabbed]]:
        state.sticks = 0
        return []


def test_a_game_has_a_capability_by_having_its_methods() -> None:
    table = Table(Hasty(), Options(), 2, fairness.draw())
    assert table.due(60_000) == Ticked(60_000)
    table.accept(table.judge(Ticked(60_000)))
    assert table.record().result is not None
    assert table.can.names() == ["timed"]


def test_the_contract_itself_has_nothing_that_only_some_games_need() -> None:
    assert [name for one in CAPABILITIES for name in members(one) if hasattr(Game, name)] == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_our_games_name_what_they_can_so_that_its_types_are_checked(
    game: Game[Any, Any, Any, Any, Any],
) -> None:
    able = [one for one in CAPABILITIES if isinstance(game, one)]
    assert [one for one in able if one not in type(game).__mro__] == []
    assert len(what_can(game).names()) == len(able)


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda one: one.__name__)
def test_who_writes_a_game_reads_of_each_capability_in_the_docs(capability: type) -> None:
    row = f"| `{capability.__name__}` | {', '.join(f'`{name}`' for name in members(capability))} |"
    assert row in (ROOT / "docs/architecture.md").read_text("utf-8")


# Half of one


@pytest.mark.parametrize(("capability", "missing"), HALVES)
def test_half_a_capability_is_noticed_and_what_is_missing_is_named(
    capability: type, missing: str
) -> None:
    rest = {name: lambda *_: None for name in members(capability) if name != missing}
    half = type("Half", (Nim,), rest)()
    with pytest.raises(TypeError, match=f"nim is not quite {capability.__name__}: .* {missing}$"):
        what_can(half)


def test_a_capability_that_is_named_and_not_there_is_noticed() -> None:
    class Named(Nim, SideBySide):
        pass

    with pytest.raises(TypeError, match=r"nim is not quite SideBySide: .* lacks together"):
        what_can(Named())  # type: ignore[abstract]


def test_a_game_that_names_a_capability_and_lacks_a_method_cannot_even_be_made() -> None:
    class Named(Nim, Timed[Heap, Grabbed]):
        def clock(self, state: Heap) -> int | None:
            return None

    with pytest.raises(TypeError, match="tick"):
        Named()  # type: ignore[abstract]


def test_a_game_with_half_a_capability_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SimpleNamespace(game=type("Half", (Nim,), {"reply": int})())
    monkeypatch.setattr("salon.games._module", lambda *_: rules)
    with pytest.raises(TypeError, match=r"not quite Askable: of .* it lacks question, answer"):
        games.load("nim")


# Where a game cannot


def test_without_time_no_tick_is_ever_due_and_the_world_adds_nothing() -> None:
    table = Table(NIM, Options(), 2, fairness.draw())
    assert table.due(10**9) is None
    (move, *_) = NIM.moves(table.state, 0)
    assert table.prepare(0, move) is move


def test_without_joining_questions_and_pages_one_is_told_that_there_are_none() -> None:
    table = Table(NIM, Options(), 2, fairness.draw())
    with pytest.raises(Illegal, match="no_joining"):
        table.judge(Joined(0))
    with pytest.raises(Illegal, match="no_questions"):
        read_question(NIM, b"{}")
    with pytest.raises(Illegal, match="no_questions"):
        table.can.answer(table.state, 0, None)
    with pytest.raises(Illegal, match="no_pages"):
        table.can.hide(table.state, 0, "1.0")


def test_without_the_rest_a_bot_keeps_who_leaves_and_everybody_plays_alone_and_apart() -> None:
    can, state = what_can(NIM), NIM.start(Options(), 2, FastLuck(1))
    assert can.leave(state, 0, FastLuck(1)) == []
    assert can.gone(state) == can.done(state) == frozenset()
    assert can.teams(Options(), 2) == ()
    assert can.contenders(state, 2) == {0, 1}
    assert not can.is_open(state) and not can.side_by_side
    assert can.flaw(state) is None and list(can.pending(state)) == []


def test_it_is_over_for_those_gone_where_a_game_says_no_more() -> None:
    table = Table(Swap(), Swap.types.options(), 3, fairness.draw())
    table.accept(table.judge(Left(0, 1)))
    assert table.can.done(table.state) == table.can.gone(table.state) == {1}


def test_what_a_game_can_is_asked_once() -> None:
    assert what_can(NIM) is what_can(NIM)
