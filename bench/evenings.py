"""Tables for a chaos: people open one, play until it is over, and open the next."""

import asyncio
import random
import secrets
from contextlib import suppress

from bench.checking import History, Sat, Spoken
from bench.guests import Absence, Guest, insist, now
from salon import games
from tests.client import Person, Refused

SYMBOLS = ("moon", "rose", "quill", "star", "mask")
PATIENCE = 10  # seconds: some who come back late find that a stand-in has moved
RELOADS, LEAVES, TALKS = 0.02, 0.002, 0.05  # the odds, whenever somebody thinks of something to do


class Evening:
    """Some people and perhaps a bot, at one table after the other."""

    def __init__(
        self, address: str, game: str, seed: int, history: History, pace: tuple[float, float]
    ) -> None:
        self.address, self.game, self.history, self.pace = address, game, history, pace
        self.luck = random.Random(seed)
        self.guests: list[Guest] = []
        self.circle = ""
        self.absences: list[Absence] = []
        self.problems: list[str] = []
        self.played = 0  # tables that are over
        self.is_calm = False  # nobody leaves any more

    async def live(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            with suppress(Refused, OSError, TimeoutError):  # a table that never came to be
                await self._one_table(stop)

    async def _one_table(self, stop: asyncio.Event) -> None:
        attending: list[asyncio.Task[None]] = []
        try:
            await self._gather(attending)
            await self._play(stop)
        finally:
            if stop.is_set() and self.table is not None:
                self.history.last.add(self.table)
            for guest in self.guests:
                guest.go_home()
                self.absences += guest.absences
                self.problems += [f"{guest.table}: {problem}" for problem in guest.problems]
            for task in attending:
                task.cancel()
            await asyncio.gather(*attending, return_exceptions=True)
            self.guests = []

    async def _gather(self, attending: list[asyncio.Task[None]]) -> None:
        least = games.load(self.game).seats[0]
        seats = max(least, self.luck.choice((2, 3, 4)))
        people = [Person(self.address) for _ in range(seats - self.luck.choice((0, 1)))]
        new = {"game": self.game, "seats": seats, "patience": PATIENCE}
        opened = await insist(people[0], "/api/tables", new)
        table, self.circle = opened["id"], opened["circle"]
        self.history.goes_on[table] = now()
        for number, person in enumerate(people):
            wish = {"name": f"P{number}", "symbol": SYMBOLS[number], "seat": number}
            seat = (await insist(person, f"/api/tables/{table}/sit", wish))["seat"]
            who = {"name": wish["name"], "symbol": wish["symbol"]}
            await insist(person, f"/api/circles/{self.circle}/enter", who)
            guest = Guest(person, table, seat, self.history)
            self.history.sat.append(Sat(table, seat, guest.player))
            self.guests.append(guest)
            attending.append(asyncio.create_task(guest.attend()))
        for seat in range(len(people), seats):
            bot = {"seat": seat, "level": next(iter(games.bots(self.game)))}
            await insist(people[0], f"/api/tables/{table}/bot", bot)
        await insist(people[0], f"/api/tables/{table}/start", happened="already_started")
        self.history.goes_on[table] = now()

    async def _play(self, stop: asyncio.Event) -> None:
        await asyncio.gather(*(self._sit_there(guest, stop) for guest in self.guests))
        self.played += any(guest.is_over for guest in self.guests)

    async def _sit_there(self, guest: Guest, stop: asyncio.Event) -> None:
        while not (stop.is_set() or guest.is_gone or guest.is_over):
            await asyncio.sleep(self.luck.uniform(*self.pace))
            thought = self.luck.random()
            others = sum(not one.is_gone for one in self.guests)
            if thought < LEAVES and others > 1 and guest.is_playing and not self.is_calm:
                await guest.leave()
            elif thought < LEAVES + RELOADS:
                await guest.reload()
            elif thought < LEAVES + RELOADS + TALKS:
                await self._say(guest)
            else:
                await guest.move(self.luck)

    async def _say(self, guest: Guest) -> None:
        """Something to the whole circle."""
        line, sent = {"id": secrets.token_hex(6), "text": "?"}, now()
        await insist(guest.person, f"/api/circles/{self.circle}/say", line)
        self.history.said.append(Spoken(self.circle, line["id"], sent, now()))

    @property
    def table(self) -> str | None:
        """The one that they sit at."""
        return self.guests[0].table if self.guests else None


async def until_all_go_on(evenings: list[Evening], since: float, seconds: float) -> None:
    """Until something new has been told at each table since then, or it takes too long."""
    while now() < since + seconds:
        waiting = [
            one
            for one in evenings
            if one.table is None or one.history.goes_on.get(one.table, 0.0) <= since
        ]
        if not waiting:
            return
        await asyncio.sleep(0.2)
