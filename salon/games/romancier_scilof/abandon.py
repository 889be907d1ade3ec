"""Somebody leaves for good: the commune shrinks, and every letter finds its place again."""

from salon.core.contract import Seat, Told
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
    Returned,
    Shrank,
    State,
    Story,
    Went,
    ends,
    way,
)
from salon.games.romancier_scilof.office import (
    FEWEST,
    allowed,
    audience,
    cancel,
    delay,
    end,
    home,
    last_line,
    mail_of,
    settle,
    size_for,
    strays,
    surplus,
)
from salon.games.romancier_scilof.sight import look_into


def leave(state: State, seat: Seat, luck: Luck) -> Story:
    player = state.players[seat]
    if player.commune is None or state.communes[player.commune].phase == "over":
        return []
    player.left = True
    story: Story = [Told(Went(seat)), *cancel(state, {seat})]
    if state.communes[player.commune].phase != "closed":
        story += _shrink(state, seat, luck)
    return story


def _shrink(state: State, leaver: Seat, luck: Luck) -> Story:
    at = home(state, leaver)
    commune = state.communes[at]
    commune.members.remove(leaver)
    state.players[leaver].commune = None
    commune.size = size_for(state.options, len(commune.members))
    story = _return_mail(state, commune, leaver)
    _empty(state, commune, leaver)
    if len(commune.members) < FEWEST:
        return [*story, *_give_up(state, at)]
    _retire(state, at)
    if any(surplus(state, seat) > 0 for seat in commune.members):
        return [*story, *_pause(state, at)]
    return [*story, *_resume(state, at, luck)]


def _pause(state: State, at: int) -> Story:
    commune = state.communes[at]
    commune.phase, commune.until = "paused", state.now + delay(state, DISCARD)
    return [
        Told(Paused(at)),
        Told(Shrank(look_into(state, at)), audience(state, at)),
    ]


def _give_up(state: State, at: int) -> Story:
    """Nobody is left to write to: this commune ends without a winner."""
    commune = state.communes[at]
    (last,) = commune.members
    _put_away(state, [*state.players[last].hand, *commune.basket])
    state.players[last].hand, commune.basket = [], []
    return end(state, at)


def _return_mail(state: State, commune: Commune, leaver: Seat) -> Story:
    """Mail to the leaver goes back: to its sender where there is room, else into the basket."""
    story: Story = []
    for sender in commune.members:
        mail = state.office.pop(way(sender, leaver), None)
        if mail is None:
            continue
        if surplus(state, sender) < 0:
            player = state.players[sender]
            player.hand = sorted([*player.hand, mail.letter])
            learn(state, mail.letter, eye(sender))
            back = Returned(mail.letter, last_line(state, mail.letter))
            story.append(Told(back, frozenset({sender})))
        else:
            commune.basket.append(mail.letter)
    return story


def _empty(state: State, commune: Commune, leaver: Seat) -> None:
    """What the leaver held or had under way goes into the basket; nobody looks."""
    player = state.players[leaver]
    for one in [one for one in state.office if ends(one)[0] == leaver]:
        commune.basket.append(state.office.pop(one).letter)
    commune.basket = sorted([*commune.basket, *player.hand])
    player.hand, player.diary = [], []
    if len(state.communes) > 1:  # and sees no more of it
        for letter in state.knows:
            state.knows[letter] &= ~eye(leaver)


def _retire(state: State, at: int) -> None:
    """Letters that are no longer in the game go back to the reserve."""
    commune = state.communes[at]
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
