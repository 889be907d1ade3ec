"""Nobody here thinks."""

from typing import Any

from salon.bots.random import Random
from salon.core.contract import Bot

bots: dict[str, Bot[Any, Any]] = {"novice": Random()}
stand_in = Random()
