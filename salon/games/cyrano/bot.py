"""Poets for empty seats: romantic, comic, absurd. Each has words, a taste and nerves of its own."""

from collections.abc import Sequence
from typing import ClassVar

from salon.core.contract import Bot
from salon.core.luck import Luck
from salon.ear import identity
from salon.games.cyrano import poets
from salon.games.cyrano.model import (
    NO_LINES,
    Blank,
    Bow,
    HandIn,
    Judge,
    Line,
    Move,
    Next,
    Ready,
    Say,
    Share,
    Vote,
)
from salon.games.cyrano.poets import Mood, Sitting
from salon.games.cyrano.poets.taste import liking
from salon.games.cyrano.views import DuelView, PoemView, View

WRITING = (12.0, 30.0)  # seconds
GOING_ON = (0.4, 1.0)  # the listeners, or the clock, say when a poem has been enjoyed
THINKING = (2.0, 5.0)
# Of twelve ties, how many are shared:
SHARING: dict[Mood, int] = {"romantic": 10, "comic": 3, "absurd": 6}
DOZEN = 12
WHIM = 4 * DOZEN  # twelfths: how much of a vote is the moment
# Of two dozen sentences in a duel, before how many the first does not come to mind; with each
# sentence that a poet has said it is one more:
NERVES: dict[Mood, int] = {"romantic": 4, "comic": 3, "absurd": 2}


class Poet:
    """Writes, recites, votes by a taste of its own, and never contests a word."""

    blind: ClassVar[bool] = False
    eager: ClassVar[bool] = False

    def __init__(self, mood: Mood) -> None:
        self.mood: Mood = mood

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        offered = {type(move): move for move in moves}
        if HandIn in offered:
            return self._write(view, luck)
        if Judge in offered:
            return judge(view, moves)
        if Vote in offered:
            return Vote(view.round, self._favourite(view, luck))
        if Say in offered and view.duel is not None:
            return self._fence(view, view.duel, luck)
        if Share in offered:
            return offered.get(Bow) or self._share(view, luck)
        leaves = Next in offered and Ready in offered  # it to the listeners when to go on
        return offered.get(Blank) or offered.get(Ready if leaves else Next) or offered.get(Ready)

    def _share(self, view: View, luck: Luck) -> Share | None:
        """After everybody who has not bowed: people."""
        first = set(view.tied) - {*view.answered, *view.bowed, view.seat}
        return None if first else Share(luck.below(DOZEN) < SHARING[self.mood])

    def _write(self, view: View, luck: Luck) -> HandIn:
        language = view.options.language
        sounds = [rhyme.sound for rhyme in view.rhymes]
        cards = {identity(word, language) for rhyme in view.rhymes for word in rhyme.examples}
        poem = poets.compose(
            language, self.mood, view.theme, sounds, view.words, luck, sitting(view), cards
        )
        one, two, three, four = poem.lines
        return HandIn(view.round, poem.title, (one, two, three, four))

    def _favourite(self, view: View, luck: Luck) -> int:
        others = [poem for poem in view.poems if poem.poet in view.ballot]
        best = max(others, key=lambda poem: self._liking(view, poem) + luck.below(WHIM) / DOZEN)
        return best.poet

    def _liking(self, view: View, poem: PoemView) -> float:
        if poem.poet == view.seat:
            return -100  # modesty
        return liking(view.options.language, self.mood, view.theme, poem)

    def _fence(self, view: View, duel: DuelView, luck: Luck) -> Move:
        """Sooner or later nothing comes to mind, and each time a little sooner."""
        if luck.below(2 * DOZEN) < NERVES[self.mood] + duel.counts[duel.turn]:
            return Blank(duel.number)
        words: Line = poets.line(view.options.language, duel.rhyme.sound, set(duel.used), luck)
        return Say(duel.number, words) if words else Blank(duel.number)


def sitting(view: View) -> Sitting:
    """The first cards of an evening tell it from others: no two tables begin alike."""
    first = (*view.used, *view.cards)[:3]
    evening = " ".join(map(str, first))
    return Sitting(evening, view.round, view.seat or 0, len(view.people))


class StandIn:
    """For somebody who is away: an empty page, modest votes, a duel given up."""

    blind: ClassVar[bool] = False
    eager: ClassVar[bool] = False

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        offered = {type(move): move for move in moves}
        if HandIn in offered:
            return HandIn(view.round, "", NO_LINES)
        if Judge in offered:
            return judge(view, moves)
        if Vote in offered:
            return luck.choice([one for one in moves if isinstance(one, Vote) and one.line is None])
        if Share in offered:
            return Share(True)
        return offered.get(Blank) or offered.get(Next) or offered.get(Ready)


def judge(view: View, moves: Sequence[Move]) -> Move:
    """As the ear proposed (CY11)."""
    cases = [*view.cases, *([view.duel.case] if view.duel and view.duel.case else [])]
    proposed = {case.number: case.proposed for case in cases}
    return next(
        move for move in moves if isinstance(move, Judge) and move.rhymes == proposed[move.contest]
    )


def pace(moves: Sequence[Move]) -> tuple[float, float]:
    """Seconds between which a poet acts: time to write, to be read, to think."""
    kinds = {type(move) for move in moves}
    if HandIn in kinds:
        return WRITING
    return GOING_ON if Next in kinds else THINKING


# From gentle to sharp: the more rhymes a poet borrows from the cards, the gentler.
bots: dict[str, Bot[View, Move]] = {
    "romantic": Poet("romantic"),
    "comic": Poet("comic"),
    "absurd": Poet("absurd"),
}
stand_in: Bot[View, Move] = StandIn()
