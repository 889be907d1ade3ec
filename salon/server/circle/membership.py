"""Who comes, who goes, who hosts, and who is who: each deed gives another row, or is refused."""

from msgspec.structs import replace

from salon.core.refusal import Refusal
from salon.server.circle.pages import Finished
from salon.server.circle.row import (
    CircleRow,
    Claim,
    Number,
    Person,
    check_host,
    check_member,
    devices,
    meet,
    newcomer,
    of_members,
    pruned,
    with_person,
    without,
)
from salon.server.names import same_name
from salon.server.refusals import Forbidden
from salon.server.row import Holder, TableRow
from salon.server.wire import Symbol

MOST_CLAIMS = 20  # of those, the last ones


def check_may_come(row: CircleRow, player: str) -> None:
    if player in row.sent_away:
        raise Forbidden("sent_away")
    if row.locked and row.person_of(player) is None:
        raise Forbidden("circle_locked")


def enter(
    row: CircleRow, player: str, name: str, symbol: Symbol, most: int
) -> tuple[CircleRow, Person]:
    """Be somebody; whoever is already, is called so from now on."""
    check_may_come(row, player)
    for other in row.people:
        if other.player not in (None, player) and same_name(other.name, name):
            raise Refusal("name_taken", name=other.name)
    known = row.person_of(player)
    if known is None and sum(one.player is not None for one in row.people) >= most:
        raise Refusal("circle_full", most=most)
    if known is None:
        person = newcomer(row, player, name, symbol)
    else:
        person = replace(known, name=name, symbol=symbol)
    unclaimed = tuple(one for one in row.claims if one.player != player)  # they are somebody new
    return with_person(replace(row, claims=unclaimed), person), person


def watch(row: CircleRow, person: Person, *, watches: bool) -> CircleRow:
    return with_person(row, replace(person, watches=watches))


# Tables


def meet_all(row: CircleRow, table: TableRow) -> CircleRow:
    """Everybody who has a seat at a table of the circle is of the circle."""
    seen = set[str]()
    for holder in table.holders:
        if holder.player is None or holder.symbol is None or holder.player in row.sent_away:
            continue
        is_first = holder.player not in seen
        seen.add(holder.player)
        row = meet(row, holder.player, holder.name, holder.symbol, is_first=is_first)
    return row


def who(row: CircleRow, holder: Holder) -> Number | None:
    """The person on a seat."""
    if holder.player is None:
        return None
    mine = row.people_of(holder.player)
    same = [one.number for one in mine if same_name(one.name, holder.name)]
    return next(iter(same), None)


def after(row: CircleRow, finished: Finished) -> CircleRow:
    """A table is over: it is the last, and who had no seat there has one at the next; unless
    everybody else had left it before."""
    tables = tuple(one for one in row.tables if one.id != finished.table)
    if any(one.left for one in row.tables if one.id == finished.table):
        return replace(row, tables=tables)
    waited = waiting(row, {one.person for one in finished.seats})
    return replace(row, tables=tables, last=finished.table, waited=waited)


def waiting(row: CircleRow, seated: set[Number | None]) -> tuple[Number, ...]:
    """Who has no seat beside these: whoever had none before either, then in the order of coming."""
    without_seat = [one.number for one in row.people if one.player and one.number not in seated]
    still = [number for number in row.waited if number in without_seat]
    return (*still, *(number for number in without_seat if number not in still))


# Hosts


def set_host(row: CircleRow, number: Number, *, hosts: bool) -> CircleRow:
    player = row.person(number).player
    assert player is not None
    others = tuple(one for one in row.hosts if one != player)
    if not (hosts or others):
        raise Refusal("last_host")
    return replace(row, hosts=(*others, player) if hosts else others)


def take_over(row: CircleRow, player: str, here: frozenset[str]) -> CircleRow:
    if here & set(row.hosts):
        raise Refusal("host_is_here")
    return replace(row, hosts=(player, *(one for one in row.hosts if one != player)))


def remove(row: CircleRow, player: str, number: Number) -> CircleRow:
    """Somebody leaves for good, with whoever shares the device; a host may say so of others."""
    person = row.person(number)
    leaving = person.player
    assert leaving is not None
    if leaving != player:
        check_host(row, player)
        row = replace(row, sent_away=(*row.sent_away, leaving))
    elif person.beside is not None:  # one of several on a device
        return _without_person(row, person)
    for one in row.people_of(leaving):
        row = _without_person(row, one)
    hosts = tuple(one for one in row.hosts if one != leaving)
    heir = next(devices(row), None)
    return replace(row, hosts=hosts or ((heir,) if heir else row.hosts))


def _without_person(row: CircleRow, person: Person) -> CircleRow:
    """What they did stays; they themselves do not."""
    number = person.number
    row = with_person(row, replace(person, player=None))
    return replace(
        of_members(row),
        waited=without(row.waited, number),
        wishes=pruned({game: without(who, number) for game, who in row.wishes.items()}),
        claims=tuple(one for one in row.claims if one.person != number),
    )


# Who is who


def claim(row: CircleRow, player: str, number: Number, here: frozenset[str]) -> CircleRow:
    """Somebody says that they are this person; who is here themselves is nobody else. A host who
    brought the circle from elsewhere is asked by nobody."""
    check_not_sent_away(row, player)
    person = row.person(number)
    if person.player == player:
        raise Refusal("already_you")
    if person.player in here:
        raise Refusal("person_is_here", name=person.name)
    others = tuple(one for one in row.claims if one.player != player)
    row = replace(row, claims=(*others[1 - MOST_CLAIMS :], Claim(player, number)))
    if person.player is not None and row.is_host(player) and row.person_of(player) is None:
        return _become(replace(row, claims=others), person.player, player)
    return row


def check_not_sent_away(row: CircleRow, player: str) -> None:
    if player in row.sent_away:
        raise Forbidden("sent_away")


def vouch(
    row: CircleRow, player: str, number: Number, *, is_so: bool
) -> tuple[CircleRow, str | None]:
    """Somebody else of the circle says whether it is so; then all that was theirs is theirs again:
    also says who they were until now."""
    claimed = next((one for one in row.claims if one.person == number), None)
    if claimed is None:
        raise Refusal("nobody_asks")
    if check_member(row, player).number == number or claimed.player == player:
        raise Forbidden("somebody_else")
    row = replace(row, claims=tuple(one for one in row.claims if one != claimed))
    if not is_so:
        return row, None
    was = row.person(number).player
    assert was is not None
    return _become(row, was, claimed.player), was


def _become(row: CircleRow, was: str, now: str) -> CircleRow:
    """Who they called themselves meanwhile is nobody any more."""
    for one in row.people_of(now):
        row = _without_person(row, one)
    people = [replace(one, player=now) if one.player == was else one for one in row.people]
    hosts = dict.fromkeys(now if one == was else one for one in row.hosts)
    return of_members(replace(row, people=tuple(people), hosts=tuple(hosts)))
