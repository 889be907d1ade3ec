"""A real server for the tests that need one."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.async_api import Browser

from tests.browser import chromium

SECONDS_TO_START = 60
UNTRACED = {"COVERAGE_PROCESS_CONFIG": ""}  # counting covered lines makes a server thrice as slow


class RunningServer:
    """`salon serve` in a process of its own, on a free port of this machine."""

    def __init__(
        self,
        data: Path,
        *words: str,
        home: Path | None = None,
        python: str = sys.executable,
        is_traced: bool = False,
    ) -> None:
        self.data = data
        self.around = {**os.environ, **({} if is_traced else UNTRACED)}
        self.home = home  # another checkout
        self.python = python  # of another environment
        self.words = words
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self.start()

    def start(self) -> None:
        command = [self.python, "-m", "salon.cli", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.home, env=self.around
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self.is_well():
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.05)

    def is_well(self) -> bool:
        try:
            with urlopen(f"http://{self.address}/healthz", timeout=5) as answer:
                return bool(answer.read() == b"ok")
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=30)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """Start servers that end with the test."""
    started: list[RunningServer] = []

    def start(*words: str, folder: str = "data") -> RunningServer:
        (tmp_path / folder).mkdir(exist_ok=True)
        started.append(RunningServer(tmp_path / folder, *words))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of this worker that do not stop it."""
    os.environ.pop("PYTHONWARNINGS", None)
    words = ("--bot-pace", "0.01", "--unlimited")
    running = RunningServer(tmp_path_factory.mktemp("data"), *words, is_traced=True)
    yield running
    assert running.stop() == 0
    problems = [line for line in running.log.read_text("utf-8").splitlines() if "error" in line]
    assert problems == []


@pytest.fixture(scope="module")
async def _chromium() -> AsyncIterator[Browser]:
    async with chromium() as found:
        yield found


@pytest.fixture
async def browser(_chromium: Browser) -> AsyncIterator[Browser]:
    """Pages that stay open would go on drawing: everybody goes home after a test."""
    yield _chromium
    for context in _chromium.contexts:
        await context.close()
