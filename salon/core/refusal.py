"""A refusal: no, and why, as a text key and its arguments, never as a sentence.

What a game's rules refuse is Illegal, in the contract. Trouble that nobody refuses is no Refusal.
"""

from typing import Any, ClassVar


class Worded(Exception):
    """Something that can be said to a person in any language."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(key, details)
        self.key = key
        self.details = details

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.details.items())])

    def __reduce__(self) -> tuple[Any, ...]:
        """On the way to another process."""
        return Exception.__new__, (type(self), self.key, self.details), self.__dict__


class Refusal(Worded):
    """Somebody asked for something that is not done."""

    status: ClassVar[int] = 409  # over HTTP
    again: ClassVar[bool] = False  # whether the same may be granted later


class Malformed(Refusal):
    """Nobody can read that."""

    status = 400


class Unusable(Worded):
    """A file, a module, a port: something around the program that it needs and cannot use."""
