"""One table, whole: who sits where, the game, and what everybody has been told of it.

Pure: no clock, no store, no network. `judge` says what a deed would do and changes nothing;
`accept` makes it so. In between whoever holds the room stores the change, entry and row together.
"""

from collections import Counter, deque
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from salon import games
from salon.core import options as option_words
from salon.core.can import what_can
from salon.core.contract import Result, Seat, Told
from salon.core.refusal import Refusal
from salon.core.table import (
    Entry,
    Hid,
    Joined,
    Left,
    Moved,
    Record,
    Step,
    Table,
    Ticked,
    encode,
    fingerprint,
    read_entry,
)
from salon.games import AnyGame
from salon.server import company, wire
from salon.server import row as rows
from salon.server.deeds import (
    Deed,
    Fill,
    HandOver,
    Hide,
    Inherit,
    Kick,
    Leave,
    Notice,
    Play,
    Rehold,
    Remember,
    SeatBot,
    SetHouseRules,
    Sit,
    StandIn,
    Start,
    Swap,
    Tick,
)
from salon.server.row import Holder, TableRow, check_holder, check_host
from salon.server.snapshots import Heard, Snapshot, read_state

NEWS = 50  # events that are remembered for each viewer

AnyTable = Table[Any, Any, Any, Any, Any]
Viewer = Seat | None  # None: an onlooker

to_json = msgspec.json.Encoder().encode


class StoredEntry(Struct, frozen=True):
    """One entry of the log, with the id of the message that brought it."""

    entry: Entry
    id: str | None = None
    seat: Seat | None = None
    stood_in: bool = False  # a bot made this move for somebody who was away


class Change(Struct, frozen=True):
    """What a deed does: judged, and neither stored nor true yet."""

    row: TableRow | None = None  # as it will be, where it changes
    step: Step[Any, Any] | None = None  # what the game does
    number: int = 0  # of the step
    stored: StoredEntry | None = None  # its entry
    erased: tuple[int, ...] = ()  # a log is never shortened
    seat: Seat | None = None  # where somebody sat down, or whom a stand-in plays for


class News:
    """What one viewer has been told, the last of it ready to be sent."""

    __slots__ = ("events", "stood_in", "times", "told")

    def __init__(self, heard: Heard | None = None) -> None:
        self.events: deque[Raw] = deque(heard.news if heard else (), NEWS)
        self.times: deque[int] = deque(heard.when() if heard else (), NEWS)
        self.stood_in: deque[int] = deque(heard.stood_in if heard else (), NEWS)
        self.told = heard.told if heard else 0  # how much in all

    def since(self, told: int) -> wire.News:
        """What somebody has missed who was told so much, or the last of it."""
        missed = min(self.told - told, len(self.events))
        events = [self.events[-back] for back in range(missed, 0, -1)]
        times = [self.times[-back] for back in range(missed, 0, -1)]
        stood_in = [one for one in self.stood_in if one >= self.told - missed]
        return wire.News(events, stood_in, self.told, times)

    def kept(self) -> Heard:
        return Heard(list(self.events), list(self.stood_in), self.told, list(self.times))


