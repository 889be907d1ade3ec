"""German verse: its data, and the words before a noun that bend to its gender and case.

Templates are written as if every noun were masculine: {einen-alten end:ding} gives "einen alten
Hut", "eine alte Kanne", "ein altes Boot"; {in-dem end:ort} gives "im Stall", "in der Bar".

Genders: m, f, s. Kinds of end words: wesen and ding, which look the same in every case but the
genitive; bote, a weak noun as a nominative, and boten, the same otherwise (Pirat, Piraten); ort a
place one can be in; idee; stoff what cannot be counted; viele several, vielen several that are
also a dative; wer somebody by name; adj how something is, zustand the same but never with "sehr";
inf, verb (er lacht), tat (er lief), part.hat, part.ist, part.wird; wo where or when, wohin.
Finer: halt what one can hold, leute several beings, both also as datives; fühl how somebody feels;
da where, wie when or how, lang how long. Several are two behind "ein": {einen end:halt} gives
"zwei Tomaten". A theme's name of its own is never bent: eigen.
"""

import re
from pathlib import Path

from salon.games.cyrano.poets.reading import read_craft
from salon.games.cyrano.poets.verse import Word, Words

GENDERS = "mfs"
SEVERAL = "p"
PLURALS = frozenset({"viele", "vielen"})
GENITIVE = 3
Endings = dict[str, tuple[str, str, str, str]]  # gender: nominative, accusative, dative, genitive

DER: Endings = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "s": ("das", "das", "dem", "des"),
    "p": ("die", "die", "den", "der"),
}
STRONG: Endings = {
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "s": ("es", "es", "em", "es"),
    "p": ("e", "e", "en", "er"),
}
EIN: Endings = {
    "m": ("", "en", "em", "es"),
    "f": STRONG["f"],
    "s": ("", "", "em", "es"),
    "p": STRONG["p"],
}
# Of an adjective behind them:
WEAK: Endings = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "s": ("e", "e", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
MIXED: Endings = {
    "m": ("er", *WEAK["m"][1:]),
    "f": WEAK["f"],
    "s": ("es", "es", "en", "en"),
    "p": WEAK["p"],
}

# The masculine form of a little word: its case, its stem, its endings, those of adjectives behind.
LITTLE = {
    stem + ending: (case, stem, endings, after)
    for stems, endings, after in (
        (("",), DER, WEAK),
        (("dies", "jed"), STRONG, WEAK),
        (("ein", "kein", "mein", "dein"), EIN, MIXED),
    )
    for stem in stems
    for case, ending in enumerate(endings["m"])
}
PREPOSITIONS = {"in", "an", "zu", "von", "bei"}
CONTRACTED = {
    "in dem": "im", "an dem": "am", "zu dem": "zum", "von dem": "vom", "bei dem": "beim",
    "in das": "ins", "an das": "ans", "zu der": "zur",
}  # fmt: skip
INSTEAD = {  # of the noun itself
    "er": ("er", "sie", "es"),
    "ihn": ("ihn", "sie", "es"),
    "ihm": ("ihm", "ihr", "ihm"),
    ",der": (", der", ", die", ", das"),
    ",den": (", den", ", die", ", das"),
}
BENT = re.compile(r"e[rnms]?$")
VOWELS = re.compile(r"[aeiouäöüy]+", re.IGNORECASE)
PART = re.compile(r"\s*\|\s*")


def shape(form: str, word: Word, words: Words) -> str:
    """{gross-ein end:ding}: with a capital."""
    if form.startswith("gross"):
        text = shape(form[len("gross-") :], word, words)
        return text[:1].upper() + text[1:]
    if form in INSTEAD:
        return INSTEAD[form][GENDERS.index(gender(word))]
    if "|" in word.text:
        return clause(form, word.text)
    if form == "zu":
        return re.sub(r"(\S+)$", r"zu \1", word.text)
    return phrase(form.split("-"), word) if form else word.text


def phrase(littles: list[str], word: Word) -> str:
    """A noun behind a preposition, an article, adjectives: as many as wanted."""
    before = [littles.pop(0)] if littles[0] in PREPOSITIONS else []
    case, bent = bend(littles, gender(word))
    text = " ".join([*before, *bent])
    for pair, one in CONTRACTED.items():
        text = re.sub(rf"^{pair}\b", one, text)
    return f"{text} {noun(word, case)}"


def bend(littles: list[str], kind: str) -> tuple[int, list[str]]:
    """Which case the little words ask for, and they themselves in a gender."""
    if littles[0] in LITTLE:
        case, stem, endings, after = LITTLE[littles[0]]
        if (stem, kind) == ("ein", SEVERAL):
            return case, ["zwei", *(BENT.sub(STRONG[kind][case], one) for one in littles[1:])]
        adjectives = [BENT.sub(after[kind][case], one) for one in littles[1:]]
        return case, [stem + endings[kind][case], *adjectives]
    case = next(at for at, end in enumerate(STRONG["m"]) if littles[0].endswith(end))
    return case, [BENT.sub(STRONG[kind][case], one) for one in littles]


def gender(word: Word) -> str:
    if word.tags & PLURALS:
        return SEVERAL
    return next(one for one in GENDERS if one in word.tags)


def noun(word: Word, case: int) -> str:
    """Only the nouns of a theme change; the tag w says that one is weak: den Nachbarn."""
    head, *rest = word.text.split(" ")
    if "w" in word.tags and case:
        head += "n" if head.endswith(("e", "ar", "er")) else "en"
    elif case == GENITIVE and "f" not in word.tags:
        head += genitive(head)
    return " ".join([head, *rest])


def genitive(head: str) -> str:
    if re.search(r"[sßxz]$", head):
        return "es"
    return "es" if len(VOWELS.findall(head)) == 1 and not re.search(r"[aeiouh]$", head) else "s"


def clause(form: str, text: str) -> str:
    """ "der Zug | hält | im Wald": {dann fakt} puts the verb first, {wenn fakt} last."""
    subject, verb, rest = PART.split(text)
    order = {"": (subject, verb, rest), "dann": (verb, subject, rest)}
    return " ".join(filter(None, order.get(form, (form, subject, rest, verb))))


def name(theme: str) -> str:
    """A theme is always quoted, so it stays as it is."""
    return theme


CRAFT = read_craft("de", Path(__file__).with_name("de.json"), shape, name)
