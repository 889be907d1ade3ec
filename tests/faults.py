"""Games with one planted fault each, for the laws to find."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from salon.core.contract import Bot, Game, Illegal, Result, Seat, Told
from salon.core.contract import State as AnyState
from salon.core.lawbook import (
    ADDS_UP,
    AWAITED,
    IT_ENDS,
    LOOSE_ENDS,
    NO_STALLING,
    NO_TRACE,
    OFFERS,
    PLAIN,
    REPLAYS,
    SECRETS,
    WHOLE,
)
from salon.core.luck import Luck
from toys.auction.rules import Auction, Bid, Desk
from toys.auction.rules import Options as AuctionOptions
from toys.bluff.model import (
    ALONE,
    NOBODY,
    Announce,
    Doubt,
    Fell,
    Move,
    Rolled,
    State,
    Story,
    View,
)
from toys.bluff.rules import Bluff, announce, fall
from toys.swap.rules import BELL, Hand, Market, Offer, Rang, Swap, Take
from toys.swap.rules import View as MarketView


class DieShownToOnlookers(Bluff):
    law = SECRETS

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, die=state.die) if seat is None else view

    def imagine(self, view: View, seat: Seat | None, luck: Luck) -> State:
        state = super().imagine(view, seat, luck)
        if view.die is not None:
            state.die = view.die
        return state


class DieShownToTheNextSeat(DieShownToOnlookers):
    """Its `imagine` copies whatever it finds, so that every imagined view is the same."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = Bluff.view(self, state, seat)
        next_seat = (state.roller + 1) % len(state.pawns)
        return replace(view, die=state.die) if seat == next_seat else view


class DieShownToSeatOne(DieShownToOnlookers):
    def view(self, state: State, seat: Seat | None) -> View:
        view = Bluff.view(self, state, seat)
        return replace(view, die=state.die) if seat == 1 else view


class DieCopiedHonestly(Bluff):
    """The leak is only in the view; `imagine` asks who the seat is."""

    law = SECRETS

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, die=state.die) if seat == 1 else view


class DieToldToAll(Bluff):
    law = SECRETS

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        told = super().play(state, seat, move, luck)
        return [Told(one.event) if isinstance(one.event, Rolled) else one for one in told]


class DieInTheOrderOfMoves(Bluff):
    law = SECRETS

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return moves[::-1] if state.die == 1 else moves


class DieInAwaited(Bluff):
    """While somebody is asked, an honest roller is awaited too."""

    law = SECRETS

    def awaited(self, state: State) -> frozenset[Seat]:
        honest = state.phase == "answer" and state.die == state.number
        return super().awaited(state) | (ALONE[state.roller] if honest else NOBODY)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat == state.roller and state.phase == "answer":
            return (Doubt(state.turn),)
        return super().moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if seat == state.roller and state.phase == "answer" and move == Doubt(state.turn):
            return []
        return super().play(state, seat, move, luck)


class DieDecidesWhatIsLegal(Bluff):
    law = SECRETS

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return moves[:1] if state.phase == "answer" and state.die == state.number else moves


class Peek(Struct, frozen=True, tag=True):
    seat: Seat


class DieInAnAnswer(Bluff):
    law = SECRETS
    question, reply = Peek, int

    def answer(self, state: State, seat: Seat, question: Any) -> int:
        return state.die or 0


class CardInARefusal(Swap):
    """It depends on a hand that others hold, inside a list of hands, whether it is answered."""

    law = SECRETS
    question, reply = Peek, int

    def answer(self, state: Market, seat: Seat, question: Any) -> int:
        if question.seat < len(state.hands) and 3 in state.hands[question.seat].cards:
            raise Illegal("too_good")
        return 0


class OpenWhenTheDieIsOne(Bluff):
    law = SECRETS

    def is_open(self, state: State) -> bool:
        return state.die == 1


