"""`salon games` and `salon play`: which games there are, and one of them in the terminal."""

import json as jsons
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from salon import games, terminal
from salon.bots.random import Random
from salon.cli.words import (
    GameName,
    Json,
    Language,
    Options,
    around,
    bots_of,
    check_place,
    find_bots,
    language_of,
    options_of,
)
from salon.core import fairness
from salon.core.options import choices, written
from salon.core.table import Table, write_record
from salon.games import AnyGame
from salon.texts import Texts, own_language

FIRST = games.names()[0]


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


def play(
    game: GameName = FIRST,
    *,
    name: str | None = None,
    seats: int | None = None,
    bots: str | None = None,
    option: Options = [],  # noqa: B006
    language: Language = "",
    save: Path | None = None,
) -> None:
    """Play a game in the terminal against bots.

    Parameters
    ----------
    name
        Your name.
    seats
        How many sit at the table, you included.
    bots
        Who sits on the other seats, by name, separated by commas. A bot of yours is module:Class.
    save
        Where to write the whole table when it is over.
    """
    console = terminal.new_console()
    rules = games.load(game)
    terminal.check_list(rules)
    if save:
        check_place(save)
    texts = Texts(language_of(language), games.folder(game))
    ask = terminal.prompt(console)
    console.rule(Text(texts.say("title"), style="bold"))
    chosen = options_of(rules, option)
    me = name or ask(texts.say("terminal.name")).strip() or texts.say("terminal.guest")
    number = seats or _ask_seats(rules, texts, ask, console)
    typed = bots or _ask_level(game, texts, ask, console)
    others = around(find_bots(game, typed), number - 1)
    texts.names = [me, *_bot_names([other for other, _ in others], texts)]
    table = Table(rules, chosen, number, fairness.draw())
    seated = [Random(), *(bot for _, bot in others)]  # mine is not used
    terminal.Evening(table, 0, seated, texts=texts, console=console, ask=ask).play()
    if save:
        save.write_bytes(write_record(table.record(list(texts.names))))
        console.print(texts.say("terminal.saved", name=save))


def _ask_seats(rules: AnyGame, texts: Texts, ask: Callable[[str], str], console: Console) -> int:
    least, most = rules.seats[0], rules.seats[-1]
    while True:
        answer = ask(f"{texts.say('terminal.seats')} ({least}–{most})").strip()
        if answer.isdecimal() and int(answer) in rules.seats:
            return int(answer)
        console.print(texts.say("illegal.seats", least=least, most=most, seats=answer or "–"))


def _ask_level(game: str, texts: Texts, ask: Callable[[str], str], console: Console) -> str:
    levels = list(bots_of(game))
    for number, level in enumerate(levels, 1):
        about = texts.say(f"bot.{level}.about")
        console.print(terminal.numbered(number, f"{texts.say(f'bot.{level}')}: {about}"))
    while True:
        answer = ask(texts.say("terminal.level")).strip()
        if answer in levels:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(levels):
            return levels[int(answer) - 1]
        console.print(texts.say("terminal.choose_again", last=len(levels)))


def _bot_names(levels: list[str], texts: Texts) -> list[str]:
    """Bots are called by what they are, and numbered."""
    called = [texts.texts.get(f"bot.{level}", level) for level in levels]
    return [f"{name} {seat}" for seat, name in enumerate(called, 1)]
