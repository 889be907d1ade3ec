"""Contests in a duel (CY24): judged by those who do not duel, or by the other duellists.

The last sentence may be contested until the next one is said, whatever happens in between.
"""

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import deck, turns
from salon.games.cyrano.model import (
    CONTEST,
    Accepted,
    Case,
    Contested,
    Duel,
    Judged,
    Moment,
    Sentence,
    Settled,
    State,
    Tell,
    TriesAgain,
)


def may_doubt(state: State, duel: Duel, seat: Seat) -> bool:
    """Anybody; the poet only when his own does not stand."""
    if duel.before is None or duel.case is not None or state.options.judge == "none":
        return False
    last = duel.said[-1]
    return seat != last.seat or not last.rhymes


def contest(state: State, duel: Duel, seat: Seat | None) -> Tell:
    """The clock of the duel stands still meanwhile."""
    last = duel.said[-1]
    state.contests += 1
    duel.left = max(1, duel.until - state.now)
    duel.until = state.now + CONTEST
    duel.case = Case(
        number=state.contests,
        by=seat,
        poet=last.seat,
        word=last.heard.word,
        same=last.heard.same,
        proposed=last.heard.verdicts[0] != "no",
        judges=tuple(_judges(state, duel, last.seat)),
        votes={},
    )
    if seat in duel.case.judges:
        duel.case.votes[seat] = not last.rhymes
    return [Told(Contested(seat, last.seat, 0))]


def _judges(state: State, duel: Duel, poet: Seat) -> list[Seat]:
    """Who has fallen since the sentence does not judge it as an outsider: he could come back."""
    assert duel.before is not None
    duellists = duel.before.alive
    outside = [seat for seat in range(len(state.players)) if seat not in duellists]
    return outside or [seat for seat in duellists if seat != poet]


def judge(case: Case, seat: Seat, good: bool) -> Tell:
    case.votes[seat] = good
    return [Told(Judged(seat, case.number, case.poet, good))]


def settle_if_complete(state: State, duel: Duel, luck: Luck) -> Tell:
    case = duel.case
    if case is None or len(case.votes) < len(case.judges):
        return []
    return settle(state, duel, case, luck)


def settle(state: State, duel: Duel, case: Case, luck: Luck) -> Tell:
    """What was said stands as before; or the duel goes back to it, and the table's word counts."""
    before, good = duel.before or turns.moment(state, duel), case.rhymes  # version 1 kept none
    duel.case, duel.settled, duel.before = None, case, None
    told: Tell = [Told(Settled(case.number, case.poet, good))]
    if good == duel.said[-1].rhymes:
        duel.until = state.now + duel.left
        return told + turns.lay(state, duel, duel.card)
    return told + _overturn(state, duel, before, case, luck)


def _overturn(state: State, duel: Duel, before: Moment, case: Case, luck: Luck) -> Tell:
    """A sentence that was not heard counts after all, or one that was is taken back."""
    last = duel.said[-1]
    duel.said[-1] = Sentence(last.seat, last.words, last.heard, case.rhymes)
    back = turns.go_back(state, duel, before)
    if not case.rhymes:
        return [Told(TriesAgain(last.seat)), *back]
    _remember(state, duel, case)
    return back + turns.go_on(state, duel, luck)


def _remember(state: State, duel: Duel, case: Case) -> None:
    if state.options.judge == "auto":
        sound = deck.card(state, duel.card).sound
        state.accepted.append(Accepted(case.word, case.same, sound))
