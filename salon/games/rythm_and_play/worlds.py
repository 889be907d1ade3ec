"""A whole table as it might be, from what one seat sees: the unseen cards, dealt afresh."""

from salon.core.contract import Seat
from salon.core.luck import Luck
from salon.games.rythm_and_play.model import (
    COPIES,
    RYTHMS,
    Player,
    State,
    View,
    cards_of,
    draw,
    empty_handed,
)


def imagine(view: View, seat: Seat | None, luck: Luck) -> State:
    state = State(
        final=view.final,
        players=[],
        play_stack=_unseen_play(view),
        rythm_stack=_unseen_rythm(view),
        rythm_discard=list(view.rythm_discard),
        stave=list(view.stave),
        composer=view.composer,
        tonality=view.tonality,
        turn=view.turn,
        phase=view.phase,
    )
    luck.shuffle(state.play_stack)
    luck.shuffle(state.rythm_stack)
    captured = list(view.captured)
    for one, hand in enumerate(view.hands):
        player = empty_handed()
        player.captured = [captured.pop() for _ in range(hand.captured)]
        player.face_up = list(hand.face_up)
        state.players.append(player)
        if one == seat:
            _give_own(player, view)
        else:
            draw(state, player, hand.play)
            shown = view.scores[one].rythm if view.scores else None
            player.rythm = _draw_rythm(state, hand.rythm) if shown is None else list(shown)
    return state


def _give_own(player: Player, view: View) -> None:
    for card in view.play:
        player.play[card] += 1
    player.rythm = list(view.rythm)


def _draw_rythm(state: State, cards: int) -> list[int]:
    drawn = [state.rythm_stack.pop() for _ in range(cards)]
    return [drawn.count(kind) for kind in range(len(RYTHMS))]


def _unseen_play(view: View) -> list[int]:
    left = list(COPIES)
    face_up = [card for hand in view.hands for card in hand.face_up]
    for card in (*view.play, *view.captured, *view.stave, *face_up):
        left[card] -= 1
    return list(cards_of(left))


def _unseen_rythm(view: View) -> list[int]:
    left = [have - gone for have, gone in zip(RYTHMS, view.rythm_discard, strict=True)]
    known = [one.rythm for one in view.scores] or ([view.rythm] if view.rythm else [])
    for hand in known:
        left = [have - held for have, held in zip(left, hand, strict=True)]
    return list(cards_of(left))
