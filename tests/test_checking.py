"""The checker of the chaos finds each kind of broken promise, in a history that was doctored."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bench.checking import (
    Done,
    Heard,
    History,
    Kept,
    Sat,
    Spoken,
    check,
    check_said,
    digest,
    went_back,
)
from salon.core import fairness
from salon.core.luck import FastLuck
from salon.server.circle.pages import Page, Said
from salon.server.deeds import Leave, Play
from salon.server.room import Room, StoredEntry
from salon.server.row import Holder, TableRow

QUIET = 1_000.0  # when the last fault was over

Told = tuple[History, dict[str, Kept]]


def new_room(seats: int = 3) -> Room:
    holders = tuple(Holder(player=f"p{seat}", name=f"P{seat}") for seat in range(seats))
    row = TableRow(
        id="one",
        game="bluff",
        version=1,
        options={"planks": 6},
        patience=45,
        onlookers=True,
        host="p0",
        code=None,
        fairness=fairness.draw(),
        holders=holders,
    )
    room = Room(row)
    starting = replace(row, version=room.game.version, started=True, seats=seats)
    room.row = starting
    room.begin()
    return room


def hear(room: Room, seat: int, history: History) -> None:
    """A page that has missed nothing."""
    news = room.news[seat].since(0)
    events = [digest(msgspec.json.decode(event)) for event in news.events]
    view = digest(room.game.view(room.playing.state, seat))
    history.heard.append(Heard("one", seat, news.told, events, view, room.row.over))


def carry_out(room: Room, deed: Any, entries: list[StoredEntry]) -> None:
    change = room.judge(deed, 0)
    assert change.stored is not None
    entries.append(change.stored)
    room.accept(change)


@pytest.fixture
def told() -> Told:
    """Three people, of whom one leaves; all of it is true."""
    room, history, luck = new_room(), History(last={"one"}), FastLuck(3)
    entries: list[StoredEntry] = []
    history.sat = [Sat("one", seat, f"p{seat}") for seat in range(3)]
    for number in range(12):
        state = room.playing.state
        seat = min(room.game.awaited(state))
        move = luck.choice(list(room.game.moves(state, seat)))
        carry_out(room, Play(seat, move, f"p{seat}", f"m{number}"), entries)
        history.done.append(Done("one", seat, f"m{number}", number, number + 0.5))
        for one in range(3):
            hear(room, one, history)
    carry_out(room, Leave("p2", 2), entries)
    history.sat.append(Sat("one", 2, "p2", is_left=True))
    history.goes_on["one"] = QUIET + 1
    stored: list[StoredEntry] = msgspec.json.decode(
        msgspec.json.encode(entries), type=list[StoredEntry]
    )
    return history, {"one": Kept(room.row, list(range(1, 14)), stored)}


def promises(told: Told) -> set[str]:
    return {broken.promise for broken in check(*told, quiet_since=QUIET)}


def test_of_a_true_history_nothing_is_said(told: Told) -> None:
    assert check(*told, quiet_since=QUIET) == []
    assert went_back(told[0].heard) == 0


def without(kept: Kept, place: int) -> Kept:
    entries = kept.entries[:place] + kept.entries[place + 1 :]
    return kept._replace(entries=entries, steps=list(range(1, len(entries) + 1)))


def lose_a_move(history: History, kept: Kept) -> Kept:
    return without(kept, 11)


def lose_a_table(history: History, kept: Kept) -> None:
    return None


def keep_a_move_twice(history: History, kept: Kept) -> Kept:
    entries = [*kept.entries[:5], kept.entries[4], *kept.entries[5:]]
    return kept._replace(entries=entries, steps=list(range(1, 15)))


def acknowledge_in_another_order(history: History, kept: Kept) -> Kept:
    history.done[3].sent, history.done[3].acknowledged = 8.0, 8.1
    return kept


def leave_a_gap(history: History, kept: Kept) -> Kept:
    return kept._replace(steps=[*kept.steps[:-1], kept.steps[-1] + 1])


def forget_who_sat(history: History, kept: Kept) -> Kept:
    holders = (Holder(), *kept.row.holders[1:])
    return kept._replace(row=replace(kept.row, holders=holders))


def keep_the_seat_of_who_left(history: History, kept: Kept) -> Kept:
    holders = (*kept.row.holders[:2], Holder(player="p2"))
    return kept._replace(row=replace(kept.row, holders=holders))


def lose_the_leave(history: History, kept: Kept) -> Kept:
    return without(kept, 12)


def let_somebody_leave_twice(history: History, kept: Kept) -> Kept:
    return kept._replace(entries=[*kept.entries, kept.entries[-1]], steps=[*kept.steps, 14])


def tell_of_a_move_that_was_not_stored(history: History, kept: Kept) -> Kept:
    last = history.heard[-1]
    history.heard.append(replace(last, told=last.told + 9, events=["x"]))
    return kept


def tell_another_event(history: History, kept: Kept) -> Kept:
    history.heard[-1].events[-1] = digest("another")
    return kept


def show_a_view_of_no_step(history: History, kept: Kept) -> Kept:
    history.heard[-1].view = digest("a view")
    return kept


def show_the_view_of_another_seat(history: History, kept: Kept) -> Kept:
    last = history.heard[-1]
    own = {one.view for one in history.heard if one.seat == last.seat}
    last.view = next(one.view for one in history.heard if one.view not in own)
    return kept


def tell_that_it_is_over(history: History, kept: Kept) -> Kept:
    history.heard[-1].is_over = True
    return kept


def tell_that_it_has_started(history: History, kept: Kept) -> Kept:
    return Kept(replace(kept.row, started=False), [], [])


def keep_a_row_that_says_it_is_over(history: History, kept: Kept) -> Kept:
    return kept._replace(row=replace(kept.row, over=True))


def keep_a_move_out_of_the_rules(history: History, kept: Kept) -> Kept:
    entries = [kept.entries[1], kept.entries[0], *kept.entries[2:]]
    return kept._replace(entries=entries)


def stand_still(history: History, kept: Kept) -> Kept:
    history.goes_on["one"] = QUIET - 1
    return kept


@pytest.mark.parametrize(
    ("doctor", "promise"),
    [
        (lose_a_move, "lost"),
        (lose_a_table, "lost"),
        (lose_the_leave, "lost"),
        (keep_a_move_twice, "twice"),
        (let_somebody_leave_twice, "twice"),
        (acknowledge_in_another_order, "order"),
        (leave_a_gap, "gap"),
        (forget_who_sat, "seat"),
        (keep_the_seat_of_who_left, "seat"),
        (tell_of_a_move_that_was_not_stored, "told, not stored"),
        (tell_another_event, "told, not stored"),
        (show_a_view_of_no_step, "told, not stored"),
        (show_the_view_of_another_seat, "told, not stored"),
        (tell_that_it_is_over, "told, not stored"),
        (tell_that_it_has_started, "told, not stored"),
        (keep_a_row_that_says_it_is_over, "row"),
        (keep_a_move_out_of_the_rules, "unplayable"),
        (stand_still, "stuck"),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_each_broken_promise_is_found(
    doctor: Callable[[History, Kept], Kept | None], promise: str, told: Told
) -> None:
    history, kept = told
    doctored = doctor(history, kept["one"])
    assert promise in promises((history, {} if doctored is None else {"one": doctored}))


def test_a_memory_of_before_is_counted(told: Told) -> None:
    heard = told[0].heard
    heard.append(heard[0])
    assert went_back(heard) == 1


def lines(*ids: str) -> dict[int, Page]:
    return {number: Said(0, "?", 0, id) for number, id in enumerate(ids, 1)}


@pytest.mark.parametrize(
    ("pages", "promises"),
    [
        (lines("a", "b"), []),
        (lines("a"), ["lost"]),
        (lines("a", "b", "a"), ["twice"]),
        (lines("b", "a"), ["order"]),
        ({1: Said(0, "?", 0, "a"), 3: Said(0, "?", 0, "b")}, ["gap"]),
        ({}, ["lost", "lost"]),
    ],
)
def test_a_line_that_was_acknowledged_is_there_once_and_in_order(
    pages: dict[int, Page], promises: list[str]
) -> None:
    said = [Spoken("c", "a", 1.0, 2.0), Spoken("c", "b", 3.0, 4.0)]
    found = check_said(History(said=said), {"c": pages})
    assert [one.promise for one in found] == promises
