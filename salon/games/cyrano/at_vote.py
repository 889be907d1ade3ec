"""While votes are sealed."""

from typing import get_args

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import evening
from salon.games.cyrano.model import Move, State, Tell, Vote, Voted, Which
from salon.games.cyrano.referee import check


def moves(state: State) -> list[Move]:
    """For each poem, and for each of its lines that one may love most."""
    loving = [
        Vote(state.round, poet, line)
        for poet in state.ballot
        for line in get_args(Which)
        if state.poems[poet].lines[line]
    ]
    return [*(Vote(state.round, poet) for poet in state.ballot), *loving]


def vote(state: State, seat: Seat, move: Vote, luck: Luck) -> Tell:
    check(state.phase == "vote" and move.round == state.round, "not_now")
    check(seat not in state.votes, "voted_already")
    check(move.poet in state.ballot, "not_on_the_ballot")
    _love(state, seat, move)
    state.votes[seat] = move.poet
    told: Tell = [Told(Voted(seat))]
    everybody = len(state.votes) == len(state.players)
    return told + evening.reveal(state, luck) if everybody else told


def _love(state: State, seat: Seat, move: Vote) -> None:
    """A line that was written, if any."""
    if move.line is not None:
        check(bool(state.poems[move.poet].lines[move.line]), "no_such_line")
        state.lines[seat] = move.line
