"""The fast core of Cir*Kis plays by the same rules, and finds the same as plain Python."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from salon.games.cir_kis import core as door
from salon.games.cir_kis import eye
from salon.games.cir_kis import search as looking
from salon.games.cir_kis.board import COUNTS, FIGURES
from salon.games.cir_kis.core import Core, Round
from salon.games.cir_kis.eye import worth
from salon.games.cir_kis.plain import Aim
from salon.games.cir_kis.position import Position
from salon.games.cir_kis.search import judge, plainly, search
from salon.games.cir_kis.segments import FAMILIES, mirrored, segments

ENDS = {None: 0, "forty": 1, "last_piece": 2, "nobody": 3}


@pytest.fixture
def core() -> Core:
    found = door.core()
    if found is None:
        pytest.skip("no C compiler when Salon was installed")
    return found


def fresh(seats: int, turn: int = 0, *, ring: bool = False, teams: bool = False) -> Position:
    now = Position(seats, turn, ring=ring, teams=teams)
    now.left = [list(COUNTS) for _ in range(seats)]
    return now


def test_there_are_as_many_sequences_of_placements_as_the_rules_allow(core: Core) -> None:
    counted = [core.sequences(fresh(2), length) for length in range(1, 5)]
    assert counted == [40, 1_650, 58_340, 1_883_230]


def seen(now: Position) -> tuple[object, ...]:
    return now.scores, now.turn, now.free, now.leader, now.left


def seen_by_core(now: Round) -> tuple[object, ...]:
    seats = now.seats
    left = [now.left[seat][:] for seat in range(seats)]
    return now.scores[:seats], now.turn, bool(now.free), now.leader, left


@pytest.mark.parametrize(
    ("seats", "ring", "teams"),
    [(2, False, False), (2, True, False), (3, True, False), (4, False, False), (4, True, True)],
)
def test_a_walk_through_the_core_is_one_through_the_rules(
    core: Core, seats: int, ring: bool, teams: bool
) -> None:
    chance = random.Random(seats)
    for walk in range(12):
        now = fresh(seats, walk % seats, ring=ring, teams=teams)
        fast, end = core.begin(now), None
        while end is None:
            assert core.legal(fast) == now.legal()
            number = chance.choice(now.legal())
            end = now.place(number).end
            core.lay(fast, number)
            assert fast.end == ENDS[end]
            assert seen_by_core(fast) == seen(now)
        assert core.legal(fast) == []


def test_a_round_handed_over_half_way_goes_on_alike(core: Core) -> None:
    now, chance = fresh(3, ring=True), random.Random(1)
    fast = core.begin(now)
    for _ in range(20):
        number = chance.choice(now.legal())
        now.place(number)
        core.lay(fast, number)
        again = core.begin(now)
        assert [core.see(again, seat) for seat in range(3)] == [
            core.see(fast, seat) for seat in range(3)
        ]


def half_way(seats: int, steps: int, *, ring: bool = False, teams: bool = False) -> Position:
    now, chance = fresh(seats, ring=ring, teams=teams), random.Random(steps)
    for _ in range(steps):
        now.place(chance.choice(now.legal()))
    return now


@pytest.mark.parametrize(
    ("now", "aim"),
    [
        (half_way(2, 9), Aim()),
        (half_way(2, 25, ring=True), Aim((70, 66))),
        (half_way(3, 30, ring=True), Aim()),
        (half_way(4, 12), Aim((20, 30, 40, 95), last_round=True)),
        (half_way(4, 40, teams=True), Aim()),
    ],
    ids=["two", "match", "three", "last round", "teams"],
)
@pytest.mark.parametrize("exact", [False, True], ids=["best", "all"])
def test_plain_python_finds_the_same_after_as_many_positions(
    core: Core, now: Position, aim: Aim, exact: bool
) -> None:
    fast = search(now, most=900, exact=exact, aim=aim)
    assert fast == plainly(now, most=900, exact=exact, aim=aim)
    assert fast.looked >= 900 and fast.depth >= 2


def test_threads_that_ask_at_once_are_answered_as_if_alone(core: Core) -> None:
    """The library has one memory, and each thread may have opened the door for itself."""
    asked = [half_way(2 + steps % 3, steps) for steps in range(6, 18)] * 4
    alone = [judge(now, 3_000) for now in asked]
    looking.seeing_core.cache_clear()
    door.core.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda now: judge(now, 3_000), asked)) == alone


def test_without_the_core_plain_python_answers(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    now = half_way(2, 12)
    fast = judge(now, 300)
    monkeypatch.setattr(looking, "seeing_core", lambda: None)
    assert judge(now, 300) == fast
    assert {one.number for one in fast} == set(now.legal())
    assert search(now, is_late=lambda: True).depth == 2


def test_the_eyes_fit_into_a_small_file_and_come_out_as_they_went_in() -> None:
    file = Path(eye.__file__).with_name("eye.bin").read_bytes()
    assert len(file) < 200_000
    assert eye.packed(eye.unpacked(file)) == file


def test_who_leads_looks_better_off_to_every_eye() -> None:
    for seats, teams in ((2, False), (3, False), (4, False), (4, True)):
        now = half_way(seats, 8, teams=teams)
        now.scores = [25] + [5] * (seats - 1)
        for margin in (False, True):
            assert worth(now, 0, margin=margin) > worth(now, 1, margin=margin)


def test_a_library_that_is_not_there_or_not_ours_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "core.so").write_bytes(b"of another machine")
    assert door.opened(tmp_path / "nothing.so") is None
    assert door.opened(tmp_path / "core.so") is None


def test_figures_that_a_turn_of_the_board_puts_on_one_another_are_one_family() -> None:
    assert [FAMILIES.count(family) for family in range(5)] == [5, 1, 5, 5, 1]
    for figure in FIGURES:
        there = mirrored(figure)
        assert sorted(segments(figure)) == [n for n in range(165) if figure.mask >> n & 1]
        assert [there[there[n]] for n in range(len(there))] == list(range(len(there)))
