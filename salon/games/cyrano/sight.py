"""What a seat sees."""

from salon.core.contract import Seat
from salon.games.cyrano import deck, evening, tower, turns, words
from salon.games.cyrano.model import Duel, State, apart
from salon.games.cyrano.pages import loved, show
from salon.games.cyrano.views import DuelView, Floors, PoemView, Rhyme, View


def look(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        options=state.options,
        tower=tower.tower(state.options),
        people=_people(state),
        first=state.first,
        round=state.round,
        phase=state.phase,
        until=state.until,
        theme="" if state.duel else deck.theme(state),
        rhymes=() if state.duel else tuple(deck.show(card) for card in deck.rhymes(state)),
        cards=tuple(state.cards),
        used=tuple(state.used),
        handed_in=tuple(sorted(state.poems)),
        mine=None if seat is None else state.poems.get(seat),
        poems=_poems(state),
        reciting=evening.poet(state),
        cases=tuple(apart(case) for case in state.cases),
        contests=state.contests,
        settled=tuple(apart(case) for case in state.settled),
        ready=tuple(state.ready),
        ballot=tuple(state.ballot),
        voted=tuple(sorted(state.votes)),
        vote=None if seat is None else state.votes.get(seat),
        line=None if seat is None else state.lines.get(seat),
        gains=tuple(state.gains),
        loved=loved(state),
        accepted=tuple(state.accepted),
        words=tuple(state.words),
        tied=tuple(state.tied),
        bowed=tuple(state.bowed),
        answered=tuple(sorted(state.shares)),
        share=None if seat is None else state.shares.get(seat),
        duel=None if state.duel is None else _duel(state, state.duel),
        pages=len(state.album),
        hidden=tuple(state.hidden),
        winners=tuple(state.winners),
        reason=state.reason,
    )


def _people(state: State) -> tuple[Floors, ...]:
    checked = state.phase in ("tie", "duel", "over")  # a round after which they meet is the last
    return tuple(tower.floors(state.options, one, checked=checked) for one in state.players)


def _poems(state: State) -> tuple[PoemView, ...]:
    """Those recited this round, in order."""
    users = words.users(state) if state.recited else {}
    return tuple(show(state, poet, users) for poet in words.recited(state))


def _rhyme(state: State, card: int) -> Rhyme:
    return deck.show(deck.card(state, card), examples=False)


def _duel(state: State, duel: Duel) -> DuelView:
    return DuelView(
        alive=tuple(duel.alive),
        turn=duel.turn,
        number=duel.number,
        rhyme=_rhyme(state, duel.card),
        said_in=None if duel.before is None else _rhyme(state, duel.before.card),
        last_word=turns.is_last_word(duel),
        opens=duel.opens,
        until=duel.until,
        counting=duel.counting,
        changed=tuple(duel.changed),
        counts=dict(duel.counts),
        said=tuple(duel.said),
        used=tuple(duel.used),
        before=duel.before,
        case=None if duel.case is None else apart(duel.case),
        settled=None if duel.settled is None else apart(duel.settled),
        left=duel.left,
        fresh=duel.fresh,
    )
