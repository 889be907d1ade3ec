"""Cyrano in real browsers: four people write, contest, vote, tie and duel; one on a phone, one
with the keyboard alone."""

import asyncio
import re

from playwright.async_api import Browser, expect

from salon.ear import ear, identity
from salon.games.cyrano.deck import Card, cards
from tests.browser import Visitor, party
from tests.running import RunningServer

NONSENSE = "flurbish"


async def rhymes(person: Visitor) -> list[Card]:
    """The two cards in play, as the page shows them."""
    drawers = person.page.get_by_role("button", name=re.compile("^Words in "))
    await expect(drawers).to_have_count(2)
    names = [await drawers.nth(at).get_attribute("aria-label") for at in (0, 1)]
    known = {f"Words in {card.rhyme}": card for card in cards("en")}
    return [known[str(name)] for name in names]


def end_words(card: Card) -> list[str]:
    """Eight words that rhyme, none of them an example, and no two of them the same."""
    drawer = ear("en").words(card.sound)
    words = [word for word in (*drawer.common, *drawer.rare) if word not in card.examples]
    return list(dict.fromkeys(identity(word, "en") for word in words))[:8]


async def write(person: Visitor, title: str, lines: list[str]) -> None:
    page = person.page
    await page.get_by_label("Title, if you like").fill(title)
    for number, line in enumerate(lines, 1):
        await page.get_by_label(f"Line {number}", exact=True).fill(line)


async def write_by_keys(person: Visitor, title: str, lines: list[str]) -> None:
    await person.tab_to("Title, if you like")
    await person.page.keyboard.type(title)
    for line in lines:
        await person.page.keyboard.press("Enter")
        await person.page.keyboard.type(line)


async def hand_in(person: Visitor) -> None:
    """And again, if the page asks whether that is meant."""
    await person.press("Hand in", exact=True)
    gone = person.page.get_by_label("Line 1", exact=True)
    for _ in range(100):
        await person.press_if("Hand in anyway")
        if not await gone.is_visible():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it was never handed in")


async def one_round(people: list[Visitor], number: int, *, odd: str = "") -> None:
    """Everybody writes four words that nobody else has."""
    first, second = await rhymes(people[0])
    one, other = end_words(first), end_words(second)
    for at, person in enumerate(people):
        mine = [one[2 * at], other[2 * at], one[2 * at + 1], other[2 * at + 1]]
        if odd and at == 0:
            mine[0] = odd
        lines = [f"Tonight I softly sing of {word}" for word in mine]
        how = write_by_keys if at == len(people) - 1 else write
        await how(person, f"Ode {number} by {at}", lines)
    for person in people:
        await hand_in(person)


async def appeal(people: list[Visitor]) -> None:
    """Somebody contests a word of the poem on the stage."""
    for person in people:
        contest = person.page.get_by_role("button", name=re.compile("^Contest “"))
        if await contest.count():
            await contest.first.click()
            await person.press("Contest", exact=True)
            return
    raise AssertionError("nobody may contest anything")


async def recite(people: list[Visitor]) -> int:
    """Each poet in turn, then everybody is ready; contested words are taken. How many votes."""
    votes = 0
    for _ in range(400):
        if await people[0].page.get_by_role("radio").count():
            return votes
        for person in people:
            votes += await person.press_if("Yes, it rhymes")
            await person.press_if("Next poem")
            await person.press_if("Go on")
            await person.press_if("On to the vote")
        await asyncio.sleep(0.05)
    raise AssertionError("the recital does not end")


async def vote_for(people: list[Visitor], title: str) -> None:
    """The last with the keyboard alone."""
    *others, last = people
    for person in others:
        await person.choose(person.page.get_by_role("radio", name=re.compile(title)))
        await person.press("Seal my vote")
    radio = last.page.get_by_role("radio", name=re.compile(title))
    await last.tab_to(
        await last.page.get_by_role("radio").first.evaluate("e => e.labels[0].innerText")
    )
    for _ in range(len(people)):
        if await radio.evaluate("e => e === document.activeElement"):
            break
        await last.page.keyboard.press("ArrowDown")
    await last.page.keyboard.press("Space")
    await last.tab_to("Seal my vote")
    await last.page.keyboard.press("Enter")


async def go_on(people: list[Visitor], number: int) -> None:
    """From the sheet of a round to the next one."""
    for person in people:
        await person.press(f"On to round {number}")


async def duel(people: list[Visitor]) -> None:
    """One good sentence; then nothing comes to anybody's mind, until one is left."""
    fluent = True
    for _ in range(400):
        if await people[0].page.get_by_role("button", name="Booklet of the evening").count():
            return
        for person in people:
            if fluent and await person.page.get_by_label("A sentence that rhymes").is_visible():
                await say(person)
                fluent = False
            elif not fluent:
                await person.press_if("Nothing comes to mind")
        await asyncio.sleep(0.05)
    raise AssertionError("the duel does not end")


async def say(person: Visitor) -> None:
    label = await person.page.locator("#board .prompt").inner_text()
    card = next(card for card in cards("en") if label.rstrip(".").endswith(f" {card.rhyme}"))
    await person.page.get_by_label("A sentence that rhymes").fill(f"And I say {end_words(card)[0]}")
    await person.press("Say it")
    await expect(person.page.get_by_text("And I say").first).to_be_visible()


async def test_four_people_write_contest_vote_tie_and_duel(
    browser: Browser, server: RunningServer
) -> None:
    people, link = await party(browser, server.address, "cyrano", length="short")
    ana, bob, cleo, _ = people

    # round 1: a draft survives a reload; the table votes on a word that the ear can only guess
    await write(ana, "A draft", ["A line that stays", "", "", ""])
    await asyncio.sleep(1.5)
    await ana.go(link)
    await expect(ana.page.get_by_label("Line 1", exact=True)).to_have_value("A line that stays")
    await one_round(people, 1, odd=NONSENSE)
    assert await bob.axe() == []
    assert await recite(people) == 3
    await vote_for(people, "Ode 1 by 2")
    await go_on(people, 2)

    # round 2: an appeal against a good word, which the others do not share
    await one_round(people, 2)
    await appeal(people)
    assert await recite(people) == 2
    await vote_for(people, "Ode 2 by 2")
    await go_on(people, 3)

    # round 3: all four reach their belles together, nobody shares, and they duel
    await one_round(people, 3)
    await recite(people)
    await vote_for(people, "Ode 3 by 2")
    for person in people:
        for _ in ("the sheet", "lover and belle"):
            await person.press("Go on", exact=True)
        await person.press("I want it alone")
    await expect(cleo.page.get_by_text("The duel is in")).to_be_visible()
    await duel(people)

    # the booklet, for people of the table; a poem taken back is in it no more
    await ana.page.keyboard.press("Escape")
    await ana.press("Booklet of the evening")
    await expect(ana.page.get_by_text("Ode 1 by 0").first).to_be_visible()
    for person in people:
        assert person.problems == []
        assert await person.overflow() == 0
    assert await ana.axe() == []
