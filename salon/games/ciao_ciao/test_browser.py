"""The page in a real browser, as people use it."""

import asyncio
import json
import random
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, TimeoutError, expect

from tests.browser import AT_ONCE, DESKTOP, NARROW, PHONE, Visitor, visitor
from tests.client import close_all
from tests.running import RunningServer
from tests.test_server import seat_people

pytestmark = [pytest.mark.timeout(400), pytest.mark.xdist_group("browser")]


DEVICE_TOKEN = """async (table) => {
  const answer = await fetch(`/api/tables/${table.slice(3)}/device`, {method: 'POST'});
  return (await answer.json()).token;
}"""


async def open_table(host: Visitor, seats: int = 3, *, planks: str = "6, a short game") -> str:
    """From the home page to a new table; its link."""
    await host.go("/")
    await host.page.get_by_role("link", name=re.compile("Ciao Ciao")).click()
    await host.choose(host.page.get_by_label(str(seats), exact=True))
    await host.choose(host.page.get_by_label(planks))
    await host.press("Open the table")
    await host.page.wait_for_url(re.compile("/t/"))
    return host.page.url.split(host.address)[1]


async def act(person: Visitor, luck: random.Random, *, keyboard: bool = False) -> bool:
    """Make one move, if it is this person's turn."""
    buttons = person.page.locator("#board .hand > button:not([aria-disabled=true])")
    try:
        count = await buttons.count()
        moves = [index for index in range(count) if await buttons.nth(index).is_visible()]
        names = [
            await buttons.nth(index).get_attribute("aria-keyshortcuts", timeout=AT_ONCE)
            for index in moves
        ]
        usable = [(index, name) for index, name in zip(moves, names, strict=True) if name]
        if not usable:
            return False
        is_announcing = len(usable) > 2  # big, so that it is soon over
        index, key = usable[-1] if is_announcing else luck.choice(usable)
        if keyboard:
            await person.page.keyboard.press(str(key))
        else:
            await buttons.nth(index).click(timeout=AT_ONCE)
    except TimeoutError:
        return False  # it was somebody else's turn by then
    return True


async def play_out(people: list[Visitor], luck: random.Random, *, most: int = 400) -> None:
    """The first plays with the keyboard alone, the others by touch."""
    for _ in range(most * 5):
        if await people[0].page.get_by_role("button", name="Play again").count():
            return
        for number, person in enumerate(people):
            await act(person, luck, keyboard=number == 0)
        await asyncio.sleep(0.1)
    raise AssertionError("the game does not end")


async def test_two_people_and_a_bot_play_a_whole_game_and_check_it(
    browser: Browser, server: RunningServer, tmp_path: Path
) -> None:
    luck = random.Random(5)
    host = await visitor(browser, server.address)
    guest = await visitor(
        browser,
        server.address,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
    )
    # the host opens a table with the keyboard alone
    await host.go("/")
    await expect(host.page.get_by_role("link", name=re.compile("Ciao Ciao")).first).to_be_visible()
    await host.tab_to("Ciao Ciao")
    await host.page.keyboard.press("Enter")
    await expect(host.page.get_by_role("button", name="Open the table")).to_be_visible()
    await host.arrow_to("3")
    await host.arrow_to("6, a short game")
    await host.tab_to("Open the table")
    await host.page.keyboard.press("Enter")
    await host.page.wait_for_url(re.compile("/t/"))
    await host.tab_to("Your name")
    await host.page.keyboard.type("Ana")
    await host.tab_to("Sit down")
    await host.page.keyboard.press("Enter")
    # the guest comes by the code
    code = await host.page.get_by_text(re.compile("^[A-Z]{4}$")).first.inner_text()
    await guest.go("/")
    await guest.page.get_by_label("Got a code?").fill(code.lower())
    await guest.page.wait_for_url(re.compile("/t/"))
    await guest.sit("Bob")
    # a bot takes the last seat
    await host.tab_to("Bot on seat 3")
    await host.page.keyboard.press("Enter")
    await host.tab_onto(host.page.get_by_role("button", name=re.compile("^Kofi")))
    await host.page.keyboard.press("Enter")
    await expect(host.page.get_by_text("Everyone is here.")).to_be_visible()
    await host.tab_to("Start the game")
    await host.page.keyboard.press("Enter")
    for person in (host, guest):
        await expect(person.page.locator("#board .prompt")).to_be_visible()
    # somebody watches
    link = host.page.url.split(server.address)[1]
    watcher = await visitor(browser, server.address, theme="dark")
    await watcher.go(link)
    await expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    # they play a little, the guest reloads, they go on
    for _ in range(30):
        await act(host, luck, keyboard=True)
        await act(guest, luck)
        await asyncio.sleep(0.05)
    await guest.page.reload()
    await expect(guest.page.locator("#board .prompt")).to_be_visible()
    await play_out([host, guest], luck)
    for person in (host, guest, watcher):
        await expect(person.page.get_by_role("link", name="Watch it again")).to_be_visible()
        assert person.problems == []
    await check_afterwards(host, guest, tmp_path)


