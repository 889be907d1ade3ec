"""Several processes of Salon on this machine, for trying it out and for tests: PostgreSQL behind
them, Caddy before them as in deploy/, and everything that can happen to them.

.venv/bin/python -m tools.cluster [--processes 3] [--port 8300] [--data DIR]
"""

import argparse
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path

from tools.programs import HERE, Absent, Dead, Postgres, Program, caddy, free_port, salon

TRIES = 50


class Cluster:
    """Processes are counted from 0; `words` are more words for each `salon serve`."""

    def __init__(self, folder: Path, processes: int = 3, *words: str, port: int = 0) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        ports = [port + number + 1 if port else free_port() for number in range(processes)]
        self.caddy = caddy(
            port or free_port(), folder / "caddy.log", [f"{HERE}:{one}" for one in ports]
        )
        self.postgres = Postgres(folder / "postgres")
        self.processes = [
            salon(
                one,
                folder / f"salon-{number}.log",
                "--database",
                self.postgres.address_of(_name(number)),
                *words,
            )
            for number, one in enumerate(ports)
        ]

    @property
    def address(self) -> str:
        """Where people come in."""
        return self.caddy.address

    @property
    def logs(self) -> list[Path]:
        return [one.log for one in (*self.processes, self.caddy)]

    def start(self) -> "Cluster":
        for one in self.processes:
            one.launch()
        for one in self.processes:
            one.wait_until_ready()
        self.caddy.start()
        return self

    def stop(self) -> None:
        """Whatever state it is in."""
        for one in (self.caddy, *self.processes):
            one.kill()
        self.postgres.stop()

    def silence(self) -> None:
        """No process is left, and nothing of theirs is on its way to PostgreSQL."""
        for one in self.processes:
            one.kill()
        there = "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE 'salon%'"
        for _ in range(TRIES):
            if int(self.postgres.psql(there)) == 0:
                return
            time.sleep(0.1)
        raise Dead("connections of nobody")

    # What can happen

    def kill(self, number: int) -> None:
        """At once; it stays away until somebody starts it."""
        self.processes[number].kill()

    def revive(self, number: int) -> None:
        """As whatever looks after a service does it: if it ends by itself, it is started again."""
        for _ in range(TRIES):
            try:
                return self.processes[number].start()
            except Dead:  # PostgreSQL may be away just now
                time.sleep(0.5)
        raise Dead(f"see {self.processes[number].log}")

    def freeze(self, number: int) -> None:
        """It still holds everything, and knows of nothing."""
        self.processes[number].send(signal.SIGSTOP)

    def thaw(self, number: int) -> None:
        self.processes[number].send(signal.SIGCONT)

    def restart(self, number: int) -> int:
        """As an upgrade does it; the exit status of the old one."""
        status = self.processes[number].stop()
        self.revive(number)
        return status

    def restart_postgres(self) -> None:
        self.postgres.restart("fast")

    def crash_postgres(self) -> None:
        """As a power cut does it."""
        self.postgres.restart("immediate")

    def cut(self, number: int) -> int:
        """All its connections to PostgreSQL; how many there were."""
        told = self.postgres.psql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            f" WHERE usename = '{_name(number)}'"
        )
        return int(told)

    def restart_caddy(self) -> None:
        self.caddy.stop()
        self.caddy.start()


def _name(number: int) -> str:
    """By which PostgreSQL knows a process."""
    return f"salon_{number}"


def wait_for_the_end(programs: list[Program]) -> None:
    """Until somebody says stop. Whatever ends by itself, or is killed to see what happens, is
    started again, as systemd would; what does not get ready again ends it all."""
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    while not over.wait(0.5):
        for one in programs:
            if not one.is_running:
                print(f"{one.address} has ended, and is started again: see {one.log}", flush=True)
                one.start()


def run(folder: Path, processes: int, port: int) -> None:
    cluster = Cluster(folder, processes, port=port)
    try:
        cluster.start()
        print(f"Salon: http://{cluster.address}", flush=True)
        print(f"Processes: {', '.join(one.address for one in cluster.processes)}", flush=True)
        print(f"PostgreSQL: {cluster.postgres.address}", flush=True)
        print(f"Logs: {folder}/*.log; Ctrl-C stops everything", flush=True)
        wait_for_the_end([cluster.caddy, *cluster.processes])
    finally:
        cluster.stop()


def main() -> None:
    words = argparse.ArgumentParser(prog="dev.py cluster", description=__doc__)
    words.add_argument("--processes", type=int, default=3)
    words.add_argument(
        "--port", type=int, default=8300, help="Caddy's; the processes' come after it"
    )
    words.add_argument("--data", type=Path, help="kept; by default everything is forgotten")
    chosen = words.parse_args()
    folder = chosen.data or Path(tempfile.mkdtemp(prefix="salon-"))
    try:
        run(folder, chosen.processes, chosen.port)
    except (Absent, Dead) as reason:
        raise SystemExit(str(reason)) from None
    finally:
        if chosen.data is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
