"""Who belongs to a circle and what goes on there, as a value."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from salon.core.refusal import Refusal
from salon.server.names import same_name
from salon.server.refusals import Forbidden
from salon.server.wire import Symbol
from salon.texts import Texts

MOST_DEVICES = 5  # of one player

Number = int  # of a person, in one circle: it never changes, and says nothing elsewhere


class Person(Struct, frozen=True):
    """Somebody of the circle."""

    number: Number
    player: str | None  # by the id in the cookie; None: sent away, only what they did is left
    name: str
    symbol: Symbol
    beside: Number | None = None  # whose device they share
    watches: bool = False  # wants no seat in the next game


class OpenTable(Struct, frozen=True):
    """A table that is not over, as far as the circle knows."""

    id: str
    game: str
    started: bool = False
    left: bool = False  # another was opened meanwhile: whoever plays here may go on


class Claim(Struct, frozen=True):
    """Somebody without the cookie says who they are."""

    player: str
    person: Number


class Team(Struct, frozen=True):
    """Some who pool what they win."""

    name: str
    people: tuple[Number, ...]


class Subscription(Struct, frozen=True):
    """Where a device would like to hear that it is its player's turn. Nobody is told of it."""

    player: str
    endpoint: str  # at the push service of its browser: whoever knows it, and the keys, may send
    p256dh: str
    auth: str
    language: str
    zone: str  # as in Europe/Paris
    quiet: tuple[int, int] | None = None  # from and to, in minutes of the day there


class CircleRow(Struct, frozen=True, kw_only=True):
    """A circle as it is kept, without its album and its chat."""

    id: str
    code: str | None
    hosts: tuple[str, ...]  # players; the first may do a little more
    opened: int  # seconds since 1970
    name: str = ""  # "": called after its first host
    locked: bool = False
    sound: bool = False  # whether the screen in the room is heard
    people: tuple[Person, ...] = ()
    tables: tuple[OpenTable, ...] = ()  # at most one of them is not left: where everybody is
    last: str | None = None  # the table that was finished last
    waited: tuple[Number, ...] = ()  # who had no seat there, in the order of coming
    wishes: dict[str, tuple[Number, ...]] = {}  # which game who would like
    favourites: dict[str, tuple[Number, ...]] = {}  # which table who likes to remember
    teams: tuple[Team, ...] = ()
    claims: tuple[Claim, ...] = ()
    sent_away: tuple[str, ...] = ()  # players who do not come back
    subscriptions: tuple[Subscription, ...] = ()

    def is_awake(self) -> bool:
        """Nothing happens here by itself."""
        return False

    @property
    def current(self) -> OpenTable | None:
        """The table where everybody is."""
        return next((one for one in self.tables if not one.left), None)

    def people_of(self, player: str) -> list[Person]:
        """On one device, its own person first."""
        mine = [one for one in self.people if one.player == player]
        return sorted(mine, key=lambda one: one.beside is not None)

    def person_of(self, player: str) -> Person | None:
        return next(iter(self.people_of(player)), None)

    def person(self, number: Number) -> Person:
        for one in self.people:
            if one.number == number and one.player is not None:
                return one
        raise Refusal("nobody_there")

    def is_host(self, player: str) -> bool:
        return player in self.hosts


def check_host(row: CircleRow, player: str) -> None:
    if not row.is_host(player):
        raise Forbidden("not_the_host")


def check_member(row: CircleRow, player: str) -> Person:
    if (person := row.person_of(player)) is None:
        raise Forbidden("not_in_circle")
    return person


def with_person(row: CircleRow, person: Person) -> CircleRow:
    """In the place of the one with that number, or after the last."""
    others = [person if one.number == person.number else one for one in row.people]
    if person not in others:
        others.append(person)
    return replace(row, people=tuple(others))


def newcomer(row: CircleRow, player: str, name: str, symbol: Symbol) -> Person:
    """A person with the next number; beside whoever has this device already."""
    host = row.person_of(player)
    return Person(len(row.people), player, name, symbol, None if host is None else host.number)


def meet(row: CircleRow, player: str, name: str, symbol: Symbol, *, is_first: bool) -> CircleRow:
    """Somebody sits at a table of the circle: known by the device, and beside its own person by
    name."""
    known = row.people_of(player)
    same = [one for one in known if same_name(one.name, name)]
    own = known[:1] if is_first and not (same and same[0].beside is not None) else same
    person = next(iter(own), None)
    if person is None:
        return with_person(row, newcomer(row, player, name, symbol))
    return with_person(row, replace(person, name=name, symbol=symbol))


def without(numbers: Iterable[Number], gone: Number) -> tuple[Number, ...]:
    return tuple(one for one in numbers if one != gone)


def switched(numbers: tuple[Number, ...], one: Number, *, on: bool) -> tuple[Number, ...]:
    """With somebody among them, or not; in the order of coming."""
    if on and one in numbers:
        return numbers
    return (*numbers, one) if on else without(numbers, one)


def pruned(lists: dict[str, tuple[Number, ...]]) -> dict[str, tuple[Number, ...]]:
    return {name: numbers for name, numbers in lists.items() if numbers}


def subscribe(row: CircleRow, new: Subscription) -> CircleRow:
    """A device once, and of a player the last few."""
    others = [one for one in row.subscriptions if one.endpoint != new.endpoint]
    mine = [one for one in others if one.player == new.player]
    old = mine[: max(0, len(mine) + 1 - MOST_DEVICES)]
    kept = [one for one in others if one not in old]
    return replace(row, subscriptions=(*kept, new))


def unsubscribe(row: CircleRow, endpoint: str) -> CircleRow:
    kept = tuple(one for one in row.subscriptions if one.endpoint != endpoint)
    return replace(row, subscriptions=kept)


def of_members(row: CircleRow) -> CircleRow:
    """Who is no longer of the circle hears nothing of it."""
    players = {one.player for one in row.people}
    kept = tuple(one for one in row.subscriptions if one.player in players)
    return replace(row, subscriptions=kept)


def title_of(row: CircleRow, words: Texts) -> str:
    """What it is called, or whose it is."""
    host = row.person_of(row.hosts[0])
    return row.name or (words.say("circle.of", name=host.name) if host else words.say("circle"))


def devices(row: CircleRow) -> Iterator[str]:
    """Each once, in the order of coming."""
    for one in row.people:
        if one.player is not None and one.beside is None:
            yield one.player
