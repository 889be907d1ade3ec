"""While poems are read: who goes on, who contests, and what time does."""

from salon.core.contract import Illegal, Seat
from salon.core.luck import Luck
from salon.games.cyrano import contests, evening
from salon.games.cyrano.model import Contest, Judge, Move, Next, Ready, State, Tell
from salon.games.cyrano.referee import check, undecided


def moves(state: State, seat: Seat) -> list[Move]:
    offered: list[Move] = [
        Judge(case.number, rhymes)
        for case in state.cases
        if seat in undecided(case)
        for rhymes in (True, False)
    ]
    if not state.cases and _may_go_on(state, seat):
        offered.append(Next(state.round, state.recited))
    if not state.cases and _may_be_ready(state, seat):
        offered.append(Ready(state.round))
    return offered + [
        Contest(state.round, place.poet, place.line)
        for place in contests.contestable(state)
        if contests.may_contest(state, seat, place)
    ]


def _may_go_on(state: State, seat: Seat) -> bool:
    """The poet; and where he leaves it to them, each listener once."""
    poet = evening.poet(state)
    return seat == poet or (poet in state.ready and seat not in state.ready)


def _may_be_ready(state: State, seat: Seat) -> bool:
    """After the last poem everybody, before that its poet."""
    return evening.poet(state) in (None, seat) and seat not in state.ready


def awaited(state: State) -> frozenset[Seat]:
    if state.cases:
        return frozenset[Seat]().union(*map(undecided, state.cases))
    poet = evening.poet(state)
    if poet is None or len(state.ready) > 1:
        return frozenset(range(len(state.players))) - set(state.ready)
    return frozenset([poet]) - set(state.ready)


def go_on(state: State, seat: Seat, move: Next) -> Tell:
    check(state.phase == "recital" and _may_go_on(state, seat), "not_now")
    check((move.round, move.poem) == (state.round, state.recited), "not_now")
    check(not state.cases, "contest_open")
    if seat == evening.poet(state):
        return evening.end_poem(state)
    return evening.hear_enough(state, seat)


def contest(state: State, seat: Seat, move: Contest) -> Tell:
    check(state.phase == "recital" and move.round == state.round, "not_now")
    places = {(place.poet, place.line): place for place in contests.contestable(state)}
    place = places.get((move.poet, move.line))
    if place is None or not contests.may_contest(state, seat, place):
        raise Illegal("not_contestable")
    told = contests.open_case(state, seat, move.poet, move.line)
    evening.go_on(state)
    return told


def ready(state: State, seat: Seat, move: Ready, luck: Luck) -> Tell:
    check(state.phase == "recital" and move.round == state.round, "not_now")
    check(_may_be_ready(state, seat), "not_now")
    check(not state.cases, "contest_open")
    if evening.poet(state) is not None:
        evening.leave_to_others(state, seat)
        return []
    state.ready.append(seat)
    everybody = len(state.ready) == len(state.players)
    return evening.call_vote(state, luck) if everybody else []


def time_is_up(state: State, luck: Luck) -> Tell:
    """Contests end, or the poet has read long enough, or all are ready."""
    if state.cases:
        told = [one for case in list(state.cases) for one in contests.settle(state, case)]
        evening.go_on(state)
        return told
    if evening.poet(state) is not None:
        return evening.end_poem(state)
    return evening.call_vote(state, luck)
