"""The worlds a seat could be in: what it knows stays where it is, the rest is dealt afresh."""

from salon.core.contract import Seat
from salon.core.luck import Luck
from salon.games.romancier_scilof.memory import eye, learn
from salon.games.romancier_scilof.model import (
    OWN,
    Commune,
    Letter,
    Line,
    Mail,
    Office,
    Player,
    State,
    Tally,
    View,
    way,
)
from salon.games.romancier_scilof.office import FEWEST, is_complete, size_for
from salon.games.romancier_scilof.sight import places, viewer


def imagine(view: View, seat: Seat | None, luck: Luck) -> State:
    """A state this view could belong to."""
    state = _frame(view)
    for at in range(len(view.phases)):
        if view.office is not None and view.office.commune == at:
            _copy_office(state, view, view.office)
            _deal(state, view, view.office, luck)
        else:
            _invent(state, at, view)
    _remember(state, view, seat)
    return state


def _frame(view: View) -> State:
    """What the whole table sees."""
    players = [
        Player(
            number=person.number,
            commune=person.commune,
            hand=[],
            team=person.team,
            has_side=person.has_side,
            left=person.left,
        )
        for person in view.people
    ]
    communes = [
        Commune(
            members=[s for s, person in enumerate(view.people) if person.commune == at],
            size=0,
            phase=phase,
        )
        for at, phase in enumerate(view.phases)
    ]
    return State(
        options=view.options,
        players=players,
        communes=communes,
        invitations=list(view.invitations),
        chimed=view.chimed,
    )


def _copy_office(state: State, view: View, office: Office) -> None:
    commune = state.communes[office.commune]
    commune.size, commune.until, commune.ledger = office.size, office.until, office.ledger
    state.tallies = {
        way(one.sender, one.to): Tally(one.answered, one.refused, one.fate) for one in view.tallies
    }
    for desk in view.desks:
        state.players[desk.seat].closer = desk.closer
    for mail in office.mail:
        state.office[way(mail.sender, mail.to)] = Mail(
            letter=OWN[1][0], recall_at=mail.recall_at, recallable=mail.recallable
        )


# Dealing the unseen letters.

Place = tuple[Seat | None, Seat | None]  # as in Known


def _deal(state: State, view: View, office: Office, luck: Luck) -> None:
    """What is known where it is, the rest where there is room; only closers are complete."""
    here = {None, *office.held}
    known = {one.letter: (one.seat, one.to) for one in view.known if one.seat in here}
    rooms = _rooms(office, known)
    given_up = len(office.held) < FEWEST
    numbers = [] if given_up else [state.players[seat].number for seat in office.held]
    letters = [letter for number in numbers for letter in OWN[number][: office.size]]
    unseen = [letter for letter in letters if letter not in known]
    astray = [letter for letter in office.strays if letter not in known]
    closers = [seat for seat in office.held if state.players[seat].closer]
    while True:
        dealt = dict(known)
        values = _choose_values(office, known, unseen, closers, luck)
        left, free = _complete_closers(values, dealt, list(unseen), list(rooms), luck)
        _scatter(dealt, left, astray, free, luck)
        _lay_out(state, office, dealt)
        if _only_closers_are_complete(state, office):
            return


def _rooms(office: Office, known: dict[Letter, Place]) -> list[Place]:
    """One place for each letter that one does not know."""
    rooms: list[Place] = [(seat, None) for seat, held in office.held.items() for _ in range(held)]
    rooms += [(mail.sender, mail.to) for mail in office.mail]
    rooms += [(None, None)] * office.basket
    for place in known.values():
        if place in rooms:
            rooms.remove(place)
    return rooms


def _complete_closers(
    values: dict[Seat, str],
    dealt: dict[Letter, Place],
    left: list[Letter],
    rooms: list[Place],
    luck: Luck,
) -> tuple[list[Letter], list[Place]]:
    """Each closer holds the one value that was chosen for it."""
    for seat, value in values.items():
        for _ in range(rooms.count((seat, None))):
            letter = luck.choice([letter for letter in left if letter[0] == value])
            left.remove(letter)
            rooms.remove((seat, None))
            dealt[letter] = (seat, None)
    return left, rooms


