"""What only some games have: a clock, people who come and go, teams, private questions.

A game has a capability by having its methods, all of them; one that names it among its bases,
`class Auction(Game[…], Timed[Desk, Event])`, has their types checked. `what_can` says what a game
can, and what holds where it cannot.
"""

from salon.core.can import Can, what_can
from salon.core.capabilities import (
    Askable,
    Countable,
    Entangled,
    Finishing,
    Hideable,
    Joinable,
    Leavable,
    Moment,
    Prepared,
    Retelling,
    Revealing,
    Shareable,
    SideBySide,
    Teamed,
    Thinning,
    Timed,
    Truth,
)

__all__ = [
    "Askable",
    "Can",
    "Countable",
    "Entangled",
    "Finishing",
    "Hideable",
    "Joinable",
    "Leavable",
    "Moment",
    "Prepared",
    "Retelling",
    "Revealing",
    "Shareable",
    "SideBySide",
    "Teamed",
    "Thinning",
    "Timed",
    "Truth",
    "what_can",
]
