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
from salon.server.row import TableRow


class Starting:
    """The luck of a table, while its browsers mix it."""

    def __init__(self, row: TableRow) -> None:
        self.luck: Fairness = row.fairness
        self._holders = row.holders  # who was there when it began
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

    def check(self, row: TableRow) -> None:
        """A Refusal if somebody else sits there by now: these commitments are not theirs."""
        if row.holders != self._holders:
            raise Refusal("seats_changed")

    def look_round(self, here: set[Viewer], row: TableRow) -> None:
        """Whether somebody is still waited for."""
        expected = self.luck.withheld if self.opening else here - self.luck.commitments.keys()
        if not here.intersection(expected) or row.holders != self._holders:
            self.enough.set()

    def question(self) -> wire.WantCommitment | wire.WantNonce:
        """What is asked of the browsers now."""
        return wire.WantCommitment() if self.opening is None else wire.WantNonce(self.opening)
