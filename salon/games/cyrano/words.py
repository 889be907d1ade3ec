"""End words: what the ear hears, which of them stand, and what they are worth."""

from collections.abc import Callable, Sequence
from itertools import product

from salon.core.contract import Seat
from salon.ear import ear, identity
from salon.games.cyrano import deck
from salon.games.cyrano.model import FULL, Heard, Lines, Options, Poem, Standing, State

SILENT = Heard()
NO: Standing = "no"
Taken = tuple[Standing, int | None]  # what a word is worth, and as which rhyme
Users = dict[str, list[Seat]]
PER_RHYME = 2  # words that can score (CY12)


def clean(text: str) -> str:
    """Written on one line, without signs that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def hear(options: Options, line: str, sounds: tuple[str, ...]) -> Heard:
    """What the ear says of the end of a line, for each of these sounds."""
    listening = ear(options.language)
    found = [listening.judge(line, sound) for sound in sounds]
    first = found[0]
    return Heard(
        word=first.word,
        same=identity(first.word, options.language) if first.word else "",
        sound=first.heard,
        like=first.like,
        source=first.source,
        verdicts=tuple(one.verdict for one in found),
        sure=all(one.sure for one in found),
    )


def hear_lines(state: State, lines: Lines) -> tuple[Heard, ...]:
    sounds = tuple(one.sound for one in deck.rhymes(state))
    return tuple(hear(state.options, clean(line), sounds) for line in lines)


def recital(state: State) -> list[Seat]:
    """In which order the poems are read."""
    seats = len(state.players)
    return [(state.first + place) % seats for place in range(seats)]


def recited(state: State) -> list[Seat]:
    """Whose poem has been laid open."""
    return recital(state)[: state.recited]


def users(state: State) -> Users:
    """Who ends a line with which word, recited or not (CY7)."""
    found: Users = {}
    for seat, poem in sorted(state.poems.items()):
        for same in {heard.same for heard in poem.heard if heard.word}:
            found.setdefault(same, []).append(seat)
    return found


def fits(state: State, heard: Heard) -> tuple[bool, ...]:
    """For which of the rhymes in play a word stands, as far as it was judged (CY11)."""
    nothing, everything = (False,) * len(heard.verdicts), (True,) * len(heard.verdicts)
    if not heard.word or state.options.judge == "none":
        return everything if heard.word else nothing
    ruled = next((case.rhymes for case in state.settled if case.same == heard.same), None)
    if ruled is False:
        return nothing
    if state.options.judge == "table":
        return everything
    by_ear = tuple(verdict != "no" for verdict in heard.verdicts)
    if ruled and not any(by_ear):  # whichever suits the poet
        return everything
    known = _known(state, heard.same)
    if not known:
        return by_ear
    return tuple(
        heard_so or one.sound in known
        for heard_so, one in zip(by_ear, deck.rhymes(state), strict=True)
    )


def _known(state: State, same: str) -> set[str]:
    """Sounds with which this table has taken the word for a rhyme."""
    return {one.sound for one in state.accepted if one.same == same}


def stands(state: State, heard: Heard) -> bool:
    return any(fits(state, heard))


def is_guess(state: State, heard: Heard) -> bool:
    """A "no" that rests on a guess."""
    return state.options.judge == "auto" and not heard.sure and not stands(state, heard)


def attribute(state: State, poem: Poem, others: Callable[[str], bool]) -> list[Taken]:
    """Each line's standing and rhyme, chosen to the poet's advantage (CY9, CY12, CY13)."""
    fitting = [fits(state, heard) for heard in poem.heard]
    worth = [
        _worth(state, poem, line, others) if any(fitting[line]) else NO for line in range(FULL)
    ]
    ways: list[list[int | None]] = [
        [rhyme for rhyme, good in enumerate(one) if good] or [None] for one in fitting
    ]
    found = [_capped(worth, way) for way in product(*ways)]
    return found[0] if len(found) == 1 else max(found, key=_value)


def _worth(state: State, poem: Poem, line: int, others: Callable[[str], bool]) -> Standing:
    same = poem.heard[line].same
    if any(same == earlier.same for earlier in poem.heard[:line]):
        return "again"
    if same in deck.examples(state):
        return "example"
    return "shared" if others(same) else "counts"


def _value(taken: list[Taken]) -> int:
    return sum(standing == "counts" for standing, _ in taken)


def _capped(worth: list[Standing], way: Sequence[int | None]) -> list[Taken]:
    """At most two words of a rhyme score; a third does not."""
    scored = [0, 0]
    capped: list[Taken] = []
    for standing, rhyme in zip(worth, way, strict=True):
        now: Standing = standing
        if standing == "counts" and rhyme is not None:
            now = "counts" if scored[rhyme] < PER_RHYME else "third"
            scored[rhyme] += 1
        capped.append((now, rhyme))
    return capped


def scoring(state: State, seat: Seat, users: Users) -> tuple[str, ...]:
    """The words that take this seat's lover up the ladder."""
    poem = state.poems[seat]
    found = attribute(state, poem, lambda same: users[same] != [seat])
    return tuple(
        heard.word
        for heard, (standing, _) in zip(poem.heard, found, strict=True)
        if standing == "counts"
    )


def is_eligible(poem: Poem) -> bool:
    """A poem with an end word; a title alone is none (CY14)."""
    return any(heard.word for heard in poem.heard)
