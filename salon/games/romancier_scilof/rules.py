"""Romancier Scilof: write to everybody at once until your letters are all of one value.

There are no turns: whoever can act may act, and every move is judged by what it means when it
arrives. What the rulebook leaves open is decided in RULES.
"""

from collections.abc import Iterable, Iterator, Sequence

from salon.core.capabilities import (
    Award,
    Countable,
    Entangled,
    Finishing,
    Joinable,
    Keeping,
    Leavable,
    Moment,
    Multilingual,
    Retelling,
    Rewarding,
    Teamed,
    Timed,
)
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.keepsakes import Tale
from salon.core.luck import Luck
from salon.games.romancier_scilof import (
    abandon,
    awards,
    book,
    communes,
    keepsakes,
    office,
    sight,
    worlds,
)
from salon.games.romancier_scilof.model import (
    CHIME,
    LETTERS,
    MOST,
    OWN,
    RECALL,
    SEATS,
    STALE,
    Accept,
    Commune,
    Decline,
    Discard,
    Event,
    Invite,
    Move,
    Options,
    Post,
    Recall,
    Refuse,
    Reply,
    State,
    Story,
    TakeSide,
    Tally,
    Team,
    TookSide,
    View,
    Withdraw,
    ends,
    way,
)
from salon.games.romancier_scilof.office import delay, home, mail_of, surplus

NOBODY: frozenset[Seat] = frozenset()
TEAMS: tuple[Team, ...] = (1, 2, 3, 4)
Teams = tuple[tuple[Seat, ...], ...]

# Moves are made once and for all: at a full table a seat has a hundred of them.
POSTS = {letter: [Post(letter, to) for to in range(SEATS)] for letter in LETTERS}
REPLIES = {letter: [Reply(to, letter) for to in range(SEATS)] for letter in LETTERS}
REFUSALS = [Refuse(to) for to in range(SEATS)]
RECALLS = [Recall(to) for to in range(SEATS)]


class RomancierScilof(
    Game[State, Move, Event, View, Options],
    Timed[State, Event],
    Joinable[State, Event],
    Leavable[State, Event],
    Retelling[State],
    Teamed[Options],
    Rewarding[State, Event],
    Keeping[State],
    Multilingual,
    Countable[State],
    Entangled[State],
    Finishing[State],
):
    name = "romancier_scilof"
    version = 2
    seats = range(2, MOST + 1)

    def start(self, options: Options, seats: int, luck: Luck) -> State:  # noqa: ARG002
        return communes.settle_down(options, seats)

    def teams(self, options: Options, seats: int) -> Teams:
        return (tuple(range(0, seats, 2)), tuple(range(1, seats, 2))) if options.teams else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        player = state.players[seat]
        if player.left or player.commune is None or player.closer:
            return ()
        phase = state.communes[player.commune].phase
        if phase == "paused":
            return [Discard(letter) for letter in player.hand] if surplus(state, seat) > 0 else ()
        if phase == "over":
            return ()
        mail = [*_letters_out(state, seat)] if phase == "open" else []
        mail += _answers(state, seat, may_refuse=phase == "open" or not player.hand)
        mail += [RECALLS[to] for to in _recallable(state, seat)]
        return (
            mail + _among_communes(state, seat) + _sides(state, seat) if phase == "open" else mail
        )

    def awaited(self, state: State) -> frozenset[Seat]:
        """Who has mail, or has to choose surplus letters. Nobody outside may know of a commune
        who has mail in it: while there are several, the clock alone is waited for."""
        if len(state.communes) > 1:
            return NOBODY
        phase, players = state.communes[0].phase, state.players
        if phase == "paused":
            return frozenset(s for s in state.communes[0].members if surplus(state, s) > 0)
        return frozenset([to for one in state.office if not players[to := one % SEATS].left])

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        _check_may_act(state, seat, move)
        if type(move) is Post:  # `isinstance` is slow to say no
            story = _post(state, seat, move)
        elif type(move) is Reply:
            story = _reply(state, seat, move)
        elif type(move) is Refuse:
            story = _refuse(state, seat, move)
        elif type(move) is Recall:
            story = _recall(state, seat, move)
        elif type(move) is Discard:
            story = _discard(state, seat, move, luck)
        elif type(move) is TakeSide:
            story = _take_side(state, seat, move)
        else:
            story = _answer_invitation(state, seat, move)
        return story + _write_down(state, seat)

    def clock(self, state: State) -> int | None:
        if sight.is_over(state):
            return None
        if len(state.communes) > 1:
            return state.chimed + delay(state, CHIME)
        return min(_deadlines(state))

    def tick(self, state: State, luck: Luck) -> Story:
        state.chimed = state.now
        for mail in state.office.values():
            if mail.recall_at <= state.now:
                mail.recallable = True
        story = communes.expire(state)
        for at in range(len(state.communes)):
            story += _pass_time(state, at, luck)
        return story + _tidy(state)

    def join(self, state: State, luck: Luck) -> Story:  # noqa: ARG002
        story = communes.join(state)
        return story + _write_down(state, len(state.players) - 1)

    def leave(self, state: State, seat: Seat, luck: Luck) -> Story:
        story = abandon.leave(state, seat, luck) if state.options.abandon else []
        return story + _write_down(state, seat)

    def gone(self, state: State) -> frozenset[Seat]:
        return frozenset(s for s, player in enumerate(state.players) if player.left)

    def view(self, state: State, seat: Seat | None) -> View:
        return sight.look(state, seat)

    def retell(self, state: State) -> View:
        return sight.look_at_all(state)

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        return worlds.imagine(view, seat, luck)

    def result(self, state: State) -> Result | None:
        if not sight.is_over(state):
            return None
        won = [player.closer and not player.left for player in state.players]
        winners = tuple(seat for seat, one in enumerate(won) if one)
        reason = "complete" if winners else "nobody"
        return Result(winners, tuple(map(int, won)), reason, _teams(state))

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        return awards.awards(story)

    def keepsakes(self, state: State) -> Iterator[Tale]:
        return keepsakes.tales(state)

    def in_language(self, text: str, language: str) -> str:
        return book.in_language(text, language)

    def flaw(self, state: State) -> str | None:
        return next(_flaws(state), None)

    def pending(self, state: State) -> list[tuple[Seat, ...]]:
        return [(one.inviter, one.invitee) for one in state.invitations]

    def done(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat in range(len(state.players)) if _is_done(state, seat))


