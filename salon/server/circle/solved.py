"""The puzzles that a circle has solved: one page for each day, and who found it."""

from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from salon.server.circle.deeds import Solve
from salon.server.circle.pages import Solved
from salon.server.circle.row import Number, switched


class Numbered(NamedTuple):
    number: int  # of the page
    page: Solved


class Solutions:
    """By game and day."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, date], Numbered] = {}

    def __len__(self) -> int:
        return len(self._pages)

    def in_order(self) -> list[Solved]:
        """The last day first."""
        pages = [one.page for one in self._pages.values()]
        return sorted(pages, key=lambda one: (one.day, one.game), reverse=True)

    def get(self, game: str, day: date) -> Numbered | None:
        return self._pages.get((game, day))

    def put(self, number: int, page: Solved) -> None:
        self._pages[page.game, page.day] = Numbered(number, page)

    def erase(self, number: int) -> None:
        self._pages = {key: one for key, one in self._pages.items() if one.number != number}

    def after(self, deed: Solve, person: Number, now: int) -> Solved:
        """The page of that day with one more who found it; of another puzzle, a new page."""
        old = self.get(deed.game, deed.day)
        if old is None or old.page.puzzle != deed.puzzle:
            page = Solved(deed.game, deed.day, deed.puzzle, now, (), ())
        else:
            page = old.page
        if person in page.people:
            return page
        first = switched(page.first_try, person, on=deed.first_try)
        return replace(page, people=(*page.people, person), first_try=first)
