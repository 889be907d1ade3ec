"""Prints an OpenAPI document of every message and every game's types, for the page's compiler."""

import sys
from types import UnionType
from typing import Any

import msgspec
from msgspec import Struct

from salon import games
from salon.core.can import what_can
from salon.server import wire

PLACE = "#/components/schemas/"


def messages() -> list[type[Struct]]:
    """The structs of the wire, in the order of their file."""
    return [
        thing
        for thing in vars(wire).values()
        if isinstance(thing, type) and issubclass(thing, Struct) and thing is not Struct
    ]


def components(kinds: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The schemas of the kinds by their names, and of all that they are made of."""
    schemas, parts = msgspec.json.schema_components(
        kinds.values(), ref_template=PLACE + prefix + "{name}"
    )
    named = {prefix + name: part for name, part in parts.items()}
    for name, schema in zip(kinds, schemas, strict=True):
        named.setdefault(prefix + name, schema)
    return named


def kinds_of(name: str) -> dict[str, Any]:
    game = games.load(name)
    kinds = {
        "View": game.types.view,
        "Move": game.types.move,
        "Event": game.types.event,
        "Options": game.types.options,
    }
    if (askable := what_can(game).askable) is not None:
        kinds |= {"Question": askable.question, "Reply": askable.reply}
    return kinds


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def unions() -> dict[str, UnionType]:
    return {"FromPage": wire.FromPage, "FromServer": wire.FromServer}


def document() -> dict[str, Any]:
    schemas = components({kind.__name__: kind for kind in messages()} | unions())
    for name in games.ours():  # the page is built before others come
        schemas |= components(kinds_of(name), camel(name))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Salon", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }


def main() -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document())) + b"\n")


if __name__ == "__main__":
    main()
