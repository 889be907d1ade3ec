"""One circle, whole: its people, what they play and say, and its album.

Pure, like a table's room: `judge` says what a deed would do and changes nothing, `accept` makes it
so; in between whoever holds the circle stores the change.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from salon import games
from salon.core.refusal import Refusal
from salon.server.circle import membership, wire
from salon.server.circle.deeds import (
    BeAgain,
    Code,
    Deed,
    Enter,
    Forget,
    ForgetPuzzle,
    FormTeam,
    Like,
    Lose,
    Meet,
    Opened,
    Remember,
    Remove,
    Say,
    SetHost,
    SetRules,
    Solve,
    Subscribe,
    TakeOver,
    Unsay,
    UnsayAll,
    Unsubscribe,
    Vouch,
    Want,
)
from salon.server.circle.pages import Finished, Page, Said, Sat, Solved
from salon.server.circle.row import (
    CircleRow,
    OpenTable,
    Team,
    check_host,
    check_member,
    pruned,
    subscribe,
    switched,
    unsubscribe,
)
from salon.server.circle.solved import Solutions
from salon.server.circle.wire import Where
from salon.server.names import can_be_seen, clean
from salon.server.refusals import Forbidden, NotFound
from salon.server.row import Holder, TableRow

CHAT = 500  # lines that are kept
JUST_NOW = 30 * 60  # seconds for which people are still at the result of a table
MOST_PEOPLE = 60
MOST_TEAMS = 20


class Change(Struct, frozen=True):
    """What a deed does: judged, and neither stored nor true yet."""

    row: CircleRow | None = None
    stored: Page | None = None
    number: int = 0
    erased: tuple[int, ...] = ()
    person: int | None = None  # who came in
    was: str | None = None  # the player that somebody was before


class Circle:
    """People, and what they keep."""

    def __init__(self, row: CircleRow, pages: Mapping[int, Page] | None = None) -> None:
        self.row = row
        self.chat: dict[int, Said] = {}
        self.album: dict[str, Finished] = {}  # by table, in the order of their ends
        self._numbers: dict[str, int] = {}  # of their pages
        self.puzzles = Solutions()
        self.last = 0  # page
        for number, page in (pages or {}).items():
            self._put(number, page)

    # What is so

    @property
    def where(self) -> tuple[Where, str | None, str | None]:
        """Where everybody is: which table, and its game."""
        if (current := self.row.current) is not None:
            return "table" if current.started else "lobby", current.id, current.game
        finished = self.album.get(self.row.last or "")
        if finished is None:
            return "room", None, None
        return "result", finished.table, finished.game

    def place_now(self, now: int) -> tuple[Where, str | None, str | None]:
        """A result is left after a while."""
        where, table, game = self.where
        if where == "result" and now - self.album[table or ""].at > JUST_NOW:
            return "room", None, None
        return where, table, game

    def knows(self, table: str) -> bool:
        return table in self.album or any(one.id == table for one in self.row.tables)

    # Judging

    def judge(self, deed: Deed, now: int) -> Change:
        """What this would do, or a Refusal; `now` in seconds since 1970."""
        match deed:
            case Enter():
                change = self._enter(deed)
            case Say(player, wish):
                change = self._say(player, wish.id, wish.text, now)
            case Unsay(player, line):
                change = self._unsay(player, line)
            case UnsayAll(player):
                mine = {one.number for one in self.row.people_of(player)}
                lines = [number for number, said in self.chat.items() if said.person in mine]
                change = Change(erased=tuple(lines))
            case Meet(table):
                change = self._meet(table)
            case Forget(player, table):
                change = self._forget(player, table)
            case Solve():
                change = self._solve(deed, now)
            case ForgetPuzzle():
                change = self._forget_puzzle(deed)
            case Vouch():
                change = self._vouch(deed)
            case _:
                change = self._changed(self._row(deed))
        return change

    def _row(self, deed: Deed) -> CircleRow:
        """What only changes the row."""
        row = self.row
        match deed:
            case Want(player, plays):
                row = membership.watch(row, check_member(row, player), watches=not plays)
            case Like(player, game, liked):
                row = _with_wish(row, check_member(row, player).number, game, liked=liked)
            case Opened():
                row = self._open(deed)
            case Lose(table):
                row = replace(row, tables=tuple(one for one in row.tables if one.id != table))
            case SetRules(player, rules):
                check_host(row, player)
                row = _with_rules(row, rules)
            case FormTeam(player, wish):
                check_member(row, player)
                row = _with_team(row, Team(clean(wish.name), tuple(sorted(set(wish.people)))))
            case Remember(player, table, liked):
                row = self._remember(check_member(row, player).number, table, liked=liked)
            case Code(code):  # only the first one counts
                row = replace(row, code=row.code or code)
            case _:
                row = self._people(deed)
        return row

    def _people(self, deed: Deed) -> CircleRow:
        match deed:
            case SetHost(player, number, hosts):
                check_host(self.row, player)
                return membership.set_host(self.row, number, hosts=hosts)
            case TakeOver(player, here):
                check_member(self.row, player)
                return membership.take_over(self.row, player, here)
            case Remove(player, number):
                return membership.remove(self.row, player, number)
            case BeAgain(player, number, here):
                return membership.claim(self.row, player, number, here)
            case Subscribe(new):
                check_member(self.row, new.player)
                return subscribe(self.row, new)
            case Unsubscribe(endpoint):
                return unsubscribe(self.row, endpoint)
            case _:
                raise AssertionError(deed)

    def _enter(self, deed: Enter) -> Change:
        name, symbol = clean(deed.wish.name), deed.wish.symbol
        row, person = membership.enter(self.row, deed.player, name, symbol, MOST_PEOPLE)
        return Change(row=row, person=person.number)

    def _vouch(self, deed: Vouch) -> Change:
        row, was = membership.vouch(self.row, deed.player, deed.person, is_so=deed.is_so)
        return Change(row=row, was=was)

    def _open(self, deed: Opened) -> CircleRow:
        """Everybody leaves a lobby that they do not start from; a running table is not left."""
        check_host(self.row, deed.player)
        going_on = [replace(one, left=True) for one in self.row.tables if one.started]
        tables = (*going_on, OpenTable(deed.table, deed.game))
        return replace(self.row, tables=tables, wishes={})

    def _say(self, player: str, id: str, text: str, now: int) -> Change:
        person = check_member(self.row, player)
        if any(one.id == id for one in self.chat.values()):
            return Change()
        said = Said(person.number, plain(text), now, id)
        oldest = tuple(list(self.chat)[: max(0, len(self.chat) + 1 - CHAT)])
        return Change(stored=said, number=self.last + 1, erased=oldest)

    def _unsay(self, player: str, line: int) -> Change:
        if (said := self.chat.get(line)) is None:
            return Change()  # gone already
        mine = {one.number for one in self.row.people_of(player)}
        if said.person not in mine and not self.row.is_host(player):
            raise Forbidden("not_the_host")
        return Change(erased=(line,))

    # Tables

    def _meet(self, table: TableRow) -> Change:
        """Who sits there is of the circle; one that is over goes into the album, and there it is
        put again when something at it was hidden."""
        if not self.knows(table.id):
            return Change()
        if (old := self.album.get(table.id)) is not None:
            return self._meet_again(table, old)
        row = membership.meet_all(self.row, table)
        if not table.is_remembered:
            return self._changed(_with_table(row, table))
        finished = _finished(table, [membership.who(row, one) for one in table.holders])
        row = membership.after(row, finished)
        return Change(row=row, stored=finished, number=self.last + 1)

    def _meet_again(self, table: TableRow, old: Finished) -> Change:
        """Who sat there sat there, also those who are not of the circle any more."""
        if not table.is_remembered:
            return Change()
        finished = _finished(table, [one.person for one in old.seats])
        if finished == old:
            return Change()
        erased = (self._numbers[table.id],)
        return Change(stored=finished, number=self.last + 1, erased=erased)

    def _changed(self, row: CircleRow) -> Change:
        return Change() if row == self.row else Change(row=row)

    def _remember(self, number: int, table: str, *, liked: bool) -> CircleRow:
        if table not in self.album:
            raise NotFound("no_such_table")
        old = self.row.favourites
        favourites = {**old, table: switched(old.get(table, ()), number, on=liked)}
        return replace(self.row, favourites=pruned(favourites))

    def _forget(self, player: str, table: str) -> Change:
        check_host(self.row, player)
        if table not in self.album:
            raise NotFound("no_such_table")
        favourites = {one: who for one, who in self.row.favourites.items() if one != table}
        last = None if self.row.last == table else self.row.last
        row = replace(self.row, favourites=favourites, last=last)
        return Change(row=row, erased=(self._numbers[table],))

    # Puzzles

    def _solve(self, deed: Solve, now: int) -> Change:
        """One page for each day: it is put again for everybody who finds the solution."""
        person = check_member(self.row, deed.player)
        old, page = (
            self.puzzles.get(deed.game, deed.day),
            self.puzzles.after(deed, person.number, now),
        )
        if old is not None and old.page == page:
            return Change()
        erased = () if old is None else (old.number,)
        return Change(row=self.row, stored=page, number=self.last + 1, erased=erased)

    def _forget_puzzle(self, deed: ForgetPuzzle) -> Change:
        check_host(self.row, deed.player)
        if (old := self.puzzles.get(deed.game, deed.day)) is None:
            raise NotFound("no_puzzle")
        return Change(erased=(old.number,))

    # Accepting

    def accept(self, change: Change) -> None:
        """Make a judged change so."""
        if change.row is not None:
            self.row = change.row
        for number in change.erased:
            self._erase(number)
        if change.stored is not None:
            self._put(change.number, change.stored)

    def _put(self, number: int, page: Page) -> None:
        self.last = max(self.last, number)
        if isinstance(page, Said):
            self.chat[number] = page
        elif isinstance(page, Solved):
            self.puzzles.put(number, page)
        elif isinstance(page, Finished):
            newest = next(reversed(self.album.values()), page)
            self._numbers[page.table] = number
            self.album[page.table] = page
            if page.at < newest.at:  # it was written anew
                self.album = dict(sorted(self.album.items(), key=lambda item: item[1].at))

    def _erase(self, number: int) -> None:
        self.chat.pop(number, None)
        self.puzzles.erase(number)
        for table, at in list(self._numbers.items()):
            if at == number:
                del self._numbers[table], self.album[table]


def plain(text: str) -> str:
    """One line, with nothing in it that cannot be seen."""
    kept = "".join(sign if can_be_seen(sign) else " " for sign in text)
    if not (line := " ".join(kept.split())):
        raise Refusal("nothing_said")
    return line


def _with_wish(row: CircleRow, number: int, game: str, *, liked: bool) -> CircleRow:
    games.load(game)  # or a Refusal
    wishes = {**row.wishes, game: switched(row.wishes.get(game, ()), number, on=liked)}
    return replace(row, wishes=pruned(wishes))


def _with_rules(row: CircleRow, rules: wire.CircleRules) -> CircleRow:
    name = None if rules.name is None else clean(rules.name) if rules.name.strip() else ""
    wanted = {"name": name, "locked": rules.locked, "sound": rules.sound}
    return replace(row, **{word: value for word, value in wanted.items() if value is not None})


def _with_team(row: CircleRow, team: Team) -> CircleRow:
    """In the place of the one with this name."""
    for number in team.people:
        row.person(number)
    others = tuple(one for one in row.teams if one.name != team.name)
    if len(others) >= MOST_TEAMS:
        raise Refusal("too_many_teams", most=MOST_TEAMS)
    return replace(row, teams=(*others, team) if team.people else others)


def _with_table(row: CircleRow, table: TableRow) -> CircleRow:
    tables = [
        replace(one, started=table.started) if one.id == table.id else one for one in row.tables
    ]
    return replace(row, tables=tuple(tables))


def _finished(table: TableRow, people: Sequence[int | None]) -> Finished:
    """By seat."""
    page = table.page
    assert page is not None
    return Finished(
        table=table.id,
        game=table.game,
        at=page.ended,
        seats=tuple(map(_sat, table.holders, people)),
        result=page.result,
        awards=page.awards,
        kept=len(page.keepsakes),
        cleared=page.cleared,
    )


def _sat(holder: Holder, person: int | None) -> Sat:
    return Sat(holder.name or holder.level or "", holder.symbol, person, holder.character)
