"""What a seat sees."""

from msgspec.structs import replace

from salon.core.contract import Seat
from salon.games.romancier_scilof.memory import ONLOOKER, eye, is_known
from salon.games.romancier_scilof.model import (
    Commune,
    Desk,
    Known,
    MailView,
    Office,
    PersonView,
    Player,
    State,
    TallyView,
    View,
    ends,
)
from salon.games.romancier_scilof.office import (
    chains,
    delay,
    last_line,
    mail_of,
    size_for,
    strays,
    surplus,
)

MINUTE = 60_000


def closing_time(state: State) -> int:
    """When an open office closes by itself."""
    return delay(state, state.options.limit * MINUTE)


def look(state: State, seat: Seat | None) -> View:
    at = _lookout(state, seat)
    me = None if seat is None else state.players[seat]
    hand = () if me is None else tuple(me.hand)
    office, desks, tallies = (None, (), ()) if at is None else look_into(state, at)
    return View(
        seat=seat,
        options=state.options,
        people=tuple(_person(player) for player in state.players),
        phases=tuple(commune.phase for commune in state.communes),
        invitations=tuple(state.invitations),
        closes=closing_time(state),
        chimed=state.chimed,
        office=office,
        desks=desks,
        tallies=tallies,
        hand=hand,
        lines=tuple(last_line(state, letter) for letter in hand),
        unions=_unions(state, me),
        known=_known(state, viewer(seat)),
        diary=() if me is None else tuple(me.diary),
        chains=chains(state) if is_over(state) else (),
    )


def look_at_all(state: State) -> View:
    """When nothing is secret any more: where every letter is, and all that stands on it."""
    return replace(look(state, None), known=tuple(places(state)), chains=chains(state))


def is_over(state: State) -> bool:
    return all(commune.phase == "over" for commune in state.communes)


def viewer(seat: Seat | None) -> int:
    return ONLOOKER if seat is None else eye(seat)


def _lookout(state: State, seat: Seat | None) -> int | None:
    """The commune this seat looks into."""
    if len(state.communes) == 1:
        return 0
    return None if seat is None else state.players[seat].commune


def _unions(state: State, me: Player | None) -> tuple[int, ...]:
    """Who lives where is known to all; with the own commune nothing changes."""
    if me is None or me.commune is None or len(state.communes) == 1:
        return ()
    homes = [(set(one.members), set(state.communes[me.commune].members)) for one in state.communes]
    return tuple(size_for(state.options, len(theirs | ours)) for theirs, ours in homes)


def _person(player: Player) -> PersonView:
    return PersonView(
        number=player.number,
        commune=player.commune,
        team=player.team,
        has_side=player.has_side,
        left=player.left,
    )


def look_into(state: State, at: int) -> tuple[Office, tuple[Desk, ...], tuple[TallyView, ...]]:
    """What everybody in the commune sees of its office."""
    commune = state.communes[at]
    desks = tuple(_desk(state, commune, seat) for seat in commune.members)
    return _office(state, at), desks, _tallies(state, commune)


def _office(state: State, at: int) -> Office:
    commune = state.communes[at]
    return Office(
        commune=at,
        size=commune.size,
        until=commune.until,
        basket=len(commune.basket),
        strays=tuple(strays(state, at)) if commune.phase == "paused" else (),
        ledger=commune.ledger,
        held={seat: len(state.players[seat].hand) for seat in commune.members},
        mail=tuple(_mail(state, one) for one in mail_of(state, at)),
    )


def _desk(state: State, commune: Commune, seat: Seat) -> Desk:
    player = state.players[seat]
    full = commune.phase in ("closed", "over") and len(player.hand) == commune.size
    too_many = max(0, surplus(state, seat)) if commune.phase == "paused" else 0
    return Desk(seat, player.closer, full, too_many)


def _tallies(state: State, commune: Commune) -> tuple[TallyView, ...]:
    return tuple(
        TallyView(*ends(one), tally.answered, tally.refused, tally.fate)
        for one, tally in sorted(state.tallies.items())
        if set(ends(one)) <= set(commune.members)
    )


def _mail(state: State, one: int) -> MailView:
    return MailView(*ends(one), state.office[one].recall_at, state.office[one].recallable)


def _known(state: State, who: int) -> tuple[Known, ...]:
    return tuple(place for place in places(state) if is_known(state, place.letter, who))


def places(state: State) -> list[Known]:
    """Where every letter in the game is, by letter."""
    found = [
        Known(letter, seat) for seat, player in enumerate(state.players) for letter in player.hand
    ]
    found += [Known(mail.letter, *ends(one)) for one, mail in state.office.items()]
    found += [Known(letter, None) for commune in state.communes for letter in commune.basket]
    return sorted(found, key=lambda place: place.letter)
