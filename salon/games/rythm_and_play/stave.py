"""What may follow on the stave, and whoever has to answer for it."""

from salon.core.contract import Seat
from salon.games.rythm_and_play.model import CHANGES, FITTING, NOTES, TOP, Card, State


def fitting(state: State) -> tuple[Card, ...]:
    """PLAY cards that may be laid now (RP3, RP4, RP5, RP11)."""
    stave = state.stave
    if not stave:
        return NOTES
    top = stave[-1]
    if top <= TOP:
        return FITTING[state.tonality][top] + CHANGES
    return FITTING[state.tonality][stave[-2]]


def must_answer(state: State, seat: Seat) -> bool:
    """Nobody has continued this seat's stave: go on with it, or take it (RP7, RP8)."""
    return bool(state.stave) and state.composer == seat


def last_note_is_due(state: State) -> bool:
    """With the final stave: whoever holds a note must lay one (RP19)."""
    return state.final and not state.play_stack and not state.stave
