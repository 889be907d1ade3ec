"""Compiles the fast cores of the games: every salon/games/<game>/fast/core.c, beside its source.

    python3 tools/compile.py

With the standard library alone. Where there is no C compiler nothing is made, and that is said.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAGS = ("-std=gnu11", "-O3", "-fPIC", "-shared", "-fvisibility=hidden")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def compiler() -> list[str] | None:
    """As CC says, as Python itself was compiled, or what there is."""
    wishes = (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang")
    found = (shlex.split(wish) for wish in wishes if wish)
    return next((words for words in found if shutil.which(words[0])), None)


def compile_all(root: Path = ROOT) -> list[Path]:
    """What was made; what could not be is told in a line, and no error."""
    made = (compiled(source) for source in sorted(root.glob("salon/games/*/fast/core.c")))
    return [library for library in made if library]


def compiled(source: Path) -> Path | None:
    library, words = source.with_suffix(SUFFIX), compiler()
    if words is None:
        tell(f"No C compiler: {source.parent.parent.name} plays with plain Python.")
        return None
    new = library.with_suffix(f".{os.getpid()}")  # renamed when whole: somebody may be using it
    command = [*words, *FLAGS, "-o", str(new), str(source)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        tell(f"{shlex.join(command)} failed, plain Python will do:\n{done.stderr}")
        return None
    return new.replace(library)


def tell(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    for library in compile_all():
        print(library.relative_to(ROOT))
