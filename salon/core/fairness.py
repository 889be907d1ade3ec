"""Provably fair: as long as one browser at a table is honest, nobody chooses the table's luck.

The server commits to a secret before anyone sits. When the game starts every seated browser
commits to a nonce; all these commitments, with the game, its options and who plays, are the
opening; the nonces are shown only once everybody has been shown the opening. The seed is the hash
of the secret, the opening and the nonces; the secret is shown at the end. Every text hashed here
is plain ASCII, so that a page can check it in a few lines.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from urllib.parse import quote

from msgspec import Struct

from salon.core.contract import Seat
from salon.core.options import Choice, written
from salon.core.refusal import Refusal

HEX_DIGITS = 64  # of a secret, of a nonce and of a hash
UNCHANGED = "!*'()"  # by JavaScript's encodeURIComponent, besides what Python leaves


class Fairness(Struct, frozen=True):
    """What a table's luck comes from, and what was shown before it began."""

    commitment: str  # to the secret, shown before anyone sits
    secret: str  # shown at the end
    nonces: dict[Seat, str]  # what the browsers added; a seat that showed none is not here
    commitments: dict[Seat, str] = {}  # to the nonces, shown before any of these
    seal: str = ""  # the hash of the opening; "": begun without one, as all tables once were

    @property
    def withheld(self) -> list[Seat]:
        """Whose browsers committed to a nonce and did not show it."""
        return sorted(self.commitments.keys() - self.nonces.keys())


def new_secret() -> str:
    return token_hex(HEX_DIGITS // 2)


def sha(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()


def commitment(secret: str) -> str:
    return sha(f"salon commitment {secret}")


def nonce_commitment(table: str, seat: Seat, nonce: str) -> str:
    """For a seat of the table with this commitment: nobody else's will do."""
    return sha(f"salon nonce {table} {seat} {nonce}")


def opening(
    fairness: Fairness,
    game: str,
    version: int,
    options: Mapping[str, Choice],
    names: Sequence[str],
) -> str:
    """All that is settled before the nonces are shown, a line for each thing."""
    lines = ["salon opening", f"commitment {fairness.commitment}", f"game {game} {version}"]
    lines += [f"option {word(name)} {word(written(options[name]))}" for name in sorted(options)]
    lines += [f"seat {seat} {word(name)}" for seat, name in enumerate(names)]
    lines += [f"nonce {seat} {made}" for seat, made in sorted(fairness.commitments.items())]
    return "\n".join(lines)


def word(text: str) -> str:
    """In ASCII and without a space, as encodeURIComponent writes it."""
    return quote(text, safe=UNCHANGED)


def seed(secret: str, nonces: Mapping[Seat, str], seal: str = "") -> bytes:
    sealed = f" {seal}" if seal else ""
    added = "".join(f" {seat}={nonces[seat]}" for seat in sorted(nonces))
    return sha256(f"salon seed {secret}{sealed}{added}".encode()).digest()


def draw(nonces: Mapping[Seat, str] | None = None) -> Fairness:
    """A new secret with its commitment."""
    secret = new_secret()
    return Fairness(commitment(secret), secret, dict(nonces or {}))


def is_hex(text: str) -> bool:
    return len(text) == HEX_DIGITS and set(text) <= set("0123456789abcdef")


def check(fairness: Fairness, opening: str) -> None:
    """Refused unless the secret and the nonces are those committed to, and this the opening."""
    hashes = (*fairness.nonces.values(), *fairness.commitments.values())
    if not all(map(is_hex, (fairness.secret, *hashes))):
        raise Refusal("not_hex")
    if commitment(fairness.secret) != fairness.commitment:
        raise Refusal("broken_commitment")
    if fairness.seal or fairness.commitments:
        _check_opening(fairness, opening)


def _check_opening(fairness: Fairness, opening: str) -> None:
    for seat, nonce in fairness.nonces.items():
        made = nonce_commitment(fairness.commitment, seat, nonce)
        if fairness.commitments.get(seat) != made:
            raise Refusal("broken_nonce", seat=seat + 1)
    if sha(opening) != fairness.seal:
        raise Refusal("broken_seal")
