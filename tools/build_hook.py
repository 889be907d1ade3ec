"""Puts the compiled cores into a wheel, which is then one for this kind of machine."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

sys.path.insert(0, str(Path(__file__).parent.parent))
from tools.compile import compile_all


class Cores(BuildHookInterface[Any]):
    """Without a compiler the wheel is pure, and plays with plain Python."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        root = Path(self.root)
        if made := compile_all(root):
            build_data["artifacts"] += [f"/{one.relative_to(root).as_posix()}" for one in made]
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{next(iter(platform_tags()))}"
