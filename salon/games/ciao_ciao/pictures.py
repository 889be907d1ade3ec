"""The pictures of Ciao Ciao in the README."""

import asyncio
import random
from typing import Any

from playwright.async_api import Browser, expect

from salon.games.ciao_ciao.test_browser import act, open_table
from tests.browser import DESKTOP, PHONE, Visitor, visitor
from tests.running import RunningServer
from tests.screenshots import take

BOT_PACE = "0.3"  # seconds

MOMENTS = 26  # moves after which the bridge is worth a picture


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    for theme in ("light", "dark"):
        await evening(browser, server, theme)


async def seat_everybody(
    browser: Browser, server: RunningServer, theme: str, **looks: Any
) -> tuple[Visitor, Visitor]:
    """Ana on a desktop, Zoë on a phone, and two bots; the game has not started."""
    ana = await visitor(browser, server.address, theme=theme, viewport=DESKTOP, **looks)
    link = await open_table(ana, 4, planks="9")
    await ana.sit("Ana")
    zoe = await visitor(browser, server.address, theme=theme, viewport=PHONE, **looks)
    await zoe.go(link)
    await zoe.page.get_by_label("Your name").fill("Zoë")
    await zoe.page.get_by_role("button", name="Sit down").click()
    await expect(ana.page.get_by_text("Zoë").first).to_be_visible()
    for seat, name in ((3, "Kofi"), (4, "Vera")):
        await ana.press(f"Bot on seat {seat}")
        await ana.press(name)
    await expect(ana.page.get_by_text("Everyone is here.").first).to_be_visible(timeout=20_000)
    return ana, zoe


async def is_over(person: Visitor) -> bool:
    return bool(await person.page.get_by_role("button", name="Play again").count())


async def evening(browser: Browser, server: RunningServer, theme: str) -> None:
    """Until Ana may doubt; a game that ends before is followed by another."""
    luck = random.Random(4)
    ana, zoe = await seat_everybody(browser, server, theme, device_scale_factor=1)
    await take(ana, f"gathering-{theme}")
    await take(zoe, f"gathering-phone-{theme}")
    await ana.press("Start the game")
    for person in (ana, zoe):
        await expect(person.page.locator("#board .prompt")).to_be_visible()
    moves = 0
    while moves < MOMENTS:
        moves += await act(ana, luck) + await act(zoe, luck)
        await asyncio.sleep(0.15)
        if await is_over(ana):
            await evening(browser, server, theme)
            return
    mine = ana.page.locator("#board .hand > button.Doubt")
    while not await mine.count():
        await act(zoe, luck)
        if await ana.page.locator("#board .hand > button.Announce").count():
            await act(ana, luck)
        await asyncio.sleep(0.15)
        if await is_over(ana):
            await evening(browser, server, theme)
            return
    await take(ana, f"table-{theme}")
    await take(zoe, f"table-phone-{theme}")
