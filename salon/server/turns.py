"""Whose turn it is: however much somebody asks for, the next turn is another's."""

from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Who waits, by whom they belong to from the widest to the narrowest: one of each household in
    turn, of a household one of each host, of a host one of each table."""

    def __init__(self) -> None:
        self._lines: dict[str, Turns[T]] = {}  # the first is next
        self._waiting: deque[T] = deque()

    def __bool__(self) -> bool:
        return bool(self._lines or self._waiting)

    def add(self, path: Sequence[str], one: T) -> None:
        if not path:
            self._waiting.append(one)
        else:
            self._lines.setdefault(path[0], Turns()).add(path[1:], one)

    def take(self) -> T:
        """Whoever is next; their line goes to the end."""
        if self._waiting:
            return self._waiting.popleft()
        name = next(iter(self._lines))
        line = self._lines.pop(name)
        one = line.take()
        if line:
            self._lines[name] = line
        return one
