"""Romancier Scilof at a real table: letters that cross, and what of them travels."""

import asyncio
import random
from collections.abc import AsyncIterator

import msgspec
import pytest
from msgspec import Raw

from salon.core.contract import Illegal
from salon.core.refusal import Refusal
from salon.games.romancier_scilof.model import Post, Refuse
from salon.server import deeds
from salon.server.live import Setting
from salon.server.room import Change
from salon.server.tables import Tables
from tests.door import close, new_tables, play
from tests.test_door import evening_of
from tests.test_hosting import table_of
from tests.test_recorder import Recorder


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    found = new_tables(Setting(nonce_seconds=0.01, bot_pace=(0, 0)))
    yield found
    await close(found)


async def test_of_two_who_race_for_a_letter_one_gets_it_and_the_other_is_told_why(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salon.games.romancier_scilof.rules.RECALL", 0)
    luck, keys = random.Random(3), set[str]()
    for number in range(40):
        live = await table_of(tables, "ana", "bob", "cyd", game="romancier_scilof")
        await live.start("ana")
        await play(live, 0, "post", Raw(b'{"type":"Post","letter":"A1","to":1}'))
        await asyncio.sleep(0.005)  # the clock makes it recallable
        races = [
            play(live, 0, "recall", Raw(b'{"type":"Recall","to":1}')),
            play(live, 1, "answer", Raw(b'{"type":"Reply","to":0,"letter":"B2"}')),
            play(live, 1, "again", Raw(b'{"type":"Reply","to":0,"letter":"C2"}')),
            play(live, 1, "refuse", Raw(b'{"type":"Refuse","to":0}')),
        ]
        luck.shuffle(races)
        answers = await asyncio.gather(*races, return_exceptions=True)
        assert sum(isinstance(answer, Change) for answer in answers) == 1, (number, answers)
        keys |= {answer.key for answer in answers if isinstance(answer, Refusal)}
        assert live.room.can.flaw(live.room.playing.state) is None
        live.stop()
    assert keys == {"recalled_already", "answered_already", "refused_already"}


async def test_a_letter_posted_while_the_office_closes_is_refused_and_stays_in_hand(
    tables: Tables,
) -> None:
    live = await table_of(tables, "ana", "bob", game="romancier_scilof")
    await live.start("ana")
    await play(live, 0, "1", Raw(b'{"type":"Post","letter":"A1","to":1}'))
    answers = await asyncio.gather(
        play(live, 1, "2", Raw(b'{"type":"Reply","to":0,"letter":"B2"}')),
        play(live, 1, "3", Raw(b'{"type":"Post","letter":"A2","to":0}')),
        return_exceptions=True,
    )
    assert isinstance(answers[1], Illegal) and answers[1].key == "over"
    assert live.row.over and live.room.can.flaw(live.room.playing.state) is None


async def test_a_posted_letter_brings_neither_the_desks_nor_what_became_of_other_letters(
    tables: Tables,
) -> None:
    live = await evening_of(tables, "romancier_scilof")
    one = Recorder(0)
    live.arrive(one)
    await live.start(live.row.host)
    await live.do(deeds.Play(0, Post("A1", 1)))
    posted = msgspec.json.decode(one.messages[-1])["view"]
    assert set(posted) == {"office", "hand", "lines", "known"}
    await live.do(deeds.Play(1, Refuse(0)))
    refused = msgspec.json.decode(one.messages[-1])["view"]
    assert "tallies" in refused and "desks" not in refused
