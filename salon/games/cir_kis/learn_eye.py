"""Learns the eye of grandmaster: what everything on the board of Cir*Kis is worth.

    python3 salon/games/cir_kis/learn_eye.py --out FOLDER [--processes 16] [--minutes 6]

The fast core plays with itself, in so many processes; what came of each position sets the rows of
the eye (fast/learn.c); the next games are played with the new eye. It begins with what hope.json
says of figures, or with --from FILE. After each round FOLDER holds eye.bin, which belongs beside
this file, and log.txt. Needs a C compiler and the standard library: not even Salon's packages.
The same games for the same seed and number of games; how many are played is a matter of time, so
another run gives another file of the same strength, unless --games and --rounds say how many.
"""

import argparse
import ctypes
import json
import random
import sys
import time
from array import array
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_double, c_float, c_int64, c_uint8, c_uint16, c_uint64
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent


def enter_without_packages() -> None:
    """Of Salon only what lies in this folder is needed, which asks for no package."""
    for name in ("salon", "salon.core", "salon.games", "salon.games.cir_kis"):
        sys.modules[name] = module = ModuleType(name)
        module.__path__ = [str(ROOT.joinpath(*name.split(".")))]
    sys.modules["salon.core.contract"] = contract = ModuleType("salon.core.contract")
    contract.Seat = int  # type: ignore[attr-defined]


if find_spec("msgspec") is None:
    enter_without_packages()
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from salon.games.cir_kis.core import COLUMNS, HIDDEN, ROWS, SEEN, Core, Eye  # noqa: E402
from salon.games.cir_kis.eye import (  # noqa: E402
    MODES,
    PATTERNS,
    SCORES,
    packed,
    same_rows,
    unpacked,
)
from tools.compile import compiled  # noqa: E402

SHARES = {"two": 0.4, "three": 0.22, "four": 0.28, "teams": 0.1}  # of the games
GAMES = 20  # that a process plays at a time
ROOM = 600  # samples of a game
WINDOW = 4  # rounds whose games are learnt from
FADE = 0.5  # how much of the earlier rounds' pull is remembered
TRUST = 0.6  # in what a search found, beside what came of it
RATE = 0.03
RING = 4  # every so many games count the Centre Ring
COMFORT = 8.0  # points ahead that nearly win


class Sample(ctypes.Structure):
    _fields_ = (
        ("seen", c_uint16 * SEEN),
        ("count", c_uint8),
        ("known", c_uint8),
        ("margin", ctypes.c_int16),
        ("won", c_float),
        ("guess", c_float),
    )


class Thought(ctypes.Structure):
    """An eye while it learns."""

    _fields_ = (
        ("row", c_float * COLUMNS * ROWS),
        ("odds", c_float * HIDDEN),
        ("margin", c_float * HIDDEN),
    )


SIZE = ctypes.sizeof(Sample)
Task = tuple[str, int, int, int]  # mode, age of the eyes, positions for a placement, seed


# The beginning


def first_thought(mode: str, chance: random.Random) -> Thought:
    """Figures as hope.json has them, points as they are, and the hidden columns by chance."""
    thought = Thought()
    for row in thought.row:
        row[2:] = [chance.gauss(0, 0.02) for _ in range(HIDDEN)]
    thought.odds[:] = [chance.gauss(0, 0.3) for _ in range(HIDDEN)]
    thought.margin[:] = [chance.gauss(0, 0.3) for _ in range(HIDDEN)]
    seats = {"two": "2", "three": "3"}.get(mode, "4")
    hopes = json.loads((HERE / "hope.json").read_text("utf-8"))[seats]
    for family in range(4):
        known = dict(zip(hope_keys(), hopes["star" if family % 2 else "circle"], strict=True))
        for pattern in range(1024):
            row = thought.row[PATTERNS + 1024 * family + pattern]
            row[1] = hoped(pattern, known)
            row[0] = row[1] / COMFORT
    for ours in range(10):
        for theirs in range(10):
            row = thought.row[SCORES + 10 * ours + theirs]
            row[1] = 5.0 * (ours - theirs)
            row[0] = row[1] / COMFORT
    return thought


