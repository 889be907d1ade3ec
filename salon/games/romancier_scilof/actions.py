"""What can be done in Romancier Scilof, by name: for those who count actions. Letters go without
words, and nobody joins or leaves.
"""

from salon.games.romancier_scilof.model import (
    OWN,
    Accept,
    Decline,
    Discard,
    Invite,
    Move,
    Post,
    Recall,
    Refuse,
    Reply,
    TakeSide,
    Withdraw,
)


def names(seats: int) -> list[str]:
    letters = [letter for number in range(1, seats + 1) for letter in OWN[number]]
    found = [
        f"{what} {letter} {to}"
        for what in ("post", "reply")
        for letter in letters
        for to in range(seats)
    ]
    kinds = ("refuse", "recall", "invite", "accept", "decline")
    found += [f"{what} {seat}" for what in kinds for seat in range(seats)]
    found += [f"discard {letter}" for letter in letters]
    return [*found, *(f"takeside {team}" for team in (1, 2, 3, 4)), "withdraw"]


def called(move: Move) -> tuple[str, ...]:
    return (" ".join([type(move).__name__.lower(), *map(str, _with(move))]),)


def _with(move: Move) -> tuple[str | int, ...]:
    match move:
        case Post(letter=letter, to=to) | Reply(letter=letter, to=to):
            return letter, to
        case Refuse(to=seat) | Recall(to=seat) | Invite(seat=seat):
            return (seat,)
        case Accept(inviter=seat) | Decline(inviter=seat):
            return (seat,)
        case Discard(letter=letter):
            return (letter,)
        case TakeSide(team=team):
            return (team,)
        case Withdraw():
            return ()
