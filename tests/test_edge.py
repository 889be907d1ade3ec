"""The proxy before many processes, as deploy/Caddyfile has it: who is sent where, and told what."""

import json
import re
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tools.programs import HERE, ROOT, Absent, Program, caddy, free_port

IDS = [f"table-{number}_x" for number in range(30)]


class Process:
    """Stands for a process of Salon: says who it is and what it was asked."""

    def __init__(self) -> None:
        self.is_draining = False
        self.server = ThreadingHTTPServer((HERE, 0), self._answerer())
        self.port = self.server.server_port
        Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()

    def _answerer(self) -> type[BaseHTTPRequestHandler]:
        process = self

        class Answerer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                ill = self.path == "/healthz" and process.is_draining
                said = {"port": process.port, "headers": dict(self.headers.items())}
                self.send_response(503 if ill else 200)
                self.end_headers()
                self.wfile.write(json.dumps(said).encode())

            def log_message(self, *_: Any) -> None:
                pass

        return Answerer

    def die(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def processes() -> Iterator[list[Process]]:
    running = [Process() for _ in range(3)]
    yield running
    for one in running:
        one.die()


@pytest.fixture
def edge(tmp_path: Path, processes: list[Process]) -> Iterator[Program]:
    upstreams = [f"{HERE}:{one.port}" for one in processes]
    try:
        running = caddy(free_port(), tmp_path / "caddy.log", upstreams)
    except Absent as reason:
        pytest.skip(str(reason))
    running.start()
    yield running
    running.kill()


def ask(edge: Program, path: str, **headers: str) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(f"http://{edge.address}{path}", headers=named), timeout=10) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def process_of(edge: Program, table: str) -> int:
    return int(ask(edge, f"/api/tables/{table}/record")["port"])


def until(true: Callable[[], bool], seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_all_that_is_about_a_table_goes_to_one_process_and_tables_are_spread(edge: Program) -> None:
    homes = {table: process_of(edge, table) for table in IDS}
    assert len(set(homes.values())) == 3
    for table, home in homes.items():
        for path in (f"/api/tables/{table}/socket?seat=1", f"/t/{table}", f"/t/{table}/replay"):
            assert ask(edge, path)["port"] == home
    circle = ask(edge, "/api/circles/one/people")["port"]
    assert {ask(edge, f"/{path}")["port"] for path in ("c/one", "api/circles/one")} == {circle}


def test_what_a_client_says_of_itself_or_of_its_process_is_thrown_away(edge: Program) -> None:
    one = process_of(edge, IDS[0])
    other = next(table for table in IDS if process_of(edge, table) != one)
    assert ask(edge, f"/t/{IDS[0]}", X_Salon_Key=other)["port"] == one
    assert "X-Salon-Key" not in ask(edge, "/api/games", X_Salon_Key=other)["headers"]
    lies = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
    told = ask(edge, "/api/games", **lies)["headers"]
    assert told["X-Forwarded-For"] == HERE
    assert told["X-Forwarded-Proto"] == "http"
    assert told["Host"] == edge.address


def test_when_a_process_dies_only_its_tables_move_and_no_request_is_lost(
    edge: Program, processes: list[Process]
) -> None:
    before = {table: process_of(edge, table) for table in IDS}
    processes[0].die()
    after = {table: process_of(edge, table) for table in IDS}
    dead = processes[0].port
    assert dead not in after.values()
    assert {table for table in IDS if before[table] != after[table]} == {
        table for table in IDS if before[table] == dead
    }


def test_a_process_that_drains_is_sent_nobody_any_more(
    edge: Program, processes: list[Process]
) -> None:
    draining = processes[1]
    mine = [table for table in IDS if process_of(edge, table) == draining.port]
    draining.is_draining = True
    until(lambda: all(process_of(edge, table) != draining.port for table in mine))
    draining.is_draining = False
    until(lambda: all(process_of(edge, table) == draining.port for table in mine))


def test_what_is_counted_in_a_process_is_not_for_people(edge: Program) -> None:
    with pytest.raises(HTTPError) as refused:
        ask(edge, "/metrics")
    with refused.value as error:
        assert error.code == 404


def test_nginx_sends_the_same_paths_by_their_ids_as_caddy() -> None:
    ways = []
    for name in ("Caddyfile", "nginx.conf"):
        text = (ROOT / "deploy" / name).read_text("utf-8")
        ways.append(re.findall(r"\^/\(\?:([\w/|]+)\)/", text) + re.findall(r"\^(/api\S+\$)", text))
    assert ways[0] == ways[1] and len(ways[0]) == 2
