"""The music of the evening: the longest stave, which all have made, and then everybody's song."""

from collections.abc import Iterator, Sequence

from salon.core.contract import Seat
from salon.core.keepsakes import Melody, Note
from salon.games.rythm_and_play.model import TOP, State

TONES = (60, 62, 64, 65, 67, 69, 71)  # C to B, as MIDI counts
SHORT, LONG = 0.5, 2  # quarters of a card, and of the last one
BEATS = 120  # quarters a minute


def melodies(state: State) -> Iterator[Melody]:
    """A song is all that somebody picked up, one card after the other."""
    if state.longest is not None:
        yield sung(state.longest.cards, None)
    for seat, player in enumerate(state.players):
        if player.captured:
            yield sung(player.captured, seat)


def sung(cards: Sequence[int], by: Seat | None) -> Melody:
    """A change is a rest: there the melody turns."""
    pitches = [TONES[card - 1] if card <= TOP else None for card in cards]
    *notes, last = [Note(pitch, SHORT) for pitch in pitches]
    return Melody((*notes, Note(last.pitch, LONG)), by, BEATS)
