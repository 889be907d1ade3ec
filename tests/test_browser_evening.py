"""An evening among friends, in real browsers: one link, three games, and what is left of it."""

from collections.abc import Callable
from typing import Any

from playwright.async_api import Browser, expect

from salon import games
from salon.core.can import what_can
from salon.texts import Texts
from tests.browser import OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.client import Person
from tests.evening import play_out, player_of
from tests.running import RunningServer

NAMES_BY_SEAT = ("Ana", "Bob", "Dora", "Cléo")


def game_that(is_so: Callable[[str], bool]) -> str:
    return next(name for name in games.ours() if is_so(name))


FIRST = games.ours()[0]
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
    return await visitor(browser, server.address, reduced_motion="reduce", **looks)


async def table_after(visitor: Visitor, table: str) -> str:
    """Where somebody goes on to."""
    await visitor.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    return visitor.page.url.rpartition("/")[2]


async def play(server: RunningServer, people: list[Visitor], table: str) -> dict[str, Any]:
    """To its end, by whoever has a seat."""
    seats: dict[int, Person] = {}
    for one in people:
        person = await player_of(one, server)
        glance = await person.get(f"/api/tables/{table}")
        seats |= {seat: person for seat, info in enumerate(glance["seats"]) if info["mine"]}
    result = await play_out(table, seats)
    await blink(people)
    for one in people:
        await expect(one.page.get_by_role("link", name="Your circle").first).to_be_visible()
    return result


BLINK = """() => {
  for (const hidden of [true, false]) {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
  }
}"""


async def blink(people: list[Visitor]) -> None:
    """Whoever looks away for a moment is not shown what happened meanwhile, one by one."""
    for one in people:
        await one.page.evaluate(BLINK)


async def choose(host: Visitor, game: str) -> None:
    """From the result to another game, with one tap."""
    await host.press("Another game")
    await host.page.get_by_role("dialog").get_by_role("button", name=title(game)).last.click()


async def all_at(people: list[Visitor], table: str) -> None:
    for one in people:
        await one.page.wait_for_url(f"**/t/{table}")


async def test_an_evening_among_friends(
    browser: Browser, new_server: Callable[..., RunningServer]
) -> None:
    server = new_server("--bot-pace", "0.01", "--unlimited")
    ana = await comes(browser, server, viewport=PHONE, is_mobile=True)
    bob, dora, screen = [await comes(browser, server) for _ in range(3)]

    # One link, and letters that lead there.
    await ana.go("/")
    wish = {"game": FIRST, "seats": 3}
    first = await ana.page.evaluate(OPEN_AND_SIT, ["Ana", "moon", None, wish])
    await ana.go(f"/t/{first}")
    link = await ana.page.get_by_label("Link to").input_value()
    circle = link.rpartition("/")[2]
    code = await ana.page.locator("p.code").inner_text()
    await bob.go("/c")
    await bob.page.get_by_label("Got a code?").fill(code.lower())
    await all_at([bob], first)
    await bob.sit("Bob")
    await dora.go(f"/c/{circle}")
    await dora.sit("Dora")
    await screen.go(f"/c/{circle}/screen")
    await expect(screen.page.get_by_text(code).first).to_be_visible()
    await ana.press("Start the game")
    await expect(bob.page.locator("#board .prompt")).to_be_visible()

    # Somebody comes late, and is in for the next one.
    cleo = await comes(browser, server)
    await cleo.go(f"/c/{circle}")
    await cleo.press("In for the next game")
    await cleo.page.get_by_label("Your name").fill("Cléo")
    await cleo.page.get_by_role("dialog").get_by_role("button", name="In for the next game").click()
    await expect(screen.page.locator("#board")).to_be_visible()
    await play(server, [ana, bob, dora, cleo], first)

    # Another game: everybody comes along, who had no seat has one; and a restart in between.
    await choose(ana, WRITTEN)
    second = await table_after(ana, first)
    await all_at([ana, bob, cleo, dora], second)
    for one in (bob, cleo):
        await expect(one.page.get_by_text("Cléo").first).to_be_visible()
    server.stop()
    server.start()
    await expect(screen.page.get_by_text(code).first).to_be_visible()
    await expect(ana.page.get_by_text("Everyone is here.").first).to_be_visible()
    await ana.press("Start the game")
    await expect(cleo.page.locator("#board .prompt")).to_be_visible()

    # Dora's cookie is gone; Bob knows her, and her seat is hers again.
    await dora.page.context.close()
    dora = await comes(browser, server)
    await dora.go(f"/c/{circle}/room")
    await dora.press("I am Dora")
    await expect(bob.page.get_by_text("Somebody says they are Dora.")).to_be_visible()
    await bob.press("Yes", exact=True)
    await all_at([dora], second)
    await expect(dora.page.locator("#board .prompt")).to_be_visible()
    await play(server, [ana, bob, cleo, dora], second)

    # In teams, by a host's word.
    host = await player_of(ana, server)
    wish = {"game": IN_TEAMS, "options": {"teams": True}}
    third = (await host.post(f"/api/circles/{circle}/tables", wish))["table"]
    await all_at([ana, bob, cleo, dora], third)
    await ana.press("Start the game")
    await expect(dora.page.locator("#board .prompt")).to_be_visible()
    result = await play(server, [ana, bob, cleo, dora], third)
    assert len(result["teams"]) == 2
    winners = [NAMES_BY_SEAT[seat] for seat in result["winners"]]
    await expect(screen.page.get_by_text(winners[0]).first).to_be_visible()

    # What is left of it.
    await ana.go(f"/c/{circle}/album")
    for game in (FIRST, WRITTEN, IN_TEAMS):
        await expect(ana.page.get_by_text(title(game)).first).to_be_visible()
    assert await ana.axe() == [] and await ana.overflow() == 0
    standings = await host.get(f"/api/circles/{circle}/standings?tonight=true")
    assert standings["tables"] == 3
    assert {one["name"]: one["played"] for one in standings["people"]} == {
        "Ana": 3,
        "Bob": 3,
        "Cléo": 2,
        "Dora": 3,
    }
    for one in (ana, bob, cleo, dora, screen):
        assert one.problems == []

    # On another server it is the same.
    there = new_server("--unlimited", folder="there")
    file = await host.fetch(f"/api/circles/{circle}/archive")
    guest = Person(there.address)
    assert (await guest.send("/api/circles", file))["id"] == circle
    mine, theirs = [await one.get(f"/api/circles/{circle}/album") for one in (host, guest)]
    assert mine == theirs
