"""What can be counted, for Prometheus. No names, no links, no secrets."""

from prometheus_client import CollectorRegistry, Gauge

from salon.server.tables import Tables


def measure(tables: Tables) -> CollectorRegistry:
    """The counts of this moment."""
    registry = CollectorRegistry()
    live, house = tables.live.values(), tables.house
    _gauge(registry, "salon_tables_live", "Tables in memory", len(tables.live))
    _gauge(
        registry,
        "salon_connections",
        "Open connections",
        sum(len(one.feeds.connections) for one in live),
    )
    _gauge(registry, "salon_bots_replaced", "Bots that crashed or dawdled", house.thinkers.replaced)
    for name, count in house.counts.items():
        _gauge(registry, f"salon_{name}_total", f"Since the start: {name}", count)
    return registry


def _gauge(registry: CollectorRegistry, name: str, what: str, value: float) -> None:
    Gauge(name, what, registry=registry).set(value)
