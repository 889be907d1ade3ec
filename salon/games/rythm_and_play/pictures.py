"""The pictures of Rythm and Play in the README."""

from playwright.async_api import Browser

from tests.browser import Visitor
from tests.running import RunningServer
from tests.screenshots import take, with_bots

BOT_PACE = "0.3"  # seconds

MOMENTS = 150  # looks at the table before another one is tried
MELODY = 5  # cards on the stave that are worth a picture
KEYS = "[aria-keyshortcuts]:enabled:not([aria-disabled=true])"
NAMES = "found => found.map(one => one.getAttribute('aria-keyshortcuts'))"


async def take_pictures(browser: Browser, server: RunningServer) -> None:
    """Ana may go on with a melody; a game without such a moment is followed by another."""
    ana = await with_bots(browser, server, "rythm_and_play")
    while not await has_a_melody(ana):
        await ana.page.close()
        ana = await with_bots(browser, server, "rythm_and_play")
    await take(ana, "rythm_and_play")


async def has_a_melody(ana: Visitor) -> bool:
    """Plays until it is her turn to go on with one, but not for ever."""
    board = ana.page.locator("#board")
    for _ in range(MOMENTS):
        mine = "Your turn: go on" in await board.inner_text()
        fits = await board.locator(".fan button.ok").count()
        laid = await board.locator(".run .place").count()
        if mine and fits and laid >= MELODY:
            return True
        await act(ana)
        await ana.page.wait_for_timeout(150)
    return False


async def act(ana: Visitor) -> None:
    """A card if one fits, or whatever else there is to do."""
    moves = ana.page.locator(f"#board .fan {KEYS}, #board .actions {KEYS}")
    for key in (await moves.evaluate_all(NAMES))[:1]:
        await ana.page.keyboard.press(key)
