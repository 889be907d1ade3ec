"""Long work in parts: one after the other here, or several at once in other processes.

salon/cluster.py has the same for many machines. Wherever the parts are done, the results are the
same: what a part needs, luck too, it has from what it is, not from the parts before it.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

P = TypeVar("P")
R = TypeVar("R")

MANY = 400  # parts of equal size: enough for many machines, each worth the way there
LEAST = 20  # parts of one, before parts grow


def _tell_nobody(_: object) -> None:
    pass


class Spread(Protocol):
    """Does a work for each part, and gives what comes of them in their order.

    Nobody is waited for longer than needed: who has enough closes it, and what was not begun is
    left. What a part raises is raised in its turn. `done` hears of each part when it is finished.
    """

    def __call__(
        self,
        work: Callable[[P], R],
        parts: Sequence[P],
        done: Callable[[P], object] = _tell_nobody,
    ) -> Generator[R]: ...


def here(
    work: Callable[[P], R], parts: Sequence[P], done: Callable[[P], object] = _tell_nobody
) -> Generator[R]:
    """In this process, each part when its result is wanted."""
    for part in parts:
        result = work(part)
        done(part)
        yield result


@contextmanager
def processes() -> Iterator[Spread]:
    """One for each core; Ctrl-C is for this process to hear."""
    with ProcessPoolExecutor(
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        yield over(pool)


def over(pool: Executor) -> Spread:
    return partial(_spread, pool)


def _spread(
    pool: Executor,
    work: Callable[[P], R],
    parts: Sequence[P],
    done: Callable[[P], object] = _tell_nobody,
) -> Generator[R]:
    futures = {pool.submit(work, part): part for part in parts}

    def finished() -> Iterator[Future[R]]:
        for future in as_completed(futures):
            done(futures[future])
            yield future

    try:
        for future in in_order(list(futures), finished()):
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def in_order(wanted: Iterable[P], arriving: Iterable[P]) -> Iterator[P]:
    """Each when it and all before it have arrived."""
    waiting, there = deque(wanted), set[Any]()
    for one in arriving:
        there.add(one)
        while waiting and waiting[0] in there:
            yield waiting.popleft()


# How many things are cut into parts.


def cut(number: int) -> list[range]:
    """For work that is done to its end: parts of the same size."""
    size = max(1, number // MANY)
    return [range(first, min(first + size, number)) for first in range(0, number, size)]


def cut_to_stop(number: int) -> list[range]:
    """For work that may end early: each part adds a twentieth at most to those before it."""
    parts, first = list[range](), 0
    while first < number:
        parts.append(range(first, min(first + max(1, first // LEAST), number)))
        first = parts[-1].stop
    return parts
