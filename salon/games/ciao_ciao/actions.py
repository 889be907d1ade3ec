"""What can be done in Ciao Ciao, by name, whatever the turn: for those who count actions."""

from salon.games.ciao_ciao.model import NUMBERS, PAWNS, Announce, Believe, Doubt, Move


def names(seats: int) -> list[str]:
    steps = range(1, seats * PAWNS + 1)  # of the podium: every pawn takes one at most
    return [*(f"announce {number}" for number in NUMBERS), "believe", "doubt"] + [
        f"drop {step}" for step in steps
    ]


def called(move: Move) -> tuple[str, ...]:
    match move:
        case Announce(number=number):
            return (f"announce {number}",)
        case Believe():
            return ("believe",)
        case Doubt():
            return ("doubt",)
        case _:
            return (f"drop {move.step}",)
