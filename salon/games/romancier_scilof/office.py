"""The post office: letters out, answers back, and the closing when a hand is complete."""

from salon.core.contract import Seat, Told
from salon.core.luck import Luck
from salon.games.romancier_scilof.book import look_up
from salon.games.romancier_scilof.memory import eye, eyes, forget, is_known, learn
from salon.games.romancier_scilof.model import (
    ANSWER,
    DAYS,
    LINES,
    NOTES,
    Answered,
    Chain,
    Closed,
    Commune,
    Completed,
    Ended,
    Exchanged,
    Fate,
    Hand,
    LedgerFull,
    Letter,
    Line,
    Mail,
    Note,
    Options,
    Post,
    Posted,
    Recalled,
    Refused,
    Returned,
    Shown,
    State,
    Story,
    Tally,
    Unfolded,
    ends,
    way,
)

FEWEST = 2  # players in a commune


def size_for(options: Options, players: int) -> int:
    """How many letters each holds among so many."""
    return players if options.letters == "auto" else min(options.letters, players)


def delay(state: State, ms: int) -> int:
    """A delay at this table's pace."""
    return ms * pace_of(state.options)


def pace_of(options: Options) -> int:
    return DAYS if options.pace == "days" else 1


def audience(state: State, commune: int) -> frozenset[Seat] | None:
    """Who hears what happens in an office: its members, and everybody once there is only one."""
    return None if len(state.communes) == 1 else frozenset(state.communes[commune].members)


def mail_of(state: State, commune: int) -> list[int]:
    """The ways of all sealed mail in an office, oldest first."""
    if len(state.communes) == 1:
        return list(state.office)
    members = state.communes[commune].members
    return [one for one in state.office if ends(one)[0] in members]


def sent_by(state: State, seat: Seat) -> int:
    """How many letters of this seat are under way."""
    return sum(ends(one)[0] == seat for one in state.office)


def allowed(state: State, commune: Commune, letter: Letter) -> bool:
    """Whether a letter is in the game among those who stay."""
    numbers = {state.players[seat].number for seat in commune.members}
    return int(letter[1]) in numbers and "ABCDEFGH".index(letter[0]) < commune.size


def surplus(state: State, seat: Seat) -> int:
    """How many letters this seat has to put into the basket."""
    size = state.communes[home(state, seat)].size
    return len(state.players[seat].hand) + sent_by(state, seat) - size


def strays(state: State, at: int) -> list[Letter]:
    """Letters in sealed mail that are no longer in the game."""
    commune = state.communes[at]
    letters = [state.office[one].letter for one in mail_of(state, at)]
    return sorted(letter for letter in letters if not allowed(state, commune, letter))


def home(state: State, seat: Seat) -> int:
    """The commune of a seat that has not left."""
    commune = state.players[seat].commune
    assert commune is not None
    return commune


def write(state: State, seat: Seat, letter: Letter, words: str) -> None:
    """A line on a letter; nothing that cannot be seen."""
    seen = "".join(sign for sign in " ".join(words.split()) if sign.isprintable())
    if line := look_up(state, letter, seen):
        state.lines[letter] = [*state.lines.get(letter, []), Line(seat, line, state.now)][-LINES:]


def last_line(state: State, letter: Letter) -> str:
    lines = state.lines.get(letter)
    return lines[-1].words if lines else ""


# Letters out, answers back.


def post(state: State, seat: Seat, move: Post, recall_at: int) -> Story:
    hand = state.players[seat].hand
    forget(state, hand, eye(seat))
    hand.remove(move.letter)
    write(state, seat, move.letter, move.words)
    state.office[way(seat, move.to)] = Mail(letter=move.letter, recall_at=recall_at)
    return [Told(Posted(seat, move.to), audience(state, home(state, seat)))]


def reply(
    state: State, seat: Seat, to: Seat, letter: Letter, words: str = "", *, forced: bool = False
) -> Story:
    """A swap: the answer goes into the sender's hand, the letter into this one."""
    mine, theirs = state.players[seat], state.players[to]
    got = state.office.pop(way(to, seat)).letter
    gave = got if is_known(state, got, eye(to)) else None
    forget(state, mine.hand, eye(seat) | eye(to))
    mine.hand.remove(letter)
    write(state, seat, letter, words)
    learn(state, letter, eye(seat) | eye(to))
    learn(state, got, eye(seat))
    theirs.hand = sorted([*theirs.hand, letter])
    mine.hand = sorted([*mine.hand, got])
    mine.diary = [*mine.diary, Note(to, letter, got)][-NOTES:]
    theirs.diary = [*theirs.diary, Note(seat, gave, letter)][-NOTES:]
    _count(state, to, seat, "answered")
    return [
        Told(Answered(seat, to, forced), audience(state, home(state, seat))),
        Told(Exchanged(to, letter, got, last_line(state, got)), frozenset({seat})),
        Told(Exchanged(seat, gave, letter, last_line(state, letter)), frozenset({to})),
    ]


