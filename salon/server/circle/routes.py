"""What the page asks of a circle over HTTP: each path names it, so that a proxy can route by it."""

import asyncio
from collections.abc import Sequence
from typing import cast

from litestar import MediaType, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from salon.core.refusal import Refusal
from salon.server import puzzles
from salon.server.asking import (
    LINES,
    AnyRequest,
    TheCircle,
    TheCircles,
    ThePlayer,
    ThePlayers,
    cookie_for,
    language_of,
    limit_archives,
    limit_codes,
    limit_glances,
    limit_player,
    limit_replays,
    limit_tables,
)
from salon.server.circle import archive, deeds, wire
from salon.server.circle.album import POLICY, Made, write_album
from salon.server.circle.forgetting import dissolve, forget_table, forget_texts
from salon.server.circle.keepsakes import read_in
from salon.server.circle.membership import check_may_come
from salon.server.circle.pages import Finished, Solved
from salon.server.circle.row import CircleRow, Subscription, check_member
from salon.server.circle.standings import evening, standings
from salon.server.notices import check_zone
from salon.server.refusals import Forbidden, Gone
from salon.server.wire import DeviceLink

LARGEST_ARCHIVE = 20 * 2**20  # bytes
AT_ONCE = 30  # tables of the album


@get("/codes/{code:str}", guards=[limit_codes])
async def find_code(code: FromPath[str], circles: TheCircles) -> wire.CircleLink:
    return wire.CircleLink(await circles.by_code(code))


@get("/circles/{circle_id:str}", guards=[limit_glances])
async def doorplate(circle: TheCircle) -> wire.Doorplate:
    return circle.doorplate()


@post("/circles/{circle_id:str}/enter")
async def enter(data: JSONBody[wire.Enter], circle: TheCircle, player: ThePlayer) -> wire.OfPerson:
    change = await circle.do(deeds.Enter(player, data))
    return wire.OfPerson(cast(int, change.person))


@post("/circles/{circle_id:str}/want")
async def want(data: JSONBody[wire.Want], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.Want(player, data.plays))


@post("/circles/{circle_id:str}/like")
async def like(data: JSONBody[wire.Like], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.Like(player, data.game, data.liked))


