"""The album to print and to share: in five languages, from nowhere else, and harmless."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from salon.core.capabilities import Award
from salon.core.contract import Result
from salon.core.keepsakes import Keepsake, Melody, Note, Picture, Shape, Tale, TaleLine, Verse
from salon.server.circle.album import Made, sentence, write_album
from salon.server.circle.circle import Circle
from salon.server.circle.pages import Finished, Page, Said, Sat
from salon.server.circle.row import CircleRow, Person
from salon.server.circle.standings import evening, standings
from salon.texts import Texts

NASTY = "\"><script>alert('&')</script>"
NOON = 1_714_564_800  # the 1st of May 2024 at noon
ROW = CircleRow(
    id="c",
    code=None,
    hosts=("ana",),
    opened=0,
    people=(Person(0, "ana", "Ana", "moon"), Person(1, "bob", "Bob", "rose")),
)


def finished(table: str, at: int = NOON, *, won: tuple[int, ...] = (0,), **more: Any) -> Finished:
    seats = (Sat("Ana", "moon", 0), Sat("Bob", "rose", 1))
    plain = Finished(table, "bluff", at, seats, Result(won, (1, 0), "x"), (), 0)
    return replace(plain, **more)


def printed(*made: Made, language: str = "en", row: CircleRow = ROW) -> str:
    circle = Circle(row, dict(enumerate((one.finished for one in made), 1)))
    return write_album(circle, made, language)


def kept(*keepsakes: Keepsake, **more: Any) -> str:
    return printed(Made(finished("t", **more), keepsakes))


class Elements(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def count(self, tag: str) -> int:
        return sum(tag == one for one, _ in self.found)


@pytest.mark.parametrize(
    ("language", "date"),
    [
        ("en", "1 May 2024"),
        ("de", "1. Mai 2024"),
        ("fr", "1 mai 2024"),
        ("it", "1 maggio 2024"),
        ("nl", "1 mei 2024"),
    ],
)
def test_a_date_is_written_as_the_reader_writes_it(language: str, date: str) -> None:
    page = printed(Made(finished("t"), ()), language=language)
    assert f">{date}</time>" in page and f'<html lang="{language}">' in page


def test_an_evening_is_dated_once() -> None:
    page = printed(Made(finished("a"), ()), Made(finished("b", NOON + 3600), ()))
    assert page.split("</header>")[0].count("1 May 2024") == 1


def test_favourites_come_first_and_are_marked_then_the_newest() -> None:
    row = replace(ROW, favourites={"old": (1,)})
    tables = [finished(name, NOON + 90_000 * at) for at, name in enumerate(("old", "mid", "new"))]
    page = printed(*(Made(one, ()) for one in tables), row=row)
    sections = page.split("<section>")[1:]
    days = [re.search(r">(\d+ May)", one) for one in sections]
    assert [day and day[1] for day in days] == ["1 May", "3 May", "2 May"]
    assert ["♥ A favourite" in one for one in sections] == [True, False, False]


def test_an_award_is_a_sentence_and_one_that_is_not_understood_any_more_has_its_title() -> None:
    words = Texts("en", names=["Ana", "Bob"])
    words.texts |= {"award.liar.title": "The liar", "award.liar": "{seats:names} lied {n} times."}
    told = sentence(words, Award("liar", (0, 1), 9, {"n": 3}))
    assert told == "<b>The liar</b> Ana and Bob lied 3 times."
    assert sentence(words, Award("liar", (0,), 9)) == "<b>The liar</b>"
    assert sentence(words, Award("liar", (7,), 9, {"n": 3})) == "<b>The liar</b>"


def test_who_won_has_the_crown() -> None:
    page = kept(won=(1,))
    assert '<span class="won">♛ Bob</span>' in page and "♛ Ana" not in page


def test_a_poem_is_set_in_lines_with_its_poet_and_the_line_that_was_loved() -> None:
    page = kept(Verse("Spring", ("Roses are red", "Violets too"), 1, loved=1))
    assert "<h3>Spring</h3><p>Roses are red<br>" in page
    assert '<span class="loved">Violets too</span>' in page and "— Bob</span>" in page


def test_a_tale_says_who_wrote_which_line() -> None:
    page = kept(Tale((TaleLine("Once upon a time", 0), TaleLine("there was Bob", 1))))
    assert '<p>Once upon a time <span class="by">— Ana</span></p>' in page
    assert '<p>there was Bob <span class="by">— Bob</span></p>' in page


def test_a_melody_can_be_heard_and_seen() -> None:
    page = Elements(kept(Melody((Note(60, 1), Note(None, 0.5), Note(67, 2)), 0, 90)))
    (button,) = [found for tag, found in page.found if tag == "button"]
    assert json.loads(button["data-notes"] or "") == [[60, 1.0], [None, 0.5], [67, 2.0]]
    assert button["data-beats"] == "90" and page.count("rect") == 2


def test_a_window_of_glass_is_a_picture() -> None:
    page = kept(Picture((100, 80), (Shape((0, 0, 10, 0, 10, 10), "#aa3300"),)))
    assert '<svg viewBox="0 0 100 80"' in page
    assert '<polygon points="0 0 10 0 10 10" fill="#aa3300"/>' in page


def test_whatever_people_wrote_nothing_of_it_runs() -> None:
    everything: tuple[Keepsake, ...] = (
        Verse(NASTY, (NASTY,), 0, 0),
        Tale((TaleLine(NASTY, 1),)),
        Picture((1, 1), (Shape((0, 0), NASTY),)),
    )
    seats = (Sat(NASTY, "moon", 0), Sat(NASTY, "rose", 1))
    award = Award(NASTY, (0,), 9, {"line": NASTY})
    table = finished("t", seats=seats, game=NASTY, awards=(award,))
    row = replace(ROW, name=NASTY, people=(replace(ROW.people[0], name=NASTY),))
    page = Elements(printed(Made(table, everything), row=row))
    assert page.count("script") == 1
    assert not [found for _, found in page.found if any(key.startswith("on") for key in found)]


def test_a_seat_that_nobody_had_is_nobodys_and_the_album_is_written_all_the_same() -> None:
    page = kept(Verse("", ("a line",), 9), Tale((TaleLine("another", -1),)), Melody((), None))
    assert "a line" in page and "another" in page


def test_the_album_asks_nobody_for_anything() -> None:
    page = kept(Melody((Note(60, 1),)), Picture((1, 1), ()))
    assert "http" not in page and "url(" not in page and "@import" not in page


def test_a_table_that_was_put_again_stays_where_it_was() -> None:
    first, second, third = (finished(name, NOON + at) for at, name in enumerate("abc"))
    pages: dict[int, Page] = {1: first, 2: Said(0, "!", NOON, "1"), 3: second, 4: third}
    circle = Circle(ROW, {**pages, 5: replace(first, cleared=True)})
    assert list(circle.album) == ["a", "b", "c"] and circle.album["a"].cleared
    assert [one.table for one in evening(list(circle.album.values()))] == ["a", "b", "c"]


def test_who_won_once_does_not_stand_before_who_has_won_for_weeks() -> None:
    row = replace(ROW, people=(*ROW.people, Person(2, "cyd", "Cyd", "star")))
    often = [finished(f"{n}", NOON + n, won=(n % 5 % 2,)) for n in range(50)]
    seats = (Sat("Cyd", "star", 2), Sat("Ana", "moon", 0))
    found = standings(row, [*often, finished("once", NOON + 99, seats=seats)], None).people
    cyd = next(one for one in found if one.name == "Cyd")
    assert found[0].name == "Ana"
    assert (cyd.rating or 0) > (found[0].rating or 0)  # but there is much doubt about it


def test_an_evening_belongs_to_whoever_won_most_of_it() -> None:
    tables = [finished(f"{n}", NOON + n, won=(n % 2,)) for n in range(3)]
    shared = finished("s", NOON + 9, won=(0, 1))
    found = standings(ROW, [*tables, shared], None, by_wins=True).people
    assert [(one.name, one.won, one.shared) for one in found] == [("Ana", 3, 1), ("Bob", 2, 1)]
