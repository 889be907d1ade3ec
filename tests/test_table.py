"""A table is its options, its seed and its log; a live one never ends up half-played."""

import json
from hashlib import sha256

import msgspec
import pytest

from salon.core import fairness
from salon.core.contract import Illegal
from salon.core.luck import FastLuck
from salon.core.refusal import Malformed, Refusal
from salon.core.table import (
    Joined,
    Left,
    Moved,
    Record,
    Table,
    Ticked,
    encode,
    fingerprint,
    follow,
    open_record,
    read_move,
    read_record,
    replay,
    write_record,
)
from toys.auction.rules import Auction, Bid, Desk, Opened, Sealed
from toys.auction.rules import Options as AuctionOptions
from toys.auction.rules import View as AuctionView
from toys.bluff.model import (
    Announce,
    Event,
    Move,
    Options,
    State,
    View,
)
from toys.bluff.rules import Bluff
from toys.bluff.rules import game as bluff
from toys.swap.rules import Options as SwapOptions
from toys.swap.rules import Swap

BluffTable = Table[State, Move, Event, View, Options]


def bluff_table() -> BluffTable:
    return Table(bluff, Options(), 3, fairness.draw({0: "ab" * 32}))


def play_out(table: BluffTable) -> BluffTable:
    luck = FastLuck(5)
    while (seat := table.state.awaited) is not None:
        table.play(seat, luck.choice(bluff.moves(table.state, seat)))
    return table


def auction() -> Table[Desk, Bid, Sealed | Opened, AuctionView, AuctionOptions]:
    return Table(Auction(), AuctionOptions(), 2, fairness.draw())


def test_options_seed_and_log_give_the_table() -> None:
    table = play_out(bluff_table())
    again = replay(bluff, read_record(write_record(table.record(["Ana", "Bob", "Cyd"]))))
    assert encode(again.state) == encode(table.state)
    assert again.record().result == table.record().result is not None


def test_judging_leaves_the_table_as_it_is() -> None:
    table = bluff_table()
    before = encode(table.state)
    step = table.judge(Moved(0, table.state.roller, Announce(1, 1)))
    assert encode(table.state) == before and table.entries == []
    table.accept(step)
    assert encode(table.state) != before and len(table.entries) == 1


def test_an_error_in_the_rules_never_leaves_a_half_played_table() -> None:
    class Clumsy(Bluff):
        def play(self, state: State, *_: object) -> list[object]:  # type: ignore[override]
            state.turn = 99
            raise ZeroDivisionError

    table = Table(Clumsy(), Options(), 3, fairness.draw())
    before = encode(table.state)
    with pytest.raises(ZeroDivisionError):
        table.play(table.state.roller, Announce(1, 1))
    assert encode(table.state) == before


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_can_neither_play_nor_leave(seat: int) -> None:
    table = bluff_table()
    with pytest.raises(Illegal, match="no_such_seat"):
        table.play(seat, Announce(1, 1))
    with pytest.raises(Illegal, match="no_such_seat"):
        table.judge(Left(0, seat))


def test_a_table_needs_as_many_seats_as_the_game_has() -> None:
    with pytest.raises(Illegal, match="seats=9 least=2 most=5"):
        Table(bluff, Options(), 9, fairness.draw())


def test_nobody_joins_bluff_while_it_runs_and_a_bot_keeps_the_seat_of_who_leaves() -> None:
    table = bluff_table()
    with pytest.raises(Illegal, match="no_joining"):
        table.judge(Joined(0))
    assert table.accept(table.judge(Left(0, 1))) == []


def test_after_the_end_the_log_is_closed() -> None:
    table = play_out(bluff_table())
    for entry in (Moved(0, 0, Announce(1, 1)), Left(0, 0), Ticked(0)):
        with pytest.raises(Illegal, match="over"):
            table.judge(entry)


def test_table_time_never_goes_back() -> None:
    table = bluff_table()
    table.play(table.state.roller, Announce(1, 1), now=500)
    with pytest.raises(Illegal, match="backwards"):
        table.judge(Left(499, 0))


