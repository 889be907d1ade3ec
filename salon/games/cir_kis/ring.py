"""Exact numbers of the plane: whole combinations of 1, z, z², z³, where z is a turn of 36°."""

from typing import NamedTuple

Point = tuple[int, int, int, int]

ZERO: Point = (0, 0, 0, 0)
ONE: Point = (1, 0, 0, 0)
PHI: Point = (1, 0, 1, -1)
SHRINK: Point = (0, 0, 1, -1)  # 1/φ


class Golden(NamedTuple):
    """a + bφ, ordered as the real number it is."""

    a: int
    b: int

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Golden):
            return NotImplemented
        return _sign(self.a - other.a, self.b - other.b) < 0


def _sign(a: int, b: int) -> int:
    """Of a + bφ: that is, of 2a + b beside −b√5."""
    whole, root = 2 * a + b, b
    if whole * root >= 0:
        return (whole + root > 0) - (whole + root < 0)
    wins = whole * whole > 5 * root * root
    return 1 if (whole > 0) == wins else -1


def add(x: Point, y: Point) -> Point:
    return (x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3])


def minus(x: Point, y: Point) -> Point:
    return (x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3])


def turned(x: Point) -> Point:
    """By 36°: z⁴ = z³ − z² + z − 1."""
    a, b, c, d = x
    return (-d, a + d, b - d, c + d)


def times(x: Point, y: Point) -> Point:
    total = ZERO
    for factor in y:
        total = add(total, (factor * x[0], factor * x[1], factor * x[2], factor * x[3]))
        x = turned(x)
    return total


def power(turns: int) -> Point:
    """z to this power."""
    x = ONE
    for _ in range(turns % 10):
        x = turned(x)
    return x


def mirrored(x: Point) -> Point:
    """Across the line through 0 and 1: z becomes 1/z = 1 − z + z² − z³."""
    total, turn = ZERO, ONE
    for factor in x:
        total = add(total, times((factor, 0, 0, 0), turn))
        turn = times(turn, (1, -1, 1, -1))
    return total


def height(x: Point) -> Golden:
    """The imaginary part, in sines of 36°."""
    return Golden(x[1], x[2] + x[3])


def square(x: Point) -> Golden:
    """The distance from 0, squared."""
    a, b, c, d = x
    near, far = a * b + b * c + c * d, a * c + b * d - a * d
    return Golden(a * a + b * b + c * c + d * d - far, near + far)


def half(x: Point) -> Point:
    assert not any(part % 2 for part in x)
    return (x[0] // 2, x[1] // 2, x[2] // 2, x[3] // 2)