async def check_afterwards(host: Visitor, guest: Visitor, folder: Path) -> None:
    """The luck was fair, the record is right, the replay shows every step."""
    from salon import cli

    for person in (host, guest):
        fair = person.page.get_by_text("The luck was fair", exact=True)
        await fair.first.click()
    async with host.page.expect_download() as download:
        await host.page.get_by_role("link", name="Download").first.click()
    file = folder / "record.json"
    await (await download.value).save_as(file)
    command = await guest.page.locator("details .hash").last.inner_text()
    cli.main(["verify", str(file), *command.split()[-2:]])
    assert len(json.loads(file.read_text())["fairness"]["nonces"]) == 2
    await guest.page.get_by_role("link", name="Watch it again").first.click()
    await expect(guest.page.get_by_role("slider", name=re.compile(r"Step \d+ of"))).to_be_visible()
    await guest.press("One step on")
    await guest.page.keyboard.press("ArrowRight")
    await guest.page.wait_for_url(re.compile("step=2"))


PLACES = ["/", "/new/ciao_ciao", "/c", "/nowhere"]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_on_any_page(
    browser: Browser, server: RunningServer, theme: str
) -> None:
    person = await visitor(browser, server.address, theme=theme)
    found: dict[str, list[str]] = {}
    for place in PLACES:
        await person.go(place)
        await person.page.wait_for_load_state("networkidle")
        found[place] = await person.axe()
    await open_table(person, 2)
    await expect(person.page.get_by_role("button", name="Sit down")).to_be_visible()
    found["before sitting"] = await person.axe()
    await person.sit("Ana")
    await person.press("Bot on seat 2")
    await expect(person.page.get_by_text("always forgives")).to_be_visible()
    found["the cast"] = await person.axe()
    await person.press("Lotte")
    await expect(person.page.get_by_text("Everyone is here.")).to_be_visible()
    found["gathering"] = await person.axe()
    await person.press("Start the game")
    await expect(person.page.locator("#board .prompt")).to_be_visible()
    found["playing"] = await person.axe()
    party = await seat_people(server, 2, game="ciao_ciao", options={"planks": 6})
    await person.go(f"/t/{party.table}/lab")
    await expect(person.page.get_by_text("still being played")).to_be_visible()
    await party.play_out(random.Random(1))
    await close_all()
    await expect(person.page.get_by_role("slider", name="Chances to win")).to_be_visible()
    await person.go(f"/t/{party.table}")
    await expect(person.page.get_by_role("link", name="Watch it again")).to_be_visible()
    found["over"] = await person.axe()
    await person.go(f"/t/{party.table}/replay?step=3")
    await expect(person.page.get_by_role("slider", name="Step 3 of")).to_be_visible()
    found["replay"] = await person.axe()
    await person.page.get_by_role("link", name="Bluff lab").click()
    await expect(person.page.get_by_role("heading", name="Bluff lab")).to_be_visible()
    plot = person.page.get_by_role("slider", name="Chances to win")
    await plot.press("Home")
    await plot.press("ArrowRight")
    await expect(plot).to_have_attribute("aria-valuetext", re.compile(r"said \d.*Best play: "))
    found["lab"] = await person.axe()
    await plot.press("Enter")
    await person.page.wait_for_url(re.compile(r"replay\?step=1$"))
    assert {place: problems for place, problems in found.items() if problems} == {}
    assert person.problems == []


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE", "it-IT", "nl-NL"])
async def test_every_language_fits_a_narrow_phone_and_misses_no_word(
    browser: Browser, server: RunningServer, language: str
) -> None:
    person = await visitor(browser, server.address, viewport=NARROW, language=language)
    for place in PLACES:
        await person.go(place)
        await person.page.wait_for_load_state("networkidle")
        assert await person.overflow() <= 0, place
        await check_words(person)
    await person.go("/new/ciao_ciao")
    await person.page.locator(
        "form button.button[type=submit], form button:not([type])"
    ).last.click()
    await person.page.wait_for_url(re.compile("/t/"))
    await person.page.locator("input[type=text], input:not([type])").first.fill("Wolfgang-Amadeus")
    assert await person.overflow() <= 0
    await check_words(person)


