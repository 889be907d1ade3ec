"""The bots of Romancier Scilof: a novice, a regular, a master, and the stand-in.

They see one view and remember nothing else: what they collect is worked out anew each time.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from salon.core.contract import Bot, Seat
from salon.core.luck import Luck
from salon.games.romancier_scilof.book import ask, is_of_the_house
from salon.games.romancier_scilof.model import (
    OWN,
    STALE,
    Accept,
    Discard,
    Invite,
    Letter,
    Move,
    Office,
    Post,
    Recall,
    Refuse,
    Reply,
    View,
)
from salon.games.romancier_scilof.office import pace_of

STUCK = 3  # answers for each letter, after which all is thought over anew
CROWD = 7  # letters from which on guessing costs more time than it gains
BEGINS = 800  # percent, by the square of how many are at the counter: a story on a blank letter
GOES_ON = 420  # percent, by how many: behind a line of the house
ANSWERS = 90  # percent at most, and behind the line of a person
pace = (3.0, 8.0)  # seconds between which a bot does something, or decides to wait


class Desk:
    """One's own desk: letters, what they are worth, and who might have more."""

    def __init__(self, view: View) -> None:
        assert view.office is not None and view.seat is not None
        self.view = view
        self.me: Seat = view.seat
        self.office: Office = view.office
        self.values = "ABCDEFGH"[: self.office.size]
        self.sent = [one.letter for one in view.known if one.seat == self.me and one.to is not None]
        self.mine = Counter(letter[0] for letter in (*view.hand, *self.sent))

    def most(self) -> list[str]:
        """The values of which there are most here."""
        best = max(self.mine[value] for value in self.values)
        return [value for value in self.values if self.mine[value] == best]

    def own_value(self, seat: Seat | None = None) -> str:
        """Where there is nothing to choose by: the value of one's own number."""
        number = self.view.people[self.me if seat is None else seat].number
        return self.values[(number - 1) % len(self.values)]

    def wish(self, seat: Seat) -> str:
        """What somebody seems to collect: what is known to be there, and was not given away."""
        held = Counter(
            one.letter[0] for one in self.view.known if one.seat == seat and one.to is None
        )
        given, own = self.given(seat), self.own_value(seat)
        return max(self.values, key=lambda value: (held[value] - given[value], value == own))

    def is_stuck(self) -> bool:
        """Whether letters have gone round for long without an end."""
        answered = sum(one.answered for one in self.view.tallies)
        return answered > STUCK * self.office.size**2

    def given(self, seat: Seat) -> Counter[str]:
        """How often somebody parted with each value."""
        return Counter(note.got[0] for note in self.view.diary if note.other == seat)

    def is_stale(self, to: Seat) -> bool:
        """Whether the letter to somebody has lain there for long, as far as the clock has told."""
        stale = STALE * pace_of(self.view.options)
        return any(
            (mail.sender, mail.to) == (self.me, to) and mail.recall_at + stale <= self.view.chimed
            for mail in self.office.mail
        )

    def spare(self, target: str) -> list[Letter]:
        """Letters in hand that are not of this value, those least needed first."""
        letters = [letter for letter in self.view.hand if letter[0] != target]
        return sorted(letters, key=lambda letter: self.mine[letter[0]])

    def likely(self, target: str) -> set[Seat]:
        """Who may have letters of this value: who is known to, or began with them."""
        places = {one.letter: one.seat for one in self.view.known}
        seats = {seat: self.view.people[seat].number for seat in self.office.held}
        return {
            place
            for seat, number in seats.items()
            if (place := places.get(self._letter(target, number), seat)) not in (None, self.me)
        }

    def _letter(self, value: str, number: int) -> Letter:
        return OWN[number]["ABCDEFGH".index(value)]


