"""The pictures of Cir*Kis in the README."""

import random

from playwright.async_api import Browser

from tests.running import RunningServer
from tests.screenshots import take, with_bots

BOT_PACE = "1.5"  # seconds


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    """The window by candlelight, half full, a piece in hand."""
    ana = await with_bots(browser, server, "cir_kis", theme="dark")
    luck = random.Random(5)
    for _ in range(400):
        laid = await ana.page.locator("#board .piece").count()
        mine = ana.page.locator("#board .tray [aria-keyshortcuts]:not([aria-disabled=true])")
        if keys := await mine.count():
            key = await mine.nth(luck.randrange(keys)).get_attribute("aria-keyshortcuts")
            await ana.page.keyboard.press(str(key))
            await ana.page.keyboard.press("ArrowRight")
            if laid >= 26:
                break
            await ana.page.keyboard.press("Enter")
        await ana.page.wait_for_timeout(200)
    await ana.page.wait_for_timeout(600)
    await take(ana, "cir_kis")
