"""The protocol page names every message, and nothing that does not exist."""

import inspect
import re
from pathlib import Path

import msgspec

from salon.server import wire
from salon.server.circle import wire as circle_wire
from tests.circles import circles_in

PAGE = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text("utf-8")
MESSAGES = {
    kind.__name__: kind
    for file in (wire, circle_wire)
    for kind in vars(file).values()
    if inspect.isclass(kind)
    and issubclass(kind, msgspec.Struct)
    and kind.__module__ == file.__name__
}


def test_every_message_is_on_the_page() -> None:
    assert len(MESSAGES) > 15
    assert [name for name in MESSAGES if name != "Request" and f"`{name}" not in PAGE] == []


def test_every_field_of_a_message_that_is_spelled_out_exists() -> None:
    for name, fields in re.findall(r"`(\w+) \{([^}]*)\}`", PAGE):
        assert set(re.findall(r"\w+", fields)) == set(MESSAGES[name].__struct_fields__)


async def test_every_request_on_the_page_is_in_the_schema() -> None:
    from salon.server.app import make_http
    from salon.server.players import Players

    async with circles_in() as circles:
        players = Players(b"key")
        app = make_http(circles, players, Path("none"), address=None, unlimited=True)
    paths = app.openapi_schema.paths or {}
    served = {
        (method.upper(), re.sub(r"{(table|circle)_id}", "{id}", path))
        for path, item in paths.items()
        for method in ("get", "post")
        if getattr(item, method)
    }
    named = {
        (method, path.split("?")[0]) for method, path in re.findall(r"`(GET|POST) ([^`]+)`", PAGE)
    }
    assert served - named == set()
    assert named - served == {("GET", "/healthz"), ("GET", "/metrics")}
