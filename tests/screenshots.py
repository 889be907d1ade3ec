"""Makes the pictures of the README, `python3 dev.py screenshots`; each game takes its own."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, expect

from salon import games
from salon.server.preview import COVER, COVER_SIZE
from tests.browser import DESKTOP, Visitor, chromium, visitor
from tests.running import RunningServer

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


async def take(person: Visitor, name: str) -> None:
    await person.page.wait_for_timeout(900)  # until nothing moves
    await person.page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


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


async def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        await picture(Path(folder), "1", home)
        await picture(Path(folder), "1", covers)
        for name in games.ours():
            if find_spec(own := games.part(name, "pictures")):
                pictures = import_module(own)
                await picture(Path(folder), pictures.BOT_PACE, pictures.take_pictures)


async def home(browser: Browser, server: RunningServer) -> None:
    person = await visitor(browser, server.address)
    await person.go("/")
    await take(person, "home")


BARE = """cover => {
  document.body.replaceChildren(cover);
  Object.assign(cover.style, {position: 'fixed', inset: 0, maxHeight: 'none', border: 0});
  Object.assign(cover.style, {borderRadius: 0, aspectRatio: 'auto'});
}"""


async def covers(browser: Browser, server: RunningServer) -> None:
    """As links show them before they are opened."""
    width, height = COVER_SIZE
    person = await visitor(browser, server.address, viewport={"width": width, "height": height})
    for name in games.ours():
        await person.go(f"/new/{name}")
        await person.page.locator(".cover").evaluate(BARE)
        await person.page.screenshot(path=games.folder(name) / COVER)
        print(f"salon/games/{name}/{COVER}")


async def picture(
    folder: Path, pace: str, takes: Callable[[Browser, RunningServer], Awaitable[None]]
) -> None:
    server = RunningServer(folder, "--bot-pace", pace, "--unlimited")
    try:
        async with chromium() as browser:
            await takes(browser, server)
    finally:
        server.kill()


if __name__ == "__main__":
    asyncio.run(main())
