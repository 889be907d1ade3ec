"""Long work on many machines: what comes of it is what comes of it on one."""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client

import salon
from salon import cli, cluster
from salon.cluster import workers_of
from salon.core.refusal import Unusable
from tests.machines import Machines, machines
from tests.running import free_port

TIMINGS = re.compile(r'"(seconds|\w+_per_second)": [\d.]+,|[\d.]+ s$', re.MULTILINE)

Say = Callable[..., str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """What a command prints or complains of, timings aside."""

    def call(*words: str) -> str:
        try:
            cli.main(list(words))
        except SystemExit:
            return capsys.readouterr().err
        return TIMINGS.sub("", capsys.readouterr().out)

    return call


@pytest.fixture(scope="module")
def running() -> Iterator[Machines]:
    """A cluster of at least two workers, for all who leave them there."""
    with machines(2) as found:
        yield found


@pytest.fixture
def two_workers(running: Machines) -> str:
    return running.address


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Machines]:
    """One without workers, which takes it ill when one is lost."""
    with machines(0, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as found:
        yield found


# The same on many machines


COMMANDS = [
    "simulate bluff --games 90 --bots sly,novice --json",
    "simulate auction --games 30 --json",
    "arena bluff --bots random,novice,sly --games 30 --seats 3 --json",
    "arena bluff --bots random,sly --games 300 --until-clear --json",
    "laws bluff --seats 2 --walks 1",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_cluster_counts_what_one_machine_counts(words: str, say: Say, two_workers: str) -> None:
    alone = say(*words.split())
    assert alone and say(*words.split(), "--cluster", two_workers) == alone


def test_a_bot_from_outside_travels_to_the_cluster(
    say: Say, two_workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["class Last:", " def choose(self, view, moves, luck):", "  return moves[-1]"]
    (tmp_path / "travelling_bots.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    words = ["simulate", "bluff", "--bots", "travelling_bots:Last,sly", "--games", "9"]
    words += ["--json"]
    assert say(*words, "--cluster", two_workers) == say(*words)


# What is lost, and what is not


class Fatal:
    """Squares numbers, and writes each down; the first time it meets 3, its worker is lost."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, number: int) -> int:
        with (self.folder / "begun").open("a") as begun:
            begun.write(f"{number}\n")
        if number == 3 and not (self.folder / "lost").exists():
            (self.folder / "lost").touch()
            time.sleep(1)  # until the result of the part before is fetched
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


def test_a_lost_worker_costs_its_part_alone(running: Machines, tmp_path: Path) -> None:
    fatal = Fatal(tmp_path)
    running.start_worker()
    running.wait()
    with workers_of(running.address, [fatal]) as spread:
        found = list(spread(fatal, range(20)))
    assert found == [number * number for number in range(20)]
    begun = Counter(map(int, (tmp_path / "begun").read_text().split()))
    assert begun == {number: 1 + (number == 3) for number in range(20)}


def divide(number: int) -> float:
    return 1 / number


def test_what_a_part_raises_is_raised_in_its_turn(two_workers: str) -> None:
    with workers_of(two_workers, [divide]) as spread:
        results = spread(divide, [2, 1, 0, 1])
        assert [next(results), next(results)] == [0.5, 1]
        with pytest.raises(ZeroDivisionError):
            next(results)


def waiting_at(address: str) -> int:
    with Client(address, set_as_default=False) as client:
        return len(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.tasks)))


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def heed_ctrl_c() -> None:
    """Who runs the tests in the background of a shell has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_leaves_nothing_waiting_on_the_cluster(two_workers: str) -> None:
    words = [
        "simulate",
        "nim",
        "--option",
        "heap=many",
        "--games",
        "5000",
        "--cluster",
        two_workers,
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "salon.cli", *words],
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 (it only sets a signal)
    ) as command:
        until(lambda: waiting_at(two_workers) > 0)
        command.send_signal(signal.SIGINT)
        assert command.wait(timeout=30) == 130
    until(lambda: waiting_at(two_workers) == 0)


# Trouble is told in words


def simulated_at(address: str, say: Say) -> str:
    return say("simulate", "bluff", "--games", "50", "--cluster", address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "nonsense", "fax://127.0.0.1", ""])
def test_a_scheduler_that_does_not_answer_is_named(
    address: str, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    typed = address.format(port=free_port())
    assert simulated_at(typed, say) == f"salon: No Dask scheduler answers at {typed}.\n"


def test_a_scheduler_without_workers_is_told_how_to_get_some(
    scheduler: Machines, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    complaint = simulated_at(scheduler.address, say)
    assert f"has no workers. Start some: dask worker {scheduler.address}" in complaint


def test_without_dask_it_says_what_to_install(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'salon[cluster]'" in simulated_at("tcp://127.0.0.1:8786", say)


def test_a_scheduler_that_is_lost_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with machines(1) as running, workers_of(running.address) as spread:
        results = spread(time.sleep, [0, 60])
        next(results)
        running.lose_scheduler()
        with pytest.raises(Unusable, match="lost_scheduler"):
            next(results)


@pytest.fixture
def other_salon(tmp_path: Path) -> Path:
    """All of Salon, but for one line."""
    ours = Path(salon.__file__).parent
    for file in (*ours.rglob("*.py"), *ours.rglob("*.json"), *ours.rglob("*.gz")):
        (tmp_path / file.relative_to(ours.parent)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file.relative_to(ours.parent)).symlink_to(file)
    file = tmp_path / "salon" / "core" / "luck.py"
    text = file.read_text("utf-8")
    file.unlink()
    file.write_text(f"{text}\nOTHER = 7\n", "utf-8")
    return tmp_path


def test_a_worker_without_salon_is_told_what_it_lacks(
    scheduler: Machines, say: Say, tmp_path: Path
) -> None:
    (tmp_path / "salon").mkdir()
    (tmp_path / "salon" / "__init__.py").touch()
    worker = scheduler.start_worker(str(tmp_path))
    scheduler.wait()
    complaint = simulated_at(scheduler.address, say)
    worker.kill()
    assert "The machines of the cluster lack salon." in complaint


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_part_at_which_as_many_workers_are_lost_as_dask_allows_ends_the_work(
    scheduler: Machines,
) -> None:
    scheduler.start_worker()
    scheduler.wait()
    trouble = pytest.raises(Unusable, match="lost_workers")
    with workers_of(scheduler.address, [die]) as spread, trouble:
        next(spread(die, [1]))


def test_whoever_cannot_read_words_aloud_might_find_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = cluster.edition.__wrapped__()
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    assert cluster.edition.__wrapped__() != ours


def test_a_worker_with_another_salon_is_refused(
    scheduler: Machines, say: Say, other_salon: Path
) -> None:
    worker = scheduler.start_worker(str(other_salon))
    scheduler.wait()
    complaint = simulated_at(scheduler.address, say)
    worker.kill()
    assert "has another Salon or another Python than this machine" in complaint
