"""How fast the ear loads, judges and fills a drawer, and how much memory it takes.

    .venv/bin/python -m bench.ear [--runs R]

Every language is measured in a process of its own, best of the runs, beside a plain loop: where
the loop is slow, the machine is busy or slow. A quatrain is four lines judged against two sounds,
with words not heard before; the wanted figures stand behind.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

LINES = {
    "de": ["Dein Herz ist wie ein {}", "Der Mond gleicht meinem {}", "O mein {}", "Ich sah {}"],
    "en": ["Come kiss me like a hairy {}", "The sea has married our {}", "My pale {}", "I got {}"],
    "fr": ["Ton cœur ressemble à un {}", "Tes yeux sont ceux d'une {}", "Ô mon {}", "J'ai vu {}"],
    "it": ["Il tuo cuore è un {}", "La luna sposa il {}", "O mio {}", "Ho visto {}"],
    "nl": ["Je hart lijkt op een {}", "De maan trouwt met een {}", "O mijn {}", "Ik zag {}"],
}
WORDS = {
    "de": "Wein Haus Schwein Maus Bein Strauß Stein Schmaus Hain Applaus Glorpstein Zwaus",
    "en": "snail moon quail spoon flail dune whale lagoon sail tune glorptail zoon",
    "fr": "pétrel amour gel tambour sel labour ciel vautour miel retour glorpel zour",
    "it": "amore vento fiore mento sapore cento dolore tormento colore accento glorpore zento",
    "nl": "maan tijd baan spijt haan feit zwaan vlijt kraan meid glorpbaan zwijd",
}
SOUNDS = {
    "de": ("aɪn", "aʊs", "iːbə"),
    "en": ("eɪl", "un", "aɪt"),
    "fr": ("ɛl", "uʁ", "te"),
    "it": ("ore", "ento", "ta"),
    "nl": ("aːn", "ɛit", "oːpə"),
}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--runs", type=int, default=5)
    words.add_argument("--one", choices=sorted(LINES))
    chosen = words.parse_args()
    if chosen.one:
        print(*measure(chosen.one))
        return
    for language in LINES:
        runs = [alone(language) for _ in range(chosen.runs)]
        load, memory, quatrain, drawer = (min(figures) for figures in zip(*runs, strict=True))
        print(f"{language}: first verdict {load:.0f} ms (< 300), memory {memory:.0f} MB (< 60)")
        print(f"    quatrain {quatrain:.2f} ms (< 5), new drawer {drawer:.1f} ms (< 20)")
    from salon.cli.simulate import reference

    print(f"beside {reference():,} additions/s")


def alone(language: str) -> list[float]:
    command = [sys.executable, "-m", "bench.ear", "--one", language]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(figure) for figure in told.split()]


def measure(language: str) -> tuple[float, float, float, float]:
    """Milliseconds to the first verdict, megabytes, milliseconds a quatrain and a drawer."""
    from salon.ear import ear

    before, start = resident(), time.perf_counter()
    ear(language).judge("zwoozle", SOUNDS[language][0])
    load, memory = since(start), resident() - before
    return load, memory, a_quatrain(language), a_drawer(language)


def a_quatrain(language: str) -> float:
    from salon.ear import ear

    words = WORDS[language].split()
    start = time.perf_counter()
    for number, word in enumerate(words):
        for sound in SOUNDS[language][:2]:
            ear(language).judge(LINES[language][number % 4].format(word), sound)
    return since(start) / (len(words) / 4)


def a_drawer(language: str) -> float:
    from salon.ear import ear

    start = time.perf_counter()
    for sound in SOUNDS[language]:
        ear(language).words(sound)
    return since(start) / len(SOUNDS[language])


def since(start: float) -> float:
    return 1_000 * (time.perf_counter() - start)


def resident() -> float:
    """Megabytes of memory this process holds; 0 where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmRSS" in line)


if __name__ == "__main__":
    main()
