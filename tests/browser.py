"""A real Chromium for the tests, and people who use it."""

import json
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    TimeoutError,
    async_playwright,
    expect,
)

from salon import games

ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
AXE = Path(__file__).parent.parent / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 30_000  # ms that a page may take
AT_ONCE = 1_000  # ms for what should be there already
TRIES = 3
GROUND = "/healthz"  # of the server, but no page: quick to open, for a script that asks for things
expect.set_options(timeout=PATIENCE)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        yield browser
        await browser.close()


NAME_OF_FOCUSED = """
(e => e.tabIndex < 0 ? '' : e.getAttribute('aria-label') || e.labels?.[0]?.innerText
  || e.innerText || e.getAttribute('placeholder') || '')(document.activeElement)
"""


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._listen)
        page.on("request", self._watch)

    def _listen(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(message.text)

    def _watch(self, request: Any) -> None:
        ours = (f"http://{self.address}/", f"ws://{self.address}/", "data:", "blob:")
        if not request.url.startswith(ours):
            self.problems.append(f"asks elsewhere: {request.url}")

    async def go(self, path: str) -> None:
        await self.page.goto(f"http://{self.address}{path}")

    async def press(self, name: str, *, exact: bool = False) -> None:
        button = self.page.get_by_role("button", name=name, exact=exact).first
        await button.click()

    async def press_if(self, name: str) -> bool:
        """If it is there: others may be quicker, and then it goes while one looks."""
        button = self.page.get_by_role("button", name=name).first
        try:
            if not await button.is_visible() or not await button.is_enabled(timeout=AT_ONCE):
                return False
            await button.click(timeout=AT_ONCE)
        except TimeoutError:
            return False
        return True

    async def tab_to(self, name: str) -> None:
        """With the keyboard alone: Tab until something of this name has the focus."""

        async def is_there() -> bool:
            return name.lower() in (await self.focused()).lower()

        await self._tab_until(is_there, name)

    async def tab_onto(self, button: Locator) -> None:
        """The same, where what lies around it has its name too."""

        async def is_there() -> bool:
            return bool(await button.evaluate("one => one === document.activeElement"))

        await self._tab_until(is_there, button)

    async def _tab_until(self, is_there: Callable[[], Awaitable[bool]], what: object) -> None:
        """Round and round: what is wanted may come to the page only now."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            await self.page.keyboard.press("Tab")
            if await is_there():
                return
        raise AssertionError(f"Tab never reaches {what!r}")

    async def arrow_to(self, name: str, most: int = 12) -> None:
        """With the keyboard alone: from choice to choice, and on to the next set of them."""
        for _ in range(most):
            for _ in range(most):
                if await self.focused() == name:
                    return
                await self.page.keyboard.press("ArrowRight")
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"no arrow leads to {name!r}")

    async def focused(self) -> str:
        return str(await self.page.evaluate(NAME_OF_FOCUSED))

    async def choose(self, choice: Locator) -> None:
        """One of several, by its label, wherever the page has moved it meanwhile."""
        label = choice.locator("xpath=ancestor::label")
        for _ in range(TRIES):
            await label.click()
            if await choice.is_checked():
                return
        await expect(choice).to_be_checked()

    async def sit(self, name: str) -> None:
        await self.page.get_by_label("Your name").fill(name)
        await self.press("Sit down")

    async def axe(self) -> list[str]:
        """What axe-core has to say against this page."""
        await self.page.evaluate(AXE.read_text("utf-8"))
        found = await self.page.evaluate("axe.run().then(results => results.violations)")
        return [
            f"{violation['id']}: {[node['html'][:120] for node in violation['nodes']][:3]}"
            for violation in found
        ]

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(
            await self.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )


LESSONS = json.dumps([f"{game}.*" for game in games.ours()])
TAUGHT = f"try {{ localStorage['salon.lessons'] ??= '{LESSONS}' }} catch {{}}"  # not on the ground


async def visitor(
    browser: Browser,
    address: str,
    *,
    language: str = "en-GB",
    theme: str = "light",
    newcomer: bool = False,
    **more: Any,
) -> Visitor:
    """Somebody who has played all our games before, unless they are a newcomer."""
    chosen: dict[str, Any] = {
        "viewport": DESKTOP,
        "locale": language,
        "color_scheme": theme,
        "reduced_motion": "reduce",  # what moves without end keeps half a core busy
        "service_workers": "block",  # they fetch every board, for when there is no network
        **more,
    }
    context: BrowserContext = await browser.new_context(**chosen)
    context.set_default_timeout(PATIENCE)
    if not newcomer:
        await context.add_init_script(TAUGHT)
    return Visitor(await context.new_page(), address)


OPEN_AND_SIT = """async ([name, symbol, table, wish]) => {
  const post = async (path, body) => {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body ?? {})});
    return (await answer.text() || '{}');
  };
  const id = table ?? JSON.parse(await post('/api/tables', wish)).id;
  await post(`/api/tables/${id}/sit`, {name, symbol});
  return id;
}"""
PEOPLE = (("Ana", "moon"), ("Bob", "rose"), ("Cléo", "quill"), ("Dörte", "star"))


async def party(
    browser: Browser, address: str, game: str, **options: Any
) -> tuple[list[Visitor], str]:
    """Four people with a browser each, the second on a phone, at a table that has started."""
    people: list[Visitor] = []
    table: str | None = None
    wish = {"game": game, "seats": len(PEOPLE), "options": options}
    for number, (name, symbol) in enumerate(PEOPLE):
        looks: dict[str, Any] = {"viewport": PHONE, "is_mobile": True} if number == 1 else {}
        person = await visitor(browser, address, **looks)
        await person.go(GROUND)
        table = await person.page.evaluate(OPEN_AND_SIT, [name, symbol, table, wish])
        await person.go(f"/t/{table}")
        people.append(person)
    await expect(people[0].page.get_by_text("Everyone is here.").first).to_be_visible()
    await people[0].press("Start the game")
    for person in people:
        await expect(person.page.locator("#board .prompt")).to_be_visible()
    return people, f"/t/{table}"
