"""The promises of the server, kept over real sockets."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from http.client import HTTPConnection
from typing import Any

import pytest

from salon.core.refusal import Refusal
from salon.core.table import read_record
from salon.server.players import Players
from tests.client import Person, Refused, Socket, close_all
from tests.running import RunningServer

Scene = dict[str, Any]
SYMBOLS = ("moon", "rose", "quill", "star", "mask")


@pytest.fixture(autouse=True)
async def _hang_up() -> AsyncIterator[None]:
    yield
    await close_all()


async def open_table(host: Person, seats: int = 3, **more: Any) -> str:
    answer = await host.post("/api/tables", {"game": "bluff", "seats": seats, **more})
    return str(answer["id"])


async def seat_people(server: RunningServer, people: int, seats: int = 0, **more: Any) -> "Party":
    """A started table with so many people, and bots on the other seats."""
    party = Party(server, people, max(people, seats))
    await party.gather(**more)
    await party.start()
    return party


class Party:
    """Some people at a table."""

    def __init__(self, server: RunningServer, people: int, seats: int) -> None:
        self.server = server
        self.seats = seats
        self.people = [Person(server.address) for _ in range(people)]
        self.sockets: list[Socket] = []
        self.table = ""
        self.circle = ""

    @property
    def host(self) -> Person:
        return self.people[0]

    async def gather(self, **more: Any) -> None:
        self.table = await open_table(self.host, self.seats, **more)
        self.circle = (await self.host.get(f"/api/tables/{self.table}"))["circle"]
        for number, person in enumerate(self.people):
            seat = await person.sit(self.table, f"Person {number}", SYMBOLS[number])
            self.sockets.append(await person.open(self.table, seat))
        for seat in range(len(self.people), self.seats):
            await self.do("bot", {"seat": seat, "level": "regular"})

    async def do(self, what: str, body: Any = None, who: int = 0) -> Any:
        return await self.people[who].post(f"/api/tables/{self.table}/{what}", body)

    async def start(self) -> None:
        await self.do("start")
        for socket in self.sockets:
            await socket.until(is_playing)

    async def whose_turn(self) -> Socket | None:
        """The person the table waits for; None when it is over."""
        scene = await self.sockets[0].until(
            lambda s: s["result"] or any(seat < len(self.people) for seat in s["awaited"])
        )
        if scene["result"]:
            return None
        socket = self.sockets[scene["awaited"][0]]
        await socket.until(lambda s: s["moves"] or s["result"])
        return None if socket.scene["result"] else socket

    async def play_out(self, luck: random.Random) -> None:
        while socket := await self.whose_turn():
            await self.play_one(socket, luck)

    async def play_one(self, socket: Socket, luck: random.Random) -> None:
        """A move, and wait until everybody knows it."""
        told = self.sockets[0].scene["told"]
        answer = await socket.play(luck.choice(socket.scene["moves"]))
        assert answer["type"] == "Done", answer
        await self.sockets[0].until(lambda s: s["told"] > told or s["result"])


def is_playing(scene: Scene) -> bool:
    return bool(scene["type"] == "Playing")


# Gathering


async def test_a_table_and_its_circle_have_unguessable_links_and_the_circle_four_letters(
    server: RunningServer,
) -> None:
    host, guest = Person(server.address), Person(server.address)
    link = await host.post("/api/tables", {"game": "bluff", "seats": 3})
    assert len(link["id"]) >= 20 and len(link["circle"]) >= 20
    socket = await host.open(link["id"])
    scene = await socket.until(lambda s: s["type"] == "Gathering")
    assert scene["table"]["circle"] == link["circle"]
    told = await (await host.join(link["circle"])).until(lambda s: s["circle"])
    code = told["circle"]["code"]
    assert len(code) == 4 and code.isalpha()
    assert (await guest.get(f"/api/codes/{code.lower()}"))["id"] == link["circle"]
    plate = await guest.get(f"/api/circles/{link['circle']}")
    assert (plate["where"], plate["table"], plate["game"]) == ("lobby", link["id"], "bluff")


async def test_the_code_leads_in_after_the_start_too_and_a_glance_says_what_goes_on(
    server: RunningServer,
) -> None:
    party = Party(server, 2, 2)
    await party.gather()
    circle = await party.host.join(party.circle)
    code = (await circle.until(lambda s: s["circle"]))["circle"]["code"]
    await party.start()
    await circle.until(lambda s: s["now"]["where"] == "table")
    late = Person(server.address)
    found = await late.get(f"/api/codes/{code}")
    table = (await late.get(f"/api/circles/{found['id']}"))["table"]
    glance = await late.get(f"/api/tables/{table}")
    assert glance["started"] and not glance["over"] and glance["awaited"]
    assert glance["circle"] == found["id"] == party.circle
    assert [seat["holder"] for seat in glance["seats"]] == ["player", "player"]
    seats = await late.get('/api/games/tug/seats?options={"teams":true}')
    assert seats == {"seats": [4]}


async def test_a_seat_a_symbol_and_a_full_table_cannot_be_taken_twice(
    server: RunningServer,
) -> None:
    host, guest, third = (Person(server.address) for _ in range(3))
    table = await open_table(host, 2)
    assert await host.sit(table, "Ana", "moon") == 0
    for wish, key in (({"seat": 0}, "seat_taken"), ({"symbol": "moon"}, "symbol_taken")):
        with pytest.raises(Refused) as refused:
            await guest.post(f"/api/tables/{table}/sit", {"name": "Bob", "symbol": "rose", **wish})
        assert refused.value.key == key
    assert await guest.sit(table, "Bob", "rose") == 1
    with pytest.raises(Refused) as refused:
        await third.sit(table, "Cyd", "star")
    assert refused.value.key == "table_full"
    assert await guest.sit(table, "Bobby", "key") == 1  # the same person, another name


async def test_a_locked_table_takes_nobody_and_only_the_host_locks_it(
    server: RunningServer,
) -> None:
    party = Party(server, 2, 3)
    party.table = await open_table(party.host, 3)
    await party.host.sit(party.table, "Ana", "moon")
    with pytest.raises(Refused) as refused:
        await party.do("house-rules", {"locked": True}, who=1)
    assert refused.value.key == "not_the_host"
    await party.do("house-rules", {"locked": True})
    with pytest.raises(Refused) as refused:
        await party.people[1].sit(party.table, "Bob", "rose")
    assert refused.value.key == "locked"


async def test_the_host_kicks_and_hands_over(server: RunningServer) -> None:
    party = Party(server, 3, 3)
    await party.gather()
    await party.do("kick", {"seat": 2})
    assert (await party.sockets[2].answer()) == {"type": "Goodbye", "reason": "gone"}
    await party.do("host", {"seat": 1})
    with pytest.raises(Refused):
        await party.do("kick", {"seat": 1})
    await party.sockets[1].until(lambda s: s["seats"][1]["host"])
    await party.do("kick", {"seat": 0}, who=1)


async def test_a_table_with_an_empty_seat_does_not_start(server: RunningServer) -> None:
    party = Party(server, 2, 3)
    party.table = await open_table(party.host, 3)
    await party.host.sit(party.table, "Ana", "moon")
    with pytest.raises(Refused) as refused:
        await party.do("start")
    assert refused.value.key == "empty_seats"


# Playing


async def test_two_people_and_a_bot_play_to_the_end_and_again(server: RunningServer) -> None:
    party = await seat_people(server, 2, seats=3)
    await party.play_out(random.Random(1))
    scene = await party.sockets[1].until(lambda s: s["result"])
    assert scene["result"]["reason"] and scene["fair"]["secret"]
    circle = await party.people[1].join(party.circle)
    await circle.until(lambda s: s["now"]["where"] == "result")
    wish = {"game": "bluff"}
    link = await party.host.post(f"/api/circles/{party.circle}/tables", wish)
    assert await party.host.post(f"/api/circles/{party.circle}/tables", wish) == link
    await circle.until(lambda s: s["now"]["table"] == link["table"] != party.table)
    party.table = link["table"]
    again = await party.people[1].open(party.table, 1)
    scene = await again.until(lambda s: s["type"] == "Gathering")
    assert [seat["holder"] for seat in scene["seats"]] == ["player", "player", "bot"]
    await again.close()


async def test_the_record_of_a_finished_table_passes_verify(
    server: RunningServer, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from salon import cli

    party = await seat_people(server, 2)
    with pytest.raises(Refused) as refused:
        await party.host.get(f"/api/tables/{party.table}/record")
    assert refused.value.key == "not_over"
    await party.play_out(random.Random(2))
    record = await party.host.get(f"/api/tables/{party.table}/record")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    fair = party.sockets[0].scene["fair"]
    for shown in (fair["seal"], fair["fingerprint"]):
        cli.main(["verify", str(file), "--shown", shown])
        assert "luck from the secret and 2 nonces" in capsys.readouterr().out
    assert record["fairness"]["nonces"]["1"] == party.sockets[1].nonce
    assert party.sockets[1].openings == [fair["opening"]]


async def test_who_watches_is_counted_and_the_screen_in_the_room_is_nobody(
    server: RunningServer,
) -> None:
    person = Person(server.address)
    table = await open_table(person, 2, game="nim")
    screen, onlooker = await person.hang_screen(table), await person.open(table)
    for one in (screen, onlooker):
        await one.until(lambda scene: scene.get("table", {}).get("watching") == 1)


async def test_a_finished_table_tells_what_the_strongest_bot_would_have_done(
    server: RunningServer,
) -> None:
    person = Person(server.address)
    table = await open_table(person, 2, game="nim")
    for seat in (0, 1):
        await person.post(f"/api/tables/{table}/bot", {"seat": seat, "level": "novice"})
    await person.post(f"/api/tables/{table}/start")
    with pytest.raises(Refused, match="not_over"):
        await person.get(f"/api/tables/{table}/advice?step=1")
    watching = await person.open(table)
    await watching.until(lambda scene: scene["result"] is not None)
    advice = await person.get(f"/api/tables/{table}/advice?step=1")
    assert advice["move"]["type"] == "Grab" and advice["step"] == 1
    assert 0 <= advice["played"] <= advice["odds"] <= 1
    assert await person.get(f"/api/tables/{table}/advice?step=1") == advice
    for step, key in ((0, "no_such_step"), (999, "no_such_step")):
        with pytest.raises(Refused, match=key):
            await person.get(f"/api/tables/{table}/advice?step={step}")


async def test_a_replay_shows_every_step(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    await party.play_out(random.Random(3))
    path = f"/api/tables/{party.table}/replay"
    last = await party.host.get(path)
    assert last["step"] == last["steps"] > 10 and last["result"]
    first = await party.host.get(f"{path}?step=0")
    assert first["fresh"] == [] and first["view"]["turn"] == 1
    one = await party.host.get(f"{path}?step=1")
    assert one["fresh"][0]["type"] == "Announced"
    with pytest.raises(Refused) as refused:
        await party.host.get(f"{path}?step=9999")
    assert refused.value.key == "no_such_step"


async def test_what_was_hidden_is_told_when_the_table_is_over_and_not_before(
    server: RunningServer,
) -> None:
    party = await seat_people(server, 2)
    path = f"/api/tables/{party.table}/truths"
    for person in party.people:
        with pytest.raises(Refused, match="not_over"):
            await person.get(path)
    await party.play_out(random.Random(3))
    truths = (await party.host.get(path))["truths"]
    said = [truth["details"]["number"] == truth["details"]["die"] for truth in truths]
    assert said and said == [not truth["hid"] for truth in truths]


async def test_decisions_are_held_against_best_play_when_the_table_is_over_and_not_before(
    server: RunningServer,
) -> None:
    party = await seat_people(server, 2)
    path = f"/api/tables/{party.table}/study"
    for person in party.people:
        with pytest.raises(Refused, match="not_over"):
            await person.get(path)
    await party.play_out(random.Random(3))
    study = (await party.host.get(path))["study"]
    truths = (await party.host.get(f"/api/tables/{party.table}/truths"))["truths"]
    assert [one["step"] for one in study["decisions"]] == [one["step"] for one in truths]
    assert [one["did"] for one in study["decisions"]] == [one["hid"] for one in truths]


async def test_a_resent_move_is_played_once(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    socket = await party.whose_turn()
    assert socket
    move = socket.scene["moves"][0]
    assert (await socket.play(move, id="same"))["type"] == "Done"
    told = socket.scene["told"]
    assert (await socket.play(move, id="same"))["type"] == "Done"
    assert socket.scene["told"] == told


async def test_a_stale_doubt_is_refused_by_its_meaning(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    socket = await party.whose_turn()
    assert socket
    answer = await socket.play({"type": "Doubt", "turn": 0})
    assert answer["type"] == "Refused" and answer["key"] == "late" and answer["id"]


async def test_two_who_race_for_one_turn_get_one_done_and_one_refusal(
    server: RunningServer,
) -> None:
    party = await seat_people(server, 2)
    socket = await party.whose_turn()
    assert socket and socket.seat is not None
    twin = await party.people[socket.seat].open(party.table, socket.seat)
    scene = await twin.until(is_playing)
    answers = await asyncio.gather(socket.play(scene["moves"][0]), twin.play(scene["moves"][1]))
    assert sorted(answer["type"] for answer in answers) == ["Done", "Refused"]
    await twin.close()


async def test_coming_back_gives_the_whole_picture_in_one_message(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    socket = await party.whose_turn()
    assert socket and socket.seat is not None
    await socket.play(socket.scene["moves"][0])
    before = {**socket.scene}
    await socket.close()
    again = await party.people[socket.seat].open(party.table, socket.seat)
    scene = await again.until(is_playing)
    assert len(again.received) == 1
    assert scene["view"] == before["view"] or scene["told"] >= before["told"]
    assert scene["seq"] == 1
    await again.close()


# People who are away


async def test_who_is_away_is_shown_and_played_for_and_gets_the_seat_back(
    server: RunningServer,
) -> None:
    party = await seat_people(server, 2, patience=10)
    away = await party.whose_turn()
    assert away and away.seat is not None
    here = party.sockets[1 - away.seat]
    await away.close()
    await here.until(lambda s: not s["seats"][away.seat]["here"])
    await party.do("stand-in", {"seat": away.seat}) if away.seat else None
    if away.seat == 0:
        await here.until(lambda s: s["seats"][0]["stand_in"], seconds=25)
    await here.until(lambda s: s["moves"], seconds=25)
    back = await party.people[away.seat].open(party.table, away.seat)
    scene = await back.until(is_playing)
    assert scene["seats"][away.seat]["here"] and not scene["seats"][away.seat]["stand_in"]
    await back.close()


async def test_while_nobody_is_there_the_table_rests(server: RunningServer) -> None:
    party = await seat_people(server, 1, seats=3)
    told = (await party.sockets[0].until(is_playing))["told"]
    await asyncio.sleep(0.5)
    again = await party.host.open(party.table, 0)
    scene = await again.until(is_playing)
    assert scene["told"] <= told + 30 and scene["result"] is None
    assert scene["now"] < 60_000
    await again.close()


async def test_who_leaves_for_good_is_replaced_by_a_bot(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    await party.do("leave", {"seat": 1}, who=1)
    scene = await party.sockets[0].until(lambda s: s["seats"][1]["holder"] == "bot")
    assert scene["seats"][1]["level"] == "regular"
    await party.sockets[0].until(lambda s: s["result"] or s["moves"])
    with pytest.raises(Refused):
        await party.do("leave", {"seat": 1}, who=1)


async def test_a_seat_moves_to_another_device_once(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    link = await party.do("device")
    phone, other = Person(server.address), Person(server.address)
    with pytest.raises(Refused):
        await phone.post(f"/api/tables/{party.table}/device")
    brought = await phone.post(f"/api/tables/{party.table}/seats", link)
    assert brought == {"id": party.table, "circle": party.circle}
    assert await party.sockets[0].answer() == {"type": "Goodbye", "reason": "elsewhere"}
    socket = await phone.open(party.table, 0)
    assert (await socket.until(is_playing))["seats"][0]["mine"]
    back = await party.host.open(party.table, 0, take=True)
    assert await socket.answer() == {"type": "Goodbye", "reason": "elsewhere"}
    assert (await back.until(is_playing))["seats"][0]["here"]
    for token in (link["token"], link["token"] + "é"):
        with pytest.raises(Refused) as refusal:
            await other.post(f"/api/tables/{party.table}/seats", {"token": token})
        assert (refusal.value.status, refusal.value.key, other.cookie) == (410, "old_link", "")
    await socket.close()


async def test_looking_at_a_device_link_moves_nothing(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    link = await party.do("device")

    def look(method: str) -> tuple[int, str | None, str | None]:
        connection = HTTPConnection(server.address, timeout=10)
        connection.request(method, f"/seat/{link['token']}")
        answer = connection.getresponse()
        connection.close()
        return answer.status, answer.getheader("content-type"), answer.getheader("set-cookie")

    for method in ("HEAD", "GET", "HEAD"):
        status, kind, cookie = await asyncio.to_thread(look, method)
        assert (status, cookie) == (200, None) and str(kind).startswith("text/html")
    await asyncio.sleep(0.2)
    assert not party.sockets[0].closed
    assert await Person(server.address).post(f"/api/tables/{party.table}/seats", link)
    assert await party.sockets[0].answer() == {"type": "Goodbye", "reason": "elsewhere"}


async def test_a_forged_device_link_brings_nothing(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    token = (await party.do("device"))["token"]
    thief = Person(server.address)
    for forged in ("", "a.b.c", token[:-1], f"x{token}"):
        with pytest.raises(Refused) as refusal:
            await thief.post(f"/api/tables/{party.table}/seats", {"token": forged})
        assert refusal.value.key == "old_link"
    assert thief.cookie == "" and not party.sockets[0].closed


def test_a_device_link_is_for_one_table_and_does_not_outlive_its_server() -> None:
    before, after = Players(b"key"), Players(b"key")
    token = before.device_token("ana", "table")
    for players, table in ((after, "table"), (before, "another")):
        with pytest.raises(Refusal) as refusal:
            players.follow(token, table)
        assert refusal.value.key == "old_link"
    assert before.follow(token, "table").player == "ana"
    assert after.read(before.sign("ana")) == "ana"  # unlike the seat itself


async def test_two_people_at_a_table_do_not_share_a_name(server: RunningServer) -> None:
    host, guest = Person(server.address), Person(server.address)
    table = await open_table(host, 3)
    await host.sit(table, "Zoë", "moon")
    for name in ("Zoë", "zoë", " ZOË ", "Zoe\u0308"):
        with pytest.raises(Refused) as refusal:
            await guest.sit(table, name, "rose")
        assert refusal.value.key == "name_taken"
    await guest.sit(table, "Zoé", "rose")
    await host.sit(table, "Zoë", "moon")  # one's own name may stay


async def test_head_is_get_without_a_body(server: RunningServer) -> None:
    def ask(method: str) -> tuple[int, str | None, bytes]:
        connection = HTTPConnection(server.address, timeout=10)
        connection.request(method, "/healthz")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.getheader("content-length"), body

    status, length, body = await asyncio.to_thread(ask, "GET")
    assert await asyncio.to_thread(ask, "HEAD") == (status, length, b"")
    assert body == b"ok"


async def test_several_people_on_one_device_have_a_socket_each(server: RunningServer) -> None:
    host = Person(server.address)
    table = await open_table(host, 2)
    assert await host.sit(table, "Ana", "moon") == 0
    assert await host.sit(table, "Bob", "rose", another=True) == 1
    sockets = [await host.open(table, seat) for seat in (0, 1)]
    await host.post(f"/api/tables/{table}/start")
    dice = [(await socket.until(is_playing))["view"]["die"] for socket in sockets]
    assert dice.count(None) == 1
    for socket in sockets:
        await socket.close()


# Onlookers


async def test_onlookers_see_what_an_onlooker_may_see(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    watcher = await Person(server.address).open(party.table)
    scene = await watcher.until(is_playing)
    assert scene["seat"] is None and scene["moves"] == [] and scene["view"]["die"] is None
    await watcher.send({"type": "Play", "id": "1", "move": {"type": "Doubt", "turn": 1}})
    assert (await watcher.answer())["key"] == "not_your_seat"
    await party.do("house-rules", {"onlookers": False})
    assert (await watcher.answer())["reason"] == "gone"
    closed = await Person(server.address).open(party.table)
    assert (await closed.answer())["key"] == "no_onlookers"


# Bad input


BAD_MESSAGES = [
    "",
    "{",
    "[]",
    "null",
    '{"type":"Fly"}',
    '{"type":"Play"}',
    '{"type":"Play","id":"","move":{}}',
    '{"type":"Play","id":"a","move":{"type":"Announce","number":5,"turn":1}}',
    '{"type":"Play","id":"a","move":{"type":"Announce","number":1,"turn":1},"seat":0}',
    '{"type":"Play","id":"a","move":{"type":"Announce","number":1,"turn":1,"seat":0}}',
    '{"type":"AddNonce","nonce":"zz"}',
    f'{{"type":"AddNonce","nonce":"{"ab" * 32}\\n"}}',
    f'{{"type":"AddNonce","nonce":"{"ab" * 32}cd"}}',
    f'{{"type":"Commit","commitment":"{"ab" * 32}\\n"}}',
    f'{{"type":"Commit","commitment":"{"AB" * 32}"}}',
    '{"type":"Pocket","move":{"type":"Fly"}}',
    '{"a":' * 500,
]


async def test_malformed_messages_are_answered_and_change_nothing(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    socket = party.sockets[0]
    before = {**socket.scene}
    for message in BAD_MESSAGES:
        await socket.send(message)
        answer = await socket.answer()
        assert answer["type"] == "Refused" and answer["key"] == "malformed"
    assert socket.scene == before


async def test_a_huge_frame_ends_the_connection_and_nothing_else(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    await party.sockets[1].send("x" * 10_000)
    with pytest.raises(ConnectionError):
        await party.sockets[1].answer()
    await party.sockets[0].until(lambda s: not s["seats"][1]["here"])
    back = await party.people[1].open(party.table, 1)
    await back.until(is_playing)
    await back.close()


async def test_a_forged_cookie_holds_no_seat(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    thief = Person(server.address)
    for cookie in ("salon_player=forged", party.host.cookie[:-3] + "aaa", ""):
        thief.cookie = cookie
        socket = await thief.open(party.table, 0)
        assert (await socket.answer())["key"] == "not_your_seat"
        with pytest.raises(Refused):
            await thief.post(f"/api/tables/{party.table}/leave", {"seat": 0})


async def test_a_page_from_elsewhere_cannot_act(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    from websockets.asyncio.client import connect

    async with connect(
        f"ws://{server.address}/api/tables/{party.table}/socket?seat=0",
        additional_headers={"Origin": "http://elsewhere.example", "Cookie": party.host.cookie},
    ) as socket:
        assert json.loads(await socket.recv())["key"] == "wrong_origin"


BAD_REQUESTS: list[tuple[str, Any, int]] = [
    ("/api/tables", None, 400),
    ("/api/tables", [], 400),
    ("/api/tables", {"game": "chess", "seats": 3}, 404),
    ("/api/tables", {"game": "bluff", "seats": 99}, 400),
    ("/api/tables", {"game": "bluff", "seats": 9}, 409),
    ("/api/tables", {"game": "bluff", "seats": 3, "options": {"planks": 7}}, 400),
    ("/api/tables", {"game": "bluff", "seats": 3, "options": {"colour": 1}}, 400),
    ("/api/tables", {"game": "bluff", "seats": 3, "patience": 1}, 400),
    ("/api/tables", {"game": "bluff", "seats": 3, "unknown": 1}, 400),
    ("/api/tables/nowhere/sit", {"name": "Ana", "symbol": "moon"}, 404),
    ("/api/tables/nowhere/fly", {}, 404),
]


@pytest.mark.parametrize(("path", "body", "status"), BAD_REQUESTS)
async def test_a_bad_request_is_refused_with_a_key(
    server: RunningServer, path: str, body: Any, status: int
) -> None:
    with pytest.raises(Refused) as refused:
        await Person(server.address).post(path, body)
    assert refused.value.status == status and refused.value.key != "None"


NAMES = {
    "x" * 10_000: None,
    "": None,
    "   ": None,
    "\u200b\u0000": None,
    "<b>Bob</b>": "<b>Bob</b>",
    "🎭 Zoë": "🎭 Zoë",
    "שלום": "שלום",
    "  a \n b ": "a b",
    "\u202eevil": "evil",
}


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name)[:20])
async def test_names_are_taken_as_they_are_or_refused(server: RunningServer, name: str) -> None:
    person = Person(server.address)
    table = await open_table(person)
    if NAMES[name] is None:
        with pytest.raises(Refused):
            await person.sit(table, name, "moon")
        return
    socket = await person.open(table, await person.sit(table, name, "moon"))
    scene = await socket.until(lambda s: s["seats"][0]["name"])
    assert scene["seats"][0]["name"] == NAMES[name]
    await socket.close()


async def test_who_sends_too_much_is_sent_away(
    new_server: Callable[..., RunningServer],
) -> None:
    party = await seat_people(new_server("--bot-pace", "0.01"), 2)
    for _ in range(60):
        await party.sockets[1].send("{}")
    answer = await party.sockets[1].answer()
    while answer["type"] == "Refused":
        answer = await party.sockets[1].answer()
    assert answer == {"type": "Goodbye", "reason": "flood"}
    statuses = set()
    for _ in range(100):
        try:
            await party.do("house-rules", {})
        except Refused as refused:
            statuses.add(refused.status)
    assert statuses == {429}


async def test_who_talks_without_a_pause_is_asked_for_one_and_nobody_else_is(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server()
    people = [Person(server.address), Person(server.address)]
    ana, bob = people
    circle = (await ana.post("/api/tables", {"game": "bluff", "seats": 2}))["circle"]
    for name, symbol, one in zip(("Ana", "Bob"), SYMBOLS, people, strict=False):
        await one.post(f"/api/circles/{circle}/enter", {"name": name, "symbol": symbol})

    async def say(one: Person, number: int) -> str:
        try:
            await one.post(f"/api/circles/{circle}/say", {"id": f"{number}", "text": "and"})
        except Refused as refused:
            return refused.key
        return "said"

    answers = [await say(ana, number) for number in range(20)]
    assert answers[:10] == ["said"] * 10 and "too_much" in answers
    assert await say(bob, 100) == "said"


async def test_health_metrics_and_schema(server: RunningServer) -> None:
    party = await seat_people(server, 2)

    def fetch(path: str) -> str:
        from urllib.request import urlopen

        with urlopen(f"http://{server.address}{path}", timeout=10) as answer:
            return str(answer.read(), "utf-8")

    metrics = await asyncio.to_thread(fetch, "/metrics")
    assert "salon_tables_live" in metrics and "salon_moves_total" in metrics
    assert party.table not in metrics
    schema = json.loads(await asyncio.to_thread(fetch, "/api/schema/openapi.json"))
    assert "/api/tables/{table_id}/sit" in schema["paths"]


def test_a_record_from_the_wire_is_a_record() -> None:
    with pytest.raises(Exception, match="malformed"):
        read_record(b"{}")
