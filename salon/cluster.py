"""Long work on many machines: parts that the workers of a Dask cluster do.

A worker that is lost costs the part it was at: Dask gives it to another. A worker with another
Salon does nothing, since it would find something else.
"""

import asyncio
import logging
import pickle
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from salon import games
from salon.core.extras import extra
from salon.core.refusal import Unusable
from salon.core.spread import P, R, Spread, in_order

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["workers_of"]

HERE = Path(__file__).parent
SUFFIXES = {".py", ".json", ".gz", ".bin", ".c", ".h"}  # of rules, decks, lexicons and nets
PATIENCE = 5  # seconds, for a scheduler to answer and for its first worker
ONE_AT_A_TIME = Lock()  # in one process: bots need not be made for threads


@contextmanager
def workers_of(address: str, bring: Iterable[object] = ()) -> Iterator[Spread]:
    """The workers of the scheduler at an address. What is brought, bots or functions of others
    than Salon, travels to them with the module it is from."""
    client = _client(address)
    try:
        with _by_value(bring):
            yield partial(_spread, client, address)
    finally:
        client.close()


def _client(address: str) -> "Client":
    with extra("cluster"):
        from distributed import Client
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # trouble is told in our words
    try:
        asyncio.run(_knock(address))
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unusable("no_scheduler", address=address) from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        client.close()
        raise Unusable("no_workers", address=address) from error
    return client


async def _knock(address: str) -> None:
    """A client that finds nobody takes long to go."""
    from distributed.comm.core import connect
    from distributed.security import Security

    ours = Security().get_connection_args("client")
    await (await connect(address, PATIENCE, **ours)).close()


@contextmanager
def _by_value(things: Iterable[object]) -> Iterator[None]:
    """Salon and its games are on every machine; other modules travel with what is from them."""
    import cloudpickle

    roots = {thing.__module__.partition(".")[0] for thing in things}
    modules = [sys.modules[root] for root in roots - {"__main__", *games.roots()}]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def _spread(
    client: "Client",
    address: str,
    work: Callable[[P], R],
    parts: Sequence[P],
    done: Callable[[P], object] = lambda _: None,
) -> Generator[R]:
    from cloudpickle import dumps

    packed = dumps(work)
    parcels = [pickle.dumps(Parcel(edition(), packed, dumps(part))) for part in parts]
    futures = client.map(pickle.loads, parcels, key="salon", pure=False)
    results: dict[Future[R], R] = {}
    try:
        finished = _finished(client, dict(zip(futures, parts, strict=True)), results, done)
        for future in in_order(futures, finished):
            yield results.pop(future) if future in results else _trouble(future, address)
    finally:
        if client.status == "running":
            client.cancel(futures)


def _finished(
    client: "Client",
    parts: "dict[Future[R], P]",
    results: "dict[Future[R], R]",
    done: Callable[[P], object],
) -> "Iterator[Future[R]]":
    """Each result is fetched at once and then let go: what somebody still holds is done again
    when it is lost with its worker."""
    from distributed import CancelledError, as_completed

    for batch in as_completed(parts, client.loop).batches():
        whole = [future for future in batch if future.status == "finished"]
        with suppress(CancelledError, OSError):  # the scheduler is gone
            results.update(zip(whole, client.gather(whole), strict=True))
        for future in batch:
            done(parts[future])
            if future in results:
                future.release()
        yield from batch


def _trouble(future: "Future[R]", address: str) -> NoReturn:
    """With the cluster it is told in words; what the work raised is raised here."""
    from distributed import KilledWorker

    match future.exception() if future.status == "error" else None:
        case None:
            raise Unusable("lost_scheduler", address=address)
        case KilledWorker() as error:
            raise Unusable("lost_workers") from error
        case ModuleNotFoundError(name=name) as error:
            raise Unusable("not_there", name=name) from error
        case error:
            raise error


class Parcel(NamedTuple):
    """A part of a work, done by opening it. The scheduler does not open it and needs no Salon; a
    worker that has none fails at this part, where it would break down at a function it lacks."""

    edition: str
    work: bytes
    part: bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return do_part, tuple(self)


# On a worker.


def do_part(wanted: str, work: bytes, part: bytes) -> Any:
    """The work for one part, if it is the same work here as where it comes from."""
    from cloudpickle import loads
    from distributed import get_worker

    if edition() != wanted:
        raise Unusable("other_salon", worker=get_worker().address)
    with ONE_AT_A_TIME:
        return loads(work)(loads(part))


@cache
def edition() -> str:
    """What the results may depend on: this Python, the games from elsewhere, all of Salon but its
    server, and whether words can be read aloud."""
    ear = find_spec("espeakng_loader") is not None
    seen = sha256(repr((*sys.version_info[:2], ear)).encode())
    others = [games.folder(name) for name in games.names() if not games.is_ours(name)]
    for home in (HERE, *others):
        for file in sorted(home.rglob("*")):
            inside = file.relative_to(home)
            if file.suffix in SUFFIXES and inside.parts[0] != "server" and file.name[:5] != "test_":
                seen.update(f"\0{inside.as_posix()}\0".encode() + file.read_bytes())
    return seen.hexdigest()
