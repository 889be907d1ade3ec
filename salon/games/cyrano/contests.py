"""Contests: whether a word rhymes is in the end for the table to say (CY11)."""

from typing import NamedTuple

from salon.core.contract import Seat, Told
from salon.games.cyrano import deck
from salon.games.cyrano.model import (
    CONTEST,
    Accepted,
    Case,
    Contested,
    Heard,
    Judged,
    Settled,
    State,
    Tell,
)
from salon.games.cyrano.words import fits, is_guess, recited, stands


class Place(NamedTuple):
    """Where a word was recited."""

    poet: Seat
    line: int
    heard: Heard


def contestable(state: State) -> list[Place]:
    """Recited words on which the table can still vote: each at most once in a round."""
    if state.options.judge == "none":
        return []
    voted = {case.same for case in [*state.cases, *state.settled]} | deck.examples(state)
    everybody = len(state.players)
    return [
        Place(poet, line, heard)
        for poet in recited(state)
        for line, heard in enumerate(state.poems[poet].heard)
        if heard.word and heard.same not in voted and len(poets(state, heard.same)) < everybody
    ]


def poets(state: State, same: str) -> list[Seat]:
    """Who has recited this word."""
    return [
        poet
        for poet in recited(state)
        if any(heard.same == same for heard in state.poems[poet].heard)
    ]


def judges(state: State, same: str) -> list[Seat]:
    """Everybody but those who have recited the word."""
    own = poets(state, same)
    return [seat for seat in range(len(state.players)) if seat not in own]


def may_contest(state: State, seat: Seat, place: Place) -> bool:
    """The poet himself only when his word does not stand."""
    return seat not in poets(state, place.heard.same) or not stands(state, place.heard)


def open_case(state: State, seat: Seat | None, poet: Seat, line: int) -> Tell:
    """The one who contests has voted: against what stands."""
    state.contests += 1
    heard = state.poems[poet].heard[line]
    poet, line = _first(state, heard.same)
    good = stands(state, heard)
    case = Case(
        number=state.contests,
        by=seat,
        poet=poet,
        word=heard.word,
        same=heard.same,
        proposed=any(verdict != "no" for verdict in heard.verdicts),
        judges=tuple(judges(state, heard.same)),
        votes={},
    )
    if seat in case.judges:
        case.votes[seat] = not good
    state.cases.append(case)
    state.until = state.now + CONTEST
    state.ready.clear()
    return [Told(Contested(seat, poet, line + 1)), *settle_complete(state)]


def _first(state: State, same: str) -> tuple[Seat, int]:
    """Where the word was recited first."""
    return next(
        (poet, line)
        for poet in recited(state)
        for line, heard in enumerate(state.poems[poet].heard)
        if heard.same == same
    )


def open_guesses(state: State, poet: Seat) -> Tell:
    """A "no" that is only a guess opens the vote by itself."""
    told: Tell = []
    for line, heard in enumerate(state.poems[poet].heard):
        places = [(place.poet, place.line) for place in contestable(state)]
        if is_guess(state, heard) and (poet, line) in places:
            told += open_case(state, None, poet, line)
    return told


def vote(state: State, case: Case, seat: Seat, rhymes: bool) -> Tell:
    case.votes[seat] = rhymes
    return [Told(Judged(seat, case.number, case.poet, rhymes)), *settle_complete(state)]


def settle_complete(state: State) -> Tell:
    return [
        told
        for case in list(state.cases)
        if len(case.votes) == len(case.judges)
        for told in settle(state, case)
    ]


def settle(state: State, case: Case) -> Tell:
    """What the table says counts for all who wrote the word, and is remembered."""
    state.cases.remove(case)
    if case.rhymes:
        _remember(state, case)
    state.settled.append(case)
    return [Told(Settled(case.number, case.poet, case.rhymes))]


def _remember(state: State, case: Case) -> None:
    heard = next(one for one in state.poems[case.poet].heard if one.same == case.same)
    if state.options.judge == "auto" and not any(fits(state, heard)):
        state.accepted += [
            Accepted(case.word, case.same, card.sound) for card in deck.rhymes(state)
        ]
