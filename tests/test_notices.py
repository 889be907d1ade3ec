"""Who is away hears of it when a table waits for them: once, in good time, and nobody else does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from salon.core.refusal import Refusal
from salon.server import deeds as at_table
from salon.server import wire as table_wire
from salon.server.circle import archive, deeds, wire
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from salon.server.circle.row import MOST_DEVICES, Subscription
from salon.server.feeds import Connection
from salon.server.live import LiveTable
from salon.server.notices import Notices, Outcome, check_zone, is_quiet
from salon.server.row import LONG_PATIENCE
from salon.server.sqlite import SqliteStore
from salon.server.store import Store
from tests.circles import Guest, a_circle, circles_in

HERE = Subscription("ana", "https://push.example/ana", "key", "auth", "en", "Europe/Paris")


class Letterbox:
    """What push services were given; they answer as they are told to."""

    key = "public"

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.answer: Outcome = "sent"

    def check(self, endpoint: str) -> None:
        pass

    async def send(self, to: Subscription, text: bytes, topic: str) -> Outcome:
        self.sent.append((to.endpoint, {**msgspec.json.decode(text), "topic": topic}))
        return self.answer

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not look is away, and nothing is put off."""
    for name in ("AWAY", "AWAY_IN_HURRY", "AGAIN", "AFTER_FAILURE"):
        monkeypatch.setattr(f"salon.server.notices.{name}", 0.0)


@pytest.fixture
def box() -> Letterbox:
    return Letterbox()


class Evening:
    """Ana and Bob in a circle, at a table that waits for one of them."""

    def __init__(self, circles: Circles, circle: LiveCircle, table: LiveTable, box: Letterbox):
        self.circles, self.circle, self.table = circles, circle, table
        self.notices = Notices(circles, box)

    @property
    def awaited(self) -> str:
        (seat,) = self.table.room.game.awaited(self.table.room.playing.state)
        return self.table.row.holders[seat].player or ""

    async def subscribe(self, **more: Any) -> None:
        """Whoever is awaited."""
        one = replace(HERE, player=self.awaited, **more)
        await self.circle.do(deeds.Subscribe(one))

    def page(self, player: str, *, looks: bool = True) -> Connection:
        """Somebody's browser at the table."""
        seat = self.table.row.seats_of(player)[0]
        one = Connection(player, seat, lambda _: None, lambda: None)
        self.table.arrive(one)
        self.table.look(one, looks=looks)
        return one


@asynccontextmanager
async def an_evening(
    box: Letterbox, store: Store | None = None, patience: int = LONG_PATIENCE
) -> AsyncIterator[Evening]:
    async with circles_in(store, box) as circles:
        circle, table = await a_circle(circles)
        await circle.do(deeds.Enter("ana", wire.Enter("Ana", "moon")))
        await circle.do(deeds.Enter("bob", wire.Enter("Bob", "rose")))
        await table.do(at_table.Sit("ana", table_wire.Sit("Ana", "moon")))
        await table.do(at_table.Sit("bob", table_wire.Sit("Bob", "rose")))
        await table.do(at_table.SetHouseRules("ana", table_wire.HouseRules(patience=patience)))
        await table.start("ana")
        yield Evening(circles, circle, table, box)


