"""What tests in every folder may use."""

import sys
from collections.abc import Iterator

import pytest

pytest_plugins = ["tests.postgres", "tests.running"]


@pytest.fixture
def untraced() -> Iterator[None]:
    """Counting the lines that are covered would take four times as long as the games."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)
