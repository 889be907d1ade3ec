"""Worlds that a view could belong to: poems nobody has read yet, votes, the order of the deck."""

from salon.core.contract import Seat
from salon.core.luck import Luck
from salon.games.cyrano import deck
from salon.games.cyrano.model import (
    FULL,
    Duel,
    Heard,
    Lines,
    Player,
    Poem,
    Round,
    State,
    Verdict,
    apart,
)
from salon.games.cyrano.views import DuelView, PoemView, View

INVENTED = ("lorem", "ipsum", "dolor", "amet", "porta", "vitae", "justo", "massa", "augue", "lacus")
VERDICTS: tuple[Verdict, ...] = ("exact", "near", "no")


def imagine(view: View, seat: Seat | None, luck: Luck) -> State:
    seats = len(view.people)
    return State(
        options=view.options,
        players=[Player(one.ladder, one.stairs) for one in view.people],
        first=view.first,
        round=view.round,
        phase=view.phase,
        until=view.until,
        deck=_deck(view, luck),
        used=list(view.used),
        cards=list(view.cards),
        poems=_poems(view, seat, luck),
        recited=_recited(view, seats),
        cases=[apart(case) for case in view.cases],
        contests=view.contests,
        settled=[apart(case) for case in view.settled],
        ready=list(view.ready),
        gains=list(view.gains),
        ballot=list(view.ballot),
        votes={one: _vote(view, seat, one, luck) for one in view.voted},
        lines={} if seat is None or view.line is None else {seat: view.line},
        accepted=list(view.accepted),
        words=list(view.words),
        tied=list(view.tied),
        bowed=list(view.bowed),
        shares={one: _share(view, seat, one, luck) for one in view.answered},
        duel=None if view.duel is None else _duel(view, view.duel),
        album=[Round(number, "", ("", ""), ()) for number in range(1, view.pages + 1)],
        hidden=list(view.hidden),
        winners=list(view.winners),
        reason=view.reason,
    )


def _deck(view: View, luck: Luck) -> list[int]:
    """All cards that are neither in play nor used, in any order."""
    everything = range(len(deck.cards(view.options.language)))
    cards = [card for card in everything if card not in {*view.cards, *view.used}]
    luck.shuffle(cards)
    return cards


def _recited(view: View, seats: int) -> int:
    """One more when the last poet has finished too."""
    done = len(view.poems) == seats and view.reciting is None
    return len(view.poems) + done


def _vote(view: View, seat: Seat | None, voter: Seat, luck: Luck) -> Seat:
    return luck.choice(view.ballot) if voter != seat or view.vote is None else view.vote


def _share(view: View, seat: Seat | None, asked: Seat, luck: Luck) -> bool:
    return luck.below(2) == 0 if asked != seat or view.share is None else view.share


def _poems(view: View, seat: Seat | None, luck: Luck) -> dict[Seat, Poem]:
    read = {poem.poet: poem for poem in view.poems}
    poems: dict[Seat, Poem] = {}
    for poet in view.handed_in:
        if poet == seat and view.mine is not None:
            poems[poet] = view.mine
        elif poet in read:
            poems[poet] = _read(read[poet])
        else:
            poems[poet] = _unread(view, poet, luck)
    return poems


def _read(poem: PoemView) -> Poem:
    first, second, third, fourth = poem.lines
    lines: Lines = (first.text, second.text, third.text, fourth.text)
    return Poem(poem.title, lines, tuple(line.heard for line in poem.lines))


def _unread(view: View, poet: Seat, luck: Luck) -> Poem:
    """It ends in the words that it is known to share, and in no other that was recited."""
    shared = {
        line.heard.same: line.heard
        for poem in view.poems
        for line in poem.lines
        if poet in line.also
    }
    known = {line.heard.same for poem in view.poems for line in poem.lines}
    others = [word for word in INVENTED if word not in known]
    luck.shuffle(others)
    heard = [*shared.values(), *(_invented(word, luck) for word in others)][:FULL]
    first, second, third, fourth = (f"… {one.word}" for one in heard)
    return Poem(luck.choice(INVENTED), (first, second, third, fourth), tuple(heard))


def _invented(word: str, luck: Luck) -> Heard:
    verdicts = (luck.choice(VERDICTS), luck.choice(VERDICTS))
    return Heard(word, word, source="guess", verdicts=verdicts)


def _duel(view: View, duel: DuelView) -> Duel:
    return Duel(
        alive=list(duel.alive),
        turn=duel.turn,
        number=duel.number,
        card=view.cards[0],
        opens=duel.opens,
        until=duel.until,
        left=duel.left,
        counting=duel.counting,
        changed=list(duel.changed),
        counts=dict(duel.counts),
        used=list(duel.used),
        said=list(duel.said),
        before=duel.before,
        fresh=duel.fresh,
        case=None if duel.case is None else apart(duel.case),
        settled=None if duel.settled is None else apart(duel.settled),
    )
