"""Cyrano at a real table: drafts, votes, questions and pages, as people meet them."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from salon.cli.verify import verify
from salon.core.contract import Seat
from salon.core.refusal import Refusal
from salon.core.table import Hid, Moved, read_record, replay, write_record
from salon.games.cyrano.model import Duel, HandIn, Next, Vote
from salon.server import deeds, wire
from salon.server.live import House, LiveTable, Setting
from salon.server.row import SYMBOLS, Holder
from salon.server.sqlite import SqliteStore
from salon.server.stories import Story
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.client import Person
from tests.door import opened
from tests.running import RunningServer
from tests.test_recorder import Recorder

SHORT = HandIn(1, "", ("O time", "", "", ""))
LONG = HandIn(1, "A title that goes on", ("The longest line of all " * 4,) * 4)


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    store, thinkers = SqliteStore(":memory:"), Thinkers()
    found = Tables(House(store, thinkers, Setting(nonce_seconds=0.01)))
    yield found
    await found.close()
    thinkers.close()
    await store.close()


async def gather(
    tables: Tables, seats: int = 3, **options: Any
) -> tuple[LiveTable, list[Recorder]]:
    """A started table of people, with a recorder on every seat and one for an onlooker."""
    holders = [Holder(player=f"player {seat}", name=f"P{seat}") for seat in range(seats)]
    live = await opened(tables, wire.NewTable("cyrano", seats, options), "player 0", holders)
    recorders = [Recorder(seat) for seat in (*range(seats), None)]
    for recorder in recorders:
        live.arrive(recorder)
    await live.start("player 0")
    for recorder in recorders:
        recorder.messages.clear()
    return live, recorders


def same_cards(live: LiveTable) -> None:
    """As if all tables had had the same luck."""
    state = live.room.playing.state
    state.first, state.cards, state.deck = 0, [0, 1, 2], list(range(3, 55))
    live.tell()
    for one in live.feeds.connections:
        assert isinstance(one, Recorder)
        one.messages.clear()


async def play(live: LiveTable, seat: Seat, move: Any) -> None:
    step = len(live.room.playing.entries)
    await live.do(deeds.Play(seat, move, None, f"{seat} {step}"))


async def recite(live: LiveTable) -> None:
    """Until the vote."""
    while live.room.playing.state.phase == "recital":
        seat = min(live.room.game.awaited(live.room.playing.state))
        moves = live.room.game.moves(live.room.playing.state, seat)
        await play(live, seat, next(m for m in moves if not hasattr(m, "line")))


async def test_two_poems_give_everybody_else_the_same_messages(tables: Tables) -> None:
    lives = [await gather(tables), await gather(tables)]
    for (live, recorders), poem in zip(lives, (SHORT, LONG), strict=True):
        same_cards(live)
        await play(live, 0, poem)
        assert b"longest" not in b"".join(recorders[1].messages)
    (_, first), (_, second) = lives
    for here, there in zip(first[1:], second[1:], strict=True):
        assert len(here.messages) == 1
        assert alike(here) == alike(there)


def alike(recorder: Recorder) -> list[tuple[int, Any]]:
    """Every message and its size, without the time and what names the table."""
    found = []
    for message in recorder.messages:
        scene = msgspec.json.decode(message)
        size = len(message) - len(str(scene.pop("now")))
        for time in scene.get("news", {}).pop("times", ()):
            size -= len(str(time))
        scene.pop("fair", None)
        if "table" in scene:
            scene["table"].pop("id")
        found.append((size, scene))
    return found


async def test_two_votes_give_everybody_else_the_same_messages(tables: Tables) -> None:
    lives = [await gather(tables), await gather(tables)]
    for (live, recorders), choice in zip(lives, (0, 2), strict=True):
        same_cards(live)
        for seat in range(3):
            await play(live, seat, SHORT)
        await recite(live)
        for recorder in recorders:
            recorder.messages.clear()
        await play(live, 1, Vote(1, choice))
    (_, first), (_, second) = lives
    for seat in (0, 2, 3):
        assert alike(first[seat]) == alike(second[seat])
        ((_, scene),) = alike(first[seat])
        assert scene["view"] == {"voted": [1]}  # and not for whom


async def test_a_draft_is_told_to_nobody_and_logged_nowhere(tables: Tables) -> None:
    live, recorders = await gather(tables)
    for _ in range(5):
        live.pocket(0, Raw(msgspec.json.encode(LONG)))
    assert all(recorder.messages == [] for recorder in recorders[1:])
    assert live.room.playing.entries == []


async def test_a_draft_comes_back_to_its_poet_alone(tables: Tables) -> None:
    live, _ = await gather(tables)
    live.pocket(0, Raw(msgspec.json.encode(LONG)))
    mine, other = Recorder(0), Recorder(1)
    live.arrive(mine)
    live.arrive(other)
    assert msgspec.json.decode(mine.messages[-1])["type"] == "Pocketed"
    assert msgspec.json.decode(mine.messages[-1])["move"]["title"] == LONG.title
    assert b"longest" not in b"".join(other.messages)


async def test_at_the_bell_the_draft_is_handed_in(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.cyrano.evening.WHOLE", 1_000)
    live, _ = await gather(tables, timer="three_minutes")
    live.pocket(0, Raw(msgspec.json.encode(LONG)))
    live.pocket(1, Raw(msgspec.json.encode(HandIn(7))))  # of another round: it does not fit
    await play(live, 2, SHORT)
    live.time._at += 5_000
    await live.do(deeds.Tick())
    state = live.room.playing.state
    assert state.phase == "recital"
    assert state.poems[0].title == LONG.title and state.poems[1].title == ""
    moved = [entry.seat for entry in live.room.playing.entries if isinstance(entry, Moved)]
    assert moved == [2, 0]
    assert live.pockets == {}


async def test_a_question_is_answered_to_who_asks_and_nothing_happens(tables: Tables) -> None:
    live, recorders = await gather(tables)
    reply = await live.answer(0, Raw(b'{"type":"Hear","lines":["in time","","",""]}'))
    assert msgspec.json.decode(reply)["lines"][0]["heard"]["word"] == "time"
    assert all(recorder.messages == [] for recorder in recorders)
    assert live.room.playing.entries == []
    for json in (b'{"type":"Hear","lines":["x"]}', b'{"type":"Dance"}', b"7"):
        with pytest.raises(Refusal, match="malformed"):
            await live.answer(0, Raw(json))


async def test_a_poet_takes_a_poem_back_the_host_hides_one_and_others_may_not(
    tables: Tables,
) -> None:
    live, recorders = await gather(tables)
    same_cards(live)
    for seat in range(3):
        await play(live, seat, SHORT if seat else LONG)
    hide = wire.Hide("1.0", 0)
    with pytest.raises(Refusal, match="not_your_seat"):
        await live.do(deeds.Hide("player 1", hide))
    with pytest.raises(Refusal, match="not_the_host"):
        await live.do(deeds.Hide("player 1", wire.Hide("1.0", None)))
    with pytest.raises(Refusal, match="no_such_page"):
        await live.do(deeds.Hide("player 0", wire.Hide("9.9", None)))
    await live.do(deeds.Hide("player 0", hide))
    for recorder in recorders:
        assert b"longest" not in recorder.messages[-1]
    await play(live, 0, Next(1, 1))
    await live.do(deeds.Hide("player 0", wire.Hide("1.1", None)))
    assert live.room.playing.state.hidden == ["1.0", "1.1"]


async def test_after_the_end_a_poem_can_be_taken_back_and_the_record_keeps_it_and_says_so(
    tables: Tables, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live, _ = await gather(tables, edition="hearts", rounds=6)
    first = live.room.playing.state.first
    for number in range(1, 7):
        for seat in range(3):
            await play(live, seat, replace(LONG, round=number))
        await recite(live)
        for seat in range(3):
            await play(live, seat, Vote(number, seat))
    assert live.row.over
    await live.do(deeds.Hide(f"player {first}", wire.Hide(f"1.{first}", first)))
    record = live.room.record()
    assert isinstance(record.entries[-1], Hid)
    assert b"longest" in write_record(record)
    again = replay(live.room.game, read_record(write_record(record)))
    assert again.state.hidden == [f"1.{first}"]
    file = tmp_path / "table.json"
    file.write_bytes(write_record(record))
    verify(file)
    assert "1 texts were taken back" in capsys.readouterr().out
    recited = next(
        step
        for step in range(len(record.entries) + 1)
        if msgspec.json.decode(Story(record).at(step).view)["poems"]
    )
    shown = msgspec.json.decode(Story(record).at(recited).view)["poems"][0]
    assert shown["hidden"] and shown["title"] == ""


async def test_nobodys_draft_is_taken_while_others_are_still_writing(tables: Tables) -> None:
    live, recorders = await gather(tables)
    tables.house.setting = Setting(bot_pace=(0, 0))
    live.room.row = replace(live.row, patience=0)
    live.pocket(0, Raw(msgspec.json.encode(LONG)))
    live.depart(recorders[0])
    await play(live, 1, SHORT)
    assert 0 not in live.thinking
    await play(live, 2, SHORT)  # now the table waits for nobody else
    while 0 in live.thinking:
        await live.thinking[0]
    assert live.room.playing.state.poems[0].title == LONG.title


async def test_bots_who_duel_alone_are_quick_and_take_their_time_against_a_person(
    tables: Tables,
) -> None:
    live, _ = await gather(tables)
    holders = tuple(
        Holder(level="comic") if seat else one for seat, one in enumerate(live.row.holders)
    )
    live.room.row = replace(live.row, holders=holders)
    state = live.room.playing.state
    state.phase, state.duel = "duel", Duel(alive=[0, 1, 2], turn=1, counts={0: 0, 1: 0, 2: 0})
    assert live._pace(1) > 1
    state.duel.alive.remove(0)
    assert live._pace(1) <= 0.5


async def test_an_absent_poets_draft_is_handed_in_by_the_stand_in(tables: Tables) -> None:
    live, recorders = await gather(tables)
    live.pocket(0, Raw(msgspec.json.encode(LONG)))
    tables.house.setting = Setting(bot_pace=(0, 0))
    live.depart(recorders[0])
    await live.do(deeds.StandIn("player 0", 0))
    for _ in range(100):
        if 0 in live.room.playing.state.poems:
            break
        await live.thinking[0]
    assert live.room.playing.state.poems[0].title == LONG.title


async def test_over_a_real_line_a_draft_is_kept_a_question_answered_and_nobody_else_is_told(
    server: RunningServer,
) -> None:
    people = [Person(server.address) for _ in range(3)]
    table = (await people[0].post("/api/tables", {"game": "cyrano", "seats": 3}))["id"]
    sockets = []
    for seat, person in enumerate(people):
        await person.sit(table, f"P{seat}", SYMBOLS[seat])
        sockets.append(await person.open(table, seat))
    await people[0].post(f"/api/tables/{table}/start")
    for socket in sockets:
        await socket.until(lambda scene: scene["type"] == "Playing")
    before = [len(socket.received) for socket in sockets]
    draft = msgspec.to_builtins(LONG)
    await sockets[0].send({"type": "Pocket", "move": draft})
    await sockets[0].send(
        {"type": "Ask", "id": "q", "question": {"type": "Hear", "lines": LONG.lines}}
    )
    answer = await sockets[0].answer()
    assert answer["type"] == "Reply" and answer["id"] == "q"
    assert [len(socket.received) for socket in sockets] == [before[0] + 1, *before[1:]]
    again = await people[0].open(table, 0)
    assert (await again.answer())["move"]["title"] == LONG.title
    await sockets[0].send({"type": "Pocket", "move": None})
    for socket in (*sockets, again):
        await socket.close()
