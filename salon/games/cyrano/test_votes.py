"""A decent poem by somebody at the table gets about its share of the poets' votes."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from salon.core.luck import FastLuck
from salon.ear import identity
from salon.games.cyrano import deck, poets
from salon.games.cyrano.bot import Poet
from salon.games.cyrano.model import Heard, Language, Options, Standing, State
from salon.games.cyrano.poets import MOODS
from salon.games.cyrano.rules import game
from salon.games.cyrano.views import LineView, PoemView, View

PEOPLE = 4
ROUNDS = 4  # with each poem
# What somebody might write on a theme in a few minutes:
BY_PEOPLE: list[tuple[Language, str, str]] = [
    (
        "en",
        "The last slice of pizza",
        """We eyed it for an hour, polite and slow
        my brother said he really had to go
        I counted three and closed my eyes to pray
        and when I looked the box had walked away""",
    ),
    (
        "en",
        "A mosquito at midnight",
        """It whines a tune in my left ear
        I slap my face, it sheds no tear
        at three o’clock I give up sleep
        and let it drink, my blood is cheap""",
    ),
    (
        "fr",
        "Un pigeon sur mon balcon",
        """Il roucoule à six heures du matin
        et picore les miettes de mon pain
        je le chasse, il revient sans façon
        il se croit chez lui, le petit polisson""",
    ),
    (
        "fr",
        "La réunion qui ne finit pas",
        """On parle encore et le café refroidit
        le chef a dit cinq minutes, c’était midi
        je dessine un bateau sur mon cahier
        et je rame en silence vers l’escalier""",
    ),
    (
        "de",
        "Der letzte Keks in der Dose",
        """Ich hörte ihn nachts nach mir rufen
        und schlich barfuß hinab die Stufen
        doch wer saß schon dort und kaute leise
        mein Vater, auf seine stille Weise""",
    ),
    (
        "de",
        "Stau auf der Autobahn",
        """Wir stehen hier seit Stunden schon
        die Mutter schimpft am Telefon
        der Kleine muss, der Hund ist schlecht
        und Papa sagt, er habe recht""",
    ),
    (
        "it",
        "La password della nonna",
        """L’ha scritta dietro il calendario
        accanto al numero del veterinario
        poi l’ha nascosta dentro la credenza
        e adesso vive felice senza""",
    ),
    (
        "it",
        "Il semaforo sempre rosso",
        """Sto qui da un’ora e guardo il cielo
        mi crescono la barba e qualche pelo
        il vecchio dietro suona la trombetta
        e un nonno mi sorpassa in bicicletta""",
    ),
    (
        "nl",
        "De spin boven mijn bed",
        """Ze hangt daar stil en kijkt naar mij
        ik durf niet weg, ik lig erbij
        mijn vader zegt: ze doet geen kwaad
        maar hij slaapt zelf vannacht op straat""",
    ),
    (
        "nl",
        "Fietsen met tegenwind",
        """Ik trap en trap en sta toch stil
        een eend haalt in, wanneer ze wil
        mijn pet vliegt weg, mijn hoofd is rood
        straks ben ik thuis, of anders dood""",
    ),
]


def read(state: State, poet: int, lines: Sequence[str]) -> PoemView:
    """As everybody sees it: two lines to each rhyme; words of the cards are worth nothing."""
    cards = deck.examples(state)
    views = []
    for at, text in enumerate(lines):
        word = identity(text.split()[-1].strip(".,;:!?\u202f"), state.options.language)
        worth: Standing = "example" if word in cards else "counts"
        views.append(LineView(text, Heard(word=word, same=word), at // 2, worth, ()))
    return PoemView(poet, "", tuple(views), hidden=False)


def vote(language: Language, theme: str, mine: str, luck: FastLuck) -> View:
    """Mine on seat 0, and those of three poets."""
    state = game.start(Options(language=language), PEOPLE, luck)
    sounds, cards = [card.sound for card in deck.rhymes(state)], deck.examples(state)
    written = [mine.split("\n")]
    for mood in MOODS:
        poem = poets.compose(language, mood, theme, sounds, [], luck, None, cards)
        written.append(list(poem.lines))
    poems = [read(state, seat, lines) for seat, lines in enumerate(written)]
    view = game.view(state, 1)
    return replace(view, theme=theme, poems=tuple(poems), ballot=tuple(range(PEOPLE)))


def share(language: Language, theme: str, mine: str) -> float:
    """Of the votes of three poets, each of whom may vote for three poems."""
    found = []
    for seed in range(ROUNDS):
        luck = FastLuck(seed)
        view = vote(language, theme, mine, luck)
        for seat, mood in enumerate(MOODS, 1):
            found.append(Poet(mood)._favourite(replace(view, seat=seat), luck) == 0)
    return sum(found) / len(found)


@pytest.mark.usefixtures("untraced")
def test_poems_by_people_get_about_their_share_of_the_votes() -> None:
    shares = [share(*written) for written in BY_PEOPLE]
    assert 0.23 < sum(shares) / len(shares) < 0.43
