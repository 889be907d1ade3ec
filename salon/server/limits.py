"""How much one connection, or one address, may ask for."""

from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import NamedTuple

MANY = 10_000  # buckets, from which on those that are full again are forgotten
STREET = 8  # households of one street that may be busy at once


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_left", "_most", "_rate", "_when")

    def __init__(self, most: float, rate: float) -> None:
        self._most = self._left = most
        self._rate = rate
        self._when = monotonic()

    def take(self) -> bool:
        """Whether there is one left to take."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self) -> bool:
        return self._left + (monotonic() - self._when) * self._rate >= self._most


class Limit(NamedTuple):
    """What one household may ask for; its street may ask for more."""

    what: str
    most: float  # at once
    rate: float  # a second after that

    def purses(self, address: str) -> Iterator[tuple[str, float, float]]:
        for wider, home in enumerate(households(address)):
            times = STREET**wider
            yield f"{self.what} {home}", self.most * times, self.rate * times


class Buckets:
    """One for each purse; full ones are forgotten."""

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}
        self._many = MANY

    def take(self, purse: str, most: float, rate: float) -> bool:
        """Whether there was one left to take."""
        if len(self._buckets) > self._many:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full()}
            self._many = max(MANY, 2 * len(self._buckets))
        if purse not in self._buckets:
            self._buckets[purse] = Bucket(most, rate)
        return self._buckets[purse].take()

    def allow(self, limit: Limit, address: str) -> bool:
        return all(self.take(*purse) for purse in limit.purses(address))


def households(address: str) -> tuple[str, ...]:
    """Whoever has one IPv6 address has all of its /64, and often the /48 around it."""
    try:
        found = ip_address(address)
    except ValueError:
        return (address,)
    if not isinstance(found, IPv6Address):
        return (address,)
    if found.ipv4_mapped:
        return (str(found.ipv4_mapped),)
    return tuple(str(ip_network((found, size), strict=False)) for size in (64, 48))
