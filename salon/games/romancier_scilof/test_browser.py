"""Romancier Scilof in real browsers: four people act at once, come late, leave, and merge."""

import asyncio
import re

from playwright.async_api import Browser, expect

from tests.browser import Visitor, party, visitor
from tests.running import RunningServer


async def write(person: Visitor, value: str, number: int) -> None:
    """Without a mouse: a letter of this value, no line, to the player with this number."""
    await person.page.keyboard.press(value)
    await expect(person.page.locator(".blotter input")).to_be_focused()
    await person.page.keyboard.press("Enter")
    await person.page.keyboard.press(str(number))


async def test_four_people_act_at_once_one_comes_late_and_one_leaves(
    browser: Browser, server: RunningServer
) -> None:
    people, link = await party(browser, server.address, "romancier_scilof")
    ana, bob, *_ = people
    # everybody writes to everybody's neighbour at the same moment
    await asyncio.gather(*(write(one, "a", n % 4 + 1) for n, one in enumerate(people, start=1)))
    for person in people:
        waiting = person.page.get_by_role("button", name=re.compile("Answer"))
        await expect(waiting.first).to_be_visible()
    # and answers at the same moment
    await asyncio.gather(*(write(one, "b", (n - 2) % 4 + 1) for n, one in enumerate(people, 1)))
    await expect(ana.page.locator("#board")).to_contain_text("2")
    # somebody comes late, through the same link, and writes at once
    emil = await visitor(browser, server.address)
    await emil.go(link)
    await emil.press("Sit down")
    await emil.page.get_by_label("Your name").fill("Émil")
    await emil.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    await expect(emil.page.locator("#board .hand button")).to_have_count(5)
    await write(emil, "e", 1)
    await expect(ana.page.get_by_text("Émil").first).to_be_visible()
    await expect(ana.page.get_by_role("button", name=re.compile("Answer")).first).to_be_visible()
    # one leaves for good: the commune shrinks to four letters each
    await bob.page.keyboard.press("p")
    await bob.press("Options for Bob")
    await bob.page.get_by_role("button", name="Leave the table").last.click()
    await bob.page.get_by_role("button", name="Leave the table").last.click()
    await expect(ana.page.get_by_text("has left").first).to_be_visible()
    for person in (ana, emil):
        assert person.problems == []
        assert await person.axe() == []
        assert await person.overflow() == 0


async def test_two_communes_become_one_and_play_on_to_the_end(
    browser: Browser, server: RunningServer
) -> None:
    people, _ = await party(browser, server.address, "romancier_scilof", communes=2)
    ana, bob, cleo, _ = people
    # the first invitation is declined, and the inviter sees it; the second is accepted
    await ana.press("Invite Cléo")
    await ana.press("Invite Cléo")  # knowing what it would mean
    await cleo.press("Decline")
    declined = ana.page.locator(".blotter").get_by_text("Cléo does not take up your invitation")
    await expect(declined).to_be_visible()
    await ana.press("Invite Cléo")
    await ana.press("Invite Cléo")  # knowing what it would mean
    await cleo.press("Accept")
    await expect(cleo.page.get_by_text("This makes the goal 4 letters")).to_be_visible()
    await cleo.press("Merge")
    # everybody says bonjour to the two they did not know, and has letters for four
    for person in people:
        await expect(person.page.locator(".bonjour")).to_have_count(2)
        await expect(person.page.locator("#board .hand button")).to_have_count(4)
    # the first gives all but one value away, and gets that one from everybody
    for number, value in enumerate("bcd", start=2):
        await write(ana, value, number)
        await expect(ana.page.locator("#board .hand button")).to_have_count(5 - number)
    for person in people[1:]:
        await expect(person.page.locator("#board button.answer")).to_be_visible()
        await write(person, "a", 1)
    for person in people:
        prompt = person.page.locator("#board .prompt")
        wins = "You win" if person is ana else "Ana wins"
        await expect(prompt).to_contain_text(f"{wins} with 4 letters of value A!")
        assert person.problems == []
    for person in (ana, bob):
        assert await person.axe() == []
        assert await person.overflow() == 0
