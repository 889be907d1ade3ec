"""What to laugh about together when the letters are unfolded."""

from collections import Counter
from collections.abc import Iterable, Iterator

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.games.romancier_scilof import chronicle
from salon.games.romancier_scilof.chronicle import Chronicle, lead
from salon.games.romancier_scilof.model import SEATS, Chain, Event, Letter, State
from salon.games.romancier_scilof.office import FEWEST, chains

# How much is remarkable.
TRIPS = 4
SENT = 8
FIFTH = 5  # the busiest sent a fifth more than the next
LINES = 4  # of a story
WRITTEN = 4  # lines of one storyteller
AHEAD = 2  # of the next
ANSWERS = 4  # between two
TURNS = 3
REFUSALS = 3


def awards(story: Iterable[Moment[State, Event]]) -> Iterator[Award]:
    told = chronicle.read(story)
    if told.state is None:
        return iter(())
    found = (
        traveller(told, told.state),
        postman(told),
        tale(told.state),
        storyteller(told.state),
        faithful(told, told.state),
        weathercock(told),
        undaunted(told),
        late(told),
    )
    return (one for one in found if one is not None)


def traveller(told: Chronicle, state: State) -> Award | None:
    """The letter that went from hand to hand most often, for whose it was."""
    if (first := lead(told.trips, TRIPS)) is None or (seat := _owner(state, first.who)) is None:
        return None
    weight = 20 + min(65, first.most + 8 * first.ahead)
    return Award("traveller", (seat,), weight, {"letter": first.who, "n": first.most})


def _owner(state: State, letter: Letter) -> Seat | None:
    """Whose number is on the border; None: has left, and all those letters too."""
    numbers = {
        player.number: seat
        for seat, player in enumerate(state.players)
        if player.commune is not None
    }
    return numbers.get(int(letter[1]))


def postman(told: Chronicle) -> Award | None:
    first = lead(told.sent, SENT)
    if first is None or FIFTH * first.ahead < first.most - first.ahead:
        return None
    weight = 35 + min(50, 100 * first.ahead // first.most)
    return Award("postman", (first.who,), weight, {"n": first.most})


def tale(state: State) -> Award | None:
    """The story with most lines; of several the one by most hands. It belongs to them all."""
    stories = Counter(
        {
            chain: SEATS * len(chain.lines) + len(_authors(chain))
            for chain in chains(state)
            if len(chain.lines) >= LINES and len(_authors(chain)) > 1
        }
    )
    if (first := lead(stories, 1)) is None:
        return None
    lines = len(first.who.lines)
    details: dict[str, int | str] = {"letter": first.who.letter, "n": lines}
    return Award("tale", _authors(first.who), 15 + 6 * lines, details)


def _authors(chain: Chain) -> tuple[Seat, ...]:
    """In the order in which they took the pen."""
    return tuple(dict.fromkeys(line.seat for line in chain.lines))


def storyteller(state: State) -> Award | None:
    first = lead(Counter(line.seat for chain in chains(state) for line in chain.lines), WRITTEN)
    if first is None or first.ahead < AHEAD:
        return None
    weight = 25 + min(50, first.most + 5 * first.ahead)
    return Award("storyteller", (first.who,), weight, {"n": first.most})


def faithful(told: Chronicle, state: State) -> Award | None:
    """Of two alone at a table everybody would have known."""
    first = lead(told.pairs, ANSWERS)
    if first is None or first.ahead < AHEAD or len(state.players) == FEWEST:
        return None
    weight = 25 + min(60, first.most + 6 * first.ahead)
    return Award("faithful", first.who, weight, {"n": first.most})


def weathercock(told: Chronicle) -> Award | None:
    first = lead(told.turns, TURNS)
    if first is None or first.ahead < AHEAD:
        return None
    weight = 30 + min(50, 2 * first.most + 6 * first.ahead)
    return Award("weathercock", (first.who,), weight, {"n": first.most})


def undaunted(told: Chronicle) -> Award | None:
    """Letters came back refused, and more were written."""
    if (first := lead(told.undaunted, REFUSALS)) is None:
        return None
    weight = 30 + min(50, 3 * first.most + 6 * first.ahead)
    return Award("undaunted", (first.who,), weight, {"n": first.most})


def late(told: Chronicle) -> Award | None:
    """A hand that was complete only after the office had closed."""
    if not told.late:
        return None
    return Award("late", tuple(told.late), max(50, 80 - 10 * len(told.late)))
