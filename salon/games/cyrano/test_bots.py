"""What the poets do at a table: write, vote by taste, judge as the ear does, and fence."""

from collections import Counter
from typing import get_args

import pytest

from salon import games
from salon.core.luck import FastLuck
from salon.core.simulate import simulate
from salon.ear import ear
from salon.games.cyrano import deck
from salon.games.cyrano.bot import Poet, StandIn, pace
from salon.games.cyrano.model import (
    NO_LINES,
    Blank,
    Bow,
    Contest,
    HandIn,
    Heard,
    Judge,
    Language,
    Move,
    Next,
    Options,
    Ready,
    Say,
    Share,
    State,
    Vote,
)
from salon.games.cyrano.poets import MOODS, Mood
from salon.games.cyrano.poets.taste import liking
from salon.games.cyrano.rules import game
from salon.games.cyrano.views import LineView, PoemView
from salon.games.cyrano.words import scoring, users


def act(state: State, seat: int, bot: Poet | StandIn, luck: FastLuck) -> Move:
    """What the bot does, done."""
    move = bot.choose(game.view(state, seat), game.moves(state, seat), luck)
    assert move is not None
    game.play(state, seat, game.prepare(state, seat, move), luck)
    return move


def go_on(state: State, bot: Poet | StandIn, luck: FastLuck) -> None:
    """Whoever is awaited acts, else the clock strikes."""
    if awaited := game.awaited(state):
        act(state, min(awaited), bot, luck)
    else:
        state.now = game.clock(state) or state.now
        game.tick(state, luck)


def evening(seats: int = 4, **options: str) -> tuple[State, FastLuck]:
    luck = FastLuck(3)
    return game.start(Options(**options), seats, luck), luck  # type: ignore[arg-type]


@pytest.mark.parametrize("language", get_args(Language))
def test_poets_play_a_whole_evening_among_themselves(language: str) -> None:
    table = [Poet(MOODS[seat % 3]) for seat in range(4)]
    options = Options(language=language, length="short")  # type: ignore[arg-type]
    outcome = simulate(game, options, table, FastLuck(1))
    assert outcome.result.winners


@pytest.mark.parametrize("mood", MOODS)
def test_every_line_rhymes_and_no_end_word_comes_twice_at_a_table(mood: Mood) -> None:
    state, luck = evening()
    used: Counter[str] = Counter()
    for _ in range(2):
        while len(state.poems) < 4:
            go_on(state, Poet(mood), luck)
        heard = [one for poem in state.poems.values() for one in poem.heard]
        assert all("exact" in one.verdicts for one in heard)
        mine = Counter(one.same for one in state.poems[0].heard)
        assert max(mine.values()) == 1 and not used.keys() & mine.keys()
        used += Counter(one.same for one in heard)
        while state.poems:
            go_on(state, Poet(mood), luck)


def test_a_poet_votes_for_another_and_moods_have_different_tastes() -> None:
    state, luck = evening(6)
    while not state.ballot:
        go_on(state, Poet(MOODS[luck.below(3)]), luck)
    view, moves = game.view(state, 0), game.moves(state, 0)
    for mood in MOODS:
        for seed in range(20):
            vote = Poet(mood).choose(view, moves, FastLuck(seed))
            assert isinstance(vote, Vote) and vote.poet != 0
    likings = {mood: [Poet(mood)._liking(view, poem) for poem in view.poems] for mood in MOODS}
    assert len({tuple(liking) for liking in likings.values()}) == 3


@pytest.mark.parametrize("bot", [Poet("comic"), StandIn()])
@pytest.mark.parametrize("word", ["zwoozlefump", ""])
def test_bots_and_stand_ins_judge_as_the_ear_proposed(bot: Poet | StandIn, word: str) -> None:
    state, luck = evening(3)
    word = word or ear("en").words(deck.rhymes(state)[0].sound).rare[0]
    for seat in range(3):
        poem = HandIn(1, "", (f"a {word}{seat or ''}", "", "", ""))
        game.play(state, seat, game.prepare(state, seat, poem), luck)
    poet = game.view(state, None).reciting
    assert poet is not None
    if not state.cases:
        game.play(state, (poet + 1) % 3, Contest(1, poet, 0), luck)
    (case,) = state.cases
    seat = next(one for one in case.judges if one not in case.votes)
    move = bot.choose(game.view(state, seat), game.moves(state, seat), luck)
    assert move == Judge(case.number, case.proposed)


def test_the_romantic_has_few_words_of_its_own_and_the_absurd_the_most() -> None:
    found: dict[Mood, list[int]] = {mood: [] for mood in MOODS}
    for seed in range(12):
        state, luck = game.start(Options(), 4, FastLuck(seed)), FastLuck(seed)
        moods = {seat: MOODS[(seat + seed) % 3] for seat in range(4)}
        for seat, mood in moods.items():
            act(state, seat, Poet(mood), luck)
        for seat, mood in moods.items():
            found[mood].append(len(scoring(state, seat, users(state))))
    romantic, comic, absurd = (sum(found[mood]) / len(found[mood]) for mood in MOODS)
    assert romantic < comic < absurd and romantic < 2.5


# Votes


def read(*texts: str, rhymes: tuple[int | None, ...] = (0, 0, 1, 1), poet: int = 1) -> PoemView:
    lines = [
        LineView(text, Heard(), rhyme, "counts" if text else "no", ())
        for text, rhyme in zip(texts, rhymes, strict=True)
    ]
    return PoemView(poet, "", tuple(lines), hidden=False)


CHEESE = "The cheese at the back of the fridge"
ABOUT_CHEESE = ("A cheese in love", "and old above", "I ate that cheese", "upon my knees")
ABOUT_NOTHING = ("A man in love", "and old above", "I ate a bun", "it was no fun")


