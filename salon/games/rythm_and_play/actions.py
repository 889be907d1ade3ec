"""What can be done in Rythm and Play, by name: for those who count actions."""

from salon.games.rythm_and_play.model import (
    COMPOSE,
    DISCARD,
    PASS,
    PICK_UP,
    RYTHMS,
    TAKE,
    TONALITIES,
    Compose,
    Discard,
    Exchange,
    Move,
    SetTonality,
    exchanges,
    paid,
)

EVERY: tuple[Move, ...] = (
    *TONALITIES,
    *COMPOSE.values(),
    PICK_UP,
    *exchanges(RYTHMS),
    TAKE,
    *DISCARD.values(),
    PASS,
)


def names(seats: int) -> list[str]:  # noqa: ARG001
    return [name for move in EVERY for name in called(move)]


def called(move: Move) -> tuple[str, ...]:
    match move:
        case SetTonality(tonality=tonality):
            return (tonality,)
        case Compose(card=card):
            return (f"compose {card}",)
        case Discard(card=card):
            return (f"discard {card}",)
        case Exchange():
            return (f"exchange {' '.join(map(str, paid(move)))}",)
        case _:
            return (type(move).__name__.lower(),)
