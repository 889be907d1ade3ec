"""A refusal is one thing: no, and why. The rules of a game say Illegal; nobody else does."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from salon import cli, games, terminal
from salon.bots.random import Random
from salon.cli import words
from salon.core import fairness, options
from salon.core.contract import Illegal
from salon.core.lawbook import REPLAYS, Broken
from salon.core.laws import check
from salon.core.luck import FastLuck
from salon.core.refusal import Malformed, Refusal, Unusable, Worded
from salon.core.simulate import Stuck, simulate
from salon.core.table import Table, check_record, open_record, read_move
from salon.games import NoSuchGame
from tests.faults import Lazy
from toys.auction.rules import Auction, Sealed
from toys.bluff.model import Options
from toys.bluff.rules import game as bluff

SALON = Path(cli.__file__).parent.parent
SOURCES = [file for file in SALON.rglob("*.py") if not file.name.startswith("test_")]
JUDGES = {
    "contract.py",
    "can.py",
    "table.py",
    "simulate.py",
    "laws.py",
}  # of what every table must keep


def may_judge(file: Path) -> bool:
    """Whether rules stand in this file."""
    part, *rest = file.relative_to(SALON).parts
    return (part == "games" and len(rest) > 1) or file.name in JUDGES


def test_illegal_is_for_the_rules_of_a_game_alone() -> None:
    others = {file for file in SOURCES if "Illegal(" in file.read_text("utf-8")}
    assert [file.name for file in others if not may_judge(file)] == []


def record() -> Any:
    return Table(bluff, Options(), 3, fairness.draw()).record()


REFUSED: dict[str, tuple[type[Refusal], Callable[[], object]]] = {
    "malformed": (Malformed, lambda: read_move(bluff, b"{")),
    "no_such_option": (Malformed, lambda: options.read(Options, {"colour": "red"})),
    "no_such_choice": (Malformed, lambda: options.read(Options, {"planks": 7})),
    "no_such_game": (NoSuchGame, lambda: games.load("chess")),
    "other_version": (Refusal, lambda: open_record(bluff, changed(version=99))),
    "broken_fingerprint": (Refusal, lambda: check_record(changed(fingerprint="00"))),
    "not_a_list": (Refusal, lambda: terminal.check_list(Auction())),
    "no_such_bot": (Refusal, lambda: words.find_bots("bluff", "genius")),
    "not_a_bot": (Refusal, lambda: words.find_bots("bluff", "tests.faults:FAULTS")),
}


def changed(**fields: Any) -> Any:
    return msgspec.structs.replace(record(), **fields)


@pytest.mark.parametrize("key", REFUSED)
def test_what_is_refused_and_breaks_no_rule_is_not_illegal(key: str) -> None:
    kind, wish = REFUSED[key]
    with pytest.raises(kind, match=key) as refused:
        wish()
    assert not isinstance(refused.value, Illegal)


def test_a_refusal_knows_its_status_over_http() -> None:
    assert Illegal("not_your_turn").status == 409
    assert Malformed("no_such_choice").status == 400
    assert NoSuchGame("chess").status == 404


TROUBLE: dict[str, tuple[type[Worded], Callable[[], object]]] = {
    "no_such_file": (Unusable, lambda: words.record_in(Path("no/such/file.json"))),
    "is_folder": (Unusable, lambda: words.record_in(SALON)),
    "no_file": (Unusable, lambda: words.record_in(SALON / "py.typed" / "file.json")),
    "cannot_write": (Unusable, lambda: words.check_place(Path("no/such/folder/evening.json"))),
    "no_bot_module": (Unusable, lambda: words.find_bots("bluff", "no_such_module:Careful")),
    "stuck": (Stuck, lambda: simulate(bluff, Options(), [Lazy()] * 3, FastLuck(1))),
}


@pytest.mark.parametrize("key", TROUBLE)
def test_what_nobody_refuses_has_its_words_but_is_no_refusal(key: str) -> None:
    kind, deed = TROUBLE[key]
    with pytest.raises(kind, match=key) as trouble:
        deed()
    assert not isinstance(trouble.value, Refusal)


@pytest.mark.parametrize("said", [Illegal("not_in_hand", letter="A"), NoSuchGame("x"), Stuck()])
def test_what_is_said_in_another_process_arrives_whole(said: Worded) -> None:
    heard = pickle.loads(pickle.dumps(said))
    assert (type(heard), heard.key, heard.details) == (type(said), said.key, said.details)
    assert str(heard) == str(said)


class WritesWhatItCannotRead(Auction):
    types = Auction.types._replace(move=Sealed)


def test_a_log_that_cannot_be_read_again_breaks_the_law_of_replays() -> None:
    with pytest.raises(Broken) as found:
        check(WritesWhatItCannotRead(), Random(), seats=[3], walks=1)
    assert found.value.law == REPLAYS