def likes(mood: Mood, poem: PoemView) -> float:
    return liking("en", mood, CHEESE, poem)


@pytest.mark.parametrize("mood", MOODS)
def test_a_vote_reads_the_theme_and_not_the_exclamation_marks(mood: Mood) -> None:
    shouted = tuple(f"{line}!!!" for line in ABOUT_NOTHING)
    assert likes(mood, read(*shouted)) == likes(mood, read(*ABOUT_NOTHING))
    assert likes(mood, read(*ABOUT_CHEESE)) > likes(mood, read(*shouted))


@pytest.mark.parametrize("mood", MOODS)
def test_an_unfinished_poem_ranks_low_and_rhymes_in_order_rank_higher(mood: Mood) -> None:
    whole = likes(mood, read(*ABOUT_NOTHING))
    assert likes(mood, read(*ABOUT_CHEESE[:3], "")) < whole
    assert likes(mood, read(*ABOUT_NOTHING, rhymes=(0, 0, 0, 1))) < whole


@pytest.mark.parametrize("mood", MOODS)
def test_who_wrote_a_poem_changes_nothing(mood: Mood) -> None:
    assert len({likes(mood, read(*ABOUT_CHEESE, poet=seat)) for seat in range(4)}) == 1


# Ties


def tied(*seats: int) -> tuple[State, FastLuck]:
    state, luck = evening()
    state.poems, state.tied, state.phase = {}, list(seats), "tie"
    return state, luck


@pytest.mark.parametrize("person", [0, 1, 3])
def test_on_whichever_seat_they_sit_poets_answer_a_tie_after_every_person(person: int) -> None:
    state, luck = tied(0, 1, 3)
    poets, bot = sorted({0, 1, 3} - {person}), Poet("comic")
    for seat in poets:
        assert act(state, seat, bot, luck) == Bow()
        assert bot.choose(game.view(state, seat), game.moves(state, seat), luck) is None
    assert game.awaited(state) == {person}  # whose stand-in is held up by nobody
    game.play(state, person, Share(False), luck)
    assert game.awaited(state) == set(poets)
    for seat in poets:
        assert isinstance(act(state, seat, bot, luck), Share)


def test_poets_alone_always_settle_a_tie() -> None:
    state, luck = tied(0, 1, 3)
    while state.phase == "tie":
        act(state, min(game.awaited(state)), Poet("absurd"), luck)
    assert state.tied == [0, 1, 3]


def test_the_romantic_likes_to_share_and_the_comic_would_rather_fence() -> None:
    state, luck = tied(0, 1)
    game.play(state, 1, Share(False), luck)
    view, moves = game.view(state, 0), game.moves(state, 0)
    shared = {
        mood: sum(
            Poet(mood).choose(view, moves, FastLuck(seed)) == Share(True) for seed in range(99)
        )
        for mood in MOODS
    }
    assert 99 > shared["romantic"] > shared["absurd"] > shared["comic"] > 0


def fence(state: State, luck: FastLuck) -> None:
    """All four duel."""
    state.poems, state.phase, state.tied = {}, "tie", [0, 1, 2, 3]
    for seat in range(4):
        game.play(state, seat, Share(False), luck)


def test_a_poet_fences_until_nothing_comes_to_mind() -> None:
    state, luck = evening()
    state.poems, state.tied = {}, [0, 1]
    state.phase = "tie"
    for seat in (0, 1):
        game.play(state, seat, Share(False), luck)
    kinds: Counter[type[Move]] = Counter()
    while awaited := game.awaited(state):
        kinds[type(act(state, min(awaited), Poet("absurd"), luck))] += 1
    if game.result(state) is None:  # they have shared, unless somebody contests the last sentence
        game.tick(state, luck)
    assert kinds[Say] > 3 and kinds[Blank] >= 1
    assert state.reason == "duel"


@pytest.mark.parametrize("seed", range(4))
def test_poets_grow_tired_in_a_duel_and_never_come_to_its_last_word(seed: int) -> None:
    state, luck = evening()[0], FastLuck(seed)
    fence(state, luck)
    counts: dict[int, int] = {}
    while state.duel and game.result(state) is None:
        act(state, min(game.awaited(state)), Poet(MOODS[state.duel.turn % 3]), luck)
        counts |= state.duel.counts
    assert len(state.winners) == 1 and max(counts.values()) < 18


def test_when_one_poet_is_out_of_the_duel_the_others_alone_can_win() -> None:
    state, luck = evening()
    assert game.contenders(state) == {0, 1, 2, 3}
    fence(state, luck)
    while state.duel and len(state.duel.alive) == 4:
        act(state, min(game.awaited(state)), StandIn(), luck)
    assert state.duel and game.contenders(state) == frozenset(state.duel.alive)


def test_a_stand_in_hands_in_an_empty_page_goes_on_and_gives_the_duel_up() -> None:
    state, luck = evening(3)
    assert act(state, 0, StandIn(), luck) == HandIn(1, "", NO_LINES)
    act(state, 1, Poet("comic"), luck)
    act(state, 2, StandIn(), luck)
    kinds = set()
    while state.round == 1:
        kinds.add(type(act(state, min(game.awaited(state)), StandIn(), luck)))
    assert kinds == {Next, Ready, Vote}
    state.tied, state.phase = [0, 1], "tie"
    assert act(state, 0, StandIn(), luck) == Share(True)


def test_writing_takes_longer_than_voting() -> None:
    assert pace([HandIn(1)]) > pace([Vote(1, 0)])
    assert games.pace("cyrano", [Vote(1, 0)]) == pace([Vote(1, 0)])
    assert not games.is_eager("cyrano", "comic") and games.is_eager("cyrano", "random")