def hope_keys() -> Iterator[tuple[int, int, int]]:
    """As outlook.keys, which needs Salon's packages."""
    for mine in range(5):
        for most in range(5 - mine):
            for empty in range(1, 6 - mine - most):
                yield mine, most, empty


def hoped(pattern: int, known: dict[tuple[int, int, int], float]) -> float:
    ours, theirs = pattern >> 5, pattern & 31
    near = ours & theirs
    mine, most = (ours & ~near).bit_count(), (theirs & ~near).bit_count()
    empty = 5 - mine - most
    if not empty:
        return 0.0
    return known.get((mine, most, empty), 0) - known.get((most, mine, empty), 0)


def thought_of(eye: Eye) -> Thought:
    thought = Thought()
    for mine, theirs in zip(thought.row, eye.row, strict=True):
        mine[:] = [weight / 256 for weight in theirs]
    thought.odds[:] = [weight / 64 for weight in eye.odds]
    thought.margin[:] = [weight / 64 for weight in eye.margin]
    return thought


def eye_of(thought: Thought, same: list[int]) -> Eye:
    eye = Eye()
    for at, row in enumerate(eye.row):
        row[:] = [whole(256 * weight) for weight in thought.row[same[at]]]
    eye.odds[:] = [whole(64 * weight) for weight in thought.odds]
    eye.margin[:] = [whole(64 * weight) for weight in thought.margin]
    return eye


def whole(weight: float) -> int:
    return max(-32_000, min(32_000, round(weight)))


# The games


def library(out: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(out / "learn.so"))


def compile_into(out: Path) -> None:
    if not compiled(HERE / "fast" / "learn.c", out / "learn.so"):
        sys.exit("A C compiler is needed.")


class Player:
    """One process that plays; it reads the eyes when they are new."""

    def __init__(self, out: Path) -> None:
        self.out, self.age = out, -1
        self.core = Core(library(out))
        self.samples = (Sample * ROOM)()

    def play(self, mode: str, age: int, most: int, seed: int) -> bytes:
        if age != self.age:
            for number, eye in enumerate(unpacked((self.out / "eye.bin").read_bytes())):
                self.core.use(number, eye)
            self.age = age
        return b"".join(self._one(mode, most, seed + n) for n in range(GAMES))

    def _one(self, mode: str, most: int, seed: int) -> bytes:
        ring, which = seed % RING == 0, MODES.index(mode)
        play = self.core.library.learn_play
        count = play(c_uint64(seed * 7_919), which, ring, most, self.samples, ROOM)
        return ctypes.string_at(self.samples, count * SIZE)


_players: list[Player] = []


def sit_down(out: str) -> None:
    _players[:] = [Player(Path(out))]


def play(task: Task) -> tuple[str, bytes]:
    return task[0], _players[0].play(*task)


# The rounds


