"""English words that no dictionary lists, as forms of words that one does: selfies, vloggers."""

from collections.abc import Callable, Iterator

from salon.ear.tongue import Look, Plain

HISSING = "szSZCJ"
VOICELESS = "ptkfT"


def _plural(said: str) -> list[str]:
    if said[-1] in HISSING:
        return [said + "@z"]
    return [said + ("s" if said[-1] in VOICELESS else "z")]


def _past(said: str) -> list[str]:
    if said[-1] in "td":
        return [said + "@d"]
    return [said + ("t" if said[-1] in VOICELESS + "sSC" else "d")]


def _plus(*ends: str) -> Callable[[str], list[str]]:
    return lambda said: [said + end for end in ends]


ENDINGS: dict[str, Callable[[str], list[str]]] = {
    "ing": _plus("IN"),
    "in'": _plus("@n", "IN"),
    "in": _plus("@n", "IN"),
    "ness": _plus("n@s"),
    "less": _plus("l@s"),
    "ful": _plus("f@l"),
    "ly": _plus("li"),
    "ish": _plus("IS"),
    "er": _plus("@r"),
    "or": _plus("@r"),
    "est": _plus("@st"),
    "y": _plus("i"),
    "ie": _plus("i"),
    "able": _plus("@b@l"),
    "ment": _plus("m@nt"),
    "ist": _plus("@st"),
    "ism": _plus(",Iz@m"),
    "'s": _plural,
    "s'": _plural,
    "s": _plural,
    "es": _plural,
    "ed": _past,
    "'d": _past,
}


def derive(word: str, look: Look, depth: int = 2) -> tuple[str, ...]:
    """Vloggers are vlogger and s; a vlogger vlogs."""
    for end, grow in ENDINGS.items() if depth else ():
        if word.endswith(end) and len(word) > len(end) + 2:
            for base in _bases(word.removesuffix(end), end):
                if found := look(base) or derive(base, look, depth - 1):
                    return tuple(way for said in found for way in grow(said))
    return ()


def _bases(stem: str, end: str) -> Iterator[str]:
    """What may have stood there before the ending: love-r, run-n-er, happi-ness."""
    if end == "s" and stem[-1] == "s":
        return
    yield stem
    if end[0] in "eiy" and end != "es":
        yield stem + "e"
    if stem[-1] == stem[-2]:
        yield stem[:-1]
    if stem[-1] == "i":
        yield stem[:-1] + "y"


def compound(word: str, look: Look, plain: Plain) -> tuple[str, ...]:
    """Tweetstorms: two everyday words grown together, the second perhaps in another form."""
    for cut in range(3, len(word) - 2):
        if plain(word[:cut]) and (ways := _everyday(word[cut:], look, plain)):
            return tuple(_join(look(word[:cut])[0], way) for way in ways)
    return ()


def _everyday(word: str, look: Look, plain: Plain) -> tuple[str, ...]:
    return (
        look(word) if plain(word) else derive(word, lambda base: look(base) if plain(base) else ())
    )


def _join(first: str, last: str) -> str:
    """The main stress is the first word's; what only one accent says is marked in front."""
    mark = last[0] if last[0] in "<>" else ""
    return mark + first.strip("<>") + last.strip("<>").replace("'", ",")