class GoneByWhatTheyHold(Swap):
    """Whoever holds an eight seems to be gone: nothing else hangs on it."""

    law = SECRETS

    def gone(self, state: Market) -> frozenset[Seat]:
        eights = frozenset(s for s, hand in enumerate(state.hands) if 8 in hand.cards)
        return super().gone(state) | eights

    def done(self, state: Market) -> frozenset[Seat]:
        return super().gone(state)


class SharedList(Swap):
    law = SECRETS

    def view(self, state: Market, seat: Seat | None) -> MarketView:
        view = super().view(state, seat)
        if seat is not None:
            force_setattr(view, "mine", state.hands[seat].cards)
        return view


class Unseeded(Bluff):
    law = REPLAYS

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        told = super().play(state, seat, move, luck)
        if state.die is not None and state.phase == "announce":
            state.die = random.choice((1, 2, 3, 4))
            told = [one for one in told if not isinstance(one.event, Rolled)]
            told.append(Told(Rolled(state.die), ALONE[state.roller]))
        return told


class HalfPlayed(Bluff):
    law = NO_TRACE

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if isinstance(move, Announce) and not 1 <= move.number <= 4 and seat == state.awaited:
            state.number = move.number
        if isinstance(move, Doubt) and seat != state.awaited and state.phase == "answer":
            fall(state, seat, [])
            raise Illegal("not_asked")
        return super().play(state, seat, move, luck)


class TakesWhatItDoesNotOffer(Bluff):
    law = OFFERS

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return moves[:2] if state.phase == "announce" else moves

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if isinstance(move, Announce) and seat == state.awaited and move.turn == state.turn:
            story: Story = []
            announce(state, move.number, story, luck)
            return story
        return super().play(state, seat, move, luck)


class RefusesWhatItOffers(Bluff):
    law = OFFERS

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        if isinstance(move, Announce) and move.number == 4:
            raise Illegal("not_now")
        return super().play(state, seat, move, luck)


class WaitsForNobody(Bluff):
    law = AWAITED

    def awaited(self, state: State) -> frozenset[Seat]:
        return NOBODY


class AwaitsWhoCannotAct(Bluff):
    law = AWAITED

    def awaited(self, state: State) -> frozenset[Seat]:
        return ALONE[state.roller] if state.phase != "over" else NOBODY


class ClockStandsStill(Auction):
    law = AWAITED

    def tick(self, state: Desk, luck: Luck) -> list[Told[Any]]:
        return []


class NeverEnds(Bluff):
    law = IT_ENDS

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        told = super().play(state, seat, move, luck)
        for pawns in state.pawns:
            pawns.plank, pawns.reserve, pawns.fallen, pawns.across = 1, 6, 0, 0
        state.turn = min(state.turn, 300)
        return told


class EverySwapPutsOffTheBell(Swap):
    """It rings sooner or later, unless people go on swapping."""

    law = NO_STALLING

    def play(self, state: Market, seat: Seat, move: Offer | Take, luck: Luck) -> list[Told[Any]]:
        told = super().play(state, seat, move, luck)
        if isinstance(move, Take):
            state.bell = state.now + BELL
        return told


class OfferOutlivesItsGiver(Swap):
    law = LOOSE_ENDS

    def leave(self, state: Market, seat: Seat, luck: Luck) -> list[Told[Any]]:
        offered = state.hands[seat].offered
        told = super().leave(state, seat, luck)
        state.hands[seat] = Hand(cards=[], offered=offered, gone=True)
        return told


class GoneAndStillThere(Swap):
    """Nobody waits for those who are done, so they must not act."""

    law = LOOSE_ENDS

    def done(self, state: Market) -> frozenset[Seat]:
        return frozenset(s for s, hand in enumerate(state.hands) if hand.offered is not None)

    def pending(self, state: Market) -> list[tuple[Seat, ...]]:
        return []


class EndsAndWaits(Bluff):
    law = IT_ENDS

    def result(self, state: State) -> Result | None:
        early = Result((0,), (0,) * len(state.pawns), "turn")
        return early if state.turn > 3 else super().result(state)


