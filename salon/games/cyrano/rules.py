"""Cyrano: quatrains to imposed rhymes; original words lift the lover, shared taste brings the
belle down, and whoever lets them meet wins. CY1 to CY32 number the rulings that RULES tells.
"""

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from salon.core.capabilities import (
    Askable,
    Countable,
    Hideable,
    Prepared,
    Shareable,
    SideBySide,
    Timed,
)
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck
from salon.games.cyrano import (
    answers,
    contests,
    deck,
    doubts,
    duel,
    evening,
    pages,
    sight,
    tower,
    turns,
    words,
    worlds,
)
from salon.games.cyrano.model import (
    FULL,
    Answered,
    Blank,
    Bow,
    Bowed,
    Case,
    Contest,
    Doubt,
    Duel,
    Event,
    HandIn,
    Hidden,
    Judge,
    Move,
    Next,
    Options,
    Player,
    Ready,
    Say,
    Share,
    State,
    Tell,
    Vote,
    Voted,
    Which,
    page_id,
)
from salon.games.cyrano.views import Question, Reply, View

NOBODY: frozenset[Seat] = frozenset()


class Cyrano(
    Game[State, Move, Event, View, Options],
    Timed[State, Event],
    Prepared[State, Move],
    Askable[State],
    Hideable[State, Event],
    Shareable[State],
    SideBySide,
    Countable[State],
):
    name = "cyrano"
    version = 3
    seats = range(3, 10)
    together = True
    question = Question
    reply = Reply

    def start(self, options: Options, seats: int, luck: Luck) -> State:
        cards = list(range(len(deck.cards(options.language))))
        luck.shuffle(cards)
        players = [Player() for _ in range(seats)]
        state = State(options=options, players=players, first=luck.below(seats), deck=cards)
        evening.new_round(state, luck)
        return state

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        match state.phase:
            case "writing":
                return [HandIn(state.round)] if seat not in state.poems else []
            case "recital":
                return _while_reciting(state, seat)
            case "vote":
                return [] if seat in state.votes else _votes(state)
            case "tie":
                return _answers(state, seat) if seat in _unanswered(state) else []
            case "duel":
                assert state.duel is not None
                return _while_duelling(state, state.duel, seat)
            case "over":
                return []

    def awaited(self, state: State) -> frozenset[Seat]:
        match state.phase:
            case "writing":
                return frozenset(evening.writers(state))
            case "recital":
                return _awaited_in_recital(state)
            case "vote":
                return frozenset(range(len(state.players))) - state.votes.keys()
            case "tie":
                return _undecided_first(state) or _unanswered(state)
            case "duel":
                assert state.duel is not None
                return _awaited_in_duel(state.duel)
            case "over":
                return NOBODY

    def is_open(self, state: State) -> bool:
        """Poems and duels are for everybody's ears; drafts, votes and answers are not."""
        return state.phase in ("recital", "duel", "over")

    def prepare(self, state: State, seat: Seat, move: Move) -> Move:  # noqa: ARG002
        """What the ear hears goes into the log with the poem."""
        match move:
            case HandIn(lines=lines):
                heard = () if state.duel else words.hear_lines(state, lines)
                return replace(move, heard=heard)
            case Say(words=line):
                heard = (duel.hear(state, state.duel, line),) if state.duel else ()
                return replace(move, heard=heard)
            case _:
                return move

    def play(  # noqa: PLR0911
        self, state: State, seat: Seat, move: Move, luck: Luck
    ) -> Tell:
        match move:
            case HandIn():
                return _hand_in(state, seat, move)
            case Next():
                return _next(state, seat, move)
            case Contest():
                return _contest(state, seat, move)
            case Judge():
                return _judge(state, seat, move, luck)
            case Ready():
                return _ready(state, seat, move, luck)
            case Vote():
                return _vote(state, seat, move, luck)
            case Share():
                return _share(state, seat, move, luck)
            case Bow():
                return _bow(state, seat)
            case Say() | Blank() | Doubt():
                return _duel_move(state, seat, move, luck)

    def clock(self, state: State) -> int | None:
        return state.duel.until if state.phase == "duel" and state.duel else state.until

    def tick(self, state: State, luck: Luck) -> Tell:
        match state.phase:
            case "writing":
                return evening.ring(state)
            case "recital":
                return _recital_time(state, luck)
            case "duel":
                assert state.duel is not None
                return _duel_time(state, state.duel, luck)
            case _:
                return []

    def view(self, state: State, seat: Seat | None) -> View:
        return sight.look(state, seat)

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        return worlds.imagine(view, seat, luck)

    def result(self, state: State) -> Result | None:
        if state.reason is None:
            return None
        scores = tuple(
            tower.hearts(state.options, one) or tower.lover(state.options, one)
            for one in state.players
        )
        return Result(tuple(state.winners), scores, state.reason)

    def answer(self, state: State, seat: Seat, question: Question) -> Reply:
        return answers.answer(state, seat, question)

    def hide(self, state: State, seat: Seat | None, page: str) -> Tell:
        """Its text is gone from everything that is shown; the marks it brought remain."""
        found = [one for one in pages.shown(state) if page_id(*one) == page]
        _check(bool(found), "no_such_page")
        round, poet = found[0]
        _check(seat in (None, poet), "not_your_poem")
        _check(page not in state.hidden, "hidden_already")
        state.hidden.append(page)
        if round == state.round and poet in state.poems:
            pages.unwrite(state, poet)
            evening.go_on(state)
        pages.tear_out(state, round, poet)
        return [Told(Hidden(round, poet, seat))]

    def flaw(self, state: State) -> str | None:
        every = sorted([*state.deck, *state.used, *state.cards])
        if every != list(range(len(deck.cards(state.options.language)))):
            return f"cards were lost or born: {every}"
        return None


