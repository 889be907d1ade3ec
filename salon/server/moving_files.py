"""A data folder, or a SQLite file, whose tables move."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from salon.core.refusal import Unusable
from salon.server.moving import KINDS, SOME, Line, Lines, reading
from salon.server.players import read_key, write_whole
from salon.server.serve import data_folder
from salon.server.sqlite import FORMAT, SqliteStore

FILE = "salon.db"


class DataFolder:
    """The file and the key beside it."""

    def __init__(self, folder: Path, db: sqlite3.Connection) -> None:
        self.name = str(folder)
        self._folder = folder
        self._db = db

    async def count(self, kind: str) -> int:
        (number,) = self._db.execute(f"SELECT count(*) FROM {kind}").fetchone()
        return int(number)

    async def read(self, kind: str) -> Lines:
        for line in self._db.execute(reading(kind)):
            yield as_kept(line) if kind == "tables" else line

    async def write(self, kind: str, lines: Lines) -> None:
        marks = ", ".join(repeat("?", len(KINDS[kind])))
        sql = f"INSERT INTO {kind} ({', '.join(KINDS[kind])}) VALUES ({marks})"
        some: list[Line] = []
        async for line in lines:
            some.append(line)
            if len(some) == SOME:
                self._db.executemany(sql, some)
                some.clear()
        self._db.executemany(sql, some)

    async def key(self) -> bytes | None:
        return read_key(self._folder) if (self._folder / "key").exists() else None

    async def keep_key(self, key: bytes) -> None:
        """Before the rest: alone it does no harm, and the next try may bring it again."""
        write_whole(self._folder / "key", key)


def as_kept(line: Line) -> Line:
    *words, awake, kind = line
    return (*words, bool(awake), kind)


@asynccontextmanager
async def data_in(path: Path, *, is_goal: bool) -> AsyncIterator[DataFolder]:
    folder, file = (path.parent, path) if is_file(path) else (path, path / FILE)
    if not is_goal and not file.exists():
        raise Unusable("no_data", name=str(path))
    with data_folder(folder), TemporaryDirectory() as aside, said_of(file):
        if is_goal:
            await SqliteStore(file).close()  # which makes the file
        with transaction(await of_today(file, Path(aside))) as db:
            yield DataFolder(folder, db)


def is_file(path: Path) -> bool:
    return path.is_file() or (path.suffix == ".db" and not path.is_dir())


@contextmanager
def said_of(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise Unusable("bad_data", name=str(file), problem=str(error)) from error


async def of_today(file: Path, aside: Path) -> Path:
    """One of an older Salon is brought up to date in a copy, and stays as it is."""
    with closing(sqlite3.connect(file)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise Unusable("newer_data", name=str(file))
        if version == FORMAT:
            return file
        with closing(sqlite3.connect(aside / FILE)) as copy:
            db.backup(copy)
    await SqliteStore(aside / FILE).close()
    return aside / FILE


@contextmanager
def transaction(file: Path) -> Iterator[sqlite3.Connection]:
    """What is written is there at the end, or not at all."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
