"""While they duel: who speaks, who doubts, and when it is over."""

from salon.core.contract import Seat
from salon.core.luck import Luck
from salon.games.cyrano import doubts, duel, evening, turns
from salon.games.cyrano.model import Blank, Doubt, Duel, Judge, Move, Say, State, Tell
from salon.games.cyrano.referee import check, undecided


def moves(state: State, fight: Duel, seat: Seat) -> list[Move]:
    if fight.case is not None:
        judging = seat in undecided(fight.case)
        return [Judge(fight.case.number, rhymes) for rhymes in (True, False)] if judging else []
    offered: list[Move] = []
    if seat == fight.turn and not turns.is_last_word(fight):
        says = [Say(fight.number, _specimen(fight))] if duel.may_say(fight) else []
        offered = [*says, Blank(fight.number)]
    if doubts.may_doubt(state, fight, seat):
        offered.append(Doubt(len(fight.used)))
    return offered


def awaited(fight: Duel) -> frozenset[Seat]:
    if fight.case is not None:
        return undecided(fight.case)
    return frozenset[Seat]() if turns.is_last_word(fight) else frozenset([fight.turn])


def _specimen(fight: Duel) -> str:
    """A sentence that nobody has said yet."""
    return f"tra la{len(fight.used)}"


def play(state: State, seat: Seat, move: Say | Blank | Doubt, luck: Luck) -> Tell:
    fight = state.duel
    check(state.phase == "duel", "not_now")
    assert fight is not None
    check(fight.case is None, "not_now")
    if isinstance(move, Doubt):
        return _doubt(state, fight, seat, move, luck)
    check(move.turn == fight.number and not turns.is_last_word(fight), "not_now")
    check(seat == fight.turn, "not_your_turn")
    if isinstance(move, Say):
        told = duel.say(state, fight, move, luck)
    else:
        told = duel.blank(state, fight, luck)
    return told + end(state, fight)


def _doubt(state: State, fight: Duel, seat: Seat, move: Doubt, luck: Luck) -> Tell:
    check(move.sentence == len(fight.used), "not_now")
    check(doubts.may_doubt(state, fight, seat), "not_contestable")
    told = doubts.contest(state, fight, seat)
    return told + doubts.settle_if_complete(state, fight, luck) + end(state, fight)


def time_is_up(state: State, fight: Duel, luck: Luck) -> Tell:
    return duel.time_is_up(state, fight, luck) + end(state, fight)


def end(state: State, fight: Duel) -> Tell:
    return evening.win(state, fight.alive, "duel") if turns.is_over(fight) else []
