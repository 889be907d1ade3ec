"""What can be done in Cir*Kis, by name: for those who count actions."""

from salon.games.cir_kis.model import BEGIN, PLACE, Move, Place


def names(seats: int) -> list[str]:  # noqa: ARG001
    return [*map(_name, PLACE), _name(BEGIN)]


def called(move: Move) -> tuple[str, ...]:
    return (_name(move),)


def _name(move: Move) -> str:
    if isinstance(move, Place):
        return f"{move.piece} {' '.join(map(str, move.spaces))}"
    return "begin"
