"""A recorder on every connection: nobody is sent what they may not know, or twice the same."""

import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from salon.core.contract import Seat
from salon.server import deeds, wire
from salon.server.feeds import Connection
from salon.server.live import House, LiveTable, Setting
from salon.server.row import Holder
from salon.server.sqlite import SqliteStore
from salon.server.tables import Tables
from salon.server.thinkers import Thinkers
from tests.door import opened, play
from tests.scene import merge
from toys.auction.rules import Auction

GAMES = 80
SEATS = 3


class Recorder(Connection):
    """A connection that keeps what it is sent."""

    def __init__(self, seat: Seat | None) -> None:
        self.messages: list[bytes] = []
        super().__init__(f"player {seat}", seat, self.messages.append, lambda: None)

    def scenes(self) -> Iterator[dict[str, Any]]:
        """Every one that it has seen of the game, whole."""
        scene: dict[str, Any] = {}
        for message in map(msgspec.json.decode, self.messages):
            if message["type"] == "Scene":
                scene = merge(scene, message)
                if scene["type"] == "Playing":
                    yield scene


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    store = SqliteStore(":memory:")
    yield Tables(House(store, Thinkers(), Setting(nonce_seconds=0.01)))
    await store.close()


async def gather(
    tables: Tables, game: str, seats: int = SEATS, **options: Any
) -> tuple[LiveTable, list[Recorder]]:
    """A started table with a recorder on every seat and one for an onlooker, who comes last."""
    holders = [Holder(player=f"player {seat}", name=f"P{seat}") for seat in range(seats)]
    live = await opened(tables, wire.NewTable(game, seats, options), "player 0", holders)
    recorders = [Recorder(seat) for seat in (*range(seats), None)]
    for recorder in recorders:
        live.arrive(recorder)
    await live.start("player 0")
    return live, recorders


async def play_out(live: LiveTable, luck: random.Random) -> None:
    step = 0
    while live.room.result is None:
        assert live.room.table is not None
        (seat,) = live.room.game.awaited(live.room.table.state)
        move = luck.choice(list(live.room.game.moves(live.room.table.state, seat)))
        await play(live, seat, f"{step}", Raw(msgspec.json.encode(move)))
        step += 1


def paths_to_dice(thing: Any, path: str = "") -> Iterator[str]:
    """Where in a message a die is shown."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key == "die" and value is not None:
                yield f"{path}.die"
            yield from paths_to_dice(value, f"{path}.{key}")
    elif isinstance(thing, list):
        for value in thing:
            yield from paths_to_dice(value, f"{path}[]")


def check_scene(scene: dict[str, Any], seat: Seat | None, *, everyone: bool) -> None:
    view = scene["view"]
    assert set(paths_to_dice(scene)) <= {".view.die", ".view.opened.die", ".news[].die"}
    if view["die"] is not None:
        assert seat == view["roller"]
    opened = view["opened"]
    if opened and opened["die"] is not None:
        assert opened["truth"] or everyone or seat in (opened["roller"], opened["doubter"])
    for before, event in zip([None, *scene["news"]], scene["news"], strict=False):
        if event["type"] == "Rolled" and before is not None:
            assert before == {"type": "TurnBegan", "seat": seat, "turn": before["turn"]}
        if event["type"] == "Looked" and before is not None:
            known = before["truth"] or everyone or seat in (before["seat"], before["roller"])
            assert before["type"] == "Doubted" and known
    assert scene["fair"]["secret"] is None or scene["result"] is not None
    assert scene["seat"] == seat and (seat is not None or scene["moves"] == [])


@pytest.mark.usefixtures("untraced")
async def test_over_80_games_nobody_is_sent_a_die_that_is_not_for_their_eyes(
    tables: Tables,
) -> None:
    luck = random.Random(11)
    seen = 0
    for number in range(GAMES):
        reveal = "everyone" if number % 5 == 0 else "doubter"
        live, recorders = await gather(tables, "bluff", planks=6, reveal=reveal)
        await play_out(live, luck)
        for recorder in recorders:
            for scene in recorder.scenes():
                check_scene(scene, recorder.seat, everyone=reveal == "everyone")
                seen += 1
            check_news(recorder)
        live.stop()
        tables.live.clear()
    assert seen > GAMES * 4 * 20


async def test_a_scene_is_to_the_byte_what_the_wire_says(tables: Tables) -> None:
    live, recorders = await gather(tables, "bluff", planks=6)
    await play_out(live, random.Random(1))
    for message in [message for recorder in recorders for message in recorder.messages]:
        told = msgspec.json.decode(message, type=wire.FromServer)
        assert msgspec.json.encode(told) == message
    live.stop()


def check_news(recorder: Recorder) -> None:
    """A message comes only when something has changed, and numbers its own connection alone."""
    last: dict[str, Any] = {}
    for number, scene in enumerate(recorder.scenes(), 1):
        plain = {key: value for key, value in scene.items() if key not in ("seq", "now")}
        assert plain != last
        last = plain
        assert scene["seq"] >= number


async def test_messages_of_others_do_not_betray_a_secret_move(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two different bids, with different words: everybody else is sent the same, to the byte."""
    monkeypatch.setattr("salon.games.load", lambda _: Auction())
    monkeypatch.setattr("salon.core.fairness.new_secret", lambda: "5a" * 32)
    heard = []
    for coins, motto in ((0, "x"), (1, "a much longer motto than the other one")):
        live, recorders = await gather(tables, "auction")
        sent = [len(recorder.messages) for recorder in recorders]
        bid = {"type": "Bid", "coins": coins, "motto": motto}
        await play(live, 0, "bid", Raw(msgspec.json.encode(bid)))
        after = [recorder.messages[count:] for recorder, count in zip(recorders, sent, strict=True)]
        heard.append([plain(messages) for messages in after[1:]])
        assert len(after[0]) == 1
        live.stop()
    assert heard[0] == heard[1]
    assert [len(messages) for messages in heard[0]] == [1, 1, 1]


def plain(messages: list[bytes]) -> list[Any]:
    """What a message says, without what is different at every table; and how long it is."""
    found = []
    for message in messages:
        scene = msgspec.json.decode(message)
        for key in ("now", "table", "fair"):
            scene.pop(key, None)
        scene.get("news", {}).pop("times", None)
        found.append((scene, len(msgspec.json.encode(scene))))
    return found


async def test_a_pocket_is_told_to_nobody_and_stored_nowhere(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Auction())
    live, recorders = await gather(tables, "auction")
    sent = [len(recorder.messages) for recorder in recorders]
    draft = {"type": "Bid", "coins": 0, "motto": "not yet"}
    live.pocket(1, Raw(msgspec.json.encode(draft)), recorders[1])
    assert [len(recorder.messages) for recorder in recorders] == sent
    assert await tables.house.store.entries(live.row.id) == []
    live.stop()


async def test_the_pocket_is_played_for_who_is_away_when_patience_ends(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.load", lambda _: Auction())
    tables.house.setting = Setting(nonce_seconds=0.01, bot_pace=(0, 0))
    live, recorders = await gather(tables, "auction")
    draft = {"type": "Bid", "coins": 0, "motto": "my draft"}
    live.pocket(1, Raw(msgspec.json.encode(draft)), recorders[1])
    live.depart(recorders[1])
    await live.do(deeds.StandIn("player 0", 1))
    for task in list(live.thinking.values()):
        await task
    (kept,) = await tables.house.store.entries(live.row.id)
    assert msgspec.to_builtins(kept.entry)["move"]["motto"] == "my draft"
    live.stop()
