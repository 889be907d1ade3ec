"""Who has won what: of an evening, or for ever. Everything follows from the album."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from salon.core.contract import Result, Seat
from salon.server.circle import wire
from salon.server.circle.pages import Finished, Sat
from salon.server.circle.row import CircleRow, Number

PAUSE = 6 * 3600  # seconds without a finished table, after which it is another evening
TOLD = 5  # awards of an evening
UNKNOWN = 25.0  # the doubt about somebody who never played against anybody
OF_ONE = 2  # of them for the same people

Who = Number | str  # a person, or a bot's name


class Tally(Struct):
    """What somebody has done so far."""

    played: int = 0
    won: int = 0
    shared: int = 0  # of these victories


def evening(album: Sequence[Finished]) -> list[Finished]:
    """The tables of the last one."""
    tables: list[Finished] = []
    for one in reversed(album):
        if tables and tables[-1].at - one.at > PAUSE:
            break
        tables.append(one)
    return tables[::-1]


def standings(
    row: CircleRow, tables: Sequence[Finished], game: str | None, *, by_wins: bool = False
) -> wire.Standings:
    """Of these tables, or of those of one game. An evening is too short for ratings to rank it."""
    played = tuple(sorted({one.game for one in tables}))
    counted = [one for one in tables if game in (None, one.game)]
    tallies, rated = tally(counted), ratings(counted)
    people = [_standing(row, who, one, rated.get(who)) for who, one in tallies.items()]
    people.sort(key=_place_by_wins if by_wins else _place)
    return wire.Standings(
        since=counted[0].at if counted else None,
        tables=len(counted),
        people=tuple(people),
        teams=tuple(_pooled(row, tallies)),
        games=played,
        awards=tuple(remarkable(counted)),
    )


def tally(tables: Iterable[Finished]) -> dict[Who, Tally]:
    found: dict[Who, Tally] = defaultdict(Tally)
    for one in tables:
        for seat, sat in enumerate(one.seats):
            mine = found[_who(sat)]
            mine.played += 1
            if seat in one.result.winners:
                mine.won += 1
                mine.shared += is_shared(one.result)
    return found


def is_shared(result: Result) -> bool:
    """Whether several won who did not play together."""
    return sum(1 for side in sides(result) if set(side) & set(result.winners)) > 1


def sides(result: Result) -> list[tuple[Seat, ...]]:
    """Who played together; who played alone is a side too."""
    together = {seat for team in result.teams for seat in team}
    alone = [(seat,) for seat in range(len(result.scores)) if seat not in together]
    return [*result.teams, *alone]


# Ratings


def ratings(tables: Iterable[Finished]) -> dict[Who, PlackettLuceRating]:
    """Of people by how they did against people."""
    model, known = PlackettLuce(), dict[Who, PlackettLuceRating]()
    for one in tables:
        ranked = [(_people(one, side), _rank(one.result, side)) for side in sides(one.result)]
        ranked = [(people, rank) for people, rank in ranked if people]
        if len(ranked) < 2:
            continue
        teams = [[known.get(who) or model.rating() for who in people] for people, _ in ranked]
        new = model.rate(teams, ranks=[rank for _, rank in ranked])
        for (people, _), team in zip(ranked, new, strict=True):
            known.update(zip(people, team, strict=True))
    return known


def _people(table: Finished, side: tuple[Seat, ...]) -> list[Who]:
    found = (table.seats[seat].person for seat in side if seat < len(table.seats))
    return [person for person in found if person is not None]


def _rank(result: Result, side: tuple[Seat, ...]) -> float:
    """Winners first, then by points."""
    if set(side) & set(result.winners):
        return 0
    best = max(result.scores[seat] for seat in side)
    return 1 + sum(best < score for score in result.scores)


# What is shown


def _who(sat: Sat) -> Who:
    return sat.name if sat.person is None else sat.person


def _place(one: wire.Standing) -> tuple[bool, float, int, int]:
    """Before the others: a rating that is high and sure. Bots come last."""
    sure = (one.rating or 0) - 2 * (one.doubt or UNKNOWN)
    return one.person is None, -sure, -one.won, one.played


def _place_by_wins(one: wire.Standing) -> tuple[bool, int, int, int]:
    return one.person is None, -one.won, one.shared, one.played


def _standing(
    row: CircleRow, who: Who, tally: Tally, rating: PlackettLuceRating | None
) -> wire.Standing:
    person = next((one for one in row.people if one.number == who), None)
    return wire.Standing(
        person=None if person is None else person.number,
        name=str(who) if person is None else person.name,
        symbol=None if person is None else person.symbol,
        played=tally.played,
        won=tally.won,
        shared=tally.shared,
        rating=None if rating is None else round(rating.mu, 1),
        doubt=None if rating is None else round(rating.sigma, 1),
    )


def _pooled(row: CircleRow, tallies: dict[Who, Tally]) -> Iterable[wire.Pooled]:
    for team in row.teams:
        won = sum(tallies[number].won for number in team.people if number in tallies)
        yield wire.Pooled(team.name, team.people, won)


def remarkable(tables: Iterable[Finished]) -> Iterable[wire.EveningAward]:
    """The most remarkable of all, of each kind once, and not always of the same people."""
    found = [
        wire.EveningAward(one.table, one.game, tuple(sat.name for sat in one.seats), award)
        for one in tables
        for award in one.awards
    ]
    found.sort(key=lambda one: -one.award.weight)
    kinds, told = set[tuple[str, str]](), defaultdict[tuple[str, ...], int](int)
    for one in found:
        kind = one.game, one.award.kind
        whose = tuple(one.names[seat] for seat in one.award.seats if seat < len(one.names))
        if kind in kinds or told[whose] >= OF_ONE or len(kinds) >= TOLD:
            continue
        kinds.add(kind)
        told[whose] += 1
        yield one