def refuse(state: State, seat: Seat, to: Seat) -> Story:
    _count(state, to, seat, "refused")
    return [
        Told(Refused(seat, to), audience(state, home(state, seat))),
        *_give_back(state, to, seat),
    ]


def recall(state: State, seat: Seat, to: Seat) -> Story:
    _count(state, seat, to, "recalled")
    return [
        Told(Recalled(seat, to), audience(state, home(state, seat))),
        *_give_back(state, seat, to),
    ]


def _give_back(state: State, seat: Seat, to: Seat) -> Story:
    """The letter to someone returns to the hand it came from."""
    return take_home(state, seat, state.office.pop(way(seat, to)).letter)


def take_home(state: State, seat: Seat, letter: Letter) -> Story:
    """A letter of one's own is back in hand."""
    player = state.players[seat]
    player.hand = sorted([*player.hand, letter])
    learn(state, letter, eye(seat))
    return [Told(Returned(letter, last_line(state, letter)), frozenset({seat}))]


def _count(state: State, sender: Seat, to: Seat, fate: Fate) -> None:
    old = state.tallies.get(way(sender, to), Tally())
    state.tallies[way(sender, to)] = Tally(
        old.answered + (fate == "answered"),
        old.refused + (fate == "refused"),
        fate,
    )


# Closing.


def is_complete(commune: Commune, hand: list[Letter]) -> bool:
    return len(hand) == commune.size and len({letter[0] for letter in hand}) == 1


def settle(state: State, at: int, seats: list[Seat]) -> Story:
    """Whose hand is complete, and all that follows; these seats have got letters."""
    commune = state.communes[at]
    story: Story = []
    fresh = list(seats)
    while fresh:
        seat = fresh.pop(0)
        player = state.players[seat]
        if player.closer or not is_complete(commune, player.hand):
            continue
        player.closer = True
        if commune.phase == "open":
            story += close(state, at)
        story.append(Told(Completed(seat), audience(state, at)))
        for one in mail_of(state, at):
            sender, to = ends(one)
            if to == seat:
                story += refuse(state, seat, sender)
                fresh.append(sender)
    if commune.phase == "closed" and not mail_of(state, at):
        story += end(state, at)
    return story


def close(state: State, at: int) -> Story:
    """No more posting, no more invitations."""
    commune = state.communes[at]
    commune.phase = "closed"
    commune.until = state.now + delay(state, ANSWER)
    return [Told(Closed(at))]


def close_full(state: State) -> Story:
    """Offices in whose ledger there is no line left."""
    story: Story = []
    for at, commune in enumerate(state.communes):
        if commune.phase == "open" and commune.ledger == 0:
            story.append(Told(LedgerFull(at), audience(state, at)))
            story += close(state, at) + settle(state, at, [])
    return story


def end(state: State, at: int) -> Story:
    """Hands are laid open; when every office is empty, to everybody, with all that was written."""
    commune = state.communes[at]
    commune.phase, commune.until = "over", None
    story: Story = [Told(Ended(at))]
    if any(one.phase != "over" for one in state.communes):
        return story + _show(state, at)
    everybody = (2 << len(state.players)) - 1
    hands = [hand for one in state.communes for hand in _hands(state, one)]
    for hand in hands:
        for letter in hand.letters:
            learn(state, letter, everybody)
    return [*story, Told(Unfolded(tuple(hands), chains(state)))]


def _show(state: State, at: int) -> Story:
    hands = _hands(state, state.communes[at])
    for hand in hands:
        for letter in hand.letters:
            learn(state, letter, eyes(state, at))
    return [Told(Shown(tuple(hands)), audience(state, at))]


def _hands(state: State, commune: Commune) -> list[Hand]:
    return [Hand(seat, tuple(state.players[seat].hand)) for seat in commune.members]


def chains(state: State) -> tuple[Chain, ...]:
    """All that was written, by letter."""
    written = [Chain(letter, tuple(lines)) for letter, lines in sorted(state.lines.items())]
    return (*written, *state.archive)


def answer_all(state: State, at: int, luck: Luck) -> Story:
    """Time is up: what still lies there is answered with any letter."""
    story: Story = []
    while mail := mail_of(state, at):
        sender, to = ends(mail[0])
        hand = state.players[to].hand
        if hand:
            story += reply(state, to, sender, luck.choice(hand), forced=True)
        else:
            story += refuse(state, to, sender)
        story += settle(state, at, [to, sender])
    return story
