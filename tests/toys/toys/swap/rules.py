"""A turnless swap: whoever likes offers a card face down; people come and go."""

from collections.abc import Sequence

from msgspec import Struct

from salon.core import contract
from salon.core.capabilities import Entangled, Joinable, Leavable, Timed
from salon.core.contract import Game, Illegal, Result, Seat, Secret, Told
from salon.core.luck import Luck

BELL = 60_000
MOST = 5


class Options(contract.Options, frozen=True):
    open_door: bool = True  # whether people may join


class Offer(contract.Move, frozen=True):
    card: int


class Take(contract.Move, frozen=True):
    giver: Seat
    card: int  # what the taker gives for it


class Offered(contract.Event, frozen=True):
    seat: Seat


class Took(contract.Event, frozen=True):
    seat: Seat
    giver: Seat


class Got(contract.Event, frozen=True):
    card: int


class Came(contract.Event, frozen=True):
    seat: Seat


class Went(contract.Event, frozen=True):
    seat: Seat


class Rang(contract.Event, frozen=True):
    hands: tuple[tuple[int, ...], ...]


Event = Offered | Took | Got | Came | Went | Rang


class Hand(Struct):
    cards: Secret[list[int]]
    offered: Secret[int | None] = None
    gone: bool = False


class Market(contract.State):
    options: Options
    hands: list[Hand]
    bell: int
    over: bool = False


class View(contract.View, frozen=True):
    options: Options
    sizes: tuple[int, ...]
    offers: tuple[bool, ...]
    gone: tuple[bool, ...]
    bell: int
    mine: tuple[int, ...]
    my_offer: int | None
    hands: tuple[tuple[int, ...], ...] | None  # when the bell has rung


class Swap(
    Game[Market, Offer | Take, Event, View, Options],
    Timed[Market, Event],
    Joinable[Market, Event],
    Leavable[Market, Event],
    Entangled[Market],
):
    name, version, seats = "swap", 1, range(2, 4)

    def start(self, options: Options, seats: int, luck: Luck) -> Market:
        hands = [Hand(cards=sorted(luck.below(9) for _ in range(3))) for _ in range(seats)]
        return Market(options=options, hands=hands, bell=BELL)

    def moves(self, state: Market, seat: Seat) -> Sequence[Offer | Take]:
        hand = state.hands[seat]
        if state.over or hand.gone:
            return ()
        cards = sorted(set(hand.cards))
        offers = [Offer(card) for card in cards if hand.offered is None]
        return offers + [Take(giver, card) for giver in self._open(state, seat) for card in cards]

    def _open(self, state: Market, seat: Seat) -> list[Seat]:
        return [s for s, hand in enumerate(state.hands) if s != seat and hand.offered is not None]

    def awaited(self, state: Market) -> frozenset[Seat]:
        return frozenset()

    def play(self, state: Market, seat: Seat, move: Offer | Take, luck: Luck) -> list[Told[Event]]:
        if move not in self.moves(state, seat):
            raise Illegal("not_now")
        hand = state.hands[seat]
        hand.cards.remove(move.card)
        if isinstance(move, Offer):
            hand.offered = move.card
            return [Told(Offered(seat))]
        giver = state.hands[move.giver]
        assert giver.offered is not None
        got, giver.offered = giver.offered, None
        hand.cards = sorted([*hand.cards, got])
        giver.cards = sorted([*giver.cards, move.card])
        mine, theirs = frozenset({seat}), frozenset({move.giver})
        return [Told(Took(seat, move.giver)), Told(Got(got), mine), Told(Got(move.card), theirs)]

    def clock(self, state: Market) -> int | None:
        return None if state.over else state.bell

    def tick(self, state: Market, luck: Luck) -> list[Told[Event]]:
        return self._close(state)

    def _close(self, state: Market) -> list[Told[Event]]:
        state.over = True
        return [Told(Rang(self._shown(state)))]

    def _shown(self, state: Market) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(hand.cards) for hand in state.hands)

    def join(self, state: Market, luck: Luck) -> list[Told[Event]]:
        if not state.options.open_door or len(state.hands) == MOST:
            raise Illegal("full")
        state.hands.append(Hand(cards=[1, 2, 3]))
        return [Told(Came(len(state.hands) - 1))]

    def leave(self, state: Market, seat: Seat, luck: Luck) -> list[Told[Event]]:
        state.hands[seat] = Hand(cards=[], gone=True)
        told: list[Told[Event]] = [Told(Went(seat))]
        return told + ([] if self._is_market(state) else self._close(state))

    def _is_market(self, state: Market) -> bool:
        return sum(not hand.gone for hand in state.hands) > 1

    def gone(self, state: Market) -> frozenset[Seat]:
        return frozenset(seat for seat, hand in enumerate(state.hands) if hand.gone)

    def pending(self, state: Market) -> list[tuple[Seat, ...]]:
        return [(seat,) for seat, hand in enumerate(state.hands) if hand.offered is not None]

    def view(self, state: Market, seat: Seat | None) -> View:
        hands = state.hands
        return View(
            state.options,
            tuple(len(hand.cards) for hand in hands),
            tuple(hand.offered is not None for hand in hands),
            tuple(hand.gone for hand in hands),
            state.bell,
            () if seat is None else tuple(hands[seat].cards),
            None if seat is None else hands[seat].offered,
            self._shown(state) if state.over else None,
        )

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> Market:
        hands = [
            Hand(
                cards=list(view.hands[s]) if view.hands else sorted(map(luck.below, [9] * size)),
                offered=luck.below(9) if view.offers[s] else None,
                gone=view.gone[s],
            )
            for s, size in enumerate(view.sizes)
        ]
        if seat is not None:
            hands[seat] = Hand(cards=list(view.mine), offered=view.my_offer, gone=view.gone[seat])
        over = view.hands is not None
        return Market(options=view.options, hands=hands, bell=view.bell, over=over)

    def result(self, state: Market) -> Result | None:
        if not state.over:
            return None
        scores = tuple(
            max((hand.cards.count(c) for c in hand.cards), default=0) for hand in state.hands
        )
        best = tuple(s for s, score in enumerate(scores) if score == max(scores))
        return Result(best, scores, "bell")


game = Swap()