def _check(true: bool, key: str) -> None:
    if not true:
        raise Illegal(key)


def _hand_in(state: State, seat: Seat, move: HandIn) -> Tell:
    _check(state.phase == "writing" and move.round == state.round, "not_now")
    _check(seat not in state.poems, "handed_in_already")
    _check(len(move.heard) == FULL, "not_now")
    return evening.hand_in(state, seat, move)


# Recital


def _while_reciting(state: State, seat: Seat) -> list[Move]:
    moves: list[Move] = [
        Judge(case.number, rhymes)
        for case in state.cases
        if seat in _undecided(case)
        for rhymes in (True, False)
    ]
    if not state.cases and _may_go_on(state, seat):
        moves.append(Next(state.round, state.recited))
    if not state.cases and _may_be_ready(state, seat):
        moves.append(Ready(state.round))
    return moves + [
        Contest(state.round, place.poet, place.line)
        for place in contests.contestable(state)
        if contests.may_contest(state, seat, place)
    ]


def _may_go_on(state: State, seat: Seat) -> bool:
    """The poet; and where he leaves it to them, each listener once."""
    poet = evening.poet(state)
    return seat == poet or (poet in state.ready and seat not in state.ready)


def _may_be_ready(state: State, seat: Seat) -> bool:
    """After the last poem everybody, before that its poet."""
    return evening.poet(state) in (None, seat) and seat not in state.ready


def _undecided(case: Case) -> frozenset[Seat]:
    return frozenset(case.judges) - case.votes.keys()


def _awaited_in_recital(state: State) -> frozenset[Seat]:
    if state.cases:
        return NOBODY.union(*map(_undecided, state.cases))
    poet = evening.poet(state)
    if poet is None or len(state.ready) > 1:
        return frozenset(range(len(state.players))) - set(state.ready)
    return frozenset([poet]) - set(state.ready)


def _next(state: State, seat: Seat, move: Next) -> Tell:
    _check(state.phase == "recital" and _may_go_on(state, seat), "not_now")
    _check((move.round, move.poem) == (state.round, state.recited), "not_now")
    _check(not state.cases, "contest_open")
    if seat == evening.poet(state):
        return evening.end_poem(state)
    return evening.hear_enough(state, seat)


def _contest(state: State, seat: Seat, move: Contest) -> Tell:
    _check(state.phase == "recital" and move.round == state.round, "not_now")
    places = {(place.poet, place.line): place for place in contests.contestable(state)}
    place = places.get((move.poet, move.line))
    if place is None or not contests.may_contest(state, seat, place):
        raise Illegal("not_contestable")
    told = contests.open_case(state, seat, move.poet, move.line)
    evening.go_on(state)
    return told


def _judge(state: State, seat: Seat, move: Judge, luck: Luck) -> Tell:
    fight = state.duel
    cases = [fight.case] if fight and fight.case else state.cases
    found = [case for case in cases if case.number == move.contest]
    _check(bool(found), "settled_already")
    _check(seat in found[0].judges, "not_a_judge")
    _check(seat not in found[0].votes, "judged_already")
    if fight:
        told = doubts.judge(found[0], seat, move.rhymes)
        return told + doubts.settle_if_complete(state, fight, luck) + _end_of_duel(state, fight)
    told = contests.vote(state, found[0], seat, move.rhymes)
    evening.go_on(state)
    return told


def _ready(state: State, seat: Seat, move: Ready, luck: Luck) -> Tell:
    _check(state.phase == "recital" and move.round == state.round, "not_now")
    _check(_may_be_ready(state, seat), "not_now")
    _check(not state.cases, "contest_open")
    if evening.poet(state) is not None:
        evening.leave_to_others(state, seat)
        return []
    state.ready.append(seat)
    everybody = len(state.ready) == len(state.players)
    return evening.call_vote(state, luck) if everybody else []


def _recital_time(state: State, luck: Luck) -> Tell:
    """Contests end, or the poet has read long enough, or all are ready."""
    if state.cases:
        told = [one for case in list(state.cases) for one in contests.settle(state, case)]
        evening.go_on(state)
        return told
    if evening.poet(state) is not None:
        return evening.end_poem(state)
    return evening.call_vote(state, luck)


