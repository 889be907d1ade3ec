"""Provably fair: nobody, not even the server, can choose a table's luck.

The server commits to a secret before anyone sits; every seated browser adds a nonce when the
game starts; the seed is the hash of all of them; at the end the secret is revealed. Every text
hashed here is plain ASCII, so that a page can check it in a few lines.
"""

from collections.abc import Mapping
from hashlib import sha256
from secrets import token_hex

from msgspec import Struct

from salon.core.contract import Illegal, Seat

HEX_DIGITS = 64  # of a secret, and of a nonce


class Fairness(Struct, frozen=True):
    """What a table's luck comes from, and what was shown before it began."""

    commitment: str  # shown before anyone sits
    secret: str  # shown at the end
    nonces: dict[Seat, str]  # what the browsers added; a seat that sent none is not here


def new_secret() -> str:
    return token_hex(HEX_DIGITS // 2)


def commitment(secret: str) -> str:
    return sha256(f"salon commitment {secret}".encode()).hexdigest()


def seed(secret: str, nonces: Mapping[Seat, str]) -> bytes:
    added = "".join(f" {seat}={nonces[seat]}" for seat in sorted(nonces))
    return sha256(f"salon seed {secret}{added}".encode()).digest()


def draw(nonces: Mapping[Seat, str] | None = None) -> Fairness:
    """A new secret with its commitment."""
    secret = new_secret()
    return Fairness(commitment(secret), secret, dict(nonces or {}))


def is_hex(text: str) -> bool:
    return len(text) == HEX_DIGITS and set(text) <= set("0123456789abcdef")


def check(fairness: Fairness) -> bytes:
    """The seed, if the secret is the one committed to; otherwise Illegal."""
    if not all(map(is_hex, (fairness.secret, *fairness.nonces.values()))):
        raise Illegal("not_hex")
    if commitment(fairness.secret) != fairness.commitment:
        raise Illegal("broken_commitment")
    return seed(fairness.secret, fairness.nonces)
