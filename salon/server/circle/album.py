"""The album as one file that needs nothing else: to print, to send, to keep for ever."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from typing import NamedTuple

from salon import games
from salon.core.capabilities import Award
from salon.core.keepsakes import Keepsake, Melody, Picture, Tale, Verse
from salon.server.circle.circle import Circle
from salon.server.circle.pages import Finished
from salon.server.circle.row import title_of
from salon.server.circle.standings import standings
from salon.texts import Texts

STYLE = """
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:17px/1.5 Georgia,serif;color:#2b2320;
background:#fbf7f0}h1{font-size:2.2rem;line-height:1.15}section{break-inside:avoid;
border-top:1px solid #d9cdbd;padding:1rem 0}h2{margin:.2rem 0}.small{font-size:.85rem;color:#6d5f55}
blockquote,figure{margin:1rem 0;break-inside:avoid}blockquote{padding-left:1rem;
border-left:3px solid #b08a3c}.loved{font-style:italic;font-weight:600}svg{max-width:24rem;
width:100%;height:auto}table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;
text-align:left}button{font:inherit}.won{font-weight:600}@media print{button{display:none}}
"""
# Plays what stands in the buttons of melodies; there is nothing else here that could run.
SCRIPT = """
document.addEventListener('click',e=>{const b=e.target.closest('[data-notes]');if(!b)return;
const c=new AudioContext();let at=c.currentTime+.05;
for(const[p,q]of JSON.parse(b.dataset.notes)){const s=q*60/Number(b.dataset.beats);
if(p!==null){const o=c.createOscillator(),g=c.createGain();o.type='triangle';
o.frequency.value=440*2**((p-69)/12);g.gain.setValueAtTime(.25,at);
g.gain.exponentialRampToValueAtTime(.001,at+s*.95);o.connect(g).connect(c.destination);
o.start(at);o.stop(at+s)}at+=s}})
"""
SCRIPT_HASH = b64encode(sha256(SCRIPT.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{SCRIPT_HASH}';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Made(NamedTuple):
    """A finished table, and what was made there."""

    finished: Finished
    keepsakes: Sequence[Keepsake]


def write_album(circle: Circle, tables: Iterable[Made], language: str) -> str:
    """All of it, the favourites first."""
    words, row = Texts(language), circle.row
    name = title_of(row, words)
    made = list(tables)
    liked = [one for one in made if one.finished.table in row.favourites]
    rest = [one for one in reversed(made) if one not in liked]
    parts = [_standings(circle, words), *(_table(one, language) for one in (*liked, *rest))]
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(name)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(name)}</h1>{''.join(parts)}<script>{SCRIPT}</script></body></html>\n"
    )


def _standings(circle: Circle, words: Texts) -> str:
    found = standings(circle.row, list(circle.album.values()), None)
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{one.played}</td><td>{one.won}</td></tr>"
        for one in found.people
    )
    heads = "".join(f"<th>{escape(words.say(f'album.{key}'))}</th>" for key in HEADS)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""


HEADS = ("who", "played", "won")


def _table(made: Made, language: str) -> str:
    one = made.finished
    names = [sat.name for sat in one.seats]
    words = Texts(language, games.folder(one.game), names)
    when = datetime.fromtimestamp(one.at, UTC).date().isoformat()
    people = ", ".join(
        f'<span class="won">{escape(name)} ♛</span>' if seat in one.result.winners else escape(name)
        for seat, name in enumerate(names)
    )
    awards = "".join(f"<p>{escape(sentence(words, award))}</p>" for award in one.awards)
    kept = "".join(_keepsake(keepsake, names, words) for keepsake in made.keepsakes)
    return (
        f'<section><p class="small">{when}</p><h2>{escape(words.say("title"))}</h2>'
        f"<p>{people}</p>{awards}{kept}</section>"
    )


def sentence(words: Texts, award: Award) -> str:
    """What an award is called, and for what."""
    said = words.say(f"award.{award.kind}", seats=award.seats, **award.details)
    return f"{words.say(f'award.{award.kind}.title')}: {said}"


def _keepsake(one: Keepsake, names: Sequence[str], words: Texts) -> str:
    match one:
        case Verse(title, lines, by, loved):
            written = "<br>".join(
                f'<span class="loved">{escape(line)}</span>' if number == loved else escape(line)
                for number, line in enumerate(lines)
            )
            return f"<blockquote>{_by(title)}{written}{_by(names[by])}</blockquote>"
        case Tale(told):
            written = "".join(f"<p>{escape(text)}{_by(names[by])}</p>" for text, by in told)
            return f"<blockquote>{written}</blockquote>"
        case Melody():
            return _melody(one, names, words)
        case Picture():
            return _picture(one)


def _by(text: str) -> str:
    return f'<span class="small"><br>{escape(text)}</span>' if text else ""


def _melody(one: Melody, names: Sequence[str], words: Texts) -> str:
    notes = "[" + ",".join(f"[{_number(p)},{q}]" for p, q in one.notes) + "]"
    whose = "" if one.by is None else escape(names[one.by])
    play = escape(words.say("album.hear"))
    return f'<p>♪ {whose} <button data-notes="{notes}" data-beats="{one.beats}">{play}</button></p>'


def _number(pitch: int | None) -> str:
    return "null" if pitch is None else str(pitch)


def _picture(one: Picture) -> str:
    width, height = one.size
    shapes = "".join(
        f'<polygon points="{" ".join(map(str, points))}" fill="{escape(fill)}" stroke="#0003"/>'
        for points, fill in one.shapes
    )
    return f'<figure><svg viewBox="0 0 {width} {height}">{shapes}</svg></figure>'
