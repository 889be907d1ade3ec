"""A refusal: no, and why, as a text key and its arguments, never as a sentence."""

from typing import Any, ClassVar


class Worded(Exception):
    """Something that can be said to a person in any language."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(key, details)
        self.key = key
        self.details = details

    def __reduce__(self) -> Any:  # on its way from another process
        return _again, (type(self), self.key, self.details)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.details.items())])


def _again(kind: type[Worded], key: str, details: dict[str, object]) -> Worded:
    one = kind.__new__(kind)
    Worded.__init__(one, key, **details)
    return one


class Refusal(Worded):
    """Somebody asked for something that is not done."""

    status: ClassVar[int] = 409  # over HTTP
    again: ClassVar[bool] = False  # whether the same may be granted later


class Malformed(Refusal):
    """Nobody can read that."""

    status = 400
