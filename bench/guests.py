"""People for a chaos: they play at random, reload and leave, come back as the page does, and keep
everything that they were told.
"""

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.checking import Done, Heard, History, Sat, digest
from salon.core.fairness import nonce_commitment
from tests.client import Person, Refused
from tests.scene import merge

# As web/lib/socket.ts has them, in seconds
FIRST_PAUSE, LONGEST_PAUSE = 0.4, 15.0
AFTER_FLOOD, STORE_AGAIN, SILENCE = 5.0, 2.0, 10.0
REFUSED, TRY_LATER, COME_AGAIN = 4403, 1013, 1012
AGAIN = {"come_again", "not_stored"}  # refusals that are no last word
BUSY = {502, 503, 504}  # of the proxy

now = time.monotonic


class Unstored(NamedTuple):
    """A move that is sent until somebody says what became of it."""

    text: str
    sent: float


class Absence(NamedTuple):
    """From losing a connection until the first scene on another."""

    lost: float
    back: float
    wanted: bool  # a reload


async def insist(person: Person, path: str, body: Any = None, happened: str = "") -> Any:
    """Until it is done or refused for good; `happened` is the refusal of what was done before."""
    while True:
        try:
            return await person.post(path, body)
        except Refused as refused:
            if refused.key == happened:
                return None
            if refused.key not in AGAIN and refused.status not in BUSY:
                raise
        except (OSError, TimeoutError):
            if not person.cookie:  # whoever that was, nobody will ever be them
                raise
        await asyncio.sleep(0.3)


