"""Luck is fair, the same everywhere, and can be proved to be so."""

from collections import Counter
from itertools import permutations

import pytest

from salon.core import fairness
from salon.core.contract import Illegal
from salon.core.fairness import Fairness
from salon.core.luck import FastLuck, KeyedLuck, Luck

SEED = bytes(range(32))
CHI_SQUARE_LIMIT = {5: 30.0, 23: 62.0, 99: 165.0}  # beyond, for a fair die, once in 100,000 times


def lucks() -> list[Luck]:
    return [KeyedLuck(SEED, 0), FastLuck(0)]


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    missing = kinds - len(counts)
    return sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected


@pytest.mark.parametrize("luck", lucks(), ids=lambda luck: type(luck).__name__)
@pytest.mark.parametrize("bound", [6, 24, 100])
def test_every_number_is_as_likely_as_the_others(luck: Luck, bound: int) -> None:
    counts: Counter[object] = Counter(luck.below(bound) for _ in range(bound * 2_000))
    assert chi_square(counts, bound) < CHI_SQUARE_LIMIT[bound - 1]


@pytest.mark.parametrize("luck", lucks(), ids=lambda luck: type(luck).__name__)
def test_every_order_of_a_shuffle_is_as_likely_as_the_others(luck: Luck) -> None:
    counts: Counter[object] = Counter()
    for _ in range(24 * 1_000):
        cards = [1, 2, 3, 4]
        luck.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations([1, 2, 3, 4]))
    assert chi_square(counts, 24) < CHI_SQUARE_LIMIT[23]


@pytest.mark.parametrize("luck", lucks(), ids=lambda luck: type(luck).__name__)
def test_a_die_shows_one_to_six_and_a_choice_is_one_of_the_items(luck: Luck) -> None:
    assert {1 + luck.below(6) for _ in range(300)} == {1, 2, 3, 4, 5, 6}
    assert {luck.choice("ab") for _ in range(50)} == {"a", "b"}


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    """With a bound of two thirds of all words, a plain remainder would give the lower half twice
    as often; here both halves are equal."""
    luck, bound = KeyedLuck(SEED, 1), 2 * (2**64 // 3)
    low = sum(luck.below(bound) < bound // 2 for _ in range(4_000))
    assert 1_850 < low < 2_150


def test_steps_have_luck_of_their_own() -> None:
    draws = {tuple(KeyedLuck(SEED, step).below(1_000) for _ in range(5)) for step in range(50)}
    assert len(draws) == 50


def test_the_golden_vector_of_luck_never_changes() -> None:
    """Whoever has to change these numbers changes every table ever played."""
    luck = KeyedLuck(SEED, 7)
    assert [luck.below(1_000_000) for _ in range(6)] == GOLDEN_NUMBERS
    cards = list(range(10))
    KeyedLuck(SEED, 8).shuffle(cards)
    assert cards == GOLDEN_SHUFFLE


GOLDEN_NUMBERS = [848497, 229774, 78841, 65056, 571838, 476925]
GOLDEN_SHUFFLE = [2, 6, 0, 1, 9, 3, 5, 4, 7, 8]


def test_the_golden_vector_of_fairness_never_changes() -> None:
    secret = "00" * 31 + "2a"
    assert fairness.commitment(secret) == GOLDEN_COMMITMENT
    assert fairness.seed(secret, {1: "bb" * 32, 0: "aa" * 32}).hex() == GOLDEN_SEED


GOLDEN_COMMITMENT = "d6e3cd53a4b7d225d65f0dad6ff85e794eac530a31b29554bd354d76fce8994f"
GOLDEN_SEED = "a70f36fdf79b657796d9183599a2f61dca70e0b2aa1d722eb368920404625bfe"


def test_the_seed_depends_on_the_secret_and_on_every_nonce_and_its_seat() -> None:
    secret, nonce, other = "00" * 32, "11" * 32, "22" * 32
    seeds = {
        fairness.seed(secret, {}),
        fairness.seed(other, {}),
        fairness.seed(secret, {0: nonce}),
        fairness.seed(secret, {1: nonce}),
        fairness.seed(secret, {0: other}),
        fairness.seed(secret, {0: nonce, 1: other}),
    }
    assert len(seeds) == 6


def test_secrets_are_new_each_time() -> None:
    assert fairness.new_secret() != fairness.new_secret()
    assert fairness.is_hex(fairness.new_secret())


def test_a_secret_that_was_not_promised_is_found() -> None:
    drawn = fairness.draw({0: "ab" * 32})
    assert fairness.check(drawn) == fairness.seed(drawn.secret, drawn.nonces)
    with pytest.raises(Illegal, match="broken_commitment"):
        fairness.check(Fairness(drawn.commitment, fairness.new_secret(), {}))
    with pytest.raises(Illegal, match="not_hex"):
        fairness.check(Fairness(drawn.commitment, drawn.secret, {0: "not hexadecimal"}))
