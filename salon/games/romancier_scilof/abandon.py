"""Somebody leaves for good: the commune shrinks, and every letter finds its place again.

The order is the rulebook's: who leaves takes the own mail and lays down the letters of others;
letters that are no longer in the game go; then mail to the leavers comes home where there is room;
surplus letters go into the basket, and the basket fills the gaps.
"""

from salon.core.contract import Illegal, Seat, Told
from salon.core.luck import Luck
from salon.games.romancier_scilof.memory import eye, forget, learn
from salon.games.romancier_scilof.model import (
    DISCARD,
    Chain,
    Commune,
    Discarded,
    Drew,
    Letter,
    Lost,
    Paused,
    Resumed,
    Shrank,
    State,
    Story,
    Went,
    ends,
)
from salon.games.romancier_scilof.office import (
    FEWEST,
    allowed,
    audience,
    delay,
    end,
    home,
    last_line,
    mail_of,
    settle,
    size_for,
    strays,
    surplus,
    take_home,
)
from salon.games.romancier_scilof.sight import look_into


def leave(state: State, seat: Seat, luck: Luck) -> Story:
    player = state.players[seat]
    if player.left or player.commune is None:
        raise Illegal("you_left")
    if state.communes[player.commune].phase == "over":
        return []
    player.left = True
    story: Story = [Told(Went(seat))]
    if state.communes[player.commune].phase != "closed":
        story += part(state, player.commune, [seat], luck)
    return story


def part(state: State, at: int, leavers: list[Seat], luck: Luck) -> Story:
    """These leave an open commune together; in the order of the rulebook."""
    commune = state.communes[at]
    _pack_up(state, commune, leavers)
    orphans = _orphans(state, leavers)
    if len(commune.members) < FEWEST:
        return _give_up(state, at, [letter for _, letter in orphans])
    _retire(state, commune)
    story = _bring_home(state, commune, orphans)
    if any(surplus(state, seat) > 0 for seat in commune.members):
        return [*story, *_pause(state, at)]
    return [*story, *_resume(state, at, luck)]


def _pack_up(state: State, commune: Commune, leavers: list[Seat]) -> None:
    """What the leavers held or had under way goes into the basket; nobody looks."""
    for seat in leavers:
        player = state.players[seat]
        mine = [one for one in state.office if ends(one)[0] == seat]
        commune.basket += [*player.hand, *(state.office.pop(one).letter for one in mine)]
        player.hand, player.diary, player.commune = [], [], None
        _close_eyes(state, seat)
    commune.basket.sort()
    commune.members = [seat for seat in commune.members if seat not in leavers]
    commune.size = size_for(state.options, len(commune.members))
    state.tallies = {
        one: tally for one, tally in state.tallies.items() if not set(ends(one)) & set(leavers)
    }


def _close_eyes(state: State, leaver: Seat) -> None:
    """Who has left sees what an onlooker sees: of several communes nothing."""
    if len(state.communes) > 1:
        for letter in state.knows:
            state.knows[letter] &= ~eye(leaver)


Orphan = tuple[Seat, Letter]  # who sent it, and what it is


def _orphans(state: State, leavers: list[Seat]) -> list[Orphan]:
    """Mail to the leavers leaves the office, by the number of the addressee."""
    ways = [one for one in state.office if ends(one)[1] in leavers]
    ways.sort(key=lambda one: (state.players[ends(one)[1]].number, one))
    return [(ends(one)[0], state.office.pop(one).letter) for one in ways]


def _give_up(state: State, at: int, orphans: list[Letter]) -> Story:
    """Nobody is left to write to: this commune ends without a winner."""
    commune = state.communes[at]
    for seat in commune.members:
        orphans += state.players[seat].hand
        state.players[seat].hand = []
    _put_away(state, [*orphans, *commune.basket])
    commune.basket = []
    return end(state, at)


