"""Simulation plays every kind of game: with and without turns, with a clock, with waiting bots."""

from collections.abc import Sequence
from typing import Any

import pytest

from salon.bots.random import Random
from salon.core.capabilities import is_blind, is_eager
from salon.core.contract import Bot
from salon.core.luck import FastLuck, Luck
from salon.core.simulate import Stuck, simulate
from tests.faults import Lazy
from toys.auction.rules import Auction
from toys.auction.rules import Options as AuctionOptions
from toys.bluff.model import Options
from toys.bluff.rules import game as bluff
from toys.swap.rules import Options as SwapOptions
from toys.swap.rules import Swap


class Sometimes(Bot[Any, Any]):
    """Looks, and acts every other time."""

    def choose(self, view: Any, moves: Sequence[Any], luck: Luck) -> Any:
        assert view is not None
        return luck.choice(moves) if luck.below(2) else None


class OnlyChooses:
    """All that a bot needs."""

    def choose(self, view: Any, moves: Sequence[Any], luck: Luck) -> Any:
        assert view is not None
        return moves[0]


def test_a_bot_needs_nothing_but_choose() -> None:
    outcome = simulate(bluff, Options(), [OnlyChooses()] * 2, FastLuck(1))
    assert outcome.decisions > 0
    assert is_eager(OnlyChooses()) and not is_blind(OnlyChooses())


def test_everybody_bids_at_once_and_the_auction_closes() -> None:
    outcome = simulate(Auction(), AuctionOptions(), [Random()] * 3, FastLuck(1))
    assert outcome.result.reason == "all_bid" and outcome.decisions == 3


def test_when_everybody_waits_time_passes_to_the_clock() -> None:
    outcome = simulate(Auction(), AuctionOptions(), [Lazy()] * 3, FastLuck(1))
    assert outcome.result.reason == "bell" and outcome.decisions == 0


def test_a_game_without_turns_goes_on_until_its_bell() -> None:
    outcome = simulate(Swap(), SwapOptions(), [Sometimes(), Random(), Random()], FastLuck(1))
    assert outcome.result.reason == "bell" and outcome.decisions > 20


def test_a_table_without_a_clock_where_everybody_waits_is_stuck() -> None:
    with pytest.raises(Stuck):
        simulate(bluff, Options(), [Lazy()] * 3, FastLuck(1))
