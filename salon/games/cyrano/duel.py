"""The duel: sentence against sentence on one rhyme, until one poet is left (CY23 to CY27).

It always ends, also when no time passes: everybody has a number of sentences, a sentence is
contested once, and between two sentences there are at most three blanks of each duellist. What a
contest brings back (blanks, falls, time) costs a sentence each time.
"""

from salon.core.contract import Illegal, Seat, Told
from salon.core.luck import Luck
from salon.ear import identity
from salon.games.cyrano import deck, doubts, turns, words
from salon.games.cyrano.model import (
    COUNTDOWN,
    INTRODUCTION,
    SAID,
    Counting,
    DrewBlank,
    Duel,
    Duelled,
    Heard,
    Said,
    Say,
    Sentence,
    State,
    Tell,
    seal,
)


def begin(state: State, seats: list[Seat], luck: Luck) -> Tell:
    starter = luck.choice(seats)
    state.phase, state.until = "duel", None
    state.poems, state.recited, state.settled = {}, 0, []
    state.duel = Duel(alive=list(seats), turn=starter, counts=dict.fromkeys(seats, 0))
    told: Tell = [Told(Duelled(tuple(seats), starter))]
    told += turns.new_rhyme(state, state.duel, None, luck)
    state.duel.opens = state.now + INTRODUCTION
    turns.pass_to(state, state.duel, starter)
    return told


def hear(state: State, duel: Duel, line: str) -> Heard:
    return words.hear(state.options, words.clean(line), (deck.card(state, duel.card).sound,))


def rhymes(state: State, duel: Duel, heard: Heard) -> bool:
    """Whether a sentence stands, before anybody contests it."""
    if state.options.judge != "auto":
        return True
    sound = deck.card(state, duel.card).sound
    known = any(one.same == heard.same and one.sound == sound for one in state.accepted)
    return known or heard.verdicts[0] != "no"


def may_say(duel: Duel) -> bool:
    """Not for ever: sentences that were refused or taken back count too."""
    return duel.counts[duel.turn] < turns.MOST


def check_sentence(state: State, duel: Duel, move: Say) -> Heard:
    """Two words at least, the last of them new."""
    tokens = [token for token in words.clean(move.words).split() if any(map(str.isalnum, token))]
    if not may_say(duel):
        raise Illegal("no_more_sentences")
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
    _keep(state, duel, sentence)
    told: Tell = [Told(Said(duel.turn, seal(sentence), good))]
    if good:
        return told + turns.go_on(state, duel, luck)
    return told if heard.sure else told + doubts.contest(state, duel, None)


def _keep(state: State, duel: Duel, sentence: Sentence) -> None:
    """It is the last one now, and the one before can be contested no more."""
    contestable = state.options.judge != "none"
    duel.before = turns.moment(state, duel) if contestable else None
    turns.lay(state, duel, duel.card)
    duel.said = [*duel.said, sentence][-SAID:]
    duel.used.append(sentence.heard.same)
    duel.counts[sentence.seat] += 1


def blank(state: State, duel: Duel, luck: Luck) -> Tell:
    """The first costs nothing but the rhyme, the next starts the countdown, and that falls."""
    seat = duel.turn
    if duel.counting:
        return turns.fall(state, duel, luck)
    told: Tell = [Told(DrewBlank(seat))]
    if seat not in duel.changed:
        duel.changed.append(seat)
        told += turns.new_rhyme(state, duel, seat, luck)
        turns.pass_to(state, duel, seat)
        return told
    turns.pass_to(state, duel, seat, COUNTDOWN)
    duel.counting = True
    return [*told, Told(Counting(seat))]


def time_is_up(state: State, duel: Duel, luck: Luck) -> Tell:
    """Of the judges, of the last word, or of who is on turn."""
    if duel.case is not None:
        return doubts.settle(state, duel, duel.case, luck)
    if turns.is_last_word(duel):
        duel.before = None
        return []
    return blank(state, duel, luck)
