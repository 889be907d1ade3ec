"""Cir*Kis in real browsers: a whole game, one by touch on a phone, one with the keyboard alone."""

import asyncio
import random
from typing import Any

from playwright.async_api import Browser, TimeoutError, expect

from tests.browser import AT_ONCE, GROUND, OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.running import RunningServer

WISH = {"game": "cir_kis", "seats": 2}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PIECE = "#board .tray button:not([aria-disabled=true])"
LIT = """() => [...document.querySelectorAll('#board .lit .dot')].map(dot => {
  const box = dot.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
QUIET = 1.6  # seconds until points have risen and faded: what fades has no contrast
WALKS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r")


async def lay_with_keys(person: Visitor, luck: random.Random) -> bool:
    """A piece by its digit, a walk through its places, Enter."""
    pieces = person.page.locator("#board .tray [aria-keyshortcuts]:not([aria-disabled=true])")
    count = await pieces.count()
    if not count:
        return False
    key = await pieces.nth(luck.randrange(count)).get_attribute(
        "aria-keyshortcuts", timeout=AT_ONCE
    )
    for pressed in (str(key), *luck.choices(WALKS, k=3), "Enter"):
        await person.page.keyboard.press(pressed)
    return True


async def lay_by_touch(person: Visitor, luck: random.Random) -> bool:
    """A piece in the tray, a lit place, and the same place again."""
    pieces = person.page.locator(PIECE)
    count = await pieces.count()
    if not count:
        return False
    await pieces.nth(luck.randrange(count)).tap(timeout=AT_ONCE)
    places = await person.page.evaluate(LIT)
    if not places:
        return False
    place = luck.choice(places)
    await person.page.touchscreen.tap(*place)
    await person.page.touchscreen.tap(*place)
    return True


async def sit_down(browser: Browser, server: RunningServer) -> tuple[Visitor, Visitor]:
    people: list[Visitor] = []
    table: str | None = None
    looks: list[tuple[str, str, dict[str, Any]]] = [("Ana", "moon", {}), ("Bob", "rose", TOUCH)]
    for name, symbol, look in looks:
        person = await visitor(browser, server.address, **look)
        await person.go(GROUND)
        table = await person.page.evaluate(OPEN_AND_SIT, [name, symbol, table, WISH])
        await person.go(f"/t/{table}")
        people.append(person)
    await people[0].press("Start the game")
    for person in people:
        await expect(person.page.locator("#board .prompt")).to_be_visible()
    return people[0], people[1]


async def test_a_whole_game_by_touch_on_a_phone_and_by_keyboard_on_a_desktop(
    browser: Browser, server: RunningServer
) -> None:
    luck = random.Random(7)
    ana, bob = await sit_down(browser, server)
    over = ana.page.get_by_role("button", name="Play again")
    keys = taps = 0
    for turn in range(600):
        if await over.is_visible():
            break
        try:
            keys += await lay_with_keys(ana, luck)
            taps += await lay_by_touch(bob, luck)
        except TimeoutError:
            continue
        if turn == 10:
            await asyncio.sleep(QUIET)
            assert await bob.axe() == [] and await bob.overflow() == 0
            assert await ana.axe() == []
        await asyncio.sleep(0.05)
    await expect(over).to_be_visible()
    assert keys > 5 and taps > 5
    for person in (ana, bob):
        assert person.problems == []
        await person.page.keyboard.press("Escape")
        await asyncio.sleep(QUIET)
        assert await person.axe() == []
    await look_back(ana)


async def look_back(person: Visitor) -> None:
    """The replay, with what master would have played."""
    link = person.page.url.rstrip("/")
    await person.page.goto(f"{link}/replay?step=3")
    await person.press("Ask the strongest bot")
    await expect(person.page.get_by_role("progressbar")).to_be_visible()
    await expect(person.page.get_by_text("Chance of winning for ")).to_be_visible()
    await person.press("Stop")
    assert await person.axe() == [] and person.problems == []
