"""Rythm and Play in real browsers: two people and a master bot play a whole game with the keys."""

import asyncio
from typing import Any

from playwright.async_api import Browser, TimeoutError, expect

from tests.browser import AT_ONCE, GROUND, OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.running import RunningServer

WISH = {"game": "rythm_and_play", "seats": 3}
SEAT_MASTER = """id => fetch(`/api/tables/${id}/bot`, {
  method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({seat: 2, level: 'master'}),
}).then(answer => answer.text())"""
KEYS = "#board [aria-keyshortcuts]:not([disabled]):not([aria-disabled=true])"


async def press_a_key(person: Visitor) -> bool:
    """Any that the board offers, cards before drawing."""
    found = person.page.locator(KEYS)
    keys = [
        str(await found.nth(at).get_attribute("aria-keyshortcuts", timeout=AT_ONCE))
        for at in range(await found.count())
    ]
    wanted = sorted(keys, key=lambda key: "us1234567fte".find(key.lower()[0]))
    if wanted:
        await person.page.keyboard.press(wanted[0].lower())
    return bool(wanted)


async def pay(person: Visitor) -> bool:
    """Choose RYTHM cards until they make whole beats."""
    exchange = person.page.locator("#board .exchange")
    if not await person.page.locator("#board [aria-keyshortcuts=t]").count():
        return False  # not my turn
    cards = person.page.locator("#board .beats button")
    for at in range(await cards.count()):
        await cards.nth(at).click(timeout=AT_ONCE)
        if await exchange.is_enabled(timeout=AT_ONCE):
            await exchange.click(timeout=AT_ONCE)
            return True
    return False


async def test_two_people_and_a_master_play_a_whole_game(
    browser: Browser, server: RunningServer
) -> None:
    people: list[Visitor] = []
    table: str | None = None
    for name, symbol, looks in (("Ana", "moon", {}), ("Bob", "rose", {"viewport": PHONE})):
        more: dict[str, Any] = looks
        person = await visitor(browser, server.address, **more)
        await person.go(GROUND)
        table = await person.page.evaluate(OPEN_AND_SIT, [name, symbol, table, WISH])
        await person.go(f"/t/{table}")
        people.append(person)
    await people[0].page.evaluate(SEAT_MASTER, table)
    await people[0].press("Start the game")
    for person in people:
        await expect(person.page.locator("#board .prompt")).to_be_visible()
    over = people[0].page.get_by_role("button", name="Play again")
    pressed = 0
    for _ in range(2_000):
        if await over.is_visible():
            break
        for person in people:
            try:
                pressed += await pay(person) or await press_a_key(person)
            except TimeoutError:
                continue
        if pressed == 20:
            assert await people[1].axe() == []
            assert await people[1].overflow() == 0
        await asyncio.sleep(0.05)
    await expect(over).to_be_visible()
    assert pressed > 20
    for person in people:
        assert person.problems == []
        await person.page.keyboard.press("Escape")
        assert await person.axe() == []
