"""Makes the pictures of the README: `python3 dev.py screenshots`."""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, expect

from tests.browser import DESKTOP, PHONE, Visitor, chromium, visitor
from tests.conftest import RunningServer
from tests.test_browser import act, open_table

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
MOMENTS = 26  # moves after which the bridge is worth a picture


async def take(person: Visitor, name: str) -> None:
    await person.page.wait_for_timeout(900)  # until nothing moves
    await person.page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


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
    for seat, level in ((3, 2), (4, 3)):
        await ana.page.get_by_label(f"Bot on seat {seat}").select_option(index=level)
    await expect(ana.page.get_by_text("Everyone is here.").first).to_be_visible(timeout=20_000)
    return ana, zoe


async def evening(browser: Browser, server: RunningServer, theme: str) -> None:
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
    mine = ana.page.locator("#board .hand > button.Doubt")
    while not await mine.count():
        await act(zoe, luck)
        if await ana.page.locator("#board .hand > button.Announce").count():
            await act(ana, luck)
        await asyncio.sleep(0.15)
    await take(ana, f"table-{theme}")
    await take(zoe, f"table-phone-{theme}")


async def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), "--bot-pace", "0.3", "--unlimited")
        try:
            async with chromium() as browser:
                home = await visitor(browser, server.address)
                await home.go("/")
                await take(home, "home")
                for theme in ("light", "dark"):
                    await evening(browser, server, theme)
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())
