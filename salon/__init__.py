"""Salon as a library: the rules of tabletop games, bots, laws and an arena, without a server.

- **A game and its bots:** `salon.games` finds them by name, `Table` is one play of a game,
  `simulate` plays one to its end as fast as the rules go.
- **A study:** `salon.arena` measures bots against each other, `salon.records` reads, writes and
  verifies whole tables, `processes` and `salon.cluster` spread long work.
- **A bot of your own** is a `Bot`: a view, some moves and some `Luck` go in, a move comes out.
  `Random` and `Search` know no game.
- **A game of your own** is a `Game` with its `Options`, `State`, `Move`, `Event` and `View`; what
  only some games have is in `salon.capabilities`. `salon.laws` checks that it ends, replays and
  keeps its secrets.
- **No, and why:** whatever is refused is a `Refusal`; what the rules do not allow is `Illegal`.

## What may change, and when

The names on these pages, those in `salon.__all__` and in the `__all__` of its public modules, are
public, and follow [semantic versioning](https://semver.org): from 1.0 on they change in a way that
breaks a program only with a new major version, after a warning in a minor one. Until then a minor
version (0.2, 0.3, …) may break them and a patch (0.1.1) may not; the changelog says what. The
types of a game, its views, moves, events and options, are public too (`salon.games.<game>.model`)
and follow its own `version`, which rises when an old record would replay differently. The same
seed gives the same games as long as Salon's version is the same. Records that Salon has written
are readable for good; they can be replayed and verified as long as their game has the version that
they name. The command line keeps its commands, options and JSON like the public names. Everything
else, `salon.core`, `salon.server`, `salon.cli` and what begins with an underscore, is private and
may change with any commit.
"""

__version__ = "0.1.0"
__all__ = [
    "Advice",
    "Adviser",
    "Bot",
    "Event",
    "FastLuck",
    "Game",
    "Illegal",
    "LoadedLuck",
    "Luck",
    "Malformed",
    "Move",
    "Options",
    "Outcome",
    "Random",
    "Refusal",
    "Result",
    "Search",
    "Seat",
    "Secret",
    "Spread",
    "State",
    "Stuck",
    "Table",
    "Told",
    "Unusable",
    "View",
    "__version__",
    "arena",
    "capabilities",
    "cluster",
    "copy",
    "games",
    "laws",
    "processes",
    "records",
    "simulate",
]

TYPE_CHECKING = False  # as typing has it, whose import would take longer than this one
if TYPE_CHECKING:
    from salon import arena, capabilities, cluster, games, laws, records
    from salon.bots.random import Random
    from salon.bots.search import Search
    from salon.core.capabilities import Advice, Adviser
    from salon.core.contract import (
        Bot,
        Event,
        Game,
        Illegal,
        Move,
        Options,
        Result,
        Seat,
        Secret,
        State,
        Told,
        View,
    )
    from salon.core.luck import FastLuck, LoadedLuck, Luck
    from salon.core.refusal import Malformed, Refusal, Unusable
    from salon.core.simulate import Outcome, Stuck, simulate
    from salon.core.spread import Spread, processes
    from salon.core.table import Table, copy

_PLACES = {
    "bots.random": {"Random"},
    "bots.search": {"Search"},
    "core.capabilities": {"Advice", "Adviser"},
    "core.luck": {"FastLuck", "LoadedLuck", "Luck"},
    "core.refusal": {"Malformed", "Refusal", "Unusable"},
    "core.simulate": {"Outcome", "Stuck", "simulate"},
    "core.spread": {"Spread", "processes"},
    "core.table": {"Table", "copy"},
}
_MODULES = {"arena", "capabilities", "cluster", "games", "laws", "records"}


if not TYPE_CHECKING:  # which would take every name for a public one

    def __getattr__(name: str) -> object:
        """A public name, from where it is, when it is first asked for."""
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module 'salon' has no attribute {name!r}", name=name)
        if name in _MODULES:
            return import_module(f"salon.{name}")
        place = next((place for place, names in _PLACES.items() if name in names), "core.contract")
        globals()[name] = found = getattr(import_module(f"salon.{place}"), name)
        return found


def __dir__() -> list[str]:
    return __all__