@post("/circles/{circle_id:str}/tables", guards=[limit_tables])
async def next_table(
    data: JSONBody[wire.NextTable], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> wire.CircleLink:
    table = await circles.next_table(circle, player, data)
    return wire.CircleLink(circle.row.id, table)


@post("/circles/{circle_id:str}/say")
async def say(
    data: JSONBody[wire.Say], circle: TheCircle, player: ThePlayer, request: AnyRequest
) -> None:
    limit_player(request, LINES, player)
    await circle.do(deeds.Say(player, data))


@post("/circles/{circle_id:str}/unsay")
async def unsay(data: JSONBody[wire.Unsay], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.Unsay(player, data.line))


@post("/circles/{circle_id:str}/rules")
async def set_rules(data: JSONBody[wire.CircleRules], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.SetRules(player, data))


@post("/circles/{circle_id:str}/host")
async def set_host(data: JSONBody[wire.SetHost], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.SetHost(player, data.person, data.hosts))


@post("/circles/{circle_id:str}/take-over")
async def take_over(circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.TakeOver(player, circle.here))


@post("/circles/{circle_id:str}/remove")
async def remove(
    data: JSONBody[wire.OfPerson], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> None:
    await circles.remove(circle, player, data.person)


@post("/circles/{circle_id:str}/claim")
async def claim(data: JSONBody[wire.OfPerson], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.BeAgain(player, data.person, circle.here))


@post("/circles/{circle_id:str}/vouch")
async def vouch(
    data: JSONBody[wire.Vouch], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> None:
    await circles.vouch(circle, player, data)


@post("/circles/{circle_id:str}/device")
async def device(circle: TheCircle, player: ThePlayer, players: ThePlayers) -> DeviceLink:
    """A link that makes another device this person's too, once."""
    check_member(circle.row, player)
    return DeviceLink(players.device_token(player, circle.row.id))


@post("/circles/{circle_id:str}/person")
async def follow(
    data: JSONBody[DeviceLink],
    circle: TheCircle,
    players: ThePlayers,
    circles: TheCircles,
    request: AnyRequest,
) -> Response[wire.CircleLink]:
    """This device belongs to that person from now on."""
    link = players.follow(data.token, circle.row.id)
    if not await circles.house.store.spend(*link.purse()):
        raise Gone("old_link")
    cookie = cookie_for(players, link.player, request)
    return Response(wire.CircleLink(circle.row.id), cookies=[cookie])


@post("/circles/{circle_id:str}/team")
async def form_team(data: JSONBody[wire.FormTeam], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.FormTeam(player, data))


@post("/circles/{circle_id:str}/favourite")
async def favourite(data: JSONBody[wire.OfTable], circle: TheCircle, player: ThePlayer) -> None:
    await circle.do(deeds.Remember(player, data.table, data.liked))


@get("/push")
async def push(circles: TheCircles) -> wire.PushInfo:
    return wire.PushInfo(None if circles.push is None else circles.push.key)


@post("/circles/{circle_id:str}/notices")
async def notify(
    data: JSONBody[wire.Notify], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> None:
    if circles.push is None:
        raise Refusal("no_push")
    circles.push.check(data.endpoint)
    check_zone(data.zone)
    language, quiet = language_of(data.language), data.quiet
    found = Subscription(
        player, data.endpoint, data.keys.p256dh, data.keys.auth, language, data.zone, quiet
    )
    await circle.do(deeds.Subscribe(found))


@post("/circles/{circle_id:str}/notices/end")
async def notify_no_more(data: JSONBody[wire.NotifyNoMore], circle: TheCircle) -> None:
    await circle.do(deeds.Unsubscribe(data.endpoint))


@get("/circles/{circle_id:str}/album", guards=[limit_glances])
async def album(
    circle: TheCircle, player: ThePlayer, before: FromQuery[int | None] = None
) -> wire.Album:
    """The last tables first; `before`: those that are so far from the first."""
    check_may_come(circle.row, player)
    finished = list(circle.circle.album.values())
    end = len(finished) if before is None else max(0, min(before, len(finished)))
    start = max(0, end - AT_ONCE)
    entries = [entry(circle.row, one) for one in reversed(finished[start:end])]
    liked = [one for one in finished[:start] if one.table in circle.row.favourites]
    shown = liked[-AT_ONCE:] if before is None else []
    favourites = [entry(circle.row, one) for one in reversed(shown)]
    return wire.Album(tuple(entries), start, tuple(favourites))


@get("/circles/{circle_id:str}/standings", guards=[limit_glances])
async def stand(
    circle: TheCircle,
    player: ThePlayer,
    tonight: FromQuery[bool] = False,
    game: FromQuery[str | None] = None,
) -> wire.Standings:
    check_may_come(circle.row, player)
    finished: Sequence[Finished] = list(circle.circle.album.values())
    tables = evening(finished) if tonight else finished
    return standings(circle.row, tables, game, by_wins=tonight)


@get("/circles/{circle_id:str}/album.html", guards=[limit_replays])
async def album_file(
    circle: TheCircle,
    player: ThePlayer,
    circles: TheCircles,
    request: AnyRequest,
    language: FromQuery[str] = "",
) -> Response[str]:
    """The album as one page that needs nothing else."""
    check_may_come(circle.row, player)
    read = language_of(f"{language},{request.headers.get('accept-language', '')}")
    made = [
        Made(one, tuple(read_in(row, read)))
        for one in circle.circle.album.values()
        for row in [await circles.look(one.table)]
    ]
    page = await asyncio.to_thread(write_album, circle.circle, made, read)
    headers = {"content-security-policy": POLICY}
    return Response(page, media_type=MediaType.HTML, headers=headers)


@get("/circles/{circle_id:str}/archive", guards=[limit_archives])
async def pack(
    circle: TheCircle,
    player: ThePlayer,
    circles: TheCircles,
    request: AnyRequest,
    language: FromQuery[str] = "",
) -> Response[bytes]:
    """All that is finished as one file, which another Salon can take in."""
    check_member(circle.row, player)
    found = await archive.gather(circles.house.store, circle.circle)
    read = language_of(f"{language},{request.headers.get('accept-language', '')}")
    file = await asyncio.to_thread(archive.write, found, circle.circle, read)
    name = {"content-disposition": f'attachment; filename="salon-{circle.row.id[:6]}.zip"'}
    return Response(file, media_type="application/zip", headers=name)


@post(
    "/circles",
    guards=[limit_archives],
    opt={"takes_files": True},
    request_max_body_size=LARGEST_ARCHIVE,
)
async def unpack(
    request: AnyRequest, player: ThePlayer, players: ThePlayers, circles: TheCircles
) -> wire.CircleLink:
    """A circle from another Salon."""
    found = await asyncio.to_thread(archive.read, await request.body())
    return wire.CircleLink(await archive.bring(circles.house.store, found, player, players.new))


@post("/circles/{circle_id:str}/puzzle")
async def solve(
    data: JSONBody[wire.SolvedPuzzle], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> None:
    """Found: what was chosen first is known, and says whether at the first try, if no hint did."""
    booth = puzzles.Booth(data.game, data.day, player)
    booth.check(data.puzzle)
    first = (await puzzles.poll(circles.house.store, booth)).mine
    found = booth.puzzle
    if first is None:
        raise Forbidden("choose_first")
    at_once = first == found.turns[0].best and not data.helped
    await circle.do(deeds.Solve(player, data.game, data.day, found.name, at_once))


@get("/circles/{circle_id:str}/puzzles", guards=[limit_glances])
async def list_puzzles(
    circle: TheCircle, player: ThePlayer, before: FromQuery[int | None] = None
) -> wire.PuzzlePages:
    """`before`: those that are so far from the first."""
    check_may_come(circle.row, player)
    found = circle.circle.puzzles.in_order()
    start = 0 if before is None else max(0, len(found) - before)
    some = found[start : start + AT_ONCE]
    pages = tuple(puzzle_page(circle.row, one) for one in some)
    return wire.PuzzlePages(pages, len(found) - start - len(some))


@post("/circles/{circle_id:str}/forget-puzzle")
async def forget_puzzle(
    data: JSONBody[wire.OfPuzzle], circle: TheCircle, player: ThePlayer
) -> None:
    """Nothing of it is left in the album."""
    await circle.do(deeds.ForgetPuzzle(player, data.game, data.day))


@post("/circles/{circle_id:str}/forget")
async def forget(
    data: JSONBody[wire.OfTable], circle: TheCircle, player: ThePlayer, circles: TheCircles
) -> None:
    """A finished table is nowhere any more."""
    await forget_table(circles, circle, player, data.table)


@post("/circles/{circle_id:str}/forget-texts")
async def forget_mine(circle: TheCircle, player: ThePlayer, circles: TheCircles) -> None:
    """What somebody wrote here is nowhere any more."""
    await forget_texts(circles, circle, player)


@post("/circles/{circle_id:str}/dissolve")
async def dissolve_circle(circle: TheCircle, player: ThePlayer, circles: TheCircles) -> None:
    """The circle and its tables are nowhere any more."""
    await dissolve(circles, circle, player)


def entry(row: CircleRow, one: Finished) -> wire.Entry:
    seats = [wire.Sitter(sat.name, sat.symbol, sat.person, sat.character) for sat in one.seats]
    return wire.Entry(
        table=one.table,
        game=one.game,
        at=one.at,
        seats=tuple(seats),
        result=one.result,
        awards=one.awards,
        kept=one.kept,
        favourite=row.favourites.get(one.table, ()),
        cleared=one.cleared,
    )


def puzzle_page(row: CircleRow, one: Solved) -> wire.PuzzlePage:
    people = [row.people[number] for number in one.people]
    found = tuple(wire.Sitter(who.name, who.symbol, who.number, None) for who in people)
    tries = tuple(number in one.first_try for number in one.people)
    return wire.PuzzlePage(one.game, one.day, found, tries)


ROUTES: list[HTTPRouteHandler] = [
    find_code,
    doorplate,
    enter,
    want,
    like,
    next_table,
    say,
    unsay,
    set_rules,
    set_host,
    take_over,
    remove,
    claim,
    vouch,
    device,
    follow,
    form_team,
    favourite,
    push,
    notify,
    notify_no_more,
    album,
    stand,
    album_file,
    pack,
    unpack,
    solve,
    list_puzzles,
    forget_puzzle,
    forget,
    forget_mine,
    dissolve_circle,
]
