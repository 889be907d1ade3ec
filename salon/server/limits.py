"""How much one connection, or one address, may ask for."""

from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

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


class Buckets:
    """One bucket for each household, a larger one for its street; full ones are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self._most = most
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._many = MANY

    def take(self, address: str) -> bool:
        if len(self._buckets) > self._many:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full()}
            self._many = max(MANY, 2 * len(self._buckets))
        homes = households(address)
        return all(self._bucket(home, STREET**wider).take() for wider, home in enumerate(homes))

    def _bucket(self, home: str, times: int) -> Bucket:
        if home not in self._buckets:
            self._buckets[home] = Bucket(self._most * times, self._rate * times)
        return self._buckets[home]


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
