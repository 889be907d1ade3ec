"""The names of the laws, and what is said when one is broken."""

IT_ENDS = "it ends"
NO_STALLING = "nobody can stall it"
AWAITED = "the awaited can act"
OFFERS = "an offer is honoured"
LOOSE_ENDS = "it leaves no loose ends"
REPLAYS = "it replays"
SECRETS = "it keeps secrets"
NO_TRACE = "illegal leaves no trace"
ADDS_UP = "it adds up"
PLAIN = "its state and options are plain"
WHOLE = "what it can, it can wholly"
WORDS = "it has words for everything"  # asked of its folder, not of its rules

LAWS = (
    IT_ENDS,
    NO_STALLING,
    AWAITED,
    OFFERS,
    LOOSE_ENDS,
    REPLAYS,
    SECRETS,
    NO_TRACE,
    ADDS_UP,
    PLAIN,
    WHOLE,
)


class Broken(AssertionError):
    """A law does not hold, with the walk on which that was seen."""

    def __init__(self, law: str, what: str, where: str = "") -> None:
        super().__init__(law, what, where)  # as it travels from another process
        self.law = law
        self.what = what
        self.where = where

    def __str__(self) -> str:
        return f"{self.law}: {self.what}{self.where and f' [{self.where}]'}"
