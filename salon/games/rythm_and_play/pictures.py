"""The pictures of Rythm and Play in the README."""

import random

from playwright.async_api import Browser

from tests.running import RunningServer
from tests.screenshots import take, with_bots

BOT_PACE = "1.5"  # seconds


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    ana = await with_bots(browser, server, "rythm_and_play")
    luck, board = random.Random(2), ana.page.locator("#board")
    for _ in range(200):
        said = await board.inner_text()
        if "Your turn" in said and "any note" not in said and "go on" in said:
            break
        if "Your turn" in said or "go first" in said:
            await ana.page.keyboard.press(luck.choice("1234567ts"))
        await ana.page.wait_for_timeout(150)
    await take(ana, "rythm_and_play")
