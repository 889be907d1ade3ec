"""The pictures of Romancier Scilof in the README."""

from playwright.async_api import Browser

from tests.running import RunningServer
from tests.screenshots import take, with_bots

BOT_PACE = "1.5"  # seconds


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    ana = await with_bots(browser, server, "romancier_scilof")
    await ana.page.wait_for_timeout(1_500)
    await take(ana, "romancier_scilof")
