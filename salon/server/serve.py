"""Starts the server and stops it cleanly."""

import asyncio
import fcntl
import gc
import os
import socket as sockets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from time import monotonic
from typing import Any

import structlog
import uvicorn
from platformdirs import user_data_path

from salon.core.refusal import Unusable
from salon.server.app import make_app
from salon.server.circle.circles import Circles
from salon.server.circle.forgetting import forget_old
from salon.server.doorstep import Doorstep
from salon.server.files import is_outdated
from salon.server.live import House, Setting
from salon.server.logs import set_up_logs
from salon.server.network import WebSocket, http_on
from salon.server.notices import Notices, open_push
from salon.server.players import Players, read_key
from salon.server.refusals import NotStored
from salon.server.replays import Replays
from salon.server.sqlite import SqliteStore
from salon.server.store import Store
from salon.server.tables import Tables
from salon.server.thinkers import open_thinkers

PAGE = Path(__file__).parent / "page"
WEB = PAGE.parents[2] / "web"  # in a checkout
LARGEST_FRAME = 8_192
SWEEP_SECONDS = 20
DAY = 24 * 3_600
BEAT_SECONDS = 4.0  # the page waits for more than twice as long
LOOK_SECONDS = 1.0  # after which a hint that was lost is missed no more
NOTICE_SECONDS = 5.0
WAKE_SECONDS = 10.0  # after which tables of a process that died go on in another one
DRAIN_SECONDS = 2.5  # in which a proxy notices that this process will stop
MANY_FILES = 65_536  # more are never asked for

log = structlog.get_logger()


def default_data() -> Path:
    return user_data_path("salon", appauthor=False)


@contextmanager
def data_folder(folder: Path) -> Iterator[Path]:
    """The data of one server: a second one is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unusable("bad_data", name=str(folder), problem=error.strerror) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield folder
    except BlockingIOError:
        raise Unusable("data_in_use", name=str(folder)) from None
    finally:
        os.close(lock)


class Server(uvicorn.Server):
    """Says goodbye before it goes."""

    def __init__(self, config: uvicorn.Config, circles: Circles) -> None:
        super().__init__(config)
        self._circles = circles

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """A proxy hears of it and sends nobody any more; then whoever is here is sent elsewhere."""
        await self._drain(self._circles.house)
        for server in self.servers:
            server.close()
        await self._circles.retire_all()
        await self._circles.tables.retire_all()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)
        self._captured_signals.clear()  # being told to stop, and stopping, is no failure

    async def _drain(self, house: House) -> None:
        """Told twice, it does not wait."""
        house.is_draining = True
        until = monotonic() + house.setting.drain_seconds
        while monotonic() < until and not self.force_exit:  # noqa: ASYNC110  (uvicorn's flag)
            await asyncio.sleep(0.05)


@contextmanager
def door(host: str, port: int) -> Iterator[sockets.socket]:
    """The port that browsers knock at, or Unusable."""
    if not 0 <= port < 2**16:
        raise Unusable("no_port", port=port, problem="0–65535")
    try:
        family, *_, address = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM)[0]
        listening = sockets.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        raise Unusable("no_port", port=port, problem=error.strerror or str(error)) from None
    with listening:
        yield listening


def serve(
    place: Path | str,
    listening: sockets.socket,
    setting: Setting,
    *,
    unlimited: bool = False,
    hosts: frozenset[str] = frozenset(),
) -> None:
    """Until somebody says stop."""
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(_serve(place, listening, setting, unlimited, hosts))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # pragma: no cover
        return None
    return new_event_loop


def raise_file_limit() -> int:
    """As many open files, and so connections, as this process may have."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    most = MANY_FILES if hard == RLIM_INFINITY else min(hard, MANY_FILES)
    if soft < most:
        setrlimit(RLIMIT_NOFILE, (most, hard))
    return max(soft, most)


@asynccontextmanager
async def open_store(place: Path | str, hint: asyncio.Event) -> AsyncIterator[tuple[Store, bytes]]:
    """A folder of one server, or the database of several; and the key of cookies. The hint is set
    when another process may want something."""
    if isinstance(place, Path):
        with data_folder(place):
            store = SqliteStore(place / "salon.db")
            try:
                yield store, read_key(place)
            finally:
                await store.close()
        return
    from salon.server.postgres import connect

    shared = await connect(place, hint.set)
    try:
        yield shared, await shared.key()
    finally:
        await shared.close()


