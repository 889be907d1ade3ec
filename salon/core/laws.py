"""The laws that every game obeys, checked on random walks with no code per game.

A law that does not hold raises Broken, which names it. What a law cannot know, who may see the
die, which card is worth what, is said by the sentence tests of each game.

What is sampled, with a fixed seed: of the states of a walk the first eight before each kind of
entry and then ever fewer are looked at closely, each for three viewers; all others must add up,
await who can act and leave no loose ends. Unless one says how many walks, there are about thirty,
and each number of seats sees other sets of options than the last.

Which checks there are hangs on what the game can: where a seat may be left, everybody tries; where
one may ask, the answer is the same in two worlds; where time runs, a tick moves the clock on.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec import Struct

from salon.core import options as every_option
from salon.core.can import what_can
from salon.core.contract import Bot, E, Game, Illegal, M, O, S, V, check_seats
from salon.core.court import Court, Walked
from salon.core.lawbook import PLAIN, REPLAYS, WHOLE, Broken
from salon.core.luck import FastLuck
from salon.core.secrecy import Doubts, Secrecy
from salon.core.spread import Spread, here
from salon.core.stubborn import Stubborn
from salon.core.table import encode, read_record, replay

BOUND = 20_000  # entries that no table should ever need
WALKS = 3  # at most with one set of options, unless one says how many
SETS = 4  # of options at one number of seats, unless one says how many walks
ABOUT = 36  # walks in all, unless one says how many
AGAIN = 20  # records that are replayed in another process


class Case(Struct, frozen=True):
    """Some walks, and people who try to hold the table up."""

    game: str
    seats: int
    options: Any
    others: Any  # options of other tables
    walks: int

    def __str__(self) -> str:
        choices = msgspec.structs.asdict(self.options).items()
        written = " ".join(f"{name}={value}" for name, value in choices)
        return f"{self.game}, {self.seats} seats, {written}"


class Heard(Struct, frozen=True):
    """What was seen in a case."""

    walked: list[Walked]
    longest: int  # entries of the table that was held up
    seen: Doubts
    varied: Doubts


class Seen(Struct):
    """What was seen in all of them."""

    walks: int = 0
    states: int = 0
    looked: int = 0  # states looked at closely
    longest: int = 0  # entries of a table that was held up
    sets: int = 0  # of options
    of_sets: int = 0


Progress = Callable[[int, int, str], None]  # walks done, walks in all, the last of them


def check(
    game: Game[S, M, E, V, O],
    stand_in: Bot[V, M],
    *,
    seats: Iterable[int] | None = None,
    walks: int | None = None,
    all_options: bool = False,
    most_options: int | None = None,
    bound: int = BOUND,
    progress: Progress = lambda *_: None,
    spread: Spread | None = None,
    elsewhere: Executor | None = None,
) -> Seen:
    """Walk through the game at each number of seats; what was seen, or Broken.

    So many walks with each of so many sets of options at each number of seats, spread over
    other processes or else walked here; elsewhere is where a walk from here is replayed.
    """
    _check_whole(game)
    _check_plain(game)
    sets = list(option_sets(game, all_options))
    numbers = list(game.seats if seats is None else seats)
    if walks is None and not all_options:
        most_options = most_options or SETS
        walks = _few(len(numbers) * min(len(sets), most_options))
    walks = walks or WALKS
    found = list(cases(game, numbers, sets, most_options, walks))
    if spread is not None:
        found.reverse()  # the largest tables take longest
    seen = Seen(sets=len({encode(case.options) for case in found}), of_sets=len(sets))
    secrecy = {number: Secrecy(game, number) for number in numbers}
    walked: list[Walked] = []
    hear_one, told = partial(hear, game, stand_in, bound), _count(progress, walks * len(found))
    with closing((spread or here)(hear_one, found, told)) as all_heard:
        for case, heard in zip(found, all_heard, strict=True):
            _add(seen, heard)
            secrecy[case.seats].add(heard.seen, heard.varied)
            walked += heard.walked
    for one in secrecy.values():
        one.close()
    _check_elsewhere(game, walked[:: max(1, len(walked) // AGAIN)], spread, elsewhere)
    return seen


def option_sets(game: Game[S, M, E, V, O], all_of_them: bool) -> Iterator[O]:
    kind = game.types.options
    if all_of_them:
        return every_option.every(kind)
    return every_option.pairwise(kind, FastLuck(game.name))


# Cases.


def _few(cases: int) -> int:
    """Walks in each case, where one does not say how many."""
    return max(1, min(WALKS, ABOUT // cases))


def cases(
    game: Game[S, M, E, V, O],
    numbers: Iterable[int],
    sets: Sequence[O],
    most: int | None,
    walks: int,
) -> Iterator[Case]:
    """At each number of seats some sets of options; if there are many, those seen least so far."""
    times = Counter[O]()
    for seats in numbers:
        check_seats(game, seats)
        fitting = [options for options in sets if _fits(game, options, seats)]
        if not fitting:
            raise Broken(PLAIN, f"no options fit {seats} seats", game.name)
        first = seats * (most or 0) % len(fitting)
        fitting = sorted(fitting[first:] + fitting[:first], key=times.__getitem__)
        for place, options in enumerate(fitting[:most]):
            times[options] += 1
            yield Case(game.name, seats, options, fitting[place - 1], walks)


def _fits(game: Game[S, M, E, V, O], options: O, seats: int) -> bool:
    try:
        game.start(options, seats, FastLuck("fits"))
    except Illegal:
        return False
    return True


def _count(progress: Progress, total: int) -> Callable[[Case], None]:
    """Tells, case by case as they are done, how many walks there were."""
    walks = 0

    def tell(case: Case) -> None:
        nonlocal walks
        walks += case.walks
        progress(walks, total, str(case))

    return tell


def hear(game: Game[S, M, E, V, O], stand_in: Bot[V, M], bound: int, case: Case) -> Heard:
    court = Court(game, stand_in, case.seats, bound)
    court.look_abroad(case.others)
    walked = list(court.walk(case.options, case.walks))
    longest = Stubborn(game, case.options, case.seats).hold_up(bound)
    return Heard(walked, longest, court.secrecy.seen, court.secrecy.varied)


def _add(seen: Seen, heard: Heard) -> None:
    seen.walks += len(heard.walked)
    seen.states += sum(one.states for one in heard.walked)
    seen.looked += sum(one.looked for one in heard.walked)
    seen.longest = max(seen.longest, heard.longest)


# Replay.


def _check_elsewhere(
    game: Game[S, M, E, V, O],
    walked: Sequence[Walked],
    spread: Spread | None,
    elsewhere: Executor | None,
) -> None:
    """A process with other hashes and other addresses gives the same bytes."""
    written = [one.written for one in walked]
    if spread is not None:
        again = replay_all(game, written)
    elif elsewhere is not None:
        again = elsewhere.submit(replay_all, game, written).result()
    else:
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            again = fresh.submit(replay_all, game, written).result()
    if again != [one.end for one in walked]:
        raise Broken(REPLAYS, "the log gives another state in another process", game.name)


def replay_all(game: Game[S, M, E, V, O], written: Sequence[bytes]) -> list[bytes]:
    return [encode(replay(game, read_record(json)).state) for json in written]


# What it is made of.


def _check_whole(game: Game[S, M, E, V, O]) -> None:
    """All of a capability, or nothing of it."""
    try:
        what_can(game)
    except TypeError as error:
        raise Broken(WHOLE, str(error)) from None


def _check_plain(game: Game[S, M, E, V, O]) -> None:
    """Options can be enumerated, and a state is encoded the same in every process."""
    try:
        every_option.choices(game.types.options)
    except TypeError as error:
        raise Broken(PLAIN, str(error), game.name) from None
    for kind in _kinds(msgspec.inspect.type_info(game.types.state), set()):
        if isinstance(kind, msgspec.inspect.SetType | msgspec.inspect.FrozenSetType):
            raise Broken(PLAIN, "a State holds a set, whose order is not the same everywhere")
        if isinstance(kind, msgspec.inspect.DictType) and not isinstance(
            kind.key_type,
            msgspec.inspect.StrType | msgspec.inspect.IntType | msgspec.inspect.LiteralType,
        ):
            raise Broken(PLAIN, "a State holds a dict whose keys are neither text nor numbers")


def _kinds(kind: Any, seen: set[int]) -> Iterator[Any]:
    """A type and all those it is made of."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    if isinstance(kind, msgspec.inspect.Type | msgspec.inspect.Field):
        yield kind
        for name in kind.__struct_fields__:
            yield from _kinds(getattr(kind, name), seen)
    elif isinstance(kind, tuple):
        for part in kind:
            yield from _kinds(part, seen)
