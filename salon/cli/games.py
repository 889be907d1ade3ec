"""`salon games`: which there are, with their seats, options and bots."""

import json as jsons
from typing import Any

from salon import games
from salon.cli.words import Json, bots_of
from salon.core.options import choices, written
from salon.texts import Texts, own_language


def list_games(*, json: Json = False) -> None:
    """The games there are, with their seats, options and bots."""
    found = [_describe(name) for name in games.names()]
    if json:
        print(jsons.dumps(found, indent=2))
        return
    for game in found:
        print(f"{game['name']}: {game['title']}, {game['seats'][0]}–{game['seats'][-1]} seats")
        for option, values in game["options"].items():
            print(f"  --option {option}={'|'.join(values)}")
        print(f"  --bots {', '.join(game['bots'])}")


def _describe(name: str) -> dict[str, Any]:
    game = games.load(name)
    options = choices(game.types.options)
    return {
        "name": name,
        "title": Texts(own_language(), games.folder(name)).say("title"),
        "version": game.version,
        "seats": list(game.seats),
        "options": {option: list(map(written, allowed)) for option, allowed in options.items()},
        "bots": list(bots_of(name)),
    }
