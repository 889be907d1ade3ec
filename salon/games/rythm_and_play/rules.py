"""Rythm and Play: lay notes on a stave in one direction, take the stave when nobody follows, and
pay for new cards in beats. The rulings RP1 to RP26 named here are explained in RULES.
"""

from collections.abc import Iterable, Iterator, Sequence

from salon.core import keepsakes
from salon.core.capabilities import Askable, Award, Countable, Keeping, Moment, Rewarding
from salon.core.contract import Game, Illegal, Result, Seat, Told
from salon.core.luck import Luck
from salon.games.rythm_and_play.awards import awards_in
from salon.games.rythm_and_play.keepsakes import melodies
from salon.games.rythm_and_play.model import (
    BEATS,
    CARDS,
    COMPOSE,
    COPIES,
    DEAL,
    DISCARD,
    LIMIT,
    MOST,
    PASS,
    PICK_UP,
    RYTHMS,
    SIDE,
    TAKE,
    TONALITIES,
    TOP,
    Card,
    Compose,
    Composed,
    Discard,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchange,
    Exchanged,
    Melody,
    Move,
    Options,
    Passed,
    Pay,
    Payment,
    PickedUp,
    PickUp,
    Player,
    SetTonality,
    State,
    Take,
    Tell,
    ToneSet,
    Took,
    TookBeats,
    View,
    cards_of,
    draw,
    empty_handed,
    exchanges,
    half_beats,
    paid,
)
from salon.games.rythm_and_play.sight import offer, score, view
from salon.games.rythm_and_play.stave import fitting, last_note_is_due, must_answer
from salon.games.rythm_and_play.worlds import imagine


