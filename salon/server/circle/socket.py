"""One browser in a circle: messages in, messages out."""

from litestar.types import Scope

from salon.core.table import read
from salon.server.circle import wire
from salon.server.circle.circles import Circles
from salon.server.circle.feeds import Member, encode
from salon.server.circle.live import LiveCircle
from salon.server.network import Heard, WebSocket
from salon.server.refusals import refusal_of
from salon.server.wire import Refused


async def come_in(
    circles: Circles, circle: str, player: str, scope: Scope, line: WebSocket
) -> "Visit":
    """Somebody is in the circle; or a Refusal."""
    live = await circles.get(circle)
    is_screen = scope["query_string"] == b"screen=true"
    member = Member(player, line.say, line.hang_up, line.is_ready, is_screen=is_screen)
    live.arrive(member)
    line.on_ready = live.tell
    _ = circles.house.tasks.spawn(circles.give_code(live))
    return Visit(live, member, line)


class Visit:
    """From coming in to going."""

    def __init__(self, live: LiveCircle, member: Member, line: WebSocket) -> None:
        self._live = live
        self._member = member
        self._line = line

    async def attend(self) -> None:
        try:
            while heard := await self._line.hear():
                if not self._line.bucket.take():
                    self._live.dismiss(self._member, "flood")
                    return
                self._answer(heard)
        finally:
            self._live.depart(self._member)

    def _answer(self, heard: Heard) -> None:
        try:
            message = read(wire.FromMember, heard.text)
            self._live.react(self._member.player, message.reaction)
        except Exception as error:
            refusal = refusal_of(error)
            self._member.send(encode(Refused(refusal.key, refusal.details)))
