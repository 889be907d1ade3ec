"""How much one connection, or one address, may ask for."""

from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic


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
    """One bucket for each household; full ones are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self._most = most
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) > 10_000:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full()}
        bucket = self._buckets.setdefault(household(address), Bucket(self._most, self._rate))
        return bucket.take()


def household(address: str) -> str:
    """Whoever has one IPv6 address has all of its /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
