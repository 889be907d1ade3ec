"""How long a question takes to a thinker on this machine and back, when nobody has to think?

    .venv/bin/python -m bench.queue_delay [--questions 300] [--database postgresql://…]

Without a database: one of its own, from the wheel.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median

from msgspec import Raw, json

from salon.server.queue import Queue, Reply
from tools.programs import Postgres

VIEW = '"' + 3_000 * "x" + '"'  # about as long as a master's view and moves


async def answer_at_once(database: str) -> None:
    queue = Queue(database)

    async def think(home: str, key: str, question: str) -> None:
        await queue.tell(home, Reply(key, Raw(b"%d" % len(question))))

    async with queue.open():
        print("ready", flush=True)
        await queue.work(think, 20)


async def ask(database: str, number: int) -> None:
    queue = Queue(database)
    waiting: dict[str, asyncio.Future[None]] = {}

    def hear(message: bytes, _: str) -> None:
        waiting.pop(json.decode(message, type=Reply).key).set_result(None)

    async def one() -> float:
        start, key = time.perf_counter(), str(time.perf_counter_ns())
        waiting[key] = asyncio.get_running_loop().create_future()
        answer = waiting[key]
        await queue.put("bench", key, VIEW)
        await answer
        return time.perf_counter() - start

    async with queue.open():
        listening = asyncio.create_task(queue.listen(hear, "bench"))
        await asyncio.sleep(1)
        await in_turn(one, 20, 1)
        for at_once in (1, 5, 20):
            tell(at_once, await in_turn(one, number, at_once))
        listening.cancel()


async def in_turn(one: Callable[[], Awaitable[float]], number: int, at_once: int) -> list[float]:
    """With a pause after each, as between moves."""
    places = asyncio.Semaphore(at_once)

    async def take_turn() -> float:
        async with places:
            took = await one()
            await asyncio.sleep(0.005)
            return took

    return await asyncio.gather(*(take_turn() for _ in range(number)))


def tell(at_once: int, took: list[float]) -> None:
    worst = sorted(took)[int(0.99 * len(took))]
    print(f"{at_once:2} at once: median {1e3 * median(took):.1f} ms, p99 {1e3 * worst:.1f} ms")


def measure(database: str, number: int) -> None:
    words = [sys.executable, "-m", "bench.queue_delay", "--thinker", "--database", database]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as thinker:
        if thinker.stdout is not None:
            thinker.stdout.readline()
        try:
            asyncio.run(ask(database, number))
        finally:
            thinker.kill()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--questions", type=int, default=300)
    words.add_argument("--database")
    words.add_argument("--thinker", action="store_true", help=argparse.SUPPRESS)
    chosen = words.parse_args()
    if chosen.thinker:
        asyncio.run(answer_at_once(chosen.database))
    elif chosen.database:
        measure(chosen.database, chosen.questions)
    else:
        postgres = Postgres()
        measure(postgres.new_database(), chosen.questions)
        postgres.stop()


if __name__ == "__main__":
    main()
