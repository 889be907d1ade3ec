"""What a seat sees of the table, and whatever follows from it: a board works nothing out."""

from collections.abc import Sequence

from salon.core.contract import Seat
from salon.games.rythm_and_play.model import (
    BEATS,
    COPIES,
    FACE_UP,
    LIMIT,
    MOST,
    RYTHMS,
    TOP,
    Ending,
    Hand,
    Offer,
    Pay,
    Payment,
    Player,
    Score,
    State,
    View,
    cards_of,
    half_beats,
    paid,
)
from salon.games.rythm_and_play.stave import fitting, last_note_is_due, must_answer


def view(state: State, seat: Seat | None) -> View:
    me = None if seat is None else state.players[seat]
    captured = sorted(card for one in state.players for card in one.captured)
    scores = tuple(map(score, state.players)) if state.phase == "over" else ()
    return View(
        seat=seat,
        final=state.final,
        hands=tuple(map(_hand, state.players)),
        play=() if me is None else cards_of(me.play),
        rythm=() if me is None else tuple(me.rythm),
        captured=tuple(captured),
        play_stack=len(state.play_stack),
        rythm_stack=len(state.rythm_stack),
        rythm_discard=tuple(state.rythm_discard),
        stave=tuple(state.stave),
        composer=state.composer,
        tonality=state.tonality,
        turn=state.turn,
        phase=state.phase,
        scores=scores,
        beats=BEATS,
        lost=tuple(FACE_UP * len(player.face_up) for player in state.players),
        fits=fitting(state),
        note=next((card for card in reversed(state.stave) if card <= TOP), None),
        no_note="higher" if state.tonality == "sharp" else "lower",
        no_change="change" if state.stave else "first",
        answers=state.phase == "turn" and must_answer(state, state.turn),
        ending=_ending(state),
        surplus=0 if me is None or state.phase != "discard" else _surplus(me),
        unseen=_unseen(state, me, captured),
        unseen_rythm=_unseen_rythm(state, me, scores),
        longest=state.longest,
    )


def score(player: Player) -> Score:
    """Each captured card 1, each card face up −3, beats in hand lost (RP21 to RP23)."""
    lost, beats = FACE_UP * len(player.face_up), half_beats(player.rythm)
    return Score(
        captured=len(player.captured),
        face_up=len(player.face_up),
        rythm=tuple(player.rythm),
        lost=lost,
        beats=beats,
        half_points=2 * len(player.captured) - lost - beats,
    )


def offer(state: State, seat: Seat, pay: Pay) -> Payment:
    """What paying with these would bring and cost, or what is wrong with it (RP12, RP13)."""
    beats, stack, player = half_beats(paid(pay)), len(state.play_stack), state.players[seat]
    found = _offer(stack, beats)
    held = sum(player.play) + sum(player.rythm) - sum(paid(pay)) + min(beats // 2, stack)
    surplus = max(0, held - LIMIT) if found in ("fair", "short") else 0
    return Payment(beats, beats // 2, found, surplus, surplus * FACE_UP)


def _offer(stack: int, beats: int) -> Offer:
    if not stack:
        return "empty"
    if beats <= 0:
        return "none"
    if beats % 2:
        return "half"
    if beats > 2 * MOST:
        return "much"
    return "fair" if beats // 2 <= stack else "short"


def _hand(player: Player) -> Hand:
    return Hand(
        play=sum(player.play),
        rythm=sum(player.rythm),
        captured=len(player.captured),
        face_up=tuple(player.face_up),
    )


def _ending(state: State) -> Ending:
    if state.play_stack or state.phase == "over":
        return ""
    if state.stave:
        return "last_stave"
    return "last_note" if last_note_is_due(state) else ""


def _surplus(player: Player) -> int:
    return max(0, sum(player.play) + sum(player.rythm) - LIMIT)


def _unseen(state: State, me: Player | None, captured: Sequence[int]) -> tuple[int, ...]:
    """PLAY cards of each kind that nobody has shown and I do not hold, from the lowest note on."""
    left = list(COPIES) if me is None else [a - b for a, b in zip(COPIES, me.play, strict=True)]
    for card in captured:
        left[card] -= 1
    for card in state.stave:
        left[card] -= 1
    for player in state.players:
        for card in player.face_up:
            left[card] -= 1
    return tuple(left[1:])


def _unseen_rythm(state: State, me: Player | None, scores: Sequence[Score]) -> tuple[int, ...]:
    """RYTHM cards of each kind that were not paid and lie in no hand I see."""
    hands = [one.rythm for one in scores] or ([] if me is None else [tuple(me.rythm)])
    gone = (sum(kind) for kind in zip(state.rythm_discard, *hands, strict=True))
    return tuple(have - away for have, away in zip(RYTHMS, gone, strict=True))
