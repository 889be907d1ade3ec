"""Who belongs where: newcomers, invitations, and two communes that become one."""

from itertools import pairwise

from salon.core.contract import Illegal, Seat, Told
from salon.games.romancier_scilof.memory import ONLOOKER, eye, eyes, learn
from salon.games.romancier_scilof.model import (
    INVITE,
    LEDGER,
    MOST,
    OWN,
    SEATS,
    Came,
    Commune,
    Declined,
    Invitation,
    Invited,
    Letter,
    Merged,
    Opened,
    Options,
    Player,
    State,
    Story,
    Withdrew,
)
from salon.games.romancier_scilof.office import FEWEST, audience, delay, home, size_for
from salon.games.romancier_scilof.sight import look_into


def settle_down(options: Options, seats: int) -> State:
    """Everybody at the table, neighbours in one commune."""
    if seats < FEWEST * options.communes:
        raise Illegal("too_few_for_communes", communes=options.communes)
    bounds = [seats * part // options.communes for part in range(options.communes + 1)]
    ledger = LEDGER // options.communes
    communes = [
        Commune(members=list(range(*ends)), size=0, ledger=ledger) for ends in pairwise(bounds)
    ]
    players = [
        _newcomer(seat, seat + 1, at) for at, one in enumerate(communes) for seat in one.members
    ]
    state = State(options=options, players=players, communes=communes)
    for at, commune in enumerate(communes):
        _show(state, at, _grow(state, commune, size_for(options, len(commune.members))))
    return state


def _newcomer(seat: Seat, number: int, commune: int) -> Player:
    return Player(number=number, commune=commune, hand=[], team=1 if seat % 2 == 0 else 2)


def _grow(state: State, commune: Commune, size: int) -> list[Letter]:
    """Everybody takes the own letters that a new size asks for."""
    taken: list[Letter] = []
    for seat in commune.members:
        player = state.players[seat]
        fresh = OWN[player.number][commune.size : size]
        player.hand = sorted([*player.hand, *fresh])
        taken += fresh
    commune.size = size
    return taken


def _show(state: State, at: int, letters: list[Letter]) -> None:
    """Everybody who looks in knows where these are."""
    for letter in letters:
        state.knows[letter] = eyes(state, at)


# New player.


def join(state: State) -> Story:
    if not state.options.join:
        raise Illegal("no_joining")
    players = [seat for commune in state.communes for seat in commune.members]
    if len(players) == MOST or len(state.players) == SEATS:
        raise Illegal("table_full")
    at = _smallest(state)
    taken = {state.players[seat].number for seat in players}
    number = next(number for number in range(1, MOST + 1) if number not in taken)
    seat, commune = len(state.players), state.communes[at]
    fresh = _grow(state, commune, size_for(state.options, len(commune.members) + 1))
    state.players.append(_newcomer(seat, number, at))
    state.players[seat].hand = list(OWN[number][: commune.size])
    commune.members.append(seat)
    for letter, who in state.knows.items():
        if who & ONLOOKER:
            learn(state, letter, eye(seat))
    _show(state, at, [*fresh, *state.players[seat].hand])
    return [Told(Came(seat, number, at))]


def _smallest(state: State) -> int:
    """The commune that a newcomer joins."""
    sizes = [(len(one.members), at) for at, one in enumerate(state.communes) if one.phase == "open"]
    if not sizes:
        pauses = any(commune.phase == "paused" for commune in state.communes)
        raise Illegal("paused" if pauses else "office_closed")
    return min(sizes)[1]


# Invitations.


def invitees(state: State, seat: Seat) -> list[Seat]:
    """Whom this seat may invite: people of other open communes."""
    at = state.players[seat].commune
    if len(state.communes) == 1 or at is None or state.communes[at].phase != "open":
        return []
    if any(one.inviter == seat for one in state.invitations):
        return []
    return sorted(
        other
        for number, commune in enumerate(state.communes)
        if number != at and commune.phase == "open"
        for other in commune.members
    )


def acceptable(state: State, seat: Seat) -> list[Seat]:
    """Whose invitations this seat may accept now: not during a pause."""
    return [
        one.inviter
        for one in state.invitations
        if one.invitee == seat
        and all(state.communes[home(state, who)].phase == "open" for who in (seat, one.inviter))
    ]


def invite(state: State, seat: Seat, invitee: Seat) -> Story:
    until = state.now + delay(state, INVITE)
    state.invitations.append(Invitation(seat, invitee, until))
    return [Told(Invited(seat, invitee))]


def withdraw(state: State, seat: Seat) -> Story:
    one = next(one for one in state.invitations if one.inviter == seat)
    state.invitations.remove(one)
    return [Told(Withdrew(seat, one.invitee))]


def decline(state: State, seat: Seat, inviter: Seat) -> Story:
    _take_up(state, seat, inviter)
    return [Told(Declined(seat, inviter))]


def _take_up(state: State, seat: Seat, inviter: Seat) -> None:
    """The invitation has its answer."""
    state.invitations = [
        one for one in state.invitations if (one.inviter, one.invitee) != (inviter, seat)
    ]


def expire(state: State) -> Story:
    """Invitations that nobody answered in time."""
    late = [one for one in state.invitations if one.until <= state.now]
    return [told for one in late for told in decline(state, one.invitee, one.inviter)]


def lapse(state: State) -> Story:
    """Invitations that have lost their meaning: whoever ended, left or came together."""
    gone = [one for one in state.invitations if not stands(state, one)]
    for one in gone:
        state.invitations.remove(one)
    return [Told(Withdrew(one.inviter, one.invitee)) for one in gone]


def stands(state: State, one: Invitation) -> bool:
    """Whether both are still there, in two communes that could become one."""
    people = [state.players[seat] for seat in (one.inviter, one.invitee)]
    homes = {player.commune for player in people if not player.left}
    return len(homes) == len(people) and all(
        at is not None and state.communes[at].phase in ("open", "paused") for at in homes
    )


def merge(state: State, seat: Seat, inviter: Seat) -> Story:
    """The commune of the one who accepts joins that of the inviter; mail stays where it is."""
    _take_up(state, seat, inviter)
    hosts, guests = state.communes[home(state, inviter)], state.communes[home(state, seat)]
    size = size_for(state.options, len(hosts.members) + len(guests.members))
    fresh = _grow(state, hosts, size) + _grow(state, guests, size)
    hosts.ledger += guests.ledger
    hosts.members = sorted([*hosts.members, *guests.members])
    state.communes = [one for one in state.communes if one is not guests]
    for number, commune in enumerate(state.communes):
        for member in commune.members:
            state.players[member].commune = number
    at = home(state, inviter)
    _show(state, at, fresh)
    return [
        Told(Merged(inviter, seat)),
        Told(Opened(*look_into(state, at)), audience(state, at)),
    ]