async def _serve(
    place: Path | str,
    listening: sockets.socket,
    setting: Setting,
    unlimited: bool,
    hosts: frozenset[str],
) -> None:
    files = raise_file_limit()
    hint, is_shared = asyncio.Event(), isinstance(place, str)
    async with open_store(place, hint) as (store, key):
        set_up_logs()
        if is_outdated(PAGE, WEB):
            log.warning("the page is older than its sources: run python3 dev.py build")
        thinkers = open_thinkers(place if isinstance(place, str) else None)
        house = House(store, thinkers, setting)
        tables = Tables(house)
        push = open_push(key, setting)
        circles = Circles(tables, Replays(house), push)
        players = Players(key, devices=key if is_shared else None)
        address = house_address(listening)
        app = make_app(circles, players, PAGE, address=address, unlimited=unlimited, hosts=hosts)
        _spare_the_collector()
        beside = [_sweep(circles, files), _beat(circles), thinkers.start()]
        beside.append(_forget(circles, setting.forget_seconds))
        beside.append(keep_watch(circles, hint) if is_shared else tables.wake())
        beside += [] if push is None else [_notify(Notices(circles, push))]
        going = [house.tasks.spawn(work) for work in beside]
        try:
            await Server(configure(app, files), circles).serve([listening])
        finally:
            for task in going:
                task.cancel()
            await circles.retire_all()
            await tables.close()
            thinkers.close()
            if push is not None:
                push.close()


async def keep_watch(circles: Circles, hint: asyncio.Event) -> None:
    """Over what other processes would like to keep, and over what those have left that died."""
    tables = circles.tables
    wake_at = monotonic()
    while True:
        try:
            await tables.look_round()
            await circles.look_round()
            if monotonic() >= wake_at:
                await tables.wake()
                wake_at = monotonic() + WAKE_SECONDS
        except NotStored as error:
            log.error("not stored", problem=error.problem)
        with suppress(TimeoutError):
            await asyncio.wait_for(hint.wait(), LOOK_SECONDS)
        hint.clear()


def configure(app: Any, files: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=http_on(Doorstep(in_all=files // 4)),
        ws=WebSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def _spare_the_collector() -> None:
    """What is here by now stays: looking through it again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 2, 2)


async def _beat(circles: Circles) -> None:
    """A process that hangs is found out by its silence."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        await circles.beat()
        await circles.tables.beat()


async def _sweep(circles: Circles, files: int = MANY_FILES) -> None:
    while True:
        await asyncio.sleep(min(SWEEP_SECONDS, circles.house.setting.idle_seconds))
        if (used := open_files()) > 0.8 * files:
            log.warning("files run out: soon nobody can come in", used=used, limit=files)
        try:
            await circles.sweep()
            await circles.tables.sweep()
        except Exception as error:
            log.error("the sweep failed", problem=repr(error))


async def _notify(notices: Notices) -> None:
    """Those who are away, and awaited."""
    while True:
        await asyncio.sleep(NOTICE_SECONDS)
        try:
            await notices.look_round()
        except Exception as error:
            log.error("nobody could be notified", problem=repr(error))


async def _forget(circles: Circles, seconds: int | None) -> None:
    """What is old, once a day."""
    while seconds is not None:
        try:
            found = await forget_old(circles.house.store, seconds, circles.live)
            log.info("forgotten", circles=found.circles, tables=found.tables)
        except NotStored as error:
            log.error("not stored", problem=error.problem)
        await asyncio.sleep(DAY)


def open_files() -> int:
    """Where that can be told; connections are files too."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def house_address(listening: sockets.socket) -> str | None:
    """The link for other devices in the house, if this server can be reached from them."""
    host, port = listening.getsockname()[:2]
    address = lan_address() if host in ("0.0.0.0", "::") else None
    return address and f"http://{address}:{port}"


def lan_address() -> str | None:
    """The address other devices in the house can reach; nothing is sent to find it out."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
