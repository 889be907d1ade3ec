"""The options of a game, enumerated: its Options are bool and Literal fields with defaults."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from salon.core.luck import Luck
from salon.core.refusal import Malformed

Choice = bool | int | str


def choices(kind: type[Struct]) -> dict[str, tuple[Choice, ...]]:
    """What each option may be."""
    return {field.name: _choices(field.name, field.type) for field in msgspec.structs.fields(kind)}


def _choices(name: str, kind: Any) -> tuple[Choice, ...]:
    if kind is bool:
        return False, True
    if get_origin(kind) is Literal:
        return get_args(kind)
    raise TypeError(f"the option {name} is neither bool nor Literal")


def read(kind: type[Struct], given: Mapping[str, Choice]) -> Any:
    """Options from words (`planks=6`) or from the choices themselves, or Malformed."""
    known = choices(kind)
    for name in given:
        if name not in known:
            raise Malformed("no_such_option", name=name, options=", ".join(known) or "—")
    return kind(**{name: _read(name, known[name], written(word)) for name, word in given.items()})


def _read(name: str, allowed: tuple[Choice, ...], word: str) -> Choice:
    for choice in allowed:
        if written(choice) == word:
            return choice
    choices = ", ".join(map(written, allowed))
    raise Malformed("no_such_choice", name=name, choices=choices, value=word)


def written(choice: Choice) -> str:
    """A choice as people type it and as text keys name it."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def every(kind: type[Struct]) -> Iterator[Any]:
    """All combinations."""
    known = choices(kind)
    for values in product(*known.values()):
        yield kind(**dict(zip(known, values, strict=True)))


def pairwise(kind: type[Struct], luck: Luck) -> Iterator[Any]:
    """The default, then a few combinations in which any two choices of two options meet."""
    yield kind()
    known = choices(kind)
    open_pairs = set(_pairs(known)) - _met(msgspec.structs.asdict(kind()))
    while open_pairs:
        tries = [{name: luck.choice(values) for name, values in known.items()} for _ in range(20)]
        best = max(tries, key=lambda one: len(open_pairs & _met(one)))
        if met := open_pairs & _met(best):
            open_pairs -= met
            yield kind(**best)


Pair = tuple[str, Choice, str, Choice]


def _pairs(known: dict[str, tuple[Choice, ...]]) -> Iterator[Pair]:
    """Every pair of choices; of a lone option, each choice with itself."""
    names = list(known)
    for one, other in combinations(names, 2) if len(names) > 1 else zip(names, names, strict=True):
        for a, b in product(known[one], known[other]):
            if one != other or a == b:
                yield one, a, other, b


def _met(one: dict[str, Choice]) -> set[Pair]:
    return set(_pairs({name: (value,) for name, value in one.items()}))