def inspiration(view: View, letter: Letter) -> int:
    """How likely, in percent, a bot has a line for this letter: most likely behind a person's.
    Among many there are few beginnings, for long stories, and the book lasts for the evening."""
    last, people = view.lines[view.hand.index(letter)], len(view.desks)
    if last and not is_of_the_house(last):
        return ANSWERS
    return min(ANSWERS, GOES_ON // people if last else BEGINS // people**2)


class Correspondent(Bot[View, Move]):
    """Answers first, then writes; parts with what it needs least."""

    patience = 1  # of so many times it waits once
    reserve = 0  # letters to keep for answers
    calm = 2  # of so many times it takes back once what has become stale

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        move = self.correspond(view, moves, luck)
        if isinstance(move, Post | Reply) and luck.below(100) < inspiration(view, move.letter):
            return replace(move, words=ask(luck.below(1_000)))
        return move

    def correspond(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        """Which letter, and to whom."""
        desk = Desk(view)
        hopeless = desk.is_stuck() and luck.below(4) == 0
        target = luck.choice(desk.values) if hopeless else self.target(desk, luck)
        if surplus := [move for move in moves if isinstance(move, Discard)]:
            return self._least(desk, target, surplus)
        if invited := self.among_communes(moves, luck):
            return invited
        if self.patience > 1 and luck.below(self.patience) == 0:
            return self._must_answer(desk, target, moves, luck)
        return (
            self._must_answer(desk, target, moves, luck)
            or self._write(desk, target, moves, luck)
            or self._take_back(desk, target, moves, luck)
        )

    def target(self, desk: Desk, luck: Luck) -> str:
        return luck.choice(desk.most())

    def among_communes(self, moves: Sequence[Move], luck: Luck) -> Move | None:
        """Accepts gladly, and invites now and then."""
        for move in moves:
            if isinstance(move, Accept):
                return move
        strangers = [move for move in moves if isinstance(move, Invite)]
        return luck.choice(strangers) if strangers and luck.below(12) == 0 else None

    def _least(self, desk: Desk, target: str, surplus: list[Discard]) -> Move:
        spare = desk.spare(target)
        return next((move for move in surplus if move.letter in spare[:1]), surplus[0])

    def _must_answer(
        self, desk: Desk, target: str, moves: Sequence[Move], luck: Luck
    ) -> Move | None:
        replies = [move for move in moves if isinstance(move, Reply)]
        if not replies:
            return next((move for move in moves if isinstance(move, Refuse)), None)
        senders = sorted({move.to for move in replies})
        sender = self.whom_to_answer(desk, target, senders, luck)
        spare = self.gift(desk, sender, desk.spare(target))
        refusals = [move for move in moves if isinstance(move, Refuse) and move.to == sender]
        if spare is None and refusals:
            return refusals[0]
        return next(
            move
            for move in replies
            if move.to == sender and move.letter == (spare or desk.view.hand[0])
        )

    def whom_to_answer(self, desk: Desk, target: str, senders: list[Seat], luck: Luck) -> Seat:  # noqa: ARG002
        return luck.choice(senders)

    def _write(self, desk: Desk, target: str, moves: Sequence[Move], luck: Luck) -> Move | None:
        free = sorted({move.to for move in moves if isinstance(move, Post)})
        spare = desk.spare(target)
        if not free or (len(spare) <= self.reserve and desk.sent):
            return None
        to = self.whom_to_write(desk, target, free, luck)
        letter = self.gift(desk, to, spare)
        return None if letter is None else Post(letter, to)

    def whom_to_write(self, desk: Desk, target: str, free: list[Seat], luck: Luck) -> Seat:  # noqa: ARG002
        return luck.choice(free)

    def gift(self, desk: Desk, to: Seat, spare: list[Letter]) -> Letter | None:  # noqa: ARG002
        return spare[0] if spare else None

    def _take_back(self, desk: Desk, target: str, moves: Sequence[Move], luck: Luck) -> Move | None:
        """What nobody answers is wanted again when there is nothing else to send."""
        recalls = [move for move in moves if isinstance(move, Recall) and desk.is_stale(move.to)]
        if not recalls or len(desk.spare(target)) > self.reserve or luck.below(self.calm):
            return None
        return recalls[0]


class Novice(Correspondent):
    """Collects what it has most of just now, writes to anybody, and often lets things lie."""

    patience = 2
    calm = 8


class Regular(Correspondent):
    """Sticks to one value, keeps a letter for answers, and asks those who may have it."""

    patience = 4
    reserve = 1
    calm = 4

    def target(self, desk: Desk, luck: Luck) -> str:  # noqa: ARG002
        most = desk.most()
        return desk.own_value() if desk.own_value() in most else most[0]

    def whom_to_write(self, desk: Desk, target: str, free: list[Seat], luck: Luck) -> Seat:
        likely = desk.likely(target)
        return luck.choice([seat for seat in free if seat in likely] or free)


class Master(Regular):
    """Guesses what the others collect: leaves that to them, and does not give it to them."""

    patience = 1
    calm = 2

    def target(self, desk: Desk, luck: Luck) -> str:
        if desk.office.size >= CROWD:
            return super().target(desk, luck)
        return max(desk.values, key=lambda value: self._worth(desk, value))

    def _worth(self, desk: Desk, value: str) -> tuple[float, bool]:
        """What is here and what others parted with; less what they seem to collect themselves."""
        others = [seat for seat in desk.office.held if seat != desk.me]
        parted = sum(min(1, desk.given(seat)[value]) for seat in others)
        rivals = sum(desk.wish(seat) == value for seat in others)
        return desk.mine[value] + 0.4 * parted - 0.5 * rivals, value == desk.own_value()

    def gift(self, desk: Desk, to: Seat, spare: list[Letter]) -> Letter | None:
        """Not what the other seems to collect, unless that leads nowhere."""
        given = desk.given(to)
        wish = "" if desk.is_stuck() or desk.office.size >= CROWD else desk.wish(to)
        return min(
            spare,
            key=lambda one: (one[0] == wish, desk.mine[one[0]], -given[one[0]]),
            default=None,
        )

    def whom_to_write(self, desk: Desk, target: str, free: list[Seat], luck: Luck) -> Seat:
        if desk.office.size >= CROWD:
            return super().whom_to_write(desk, target, free, luck)
        likely = [seat for seat in free if seat in desk.likely(target)] or free
        luck.shuffle(likely)
        return max(likely, key=lambda seat: desk.given(seat)[target])


class StandIn(Regular):
    """Answers for who is away, with what is needed least; writes to nobody, and no line."""

    def choose(self, view: View, moves: Sequence[Move], luck: Luck) -> Move | None:
        answers = [move for move in moves if isinstance(move, Reply | Refuse | Discard)]
        return self.correspond(view, answers or moves, luck) or luck.choice(moves)


bots: dict[str, Bot[View, Move]] = {"novice": Novice(), "regular": Regular(), "master": Master()}
stand_in: Bot[View, Move] = StandIn()
