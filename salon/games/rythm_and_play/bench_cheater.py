"""What it is worth to see all hands: master against the same search in the true world.

    .venv/bin/python -m salon.games.rythm_and_play.bench_cheater
        [--of hands|deck|0.75|former] [--seats 2] [--games 600] [--rounds 100 | --think 500]
        [--alone] [--seed 0]

`hands`: a cheater who sees them; `deck`: the order of both stacks too; a number: only this share of
the PLAY cards in other hands, drawn anew each turn. `former` is no cheater: today's master against
the one before, which went on at random. The table comes from this bench, never from the library.
Games come in sets with the same deal, so that everybody sits everywhere; `--alone` seats one of
the first side with masters only.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Any, NamedTuple

from salon.arena import estimate, sides
from salon.core.contract import Bot, Seat
from salon.core.luck import FastLuck, Luck
from salon.core.spread import processes
from salon.games.rythm_and_play.bot import Master
from salon.games.rythm_and_play.model import Move, Options, Player, State, View, cards_of
from salon.games.rythm_and_play.rules import game


class Former(Master):
    """Each move is tried once, and then six more, anyhow."""

    def glance(self, world: State, seat: Seat, moves: Sequence[Any]) -> None:  # noqa: ARG002
        return None

    def further(self, world: State) -> int:  # noqa: ARG002
        return 6

    def follow(self, world: State, seat: Seat, moves: Sequence[Any], luck: Luck) -> Any:  # noqa: ARG002
        return luck.choice(moves)


class Cheater(Master):
    """Thinks like master, and imagines nothing but what it cannot see."""

    def __init__(self, *, deck: bool = False) -> None:
        super().__init__()
        self.deck = deck  # whether it knows the order of the stacks too
        self.truth: State | None = None

    def look(self, state: State, seat: Seat, luck: Luck) -> None:  # noqa: ARG002
        self.truth = state

    def world(self, view: View, seat: Seat, luck: Luck) -> State:  # noqa: ARG002
        assert self.truth is not None
        world = twin(self.truth)
        if not self.deck:
            luck.shuffle(world.play_stack)
            luck.shuffle(world.rythm_stack)
        return world


class Peeper(Cheater):
    """Sees only some of the PLAY cards in other hands, and deals itself the others."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self.seen: list[list[int]] = []  # by seat

    def look(self, state: State, seat: Seat, luck: Luck) -> None:
        hands = [cards_of(player.play) for player in state.players]
        self.truth = state
        self.seen = [
            [card for card in hand if other == seat or luck.below(1000) < 1000 * self.share]
            for other, hand in enumerate(hands)
        ]

    def world(self, view: View, seat: Seat, luck: Luck) -> State:
        world, stack = game.imagine(view, seat, luck), list(cards_of((0, *view.unseen)))
        for other, seen in enumerate(self.seen):
            if other != seat:
                for card in seen:
                    stack.remove(card)
        luck.shuffle(stack)
        for player, seen in zip(world.players, self.seen, strict=True):
            dealt = [*seen, *(stack.pop() for _ in range(sum(player.play) - len(seen)))]
            player.play = [dealt.count(card) for card in range(len(player.play))]
        world.play_stack = stack
        return world


def twin(state: State) -> State:
    return State(
        final=state.final,
        players=[twin_player(player) for player in state.players],
        play_stack=state.play_stack[:],
        rythm_stack=state.rythm_stack[:],
        rythm_discard=state.rythm_discard[:],
        stave=state.stave[:],
        composer=state.composer,
        tonality=state.tonality,
        turn=state.turn,
        phase=state.phase,
        longest=state.longest,
    )


def twin_player(player: Player) -> Player:
    return Player(player.play[:], player.rythm[:], player.captured[:], player.face_up[:])


def pair(of: str) -> tuple[Master, Master]:
    """Who is measured, and against whom."""
    if of == "former":
        return Master(), Former()
    if of in ("hands", "deck"):
        return Cheater(deck=of == "deck"), Master()
    return Peeper(float(of)), Master()


def one_game(bots: Sequence[Bot[View, Move]], deal: Luck, thought: Luck) -> Sequence[Seat]:
    """Who wins. The cards fall alike for the same deal, whatever anybody thinks."""
    state = game.start(Options(), len(bots), deal)
    while (result := game.result(state)) is None:
        (seat,) = game.awaited(state)
        bot = bots[seat]
        if isinstance(bot, Cheater):
            bot.look(state, seat, thought)
        move = bot.choose(game.view(state, seat), game.moves(state, seat), thought)
        assert move is not None
        game.play(state, seat, move, deal)
    return result.winners


def orders(seats: int, number: int, *, alone: bool) -> list[list[int]]:
    """Who sits where in the games of one deal: 0 is the first side."""
    if alone:
        return [[int(seat != one) for seat in range(seats)] for one in range(seats)]
    return [sides(seats, 2 * number), sides(seats, 2 * number + 1)]


def share(order: Sequence[int], winners: Sequence[Seat]) -> float:
    return sum(order[seat] == 0 for seat in winners) / len(winners)


class Question(NamedTuple):
    """Who plays against master, where, and how long everybody may think."""

    of: str
    seats: int
    alone: bool
    seed: str
    rounds: int
    think: float | None  # ms a move, instead of rounds

    def bots(self) -> tuple[Master, Master]:
        bots = pair(self.of)
        for bot in bots:
            bot.seconds = 3600 if self.think is None else self.think / 1000
            bot.most = self.rounds if self.think is None else bot.most
        return bots


def deal(asked: Question, number: int) -> list[float]:
    """What the first side has of the victories, in each game of one deal."""
    bots, shares = asked.bots(), []
    for place, order in enumerate(orders(asked.seats, number, alone=asked.alone)):
        cards = FastLuck(f"{asked.seed} {number}")
        thought = FastLuck(f"{asked.seed} {number} {place}")
        winners = one_game([bots[side] for side in order], cards, thought)
        shares.append(share(order, winners))
    return shares


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--of", default="hands")
    words.add_argument("--seats", type=int, default=2)
    words.add_argument("--games", type=int, default=600)
    words.add_argument("--rounds", type=int, default=100, help="of a search")
    words.add_argument("--think", type=float, help="ms a move, instead of rounds")
    words.add_argument("--alone", action="store_true")
    words.add_argument("--seed", default="0")
    chosen = words.parse_args()
    asked = Question(
        chosen.of, chosen.seats, chosen.alone, chosen.seed, chosen.rounds, chosen.think
    )
    sets = ceil(chosen.games / len(orders(chosen.seats, 0, alone=chosen.alone)))
    budget = f"{chosen.rounds} rounds" if chosen.think is None else f"{chosen.think:g} ms"
    where = f"{chosen.of}, {chosen.seats} seats{', alone' if chosen.alone else ''}, {budget}"
    shares: list[float] = []
    games = 0
    with processes() as spread:
        for one in spread(partial(deal, asked), range(sets)):
            shares.append(sum(one) / len(one))
            games += len(one)
            found = estimate(shares)
            said = f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
            print(f"\r{where}, {games} games: {said}", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
