"""What people are called: names that can be seen, and told from each other."""

from unicodedata import category, normalize

from salon.core.refusal import Refusal

BLANK = (  # that Python calls printable: joiners, fillers, variation selectors
    range(0x034F, 0x0350),
    range(0x115F, 0x1161),
    range(0x17B4, 0x17B6),
    range(0x180B, 0x1810),
    range(0x2800, 0x2801),
    range(0x3164, 0x3165),
    range(0xFE00, 0xFE10),
    range(0xFFA0, 0xFFA1),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
)


def clean(name: str) -> str:
    """A name on one line, without characters that cannot be seen."""
    kept = "".join(sign for sign in name if can_be_seen(sign) or sign == " ")
    name = " ".join(kept.split())
    if not any(category(sign)[0] in "LNPS" for sign in name):  # marks alone are not a name
        raise Refusal("no_name")
    return name


def can_be_seen(sign: str) -> bool:
    """Not what Unicode calls ignorable, nor the letters and patterns that are blank."""
    return sign.isprintable() and not any(ord(sign) in blank for blank in BLANK)


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other at a table."""
    return normalize("NFKC", one).casefold() == normalize("NFKC", other).casefold()