class School:
    """Plays, learns, and writes down what it has, round after round."""

    def __init__(self, words: argparse.Namespace) -> None:
        self.out, self.seed, self.games = words.out, words.seed, words.games
        self.seconds, self.minutes, self.most = words.seconds, words.minutes, words.most
        self.shares = {mode: SHARES[mode] for mode in words.modes.split(",")}
        self.began, self.age, self.played = time.monotonic(), 0, 0
        self.out.mkdir(parents=True, exist_ok=True)
        compile_into(self.out)
        self.library = library(self.out)
        self.same = same_rows()
        self.pulled = {mode: Thought() for mode in MODES}
        self.kept: dict[str, list[bytes]] = {mode: [] for mode in MODES}
        chance = random.Random(self.seed)
        self.thoughts = {mode: first_thought(mode, chance) for mode in MODES}
        if words.start:
            eyes = unpacked(words.start.read_bytes())
            self.thoughts = {m: thought_of(eye) for m, eye in zip(MODES, eyes, strict=True)}
        self.write()
        self.hands = words.processes
        self.pool = get_context("spawn").Pool(words.processes, sit_down, (str(self.out),))

    def left(self) -> float:
        return 60 * float(self.minutes) - (time.monotonic() - self.began)

    def tell(self, text: str) -> None:
        line = f"{time.monotonic() - self.began:6.1f} s  {text}"
        print(line, flush=True)
        with (self.out / "log.txt").open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def tasks(self, until: float) -> Iterator[Task]:
        chance, number = random.Random(f"{self.seed} {self.age}"), 0
        while number < self.games / GAMES if self.games else time.monotonic() < until:
            mode = chance.choices(list(self.shares), list(self.shares.values()))[0]
            yield (
                mode,
                self.age,
                self.most,
                1_000_003 * (self.age + 101 * self.seed) + GAMES * number,
            )
            number += 1

    def results(self, tasks: Iterator[Task]) -> Iterator[tuple[str, bytes]]:
        """In order, with only a few asked for ahead."""
        asked = deque(self.pool.apply_async(play, (one,)) for one in islice(tasks, 2 * self.hands))
        while asked:
            yield asked.popleft().get()
            asked.extend(self.pool.apply_async(play, (one,)) for one in islice(tasks, 1))

    def gather(self) -> None:
        until = time.monotonic() + min(self.seconds, max(5.0, self.left() - 10))
        new: dict[str, list[bytes]] = {mode: [] for mode in MODES}
        for mode, samples in self.results(self.tasks(until)):
            new[mode].append(samples)
            self.played += GAMES
        for mode in MODES:
            self.kept[mode] = [*self.kept[mode], b"".join(new[mode])][-WINDOW:]

    def learn(self, mode: str) -> str:
        samples = b"".join(self.kept[mode])
        count = len(samples) // SIZE
        if not count:
            return f"{mode}: nothing"
        same = array("H", self.same)
        wrong = (c_double * 2)()
        self.library.learn_all(
            ctypes.byref(self.thoughts[mode]),
            ctypes.byref(self.pulled[mode]),
            (c_uint16 * ROWS).from_buffer(same),
            samples,
            c_int64(count),
            c_uint64(self.seed + self.age),
            c_float(TRUST),
            c_float(RATE),
            c_float(FADE),
            wrong,
        )
        return f"{mode}: {count} samples, odds {wrong[0]:.4f}, margin {wrong[1]:.2f}"

    def write(self) -> None:
        eyes = [eye_of(self.thoughts[mode], self.same) for mode in MODES]
        new = self.out / "eye.new"
        new.write_bytes(packed(eyes))
        new.replace(self.out / "eye.bin")

    def round(self) -> None:
        self.gather()
        self.tell(f"round {self.age}: {self.played} games so far")
        with ThreadPoolExecutor(len(MODES)) as threads:
            for said in threads.map(self.learn, MODES):
                self.tell(said)
        self.age += 1
        (self.out / "eye-before.bin").write_bytes((self.out / "eye.bin").read_bytes())
        self.write()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--out", type=Path, required=True)
    words.add_argument("--processes", type=int, default=1)
    words.add_argument("--minutes", type=float, default=6)
    words.add_argument("--seconds", type=float, default=25, help="of playing in a round")
    words.add_argument("--games", type=int, default=0, help="in a round, instead of seconds")
    words.add_argument("--rounds", type=int, default=0, help="and no more, if there is time")
    words.add_argument("--most", type=int, default=600, help="positions for a placement")
    words.add_argument("--modes", default=",".join(SHARES))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--from", dest="start", type=Path)
    said = words.parse_args()
    school = School(said)
    while school.left() > 15 and (school.age < said.rounds or not said.rounds):
        school.round()
    school.tell("done")
    school.pool.terminate()


if __name__ == "__main__":
    main()
