"""The stories on the letters, for an album: those told by most hands first, then what was only
begun. A line of the house stays its place in the book, for everybody to read in their language.
"""

from collections.abc import Iterator

from salon.core.keepsakes import Tale, TaleLine
from salon.games.romancier_scilof.model import Chain, State
from salon.games.romancier_scilof.office import chains


def tales(state: State) -> Iterator[Tale]:
    for chain in sorted(chains(state), key=_hands, reverse=True):
        yield Tale(tuple(TaleLine(line.words, line.seat) for line in chain.lines))


def _hands(chain: Chain) -> tuple[int, int]:
    return len({line.seat for line in chain.lines}), len(chain.lines)
