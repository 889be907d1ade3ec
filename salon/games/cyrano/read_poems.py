"""Prints fresh poems of a language and counts what a demanding reader would mark.

.venv/bin/python -m salon.games.cyrano.read_poems en --poems 40 --seed 1000
"""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from salon.core.contract import Seat
from salon.core.luck import FastLuck, Luck
from salon.ear import end_word, identity
from salon.games.cyrano.bot import Poet
from salon.games.cyrano.deck import cards
from salon.games.cyrano.model import Options, State
from salon.games.cyrano.pages import show
from salon.games.cyrano.poets import MOODS, Mood, compose, craft, scan
from salon.games.cyrano.rules import game
from salon.games.cyrano.words import scoring, users

LINES = 4
ROUNDS = 6
SEATS = 4


class Read(Struct, frozen=True):
    """A poem, and what it was to be about."""

    mood: Mood
    theme: str
    sounds: tuple[str, ...]
    title: str
    lines: tuple[str, ...]


def fresh(language: str, seed: int) -> Read:
    """On cards as the deck deals them."""
    dealt, mood = list(cards(language)), MOODS[seed % len(MOODS)]
    FastLuck(seed).shuffle(dealt)
    theme, *rhymes = dealt[:3]
    taken = {identity(word, language) for card in rhymes for word in card.examples}
    sounds = tuple(card.sound for card in rhymes)
    poem = compose(language, mood, theme.theme, sounds, taken, FastLuck(seed))
    return Read(mood, theme.theme, sounds, poem.title, poem.lines)


def seat_mood(seat: Seat) -> Mood:
    return MOODS[seat % len(MOODS)]


def evening(language: str, seed: int) -> Iterator[tuple[list[Read], list[int]]]:
    """Round by round what four poets write, and how many original words each of them finds."""
    luck = FastLuck(seed)
    state = game.start(Options(language=language, length="long"), SEATS, luck)  # type: ignore[arg-type]
    for _ in range(ROUNDS):
        before = state.round
        while len(state.poems) < SEATS:
            act(state, luck)
        sounds = tuple(rhyme.sound for rhyme in game.view(state, 0).rhymes)
        theme, by = game.view(state, 0).theme, users(state)
        poems = [show(state, seat, by) for seat in range(SEATS)]
        lines = [tuple(line.text for line in one.lines) for one in poems]
        yield (
            [
                Read(seat_mood(one.poet), theme, sounds, one.title, said)
                for one, said in zip(poems, lines, strict=True)
            ],
            [len(scoring(state, seat, by)) for seat in range(SEATS)],
        )
        while state.round == before and game.awaited(state):
            act(state, luck)
        if game.result(state) is not None or state.phase != "writing":
            return


def act(state: State, luck: Luck) -> None:
    for seat in sorted(game.awaited(state)):
        move = Poet(seat_mood(seat)).choose(game.view(state, seat), game.moves(state, seat), luck)
        if move is not None:
            game.play(state, seat, game.prepare(state, seat, move), luck)
            return


# What is counted


def themes_named(language: str, poem: Read) -> list[bool]:
    naming = scan.naming(craft(language).themes[poem.theme])
    return [naming.search(line.casefold()) is not None for line in poem.lines]


def same_heads(language: str, poem: Read) -> int:
    ends = [identity(end_word(line) or "", language) for line in poem.lines]
    return sum(scan.share_head(language, one, other) for one, other in combinations(ends, 2))


def bones(language: str, poem: Read) -> list[str]:
    """Each line without what was put into it: the words of its theme and its end."""
    known = craft(language)
    words = {word.text.casefold() for words in known.themes[poem.theme].values() for word in words}
    found = []
    for line in poem.lines:
        text = line.casefold()
        for word in sorted(words, key=len, reverse=True):
            text = text.replace(word, "_")
        found.append(" ".join(text.split()[:-2]))
    return found


def count(language: str, poems: list[Read]) -> None:
    known = craft(language)
    named = [themes_named(language, poem) for poem in poems]
    parts = [sum(one[line] for one in named) * 100 // len(poems) for line in range(LINES)]
    back = sum(any(one[LINES // 2 :]) for one in named) * 100 // len(poems)
    lines = [line for poem in poems for line in poem.lines]
    lengths = Counter(scan.measure(known, line) for line in lines)
    stumbling = sum(scan.stumbles(known, line) > 0 for line in lines) * 100 // len(lines)
    print(f"theme in line 1/2/3/4: {parts} %; in 3 or 4: {back} %")
    print(f"pairs with one head: {sum(same_heads(language, poem) for poem in poems)}")
    print(f"syllables: {dict(sorted(lengths.items()))}; lines off the beat: {stumbling} %")


def count_evenings(language: str, evenings: int) -> None:
    repeated = lines = 0
    originals: dict[Mood, list[int]] = {mood: [] for mood in MOODS}
    for seed in range(evenings):
        said: Counter[str] = Counter()
        for poems, found in evening(language, seed):
            for poem, words in zip(poems, found, strict=True):
                originals[poem.mood].append(words)
                said.update(bone for bone in bones(language, poem) if len(bone) > LINES)
        lines += said.total()
        repeated += said.total() - len(said)
    means = {mood: round(sum(found) / len(found), 2) for mood, found in originals.items()}
    print(f"lines repeated within an evening: {100 * repeated / max(1, lines):.1f} % of {lines}")
    print(f"original words in a poem: {means}")


def asked() -> Namespace:
    parser = ArgumentParser(description="Fresh poems, and what is wrong with them.")
    parser.add_argument("language")
    parser.add_argument("--poems", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--evenings", type=int, default=20)
    return parser.parse_args()


def main() -> None:
    args = asked()
    poems = [fresh(args.language, args.seed + number) for number in range(args.poems)]
    for number, poem in enumerate(poems):
        print(f"{args.seed + number} {poem.mood}: {poem.theme} | {poem.title}")
        print("".join(f"    {line}\n" for line in poem.lines))
    count(args.language, poems)
    count_evenings(args.language, args.evenings)


if __name__ == "__main__":
    main()
