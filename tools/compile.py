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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAGS = ("-std=gnu11", "-O3", "-fPIC", "-shared", "-fvisibility=hidden")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def compilers() -> Iterator[list[str]]:
    """As CC says, as Python itself was compiled, or what there is."""
    wishes = (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang")
    words = (shlex.split(wish) for wish in wishes if wish)
    return (one for one in words if shutil.which(one[0]))


def compile_all(root: Path = ROOT) -> list[Path]:
    """What was made; what could not be is told in a line, and no error."""
    sources = sorted(root.glob("salon/games/*/fast/core.c"))
    return [library for library in map(library_of, sources) if library]


def library_of(source: Path) -> Path | None:
    """Beside its source. Where none can be made there is none, not that of another day either."""
    library = source.with_suffix(SUFFIX)
    if compiled(source, library):
        return library
    library.unlink(missing_ok=True)
    tell(f"No C compiler that can: {source.parent.parent.name} plays with plain Python.")
    return None


def compiled(source: Path, library: Path) -> bool:
    """By the first compiler that can."""
    new = library.with_suffix(f".{os.getpid()}")  # renamed when whole: somebody may be using it
    for words in compilers():
        command = [*words, *FLAGS, "-o", str(new), str(source), "-lm"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if not done.returncode:
            new.replace(library)
            return True
        tell(f"{shlex.join(command)} failed:\n{done.stderr}")
    return False


def tell(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    for library in compile_all():
        print(library.relative_to(ROOT))
