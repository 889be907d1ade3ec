"""While tied winners are asked whether they share (CY21)."""

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import evening
from salon.games.cyrano.model import Answered, Bow, Bowed, Move, Share, State, Tell
from salon.games.cyrano.referee import check


def _unanswered(state: State) -> frozenset[Seat]:
    """Of the tied."""
    return frozenset(state.tied) - state.shares.keys()


def _undecided_first(state: State) -> frozenset[Seat]:
    """Whose answers those who have bowed wait for."""
    return _unanswered(state) - set(state.bowed)


def _may_bow(state: State, seat: Seat) -> bool:
    """To somebody who has not bowed as well: so nobody waits for somebody who waits."""
    return len(_undecided_first(state) | {seat}) > 1 and seat not in state.bowed


def moves(state: State, seat: Seat) -> list[Move]:
    if seat not in _unanswered(state):
        return []
    bows: list[Move] = [Bow()] if _may_bow(state, seat) else []
    return [Share(True), Share(False), *bows]


def awaited(state: State) -> frozenset[Seat]:
    """Who has bowed is waited for when all others have answered."""
    return _undecided_first(state) or _unanswered(state)


def bow(state: State, seat: Seat) -> Tell:
    check(state.phase == "tie" and seat in state.tied, "not_now")
    check(seat not in state.shares, "answered_already")
    check(_may_bow(state, seat), "not_now")
    state.bowed.append(seat)
    return [Told(Bowed(seat))]


def share(state: State, seat: Seat, move: Share, luck: Luck) -> Tell:
    check(state.phase == "tie" and seat in state.tied, "not_now")
    check(seat not in state.shares, "answered_already")
    state.shares[seat] = move.share
    told: Tell = [Told(Answered(seat))]
    everybody = len(state.shares) == len(state.tied)
    return told + evening.break_tie(state, luck) if everybody else told
