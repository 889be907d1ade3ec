"""What only some games have: a clock, people who come and go, teams, private questions.

A game has a capability by having its methods, all of them; one that names it among its bases,
`class Auction(Game[…], Timed[Desk, Event])`, has their types checked. `what_can` says what a game
can, and what holds where it cannot.
"""

from salon.core.can import Can, what_can
from salon.core.capabilities import (
    Askable,
    Award,
    Countable,
    Entangled,
    Finishing,
    Hideable,
    Joinable,
    Keeping,
    Leavable,
    Moment,
    Multilingual,
    Prepared,
    Retelling,
    Revealing,
    Rewarding,
    Shareable,
    SideBySide,
    Teamed,
    Thinning,
    Timed,
    Truth,
)
from salon.core.keepsakes import Keepsake, Melody, Note, Picture, Shape, Tale, TaleLine, Verse
from salon.core.superlatives import superlative

__all__ = [
    "Askable",
    "Award",
    "Can",
    "Countable",
    "Entangled",
    "Finishing",
    "Hideable",
    "Joinable",
    "Keeping",
    "Keepsake",
    "Leavable",
    "Melody",
    "Moment",
    "Multilingual",
    "Note",
    "Picture",
    "Prepared",
    "Retelling",
    "Revealing",
    "Rewarding",
    "Shape",
    "Shareable",
    "SideBySide",
    "Tale",
    "TaleLine",
    "Teamed",
    "Thinning",
    "Timed",
    "Truth",
    "Verse",
    "superlative",
    "what_can",
]
