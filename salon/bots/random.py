"""The bot that plays any game, badly: any move, any time."""

from collections.abc import Sequence
from typing import Any

from salon.core.contract import Bot
from salon.core.luck import Luck


class Random(Bot[Any, Any]):
    """Any of its moves, each as likely as the others."""

    blind = True

    def choose(self, view: Any, moves: Sequence[Any], luck: Luck) -> Any:  # noqa: ARG002
        return luck.choice(moves)
