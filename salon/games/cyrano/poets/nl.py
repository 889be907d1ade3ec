"""Dutch verse: its data, and the little words that bend to de and het.

Kinds of end words: wezen who, ding what, plek where one can be, idee what cannot be touched, each
with its article de or het; stof what cannot be counted, veel several, hoe how something is, staat
the same but never with "nogal", doet what somebody does, deed did, inf can do, vd what was done to
something, waar where, when or how (plaats: only where; wijze: only when or how, behind a comma),
wie somebody by name. A ding that one can hold or give is hou; what somebody can be, of hoe and
staat, is voel; a stof that one can smell or spread is tast. Then there are fields: eten, dier…
Of a theme's words v is she, telt what there can be two of; what one does has as tag the part that
leaves the verb: af.
"""

import re
from pathlib import Path

from salon.games.cyrano.poets.reading import read_craft
from salon.games.cyrano.poets.verse import Word, Words

# A little word before a noun: with de, with het.
BENT = {
    "de": ("de", "het"),
    "die": ("die", "dat"),
    "deze": ("deze", "dit"),
    "onze": ("onze", "ons"),
    "elke": ("elke", "elk"),
    "welke": ("welke", "welk"),
    "een": ("een", "een"),
    "geen": ("geen", "geen"),
    "mijn": ("mijn", "mijn"),
}
VAGUE = {"een", "geen", "elke", "welke"}  # behind these a het-word leaves its adjective bare
ADJECTIVES = {"klein": "kleine", "groot": "grote", "oud": "oude", "mooi": "mooie", "lief": "lieve"}
INSTEAD = {  # of the word itself: de, het, she
    "hij": ("hij", "het", "ze"),
    "hem": ("hem", "het", "haar"),
    "dat": ("die", "dat", "die"),
}

OPENING = re.compile(r"(?:De|Het|Een|Die|Dat|Mijn|Onze|Ons|Hoe|Met|Op|In|Als)\b")


def shape(form: str, word: Word, words: Words) -> str:
    """{een-klein end:ding}: little words in front, as many as wanted; {maj end}: a capital."""
    if form.startswith("maj"):
        return capital(shape(form[len("maj-") :], word, words))
    if form in INSTEAD:
        return INSTEAD[form][gender(word)]
    if form == "te":
        return with_te(word)
    littles = form.split("-") if form else []
    return " ".join((*bend(littles, neuter="het" in word.tags), word.text))


def gender(word: Word) -> int:
    return 2 if "v" in word.tags else int("het" in word.tags)


def bend(littles: list[str], *, neuter: bool) -> list[str]:
    """Articles and adjectives: "een kleine kat", "een klein paard", "het kleine paard"."""
    bare = neuter and not VAGUE.isdisjoint(littles[:1])
    return [
        BENT[little][neuter] if little in BENT else little if bare else ADJECTIVES[little]
        for little in littles
    ]


def with_te(deed: Word) -> str:
    """“De tafel afruimen” becomes “de tafel af te ruimen”."""
    *before, verb = deed.text.split()
    part = "".join(deed.tags)
    return " ".join((*before, *filter(None, (part, "te", verb.removeprefix(part)))))


def capital(text: str) -> str:
    """A ij is one letter: IJs."""
    first = 2 if text.startswith("ij") else 1
    return text[:first].upper() + text[first:]


def name(theme: str) -> str:
    """A theme in the middle of a sentence: its first letter small, unless it is a name's."""
    return theme[:1].lower() + theme[1:] if OPENING.match(theme) else theme


CRAFT = read_craft("nl", Path(__file__).with_name("nl.json"), shape, name)
