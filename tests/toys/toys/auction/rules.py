"""A sealed auction: secret bids with a motto, all at once, until the bell."""

from collections.abc import Sequence
from typing import Literal

from salon.core import contract
from salon.core.capabilities import Prepared, Timed
from salon.core.contract import Game, Illegal, Result, Seat, Secret, Told
from salon.core.luck import Luck


class Options(contract.Options, frozen=True):
    minutes: Literal[1, 2] = 1
    loud: bool = False  # whether the ear's word counts


class Bid(contract.Move, frozen=True):
    coins: int
    motto: str
    heard: str = ""  # what the world adds: the motto as the ear hears it


class Sealed(contract.Event, frozen=True):
    seat: Seat


class Opened(contract.Event, frozen=True):
    bids: tuple[Bid | None, ...]


class Desk(contract.State):
    options: Options
    purses: list[int]
    bids: Secret[list[Bid | None]]
    over: bool = False


class View(contract.View, frozen=True):
    options: Options
    purses: tuple[int, ...]
    sealed: tuple[bool, ...]
    mine: Bid | None
    bids: tuple[Bid | None, ...] | None  # when opened


class Auction(
    Game[Desk, Bid, Sealed | Opened, View, Options],
    Timed[Desk, Sealed | Opened],
    Prepared[Desk, Bid],
):
    name, version, seats = "auction", 1, range(2, 5)

    def start(self, options: Options, seats: int, luck: Luck) -> Desk:
        return Desk(options=options, purses=[1 + luck.below(3)] * seats, bids=[None] * seats)

    def moves(self, state: Desk, seat: Seat) -> Sequence[Bid]:
        if state.over or state.bids[seat] is not None:
            return ()
        return [Bid(coins, "mine!") for coins in range(state.purses[seat] + 1)]

    def awaited(self, state: Desk) -> frozenset[Seat]:
        return frozenset(s for s, bid in enumerate(state.bids) if bid is None and not state.over)

    def prepare(self, state: Desk, seat: Seat, move: Bid) -> Bid:
        return Bid(move.coins, move.motto, move.motto.strip().upper())

    def play(self, state: Desk, seat: Seat, move: Bid, luck: Luck) -> list[Told[Sealed | Opened]]:
        if seat not in self.awaited(state):
            raise Illegal("not_now")
        if not 0 <= move.coins <= state.purses[seat]:
            raise Illegal("too_much", coins=move.coins)
        if len(move.motto) > 100:
            raise Illegal("too_long")
        state.bids[seat] = move
        told: list[Told[Sealed | Opened]] = [Told(Sealed(seat))]
        return told + (self._open(state) if None not in state.bids else [])

    def clock(self, state: Desk) -> int | None:
        return None if state.over else state.options.minutes * 60_000

    def tick(self, state: Desk, luck: Luck) -> list[Told[Sealed | Opened]]:
        return self._open(state)

    def _open(self, state: Desk) -> list[Told[Sealed | Opened]]:
        state.over = True
        return [Told(Opened(tuple(state.bids)))]

    def view(self, state: Desk, seat: Seat | None) -> View:
        return View(
            state.options,
            tuple(state.purses),
            tuple(bid is not None for bid in state.bids),
            None if seat is None else state.bids[seat],
            tuple(state.bids) if state.over else None,
        )

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> Desk:
        bids = list(view.bids or ()) or [
            Bid(luck.below(purse + 1), "any", luck.choice(("ANY", "OTHER"))) if sealed else None
            for purse, sealed in zip(view.purses, view.sealed, strict=True)
        ]
        if seat is not None:
            bids[seat] = view.mine
        over = view.bids is not None
        return Desk(options=view.options, purses=list(view.purses), bids=bids, over=over)

    def result(self, state: Desk) -> Result | None:
        if not state.over:
            return None
        scores = tuple(self._worth(state, bid) for bid in state.bids)
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Result(best, scores, "bell" if None in state.bids else "all_bid")

    def _worth(self, state: Desk, bid: Bid | None) -> int:
        return 0 if bid is None else bid.coins + (state.options.loud and bid.heard == "TIME")


game = Auction()
