"""What the server itself refuses; what the rules refuse is Illegal."""

import structlog

from salon.core.refusal import Refusal

log = structlog.get_logger()


class NotFound(Refusal):
    """There is no such thing here."""

    status = 404


class Gone(Refusal):
    """There was such a thing."""

    status = 410


class Forbidden(Refusal):
    """Somebody else may, not you."""

    status = 403


class TooMuch(Refusal):
    """Not so fast."""

    status = 429
    again = True

    def __init__(self) -> None:
        super().__init__("too_much")


class Unavailable(Refusal):
    """Not now, through no fault of whoever asks."""

    status = 503
    again = True


class NotStored(Unavailable):
    """The store said that it could not keep something; nothing was told of it."""

    def __init__(self, problem: str = "") -> None:
        super().__init__("not_stored")
        self.problem = problem  # for the log

    def __str__(self) -> str:
        return f"not_stored: {self.problem}"


class ComeAgain(Unavailable):
    """Another process keeps this table: nothing was judged here, and the next try finds the way."""

    def __init__(self) -> None:
        super().__init__("come_again")


class Trouble(Refusal):
    """Something that nobody thought of."""

    status = 500

    def __init__(self) -> None:
        super().__init__("trouble")


def refusal_of(error: Exception) -> Refusal:
    """What whoever asked is told; what is not their fault stands in the log."""
    if isinstance(error, NotStored):
        log.error("not stored", problem=error.problem)
    if isinstance(error, Refusal):
        return error
    log.error("trouble", exc_info=error)
    return Trouble()