class Guest:
    """One seat's page, and whoever sits before it."""

    def __init__(self, person: Person, table: str, seat: int, history: History) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.history = history
        self.scene: dict[str, Any] = {}
        self.absences: list[Absence] = []
        self.problems: list[str] = []
        self.is_gone = False
        self._is_leaving = False
        self._socket: ClientConnection | None = None
        self._unstored: dict[str, Unstored] = {}
        self._pause = FIRST_PAUSE
        self._lost: float | None = None
        self._wanted = False
        self._seq = 0
        self._nonce = secrets.token_hex(32)
        self._silence: asyncio.TimerHandle | None = None

    @property
    def player(self) -> str:
        return self.person.cookie.partition("=")[2].rpartition(".")[0]

    @property
    def is_over(self) -> bool:
        return bool(self.scene.get("result"))

    @property
    def is_playing(self) -> bool:
        return self.scene.get("type") == "Playing"

    # What a person does

    async def move(self, luck: random.Random) -> None:
        """One of those on offer, if there is one and nothing is under way."""
        moves = self.scene.get("moves")
        if self._socket is None or self._unstored or not moves or self.is_over:
            return
        id, made = secrets.token_hex(6), self.scene["made"]
        text = json.dumps({"type": "Play", "id": id, "move": luck.choice(moves), "made": made})
        self._unstored[id] = Unstored(text, now())
        await self._send(text)

    async def reload(self) -> None:
        """A new page knows nothing of moves under way."""
        self._unstored.clear()
        self._pause, self._wanted = 0.0, True
        self._hang_up()

    async def leave(self) -> None:
        """For good."""
        self._is_leaving = True
        path = f"/api/tables/{self.table}/leave"
        await insist(self.person, path, {"seat": self.seat}, happened="not_your_seat")
        self.history.sat.append(Sat(self.table, self.seat, self.player, is_left=True))
        self.go_home()

    def go_home(self) -> None:
        self.is_gone = True
        self._hang_up()

    # The connection

    async def attend(self) -> None:
        """Until they go home."""
        while not self.is_gone:
            pause = await self._connect()
            if self._lost is None:
                self._lost = now()
            await asyncio.sleep(pause)

    async def _connect(self) -> float:
        """One connection, from its beginning to its end; how long to wait for the next."""
        link = f"ws://{self.person.server}/api/tables/{self.table}/socket?seat={self.seat}"
        headers = {"Origin": f"http://{self.person.server}", "Cookie": self.person.cookie}
        code = 0
        try:
            async with connect(
                link, additional_headers=headers, max_size=None, compression=None, close_timeout=1
            ) as socket:
                await self._greet(socket)
                async for text in socket:
                    if (pause := await self._hear(str(text))) is not None:
                        return pause
                code = socket.close_code or 0
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
        except (OSError, TimeoutError, WebSocketException):
            pass
        finally:
            self._socket = None
            self._trust()
        return self._after(code)

    async def _greet(self, socket: ClientConnection) -> None:
        self._socket, self._seq, self.scene = socket, 0, {}
        for one in list(self._unstored.values()):
            await self._send(one.text)

    def _after(self, code: int) -> float:
        if code == REFUSED:
            self._be_sent_away("refused")
        if code == COME_AGAIN:
            return FIRST_PAUSE * random.random()
        return AFTER_FLOOD if code == TRY_LATER else self._next_pause()

    def _next_pause(self) -> float:
        pause = self._pause * random.uniform(0.75, 1.25)
        self._pause = min(max(self._pause, FIRST_PAUSE) * 2, LONGEST_PAUSE)
        return pause

    async def _send(self, text: str) -> None:
        if self._socket is None:
            return
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            return
        if self._silence is None:
            self._silence = asyncio.get_running_loop().call_later(SILENCE, self._hang_up)

    def _hang_up(self) -> None:
        """At once, and without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    def _trust(self) -> None:
        """Somebody is there."""
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    # What comes

    async def _hear(self, text: str) -> float | None:
        """After how long to connect again, if at all."""
        self._trust()
        self._pause = FIRST_PAUSE
        message = json.loads(text)
        hear: dict[str, Callable[[dict[str, Any]], Any]] = {
            "Scene": self._see,
            "Done": self._be_done,
            "Refused": self._be_refused,
            "Goodbye": self._part,
            "WantCommitment": self._commit,
            "WantNonce": self._add_nonce,
        }
        take_in = hear.get(message["type"])
        answer = None if take_in is None else take_in(message)
        if isinstance(answer, str):
            await self._send(answer)
        return answer if isinstance(answer, float) else None

    def _see(self, message: dict[str, Any]) -> None:
        self._seq += 1
        if message["seq"] != self._seq:
            self.problems.append(f"seat {self.seat} missed a scene")
        if self._lost is not None:
            self.absences.append(Absence(self._lost, now(), self._wanted))
            self._lost, self._wanted = None, False
        told = self.scene.get("told", 0)
        self.scene = merge(self.scene, message)
        if self.is_playing:
            self._keep(message.get("news", {}).get("events", []))
            if self.scene["told"] > told and self._seq > 1:
                self.history.goes_on[self.table] = now()

    def _keep(self, events: list[Any]) -> None:
        scene, told = self.scene, [digest(event) for event in events]
        view = digest(scene["view"])
        self.history.heard.append(
            Heard(self.table, self.seat, scene["told"], told, view, self.is_over)
        )

    def _be_done(self, message: dict[str, Any]) -> None:
        sent = self._unstored.pop(message["id"], None)
        if sent is not None:
            done = Done(self.table, self.seat, message["id"], sent.sent, now())
            self.history.done.append(done)
            self.history.goes_on[self.table] = now()

    def _be_refused(self, message: dict[str, Any]) -> None:
        id, key = message.get("id", ""), message["key"]
        if key not in AGAIN:
            self._unstored.pop(id, None)
        elif key == "not_stored" and id in self._unstored:
            loop = asyncio.get_running_loop()
            loop.call_later(STORE_AGAIN, lambda: loop.create_task(self._send_again(id)))

    async def _send_again(self, id: str) -> None:
        if id in self._unstored:
            await self._send(self._unstored[id].text)

    def _part(self, message: dict[str, Any]) -> float:
        if message["reason"] in ("gone", "elsewhere"):
            self._be_sent_away(message["reason"])
        return AFTER_FLOOD if message["reason"] == "flood" else self._next_pause()

    def _be_sent_away(self, why: str) -> None:
        """Which happens to nobody who has not left."""
        if not (self.is_gone or self._is_leaving):
            self.problems.append(f"seat {self.seat} was sent away: {why}")
        self.is_gone = True

    def _commit(self, _: dict[str, Any]) -> str:
        promised = self.scene["fair"]["commitment"]
        commitment = nonce_commitment(promised, self.seat, self._nonce)
        return json.dumps({"type": "Commit", "commitment": commitment})

    def _add_nonce(self, message: dict[str, Any]) -> str | None:
        promised = self.scene["fair"]["commitment"]
        mine = f"nonce {self.seat} {nonce_commitment(promised, self.seat, self._nonce)}"
        if mine not in message["opening"].splitlines():
            return None
        return json.dumps({"type": "AddNonce", "nonce": self._nonce})
