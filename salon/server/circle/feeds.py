"""What everybody in a circle is sent: the sections that have changed since their last message."""

from collections.abc import Callable
from typing import Any

import msgspec

from salon.server.circle import wire
from salon.server.circle.circle import Circle
from salon.server.circle.pages import Said
from salon.server.circle.row import CircleRow

LINES = 50  # of the chat, for whoever comes
Sections = dict[str, Any]  # by their names in wire.Circle

encode = msgspec.json.Encoder().encode


class Member:
    """One browser of the circle, at whichever of its tables; or the screen in the room."""

    def __init__(
        self,
        player: str,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        is_ready: Callable[[], bool] = lambda: True,
        *,
        is_screen: bool = False,
    ) -> None:
        self.player = player
        self.send = send
        self.close = close
        self.is_ready = is_ready
        self.is_screen = is_screen
        self.seq = 0
        self._shown: Sections = {}

    def show(self, sections: Sections, lines: Callable[[], tuple[wire.Line, ...]]) -> None:
        """What it has not been shown yet; nothing, if that is nothing."""
        changed = {name: one for name, one in sections.items() if self._shown.get(name) != one}
        if self.seq == 0:
            changed["lines"] = lines()
        if changed:
            self.seq += 1
            self._shown = sections
            self.send(encode(wire.Circle(self.seq, **changed)))


def sections(
    circle: Circle, player: str, here: frozenset[str], now: int, *, is_left: bool
) -> Sections:
    """The circle as this player sees it."""
    row = circle.row
    where, table, game = circle.place_now(now)
    tables = tuple(wire.TableHere(one.id, one.game, one.started) for one in row.tables)
    return {
        "circle": info(circle, is_left=is_left),
        "people": tuple(people(row, player, here)),
        "now": wire.Now(where, table, game, tables),
        "wishes": row.wishes,
        "teams": tuple(wire.TeamInfo(one.name, one.people) for one in row.teams),
        "claims": tuple(wire.ClaimInfo(one.person, one.player == player) for one in row.claims),
    }


def info(circle: Circle, *, is_left: bool) -> wire.CircleInfo:
    row = circle.row
    return wire.CircleInfo(
        id=row.id,
        name=row.name,
        code=row.code,
        locked=row.locked,
        sound=row.sound,
        opened=row.opened,
        finished=len(circle.album),
        may_take_over=is_left,
    )


def people(row: CircleRow, player: str, here: frozenset[str]) -> list[wire.PersonInfo]:
    """All who belong to it."""
    return [
        wire.PersonInfo(
            number=one.number,
            name=one.name,
            symbol=one.symbol,
            here=one.player in here,
            host=row.is_host(one.player) and one.beside is None,
            watches=one.watches,
            mine=one.player == player,
            beside=one.beside,
        )
        for one in row.people
        if one.player is not None
    ]


def line(number: int, said: Said) -> wire.Line:
    return wire.Line(number, said.person, said.text, said.at)


def last_lines(circle: Circle) -> tuple[wire.Line, ...]:
    return tuple(line(number, said) for number, said in list(circle.chat.items())[-LINES:])


def doorplate(circle: Circle, here: frozenset[str], now: int) -> wire.Doorplate:
    """What a stranger may know."""
    row = circle.row
    where, table, game = circle.place_now(now)
    host = row.person_of(row.hosts[0])
    return wire.Doorplate(
        id=row.id,
        name=row.name,
        host="" if host is None else host.name,
        locked=row.locked,
        where=where,
        table=None if row.locked else table,
        game=game,
        here=sum(one.player in here for one in row.people),
    )
