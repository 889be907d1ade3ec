"""What a process of the workshop does: it answers, until its server is gone, and then it goes too.

It imports little, so that it is there soon; what its craft will need it fetches while it waits.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from salon.core.refusal import Refusal

LONGEST = 60  # seconds that an answer may take, should nobody be there any more to put an end to it
GONE = (EOFError, BrokenPipeError, ConnectionResetError)


def main() -> None:
    os.nice(5)  # people's moves go first
    pipe, craft = Connection(int(sys.argv[1])), import_module(sys.argv[2])
    with suppress(*GONE):
        pipe.send("ready")
        chores: Iterator[Any] = craft.chores()
        while True:
            _wait(pipe, chores)
            pipe.send(_answer(craft, pipe.recv()))


def _wait(pipe: Connection, chores: Iterator[Any]) -> None:
    for _ in chores:
        if pipe.poll():
            return


def _answer(craft: Any, task: tuple[Any, ...]) -> Any:
    signal.alarm(LONGEST)
    try:
        return craft.answer(*task)
    except Refusal as refusal:
        return refusal
    finally:
        signal.alarm(0)
