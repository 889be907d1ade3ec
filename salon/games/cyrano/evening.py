"""The course of a round: write, recite, count the words nobody else had, vote, check.

It always ends: everybody hands in, votes and answers once in a round, each poem is laid open once,
each word is contested once, and after a contest everybody is ready once more; and rounds are few.
"""

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import contests, deck, duel, pages, tower, words
from salon.games.cyrano.model import (
    LAST_TWO,
    LEISURE,
    NO_LINES,
    NOTHING,
    READY,
    RECITAL,
    SHEET,
    WHOLE,
    AllRead,
    Bell,
    Climbed,
    Drawn,
    Gain,
    HandedIn,
    HandIn,
    LastTwo,
    NoVote,
    Poem,
    Reason,
    Recites,
    Revealed,
    Shared,
    State,
    Tell,
    Tied,
    Won,
    seal,
)

# Writing


def new_round(state: State, luck: Luck) -> Tell:
    state.round += 1
    state.phase, state.recited = "writing", 0
    state.poems, state.settled = {}, []
    deck.deal(state, luck)
    state.until = _bell(state) if state.options.timer == "three_minutes" else None
    first, second = deck.rhymes(state)
    return [Told(Drawn(state.round, deck.theme(state), (first.rhyme, second.rhyme)))]


def _bell(state: State) -> int:
    return state.now + WHOLE + (SHEET if state.round > 1 else 0)


def writers(state: State) -> list[Seat]:
    """Who is still writing."""
    return [seat for seat in range(len(state.players)) if seat not in state.poems]


def hand_in(state: State, seat: Seat, move: HandIn) -> Tell:
    title, first, second, third, fourth = map(words.clean, (move.title, *move.lines))
    state.poems[seat] = Poem(title, (first, second, third, fourth), move.heard)
    told: Tell = [Told(HandedIn(seat))]
    left = len(writers(state))
    if left == 0:
        return told + recite(state)
    if left <= 2 and state.options.timer == "last_two" and state.until is None:
        state.until = state.now + LAST_TWO
        told.append(Told(LastTwo()))
    return told


def ring(state: State) -> Tell:
    """Who has not handed in anything has written nothing."""
    for seat in writers(state):
        state.poems[seat] = Poem("", NO_LINES, (words.SILENT,) * len(NO_LINES))
    return [Told(Bell()), *recite(state)]


# Recital


def recite(state: State) -> Tell:
    """The next poem is laid open."""
    state.phase, state.ready = "recital", []
    poet = words.recital(state)[state.recited]
    state.recited += 1
    state.until = state.now + _reading_time(state, poet)
    poem = seal(pages.show(state, poet, words.users(state)))
    return [Told(Recites(poet, poem)), *contests.open_guesses(state, poet)]


def _reading_time(state: State, poet: Seat) -> int:
    return RECITAL if words.is_eligible(state.poems[poet]) else NOTHING


def poet(state: State) -> Seat | None:
    """Who recites; None: all have."""
    if state.phase != "recital" or _all_recited(state):
        return None
    return words.recital(state)[state.recited - 1]


def _all_recited(state: State) -> bool:
    """And the last poet has finished."""
    return state.recited > len(state.players)


def leave_to_others(state: State, poet: Seat) -> None:
    """The poem goes on when all want it, and soon by itself."""
    state.ready.append(poet)
    state.until = state.now + LEISURE


def hear_enough(state: State, seat: Seat) -> Tell:
    state.ready.append(seat)
    return end_poem(state) if len(state.ready) == len(state.players) else []


def end_poem(state: State) -> Tell:
    if state.recited < len(state.players):
        return recite(state)
    state.recited, state.ready = state.recited + 1, []
    state.until = state.now + READY
    return [Told(AllRead())]


def go_on(state: State) -> None:
    """After a contest the poem, or the pause after the last one, gets its time again."""
    if state.phase == "recital" and not state.cases:
        reciting = poet(state)
        state.until = state.now + (READY if reciting is None else _reading_time(state, reciting))


# Originality


def count_words(state: State) -> Tell:
    told: Tell = []
    users = words.users(state)
    state.gains = [Gain(words.scoring(state, seat, users)) for seat in range(len(state.players))]
    for seat in words.recital(state):
        found = state.gains[seat].words
        tower.climb(state, seat, len(found))
        if found:
            told.append(Told(Climbed(seat, len(found), state.players[seat].ladder)))
    state.words += [
        heard.same
        for seat in words.recital(state)
        for heard in state.poems[seat].heard
        if heard.word
    ]
    return told


# Vote


def call_vote(state: State, luck: Luck) -> Tell:
    told = count_words(state)
    state.phase, state.until = "vote", None
    state.ballot = [seat for seat in words.recital(state) if words.is_eligible(state.poems[seat])]
    if state.ballot:
        return told
    return [*told, Told(NoVote()), *check(state, luck)]


def reveal(state: State, luck: Luck) -> Tell:
    told: Tell = []
    for seat in words.recital(state):
        choice = state.votes[seat]
        agreed = sum(vote == choice for vote in state.votes.values()) - 1
        tower.descend(state, seat, agreed)
        line = state.lines.get(seat)
        state.gains[seat] = Gain(state.gains[seat].words, choice, agreed, line)
        told.append(Told(Revealed(seat, choice, agreed, state.players[seat].stairs, line)))
    return told + check(state, luck)


# Check


def check(state: State, luck: Luck) -> Tell:
    pages.keep(state)
    state.votes, state.lines, state.ballot = {}, {}, []
    if state.options.edition == "hearts":
        return _check_hearts(state, luck)
    if found := tower.met(state):
        return _end(state, found, "tower")
    if state.round >= state.options.rounds:
        return _end(state, tower.nearest(state), "rounds")
    return _next_round(state, luck)


def _end(state: State, seats: list[Seat], reason: Reason) -> Tell:
    return win(state, seats, reason) if len(seats) == 1 else _ask(state, seats)


def _check_hearts(state: State, luck: Luck) -> Tell:
    if found := tower.whole_hearts(state):
        return win(state, found, "hearts")
    if state.round >= state.options.rounds:
        return win(state, tower.half_hearts(state), "halves")
    return _next_round(state, luck)


def _next_round(state: State, luck: Luck) -> Tell:
    state.first = (state.first + 1) % len(state.players)
    return new_round(state, luck)


def win(state: State, seats: list[Seat], reason: Reason) -> Tell:
    state.phase, state.until = "over", None
    state.winners, state.reason = sorted(seats), reason
    return [Told(Won(tuple(state.winners), reason))]


# Ties


def _ask(state: State, seats: list[Seat]) -> Tell:
    """Tied winners are asked whether they share (CY21)."""
    state.phase, state.until = "tie", None
    state.tied, state.shares, state.bowed = sorted(seats), {}, []
    return [Told(Tied(tuple(state.tied)))]


def break_tie(state: State, luck: Luck) -> Tell:
    """Shared if one of them would; else the highest floor, else the duel."""
    share = any(state.shares.values())
    told: Tell = [Told(Shared(share))]
    if share:
        return told + win(state, state.tied, "shared")
    best = tower.highest(state, state.tied)
    if len(best) == 1:
        return told + win(state, best, "floor")
    return told + duel.begin(state, best, luck)
