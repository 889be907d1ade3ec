"""The duel: sentence against sentence on one rhyme, until one poet is left (CY23 to CY27)."""

from salon.core.contract import Illegal, Seat, Told
from salon.core.luck import Luck
from salon.ear import identity
from salon.games.cyrano import deck, words
from salon.games.cyrano.model import (
    CONTEST,
    COUNTDOWN,
    SAID,
    SENTENCE,
    Accepted,
    Case,
    Contested,
    Counting,
    DrewBlank,
    Duel,
    Duelled,
    Fell,
    Heard,
    Judged,
    NewRhyme,
    Said,
    Say,
    Sentence,
    Settled,
    State,
    Tell,
    seal,
)

ENOUGH = 12  # good sentences of every survivor, after which all get another rhyme
LAST = 3  # times that many, and the survivors share the victory


def begin(state: State, seats: list[Seat], luck: Luck) -> Tell:
    starter = luck.choice(seats)
    state.phase, state.until = "duel", None
    state.poems, state.recited, state.settled = {}, 0, []
    state.duel = Duel(alive=list(seats), turn=starter, counts=dict.fromkeys(seats, 0))
    told: Tell = [Told(Duelled(tuple(seats), starter))]
    told += _new_rhyme(state, state.duel, None, luck)
    _pass_to(state, state.duel, starter)
    return told


def _new_rhyme(state: State, duel: Duel, seat: Seat | None, luck: Luck) -> Tell:
    state.used += state.cards
    state.cards = []
    duel.card = deck.draw(state, luck)
    state.cards = [duel.card]
    duel.open = False
    return [Told(NewRhyme(deck.card(state, duel.card).rhyme, seat))]


def _pass_to(state: State, duel: Duel, seat: Seat) -> None:
    duel.turn = seat
    duel.number += 1
    duel.counting = False
    duel.until = state.now + SENTENCE


def _after(duel: Duel, seat: Seat) -> Seat:
    """The next duellist clockwise."""
    return next((other for other in duel.alive if other > seat), duel.alive[0])


def hear(state: State, duel: Duel, line: str) -> Heard:
    return words.hear(state.options, words.clean(line), (deck.card(state, duel.card).sound,))


def rhymes(state: State, duel: Duel, heard: Heard) -> bool:
    """Whether a sentence stands, before anybody contests it."""
    if state.options.judge != "auto":
        return True
    sound = deck.card(state, duel.card).sound
    known = any(one.same == heard.same and one.sound == sound for one in state.accepted)
    return known or heard.verdicts[0] != "no"


def check_sentence(state: State, duel: Duel, move: Say) -> Heard:
    """Two words at least, the last of them new."""
    tokens = [token for token in words.clean(move.words).split() if any(map(str.isalnum, token))]
    if len(tokens) < 2:
        raise Illegal("two_words")
    if len(move.heard) != 1 or not move.heard[0].word:
        raise Illegal("no_end_word")
    heard = move.heard[0]
    if identity(heard.word, state.options.language) in duel.used:
        raise Illegal("word_used", word=heard.word)
    return heard


def say(state: State, duel: Duel, move: Say, luck: Luck) -> Tell:
    heard = check_sentence(state, duel, move)
    good = rhymes(state, duel, heard)
    sentence = Sentence(duel.turn, words.clean(move.words), heard, good)
    duel.said = [*duel.said, sentence][-SAID:]
    duel.used.append(heard.same)
    duel.open = True
    told: Tell = [Told(Said(duel.turn, seal(sentence), good))]
    if good:
        return told + _count(state, duel, luck)
    if not heard.sure and judges(state, duel):
        told += contest(state, duel, None)
    return told


def _count(state: State, duel: Duel, luck: Luck) -> Tell:
    """A good sentence: the next one's turn."""
    seat = duel.said[-1].seat
    duel.counts[seat] += 1
    _pass_to(state, duel, _after(duel, seat))
    return _refresh(state, duel, luck)


