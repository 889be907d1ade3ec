"""Prints docs/poems.md: what the poets write, unselected.

.venv/bin/python -m salon.games.cyrano.learn_poems > docs/poems.md
"""

from collections.abc import Iterator

from salon.core.luck import FastLuck
from salon.ear import end_word, identity
from salon.games.cyrano.deck import Card, cards
from salon.games.cyrano.poets import MOODS, compose

OPENING = """# What the poets write

The bots that sit on empty seats in Cyrano write offline, from templates and hand-read words.
Nothing here was chosen: twelve seeds in each language, the three temperaments in turn, a theme and
two rhymes from the deck (`python -m salon.games.cyrano.learn_poems`)."""
SEEDS = range(1, 13)
SECTIONS = {  # its heading, the temperaments, and how a sample is introduced
    "en": ("English", "romantic comic absurd", "{mood}, seed {seed}: {theme}; {one} and {other}"),
    "fr": (
        "Français",
        "romantique comique absurde",
        "{mood}, graine {seed} : {theme} ; {one} et {other}",
    ),
    "de": (
        "Deutsch",
        "romantisch komisch absurd",
        "{mood}, Saat {seed}: {theme}; {one} und {other}",
    ),
    "it": ("Italiano", "romantico comico assurdo", "{mood}, seme {seed}: {theme}; {one} e {other}"),
    "nl": (
        "Nederlands",
        "romantisch komisch absurd",
        "{mood}, zaad {seed}: {theme}; {one} en {other}",
    ),
}


def taken(language: str, *used: Card) -> set[str]:
    words = (word for card in used for word in card.examples)
    return {identity(end_word(word) or "", language) for word in words}


def sample(language: str, seed: int) -> Iterator[str]:
    dealt, mood = list(cards(language)), seed % len(MOODS)
    FastLuck(seed).shuffle(dealt)
    theme, one, other = dealt[:3]
    sounds = (one.sound, other.sound)
    used = taken(language, one, other)
    poem = compose(language, MOODS[mood], theme.theme, sounds, used, FastLuck(seed))
    _, moods, form = SECTIONS[language]
    words = form.format(
        mood=dict(zip(("romantic", "comic", "absurd"), moods.split(), strict=True))[MOODS[mood]],
        seed=seed,
        theme=theme.theme,
        one=one.rhyme,
        other=other.rhyme,
    )
    yield f"**{poem.title}**  \n*{words}*\n"
    yield "  \n".join(f"> {line}" for line in poem.lines) + "\n"


def main() -> None:
    print(OPENING)
    for language, (heading, *_) in SECTIONS.items():
        print(f"\n## {heading}\n")
        print("\n".join(part for seed in SEEDS for part in sample(language, seed)), end="")


if __name__ == "__main__":
    main()
