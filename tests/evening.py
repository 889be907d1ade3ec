"""People who play whole tables by chance, each with the cookie of a page that looks on."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.browser import Visitor
from tests.client import Person, Socket
from tests.running import RunningServer

POEM = ("The moon was late", "it ate my plate", "and then the sun", "had all the fun")


async def player_of(visitor: Visitor, server: RunningServer) -> Person:
    """Whoever sits before this page, for moves that nobody has to click."""
    person = Person(server.address)
    for cookie in await visitor.page.context.cookies():
        if cookie["name"] == "salon_player":
            person.cookie = f"{cookie['name']}={cookie['value']}"
    return person


async def play_out(table: str, seats: dict[int, Person]) -> dict[str, Any]:
    """Each of these plays what is offered, until it is over; how it ended."""
    sockets = [await person.open(table, seat) for seat, person in seats.items()]
    await asyncio.gather(*map(_play, sockets))
    result: dict[str, Any] = sockets[0].scene["result"]
    for socket in sockets:
        await socket.close()
    return result


async def _play(socket: Socket) -> None:
    luck = random.Random(socket.seat)
    while True:
        scene = await socket.until(lambda scene: scene.get("result") or scene.get("moves"))
        if scene.get("result"):
            return
        await socket.play(_written(luck.choice(scene["moves"])))
        with suppress(TimeoutError):  # refused: somebody was quicker
            await socket.until(_is_after(scene["seq"]), 1)


def _is_after(seq: int) -> Callable[[dict[str, Any]], bool]:
    return lambda scene: scene["seq"] != seq


def _written(move: dict[str, Any]) -> dict[str, Any]:
    """A poem where one is asked for."""
    return {**move, "lines": list(POEM)} if "lines" in move else move
