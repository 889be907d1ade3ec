"""Cyrano: quatrains to imposed rhymes; original words lift the lover, shared taste brings the
belle down, and whoever lets them meet wins. CY1 to CY32 number the rulings that RULES tells.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from salon.core.capabilities import (
    Askable,
    Award,
    Countable,
    Hideable,
    Keeping,
    Moment,
    Prepared,
    Rewarding,
    Shareable,
    SideBySide,
    Thinning,
    Timed,
)
from salon.core.contract import Game, Result, Seat, Told
from salon.core.keepsakes import Verse
from salon.core.luck import Luck
from salon.games.cyrano import (
    answers,
    at_duel,
    at_recital,
    at_tie,
    at_vote,
    awards,
    contests,
    deck,
    doubts,
    duel,
    evening,
    keepsakes,
    pages,
    sight,
    tower,
    words,
    worlds,
)
from salon.games.cyrano.model import (
    FULL,
    Blank,
    Bow,
    Contest,
    Doubt,
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
    page_id,
)
from salon.games.cyrano.referee import check
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
    Thinning[State],
    Rewarding[State, Event],
    Keeping[State],
    Countable[State],
):
    name = "cyrano"
    version = 4
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
                return at_recital.moves(state, seat)
            case "vote":
                return [] if seat in state.votes else at_vote.moves(state)
            case "tie":
                return at_tie.moves(state, seat)
            case "duel":
                assert state.duel is not None
                return at_duel.moves(state, state.duel, seat)
            case "over":
                return []

    def awaited(self, state: State) -> frozenset[Seat]:
        match state.phase:
            case "writing":
                return frozenset(evening.writers(state))
            case "recital":
                return at_recital.awaited(state)
            case "vote":
                return frozenset(range(len(state.players))) - state.votes.keys()
            case "tie":
                return at_tie.awaited(state)
            case "duel":
                assert state.duel is not None
                return at_duel.awaited(state.duel)
            case "over":
                return NOBODY

    def is_open(self, state: State) -> bool:
        """Poems and duels are for everybody's ears; drafts, votes and answers are not."""
        return state.phase in ("recital", "duel", "over")

    def contenders(self, state: State) -> frozenset[Seat]:
        """In a duel those who still stand; who is out of it, or was not tied, looks on."""
        return frozenset(state.duel.alive if state.duel else range(len(state.players)))

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
                return at_recital.go_on(state, seat, move)
            case Contest():
                return at_recital.contest(state, seat, move)
            case Judge():
                return _judge(state, seat, move, luck)
            case Ready():
                return at_recital.ready(state, seat, move, luck)
            case Vote():
                return at_vote.vote(state, seat, move, luck)
            case Share():
                return at_tie.share(state, seat, move, luck)
            case Bow():
                return at_tie.bow(state, seat)
            case Say() | Blank() | Doubt():
                return at_duel.play(state, seat, move, luck)

    def clock(self, state: State) -> int | None:
        return state.duel.until if state.phase == "duel" and state.duel else state.until

    def tick(self, state: State, luck: Luck) -> Tell:
        match state.phase:
            case "writing":
                return evening.ring(state)
            case "recital":
                return at_recital.time_is_up(state, luck)
            case "duel":
                assert state.duel is not None
                return at_duel.time_is_up(state, state.duel, luck)
            case _:
                return []

    def view(self, state: State, seat: Seat | None) -> View:
        return sight.look(state, seat)

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        return worlds.imagine(view, seat, luck)

    def result(self, state: State) -> Result | None:
        if state.reason is None:
            return None
        scores = tuple(tower.reached(state.options, one, state.reason) for one in state.players)
        return Result(tuple(state.winners), scores, state.reason)

    def answer(self, state: State, seat: Seat, question: Question) -> Reply:
        return answers.answer(state, seat, question)

    def hide(self, state: State, seat: Seat | None, page: str) -> Tell:
        """Its text is gone from everything that is shown; the marks it brought remain."""
        found = [one for one in pages.shown(state) if page_id(*one) == page]
        check(bool(found), "no_such_page")
        round, poet = found[0]
        check(seat in (None, poet), "not_your_poem")
        check(page not in state.hidden, "hidden_already")
        state.hidden.append(page)
        if round == state.round and poet in state.poems:
            pages.unwrite(state, poet)
            evening.go_on(state)
        pages.tear_out(state, round, poet)
        return [Told(Hidden(round, poet, seat))]

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        return awards.awards(story)

    def keepsakes(self, state: State) -> Iterator[Verse]:
        return keepsakes.poems(state)

    def flaw(self, state: State) -> str | None:
        every = sorted([*state.deck, *state.used, *state.cards])
        if every != list(range(len(deck.cards(state.options.language)))):
            return f"cards were lost or born: {every}"
        return None


def _hand_in(state: State, seat: Seat, move: HandIn) -> Tell:
    check(state.phase == "writing" and move.round == state.round, "not_now")
    check(seat not in state.poems, "handed_in_already")
    check(len(move.heard) == FULL, "not_now")
    return evening.hand_in(state, seat, move)


def _judge(state: State, seat: Seat, move: Judge, luck: Luck) -> Tell:
    fight = state.duel
    cases = [fight.case] if fight and fight.case else state.cases
    found = [case for case in cases if case.number == move.contest]
    check(bool(found), "settled_already")
    check(seat in found[0].judges, "not_a_judge")
    check(seat not in found[0].votes, "judged_already")
    if fight:
        told = doubts.judge(found[0], seat, move.rhymes)
        return told + doubts.settle_if_complete(state, fight, luck) + at_duel.end(state, fight)
    told = contests.vote(state, found[0], seat, move.rhymes)
    evening.go_on(state)
    return told


game = Cyrano()
