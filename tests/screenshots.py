"""Makes the pictures of the README: `python3 dev.py screenshots`."""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, expect

from salon import games
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


WITH_BOTS = """async ([game, levels]) => {
  const post = async (path, body) => {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body ?? {})});
    return (await answer.text() || '{}');
  };
  const id = JSON.parse(await post('/api/tables', {game, seats: 4})).id;
  await post(`/api/tables/${id}/sit`, {name: 'Ana', symbol: 'moon'});
  for (const seat of [1, 2, 3])
    await post(`/api/tables/${id}/bot`, {seat, level: levels[seat - 1]});
  return id;
}"""
POEM = (
    "My spoon has left me for a fork tonight,",
    "They met among the teacups, out of sight.",
    "I found a note: we took the early train.",
    "My soup and I shall never love again.",
)


async def with_bots(browser: Browser, server: RunningServer, game: str, **look: Any) -> Visitor:
    """Ana among three bots."""
    calm = {"viewport": DESKTOP, "reduced_motion": "reduce", **look}
    ana = await visitor(browser, server.address, **calm)
    await ana.go("/")
    table = await ana.page.evaluate(WITH_BOTS, [game, list(games.bots(game))])
    await ana.go(f"/t/{table}")
    await ana.press("Start the game")
    await expect(ana.page.locator("#board .prompt")).to_be_visible()
    return ana


async def cyrano(browser: Browser, server: RunningServer) -> None:
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


async def others(browser: Browser, server: RunningServer) -> None:
    ana = await with_bots(browser, server, "romancier_scilof")
    await ana.page.wait_for_timeout(1_500)
    await take(ana, "romancier_scilof")
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
    await cir_kis(browser, server)


async def cir_kis(browser: Browser, server: RunningServer) -> None:
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
        server = RunningServer(Path(folder), "--bot-pace", "1.5", "--unlimited")
        try:
            async with chromium() as browser:
                await cyrano(browser, server)
                await others(browser, server)
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())
