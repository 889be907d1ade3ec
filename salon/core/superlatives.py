"""Who has most of something worth an award, and how remarkable that is."""

from collections.abc import Iterator, Mapping, Sequence

from salon.core.capabilities import Award

USUAL, RARE, MOST = 30, 90, 100  # weights
SHARED = 2  # who may have one together


def weight(figure: int, usual: int, rare: int) -> int:
    """Of a figure between what many tables see and what hardly any does."""
    risen = (RARE - USUAL) * (figure - usual) // max(1, rare - usual)
    return max(1, min(MOST, USUAL + risen))


def superlative(
    kind: str,
    figures: Sequence[int],
    *,
    usual: int,
    rare: int,
    details: Sequence[Mapping[str, int | str]] | None = None,
) -> Iterator[Award]:
    """To who has most, by seat, with `n`: how much. To nobody if that is less than usual, or if
    more than two have it, or all, or if their details differ."""
    most = max(figures, default=0)
    best = tuple(seat for seat, figure in enumerate(figures) if figure == most)
    if most < usual or len(best) > min(SHARED, len(figures) - 1):
        return
    first, *others = [details[seat] if details else {} for seat in best]
    if all(other == first for other in others):
        yield Award(kind, best, weight(most, usual, rare), {"n": most, **first})
