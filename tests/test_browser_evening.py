"""An evening among friends, in real browsers: one link, three games, and what is left of it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Browser, expect

from salon import games
from salon.core import options as option_words
from salon.core.can import what_can
from salon.texts import Texts
from tests.browser import GROUND, OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.client import Person
from tests.evening import play_out, player_of
from tests.running import RunningServer

NAMES_BY_SEAT = ("Ana", "Bob", "Dora", "Cléo")
LOOKS = 30


def game_that(is_so: Callable[[str], bool]) -> str:
    """One of ours, if we have any."""
    return next((name for name in games.ours() if is_so(name)), "")


FIRST = game_that(lambda _: True)
WRITTEN = game_that(lambda name: what_can(games.load(name)).prepared is not None)
IN_TEAMS = game_that(
    lambda name: (
        what_can(games.load(name)).teamed is not None
        and "teams" in games.load(name).types.options.__struct_fields__
    )
)


def title(game: str) -> str:
    return Texts("en", games.folder(game)).say("title")


async def comes(browser: Browser, server: RunningServer, **looks: Any) -> Visitor:
    return await visitor(browser, server.address, **looks)


BLINK = """() => {
  for (const hidden of [true, false]) {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
  }
}"""


async def see_the_end(visitor: Visitor) -> None:
    """Whoever looks away for a moment is not shown what happened meanwhile, one by one."""
    room = visitor.page.get_by_role("link", name="Your circle").first
    for _ in range(LOOKS):
        await visitor.page.evaluate(BLINK)
        if await room.is_visible():
            return
        await visitor.page.wait_for_timeout(500)
    await expect(room).to_be_visible()


class Evening:
    """Everybody who comes, and where they are."""

    def __init__(self, browser: Browser, server: RunningServer) -> None:
        self.browser, self.server = browser, server
        self.people: dict[str, Visitor] = {}
        self.circle = self.code = ""

    @property
    def everybody(self) -> list[Visitor]:
        return list(self.people.values())

    async def open(self, name: str, game: str) -> str:
        """The host, on a phone, with a table for three."""
        host = self.people[name] = await comes(
            self.browser, self.server, viewport=PHONE, is_mobile=True
        )
        await host.go(GROUND)
        wish = {"game": game, "seats": 3}
        table = await host.page.evaluate(OPEN_AND_SIT, [name, "moon", None, wish])
        await host.go(f"/t/{table}")
        link = await host.page.get_by_label("Link to").input_value()
        self.circle = link.rpartition("/")[2]
        self.code = await host.page.locator("p.code").inner_text()
        return str(table)

    async def come(self, name: str, path: str) -> Visitor:
        self.people[name] = await comes(self.browser, self.server)
        await self.people[name].go(path)
        return self.people[name]

    async def begin(self, host: str) -> None:
        await expect(self.people[host].page.get_by_text("Everyone is here.").first).to_be_visible()
        await self.people[host].press("Start the game")
        for one in self.everybody:
            await expect(one.page.locator("#board .prompt")).to_be_visible()

    async def all_at(self, table: str) -> None:
        for one in self.everybody:
            await one.page.wait_for_url(f"**/t/{table}")

    async def play(self, table: str) -> dict[str, Any]:
        """To its end, by whoever has a seat."""
        seats: dict[int, Person] = {}
        for one in self.everybody:
            person = await player_of(one, self.server)
            glance = await person.get(f"/api/tables/{table}")
            seats |= {seat: person for seat, info in enumerate(glance["seats"]) if info["mine"]}
        result = await play_out(table, seats)
        for one in self.everybody:
            await see_the_end(one)
        return result


async def next_table(host: Person, evening: Evening, wish: dict[str, Any]) -> str:
    """The host decides, and everybody comes along."""
    table = (await host.post(f"/api/circles/{evening.circle}/tables", wish))["table"]
    await evening.all_at(table)
    return str(table)


def shortest(game: str) -> dict[str, Any]:
    """As few rounds as there can be."""
    rounds = option_words.choices(games.load(game).types.options).get("rounds")
    return {"rounds": min(rounds)} if rounds else {}


async def comes_late(evening: Evening, name: str) -> None:
    """The game is on: in for the next one."""
    guest = await evening.come(name, f"/c/{evening.circle}")
    await guest.press("In for the next game")
    await guest.page.get_by_label("Your name").fill(name)
    dialog = guest.page.get_by_role("dialog")
    await dialog.get_by_role("button", name="In for the next game").click()


async def loses_the_cookie(evening: Evening, name: str, friend: str) -> None:
    """Somebody who is there knows her, and her seat is hers again."""
    await evening.people[name].page.context.close()
    guest = await evening.come(name, f"/c/{evening.circle}/room")
    await guest.press(f"I am {name}")
    other = evening.people[friend]
    await expect(other.page.get_by_text(f"Somebody says they are {name}.")).to_be_visible()
    await other.press("Yes", exact=True)
    await guest.page.wait_for_url("**/t/*")
    await expect(guest.page.locator("#board .prompt")).to_be_visible()


async def goes_to_another_server(host: Person, there: RunningServer, circle: str) -> None:
    guest = Person(there.address)
    file = await host.fetch(f"/api/circles/{circle}/archive")
    assert (await guest.send("/api/circles", file))["id"] == circle
    mine, theirs = [await one.get(f"/api/circles/{circle}/album") for one in (host, guest)]
    assert mine == theirs and len(mine["entries"]) == 3


async def test_an_evening_among_friends(
    browser: Browser, new_server: Callable[..., RunningServer]
) -> None:
    server = new_server("--bot-pace", "0.01", "--unlimited")
    evening = Evening(browser, server)
    first = await evening.open("Ana", FIRST)
    ana, screen = evening.people["Ana"], await comes(browser, server)
    bob = await evening.come("Bob", "/c")
    await bob.page.get_by_label("Got a code?").fill(evening.code.lower())
    await bob.sit("Bob")
    await (await evening.come("Dora", f"/c/{evening.circle}")).sit("Dora")
    await screen.go(f"/c/{evening.circle}/screen")
    await expect(screen.page.get_by_text(evening.code).first).to_be_visible()
    await evening.begin("Ana")
    await comes_late(evening, "Cléo")
    await expect(screen.page.locator("#board")).to_be_visible()
    await evening.play(first)

    host = await player_of(ana, server)
    second = await next_table(host, evening, {"game": WRITTEN, "options": shortest(WRITTEN)})
    server.stop()
    server.start()
    await expect(screen.page.get_by_text(evening.code).first).to_be_visible()
    await evening.begin("Ana")
    await loses_the_cookie(evening, "Dora", "Bob")
    await evening.play(second)

    third = await next_table(host, evening, {"game": IN_TEAMS, "options": {"teams": True}})
    await evening.begin("Ana")
    result = await evening.play(third)
    winner = NAMES_BY_SEAT[result["winners"][0]]
    await expect(screen.page.get_by_text(winner).first).to_be_visible()
    assert len(result["teams"]) == 2
    for one in (*evening.everybody, screen):
        assert [said for said in one.problems if not is_of_restart(said)] == []

    await check_album(ana, evening.circle)
    played = await host.get(f"/api/circles/{evening.circle}/standings?tonight=true")
    counted = {one["name"]: one["played"] for one in played["people"]}
    assert counted == {"Ana": 3, "Bob": 3, "Dora": 3, "Cléo": 2}
    await goes_to_another_server(host, new_server("--unlimited", folder="there"), evening.circle)


def is_of_restart(said: str) -> bool:
    """What a browser says of a server that is down."""
    return "net::ERR" in said or said.startswith("WebSocket connection to")


async def check_album(visitor: Visitor, circle: str) -> None:
    await visitor.go(f"/c/{circle}/album")
    for game in (FIRST, WRITTEN, IN_TEAMS):
        entry = visitor.page.get_by_role("listitem").filter(has_text=title(game))
        await expect(entry.first).to_be_visible()
    assert await visitor.axe() == [] and await visitor.overflow() == 0
    picture = await visitor.page.locator("img[src^=data]").get_attribute("src")
    assert len(set(re.findall("fill%3D%22([^%]+(?:%[^%]+)*?)%22", str(picture)))) > 4  # colours