# What a seat may do.


def _is_done(state: State, seat: Seat) -> bool:
    """Has left, or its commune has ended."""
    player = state.players[seat]
    return player.left or player.commune is None or state.communes[player.commune].phase == "over"


def _letters_out(state: State, seat: Seat) -> Iterator[Move]:
    hand, sent = state.players[seat].hand, state.office
    for to in state.communes[home(state, seat)].members:
        if to != seat and way(seat, to) not in sent:
            for letter in hand:
                yield POSTS[letter][to]


def _answers(state: State, seat: Seat, *, may_refuse: bool) -> list[Move]:
    hand = state.players[seat].hand
    found: list[Move] = []
    for one in state.office:
        sender, to = ends(one)
        if to == seat:
            found += [REPLIES[letter][sender] for letter in hand]
            if may_refuse:
                found.append(REFUSALS[sender])
    return found


def _recallable(state: State, seat: Seat) -> list[Seat]:
    return [
        one % SEATS
        for one, mail in state.office.items()
        if mail.recallable and one // SEATS == seat
    ]


def _among_communes(state: State, seat: Seat) -> list[Move]:
    if len(state.communes) == 1:
        return []
    found: list[Move] = [Invite(other) for other in communes.invitees(state, seat)]
    found += [Withdraw()] if any(one.inviter == seat for one in state.invitations) else []
    found += [Accept(inviter) for inviter in communes.acceptable(state, seat)]
    found += [Decline(one.inviter) for one in state.invitations if one.invitee == seat]
    return found


def _sides(state: State, seat: Seat) -> list[Move]:
    player = state.players[seat]
    if not state.options.teams or player.has_side:
        return []
    return [TakeSide(team) for team in TEAMS]


# Judging what it means now.


def _check_may_act(state: State, seat: Seat, move: Move) -> None:
    player = state.players[seat]
    if player.left or player.commune is None:
        raise Illegal("you_left")
    phase = state.communes[player.commune].phase
    if phase == "over":
        raise Illegal("over")
    if player.closer:
        raise Illegal("you_are_complete")
    if phase == "paused" and type(move) is not Discard:
        raise Illegal("paused")
    if phase == "closed" and type(move) not in (Reply, Refuse, Recall):
        raise Illegal("office_closed")


def _post(state: State, seat: Seat, move: Post) -> Story:
    _check_in_hand(state, seat, move.letter)
    if move.to == seat or move.to not in state.communes[home(state, seat)].members:
        raise Illegal("not_in_your_commune")
    if way(seat, move.to) in state.office:
        raise Illegal("envelope_out", seat=move.to)
    return office.post(state, seat, move, state.now + delay(state, RECALL))


def _reply(state: State, seat: Seat, move: Reply) -> Story:
    _check_mail(state, move.to, seat)
    _check_in_hand(state, seat, move.letter)
    story = office.reply(state, seat, move.to, move.letter, move.words)
    return story + office.settle(state, home(state, seat), [seat, move.to])


def _refuse(state: State, seat: Seat, move: Refuse) -> Story:
    _check_mail(state, move.to, seat)
    at = home(state, seat)
    if state.communes[at].phase == "closed" and state.players[seat].hand:
        raise Illegal("must_answer", seat=move.to)
    return office.refuse(state, seat, move.to) + office.settle(state, at, [move.to])


def _recall(state: State, seat: Seat, move: Recall) -> Story:
    _check_mail(state, seat, move.to, mine=True)
    if not state.office[way(seat, move.to)].recallable:
        raise Illegal("too_early", seat=move.to)
    return office.recall(state, seat, move.to) + office.settle(state, home(state, seat), [seat])


