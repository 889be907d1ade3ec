"""What can be done in Cyrano, by name: for those who count actions, and so cannot write.

Whoever writes chooses one of four drafts, one by each of our poets and an empty page. They hang on
nothing but the view. Words that are contested at the same time are judged one after the other.
"""

from hashlib import sha256

from msgspec.msgpack import encode
from msgspec.structs import replace

from salon.core.luck import FastLuck
from salon.games.cyrano.bot import bots
from salon.games.cyrano.model import (
    FULL,
    Blank,
    Contest,
    HandIn,
    Judge,
    Move,
    Say,
    Share,
    Vote,
)
from salon.games.cyrano.poets import line
from salon.games.cyrano.views import View

DRAFTS = tuple(f"draft {mood}" for mood in bots)
EMPTY = "draft empty"


def names(seats: int) -> list[str]:
    places = [f"{poet} {at}" for poet in range(seats) for at in range(FULL)]
    return [
        *(*DRAFTS, EMPTY, "next", "ready"),
        *(f"contest {place}" for place in places),
        *("judge yes", "judge no"),
        *(f"vote {poet}" for poet in range(seats)),
        *(f"vote {place}" for place in places),
        *("share yes", "share no", "bow", "say", "blank", "doubt"),
    ]


def called(move: Move) -> tuple[str, ...]:
    match move:
        case HandIn():
            return *DRAFTS, EMPTY
        case Contest(poet=poet, line=at):
            return (f"contest {poet} {at}",)
        case Judge(rhymes=yes) | Share(share=yes):
            return (f"{type(move).__name__.lower()} {'yes' if yes else 'no'}",)
        case Vote(poet=poet, line=None):
            return (f"vote {poet}",)
        case Vote(poet=poet, line=at):
            return (f"vote {poet} {at}",)
        case _:
            return (type(move).__name__.lower(),)


def write(name: str, move: Move, view: View) -> Move:
    """The text of a draft, or of a sentence in the duel: a blank when no word is left."""
    if name in DRAFTS:
        return bots[name.removeprefix("draft ")].choose(view, [move], _whim(view)) or move
    if isinstance(move, Say) and view.duel is not None:
        duel = view.duel
        words = line(view.options.language, duel.rhyme.sound, set(duel.used), _whim(view))
        return replace(move, words=words) if words else Blank(move.turn)
    return move


def _whim(view: View) -> FastLuck:
    """The same whenever a view is the same."""
    return FastLuck(sha256(encode(view)).hexdigest())
