"""The album as one file that needs nothing else: to print, to send, to keep for ever."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple

from salon import games
from salon.core.capabilities import Award
from salon.core.keepsakes import Keepsake
from salon.core.refusal import Refusal
from salon.server.circle.circle import Circle
from salon.server.circle.pages import Finished, Solved
from salon.server.circle.pasted import Reader, paste
from salon.server.circle.row import CircleRow, title_of
from salon.server.circle.standings import standings
from salon.server.puzzles import by_name, keepsakes
from salon.texts import Texts

HERE = Path(__file__).parent
STYLE, SCRIPT = ((HERE / name).read_text("utf-8") for name in ("album.css", "album.js"))
SCRIPT_HASH = b64encode(sha256(SCRIPT.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{SCRIPT_HASH}';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADS = ("who", "played", "won", "shared")


class Made(NamedTuple):
    """A finished table, and what was made there."""

    finished: Finished
    keepsakes: Sequence[Keepsake]


def write_album(circle: Circle, tables: Iterable[Made], language: str) -> str:
    """All of it, the favourites first."""
    words, row = Texts(language), circle.row
    made = sorted(tables, key=lambda one: (one.finished.table in row.favourites, one.finished.at))
    sections = [
        _table(one, language, is_liked=one.finished.table in row.favourites)
        for one in reversed(made)
    ]
    name = escape(title_of(row, words))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}</title><style>{STYLE}</style></head><body><header><h1>{name}</h1>"
        f"{_span(made, words)}</header>{_standings(circle, words)}"
        f"<main>{''.join(sections)}{_puzzles(circle, language)}</main>"
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def _span(made: Sequence[Made], words: Texts) -> str:
    """From when to when, and how many."""
    if not made:
        return ""
    ends = [one.finished.at for one in made]
    first, last = _date(min(ends), words), _date(max(ends), words)
    days = first if _day(min(ends)) == _day(max(ends)) else f"{first} – {last}"
    return f'<p class="small">{days} · {escape(words.say("album.tables", n=len(made)))}</p>'


def _date(at: int, words: Texts) -> str:
    when = datetime.fromtimestamp(at, UTC)
    said = words.say("album.date", day=when.day, month=when.month, year=when.year)
    return f'<time datetime="{when.isoformat()}">{escape(said)}</time>'


def _day(at: int) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def _standings(circle: Circle, words: Texts) -> str:
    found = standings(circle.row, list(circle.album.values()), None, by_wins=True)
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{one.played}</td><td>{one.won}</td>"
        f"<td>{one.shared}</td></tr>"
        for one in found.people
    )
    heads = "".join(f"<th>{escape(words.say(f'album.{key}'))}</th>" for key in HEADS)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""


def _table(made: Made, language: str, *, is_liked: bool) -> str:
    one, folder = made.finished, _folder(made.finished.game)
    names = [sat.name for sat in one.seats]
    words = Texts(language, folder, names)
    reader = Reader(names, words)
    title = _title(one.game, words)
    liked = f' · <span class="favourite">♥ {escape(words.say("album.favourite"))}</span>'
    pasted = "".join(paste(keepsake, reader) for keepsake in made.keepsakes)
    kept = f'<div class="kept">{pasted}</div>' if pasted else ""
    return (
        f'<section><p class="small">{_date(one.at, words)}{liked if is_liked else ""}</p>'
        f"<h2>{escape(title)}</h2><p>{_people(one)}</p>{_awards(one.awards, words)}{kept}</section>"
    )


def _puzzles(circle: Circle, language: str) -> str:
    """Those that were solved, the last day first."""
    return "".join(_puzzle(circle.row, one, language) for one in circle.puzzles.in_order())


def _puzzle(row: CircleRow, one: Solved, language: str) -> str:
    words = Texts(language, _folder(one.game), [who.name for who in row.people])
    day = int(datetime(one.day.year, one.day.month, one.day.day, tzinfo=UTC).timestamp())
    first = words.say("album.first_try", people=one.first_try) if one.first_try else ""
    found = escape(words.say("album.found_by", people=one.people))
    return (
        f'<section><p class="small">{_date(day, words)}</p>'
        f"<h2>{escape(words.say('album.puzzle', game=_title(one.game, words)))}</h2>"
        f"<p>{found} {escape(first)}</p>"
        f'<div class="kept">{_window(one, Reader((), words))}</div></section>'
    )


def _window(one: Solved, reader: Reader) -> str:
    """Nothing, if it is not among the puzzles any more."""
    puzzle = None if _folder(one.game) is None else by_name(one.game, one.puzzle)
    kept = () if puzzle is None else keepsakes(one.game, puzzle)
    return "".join(paste(keepsake, reader) for keepsake in kept)


def _title(game: str, words: Texts) -> str:
    return game if _folder(game) is None else words.say("title")


def _folder(game: str) -> Path | None:
    """None: a game that is not here any more, or was never."""
    try:
        return games.folder(game)
    except Refusal:
        return None


def _people(one: Finished) -> str:
    return ", ".join(
        f'<span class="won">♛ {escape(sat.name)}</span>'
        if seat in one.result.winners
        else escape(sat.name)
        for seat, sat in enumerate(one.seats)
    )


def _awards(awards: Sequence[Award], words: Texts) -> str:
    said = "".join(f"<li>{sentence(words, award)}</li>" for award in awards)
    return f'<ul class="awards">{said}</ul>' if said else ""


def sentence(words: Texts, award: Award) -> str:
    """What an award is called, and for what; as HTML."""
    title = f"<b>{escape(words.say(f'award.{award.kind}.title'))}</b>"
    try:
        said = words.say(f"award.{award.kind}", seats=award.seats, **award.details)
    except (KeyError, IndexError):  # of an older version of the game, which told other things
        return title
    return f"{title} {escape(said)}"
