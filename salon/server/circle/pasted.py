"""What people made at a table, as HTML: pasted into the album that is printed."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

import msgspec

from salon.core.keepsakes import Keepsake, Melody, Note, Picture, Tale, Verse
from salon.texts import Texts

HIGH, LOW_NOTE = 40, 3  # of a drawn melody, and of one of its notes


class Reader(NamedTuple):
    """Who was there, and how it is told."""

    names: Sequence[str]
    words: Texts

    def name(self, seat: int | None) -> str:
        return self.names[seat] if seat is not None and 0 <= seat < len(self.names) else ""


def paste(one: Keepsake, reader: Reader) -> str:
    match one:
        case Verse():
            return _verse(one, reader)
        case Tale(told):
            lines = (f"<p>{escape(text)} {_by(reader.name(by))}</p>" for text, by in told)
            return f"<blockquote>{''.join(lines)}</blockquote>"
        case Melody():
            return _melody(one, reader)
        case Picture():
            return _picture(one)


def _by(name: str) -> str:
    return f'<span class="by">— {escape(name)}</span>' if name else ""


def _verse(one: Verse, reader: Reader) -> str:
    title = f"<h3>{escape(one.title)}</h3>" if one.title else ""
    lines = "<br>".join(
        f'<span class="loved">{escape(line)}</span>' if number == one.loved else escape(line)
        for number, line in enumerate(one.lines)
    )
    return f"<blockquote>{title}<p>{lines}</p><p>{_by(reader.name(one.by))}</p></blockquote>"


def _melody(one: Melody, reader: Reader) -> str:
    notes = escape(msgspec.json.encode(one.notes).decode())
    listen = escape(reader.words.say("album.hear"))
    return (
        f'<figure class="melody">{_drawn(one.notes)}<figcaption>'
        f'<button data-notes="{notes}" data-beats="{one.beats}">♪ {listen}</button> '
        f"{_by(reader.name(one.by))}</figcaption></figure>"
    )


def _drawn(notes: Sequence[Note]) -> str:
    """A melody as it goes up and down."""
    long = sum(note.quarters for note in notes) or 1
    bars = "".join(
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{LOW_NOTE}" rx="1.5" fill="#8a2446"/>'
        for x, y, width in _bars(notes)
    )
    size = f"0 0 {10 * long:g} {HIGH}"
    return f'<svg viewBox="{size}" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>'


def _bars(notes: Sequence[Note]) -> Iterator[tuple[float, float, float]]:
    pitches = [note.pitch for note in notes if note.pitch is not None]
    lowest, span = min(pitches, default=0), max(pitches, default=0) - min(pitches, default=0) or 1
    at = 0.0
    for pitch, quarters in notes:
        if pitch is not None:
            yield 10 * at, (HIGH - LOW_NOTE) * (1 - (pitch - lowest) / span), 9 * quarters
        at += quarters


def _picture(one: Picture) -> str:
    width, height = one.size
    shapes = "".join(
        f'<polygon points="{" ".join(map(str, points))}" fill="{escape(fill)}"/>'
        for points, fill in one.shapes
    )
    return f'<figure><svg viewBox="0 0 {width} {height}" role="img">{shapes}</svg></figure>'
