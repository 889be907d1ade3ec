"""What a move is asked in every phase: whether it may be made, and who has still to judge."""

from salon.core.contract import Illegal, Seat
from salon.games.cyrano.model import Case


def check(true: bool, key: str) -> None:
    if not true:
        raise Illegal(key)


def undecided(case: Case) -> frozenset[Seat]:
    return frozenset(case.judges) - case.votes.keys()
