"""Whose turn it is in a duel, in which rhyme and for how long (CY25 to CY27)."""

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import deck
from salon.games.cyrano.model import (
    LAST_WORD,
    SENTENCE,
    Duel,
    Fell,
    Moment,
    NewRhyme,
    State,
    Tell,
)

ENOUGH = 12  # sentences of every survivor, after which all get another rhyme
LAST = 3  # times that many, and the survivors share the victory
MOST = ENOUGH * (LAST + 1)  # sentences that anybody may say


def new_rhyme(state: State, duel: Duel, seat: Seat | None, luck: Luck) -> Tell:
    """It is drawn before the old card goes away, which therefore cannot come again at once."""
    return lay(state, duel, deck.draw(state, luck), seat)


def lay(state: State, duel: Duel, card: int, seat: Seat | None = None) -> Tell:
    """This rhyme is in play; the one to which a contest may lead back stays at hand."""
    told: Tell = []
    if card not in state.cards[:1]:
        told.append(Told(NewRhyme(deck.card(state, card).rhyme, seat)))
    kept = [] if duel.before is None or duel.before.card == card else [duel.before.card]
    state.used += [one for one in state.cards if one not in (card, *kept)]
    state.cards, duel.card = [card, *kept], card
    return told


def pass_to(state: State, duel: Duel, seat: Seat, left: int = SENTENCE) -> None:
    """The time for a sentence runs when all have been introduced."""
    duel.turn = seat
    duel.number += 1
    duel.counting = False
    duel.until = max(state.now, duel.opens) + left


def go_on(state: State, duel: Duel, luck: Luck) -> Tell:
    """After a good sentence, or a fall: the next one's turn, and after a dozen another rhyme."""
    pass_to(state, duel, _next(duel))
    if any(duel.counts[seat] < ENOUGH * (duel.fresh + 1) for seat in duel.alive):
        return []
    duel.fresh += 1
    if not is_last_word(duel):
        return new_rhyme(state, duel, None, luck)
    duel.until = state.now + LAST_WORD
    return []


def _next(duel: Duel) -> Seat:
    """The next duellist clockwise."""
    return next((seat for seat in duel.alive if seat > duel.turn), duel.alive[0])


def fall(state: State, duel: Duel, luck: Luck) -> Tell:
    seat = duel.turn
    duel.alive.remove(seat)
    told: Tell = [Told(Fell(seat))]
    return told if len(duel.alive) == 1 else told + go_on(state, duel, luck)


def is_last_word(duel: Duel) -> bool:
    """Everybody has said enough; only the last sentence can still be contested."""
    return duel.fresh == LAST


def is_over(duel: Duel) -> bool:
    return len(duel.alive) == 1 or (is_last_word(duel) and duel.before is None)


# Back to the moment of the last sentence


def moment(state: State, duel: Duel) -> Moment:
    return Moment(
        alive=tuple(duel.alive),
        card=duel.card,
        left=max(1, duel.until - max(state.now, duel.opens)),
        counting=duel.counting,
        changed=tuple(duel.changed),
        fresh=duel.fresh,
    )


def go_back(state: State, duel: Duel, before: Moment) -> Tell:
    """Blanks and falls since then are forgotten, and so is a new rhyme."""
    duel.alive, duel.changed = list(before.alive), list(before.changed)
    duel.fresh = before.fresh
    pass_to(state, duel, duel.said[-1].seat, before.left)
    duel.counting = before.counting
    return lay(state, duel, before.card)
