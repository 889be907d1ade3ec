"""A Dask cluster on this machine: a scheduler and its workers, each a process of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import TOYS
from tests.running import free_port

SECONDS_TO_START = 60
SIGNS = ("Scheduler at:", "Registered to:")


class Machines:
    """As `dask scheduler` and `dask worker` start them, without a dashboard; the workers without
    a nanny: one that is killed stays away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self, **settings: str) -> None:
        self._start("scheduler", "--host=127.0.0.1", f"--port={self.port}", **settings)

    def lose_scheduler(self) -> None:
        self.processes[0].kill()

    def start_worker(self, path: str = "") -> subprocess.Popen[bytes]:
        """One that imports from this path first."""
        paths = os.pathsep.join(filter(None, [path, TOYS]))
        return self._start("worker", self.address, "--no-nanny", "--nthreads=1", PYTHONPATH=paths)

    def _start(self, *words: str, **settings: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        around = {**os.environ, "PYTHONWARNINGS": "", **settings}
        with self._log(len(self.processes)).open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=around)
        self.processes.append(process)
        return process

    def _log(self, number: int) -> Path:
        return self.folder / f"{number}.log"

    def wait(self) -> None:
        """Until each has said that it is there."""
        deadline = time.monotonic() + SECONDS_TO_START
        for number in range(len(self.processes)):
            while not any(sign in (told := self._log(number).read_text()) for sign in SIGNS):
                assert time.monotonic() < deadline, told
                time.sleep(0.05)


@contextmanager
def machines(workers: int, **settings: str) -> Iterator[Machines]:
    """A scheduler with its settings, and so many workers."""
    with TemporaryDirectory() as folder:
        running = Machines(Path(folder))
        try:
            running.start_scheduler(**settings)
            for _ in range(workers):
                running.start_worker()
            running.wait()
            yield running
        finally:
            for process in running.processes:
                process.kill()
                process.wait(timeout=30)
