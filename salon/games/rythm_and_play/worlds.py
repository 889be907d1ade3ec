"""A whole table as it might be, from what one seat sees: the unseen cards, dealt afresh."""

from salon.core.contract import Seat
from salon.core.luck import Luck
from salon.games.rythm_and_play.model import (
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
        play_stack=list(cards_of((0, *view.unseen))),
        rythm_stack=list(cards_of(view.unseen_rythm)),
        rythm_discard=list(view.rythm_discard),
        stave=list(view.stave),
        composer=view.composer,
        tonality=view.tonality,
        turn=view.turn,
        phase=view.phase,
        longest=view.longest,
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