def _bring_home(state: State, commune: Commune, orphans: list[Orphan]) -> Story:
    """What is still in the game returns to its sender where there is room, else to the basket;
    only the sender can tell which."""
    story: Story = []
    for sender, letter in orphans:
        state.knows[letter] = state.knows.get(letter, 0) & eye(sender)
        if not allowed(state, commune, letter):
            _put_away(state, [letter])
        elif surplus(state, sender) < 0:
            story += take_home(state, sender, letter)
        else:
            commune.basket = sorted([*commune.basket, letter])
    return story


def _pause(state: State, at: int) -> Story:
    commune = state.communes[at]
    commune.phase, commune.until = "paused", state.now + delay(state, DISCARD)
    return [
        Told(Paused(at)),
        Told(Shrank(*look_into(state, at)), audience(state, at)),
    ]


def _retire(state: State, commune: Commune) -> None:
    """Letters that are no longer in the game go back to the reserve."""
    for seat in commune.members:
        player = state.players[seat]
        player.hand = _still_allowed(state, commune, player.hand)
    commune.basket = _still_allowed(state, commune, commune.basket)


def _still_allowed(state: State, commune: Commune, letters: list[Letter]) -> list[Letter]:
    gone = [letter for letter in letters if not allowed(state, commune, letter)]
    _put_away(state, gone)
    return [letter for letter in letters if letter not in gone]


def _put_away(state: State, letters: list[Letter]) -> None:
    """Nothing that was written is lost."""
    for letter in letters:
        state.knows.pop(letter, None)
        if lines := state.lines.pop(letter, None):
            state.archive.append(Chain(letter, tuple(lines), faded=True))


# Surplus letters.


def discard(state: State, seat: Seat, letter: Letter, luck: Luck) -> Story:
    story = _discard(state, seat, letter)
    return story + _resume_if_done(state, home(state, seat), luck)


def discard_for_all(state: State, at: int, luck: Luck) -> Story:
    """Time is up: the surplus of those who did not choose is any letter."""
    story: Story = []
    for seat in state.communes[at].members:
        while surplus(state, seat) > 0:
            letter = luck.choice(state.players[seat].hand)
            story.append(Told(Lost(letter), frozenset({seat})))
            story += _discard(state, seat, letter)
    return story + _resume_if_done(state, at, luck)


def _discard(state: State, seat: Seat, letter: Letter) -> Story:
    player, at = state.players[seat], home(state, seat)
    forget(state, player.hand, eye(seat))
    player.hand.remove(letter)
    basket = state.communes[at].basket
    state.communes[at].basket = sorted([*basket, letter])
    return [Told(Discarded(seat), audience(state, at))]


def _resume_if_done(state: State, at: int, luck: Luck) -> Story:
    if any(surplus(state, seat) > 0 for seat in state.communes[at].members):
        return []
    return _resume(state, at, luck)


def _resume(state: State, at: int, luck: Luck) -> Story:
    """The basket fills the gaps, unseen: first in the mail, then in the hands."""
    commune = state.communes[at]
    story: Story = []
    _replace_strays(state, at, luck)
    for seat in commune.members:
        while surplus(state, seat) < 0:
            story += _draw(state, commune, seat, luck)
    if commune.phase == "paused":
        story.append(Told(Resumed(at)))
    commune.phase, commune.until = "open", None
    return story + settle(state, at, list(commune.members))


def _replace_strays(state: State, at: int, luck: Luck) -> None:
    commune, lost = state.communes[at], strays(state, at)
    for one in mail_of(state, at):
        if state.office[one].letter in lost:
            state.office[one].letter = _take(state, commune, luck)
    _put_away(state, lost)


def _draw(state: State, commune: Commune, seat: Seat, luck: Luck) -> Story:
    letter = _take(state, commune, luck)
    player = state.players[seat]
    player.hand = sorted([*player.hand, letter])
    learn(state, letter, eye(seat))
    return [Told(Drew(letter, last_line(state, letter)), frozenset({seat}))]


def _take(state: State, commune: Commune, luck: Luck) -> Letter:
    """Any letter from the basket: from now on nobody knows which of them is where."""
    for letter in commune.basket:
        state.knows[letter] = 0
    letter = luck.choice(commune.basket)
    commune.basket.remove(letter)
    return letter