def _check_in_hand(state: State, seat: Seat, letter: str) -> None:
    if letter not in state.players[seat].hand:
        raise Illegal("not_in_hand", letter=letter)


def _check_mail(state: State, sender: Seat, to: Seat, *, mine: bool = False) -> None:
    if sender not in range(SEATS) or to not in range(SEATS):
        raise Illegal("no_mail")
    if way(sender, to) in state.office:
        return
    fate = state.tallies.get(way(sender, to), Tally()).fate
    raise Illegal(f"{fate}_already" if fate else "no_mail", seat=to if mine else sender)


def _discard(state: State, seat: Seat, move: Discard, luck: Luck) -> Story:
    if surplus(state, seat) <= 0 or state.communes[home(state, seat)].phase != "paused":
        raise Illegal("no_surplus")
    _check_in_hand(state, seat, move.letter)
    return abandon.discard(state, seat, move.letter, luck)


def _take_side(state: State, seat: Seat, move: TakeSide) -> Story:
    if move not in _sides(state, seat):
        raise Illegal("no_side")
    state.players[seat].team, state.players[seat].has_side = move.team, True
    return [Told(TookSide(seat, move.team))]


def _answer_invitation(state: State, seat: Seat, move: Move) -> Story:
    if move not in _among_communes(state, seat):
        raise Illegal("no_invitation")
    if isinstance(move, Invite):
        return communes.invite(state, seat, move.seat)
    if isinstance(move, Accept):
        return communes.merge(state, seat, move.inviter)
    if isinstance(move, Decline):
        return communes.decline(state, seat, move.inviter)
    return communes.withdraw(state, seat)


def _teams(state: State) -> Teams:
    if not state.options.teams:
        return ()
    sides = [
        tuple(seat for seat, player in enumerate(state.players) if player.team == team)
        for team in TEAMS
    ]
    return tuple(side for side in sides if side)


# What follows from whatever is done.


def _write_down(state: State, seat: Seat) -> Story:
    """Whatever people do takes a line in the ledger of their office."""
    at = state.players[seat].commune
    if at is not None:
        state.communes[at].ledger = max(0, state.communes[at].ledger - 1)
    return _tidy(state)


def _tidy(state: State) -> Story:
    """Full ledgers close their offices, and what refers to something ended ends with it."""
    return office.close_full(state) + communes.lapse(state)


# What time does.


def _deadlines(state: State) -> Iterator[int]:
    """Of a table with one commune."""
    commune = state.communes[0]
    yield sight.closing_time(state) if commune.until is None else commune.until
    for mail in state.office.values():
        if not mail.recallable:
            yield mail.recall_at
        elif state.chimed < (stale := mail.recall_at + delay(state, STALE)):
            yield stale


def _pass_time(state: State, at: int, luck: Luck) -> Story:
    commune = state.communes[at]
    story: Story = []
    if commune.phase == "paused" and _is_up(state, commune):
        story += abandon.discard_for_all(state, at, luck)
    if commune.phase == "closed" and _is_up(state, commune):
        story += office.answer_all(state, at, luck)
    if commune.phase == "open" and sight.closing_time(state) <= state.now:
        story += office.close(state, at)
        story += office.settle(state, at, [])
    return story


def _is_up(state: State, commune: Commune) -> bool:
    return commune.until is not None and commune.until <= state.now


# What must add up.


def _flaws(state: State) -> Iterator[str]:
    letters = [place.letter for place in sight.places(state)]
    if len(set(letters)) != len(letters):
        yield "a letter is in two places"
    for at, commune in enumerate(state.communes):
        if len(commune.members) >= office.FEWEST:
            yield from _flaws_of(state, at)
    if not all(communes.stands(state, one) for one in state.invitations):
        yield "an invitation outlives what it was for"
    for one in state.office:
        sender, to = ends(one)
        if state.players[sender].commune is None or state.players[to].commune is None:
            yield "there is mail of somebody who has left"
        if state.players[to].closer:
            yield "there is mail to somebody whose hand is complete"


def _flaws_of(state: State, at: int) -> Iterator[str]:
    commune = state.communes[at]
    numbers = [state.players[seat].number for seat in commune.members]
    wanted = {letter for number in numbers for letter in OWN[number][: commune.size]}
    there = {letter for seat in commune.members for letter in state.players[seat].hand}
    there |= {state.office[one].letter for one in mail_of(state, at)} | set(commune.basket)
    wanted |= set(office.strays(state, at)) if commune.phase == "paused" else set()
    if there != wanted:
        yield f"letters were lost or born: {sorted(there ^ wanted)}"
    if commune.phase == "open" and commune.ledger == 0:
        yield "an office is open though its ledger is full"
    for seat in commune.members:
        player = state.players[seat]
        if commune.phase != "paused" and surplus(state, seat):
            yield f"seat {seat} does not have {commune.size} letters"
        if commune.phase != "paused" and office.is_complete(commune, player.hand) != player.closer:
            yield f"seat {seat} is complete, or called so"
        if player.hand != sorted(player.hand):
            yield f"the hand of seat {seat} is not sorted"


game = RomancierScilof()