KEY = re.compile(r"\b(?:[a-z_]+\.)+[a-z_]+\b|\{\w+[:}]")


async def check_words(person: Visitor) -> None:
    """No text key and no hole of a text is shown where words should be."""
    text = await person.page.locator("body").inner_text()
    assert KEY.findall(text.replace(person.address, "")) == []
    assert len(text) > 20


async def test_the_shell_opens_offline_after_a_first_visit_and_says_so(
    browser: Browser, server: RunningServer
) -> None:
    person = await visitor(browser, server.address, service_workers="allow")
    await person.go("/")
    await person.page.wait_for_function(
        "navigator.serviceWorker?.controller || navigator.serviceWorker?.ready"
    )
    await person.page.reload()
    await person.page.wait_for_function("navigator.serviceWorker.controller !== null")
    await person.page.context.set_offline(True)
    await person.page.reload()
    await expect(person.page.get_by_text("You are offline.")).to_be_visible()
    await expect(
        person.page.get_by_role("heading", name="An evening among friends")
    ).to_be_visible()
    await expect(person.page.get_by_role("link", name=re.compile("Ciao Ciao"))).to_be_visible()


async def test_several_people_on_one_device_pass_it_round(
    browser: Browser, server: RunningServer
) -> None:
    person = await visitor(browser, server.address, viewport=PHONE)
    await open_table(person, 2)
    await person.sit("Ana")
    await person.press("Share this device")
    await person.page.get_by_label("The other player’s name").fill("Bob")
    await person.press("Sit down")
    await person.press("Start the game")
    await expect(
        person.page.get_by_text(re.compile("Pass the device to (Ana|Bob)"))
    ).to_be_visible()
    assert await person.page.locator("#board .prompt").count() == 0
    await person.page.get_by_role("button", name=re.compile("^I am (Ana|Bob)")).click()
    await expect(person.page.locator("#board .prompt")).to_be_visible()
    assert person.problems == []


async def test_a_seat_is_brought_to_another_device_by_a_button(
    browser: Browser, server: RunningServer
) -> None:
    person = await visitor(browser, server.address)
    table = await open_table(person, 2)
    await person.sit("Ana")
    await expect(person.page.get_by_role("button", name="Share this device")).to_be_visible()
    token = await person.page.evaluate(DEVICE_TOKEN, table)
    phone = await visitor(browser, server.address, viewport=NARROW)
    await phone.go(f"/seat/{token}")
    await expect(phone.page.get_by_role("button", name="Bring my seat here")).to_be_focused()
    assert (await phone.axe(), await phone.overflow()) == ([], 0)
    await phone.page.keyboard.press("Enter")
    await phone.page.wait_for_url(re.compile(table))
    await expect(phone.page.get_by_text("Ana").first).to_be_visible()
    await expect(person.page.get_by_text("open on another screen")).to_be_visible()
    # the link is used up, and says so
    await person.go(f"/seat/{token}")
    await expect(person.page.get_by_text("You already have a seat in this browser")).to_be_visible()
    await person.press("Bring my seat here")
    await expect(person.page.get_by_text("This link has been used")).to_be_visible()
    await expect(person.page.locator("main").get_by_role("link", name="Home")).to_be_focused()
    assert await person.axe() == []
    assert person.problems == phone.problems == []


async def test_names_are_shown_as_text_whatever_they_are(
    browser: Browser, server: RunningServer
) -> None:
    person = await visitor(browser, server.address, viewport=DESKTOP)
    await open_table(person, 2)
    await person.sit("<img src=x onerror=a>")
    await expect(person.page.get_by_text("<img src=x onerror=a>").first).to_be_visible()
    assert await person.page.locator("main img").count() == 0
    assert person.problems == []