class RythmAndPlay(
    Game[State, Move, Event, View, Options],
    Askable[State],
    Rewarding[State, Event],
    Keeping[State],
    Countable[State],
):
    name = "rythm_and_play"
    version = 1
    seats = range(2, 7)
    question = Pay
    reply = Payment

    def start(self, options: Options, seats: int, luck: Luck) -> State:
        play = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
        rythm = [kind for kind, copies in enumerate(RYTHMS) for _ in range(copies)]
        luck.shuffle(play)
        luck.shuffle(rythm)
        players = [empty_handed() for _ in range(seats)]
        final = options.final_stave == "on" or (options.final_stave == "auto" and seats == 2)
        state = State(
            final=final,
            players=players,
            play_stack=play,
            rythm_stack=rythm,
            turn=luck.below(seats),
        )
        for player in players:
            draw(state, player, DEAL)
            player.rythm[state.rythm_stack.pop()] += 1
        return state

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != actor(state):
            return ()
        if state.phase == "turn":
            return _turn_moves(state, seat)
        if state.phase == "discard":
            return [DISCARD[card] for card in CARDS if state.players[seat].play[card]]
        return TONALITIES if state.phase == "tonality" else ()

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.phase == "over" else frozenset((actor(state),))

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Tell:
        if seat != actor(state):
            raise Illegal("not_your_turn")
        if type(move) is SetTonality:
            return _set_tonality(state, seat, move)
        if type(move) is Discard:
            return _discard(state, seat, move)
        if state.phase != "turn":
            raise Illegal("discard_first" if state.phase == "discard" else "tonality_first")
        return _act(state, seat, move, luck)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        return imagine(view, seat, luck)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        scores = [score(player).half_points for player in state.players]
        best = [seat for seat, points in enumerate(scores) if points == max(scores)]
        fewest = min(sum(state.players[seat].rythm) for seat in best)
        winners = tuple(seat for seat in best if sum(state.players[seat].rythm) == fewest)
        reason = "points" if len(best) == 1 else "fewest_rythm" if len(winners) == 1 else "shared"
        return Result(winners, tuple(scores), reason)

    def answer(self, state: State, seat: Seat, question: Pay) -> Payment:
        return offer(state, seat, question)

    def awards(self, story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
        return awards_in(story)

    def keepsakes(self, state: State) -> Iterator[keepsakes.Melody]:
        return melodies(state)

    def flaw(self, state: State) -> str | None:
        play = [*state.play_stack, *state.stave]
        rythm = list(state.rythm_stack)
        for kind, count in enumerate(state.rythm_discard):
            rythm += [kind] * count
        for player in state.players:
            play += [*cards_of(player.play), *player.captured, *player.face_up]
            rythm += cards_of(player.rythm)
        if tuple(map(play.count, range(len(COPIES)))) != COPIES:
            return f"PLAY cards were lost or born: {sorted(play)}"
        if tuple(map(rythm.count, range(len(RYTHMS)))) != RYTHMS:
            return f"RYTHM cards were lost or born: {sorted(rythm)}"
        return None


def actor(state: State) -> Seat:
    """Whose turn it is; the right neighbour of the first player chooses the tonality (RP25)."""
    if state.phase == "tonality":
        return (state.turn - 1) % len(state.players)
    return state.turn


# What may be done


def _turn_moves(state: State, seat: Seat) -> list[Move]:
    player = state.players[seat]
    moves: list[Move] = [COMPOSE[card] for card in fitting(state) if player.play[card]]
    if must_answer(state, seat):
        return [*moves, PICK_UP]
    if last_note_is_due(state):
        return moves or [PASS]
    if state.play_stack:
        moves += exchanges(tuple(player.rythm))
    if _may_take(state, player):
        moves.append(TAKE)
    return moves or [PASS]


def _may_take(state: State, player: Player) -> bool:
    if not state.rythm_stack and not any(state.rythm_discard):
        return False
    return any(player.play) or sum(player.rythm) < LIMIT


# What it does


def _set_tonality(state: State, seat: Seat, move: SetTonality) -> Tell:
    if state.phase != "tonality":
        raise Illegal("tonality_set")
    state.tonality = move.tonality
    state.phase = "turn"
    return [Told(ToneSet(seat, move.tonality))]


def _act(state: State, seat: Seat, move: Move, luck: Luck) -> Tell:
    """One thing a turn (RP6)."""
    if type(move) is Compose:
        return _compose(state, seat, move.card)
    if type(move) is PickUp:
        return _pick_up(state, seat)
    if type(move) is Take:
        return _take(state, seat, luck)
    if type(move) is Exchange:
        return _exchange(state, seat, move)
    return _pass(state, seat)


def _compose(state: State, seat: Seat, card: Card) -> Tell:
    player = state.players[seat]
    if not player.play[card]:
        raise Illegal("not_in_hand")
    if card not in fitting(state):
        raise Illegal(_misfit(state, card))
    player.play[card] -= 1
    state.stave.append(card)
    state.composer = seat
    if card > TOP:
        state.tonality = SIDE[card]
    return [Told(Composed(seat, card)), *_end_turn(state)]


def _misfit(state: State, card: Card) -> str:
    """Why a card cannot be laid."""
    if card > TOP:
        return "change_after_change" if state.stave else "change_first"
    return "not_higher" if state.tonality == "sharp" else "not_lower"


def _pick_up(state: State, seat: Seat) -> Tell:
    if not must_answer(state, seat):
        raise Illegal("not_your_stave" if state.stave else "no_stave")
    cards = tuple(state.stave)
    state.players[seat].captured += cards
    if state.longest is None or len(cards) > len(state.longest.cards):
        state.longest = Melody(seat, cards)
    state.stave, state.composer = [], None
    told: Tell = [Told(PickedUp(seat, cards))]  # type: ignore[arg-type]
    if state.final and not state.play_stack:
        return told + _end(state)
    return told + _end_turn(state)


def _exchange(state: State, seat: Seat, move: Exchange) -> Tell:
    _check_free(state, seat)
    player, cards = state.players[seat], paid(move)
    if not state.play_stack:
        raise Illegal("play_stack_empty")
    if any(not 0 <= count <= held for count, held in zip(cards, player.rythm, strict=True)):
        raise Illegal("not_in_hand")
    beats = half_beats(cards)
    if beats % 2 or not 0 < beats <= 2 * MOST:
        raise Illegal("whole_beats")
    for kind, count in enumerate(cards):
        player.rythm[kind] -= count
        state.rythm_discard[kind] += count
    drawn = draw(state, player, beats // 2)
    told: Tell = [
        Told(Exchanged(seat, *cards, len(drawn))),
        Told(Drew(drawn), frozenset((seat,))),  # type: ignore[arg-type]
    ]
    return told + _after_drawing(state, player)


def _take(state: State, seat: Seat, luck: Luck) -> Tell:
    _check_free(state, seat)
    player = state.players[seat]
    if not _may_take(state, player):
        raise Illegal("hand_full" if state.rythm_stack or any(state.rythm_discard) else "no_rythm")
    shuffled = not state.rythm_stack
    if shuffled:
        state.rythm_stack = list(cards_of(state.rythm_discard))
        luck.shuffle(state.rythm_stack)
        state.rythm_discard = [0] * len(RYTHMS)
    kind = state.rythm_stack.pop()
    player.rythm[kind] += 1
    told: Tell = [
        Told(Took(seat, shuffled)),
        Told(TookBeats(BEATS[kind]), frozenset((seat,))),
    ]
    return told + _after_drawing(state, player)


def _check_free(state: State, seat: Seat) -> None:
    if must_answer(state, seat):
        raise Illegal("compose_or_pick_up")
    if last_note_is_due(state):
        raise Illegal("last_stave")


def _after_drawing(state: State, player: Player) -> Tell:
    if sum(player.play) + sum(player.rythm) > LIMIT:
        state.phase = "discard"
        return []
    return _end_turn(state)


def _discard(state: State, seat: Seat, move: Discard) -> Tell:
    player = state.players[seat]
    if state.phase != "discard":
        raise Illegal("no_surplus")
    if not player.play[move.card]:
        raise Illegal("not_in_hand")
    player.play[move.card] -= 1
    player.face_up.append(move.card)
    state.phase = "turn"
    return [Told(Discarded(seat, move.card)), *_after_drawing(state, player)]


def _pass(state: State, seat: Seat) -> Tell:
    if _turn_moves(state, seat) != [PASS]:
        raise Illegal("not_stuck")
    return [Told(Passed(seat)), *_end_turn(state)]


def _end_turn(state: State) -> Tell:
    state.turn = (state.turn + 1) % len(state.players)
    if state.play_stack or state.stave:
        return []
    if state.final and any(any(player.play[1 : TOP + 1]) for player in state.players):
        return []
    return _end(state)


def _end(state: State) -> Tell:
    state.phase = "over"
    return [Told(Ended(tuple(map(score, state.players))))]


game = RythmAndPlay()