class Room:
    """A table that gathers people, is played, or is over."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: AnyGame = games.load(row.game)
        self.can = what_can(self.game)
        self.table: AnyTable | None = None  # None while the table gathers
        self.made: Counter[Seat] = Counter()  # moves of each seat
        self.done: set[tuple[Seat, str]] = set()  # messages that are stored
        self.news: dict[Viewer, News] = {}
        self._fingerprint: tuple[Any, str] = None, ""  # and what it was taken of

    # What is so

    @property
    def playing(self) -> AnyTable:
        if self.table is None:
            raise Refusal("not_started")
        return self.table

    @property
    def result(self) -> Result | None:
        return None if self.table is None else self.game.result(self.table.state)

    @property
    def gone(self) -> frozenset[Seat]:
        return frozenset() if self.table is None else self.can.gone(self.table.state)

    @property
    def options(self) -> Any:
        return option_words.read(self.game.types.options, self.row.options)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Who will start out together."""
        try:
            return self.can.teams(self.options, len(self.row.holders))
        except Refusal:  # options of an older Salon: the start will say so
            return ()

    @property
    def is_joinable(self) -> bool:
        """Whether the rules would let somebody sit down now."""
        if self.table is None or self.row.locked or self.can.joinable is None:
            return False
        try:
            self.table.judge(Joined(self.table.state.now))
        except Refusal:
            return False
        return True

    def has_done(self, deed: Deed) -> bool:
        """Whether this message has come before."""
        return isinstance(deed, Play) and (deed.seat, deed.id) in self.done

    def due(self, now: int) -> Ticked | None:
        """The tick that goes before anything else that happens now."""
        return self.playing.due(self._at(now))

    # Judging

    def judge(self, deed: Deed, now: int) -> Change:
        """What this would do, or a Refusal; table time is `now`."""
        match deed:
            case Play():
                change = self._play(deed, now)
            case Tick():
                change = self._tick(now)
            case Sit():
                change = self._sit(deed, now)
            case Leave() | Kick():
                change = self._vacate(deed, now)
            case Hide():
                change = self._hide(deed, now)
            case Start():
                change = self._start(deed)
            case Inherit() | Swap() | Remember() | Rehold() | Notice():
                change = Change(row=self._row(deed))
            case _:
                check_host(self.row, deed.player)
                change = self._host(deed)
        return change

    def _row(self, deed: Inherit | Swap | Remember | Rehold | Notice) -> TableRow | None:
        """What the game would not notice; None: nothing changes."""
        match deed:
            case Inherit(host, heir):
                return rows.inherit(self.row, host, heir)
            case Swap(player, wish):
                self.check_gathers()
                return rows.swap(self.row, player, wish)
            case Remember(page, steps):
                is_whole = steps == self.playing.steps
                return rows.with_page(self.row, page) if is_whole else None
            case Rehold(was, now):
                return rows.rehold(self.row, was, now)
            case Notice(player, is_open):
                return rows.notice(self.row, player, is_open=is_open)

    def _host(self, deed: SeatBot | Fill | HandOver | SetHouseRules | StandIn) -> Change:
        match deed:
            case SeatBot(_, wish):
                self.check_gathers()
                return Change(row=company.seat_bot(self.row, wish))
            case Fill(_, wish):
                self.check_gathers()
                return Change(row=company.fill(self.row, wish))
            case HandOver(_, seat):
                return Change(row=rows.hand_over(self.row, seat))
            case SetHouseRules(_, rules):
                return Change(row=rows.set_house_rules(self.row, rules))
            case StandIn(_, seat):
                if self.row.holder(seat).player is None:
                    raise Refusal("nobody_there")
                if self.game.result(self.playing.state) is not None:
                    raise Refusal("over")
                return Change(seat=seat)

    def _play(self, deed: Play, now: int) -> Change:
        if deed.player is not None:
            check_holder(self.row, deed.player, deed.seat)
        at = self._at(now)
        if deed.made is not None and deed.made != self.made[deed.seat]:
            raise Refusal("overtaken")
        return self._enter(Moved(at, deed.seat, deed.move), deed.id, stood_in=deed.stood_in)

    def _tick(self, now: int) -> Change:
        tick = None if self.table is None else self.due(now)
        return Change() if tick is None else self._enter(tick)

    def _sit(self, deed: Sit, now: int) -> Change:
        row, seat = rows.sit(self.row, deed.player, deed.wish, self.gone)
        if not row.started:
            row = company.make_way(row, seat)
        if self.table is None:
            return Change(row=row, seat=seat)
        row = rows.remember(row, self.row, seat, self._at(now))
        if seat < len(self.row.holders):
            return Change(row=row, seat=seat)
        return replace(self._enter(Joined(self._at(now))), row=row, seat=seat)

    def _vacate(self, deed: Leave | Kick, now: int) -> Change:
        seat, old = deed.seat, self.row.holder(deed.seat)
        if isinstance(deed, Leave):
            check_holder(self.row, deed.player, seat)
        else:
            check_host(self.row, deed.player)
        if old.player is None:
            raise Refusal("nobody_there")
        if self.table is None:
            return Change(row=rows.vacate(self.row, seat, Holder()))
        if self.row.over:
            return Change(row=rows.vacate(self.row, seat, replace(old, player=None)))
        change = self._enter(Left(self._at(now), seat))
        assert change.step is not None
        is_gone = seat in self.can.gone(change.step.state)
        heir = rows.successor(old, self._levels(), is_gone=is_gone)
        row = rows.vacate(change.row or self.row, seat, heir)
        if not is_gone:
            row = rows.remember(company.introduce(row, seat), self.row, seat, self._at(now))
        return replace(change, row=row)

    def _hide(self, deed: Hide, now: int) -> Change:
        wish = deed.wish
        if wish.seat is None:
            check_host(self.row, deed.player)
        else:
            check_holder(self.row, deed.player, wish.seat)
        change = self._enter(Hid(self._at(now), wish.seat, wish.page))
        return replace(change, row=rows.without_page(change.row or self.row))

    def _start(self, deed: Start) -> Change:
        self.check_can_start()
        if list(deed.names) != self.names():
            raise Refusal("seats_changed")
        row = replace(
            self.row,
            fairness=deed.luck,
            opening=deed.opening,
            names=deed.names,
            started=True,
            seats=len(self.row.holders),
            version=self.game.version,
        )
        return Change(row=row)

    def _enter(self, entry: Entry, id: str | None = None, *, stood_in: bool = False) -> Change:
        """What an entry does to the game, and to who has won."""
        step = self.playing.judge(entry)
        seat = entry.seat if isinstance(entry, Moved) else None
        stored = StoredEntry(entry, id, seat, stood_in)
        result = None if self.row.over else self.game.result(step.state)
        row = None if result is None else rows.count_winners(self.row, result.winners)
        return Change(row, step, self.playing.steps + 1, stored)

    def _at(self, now: int) -> int:
        """Time does not go back, also for what arrived before something else had happened."""
        at: int = max(now, self.playing.state.now)
        return at

    def _levels(self) -> tuple[str, ...]:
        return tuple(games.bots(self.row.game))

    def check_gathers(self) -> None:
        if self.table is not None:
            raise Refusal("already_started")

    def check_can_start(self) -> None:
        """A Refusal if somebody is missing, or the rules would not begin like this."""
        self.check_gathers()
        rows.check_full(self.row)
        Table(self.game, self.options, len(self.row.holders), self.row.fairness)

    # Accepting

    def accept(self, change: Change) -> None:
        """Make a judged change so."""
        if change.step is not None and change.stored is not None:
            self._take_in(change.stored, self.playing.accept(change.step))
        if change.row is not None:
            starts = change.row.started and self.table is None
            self.row = change.row
            if starts:
                self.begin()

    def begin(self) -> None:
        """The table as it is laid out, before its first entry."""
        self.table = Table(self.game, self.options, self.row.seats, self.row.fairness)
        self.news = {viewer: News() for viewer in (None, *range(self.row.seats))}

    def catch_up(self, row: TableRow, entries: list[StoredEntry]) -> None:
        """What the store says has happened since."""
        starts = row.started and self.table is None
        self.row = row
        if starts:
            self.begin()
        for stored in entries:
            told = self.playing.accept(self.playing.judge(read_entry(self.game, stored.entry)))
            self._take_in(stored, told)

    def redo(self, entries: list[StoredEntry]) -> None:
        """What is in the log after that, and stays there until somebody asks for the record."""
        table = self.playing
        for stored in entries:
            self._take_in(stored, table.redo(read_entry(self.game, stored.entry)))
        table.resume(table.state, table.seats, table.steps, table.trail)

    def _take_in(self, stored: StoredEntry, told: list[Told[Any]]) -> None:
        if stored.seat is not None:
            self.made[stored.seat] += 1
            if stored.id is not None:
                self.done.add((stored.seat, stored.id))
        self._tell(told, stored.seat if stored.stood_in else None)

    def _tell(self, told: list[Told[Any]], stood_in: Viewer) -> None:
        """Events reach those they are told to; what a stand-in did for a seat is marked."""
        for seat in range(len(self.news) - 1, self.playing.seats):
            self.news[seat] = News()  # somebody has joined
        deed = None if stood_in is None else first_of(told, stood_in)
        for one in told:
            event, to = Raw(to_json(one.event)), one.to
            for viewer, news in self.news.items():
                if to is None or viewer in to:
                    if one is deed:
                        news.stood_in.append(news.told)
                    news.events.append(event)
                    news.times.append(self.playing.state.now)
                    news.told += 1

    # The end of it

    def record(self) -> Record:
        """The finished table, with those of its entries that are in memory: the store has all."""
        if self.result is None:
            raise Refusal("not_over" if self.table else "not_started")
        if self.row.rebased:
            raise Refusal("rules_changed")
        return self.playing.record(self.names())

    def names(self) -> list[str]:
        """Of who sat there at the start, and of who joined."""
        now = [holder.name or holder.level or "" for holder in self.row.holders]
        return [*self.row.names, *now[len(self.row.names) :]]

    def fingerprint(self) -> str:
        """Of the record of a finished table; empty where there is none.

        Taken again when a text was hidden, or somebody who had joined has another name."""
        if self.row.rebased:
            return ""
        written = self.playing.steps, self.names()
        if self._fingerprint[0] != written:
            self._fingerprint = written, fingerprint(self.record(), self.playing.trail)
        return self._fingerprint[1]

    # Snapshots

    def snapshot(self) -> Snapshot:
        table = self.playing
        return Snapshot(
            version=self.game.version,
            step=table.steps,
            state=encode(table.state),
            seats=table.seats,
            trail=table.trail,
            made=dict(self.made),
            done=sorted(self.done),
            heard=[news.kept() for news in self.news.values()],
        )

    def resume(self, snapshot: Snapshot) -> bool:
        """As it was kept, where redoing the log gives the same, or the log is of other rules."""
        state = read_state(self.game, snapshot)
        same_rules = snapshot.version == self.game.version
        if state is None or not same_rules or not (self.row.rebased or snapshot.is_whole):
            return False
        self._put_back(state, snapshot)
        return True

    def rebase(self, snapshot: Snapshot) -> Change:
        """From here on the new rules count; what was played by the old ones stays played."""
        if (state := read_state(self.game, snapshot)) is None:
            raise self.of_other_rules()
        self._put_back(state, snapshot)
        return Change(row=replace(self.row, version=self.game.version, rebased=True))

    def of_other_rules(self) -> Refusal:
        return Refusal("other_version", theirs=self.row.version, ours=self.game.version)

    def _put_back(self, state: Any, snapshot: Snapshot) -> None:
        self.playing.resume(state, snapshot.seats, snapshot.step, snapshot.trail)
        self.made, self.done = Counter(snapshot.made), set(snapshot.done)
        heard = snapshot.heard if snapshot.is_whole else [None] * (1 + snapshot.seats)
        self.news = dict(zip((None, *range(snapshot.seats)), map(News, heard), strict=True))


def first_of(told: list[Told[Any]], seat: Seat) -> Told[Any] | None:
    """The first event that names a seat: nothing is said of who did what names nobody."""
    return next((one for one in told if getattr(one.event, "seat", None) == seat), None)


def mended(room: Room) -> TableRow:
    """The row as its log has it: a chair for each seat, nobody on those given up, wins counted."""
    row, result = room.row, room.result
    missing = room.playing.seats - len(row.holders)
    row = replace(row, holders=(*row.holders, *[Holder()] * missing))
    for seat in room.gone:
        old = row.holders[seat]
        row = rows.vacate(row, seat, Holder(name=old.name, symbol=old.symbol))
    return row if result is None or row.over else rows.count_winners(row, result.winners)
