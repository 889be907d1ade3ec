"""A link tells, before it is opened, who invites to what; and nothing that is nobody's business."""

import random
import re
from html import unescape
from http.client import HTTPConnection

import pytest

from salon import games
from tests.client import Person
from tests.running import RunningServer
from tests.test_server import open_table, seat_people

LINE = re.compile(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)" />')
SHOWN = [name for name in games.ours() if (games.folder(name) / "cover.png").is_file()]


def fetch(server: RunningServer, path: str, **headers: str) -> tuple[str, bytes]:
    connection = HTTPConnection(server.address, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.headers.get_content_type(), answer.read()
    connection.close()
    return found


def said(server: RunningServer, path: str, language: str = "") -> dict[str, str]:
    _, page = fetch(server, path, **{"Accept-Language": language})
    return {name: unescape(content) for name, content in LINE.findall(page.decode())}


async def test_a_link_says_who_invites_to_what(server: RunningServer) -> None:
    nora = Person(server.address)
    table = await open_table(nora)
    assert said(server, f"/t/{table}")["og:title"] == "You are invited to Bluff"
    await nora.sit(table, 'Nora "<b>', "moon")
    lines = said(server, f"/t/{table}")
    assert lines["og:title"] == 'Nora "<b> invites you to Bluff'
    assert lines["robots"] == "noindex"
    german = said(server, f"/t/{table}", "pt-BR, de-CH;q=0.8, en;q=0.5")
    assert german["og:title"] == 'Nora "<b> lädt dich zu Bluff ein'


async def test_the_link_of_a_circle_says_the_same_as_that_of_the_table_where_its_people_are(
    server: RunningServer,
) -> None:
    nora = Person(server.address)
    link = await nora.post("/api/tables", {"game": "bluff", "seats": 2})
    await nora.sit(link["id"], "Nora", "moon")
    at_table, at_circle = said(server, f"/t/{link['id']}"), said(server, f"/c/{link['circle']}")
    assert at_circle["og:title"] == at_table["og:title"] == "Nora invites you to Bluff"


async def test_a_link_to_a_table_that_is_over_invites_nobody(server: RunningServer) -> None:
    party = await seat_people(server, 2)
    await party.play_out(random.Random(1))
    assert said(server, f"/t/{party.table}")["og:title"] == "Bluff: how it ended"


@pytest.mark.parametrize("path", ["/", "/t/no-such-table", "/new/chess", "/c", "/t/", "/new"])
def test_where_there_is_nothing_to_say_nothing_is_said(server: RunningServer, path: str) -> None:
    assert "og:title" not in said(server, path)


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_of_a_game_shows_its_cover(server: RunningServer, name: str) -> None:
    lines = said(server, f"/new/{name}", "fr")
    picture = f"/games/{name}/cover.png"
    assert lines["og:image"] == f"http://{server.address}{picture}"
    assert lines["twitter:card"] == "summary_large_image" and "robots" not in lines
    kind, body = fetch(server, picture)
    assert kind == "image/png" and body == (games.folder(name) / "cover.png").read_bytes()


def test_every_game_of_ours_has_a_cover_to_show() -> None:
    assert games.ours() == SHOWN
