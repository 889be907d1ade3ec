"""What an end is worth: those who won share 1, and everybody pays an equal part of it."""

from salon.core.contract import Result


def returns(result: Result | None, seats: int) -> list[float]:
    """Zero-sum: a winner alone among n has 1 - 1/n, who lost -1/n; nobody won: 0 for all."""
    if result is None or not result.winners:
        return [0.0] * seats
    share = 1 / len(result.winners)
    return [share * (seat in result.winners) - 1 / seats for seat in range(seats)]