async def test_who_is_awaited_and_does_not_look_hears_of_it_once(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        for _ in range(3):
            await evening.notices.look_round()
        assert len(box.sent) == 1 and evening.table.row.noticed == (evening.awaited,)


async def test_a_notice_says_which_game_of_which_circle_and_nothing_else(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe(language="de")
        await evening.notices.look_round()
        table = evening.table.row
        ((_, told),) = box.sent
        title = told.pop("title")
        assert title.startswith("Du bist dran: ") and title.count(" ") < 6
        assert told == {"table": table.id, "body": "Der Kreis von Ana", "topic": table.id}


async def test_who_has_looked_at_the_table_hears_of_it_again(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        await evening.notices.look_round()
        page = evening.page(evening.awaited)
        await evening.circles.house.tasks.close(5)
        assert evening.table.row.noticed == ()
        await evening.notices.look_round()
        assert len(box.sent) == 1  # they look
        evening.table.depart(page)
        await evening.notices.look_round()
        assert len(box.sent) == 2


async def test_a_forgotten_tab_swallows_no_notice(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        page = evening.page(evening.awaited)
        await evening.notices.look_round()
        assert box.sent == []
        evening.table.look(page, looks=False)  # hidden, or nobody does anything there
        await evening.notices.look_round()
        assert len(box.sent) == 1 and evening.awaited in evening.table.row.noticed


async def test_a_tab_that_says_nothing_is_not_looked_at(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        seat = evening.table.row.seats_of(evening.awaited)[0]
        silent = Connection(evening.awaited, seat, lambda _: None, lambda: None)
        evening.table.arrive(silent)
        await evening.notices.look_round()
        assert len(box.sent) == 1


async def test_a_blink_is_not_being_away(box: Letterbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("salon.server.notices.AWAY", 15.0)
    async with an_evening(box) as evening:
        await evening.subscribe()
        evening.table.depart(evening.page(evening.awaited))  # the page is loaded again
        await evening.notices.look_round()
        assert box.sent == []


async def test_nobody_is_awaited_at_a_quick_table_that_everybody_has_left(box: Letterbox) -> None:
    async with an_evening(box, patience=45) as evening:
        await evening.subscribe()
        await evening.notices.look_round()
        assert box.sent == []
        other = "bob" if evening.awaited == "ana" else "ana"
        evening.page(other)
        await evening.notices.look_round()
        assert len(box.sent) == 1


async def test_nobody_hears_of_it_who_did_not_ask_or_asked_no_longer(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.notices.look_round()
        await evening.subscribe()
        await evening.circle.do(deeds.Unsubscribe(HERE.endpoint))
        await evening.notices.look_round()
        assert box.sent == [] and evening.circle.row.subscriptions == ()


async def test_in_quiet_hours_it_waits_until_they_are_over(
    box: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe(quiet=(0, 24 * 60))
        await evening.notices.look_round()
        assert box.sent == [] and evening.table.row.noticed == ()
        monkeypatch.setattr("salon.server.notices.is_quiet", lambda *_: False)  # morning
        await evening.notices.look_round()
        assert len(box.sent) == 1


@pytest.mark.parametrize(
    ("quiet", "hour", "is_so"),
    [
        (None, 3, False),
        ((22 * 60, 8 * 60), 20, False),  # 21 o'clock in Paris
        ((22 * 60, 8 * 60), 21, True),
        ((22 * 60, 8 * 60), 6, True),
        ((22 * 60, 8 * 60), 7, False),
        ((60, 120), 0, True),
        ((60, 120), 1, False),
    ],
)
def test_quiet_hours_are_those_of_where_somebody_is(
    quiet: tuple[int, int] | None, hour: int, is_so: bool
) -> None:
    winter = datetime(2026, 1, 15, hour, tzinfo=UTC)
    assert is_quiet(replace(HERE, quiet=quiet), winter) == is_so


@pytest.mark.parametrize("zone", ["Nowhere/At_all", "../etc/passwd", "", "Europe"])
def test_a_time_zone_that_is_none_is_refused(zone: str) -> None:
    with pytest.raises(Refusal):
        check_zone(zone)
    check_zone("America/Argentina/Buenos_Aires")


async def test_after_a_restart_nothing_is_sent_twice_and_nothing_lost(
    box: Letterbox, tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / "salon.db")
    async with an_evening(box, store) as evening:
        await evening.subscribe()
        first = evening.table.row.id
        await evening.notices.look_round()
    async with circles_in(store, box) as circles:
        await circles.tables.wake()
        await Notices(circles, box).look_round()
        assert len(box.sent) == 1
    async with an_evening(box, store) as evening:
        await evening.subscribe()
        second = evening.table.row.id
    async with circles_in(store, box) as circles:
        await circles.tables.wake()
        await Notices(circles, box).look_round()
    assert [told["table"] for _, told in box.sent] == [first, second]
    await store.close()


async def test_what_could_not_be_sent_is_tried_again(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        box.answer = "failed"
        await evening.notices.look_round()
        assert evening.table.row.noticed == ()
        box.answer = "sent"
        await evening.notices.look_round()
        await evening.notices.look_round()
        assert len(box.sent) == 2


async def test_a_device_that_is_gone_is_forgotten(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        box.answer = "gone"
        await evening.notices.look_round()
        assert evening.circle.row.subscriptions == () and evening.table.row.noticed == ()


async def test_whoever_keeps_the_table_sends_though_nobody_keeps_the_circle(
    box: Letterbox,
) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        await evening.circles.retire(evening.circle)
        await evening.notices.look_round()
        assert len(box.sent) == 1


async def test_where_a_device_is_reached_is_told_to_nobody(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.subscribe()
        guests = [Guest("ana"), Guest("bob"), Guest("eve", is_screen=True)]
        for guest in guests:
            evening.circle.arrive(guest)
        await evening.notices.look_round()
        await evening.circle.do(deeds.Like("bob", "nim", True))
        heard = msgspec.json.encode([guest.heard for guest in guests])
        packed = await archive.gather(evening.circles.house.store, evening.circle.circle)
        for told in (heard, msgspec.json.encode(packed)):
            assert b"push.example" not in told and b"Europe/Paris" not in told


async def test_who_is_no_longer_of_the_circle_hears_nothing_of_it(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.circle.do(deeds.Subscribe(replace(HERE, player="bob")))
        with pytest.raises(Refusal):
            await evening.circle.do(deeds.Subscribe(replace(HERE, player="eve")))
        await evening.circle.do(deeds.Remove("ana", 1))
        assert evening.circle.row.subscriptions == ()


async def test_who_lost_the_cookie_is_not_heard_at_the_old_device(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        await evening.circle.do(deeds.Subscribe(replace(HERE, player="bob")))
        await evening.circle.do(deeds.BeAgain("bob 2", 1, frozenset()))
        await evening.circles.vouch(evening.circle, "ana", wire.Vouch(1, is_so=True))
        assert evening.circle.row.subscriptions == ()


async def test_a_device_is_kept_once_and_of_one_player_only_a_few(box: Letterbox) -> None:
    async with an_evening(box) as evening:
        for number in (*range(2 * MOST_DEVICES), 2 * MOST_DEVICES - 1):
            one = replace(HERE, endpoint=f"https://push.example/{number}")
            await evening.circle.do(deeds.Subscribe(one))
        kept = [one.endpoint[-1] for one in evening.circle.row.subscriptions]
        assert kept == ["5", "6", "7", "8", "9"]
