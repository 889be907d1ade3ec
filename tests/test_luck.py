"""Luck is fair, the same everywhere, and can be proved to be so."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from msgspec.structs import replace

from salon.core import fairness
from salon.core.contract import Seat
from salon.core.fairness import Fairness
from salon.core.luck import FastLuck, KeyedLuck, LoadedLuck, Luck
from salon.core.options import Choice
from salon.core.refusal import Refusal

SEED = bytes(range(32))
SECRET = "00" * 31 + "2a"
NAMES = ["Ana", "Zoë & Co\n", "sly"]
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
    assert fairness.commitment(SECRET) == GOLDEN_COMMITMENT
    assert fairness.seed(SECRET, {1: "bb" * 32, 0: "aa" * 32}).hex() == GOLDEN_SEED


GOLDEN_COMMITMENT = "d6e3cd53a4b7d225d65f0dad6ff85e794eac530a31b29554bd354d76fce8994f"
GOLDEN_SEED = "a70f36fdf79b657796d9183599a2f61dca70e0b2aa1d722eb368920404625bfe"


def sealed(names: Sequence[str] = NAMES, *committed: Seat, **options: Choice) -> Fairness:
    """A secret and two nonces, each of which was committed to before any was shown."""
    nonces = {0: "aa" * 32, 1: "bb" * 32}
    made = {
        seat: fairness.nonce_commitment(GOLDEN_COMMITMENT, seat, nonces.get(seat, "cc" * 32))
        for seat in (*nonces, *committed)
    }
    luck = Fairness(GOLDEN_COMMITMENT, SECRET, nonces, made)
    return replace(luck, seal=fairness.sha(opening(luck, names, **options)))


def opening(luck: Fairness, names: Sequence[str] = NAMES, **options: Choice) -> str:
    return fairness.opening(luck, "unheard_of", 1, {"planks": 6, "exact": True, **options}, names)


def test_the_opening_says_in_ascii_all_that_is_settled_before_the_nonces_are_shown() -> None:
    assert opening(sealed()).splitlines() == GOLDEN_OPENING


GOLDEN_OPENING = [
    "salon opening",
    f"commitment {GOLDEN_COMMITMENT}",
    "game unheard_of 1",
    "option exact true",
    "option planks 6",
    "seat 0 Ana",
    "seat 1 Zo%C3%AB%20%26%20Co%0A",
    "seat 2 sly",
    "nonce 0 a013da90f3e366e41ea16e97a69395d5ea13735ddca0e32e1fbc62a8ca347245",
    "nonce 1 12986f08fd4a6f14f63faf0ec1badf0401457c8f3821e14470c17f0dc9c48f03",
]
GOLDEN_SEAL = "18874098d6e6d0506678960a0d8a01c0ed13714566d2e560603a13dfa3781e45"
GOLDEN_SEALED_SEED = "c3f19e2001d0f0108d182b82deee82068e0a9110061811ea8d5421dc163f5996"


def test_the_golden_vectors_of_the_opening_never_change() -> None:
    luck = sealed()
    assert luck.seal == GOLDEN_SEAL
    assert fairness.seed(luck.secret, luck.nonces, luck.seal).hex() == GOLDEN_SEALED_SEED


def test_the_seed_depends_on_the_secret_the_opening_and_every_nonce_and_its_seat() -> None:
    secret, nonce, other = "00" * 32, "11" * 32, "22" * 32
    seeds = {
        fairness.seed(secret, {}),
        fairness.seed(other, {}),
        fairness.seed(secret, {}, other),
        fairness.seed(secret, {}, nonce),
        fairness.seed(secret, {0: nonce}),
        fairness.seed(secret, {1: nonce}),
        fairness.seed(secret, {0: other}),
        fairness.seed(secret, {0: nonce, 1: other}),
        fairness.seed(secret, {0: nonce, 1: other}, nonce),
    }
    assert len(seeds) == 9


def test_secrets_are_new_each_time() -> None:
    assert fairness.new_secret() != fairness.new_secret()
    assert fairness.is_hex(fairness.new_secret())


def test_a_secret_that_was_not_promised_is_found() -> None:
    drawn = fairness.draw({0: "ab" * 32})
    fairness.check(drawn, "")
    with pytest.raises(Refusal, match="broken_commitment"):
        fairness.check(Fairness(drawn.commitment, fairness.new_secret(), {}), "")
    for nonce in ("not hexadecimal", "ab" * 32 + "\n"):
        with pytest.raises(Refusal, match="not_hex"):
            fairness.check(replace(drawn, nonces={0: nonce}), "")


def test_a_nonce_that_was_not_committed_to_is_found_and_so_is_another_opening() -> None:
    luck = sealed()
    fairness.check(luck, opening(luck))
    other = fairness.nonce_commitment(GOLDEN_COMMITMENT, 1, "cc" * 32)
    for nonces in ({0: "aa" * 32, 1: "cc" * 32}, {**luck.nonces, 2: "cc" * 32}):
        with pytest.raises(Refusal, match="broken_nonce"):
            fairness.check(replace(luck, nonces=nonces), opening(luck))
    for names, planks in ((["Ana", "Bob", "sly"], 6), (NAMES, 9), (NAMES[:2], 6)):
        with pytest.raises(Refusal, match="broken_seal"):
            fairness.check(luck, opening(luck, names, planks=planks))
    swapped = replace(luck, nonces={0: "aa" * 32}, commitments={**luck.commitments, 1: other})
    with pytest.raises(Refusal, match="broken_seal"):
        fairness.check(swapped, opening(swapped))
    with pytest.raises(Refusal, match="broken_seal"):
        fairness.check(replace(luck, seal=""), opening(luck))


def test_a_commitment_is_to_one_nonce_of_one_seat_of_one_table() -> None:
    table, nonce, other = "11" * 32, "22" * 32, "33" * 32
    made = {
        fairness.nonce_commitment(table, 0, nonce),
        fairness.nonce_commitment(table, 1, nonce),
        fairness.nonce_commitment(table, 0, other),
        fairness.nonce_commitment(other, 0, nonce),
    }
    assert len(made) == 4


def test_who_committed_and_showed_nothing_is_named() -> None:
    assert sealed().withheld == []
    assert sealed(NAMES, 2).withheld == [2]


def test_loaded_luck_falls_as_it_was_told_and_complains_of_what_it_was_not() -> None:
    luck = LoadedLuck(5, 0, 6)
    assert [luck.below(6), luck.choice("ab")] == [5, "a"]
    with pytest.raises(ValueError, match="6 is none"):
        luck.below(6)
    with pytest.raises(ValueError, match="nothing is left"):
        luck.below(6)
