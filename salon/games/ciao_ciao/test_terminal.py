"""Ciao Ciao in the terminal: drawn in every language, and what falls is seen to fall."""

import io

import pytest
from rich.console import Console

from salon import terminal
from salon.core import fairness
from salon.core.contract import Event as AnyEvent
from salon.core.table import Table
from salon.games import folder
from salon.games.ciao_ciao.model import Fell, Options, Rolled, Toppled
from salon.games.ciao_ciao.rules import game
from salon.texts import LANGUAGES, Texts

NAMES = ["Ana", "Bob", "Cyd"]
WORDS = {"en": "Reserve", "fr": "Réserve", "de": "Vorrat", "it": "Riserva", "nl": "Reserve"}


def shown(language: str, event: AnyEvent | None = None) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    view = game.view(Table(game, Options(), 3, fairness.draw()).state, None)
    texts, scene = Texts(language, folder("ciao_ciao"), NAMES), terminal.Scene("ciao_ciao")
    if event is None:
        console.print(scene.draw(view, texts))
    else:
        scene.animate(event, view, texts, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(("language", "word"), WORDS.items())
def test_the_reserve_is_named_in_every_language(language: str, word: str) -> None:
    assert word in shown(language)


def test_a_pawn_that_falls_is_seen_to_fall_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    drawn = shown("en", Fell(0, 3)) + shown("en", Toppled(1, 2))
    assert "☾" in drawn and "✿" in drawn and "~ o ~" in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_die_is_retold_to_anybody_as_nobodys_own(language: str) -> None:
    texts = Texts(language, folder("ciao_ciao"), NAMES)
    assert texts.retell(Rolled(3)) == texts.say("retold.Rolled", die=3)
    assert texts.retell(Rolled(3)) != texts.tell("event", Rolled(3))
    assert texts.retell(Fell(1, 4)) == texts.tell("event", Fell(1, 4))