def _refresh(state: State, duel: Duel, luck: Luck) -> Tell:
    """When all have found a dozen, another rhyme (CY27)."""
    if all(duel.counts[seat] >= ENOUGH * (duel.fresh + 1) for seat in duel.alive):
        duel.fresh += 1
        if duel.fresh < LAST:
            return _new_rhyme(state, duel, None, luck)
    return []


def is_over(duel: Duel) -> bool:
    return len(duel.alive) == 1 or duel.fresh == LAST


def blank(state: State, duel: Duel, luck: Luck) -> Tell:
    """The first costs nothing but the rhyme, the next starts the countdown, and that falls."""
    seat = duel.turn
    duel.open = False
    if duel.counting:
        return _fall(state, duel, luck)
    told: Tell = [Told(DrewBlank(seat))]
    if seat not in duel.changed:
        duel.changed.append(seat)
        told += _new_rhyme(state, duel, seat, luck)
        _pass_to(state, duel, seat)
        return told
    duel.counting = True
    duel.number += 1
    duel.until = state.now + COUNTDOWN
    return [*told, Told(Counting(seat))]


def _fall(state: State, duel: Duel, luck: Luck) -> Tell:
    seat = duel.turn
    duel.alive.remove(seat)
    told: Tell = [Told(Fell(seat))]
    if len(duel.alive) == 1:
        return told
    _pass_to(state, duel, _after(duel, seat))
    return told + _refresh(state, duel, luck)


# Contests (CY24): judged by those who do not duel, or by the other duellists.


def judges(state: State, duel: Duel) -> list[Seat]:
    author = duel.said[-1].seat
    outside = [seat for seat in range(len(state.players)) if seat not in duel.alive]
    return outside or [seat for seat in duel.alive if seat != author]


def may_doubt(state: State, duel: Duel, seat: Seat) -> bool:
    """Anybody, until the next sentence; the poet only when his own does not stand."""
    if not duel.open or duel.case is not None or state.options.judge == "none":
        return False
    last = duel.said[-1]
    return seat != last.seat or not last.rhymes


def contest(state: State, duel: Duel, seat: Seat | None) -> Tell:
    """The clock of the duel stands still meanwhile."""
    last = duel.said[-1]
    state.contests += 1
    duel.open = False
    duel.left = max(1, duel.until - state.now)
    duel.until = state.now + CONTEST
    duel.case = Case(
        number=state.contests,
        by=seat,
        poet=last.seat,
        word=last.heard.word,
        same=last.heard.same,
        proposed=last.heard.verdicts[0] != "no",
        judges=tuple(judges(state, duel)),
        votes={},
    )
    if seat in duel.case.judges:
        duel.case.votes[seat] = not last.rhymes
    return [Told(Contested(seat, last.seat, 0))]


def judge(case: Case, seat: Seat, good: bool) -> Tell:
    case.votes[seat] = good
    return [Told(Judged(seat, case.number, case.poet, good))]


def settle_if_complete(state: State, duel: Duel, luck: Luck) -> Tell:
    case = duel.case
    if case is None or len(case.votes) < len(case.judges):
        return []
    return settle(state, duel, case, luck)


def settle(state: State, duel: Duel, case: Case, luck: Luck) -> Tell:
    """A sentence that was not heard counts after all, or one that was is taken back."""
    good, last = case.rhymes, duel.said[-1]
    duel.case, duel.settled = None, case
    duel.until = state.now + duel.left
    told: Tell = [Told(Settled(case.number, case.poet, good))]
    if good == last.rhymes:
        return told
    duel.said[-1] = Sentence(last.seat, last.words, last.heard, good)
    if good:
        _remember(state, duel, case)
        return told + _count(state, duel, luck)
    duel.counts[last.seat] -= 1
    _pass_to(state, duel, last.seat)
    return told


def _remember(state: State, duel: Duel, case: Case) -> None:
    if state.options.judge == "auto":
        sound = deck.card(state, duel.card).sound
        state.accepted.append(Accepted(case.word, case.same, sound))
