"""The people of the house: who they are, where they sit, and to whom they give way."""

import json
from collections.abc import AsyncIterator

import msgspec
import pytest
from msgspec.structs import replace

from salon import cast, games
from salon.core.refusal import Refusal
from salon.server import company, deeds, wire
from salon.server.feeds import seat_infos
from salon.server.live import LiveTable
from salon.server.row import SYMBOLS, Holder, TableRow
from salon.server.tables import Tables
from salon.texts import LANGUAGES
from salon.wording import holes
from tests.door import close, new_tables, opened, sit

WORDS = ("habit", "sits.1", "sits.2", "won", "lost")


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    found = new_tables()
    yield found
    await close(found)


async def gathering(tables: Tables, game: str = "bluff", seats: int = 4) -> LiveTable:
    live = await opened(tables, wire.NewTable(game, seats), "ana")
    await sit(live, "ana", symbol="moon")
    return live


async def fill(live: LiveTable, level: str | None = None) -> list[Holder]:
    await live.do(deeds.Fill("ana", wire.Fill(level)))
    return [one for one in live.row.holders if one.player is None]


def names(row: TableRow) -> list[str]:
    return [holder.name for holder in row.holders]


# Who they are


def said(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((cast.FOLDER / f"texts.{language}.json").read_text("utf-8"))
    return words


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_a_face_and_something_to_say(language: str) -> None:
    words = said(language)
    assert list(words) == list(said("en"))
    assert {key: holes(text) for key, text in words.items()} == {
        key: holes(text) for key, text in said("en").items()
    }
    for one in cast.CAST:
        assert [word for word in WORDS if not words[f"cast.{one.id}.{word}"].strip()] == []
    drawn = {file.stem for file in (cast.FOLDER / "faces").glob("*.svg")}
    assert drawn == {one.id for one in cast.CAST}


def test_nobody_is_taken_for_somebody_else() -> None:
    assert len(cast.CAST) >= 12
    assert len({one.name[0] for one in cast.CAST}) == len(cast.CAST)


def test_a_face_carries_no_style_no_script_and_no_name_that_could_clash() -> None:
    for file in (cast.FOLDER / "faces").glob("*.svg"):
        drawing = file.read_text("utf-8")
        assert [bad for bad in ("style", "<script", "id=", "href") if bad in drawing] == []


# How they play


@pytest.mark.parametrize("game", games.names())
def test_everybody_plays_like_one_bot_of_each_game_and_each_bot_is_somebody(game: str) -> None:
    house = cast.company(game)
    assert list(house) == list(games.bots(game))
    assert sorted(one.id for alike in house.values() for one in alike) == sorted(
        one.id for one in cast.CAST
    )


@pytest.mark.parametrize("levels", [1, 2, 3, 4, 12, 20])
def test_the_gentlest_play_like_the_weakest_however_many_levels_there_are(
    levels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "bots", lambda _: dict.fromkeys(map(str, range(levels))))
    house, strengths = cast.company("bluff"), cast.strengths("bluff")
    assert all(house.values())
    if levels <= len(cast.CAST):
        assert [one for alike in house.values() for one in alike] == list(cast.CAST)
    order = [cast.STRENGTHS.index(one) for one in strengths.values()]
    assert order == sorted(order) and len(order) == levels
    assert len(set(order)) == min(
        levels, len(cast.STRENGTHS)
    )  # told apart as far as there are words
    if levels > 1:
        assert (order[0], order[-1]) == (0, 2 if levels <= 3 else 3)


def test_where_bots_differ_in_taste_they_are_chosen_by_temper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tastes = {"novice": "odd", "regular": "merry"}
    monkeypatch.setattr(games, "tempers", lambda _: tastes)
    house = cast.company("bluff")
    assert {one.temper for one in house["novice"]} == {"odd"}
    assert {one.temper for one in house["regular"]} == {"merry"}
    assert house["sly"] == cast.CAST  # of which the game says nothing
    assert cast.strengths("bluff") == {}


# Sitting down


async def test_filling_the_seats_brings_a_mixed_company(tables: Tables) -> None:
    for _ in range(8):
        bots = await fill(await gathering(tables))
        assert len({one.character for one in bots}) == 3
        assert {one.level for one in bots} == {"novice", "regular", "sly"}
        assert len({one.symbol for one in bots} | {"moon"}) == 4


async def test_not_every_table_has_the_same_company(tables: Tables) -> None:
    seen = {one.character for _ in range(12) for one in await fill(await gathering(tables))}
    assert len(seen) > 6


async def test_only_the_host_fills_the_seats_and_only_before_the_game(tables: Tables) -> None:
    live = await gathering(tables, seats=3)
    await sit(live, "bob", symbol="rose")
    with pytest.raises(Refusal, match="not_the_host"):
        await live.do(deeds.Fill("bob", wire.Fill()))
    with pytest.raises(Refusal, match="no_such_bot"):
        await live.do(deeds.Fill("ana", wire.Fill("genius")))
    await fill(live)
    await live.start("ana")
    with pytest.raises(Refusal, match="already_started"):
        await live.do(deeds.Fill("ana", wire.Fill()))


async def test_the_host_may_say_who_sits_where(tables: Tables) -> None:
    live = await gathering(tables)
    await live.do(deeds.SeatBot("ana", wire.SeatBot(2, character="vera")))
    chosen = live.row.holders[2]
    assert (chosen.name, chosen.character, chosen.level) == ("Vera", "vera", "sly")
    with pytest.raises(Refusal, match="name_taken"):
        await live.do(deeds.SeatBot("ana", wire.SeatBot(1, character="vera")))
    with pytest.raises(Refusal, match="no_such_bot"):
        await live.do(deeds.SeatBot("ana", wire.SeatBot(1, character="nobody")))
    await live.do(deeds.SeatBot("ana", wire.SeatBot(2)))
    assert live.row.holders[2] == Holder()


async def test_more_bots_than_characters_still_have_names_of_their_own(tables: Tables) -> None:
    row = replace((await gathering(tables)).row, holders=(Holder(),) * 30)
    row = company.fill(row, wire.Fill("sly"))
    assert len(set(names(row))) == 30
    alike = cast.company("bluff")["sly"]
    assert {one.character for one in row.holders} == {one.id for one in alike}


# Giving way


async def test_a_character_gives_way_to_a_person_of_its_name(tables: Tables) -> None:
    live = await gathering(tables)
    await live.do(deeds.SeatBot("ana", wire.SeatBot(2, character="vera")))
    await sit(live, "vera", symbol="star")
    came, left = live.row.holders[1], live.row.holders[2]
    assert (came.name, left.level) == ("Vera", "sly")
    assert left.character != "vera" and left.name != "Vera"


async def test_nobody_of_the_house_comes_who_is_called_like_a_person(tables: Tables) -> None:
    for one in cast.company("bluff")["sly"][1:]:
        live = await gathering(tables, seats=3)
        await sit(live, "bob", name=one.name.upper(), symbol="rose")
        await fill(live, "sly")
        assert one.name not in names(live.row)


async def test_a_symbol_that_a_person_wants_is_free(tables: Tables) -> None:
    live = await gathering(tables, seats=3)
    await live.do(deeds.SeatBot("ana", wire.SeatBot(2, character="vera")))
    wanted = live.row.holders[2].symbol
    assert wanted is not None
    await sit(live, "bob", symbol=wanted)
    assert live.row.holders[1].symbol == wanted
    assert live.row.holders[2].symbol not in (None, "moon", wanted)
    assert live.row.holders[2].character == "vera"


async def test_in_the_middle_of_a_game_nobody_of_the_house_changes(tables: Tables) -> None:
    live = await gathering(tables, "swap", seats=3)
    before = await fill(live)
    await live.start("ana")
    taken = before[0]
    free = next(one for one in SYMBOLS if one not in [it.symbol for it in live.row.holders])
    with pytest.raises(Refusal, match="name_taken"):
        await sit(live, "bob", name=taken.name, symbol=free)
    with pytest.raises(Refusal, match="symbol_taken"):
        await sit(live, "bob", symbol=taken.symbol)
    await sit(live, "bob", symbol=free)
    assert [one for one in live.row.holders if one.player is None] == before


async def test_who_keeps_the_seat_of_somebody_gone_is_of_the_house(tables: Tables) -> None:
    live = await gathering(tables, seats=3)
    await fill(live)
    await live.start("ana")
    await live.do(deeds.Leave("ana", 0))
    heir = live.row.holders[0]
    assert (heir.symbol, heir.level) == ("moon", "regular")
    assert heir.character is not None and len(set(names(live.row))) == 3
    assert live.room.names()[0] == "Ana"  # as it was at the start


# Tables of an older Salon


async def test_bots_of_an_older_salon_stay_who_they_were(tables: Tables) -> None:
    old = replace(
        (await gathering(tables)).row,
        id="old",
        code="OLDE",
        holders=(Holder("ana", None, "Ana", "moon"), Holder(level="sly"), Holder(level="sly")),
    )
    text = msgspec.json.encode(old).replace(b',"character":null', b"")
    assert b"character" not in text
    await tables.house.store.open(msgspec.json.decode(text, type=TableRow))
    live = await tables.get("old")
    await live.start("ana")
    assert live.room.names() == ["Ana", "sly", "sly"]
    seen = seat_infos(live.room, "ana", set(), frozenset())[1]
    assert (seen.holder, seen.level, seen.name, seen.character) == ("bot", "sly", "", None)


async def test_in_a_rematch_everybody_stays_and_bots_of_an_older_salon_get_a_face(
    tables: Tables,
) -> None:
    vera = Holder(None, "sly", "Vera", "key", 2, "vera")
    again = await tables.open(
        wire.NewTable("bluff", 3),
        "ana",
        [Holder("ana", None, "Ana", "moon"), vera, Holder(level="sly")],
    )
    assert again.holders[1] == vera
    assert again.holders[2].character not in (None, "vera")
    assert len({one.symbol for one in again.holders}) == 3
