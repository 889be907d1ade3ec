"""Cyrano keeps the laws in every language."""

from typing import Any, get_args

import pytest

from salon.core import laws
from salon.core.court import Court
from salon.games.cyrano.bot import stand_in
from salon.games.cyrano.model import Language, Options
from salon.games.cyrano.rules import game


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("language", get_args(Language)[1:])
def test_cyrano_keeps_the_laws_in_every_language(language: Any) -> None:
    court = Court(game, stand_in, 3, laws.BOUND)
    assert list(court.walk(Options(language=language, length="short"), 1))
    court.secrecy.close()
