"""A round of Cyrano in a real browser in the languages that other tests do not speak."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

import salon
from salon import games
from salon.ear import ear, identity
from salon.games.cyrano.deck import Card, cards
from salon.texts import Texts
from tests.browser import GROUND, OPEN_AND_SIT, PHONE, Visitor, visitor
from tests.running import RunningServer

PAGE_TEXTS = Path(salon.__file__).parent.parent / "web" / "texts"
SEAT_BOTS = """([id, levels]) => Promise.all(levels.map((level, at) =>
  fetch(`/api/tables/${id}/bot`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({seat: at + 1, level}),
  })))"""
SENTENCES = {
    "de": "Heute singe ich leise von {}",
    "it": "Stasera canto piano di {}",
    "nl": "Vanavond zing ik zachtjes van {}",
    "fr": "Ce soir je chante tout bas {}",
}


class Poet:
    """Somebody who reads the page in one language and writes in it."""

    def __init__(self, person: Visitor, language: str) -> None:
        self.person = person
        self.page = person.page
        self.language = language
        self.words = Texts(language, games.folder("cyrano"))
        self.words.texts |= json.loads((PAGE_TEXTS / f"{language}.json").read_text("utf-8"))

    async def press(self, key: str, **details: object) -> None:
        await self.person.press(self.words.say(key, **details), exact=True)

    async def press_if(self, key: str) -> None:
        await self.person.press_if(self.words.say(key))

    async def rhymes(self) -> list[Card]:
        """The two cards in play, by the drawers of words beside them."""
        found = []
        for card in cards(self.language):
            name = self.words.say("scene.words_for", rhyme=card.rhyme)
            if await self.page.get_by_role("button", name=name, exact=True).count():
                found.append(card)
        return found

    async def write(self) -> None:
        one, other = (self._end_words(card) for card in await self.rhymes())
        for number, word in enumerate((one[0], other[0], one[1], other[1]), 1):
            label = self.words.say("scene.line", n=number)
            line = SENTENCES[self.language].format(word)
            await self.page.get_by_label(label, exact=True).fill(line)

    def _end_words(self, card: Card) -> list[str]:
        drawer = ear(self.language).words(card.sound)
        known = {identity(word, self.language) for word in card.examples}
        words = (*drawer.common, *drawer.rare)
        return [word for word in words if identity(word, self.language) not in known]

    async def seal(self) -> None:
        before, after = re.split(r"\{.*\}", self.words.texts["vote.none"])
        name = re.compile(f"^{re.escape(before)}.*{re.escape(after)}$")
        await self.page.get_by_role("button", name=name).click()

    async def listen(self) -> None:
        """To all poems, until the vote."""
        for _ in range(600):
            if await self.page.get_by_role("radio").count():
                return
            await self.press_if("word.anyway")
            await self.press_if("move.Next")
            await self.press_if("word.go_on_to")
            await self.press_if("word.heard_enough")
            await self.press_if("move.Ready")
            await asyncio.sleep(0.05)
        raise AssertionError("the recital does not end")


@pytest.mark.parametrize("language", ["de", "it", "nl"])
async def test_a_round_in_each_language(
    browser: Browser, server: RunningServer, language: str
) -> None:
    look: dict[str, Any] = {"viewport": PHONE}
    person = await visitor(browser, server.address, language=language, **look)
    poet = Poet(person, language)
    await person.go(GROUND)
    wish = {
        "game": "cyrano",
        "seats": 3,
        "options": {"language": language, "length": "short"},
    }
    table = await person.page.evaluate(OPEN_AND_SIT, ["Ana", "moon", None, wish])
    await person.page.evaluate(SEAT_BOTS, [table, ["romantic", "comic"]])
    await person.go(f"/t/{table}")
    await poet.press("gather.start")
    await expect(
        poet.page.get_by_label(poet.words.say("scene.line", n=1), exact=True)
    ).to_be_visible()
    assert len(await poet.rhymes()) == 2
    await poet.write()
    await poet.press("move.HandIn")
    assert await person.axe() == [] and await person.overflow() == 0
    await poet.listen()
    await person.choose(poet.page.get_by_role("radio").last)
    await poet.seal()
    await expect(poet.page.get_by_text(poet.words.say("scene.of_round", n=1)).first).to_be_visible()
    assert person.problems == []
