"""Bots think on machines of their own, and no table ever stands still for it."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import Raw, json

from salon import games
from salon.core.capabilities import Advice
from salon.core.luck import FastLuck
from salon.server import dispatch
from salon.server.distant import Distant
from salon.server.queue import schema
from salon.server.thinkers import Thinkers, open_thinkers
from salon.server.workshop import Workshop
from tests.test_mishaps import position
from tools.programs import Postgres

PATH = ("house", "ana", "table")
SEED = 1_234_567_890_123_456_789  # in every question, and nowhere else


class Here(Workshop):
    """The server's own processes, and how often they were asked."""

    def __init__(self) -> None:
        super().__init__("salon.server.thinking", 2, 5.0)
        self.asked = 0

    async def start(self) -> None:
        """Most of these tests never ask them."""

    async def ask(self, task: tuple[Any, ...], path: Any, *, long: bool = False) -> Any:
        self.asked += 1
        return await super().ask(task, path, long=long)


class Server:
    """As much of a server as its bots need."""

    def __init__(self, database: str) -> None:
        self.here = Here()
        self.distant = Distant(database, self.here, 5.0)
        self.thinkers = Thinkers(workshop=self.distant)

    async def master_moves(self, *path: str) -> None:
        game, level, view, moves = position("nim", 2)
        assert await self.thinkers.choose(game, level, view, moves, path or PATH) in moves

    async def find(self, places: int) -> None:
        async def has_come() -> bool:
            return self.distant.places == places

        await until(has_come)


class RunningThinker:
    """`salon think` in a process of its own."""

    def __init__(self, database: str, log: Path) -> None:
        self.log = log
        words = ["think", "--database", database, "--processes", "1"]
        command = [sys.executable, "-m", "salon.cli", *words]
        with log.open("ab") as file:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file)

    def end(self, number: int = signal.SIGKILL) -> int:
        self.process.send_signal(number)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return self.process.wait(timeout=30)


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def thinker(shared: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningThinker]:
    """One for all tests that do not stop it."""
    log = tmp_path_factory.mktemp("thinker") / "thinker.log"
    running = RunningThinker(shared, log)
    yield running
    assert running.end(signal.SIGTERM) == 0


@pytest.fixture
async def server(shared: str, thinker: RunningThinker) -> AsyncIterator[Server]:
    """With the thinker."""
    async with open_server(shared) as found:
        await found.find(places=1)
        yield found


@asynccontextmanager
async def open_server(database: str) -> AsyncIterator[Server]:
    found = Server(database)
    await found.thinkers.start()
    yield found
    found.thinkers.close()


@asynccontextmanager
async def one_who_thinks(database: str, folder: Path) -> AsyncIterator[tuple[Any, ...]]:
    """A server and a thinker of its own, which has a question in hand."""
    thinker = RunningThinker(database, folder / "thinker.log")
    async with open_server(database) as server:
        await server.find(places=1)
        move = asyncio.create_task(server.master_moves())
        await until(lambda: questions(database, "doing"))
        yield server, thinker, move
    if thinker.process.poll() is None:
        thinker.end()


async def questions(database: str, status: str = "todo,doing") -> int:
    """That lie in the queue."""
    query = f"SELECT count(*) FROM {schema()}.procrastinate_jobs WHERE status::text = ANY(%s)"
    async with await psycopg.AsyncConnection.connect(database) as line:
        found = await line.execute(query, [status.split(",")])
        row = await found.fetchone()
    return int(row[0]) if row else 0


async def no_question_is_left(database: str) -> bool:
    return await questions(database) == 0


async def until(true: Callable[[], Awaitable[Any]]) -> None:
    for _ in range(1_000):
        if await true():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


# Where a bot thinks


async def test_a_master_thinks_elsewhere_and_a_novice_here(
    server: Server,
) -> None:
    await server.master_moves()
    assert server.here.asked == 0
    game, _, view, moves = position("nim", 2)
    assert await server.thinkers.choose(game, "novice", view, moves, PATH) in moves
    assert server.here.asked == 1


async def test_advice_comes_from_elsewhere_too(
    server: Server,
) -> None:
    game, level, view, moves = position("nim", 2)
    advice = await server.thinkers.advise(game, level, (view, moves, moves[0]), PATH)
    assert advice.move in moves and 0 <= advice.odds <= 1
    assert server.here.asked == 0


async def test_with_no_thinker_there_a_bot_thinks_here(database: str) -> None:
    async with open_server(database) as server:
        await server.master_moves()
        assert server.here.asked == 1


async def test_without_a_database_a_bot_thinks_here(tmp_path: Path) -> None:
    async with open_server(f"postgresql://postgres@/nowhere?host={tmp_path}") as server:
        await server.master_moves()
        assert server.here.asked == 1


async def test_without_an_address_there_is_no_queue() -> None:
    thinkers = open_thinkers(None)
    game, level, view, moves = position("bluff", 0)
    assert await thinkers.choose(game, level, view, moves) in moves
    thinkers.close()


# What may go wrong


async def test_a_thinker_killed_in_the_middle_costs_a_bot_some_seconds(
    database: str, tmp_path: Path
) -> None:
    async with one_who_thinks(database, tmp_path) as (server, thinker, move):
        thinker.end()
        async with asyncio.timeout(15):
            await move
        assert server.here.asked == 1
        await until(lambda: no_question_is_left(database))


