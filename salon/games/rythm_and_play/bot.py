"""Bots for Rythm and Play: novice lays what fits, regular reckons, master searches."""

from collections.abc import Iterable, Sequence
from math import exp, log
from operator import mul
from typing import Any

from salon.bots.search import Search
from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.rythm_and_play.instinct import (
    CARD,
    CHANGE,
    KEEP,
    NOTE,
    PENALTY,
    eager,
    instinct,
    keep,
)
from salon.games.rythm_and_play.model import (
    COPIES,
    FITTING,
    LIMIT,
    TOP,
    Compose,
    Discard,
    Exchange,
    Move,
    PickUp,
    Player,
    SetTonality,
    State,
    Take,
    View,
    half_beats,
    paid,
)
from salon.games.rythm_and_play.rules import game
from salon.games.rythm_and_play.sight import score

SCALE = 5.0  # half points that make a lead comfortable
SECONDS = 0.5  # that master thinks
AHEAD = 4  # moves of each seat that it goes on beyond its tree, by instinct
TRIES = 10  # moves that instinct looks at before it takes any
SPREAD = 1.5  # points by which a move must be worse to be liked a third as much
BARS = [1 + 0.4 * log((at + 0.5) / 256) for at in range(256)]  # points that content instinct


class Novice(Bot[View, Move]):
    """Lays the nearest note, takes every stave, buys as much as possible."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        return max(moves, key=lambda move: (self._order(view, move), luck.below(100)))

    def _order(self, view: View, move: Move) -> float:
        match move:
            case PickUp():
                return 100
            case Compose(card=card):
                last = next((one for one in reversed(view.stave) if one <= TOP), card)
                return 50 - abs(card - last)
            case Exchange():
                return 10 + half_beats(paid(move))
            case _:
                return 0


class Regular(Bot[View, Move]):
    """Weighs each move in points: what it is likely to bring, less what it costs."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        return max(moves, key=lambda move: self.weigh(view, move) + luck.below(100) / 1e4)

    def weigh(self, view: View, move: Move) -> float:  # noqa: PLR0911
        match move:
            case Compose(card=card):
                return self._composed(view, card)
            case PickUp():
                return len(view.stave)
            case Exchange():
                return self._bought(view, move)
            case Take():
                return self._taken(view)
            case Discard(card=card):
                return -keep(card)
            case SetTonality(tonality=side):
                return suits(view.play, side == "sharp")
            case _:
                return 0

    def _composed(self, view: View, card: int) -> float:
        """The stave, if nobody can or will follow; a full hand is glad of every card it loses."""
        full = len(view.play) + sum(view.rythm) >= LIMIT - 1
        gain = holds(view, card) * (len(view.stave) + 1)
        cost = CHANGE if card > TOP else NOTE
        late = min(1.0, view.play_stack / 12)
        return gain - cost * late + 0.4 * full

    def _bought(self, view: View, move: Exchange) -> float:
        beats = half_beats(paid(move)) / 2
        cards = min(beats, view.play_stack)
        hand = len(view.play) + sum(view.rythm) - sum(paid(move)) + cards
        return CARD * cards + 0.3 * beats - PENALTY * max(0, hand - LIMIT) - 0.9

    def _taken(self, view: View) -> float:
        """Beats buy cards, as long as there are any."""
        full = len(view.play) + sum(view.rythm) >= LIMIT
        buys = min(1.0, view.play_stack / (4 * len(view.hands)))
        return 0.9 * buys - 0.5 - PENALTY * full


def suits(hand: Sequence[int], up: bool) -> float:
    """High notes end a rising stave, low ones a falling one."""
    notes = [card for card in hand if card <= TOP]
    return sum((note - 4 if up else 4 - note) for note in notes) / 10


def holds(view: View, card: int) -> float:
    """How likely it is that nobody continues the stave after this card."""
    after = (*view.stave, card)
    note = card if card <= TOP else view.stave[-1]
    side = view.tonality if card <= TOP else ("sharp" if card == TOP + 1 else "flat")
    fitting = [*FITTING[side][note], *((8, 9) if card <= TOP else ())]
    unseen = unseen_cards(view)
    total = sum(unseen) or 1
    miss = 1 - sum(unseen[one] for one in fitting) / total
    wish = eager(len(after))
    chance = 1.0
    for seat, hand in enumerate(view.hands):
        if seat != view.seat:
            chance *= 1 - wish * (1 - miss**hand.play)
    return chance


def unseen_cards(view: View) -> list[int]:
    """By card: in the stack or in other hands."""
    left = list(COPIES)
    for card in (*view.play, *view.captured, *view.stave):
        left[card] -= 1
    for hand in view.hands:
        for card in hand.face_up:
            left[card] -= 1
    return left


def promise(state: State, seat: Seat) -> float:
    """Half points that a seat has or may hope for."""
    player = state.players[seat]
    left = min(1.0, len(state.play_stack) / (6 * len(state.players)))
    hope = 2 * worth(player) * (0.25 + 0.75 * left if not state.stave else 0.45 + 0.55 * left)
    beats = half_beats(player.rythm) * (1.3 * left)
    mine = 1.1 * len(state.stave) if state.composer == seat else 0
    return score(player).half_points + hope + beats + mine


def worth(player: Player) -> float:
    worths: Iterable[float] = map(mul, player.play, KEEP)
    return sum(worths)


def value(state: State) -> list[float]:
    """For each seat how likely it seems to win, between 0 and 1."""
    if result := game.result(state):
        share = 1 / len(result.winners)
        return [share if seat in result.winners else 0.0 for seat in range(len(state.players))]
    hopes = [promise(state, seat) for seat in range(len(state.players))]
    weights = [exp((hope - max(hopes)) / SCALE) for hope in hopes]
    return [weight / sum(weights) for weight in weights]


class Master(Search[State, View, Move]):
    """Searches imagined deals, with what Regular thinks as a first opinion, and goes on by
    instinct."""

    def __init__(self) -> None:
        super().__init__(game, seconds=SECONDS, value=value, depth=0)
        self._regular = Regular()

    def opinion(self, view: View, moves: Sequence[Move]) -> list[float]:
        return odds([self._regular.weigh(view, move) for move in moves])

    def glance(self, world: State, seat: Seat, moves: Sequence[Any]) -> list[float] | None:
        return odds([instinct(world, seat, move) for move in moves])

    def further(self, world: State) -> int:
        return AHEAD * len(world.players)

    def follow(self, world: State, seat: Seat, moves: Sequence[Any], luck: Luck) -> Any:
        """Any move that is good enough today: cheaper than the best of all."""
        if world.phase == "turn" and len(moves) > 1:
            for _ in range(TRIES):
                move = luck.choice(moves)
                if instinct(world, seat, move) >= luck.choice(BARS):
                    return move
        return luck.choice(moves)


def odds(weights: Sequence[float]) -> list[float]:
    """Points as odds of winning."""
    best = max(weights)
    return [0.5 * exp((weight - best) / SPREAD) for weight in weights]


class StandIn(Bot[View, Move]):
    """For somebody who is away: pick up, else take, else lay, else pay, else pass."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:  # noqa: ARG002
        for kind in (PickUp, Take, Compose, Exchange):
            for move in moves:
                if isinstance(move, kind):
                    return move
        return luck.choice(moves)


pace = (0.9, 2.2)  # seconds
bots: dict[str, Bot[View, Move]] = {"novice": Novice(), "regular": Regular(), "master": Master()}
stand_in: Bot[View, Move] = StandIn()
