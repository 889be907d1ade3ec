"""Everybody acts at the same moment: eight people at each of fifty tables, on a real server."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.client import Person, Socket, close_all
from tests.running import RunningServer

TABLES, SEATS = 50, 8
AT_MOST = 60.0  # seconds
SYMBOLS = ("moon", "rose", "quill", "star", "mask", "heart", "bird", "key")
ALL = sorted(f"{value}{number}" for value in "ABCDEFGH" for number in range(1, 9))
CLEAR = {  # what may have happened meanwhile
    "answered_already",
    "refused_already",
    "recalled_already",
    "no_mail",
    "envelope_out",
    "not_in_hand",
    "office_closed",
    "must_answer",
    "you_are_complete",
    "over",
}


async def gather(server: RunningServer, screens: int = 1) -> list[Socket]:
    """A table at which everybody sits, with so many screens each, and the office is open."""
    people = [Person(server.address) for _ in range(SEATS)]
    new = {"game": "romancier_scilof", "seats": SEATS, "options": {"letters": "auto"}}
    table = (await people[0].post("/api/tables", new))["id"]
    sockets = []
    for seat, person in enumerate(people):
        await person.sit(table, f"P{seat}", SYMBOLS[seat])
        sockets += [await person.open(table, seat) for _ in range(screens)]
    await people[0].post(f"/api/tables/{table}/start")
    for socket in sockets:
        await socket.until(lambda scene: scene["type"] == "Playing")
    return sockets


async def scribble(socket: Socket, enough: int, answers: Counter[str]) -> None:
    """As fast as one can, and often too late: from what this seat saw a moment ago."""
    luck = random.Random(socket.seat)
    old: list[dict[str, Any]] = []
    until = time.monotonic() + AT_MOST
    while answers["Done"] < enough and time.monotonic() < until and not socket.scene["result"]:
        moves = old if luck.random() < 0.4 and old else socket.scene["moves"]
        old = socket.scene["moves"]
        if moves:
            answer = await socket.play(luck.choice(moves))
            answers[answer.get("key", answer["type"])] += 1
        await asyncio.sleep(luck.random() / 20)


async def test_two_hundred_screens_at_one_table_answer_refuse_and_post_at_once(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--unlimited")
    sockets = await gather(server, screens=25)
    assert len(sockets) == 200
    answers: Counter[str] = Counter()
    await asyncio.gather(*(scribble(one, 60, answers) for one in sockets))
    await settled(sockets)
    one_each = sockets[::25]
    assert letters_of(one_each) == ALL
    for socket in sockets:  # every screen of a seat shows the same
        assert socket.scene["view"] == one_each[socket.seat or 0].scene["view"]
    print(dict(answers))
    assert answers["Done"] >= 60 and answers["answered_already"] > 10
    assert set(answers) - {"Done"} <= CLEAR
    assert "Traceback" not in server.log.read_text("utf-8")
    await close_all()


def letters_of(sockets: list[Socket]) -> list[str]:
    """All that the eight know of their own letters: in their hands, and in their mail."""
    found: list[str] = []
    for socket in sockets:
        view: dict[str, Any] = socket.scene["view"]
        found += view["hand"]
        found += [
            one["letter"]
            for one in view["known"]
            if one["seat"] == socket.seat and one["to"] is not None
        ]
    return sorted(found)


async def settled(sockets: list[Socket]) -> None:
    """Until nobody is told anything more."""
    told = -1
    while told != (now := sum(socket.scene["told"] for socket in sockets)):
        told = now
        await asyncio.sleep(0.5)


async def test_no_letter_is_lost_doubled_or_seen_by_the_wrong_person_when_all_act_at_once(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--unlimited")
    tables = await asyncio.gather(*(gather(server) for _ in range(TABLES)))
    answers: Counter[str] = Counter()
    await asyncio.gather(*(scribble(one, 1_500, answers) for table in tables for one in table))
    await settled([socket for sockets in tables for socket in sockets])
    for sockets in tables:
        assert letters_of(sockets) == ALL
        for socket in sockets:
            check_secrets(socket, sockets)
    print(dict(answers))
    refusals = {key: times for key, times in answers.items() if key != "Done"}
    assert answers["Done"] >= 1_500 and sum(refusals.values()) > 10
    assert set(refusals) <= CLEAR
    assert "Traceback" not in server.log.read_text("utf-8")
    await close_all()


def check_secrets(socket: Socket, sockets: list[Socket]) -> None:
    """What a seat says it knows of others is true; the mail it did not send stays sealed to it."""
    hands = {one.seat: set(one.scene["view"]["hand"]) for one in sockets}
    for known in socket.scene["view"]["known"]:
        if known["to"] is None:
            assert known["letter"] in hands[known["seat"]]
    told = {event["type"] for event in socket.scene["news"]}
    assert "Drew" not in told and "Lost" not in told