class DieOnTheTable(DieShownToOnlookers):
    """Shown to all and told to all: nothing contradicts itself, but it is no secret."""

    def view(self, state: State, seat: Seat | None) -> View:
        return replace(Bluff.view(self, state, seat), die=state.die)

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        return [Told(one.event) for one in super().play(state, seat, move, luck)]


class EventSharesAList(Swap):
    law = SECRETS

    def tick(self, state: Market, luck: Luck) -> list[Told[Any]]:
        rang = Rang(())
        force_setattr(rang, "hands", [hand.cards for hand in state.hands])
        super().tick(state, luck)
        return [Told(rang)]


class ViewChangesTheState(Bluff):
    law = SECRETS

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        state.now += 1
        return view


class LosesAPawn(Bluff):
    law = ADDS_UP

    def play(self, state: State, seat: Seat, move: Move, luck: Luck) -> Story:
        told = super().play(state, seat, move, luck)
        if any(isinstance(one.event, Fell) for one in told):
            state.pawns[seat].fallen -= 1
        return told


class DependsOnTheProcess(Auction):
    """Text hashes differently in every process."""

    law = REPLAYS

    def start(self, options: AuctionOptions, seats: int, luck: Luck) -> Desk:
        desk = super().start(options, seats, luck)
        desk.purses = [10_000 + hash("Ana") % 10_000] * seats
        return desk

    def moves(self, state: Desk, seat: Seat) -> Sequence[Bid]:
        return [Bid(coins, "mine!") for coins in (0, 1)] if seat in self.awaited(state) else []

    def play(self, state: Desk, seat: Seat, move: Bid, luck: Luck) -> list[Told[Any]]:
        if move.coins > 1:
            raise Illegal("too_much")
        return super().play(state, seat, move, luck)


class HandState(AnyState):
    words: set[str]


class SetInTheState(Swap):
    law = PLAIN
    types = Swap.types._replace(state=HandState)


class TupleKeys(Swap):
    law = PLAIN
    types = Swap.types._replace(state=dict[tuple[int, int], int])


class FreeOptions(Swap):
    law = PLAIN
    types = Swap.types._replace(options=HandState)


class ClockWithoutTick(Bluff):
    law = WHOLE

    def clock(self, state: State) -> int | None:
        return 60_000


class NeverFour(Auction):
    """Says that four may sit down, and refuses them."""

    def start(self, options: AuctionOptions, seats: int, luck: Luck) -> Desk:
        if seats == 4:
            raise Illegal("never_four")
        return super().start(options, seats, luck)


class Lazy(Bot[Any, Any]):
    """A stand-in that waits."""

    def choose(self, view: Any, moves: Sequence[Any], luck: Luck) -> None:
        return None


FAULTS: list[type[Game[Any, Any, Any, Any, Any]]] = [
    DieOnTheTable,
    EventSharesAList,
    ViewChangesTheState,
    LosesAPawn,
    DependsOnTheProcess,
    SetInTheState,
    TupleKeys,
    FreeOptions,
    DieShownToOnlookers,
    DieShownToTheNextSeat,
    DieShownToSeatOne,
    DieCopiedHonestly,
    DieToldToAll,
    DieInTheOrderOfMoves,
    DieInAwaited,
    DieDecidesWhatIsLegal,
    DieInAnAnswer,
    CardInARefusal,
    OpenWhenTheDieIsOne,
    GoneByWhatTheyHold,
    SharedList,
    Unseeded,
    HalfPlayed,
    TakesWhatItDoesNotOffer,
    RefusesWhatItOffers,
    WaitsForNobody,
    AwaitsWhoCannotAct,
    ClockStandsStill,
    NeverEnds,
    EverySwapPutsOffTheBell,
    OfferOutlivesItsGiver,
    GoneAndStillThere,
    EndsAndWaits,
    ClockWithoutTick,
]
