"""Prints an OpenAPI document of every message and every game's types, for the page's compiler."""

import sys
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from salon import games
from salon.core.can import what_can
from salon.server import wire
from salon.server.circle import wire as circle_wire

PLACE = "#/components/schemas/"


def messages(file: ModuleType = wire) -> list[type[Struct]]:
    """The structs of a wire, in the order of its file."""
    return [
        thing
        for thing in vars(file).values()
        if isinstance(thing, type) and issubclass(thing, Struct) and thing is not Struct
    ]


def all_messages() -> dict[str, type[Struct]]:
    """Of tables and of circles, by their names; each name is one message's."""
    found: dict[str, type[Struct]] = {}
    for kind in [*messages(wire), *messages(circle_wire)]:
        assert found.setdefault(kind.__name__, kind) is kind, kind
    return found


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


def unions() -> dict[str, Any]:
    return {
        "FromPage": wire.FromPage,
        "FromServer": wire.FromServer,
        "FromMember": circle_wire.FromMember,
        "FromCircle": circle_wire.FromCircle,
    }


def document() -> dict[str, Any]:
    schemas = components({**all_messages(), **unions()})
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
