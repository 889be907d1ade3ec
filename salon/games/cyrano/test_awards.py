"""What is told of an evening when it is over, and what is kept of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from salon import games
from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.core.keepsakes import Verse
from salon.core.table import encode
from salon.ear import ear
from salon.games.cyrano import test_rules
from salon.games.cyrano.awards import AHEAD, ALONE, DRAWER, SENTENCES
from salon.games.cyrano.model import (
    NO_LINES,
    AllRead,
    Case,
    Climbed,
    Drawn,
    Duelled,
    Event,
    Heard,
    Lines,
    Loved,
    Page,
    Poem,
    Revealed,
    Round,
    Said,
    Settled,
    State,
    Vote,
    Which,
    page_id,
)
from salon.games.cyrano.rules import game
from salon.games.cyrano.test_rules import EMPTY, SMALL_DECK, TY, Evening
from salon.texts import LANGUAGES, Texts

small_deck = test_rules.small_deck  # the same cards as there

GATE = "The gate"
LINES: Lines = ("O gate of mine", "you creak", "", "and I am out")


def tale(*pages: Page) -> State:
    """Five poets at the end of a story of which only this is left."""
    state = Evening(5).state
    state.album = [Round(1, GATE, ("-eave", "-ty"), pages)]
    return state


def told(*steps: list[Event], state: State | None = None) -> dict[str, Award]:
    """The awards, by kind, of a story in which this was told."""
    state = tale() if state is None else state
    story = [Moment(step, state, events) for step, events in enumerate(steps, 1)]
    found = {one.kind: one for one in game.awards(story)}
    for one in found.values():
        assert 1 <= one.weight <= 100
        assert_can_be_said(one)
    return found


def assert_can_be_said(award: Award) -> None:
    names = ["Ana", "Bob", "Cyd", "Dan", "Eva"]
    for language in LANGUAGES:
        say = Texts(language, games.folder(game.name), names).say
        said = say(f"award.{award.kind}", seats=award.seats, **award.details)
        assert all(names[seat] in said for seat in award.seats)
        assert all(str(one) in said for key, one in award.details.items() if key != "n")
        assert "award." not in said + say(f"award.{award.kind}.title")


def page(poet: Seat, lines: Lines = LINES, words: tuple[str, ...] = (), fans: int = 0) -> Page:
    return Page(poet, "Ode", lines, words, tuple(range(fans)))


def votes(*poets: Seat, hearts: dict[Seat, Which] | None = None) -> list[Event]:
    """For whom each seat votes, and which line some of them love."""
    return [
        Revealed(seat, poet, poets.count(poet) - 1, 0, (hearts or {}).get(seat))
        for seat, poet in enumerate(poets)
    ]


# Words


def test_who_found_most_words_that_nobody_else_had_is_told_with_their_number() -> None:
    first: list[Event] = [Climbed(0, 4, 4), Climbed(1, 2, 2)]
    award = told(first, [Climbed(0, 1, 5), Climbed(1, 1, 3)])["original"]
    assert (award.seats, award.details) == ((0,), {"n": 5})


def test_a_word_more_than_the_others_is_nothing_to_talk_about() -> None:
    assert "original" not in told([Climbed(0, 4, 4), Climbed(1, 5 - AHEAD + 1, 4)])
    assert "original" not in told([Climbed(0, 4, 4), Climbed(1, 4, 4)])


def test_a_word_than_which_the_drawer_has_hardly_a_rarer_one_is_the_rare_find() -> None:
    rare = ear("en").words(SMALL_DECK[TY].sound).rare
    assert len(rare) >= DRAWER
    pages = (page(0, words=(rare[0], "leave")), page(1, words=(rare[-1].upper(),)))
    award = told([], state=tale(*pages))["rarest"]
    assert (award.seats, award.details) == ((1,), {"word": rare[-1].upper()})
    assert "rarest" not in told([], state=tale(*pages[:1]))


def test_two_who_end_their_lines_alike_time_and_again_are_told() -> None:
    state = tale()
    alike = tuple(Heard(word, word) for word in ("heart", "moon", "gate"))
    state.poems = {seat: Poem("", NO_LINES, alike) for seat in (1, 3)}
    state.poems[0] = Poem("", NO_LINES, alike[:1])
    award = told([AllRead()], state=state)["twins"]
    assert (award.seats, award.details) == ((1, 3), {"n": 3})
    state.poems[0] = Poem("", NO_LINES, alike)
    assert "twins" not in told([AllRead()], state=state)


def judged(*judges: bool, proposed: bool = False, lines: Lines = LINES) -> State:
    """The judges have decided on a word of seat 0."""
    state = tale(page(0, lines))
    votes = dict(enumerate(judges, 1))
    state.settled = [Case(7, None, 0, "gribble", "gribble", proposed, tuple(votes), votes)]
    return state


def test_a_word_that_the_table_took_for_a_rhyme_against_the_ear_is_told() -> None:
    award = told([Settled(7, 0, True)], state=judged(True, True))["coined"]
    assert (award.seats, award.details) == ((0,), {"word": "gribble"})


def test_no_word_is_told_that_the_ear_heard_too_or_nobody_spoke_for_or_was_hidden() -> None:
    settled: list[Event] = [Settled(7, 0, True)]
    heard = judged(True, True, proposed=True)
    assert "coined" not in told(settled, state=heard)
    assert "coined" not in told(settled, state=judged())
    assert "coined" not in told(settled, state=judged(True, True, lines=NO_LINES))


# Votes


def test_the_line_that_most_others_love_is_told_as_it_was_written() -> None:
    opened = votes(1, 2, 1, 1, 2, hearts={0: 0, 2: 0, 1: 1, 3: 3})
    award = told(opened, state=tale(page(1), page(2)))["loved"]
    assert (award.seats, award.details) == ((1,), {"line": "O gate of mine", "n": 2})


def test_a_line_is_loved_by_others_and_alone_at_the_top() -> None:
    both = tale(page(1), page(2))
    assert "loved" not in told(votes(1, 1, 2, 2, 2, hearts={0: 0, 1: 0}), state=both)
    tie = votes(1, 2, 1, 2, 0, hearts={0: 0, 2: 0, 1: 1, 3: 1})
    assert "loved" not in told(tie, state=both)
    more = tale(page(1, fans=2), page(2, fans=3))
    assert told(tie, state=more)["loved"].seats == (2,)


def test_a_line_of_the_second_round_is_not_taken_for_one_of_the_first() -> None:
    state = tale(page(1))
    state.album.append(Round(2, GATE, ("-eave", "-ty"), (page(1, ("Two", "", "", "")),)))
    opened = votes(1, 1, 1, 1, 1, hearts={0: 0, 2: 0})
    award = told([Drawn(2, GATE, ("-eave", "-ty"))], opened, state=state)["loved"]
    assert award.details["line"] == "Two"


def test_whom_everybody_else_chose_at_once_is_told() -> None:
    award = told(votes(2, 2, 0, 2, 2), votes(1, 2, 0, 3, 4))["unanimous"]
    assert (award.seats, award.details) == ((2,), {"n": 1})
    assert "unanimous" not in told(votes(2, 2, 0, 2, 1))
    assert "unanimous" not in told(votes(2, 2, 0, 2, 2), votes(1, 0, 1, 1, 1))


def test_who_chose_everybody_but_never_the_own_poem_is_generous() -> None:
    rounds = [votes(poet, 0, 0, 0, 0) for poet in (1, 2, 3, 4)]
    assert told(*rounds)["generous"].seats == (0,)
    assert "generous" not in told(*rounds, votes(0, 0, 0, 0, 0))
    assert "generous" not in told(*rounds[:3])


def test_who_falls_for_what_nobody_else_chose_has_a_taste_of_their_own() -> None:
    opened = votes(1, 2, 2, 3, 3)
    award = told(*[opened] * ALONE)["alone"]
    assert (award.seats, award.details) == ((0,), {"n": ALONE})
    own = votes(0, 2, 2, 3, 3)
    assert "alone" not in told(*[own] * ALONE)


# The duel


def test_a_duel_of_many_sentences_is_told_of_all_who_fought() -> None:
    fight: list[Event] = [Duelled((0, 3), 3), *[Said(0, "", rhymes=True)] * SENTENCES]
    award = told(fight, [Said(3, "", rhymes=False)])["duel"]
    assert (award.seats, award.details) == ((0, 3), {"n": SENTENCES})


def test_a_sentence_that_the_table_does_not_take_counts_for_nothing() -> None:
    fight: list[Event] = [Duelled((0, 3), 3), *[Said(0, "", rhymes=True)] * SENTENCES]
    assert "duel" not in told([*fight, Settled(1, 0, False)])
    assert "duel" not in told(fight[:-1])


# A whole evening

POEMS = ("Ode: leave/believe//majesty", "leave/grieve/duty/city", "x: leave/sieve/pity/", EMPTY)


def evening(table: Evening, *, hidden: str = "") -> Iterator[Moment[State, Event]]:
    """One round, after which the lover of seat 0 is at the top: seat 1 is chosen by all others,
    two of whom love the second line."""
    table.state.players[0].ladder = 21
    yield Moment(1, table.state, table.write(*POEMS))  # type: ignore[arg-type]
    yield Moment(2, table.state, table.recite())  # type: ignore[arg-type]
    for step, (seat, line) in enumerate(((0, 1), (2, 1), (3, None)), 3):
        yield Moment(step, table.state, table.do(seat, Vote(1, 1, line)))  # type: ignore[arg-type]
    yield Moment(6, table.state, table.do(1, Vote(1, 0)))  # type: ignore[arg-type]
    assert table.result() is not None
    if hidden:
        events = [one.event for one in game.hide(table.state, None, hidden)]
        yield Moment(7, table.state, events)


def test_of_a_real_evening_the_loved_line_is_told() -> None:
    found = {one.kind: one for one in game.awards(evening(Evening()))}
    assert found["loved"].details == {"line": "la la grieve", "n": 2}
    assert found["unanimous"].seats == (1,)


def test_what_was_hidden_after_the_end_is_neither_told_nor_kept() -> None:
    table = Evening()
    found = list(game.awards(evening(table, hidden=page_id(1, 1))))
    assert b"grieve" not in encode([found, list(game.keepsakes(table.state))])
    assert [one.kind for one in found] == ["unanimous"]


def test_a_story_without_steps_has_no_awards() -> None:
    assert told() == {}


# The album


def test_every_poem_is_kept_under_its_theme_the_most_chosen_of_a_round_first() -> None:
    table = Evening()
    list(game.awards(evening(table)))
    theme = table.state.album[0].theme
    assert list(game.keepsakes(table.state)) == [
        Verse(theme, ("la la leave", "la la grieve", "la la duty", "la la city"), 1, 1),
        Verse(f"{theme} · Ode", ("la la leave", "la la believe", "la la majesty"), 0),
        Verse(f"{theme} · x", ("la la leave", "la la sieve", "la la pity"), 2),
    ]


def test_the_loved_line_is_found_behind_a_line_left_empty() -> None:
    state = tale(Page(0, "One", ("", "One", "", "Two"), (), ()))
    state.album = [replace(one, loved=Loved(0, 3, (1,))) for one in state.album]
    assert list(game.keepsakes(state)) == [Verse(GATE, ("One", "Two"), 0, 1)]