# Vote and tie


def _votes(state: State) -> list[Move]:
    """For each poem, and for each of its lines that one may love most."""
    loving = [
        Vote(state.round, poet, line)
        for poet in state.ballot
        for line in get_args(Which)
        if state.poems[poet].lines[line]
    ]
    return [*(Vote(state.round, poet) for poet in state.ballot), *loving]


def _vote(state: State, seat: Seat, move: Vote, luck: Luck) -> Tell:
    _check(state.phase == "vote" and move.round == state.round, "not_now")
    _check(seat not in state.votes, "voted_already")
    _check(move.poet in state.ballot, "not_on_the_ballot")
    _love(state, seat, move)
    state.votes[seat] = move.poet
    told: Tell = [Told(Voted(seat))]
    everybody = len(state.votes) == len(state.players)
    return told + evening.reveal(state, luck) if everybody else told


def _love(state: State, seat: Seat, move: Vote) -> None:
    """A line that was written, if any."""
    if move.line is not None:
        _check(bool(state.poems[move.poet].lines[move.line]), "no_such_line")
        state.lines[seat] = move.line


def _unanswered(state: State) -> frozenset[Seat]:
    """Of the tied."""
    return frozenset(state.tied) - state.shares.keys()


def _undecided_first(state: State) -> frozenset[Seat]:
    """Whose answers those who have bowed wait for."""
    return _unanswered(state) - set(state.bowed)


def _may_bow(state: State, seat: Seat) -> bool:
    """To somebody who has not bowed as well: so nobody waits for somebody who waits."""
    return len(_undecided_first(state) | {seat}) > 1 and seat not in state.bowed


def _answers(state: State, seat: Seat) -> list[Move]:
    bow: list[Move] = [Bow()] if _may_bow(state, seat) else []
    return [Share(True), Share(False), *bow]


def _bow(state: State, seat: Seat) -> Tell:
    _check(state.phase == "tie" and seat in state.tied, "not_now")
    _check(seat not in state.shares, "answered_already")
    _check(_may_bow(state, seat), "not_now")
    state.bowed.append(seat)
    return [Told(Bowed(seat))]


def _share(state: State, seat: Seat, move: Share, luck: Luck) -> Tell:
    _check(state.phase == "tie" and seat in state.tied, "not_now")
    _check(seat not in state.shares, "answered_already")
    state.shares[seat] = move.share
    told: Tell = [Told(Answered(seat))]
    everybody = len(state.shares) == len(state.tied)
    return told + evening.break_tie(state, luck) if everybody else told


# Duel


def _while_duelling(state: State, fight: Duel, seat: Seat) -> list[Move]:
    if fight.case is not None:
        judging = seat in _undecided(fight.case)
        return [Judge(fight.case.number, rhymes) for rhymes in (True, False)] if judging else []
    moves: list[Move] = []
    if seat == fight.turn and not turns.is_last_word(fight):
        says = [Say(fight.number, _specimen(fight))] if duel.may_say(fight) else []
        moves = [*says, Blank(fight.number)]
    if doubts.may_doubt(state, fight, seat):
        moves.append(Doubt(len(fight.used)))
    return moves


def _awaited_in_duel(fight: Duel) -> frozenset[Seat]:
    if fight.case is not None:
        return _undecided(fight.case)
    return NOBODY if turns.is_last_word(fight) else frozenset([fight.turn])


def _specimen(fight: Duel) -> str:
    """A sentence that nobody has said yet."""
    return f"tra la{len(fight.used)}"


def _duel_move(state: State, seat: Seat, move: Say | Blank | Doubt, luck: Luck) -> Tell:
    fight = state.duel
    _check(state.phase == "duel", "not_now")
    assert fight is not None
    _check(fight.case is None, "not_now")
    if isinstance(move, Doubt):
        return _doubt(state, fight, seat, move, luck)
    _check(move.turn == fight.number and not turns.is_last_word(fight), "not_now")
    _check(seat == fight.turn, "not_your_turn")
    if isinstance(move, Say):
        told = duel.say(state, fight, move, luck)
    else:
        told = duel.blank(state, fight, luck)
    return told + _end_of_duel(state, fight)


def _doubt(state: State, fight: Duel, seat: Seat, move: Doubt, luck: Luck) -> Tell:
    _check(move.sentence == len(fight.used), "not_now")
    _check(doubts.may_doubt(state, fight, seat), "not_contestable")
    told = doubts.contest(state, fight, seat)
    return told + doubts.settle_if_complete(state, fight, luck) + _end_of_duel(state, fight)


def _duel_time(state: State, fight: Duel, luck: Luck) -> Tell:
    return duel.time_is_up(state, fight, luck) + _end_of_duel(state, fight)


def _end_of_duel(state: State, fight: Duel) -> Tell:
    return evening.win(state, fight.alive, "duel") if turns.is_over(fight) else []


game = Cyrano()
