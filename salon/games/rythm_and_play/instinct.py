"""What a move seems to be worth at first sight, in points: what regular reckons, from tables.

Quick enough for every table that master imagines: it looks at the sizes of the hands, never into
them, and counts no cards that are gone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from salon.core.contract import Seat
from salon.games.rythm_and_play.model import (
    COPIES,
    FITTING,
    LIMIT,
    SIDE,
    TOP,
    Compose,
    Discard,
    Exchange,
    Pass,
    PickUp,
    SetTonality,
    State,
    Take,
    half_beats,
    paid,
)

NOTE, CHANGE = 0.55, 0.8  # points that a card in hand is worth
CARD = 0.75  # points that a card to come is worth
PENALTY = 3.0  # a card face up

DECK = sum(COPIES)
WAYS = {  # cards of the whole game that may follow: a note that was laid, a change behind a note
    (side, note): sum(COPIES[card] for card in fits)
    for side, row in FITTING.items()
    for note, fits in row.items()
}
CHANGES = sum(COPIES[TOP + 1 :])
HANDS = range(LIMIT + 5)  # sizes; an exchange may fill one above the limit
FOLLOWED = [[1 - (1 - ways / DECK) ** hand for hand in HANDS] for ways in range(DECK + 1)]


def keep(card: int) -> float:
    """What a card in hand is good for: the ends of the scale and the changes block staves."""
    return CHANGE if card > TOP else NOTE + abs(card - 4) / 20


KEEP = [keep(card) for card in range(len(COPIES))]


def eager(stave: int) -> float:
    """How likely somebody who can continue a stave does: the longer, the more they want it."""
    return min(1.0, 0.45 + stave / 12)


EAGER = [eager(stave) for stave in range(DECK + 1)]


def instinct(state: State, seat: Seat, move: Any) -> float:
    return WEIGH[type(move)](state, seat, move)


def _composed(state: State, seat: Seat, move: Compose) -> float:
    card, stave, players = move.card, state.stave, state.players
    if card <= TOP:
        followed = FOLLOWED[WAYS[state.tonality, card] + CHANGES]
    else:
        followed = FOLLOWED[WAYS[SIDE[card], stave[-1]]]
    gain, wish = len(stave) + 1.0, EAGER[len(stave) + 1]
    for other, player in enumerate(players):
        if other != seat:
            gain *= 1 - wish * followed[sum(player.play)]
    cost, stack, me = CHANGE if card > TOP else NOTE, len(state.play_stack), players[seat]
    full = 0.4 if sum(me.play) + sum(me.rythm) >= LIMIT - 1 else 0.0
    return gain - (cost if stack >= 12 else cost * stack / 12) + full


def _picked_up(state: State, seat: Seat, move: PickUp) -> float:  # noqa: ARG001
    return len(state.stave)


def _bought(state: State, seat: Seat, move: Exchange) -> float:
    beats, paid_cards = price(move)
    me, cards = state.players[seat], min(beats, len(state.play_stack))
    surplus = sum(me.play) + sum(me.rythm) - paid_cards + cards - LIMIT
    return CARD * cards + 0.3 * beats - 0.9 - (PENALTY * surplus if surplus > 0 else 0.0)


@cache
def price(move: Exchange) -> tuple[int, int]:
    """Whole beats, and how many cards they are."""
    return half_beats(paid(move)) // 2, sum(paid(move))


def _taken(state: State, seat: Seat, move: Take) -> float:  # noqa: ARG001
    me, players = state.players[seat], len(state.players)
    full = sum(me.play) + sum(me.rythm) >= LIMIT
    return 0.9 * min(1.0, len(state.play_stack) / (4 * players)) - 0.5 - PENALTY * full


def _discarded(state: State, seat: Seat, move: Discard) -> float:  # noqa: ARG001
    return -KEEP[move.card]


def _nothing(state: State, seat: Seat, move: SetTonality | Pass) -> float:  # noqa: ARG001
    return 0.0


WEIGH: dict[type, Callable[[State, Seat, Any], float]] = {
    Compose: _composed,
    PickUp: _picked_up,
    Exchange: _bought,
    Take: _taken,
    Discard: _discarded,
    SetTonality: _nothing,
    Pass: _nothing,
}
