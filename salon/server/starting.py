"""A table that is starting: everybody's commitment first, and only then everybody's nonce."""

import asyncio

import msgspec
from msgspec.structs import replace

from salon.core import fairness
from salon.core.contract import Seat
from salon.core.fairness import Fairness
from salon.core.refusal import Refusal
from salon.server import wire
from salon.server.room import Room, Viewer


class Starting:
    """The luck of a table, while its browsers mix it."""

    def __init__(self, promised: Fairness) -> None:
        self.luck = promised
        self.names: list[str] = []  # of who plays; settled with the opening
        self.opening: str | None = None  # once no more commitments are taken
        self.enough = asyncio.Event()  # nobody is waited for

    def commit(self, seat: Seat, commitment: str) -> None:
        """The first of a seat counts; a late one, or a second device's, is no fault."""
        if self.opening is None and seat not in self.luck.commitments:
            made = {**self.luck.commitments, seat: commitment}
            self.luck = replace(self.luck, commitments=dict(sorted(made.items())))

    def settle(self, room: Room) -> None:
        """No more commitments: this is what everybody is shown before the nonces."""
        game, options = room.game, msgspec.to_builtins(room.options)
        self.names, self.enough = room.names(), asyncio.Event()
        self.opening = fairness.opening(self.luck, game.name, game.version, options, self.names)
        self.luck = replace(self.luck, seal=fairness.sha(self.opening))

    def reveal(self, seat: Seat, nonce: str) -> None:
        """The nonce that this seat has committed to, and not before everybody has."""
        made = fairness.nonce_commitment(self.luck.commitment, seat, nonce)
        if self.opening is None or self.luck.commitments.get(seat) != made:
            raise Refusal("other_nonce")
        shown = {**self.luck.nonces, seat: nonce}
        self.luck = replace(self.luck, nonces=dict(sorted(shown.items())))

    def look_round(self, here: set[Viewer]) -> None:
        """Whether somebody is still waited for."""
        settled = self.opening is not None
        if not (self.luck.withheld if settled else here - self.luck.commitments.keys()):
            self.enough.set()

    def question(self) -> wire.WantCommitment | wire.WantNonce:
        """What is asked of the browsers now."""
        return wire.WantCommitment() if self.opening is None else wire.WantNonce(self.opening)
