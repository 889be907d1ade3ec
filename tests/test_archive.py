"""A circle goes to another server, and is the same there."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from salon.core.refusal import Malformed
from salon.server.circle import archive, deeds, wire
from salon.server.circle.archive import Archive
from salon.server.circle.circles import Circles
from salon.server.circle.live import LiveCircle
from tests.circles import a_circle, circles_in
from tests.test_circles import enter, finish, refused, until


@pytest.fixture
async def circles() -> AsyncIterator[Circles]:
    async with circles_in() as found:
        yield found


async def an_evening(circles: Circles) -> LiveCircle:
    """Two tables, a favourite, a team, and something that was said."""
    circle, table = await a_circle(circles)
    await enter(circle, "ana", "bob")
    await finish(circles, table, "ana", "bob")
    await until(lambda: circle.circle.album)
    await circle.do(deeds.Say("bob", wire.Say("1", "once more!")))
    await circle.do(deeds.Remember("bob", table.row.id, True))
    await circle.do(deeds.FormTeam("ana", wire.FormTeam("Owls", (0, 1))))
    second = await circles.next_table(circle, "ana", wire.NextTable("bluff"))
    live = await circles.tables.get(second)
    await finish(circles, live)
    await until(lambda: len(circle.circle.album) == 2)
    return circle


async def packed(circles: Circles, circle: LiveCircle) -> tuple[Archive, bytes]:
    found = await archive.gather(circles.house.store, circle.circle)
    return found, archive.write(found, circle.circle, "en")


async def test_what_another_server_took_in_is_what_was_packed(circles: Circles) -> None:
    circle = await an_evening(circles)
    before, file = await packed(circles, circle)
    names = iter(f"new {number}" for number in range(9))
    async with circles_in() as there:
        id = await archive.bring(there.house.store, archive.read(file), "cleo", lambda: next(names))
        again = await there.get(id)
        after, _ = await packed(there, again)
        assert again.row.hosts == ("cleo",)
        assert replace(after, row=replace(after.row, hosts=before.row.hosts)) == before
        table = await there.tables.get(circle.row.last or "")
        replay = await there.replays.at(table, table.path, None)
        assert replay.result == again.circle.album[table.row.id].result


async def test_no_cookie_is_in_the_file(circles: Circles) -> None:
    circle = await an_evening(circles)
    await circles.next_table(circle, "ana", wire.NextTable("bluff"))
    found, _ = await packed(circles, circle)
    players = [holder.player for one in found.tables for holder in one.row.holders]
    assert {*players, *(one.player for one in found.row.people)} == {"#0", "#1"}
    assert found.row.hosts == ("#0",) and found.row.code is None
    assert [one.row.over for one in found.tables] == [True, True]  # the open one stays here


async def test_whoever_brought_it_says_who_they_are_and_the_others_are_vouched_for(
    circles: Circles,
) -> None:
    _, file = await packed(circles, await an_evening(circles))
    async with circles_in() as there:
        store = there.house.store
        names = iter(f"new {number}" for number in range(9))
        id = await archive.bring(store, archive.read(file), "cleo", lambda: next(names))
        again = await there.get(id)
        await again.do(deeds.BeAgain("cleo", 0, again.here))
        assert again.row.person(0).player == "cleo"
        await again.do(deeds.BeAgain("dan", 1, again.here))
        assert again.row.person(1).player != "dan"
        await refused("circle_exists", archive.bring(store, archive.read(file), "cleo", str))


async def test_the_file_has_an_album_to_read(circles: Circles) -> None:
    circle = await an_evening(circles)
    await circle.do(deeds.SetRules("ana", wire.CircleRules(name="Tom & <Jerry>")))
    _, file = await packed(circles, circle)
    page = ZipFile(BytesIO(file)).read("album.html").decode()
    assert "<h1>Tom &amp; &lt;Jerry&gt;</h1>" in page and page.count("<section>") == 2
    assert "http" not in page  # it asks nobody for anything


@pytest.mark.parametrize("file", [b"", b"PK", b"{}", b"x" * 1000])
async def test_what_is_no_circle_is_refused(file: bytes) -> None:
    with pytest.raises(Malformed):
        await asyncio.to_thread(archive.read, file)
