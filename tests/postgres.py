"""A real PostgreSQL for the tests that need one: one for all of them, a fresh database for each."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tools.programs import Absent, Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        running = Postgres()
    except Absent as absent:
        pytest.skip(str(absent))
    running.spare_the_disk()
    yield running
    running.stop()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The address of a database in which there is nothing."""
    address = postgres.new_database()
    yield address
    postgres.psql(f"DROP DATABASE {urlsplit(address).path.strip('/')} WITH (FORCE)")
