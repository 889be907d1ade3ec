"""The parts of a row of numbers: a place in it for everything of one type."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

ROOM = 1.25  # times what was seen

Write = Callable[[Any, list[float]], None]


class Part(ABC):
    """First it learns what there is, then it says how wide it is and writes."""

    @property
    @abstractmethod
    def width(self) -> int: ...

    @abstractmethod
    def learn(self, value: Any) -> None:
        """It may be as long, or as large, as this."""

    @abstractmethod
    def writer(self, at: int) -> Write:
        """Writes a value into a row of zeros, from this place on."""


class Number(Part):
    width = 1

    def __init__(self) -> None:
        self.most = 1.0

    def learn(self, value: float) -> None:
        self.most = max(self.most, abs(value))

    def writer(self, at: int) -> Write:
        most = self.most

        def write(value: float, row: list[float]) -> None:
            row[at] = value / most if -most <= value <= most else 1.0 if value > 0 else -1.0

        return write


class Text(Number):
    """Its length."""

    def learn(self, value: Any) -> None:
        super().learn(len(value))

    def writer(self, at: int) -> Write:
        write = super().writer(at)
        return lambda value, row: write(len(value), row)


class Choice(Part):
    """One of a few, each with a place of its own."""

    width = 0

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        self.width = len(values)

    def learn(self, value: Any) -> None:
        pass

    def writer(self, at: int) -> Write:
        places = {value: at + place for place, value in enumerate(self.values)}

        def write(value: Any, row: list[float]) -> None:
            row[places[value]] = 1.0

        return write


class Either(Part):
    """One of several kinds, or nothing: which, and then what."""

    def __init__(self, kinds: Sequence[Any]) -> None:
        self.parts = [(_asks(kind), part_of(kind)) for kind in kinds]

    @property
    def width(self) -> int:
        return sum(1 + part.width for _, part in self.parts)

    def learn(self, value: Any) -> None:
        for is_one, part in self.parts:
            if is_one(value):
                return part.learn(value)
        return None

    def writer(self, at: int) -> Write:
        writers: list[tuple[Callable[[Any], bool], int, Write]] = []
        for is_one, part in self.parts:
            writers.append((is_one, at, part.writer(at + 1)))
            at += 1 + part.width

        def write(value: Any, row: list[float]) -> None:
            if value is not None:
                _, at, inner = next(one for one in writers if one[0](value))
                row[at] = 1.0
                inner(value, row)

        return write


class Several(Part):
    """As many as there are: how many, and then each."""

    def __init__(self, kind: Any) -> None:
        self.one = part_of(kind)
        self.most = 0

    @property
    def room(self) -> int:
        return round(self.most * ROOM)

    @property
    def width(self) -> int:
        return 1 + self.room * self.one.width

    def learn(self, value: Collection[Any]) -> None:
        self.most = max(self.most, len(value))
        for one in value:
            self.one.learn(one)

    def writer(self, at: int) -> Write:
        room, width = self.room, self.one.width
        writers = [self.one.writer(at + 1 + place * width) for place in range(room)]

        def write(value: Collection[Any], row: list[float]) -> None:
            row[at] = min(len(value) / (room or 1), 1.0)
            for inner, one in zip(writers, value, strict=False):
                inner(one, row)

        return write


class Pairs(Several):
    """What belongs to what."""

    def learn(self, value: Any) -> None:
        super().learn(value.items())

    def writer(self, at: int) -> Write:
        write = super().writer(at)
        return lambda value, row: write(value.items(), row)


class Fixed(Part):
    """A row of different things."""

    def __init__(self, kinds: Sequence[Any]) -> None:
        self.parts = list(map(part_of, kinds))

    @property
    def width(self) -> int:
        return sum(part.width for part in self.parts)

    def learn(self, value: Any) -> None:
        for part, one in zip(self.parts, value, strict=True):
            part.learn(one)

    def writer(self, at: int) -> Write:
        writers: list[Write] = []
        for part in self.parts:
            writers.append(part.writer(at))
            at += part.width

        def write(value: Sequence[Any], row: list[float]) -> None:
            for inner, one in zip(writers, value, strict=True):
                inner(one, row)

        return write


class Fields(Fixed):
    """A Struct."""

    def __init__(self, kind: type[Struct]) -> None:
        hints = get_type_hints(kind)
        self.look = attrgetter("__class__", "__class__", *kind.__struct_fields__)  # always a tuple
        super().__init__([hints[name] for name in kind.__struct_fields__])

    def learn(self, value: Any) -> None:
        super().learn(self.look(value)[2:])

    def writer(self, at: int) -> Write:
        write, look = super().writer(at), self.look
        return lambda value, row: write(look(value)[2:], row)


def part_of(kind: Any) -> Part:  # noqa: PLR0911
    """The part for a type."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return part_of(inside[0])
    if origin is Literal:
        return Choice(inside)
    if origin in (Union, UnionType):
        return Either([one for one in inside if one is not NoneType])
    if origin is dict:
        return Pairs(tuple.__class_getitem__(inside))
    if origin is tuple and ... not in inside:
        return Fixed(inside)
    if origin in (tuple, list, frozenset):
        return Several(inside[0])
    if isinstance(kind, type) and issubclass(kind, Struct):
        return Fields(kind)
    return Text() if kind is str else Number()


def _asks(kind: Any) -> Callable[[Any], bool]:
    """Whether a value is of this kind, where there are several."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _asks(inside[0])
    if origin is Literal:
        return lambda value: isinstance(value, str | int) and value in inside
    return lambda value: isinstance(value, origin or kind)
