"""The pictures of Cyrano in the README."""

from playwright.async_api import Browser, expect

from tests.running import RunningServer
from tests.screenshots import take, with_bots

BOT_PACE = "1.5"  # seconds

POEM = (
    "My spoon has left me for a fork tonight,",
    "They met among the teacups, out of sight.",
    "I found a note: we took the early train.",
    "My soup and I shall never love again.",
)


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    ana = await with_bots(browser, server, "cyrano")
    for number, line in enumerate(POEM, 1):
        await ana.page.get_by_label(f"Line {number}", exact=True).fill(line)
    await ana.press("Hand in", exact=True)
    anyway = ana.page.get_by_role("button", name="Hand in anyway")
    if await anyway.count():
        await anyway.click()
    await expect(ana.page.get_by_label("Line 1", exact=True)).to_have_count(0)
    if await (mine := ana.page.get_by_role("button", name="Next poem")).count():
        await mine.click()
    await ana.press("Show everything")
    await take(ana, "cyrano")
