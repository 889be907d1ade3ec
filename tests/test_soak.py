"""A short soak: clumsy people for a few seconds, and no table is stuck."""

from collections.abc import Callable

from bench.soak import errors, soak
from tests.running import RunningServer


async def test_clumsy_people_leave_no_table_stuck_and_no_error_in_the_log(
    new_server: Callable[..., RunningServer],
) -> None:
    server = new_server("--unlimited", "--bot-pace", "0.02")
    people = await soak(server, seconds=12, tables=5)
    assert sum(one.cuts for one in people) > 5
    assert sum(one.moves for one in people) > 100
    assert all(one.table == "" for one in people)
    assert errors(server) == []
