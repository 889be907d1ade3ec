"""What one game can, and what holds where it cannot. Asked once: a protocol is slow to ask."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Generic

from msgspec import Struct

from salon.core.capabilities import (
    CAPABILITIES,
    Askable,
    Award,
    Countable,
    Entangled,
    Finishing,
    Hideable,
    Joinable,
    Keeping,
    Leavable,
    Moment,
    Multilingual,
    Prepared,
    Retelling,
    Revealing,
    Rewarding,
    Shareable,
    SideBySide,
    Studied,
    Teamed,
    Thinning,
    Timed,
    Truth,
    members,
)
from salon.core.contract import E, Game, Illegal, M, O, S, Seat, Told, V
from salon.core.keepsakes import Keepsake
from salon.core.luck import Luck
from salon.core.study import Study

KNOWN = 100  # games that are remembered
NOBODY: frozenset[Seat] = frozenset()


class Can(Struct, Generic[S, M, E, O], frozen=True):
    """The game by each of its capabilities: None where it does not have one."""

    timed: Timed[S, E] | None
    prepared: Prepared[S, M] | None
    joinable: Joinable[S, E] | None
    leavable: Leavable[S, E] | None
    askable: Askable[S] | None
    hideable: Hideable[S, E] | None
    teamed: Teamed[O] | None
    shareable: Shareable[S] | None
    side_by_side: bool
    thinning: Thinning[S] | None
    revealing: Revealing[S, E] | None
    studied: Studied[S, E] | None
    rewarding: Rewarding[S, E] | None
    keeping: Keeping[S] | None
    multilingual: Multilingual | None
    retelling: Retelling[S] | None
    countable: Countable[S] | None
    entangled: Entangled[S] | None
    finishing: Finishing[S] | None

    def names(self) -> list[str]:
        """What it can, in words."""
        found = [name for name in self.__struct_fields__ if getattr(self, name)]
        return [name.replace("_", " ") for name in found]

    def clock(self, state: S) -> int | None:
        return None if self.timed is None else self.timed.clock(state)

    def tick(self, state: S, luck: Luck) -> list[Told[E]]:
        return [] if self.timed is None else self.timed.tick(state, luck)

    def prepare(self, state: S, seat: Seat, move: M) -> M:
        return move if self.prepared is None else self.prepared.prepare(state, seat, move)

    def join(self, state: S, luck: Luck) -> list[Told[E]]:
        if self.joinable is None:
            raise Illegal("no_joining")
        return self.joinable.join(state, luck)

    def leave(self, state: S, seat: Seat, luck: Luck) -> list[Told[E]]:
        """Where a game does not care, a bot keeps the seat."""
        return [] if self.leavable is None else self.leavable.leave(state, seat, luck)

    def gone(self, state: S) -> frozenset[Seat]:
        return NOBODY if self.leavable is None else self.leavable.gone(state)

    def answer(self, state: S, seat: Seat, question: Any) -> Any:
        if self.askable is None:
            raise Illegal("no_questions")
        return self.askable.answer(state, seat, question)

    def hide(self, state: S, seat: Seat | None, page: str) -> list[Told[E]]:
        if self.hideable is None:
            raise Illegal("no_pages")
        return self.hideable.hide(state, seat, page)

    def teams(self, options: O, seats: int) -> tuple[tuple[Seat, ...], ...]:
        return () if self.teamed is None else self.teamed.teams(options, seats)

    def is_open(self, state: S) -> bool:
        return self.shareable is not None and self.shareable.is_open(state)

    def contenders(self, state: S, seats: int) -> frozenset[Seat]:
        """Where a game does not say, everybody."""
        return frozenset(range(seats)) if self.thinning is None else self.thinning.contenders(state)

    def truths(self, story: Iterable[Moment[S, E]]) -> Iterable[Truth]:
        return () if self.revealing is None else self.revealing.truths(story)

    def study(self, story: Iterable[Moment[S, E]]) -> Study | None:
        return None if self.studied is None else self.studied.study(story)

    def awards(self, story: Iterable[Moment[S, E]]) -> Iterable[Award]:
        return () if self.rewarding is None else self.rewarding.awards(story)

    def keepsakes(self, state: S) -> Iterable[Keepsake]:
        return () if self.keeping is None else self.keeping.keepsakes(state)

    def in_language(self, text: str, language: str) -> str:
        return text if self.multilingual is None else self.multilingual.in_language(text, language)

    def flaw(self, state: S) -> str | None:
        return None if self.countable is None else self.countable.flaw(state)

    def pending(self, state: S) -> Iterable[tuple[Seat, ...]]:
        return () if self.entangled is None else self.entangled.pending(state)

    def done(self, state: S) -> frozenset[Seat]:
        return self.gone(state) if self.finishing is None else self.finishing.done(state)


def what_can(game: Game[S, M, E, V, O]) -> Can[S, M, E, O]:
    """What this game can, or TypeError if it has half of a capability."""
    return _what_can(game)


@lru_cache(KNOWN)
def _what_can(game: Game[Any, Any, Any, Any, Any]) -> Can[Any, Any, Any, Any]:
    for capability in CAPABILITIES:
        _check_whole(game, capability)
    return Can(
        timed=game if isinstance(game, Timed) else None,
        prepared=game if isinstance(game, Prepared) else None,
        joinable=game if isinstance(game, Joinable) else None,
        leavable=game if isinstance(game, Leavable) else None,
        askable=game if isinstance(game, Askable) else None,
        hideable=game if isinstance(game, Hideable) else None,
        teamed=game if isinstance(game, Teamed) else None,
        shareable=game if isinstance(game, Shareable) else None,
        side_by_side=isinstance(game, SideBySide) and game.together,
        thinning=game if isinstance(game, Thinning) else None,
        revealing=game if isinstance(game, Revealing) else None,
        studied=game if isinstance(game, Studied) else None,
        rewarding=game if isinstance(game, Rewarding) else None,
        keeping=game if isinstance(game, Keeping) else None,
        multilingual=game if isinstance(game, Multilingual) else None,
        retelling=game if isinstance(game, Retelling) else None,
        countable=game if isinstance(game, Countable) else None,
        entangled=game if isinstance(game, Entangled) else None,
        finishing=game if isinstance(game, Finishing) else None,
    )


def _check_whole(game: Game[Any, Any, Any, Any, Any], capability: type) -> None:
    """All of it, or nothing."""
    wanted = members(capability)
    lacks = [name for name in wanted if not hasattr(game, name)]
    if lacks and (len(lacks) < len(wanted) or isinstance(game, capability)):
        what = f"of {', '.join(wanted)} it lacks {', '.join(lacks)}"
        raise TypeError(f"{game.name} is not quite {capability.__name__}: {what}")
