"""Several processes, PostgreSQL and Caddy: whatever happens to them, every promise is kept."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.chaos import run, tell
from bench.mischief import ODDS
from tests.running import UNTRACED
from tools.cluster import Cluster
from tools.programs import Absent


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    for name, value in UNTRACED.items():
        monkeypatch.setenv(name, value)
    with TemporaryDirectory() as folder:  # a short name: PostgreSQL has its socket there
        try:
            running = Cluster(Path(folder) / "cluster", 3, "--unlimited", "--bot-pace", "0.05")
        except Absent as reason:
            pytest.skip(str(reason))
        try:
            yield running.start()
        finally:
            running.stop()


async def test_kills_frost_cuts_and_restarts_lose_nothing_tell_nothing_false_and_stop_no_table(
    cluster: Cluster,
) -> None:
    outcome = await run(cluster, seconds=8, faults=len(ODDS), tables=5, seed=7, pace=(0.05, 0.3))
    tell(outcome)
    assert {fault.name for fault in outcome.faults} == set(ODDS)
    assert len(outcome.history.done) > 100 and len(outcome.absences) > 10
    assert outcome.violations == []
    assert outcome.problems == []
