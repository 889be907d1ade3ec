"""The puzzle of the day in a real browser: a wrong try, hints, the others, the album."""

import re
from typing import Any

from playwright.async_api import Browser, expect

from tests.browser import GROUND, OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.running import RunningServer

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
WISH = {"game": "cir_kis", "seats": 2}
CIRCLE = "async table => (await (await fetch(`/api/tables/${table}`)).json()).circle"
PUZZLE = """async () =>
  (await (await fetch('/api/games/cir_kis/puzzles?part=0')).json()).puzzles[0]"""
DAY = "2026-01-05"  # the first of all: the same whenever this is run
LIT = """() => {
  const box = document.querySelector('#board .lit .dot').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
INSIDE = """() => {
  const path = document.querySelector('#board .better'), box = path.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const steps = [...Array(21).keys()].map(n => 2 * n - 20);
  const near = steps.flatMap(dx => steps.map(dy => [x + dx, y + dy]));
  near.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  const back = path.getScreenCTM().inverse();
  return near.find(([x, y]) => path.isPointInFill(new DOMPoint(x, y).matrixTransform(back)));
}"""


async def lay(person: Visitor, piece: str, where: str) -> None:
    """A piece of the tray; the window may move when it is taken: then the place is looked for."""
    await person.page.locator(f"#board [data-piece={piece}]").tap()
    await expect(person.page.locator("#board .lit .dot").first).to_be_visible()
    await person.page.touchscreen.tap(*await person.page.evaluate(where))
    await person.page.locator("#board .lay").tap(timeout=10_000)


async def find(person: Visitor, turn: dict[str, Any]) -> None:
    """With both hints."""
    piece = turn["moves"][turn["best"]]["piece"]
    await person.press("Hint")
    lit = person.page.locator("#board .advised")
    await expect(lit).to_have_attribute("data-piece", piece)
    await person.press("Hint")
    await lay(person, piece, INSIDE)


async def test_the_puzzle_of_the_day_from_the_room_to_the_album(
    browser: Browser, server: RunningServer
) -> None:
    ana = await visitor(browser, server.address, **TOUCH)
    await ana.go(GROUND)
    table = await ana.page.evaluate(OPEN_AND_SIT, ["Ana", "moon", None, WISH])
    puzzle = await ana.page.evaluate(PUZZLE)
    await ana.go(f"/c/{await ana.page.evaluate(CIRCLE, table)}/room")
    link = ana.page.get_by_role("link", name=re.compile("Puzzle of the day.*Cir"))
    way = (await link.get_attribute("href") or "").replace("cir_kis?", f"cir_kis/{DAY}?")
    await ana.go(way)
    first = puzzle["turns"][0]
    best = first["moves"][first["best"]]["piece"]
    await lay(ana, next(one["piece"] for one in first["moves"] if one["piece"] != best), LIT)
    await expect(
        ana.page.get_by_text(re.compile("Your chance of winning falls")).first
    ).to_be_visible()
    for number, turn in enumerate(puzzle["turns"], 1):
        if number > 1:
            await expect(ana.page.get_by_text(f"Move {number} of")).to_be_visible()
        await find(ana, turn)
    end = ana.page.get_by_role("heading", name="Solved at try number 2, with a hint")
    await expect(end).to_be_focused()
    await expect(ana.page.get_by_text("What everybody chose first")).to_be_visible()
    await expect(ana.page.get_by_text("This is how the board stands.")).to_be_visible()
    await ana.press("What follows")
    await expect(end).to_be_visible()
    assert await ana.axe() == [] and await ana.overflow() == 0
    await ana.page.locator(".solution").get_by_role("button", name="Earlier puzzles").click()
    await expect(ana.page.get_by_role("link", name=re.compile("with a hint"))).to_be_visible()
    await ana.page.keyboard.press("Escape")
    await ana.page.get_by_role("link", name="It is in the circle’s album.").click()
    await expect(ana.page.get_by_role("heading", name="Puzzles")).to_be_visible()
    await ana.page.get_by_text("As it was solved").click()
    await expect(ana.page.get_by_role("img", name="The finished picture")).to_be_visible()
    assert await ana.axe() == [] and ana.problems == []
