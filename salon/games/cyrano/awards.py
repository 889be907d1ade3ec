"""What to laugh about together when the poems are read; nothing of what somebody has hidden."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from salon.core.capabilities import Award, Moment
from salon.ear import ear
from salon.games.cyrano import chronicle, deck
from salon.games.cyrano.chronicle import Chronicle
from salon.games.cyrano.model import Event, Language, Round, State

T = TypeVar("T")

# How much is remarkable.
RAREST = 3  # words of the drawer that are rarer still, at most
DRAWER = 10  # rare words in it, or that means nothing
ORIGINAL = 4
AHEAD = 2  # words, of the next
HEARTS = 2
GENEROUS = 3  # poets to vote for
ALONE = 3
TWINS = 3
JUDGES = 2
SENTENCES = 4


class Lead(NamedTuple, Generic[T]):
    who: T
    most: int
    ahead: int  # of the next; 0: several are first


def lead(counts: Counter[T], least: int) -> Lead[T] | None:
    """Who alone has most, and so many at least."""
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < least:
        return None
    (who, most), *others = ranked
    ahead = most - others[0][1] if others else most
    return Lead(who, most, ahead) if ahead else None


def awards(story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
    told = chronicle.read(story)
    found = (
        rarest(told),
        original(told),
        loved(told),
        unanimous(told),
        generous(told),
        alone(told),
        twins(told),
        coined(told),
        duel(told),
    )
    return (one for one in found if one is not None)


def rarest(told: Chronicle) -> Award | None:
    """A word that scored, and the drawer of its rhyme has hardly a rarer one."""
    found = Counter(
        {
            (page.poet, word): _rarity(told.language, one, word)
            for one in told.album
            for page in one.pages
            for word in page.words
        }
    )
    if (first := lead(found, 1)) is None:
        return None
    poet, word = first.who
    return Award("rarest", (poet,), 40 + min(40, first.most // 2), {"word": word})


def _rarity(language: Language, one: Round, word: str) -> int:
    """How many of the drawer are less rare; 0: it is not rare enough."""
    for sound in [card.sound for card in deck.cards(language) if card.rhyme in one.rhymes]:
        rare = [other.casefold() for other in ear(language).words(sound).rare]
        if len(rare) >= DRAWER and word.casefold() in rare[-RAREST - 1 :]:
            return rare.index(word.casefold()) + 1
    return 0


def original(told: Chronicle) -> Award | None:
    first = lead(told.original, ORIGINAL)
    if first is None or first.ahead < AHEAD:
        return None
    weight = 30 + min(50, 6 * first.ahead)
    return Award("original", (first.who,), weight, {"n": first.most})


def loved(told: Chronicle) -> Award | None:
    """The line with most hearts of others; of several the one whose poem has most votes."""
    shown = Counter(
        {
            (poem, line): told.seats * hearts + len(page.votes)
            for (poem, line), hearts in told.hearts.items()
            if hearts >= HEARTS and (page := told.page(poem)) is not None
        }
    )
    first = lead(shown, 1)
    page = told.page(first.who[0]) if first else None
    if first is None or page is None:
        return None
    hearts = told.hearts[first.who]
    weight = 40 + 50 * hearts // (told.seats - 1)
    details: dict[str, int | str] = {"line": page.lines[first.who[1]], "n": hearts}
    return Award("loved", (page.poet,), weight, details)


def unanimous(told: Chronicle) -> Award | None:
    """Everybody else chose the same poet."""
    if (first := lead(told.unanimous, 1)) is None:
        return None
    weight = 25 + min(70, 10 * (told.seats - 1) + 5 * (first.most - 1))
    return Award("unanimous", (first.who,), weight, {"n": first.most})


def generous(told: Chronicle) -> Award | None:
    """Has chosen everybody, but never the own poem."""
    others = {voter: set(range(told.seats)) - {voter} for voter in told.votes}
    seats = tuple(sorted(voter for voter in others if set(told.votes[voter]) == others[voter]))
    if told.seats <= GENEROUS or len(seats) not in (1, 2):
        return None
    return Award("generous", seats, min(90, 60 + 5 * told.seats - 20 * len(seats)))


def alone(told: Chronicle) -> Award | None:
    """Fell for poems of others that nobody else chose."""
    if (first := lead(told.alone, ALONE)) is None:
        return None
    weight = 20 + 60 * first.most // len(told.votes[first.who])
    return Award("alone", (first.who,), weight, {"n": first.most})


def twins(told: Chronicle) -> Award | None:
    first = lead(told.twins, TWINS)
    if first is None or first.ahead < AHEAD:
        return None
    weight = 25 + min(60, 2 * first.most + 6 * first.ahead)
    return Award("twins", first.who, weight, {"n": first.most})


def coined(told: Chronicle) -> Award | None:
    """A word that the ear did not take for a rhyme, and the table did."""
    shown = {one: judges for one, judges in told.accepted.items() if told.page(one[0])}
    if (first := lead(Counter(shown), JUDGES)) is None:
        return None
    (_, poet), word = first.who
    return Award("coined", (poet,), min(90, 50 + 8 * first.most), {"word": word})


def duel(told: Chronicle) -> Award | None:
    if (sentences := sum(told.said)) < SENTENCES:
        return None
    return Award("duel", told.duellists, min(100, 60 + 2 * sentences), {"n": sentences})