def test_a_due_tick_goes_before_everything_else_and_no_tick_goes_early() -> None:
    table = auction()
    assert table.due(59_999) is None
    assert table.due(70_000) == Ticked(60_000)
    with pytest.raises(Illegal, match="out_of_time"):
        table.judge(Ticked(59_999))
    with pytest.raises(Illegal, match="out_of_time"):
        table.judge(Moved(60_000, 0, Bid(0, "late")))
    table.accept(table.judge(Ticked(60_000)))
    assert table.record().result is not None


def test_what_the_world_says_is_logged_and_not_asked_again() -> None:
    table = auction()
    table.play(0, Bid(0, " time ", heard="a lie of the client"))
    entry = table.entries[0]
    assert isinstance(entry, Moved) and entry.move.heard == "TIME"

    class DeafAuction(Auction):
        def prepare(self, *_: object) -> Bid:
            raise AssertionError("a replay does not ask the world")

    again = replay(DeafAuction(), read_record(write_record(table.record())))
    assert encode(again.state) == encode(table.state)


def test_a_newcomer_sits_after_the_last_seat_also_in_a_replay() -> None:
    table = Table(Swap(), SwapOptions(), 2, fairness.draw())
    table.accept(table.judge(Joined(5)))
    assert table.seats == 3
    table.accept(table.judge(Left(6, 2)))
    again = replay(Swap(), read_record(write_record(table.record())))
    assert again.seats == 3 and encode(again.state) == encode(table.state)


def packed(plain: object) -> bytes:
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def test_a_trail_is_the_same_whether_a_table_was_played_on_or_resumed() -> None:
    table = play_out(bluff_table())
    half = open_record(table.game, table.record())
    for entry in table.entries[:5]:
        half.redo(entry)
    half.resume(half.state, half.seats, half.steps, half.trail)
    for entry in table.entries[5:]:
        half.redo(entry)
    assert half.trail == table.trail == follow("", table.entries)


def test_a_fingerprint_is_of_everything_and_anybody_can_take_it() -> None:
    """SHA-256 of JSON without a space, its keys sorted, in UTF-8; of the entries their trail."""
    written = write_record(play_out(bluff_table()).record(["Ana", "Zoë", "Cyd"]))
    plain = json.loads(written)
    stated = plain.pop("fingerprint")
    trail = ""
    for entry in plain["entries"]:
        trail = sha256(trail.encode() + packed(entry)).hexdigest()
    rest = {name: value for name, value in plain.items() if name != "entries"}
    assert stated == sha256(packed({**rest, "trail": trail})).hexdigest()
    assert stated == fingerprint(read_record(written)) == fingerprint(read_record(packed(plain)))
    for field, other in (("game", "x"), ("names", []), ("entries", []), ("result", None)):
        changed = json.dumps({**plain, field: other})
        assert fingerprint(read_record(changed.encode())) != stated


def test_a_record_of_another_version_is_refused() -> None:
    record = bluff_table().record()
    record.version = 99
    with pytest.raises(Refusal, match="other_version theirs=99 ours=1"):
        open_record(bluff, record)


MALFORMED = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xed\xa0\x80",
    b"[" * 100_000,
    b'{"type":"Fly"}',
    b'{"type":"Announce"}',
    b'{"type":"Announce","number":5,"turn":1}',
    b'{"type":"Doubt","turn":1,"seat":2}',
)


@pytest.mark.parametrize("json", MALFORMED, ids=lambda json: json[:40])
def test_a_malformed_move_is_one_clear_refusal(json: bytes) -> None:
    with pytest.raises(Malformed, match="malformed"):
        read_move(bluff, json)


def test_a_malformed_record_is_one_clear_refusal() -> None:
    good = bluff_table().record()
    for bad in (b"", b"[]", b'{"game":1}', msgspec.json.encode(good)[:-9]):
        with pytest.raises(Malformed, match="malformed"):
            read_record(bad)
    with pytest.raises(Malformed, match="malformed"):
        open_record(bluff, msgspec.structs.replace(good, options={"planks": 7}))
    move = Moved(0, 0, {"type": "Fly"})
    with pytest.raises(Malformed, match="malformed"):
        replay(bluff, msgspec.structs.replace(good, entries=[move]))
    assert isinstance(good, Record)
