"""`salon play`: a game in the terminal against bots."""

from functools import partial
from pathlib import Path
from random import random

from rich.console import Console
from rich.text import Text

from salon import cast, games, terminal
from salon.bots.random import Random
from salon.cli.words import (
    Called,
    GameName,
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
from salon.core.table import Table, write_record
from salon.games import AnyGame
from salon.texts import Texts

FIRST = next(iter([*games.ours(), *games.names()]), "")


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
    rules = games.load(game)
    terminal.check_list(rules)
    if save:
        check_place(save)
    texts = Texts(language_of(language), games.folder(game))
    console = terminal.new_console()
    console.rule(Text(texts.say("title"), style="bold"))
    chosen = options_of(rules, option)
    me = name or _ask_name(texts, console)
    others = _find_others(rules, seats, bots, texts, console)
    texts.names = [me, *_bot_names(game, me, [other for other, _ in others], texts)]
    seated = [Random(), *(bot for _, bot in others)]  # mine is not used
    table = Table(rules, chosen, len(seated), fairness.draw())
    ask = terminal.prompt(console)
    terminal.Evening(table, 0, seated, texts=texts, console=console, ask=ask).play()
    if save:
        _save(table, save, texts, console)


def _save(table: terminal.AnyTable, file: Path, texts: Texts, console: Console) -> None:
    file.write_bytes(write_record(table.record(list(texts.names))))
    console.print(texts.say("terminal.saved", name=file))


def _find_others(
    rules: AnyGame, seats: int | None, bots: str | None, texts: Texts, console: Console
) -> list[Called]:
    """Who sits on the other seats."""
    number = seats or _ask_seats(rules, texts, console)
    typed = bots or _ask_level(rules.name, texts, console)
    return around(find_bots(rules.name, typed), number - 1)


def _ask_name(texts: Texts, console: Console) -> str:
    typed = terminal.prompt(console)(texts.say("terminal.name"))
    return typed.strip() or texts.say("terminal.guest")


def _ask_seats(rules: AnyGame, texts: Texts, console: Console) -> int:
    ask, least, most = terminal.prompt(console), rules.seats[0], rules.seats[-1]
    while True:
        answer = ask(f"{texts.say('terminal.seats')} ({least}–{most})").strip()
        if answer.isdecimal() and int(answer) in rules.seats:
            return int(answer)
        console.print(texts.say("illegal.seats", least=least, most=most, seats=answer or "–"))


def _ask_level(game: str, texts: Texts, console: Console) -> str:
    ask, levels = terminal.prompt(console), list(bots_of(game))
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


def _bot_names(game: str, me: str, levels: list[str], texts: Texts) -> list[str]:
    """The game's bots are people of the house; others are called what they are, and numbered."""
    house, names = cast.company(game), [me]
    for number, level in enumerate(levels, 1):
        if alike := house.get(level):
            names.append(cast.pick(alike, partial(_is_taken, names), _any)[1])
        else:
            names.append(f"{texts.texts.get(f'bot.{level}', level)} {number}")
    return names[1:]


def _is_taken(names: list[str], name: str) -> bool:
    return name.casefold() in map(str.casefold, names)


def _any(_: cast.Character) -> float:
    return random()