async def test_a_thinker_told_to_stop_finishes_what_it_thinks_about(
    database: str, tmp_path: Path
) -> None:
    async with one_who_thinks(database, tmp_path) as (server, thinker, move):
        assert thinker.process.stdout.readline() == b"Salon thinks. Processes: 1\n"
        assert await asyncio.to_thread(thinker.end, signal.SIGTERM) == 0
        await move
        await server.find(places=0)
        assert server.here.asked == 0
        assert thinker.log.read_text("utf-8") == ""


async def test_when_the_database_was_restarted_bots_think_elsewhere_again(
    server: Server, postgres: Postgres
) -> None:
    move = asyncio.create_task(server.master_moves())
    await asyncio.sleep(0.2)
    await asyncio.to_thread(postgres.restart, "immediate")
    await move
    asked = server.here.asked
    await server.find(places=1)
    await server.master_moves()
    assert server.here.asked == asked


async def test_what_takes_too_long_elsewhere_is_thought_about_here(
    server: Server, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("salon.server.distant.MARGIN", -4.8)
        await server.master_moves()
    assert server.here.asked == 1
    await until(lambda: no_question_is_left(shared))
    await server.master_moves()
    assert server.here.asked == 1


async def test_what_cannot_travel_is_thought_about_here(server: Server) -> None:
    game, level, _, moves = position("nim", 2)
    with pytest.raises(EOFError):  # nobody can do anything with such a view
        await server.distant.ask((game, level, "choose", (object(), moves), SEED), PATH, long=True)
    assert server.here.asked == 1


async def test_what_a_seat_may_know_is_in_no_log_and_no_question_is_left(
    server: Server,
    thinker: RunningThinker,
    shared: str,
    postgres: Postgres,
    capfd: pytest.CaptureFixture[str],
) -> None:
    game, level, view, moves = position("nim", 2)
    await server.distant.ask((game, level, "choose", (view, moves), SEED), PATH, long=True)
    with pytest.raises(EOFError):  # there as here
        await server.distant.ask((game, "nobody", "choose", (view, moves), SEED), PATH, long=True)
    assert server.here.asked == 1
    await until(lambda: no_question_is_left(shared))
    written = thinker.log.read_text("utf-8")
    assert "a bot failed" in written
    for log in (written, postgres.log.read_text("utf-8"), *capfd.readouterr()):
        assert str(SEED) not in log


# Fair turns


async def test_many_masters_of_one_house_leave_another_house_its_turn(
    server: Server, shared: str
) -> None:
    done: list[str] = []

    async def ask(who: str, table: str) -> None:
        await server.master_moves(who, who, table)
        done.append(who)

    many = [asyncio.create_task(ask("eve", f"table {number}")) for number in range(3)]
    await asyncio.sleep(0)
    late = asyncio.create_task(ask("ana", "table"))
    await until(lambda: questions(shared))
    assert await questions(shared) == 1  # the others wait at the server
    many[-1].cancel()
    await asyncio.gather(late, *many[:-1])
    assert done.index("ana") <= 2 and len(done) == 3
    assert server.here.asked == 0


# What travels


@pytest.mark.parametrize("name", ["nim", "bluff"])
def test_a_question_arrives_as_it_was_asked(name: str) -> None:
    game, level, view, moves = position(name, 2)
    task = (game, level, "advise", (view, list(moves), moves[0]), SEED)
    assert dispatch.read(dispatch.write(task)) == task


@pytest.mark.parametrize("name", games.names())
def test_an_answer_arrives_as_it_was_given(name: str) -> None:
    game = games.load(name)
    state = game.start(game.types.options(), game.seats[0], FastLuck(1))
    move = next(one for seat in range(game.seats[0]) for one in game.moves(state, seat))
    advice = Advice(move, 0.5, 0.25)
    for deed, found in (("choose", move), ("choose", None), ("advise", advice)):
        task = (name, "", deed, (), SEED)
        assert dispatch.read_answer(task, Raw(json.encode(found))) == found


def test_other_rules_have_another_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    before = schema()
    monkeypatch.setattr(type(games.load("bluff")), "version", 99)
    assert schema() != before


# The command


def test_a_database_that_cannot_be_reached_is_told_in_one_line(tmp_path: Path) -> None:
    address = f"postgresql://ana:secret@/nowhere?host={tmp_path}"
    told = said_by("think", "--database", address)
    assert told.startswith("salon: The database postgresql:///nowhere cannot be reached:")
    assert len(told.splitlines()) == 1 and "secret" not in told


def test_an_address_that_nobody_can_read_is_not_repeated() -> None:
    told = said_by("think", "--database", "postgresq://ana:secret@127.0.0.1/salon")
    assert told.startswith("salon: This is no address of a database") and "secret" not in told


def test_without_the_extra_the_command_says_what_to_install() -> None:
    told = said_by("think", "--database", "postgresql://", missing="procrastinate")
    assert "pip install 'salon[postgres]'" in told and len(told.splitlines()) == 1


def said_by(*words: str, missing: str = "nothing") -> str:
    program = f"import sys; sys.modules[{missing!r}] = None; from salon.cli import main; main()"
    command = [sys.executable, "-c", program, *words]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert finished.returncode == 2
    return finished.stderr
