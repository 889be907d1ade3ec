"""A phone on its side: every game at a full table, all of it on the screen at once."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from salon import games
from tests.browser import GROUND, Visitor, visitor
from tests.running import RunningServer

pytestmark = [pytest.mark.timeout(400), pytest.mark.xdist_group("browser")]

SIDEWAYS = {"width": 740, "height": 360}
FULL_TABLE = """async ([game, seats, level]) => {
  const post = async (path, body) => {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body ?? {})});
    return (await answer.text() || '{}');
  };
  const id = JSON.parse(await post('/api/tables', {game, seats})).id;
  await post(`/api/tables/${id}/sit`, {name: 'Wolfgang-Amadeus', symbol: 'moon'});
  for (let seat = 1; seat < seats; seat++) await post(`/api/tables/${id}/bot`, {seat, level});
  return id;
}"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll('button, textarea, input')].filter(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const drawn = one.checkVisibility({visibilityProperty: true}) && right - left > 2;
  return drawn && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map(one => one.getAttribute('aria-label') ?? one.textContent)"""


async def full_table(browser: Browser, server: RunningServer, game: str, language: str) -> Visitor:
    """Somebody with a long name among as many bots as there is room for."""
    look: dict[str, Any] = {"viewport": SIDEWAYS, "is_mobile": True, "has_touch": True}
    person = await visitor(browser, server.address, language=language, **look)
    await person.go(GROUND)
    wish = [game, games.load(game).seats[-1], next(iter(games.bots(game)))]
    table = await person.page.evaluate(FULL_TABLE, wish)
    await person.go(f"/t/{table}")
    await person.page.locator("main .primary.big").click()
    await expect(person.page.locator("#board .prompt").first).to_be_attached()
    return person


@pytest.mark.parametrize("game", games.ours())
async def test_a_full_table_fits_a_phone_on_its_side(
    browser: Browser, server: RunningServer, game: str
) -> None:
    """In German, whose words are the longest."""
    person = await full_table(browser, server, game, "de-DE")
    await person.page.wait_for_timeout(1_500)
    assert await person.overflow() <= 0
    assert await person.page.evaluate(OUT_OF_SIGHT) == []
    for _ in range(5):
        if not await person.axe():
            break
        await person.page.wait_for_timeout(500)  # the bots are still at it
    assert await person.axe() == []
    assert person.problems == []
