"""Extras: what `pip install 'salon[…]'` brings beside the rules, the bots and the command line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from salon.core.refusal import Unusable

OURS = sys.stdlib_module_names | {"salon"}  # if one of these is missing, no extra brings it


@contextmanager
def extra(name: str) -> Iterator[None]:
    """What is imported inside is there if this extra is; else one is told how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in OURS:
            raise
        raise Unusable("no_extra", name=name) from missing