def _choose_values(
    office: Office,
    known: dict[Letter, Place],
    left: list[Letter],
    closers: list[Seat],
    luck: Luck,
) -> dict[Seat, str]:
    """A value for each closer, so that there are letters enough for all of them."""
    if not closers:
        return {}
    seat, *others = closers
    held = [letter for letter, place in known.items() if place == (seat, None)]
    values = sorted({letter[0] for letter in held or left})
    luck.shuffle(values)
    for value in values:
        wanted = office.size - len(held)
        fitting = [letter for letter in left if letter[0] == value]
        if len(fitting) < wanted:
            continue
        rest = [letter for letter in left if letter not in fitting[:wanted]]
        try:
            return {seat: value} | _choose_values(office, known, rest, others, luck)
        except LookupError:
            continue
    raise LookupError


def _scatter(
    dealt: dict[Letter, Place],
    letters: list[Letter],
    astray: list[Letter],
    rooms: list[Place],
    luck: Luck,
) -> None:
    """Strays into the mail, everything else anywhere."""
    mail = [room for room in rooms if room[1] is not None]
    luck.shuffle(mail)
    for letter, room in zip(astray, mail, strict=False):
        dealt[letter] = room
        rooms.remove(room)
    luck.shuffle(letters)
    dealt.update(zip(letters, rooms, strict=True))


def _lay_out(state: State, office: Office, dealt: dict[Letter, Place]) -> None:
    for member in office.held:
        state.players[member].hand = []
    basket: list[Letter] = []
    for letter, (seat, to) in sorted(dealt.items()):
        if to is not None and seat is not None:
            state.office[way(seat, to)].letter = letter
        elif seat is not None:
            state.players[seat].hand.append(letter)
        else:
            basket.append(letter)
    state.communes[office.commune].basket = basket


def _only_closers_are_complete(state: State, office: Office) -> bool:
    commune = state.communes[office.commune]
    return commune.phase == "paused" or all(
        is_complete(commune, player.hand) == player.closer
        for player in (state.players[seat] for seat in office.held)
    )


# A commune that one does not look into.


def _invent(state: State, at: int, view: View) -> None:
    """As at the start; over, as it was laid open."""
    commune = state.communes[at]
    commune.size = size_for(state.options, len(commune.members))
    for seat in commune.members:
        player = state.players[seat]
        player.hand = [place.letter for place in view.known if place.seat == seat]
        player.closer = is_complete(commune, player.hand)
        if not player.hand and len(commune.members) >= FEWEST:  # else it was given up
            player.hand = list(OWN[player.number][: commune.size])
    _disturb(state, commune)


def _disturb(state: State, commune: Commune) -> None:
    """In a pause somebody has a letter too many; in a closed office one lies there."""
    if commune.phase not in ("paused", "closed"):
        return
    one, other = commune.members[:2]
    letter, commune.until = state.players[one].hand.pop(), state.chimed
    if commune.phase == "paused":
        state.players[other].hand = sorted([*state.players[other].hand, letter])
    else:
        state.office[way(one, other)] = Mail(letter=letter, recall_at=0)


def _remember(state: State, view: View, seat: Seat | None) -> None:
    """What the seat knows, and what stands on the letters it holds."""
    who = viewer(seat)
    for place in view.known:
        learn(state, place.letter, who)
    for place in places(state):
        if place.seat is not None and place.seat != seat:
            learn(state, place.letter, eye(place.seat))
    for letter, words in zip(view.hand, view.lines, strict=True):
        if words:
            state.lines[letter] = [Line(seat or 0, words)]
    for chain in view.chains:
        if chain.faded:
            state.archive.append(chain)
        else:
            state.lines[chain.letter] = list(chain.lines)
    if seat is not None:
        state.players[seat].diary = list(view.diary)
