"""What is told with a smile when the last stave is played, and the music to hear again."""

import msgspec
import pytest

from salon.core.capabilities import Award, Moment
from salon.core.contract import Seat
from salon.core.keepsakes import Note
from salon.core.luck import FastLuck
from salon.games.rythm_and_play.awards import awards_in
from salon.games.rythm_and_play.model import (
    NOTES,
    Card,
    Composed,
    Ended,
    Event,
    Exchanged,
    Melody,
    Options,
    Passed,
    PickedUp,
    Score,
    State,
)
from salon.games.rythm_and_play.rules import game
from salon.texts import LANGUAGES
from tests.awards import Evening, sentence


def table(seats: int = 3, stave: tuple[Card, ...] = ()) -> State:
    state = game.start(Options(), seats, FastLuck(1))
    state.stave, state.tonality = list(stave), "sharp"
    return state


def awards(*events: Event, stave: tuple[Card, ...] = (), seats: int = 3) -> dict[str, Award]:
    state = table(seats, stave)
    story = (Moment(step, state, [event]) for step, event in enumerate(events, 1))
    return {one.kind: one for one in awards_in(story)}


def in_words(award: Award) -> str:
    for language in LANGUAGES:
        assert "award" not in sentence("rythm_and_play", award, language)
    return sentence("rythm_and_play", award)


def melody(*by: Seat, taken_by: Seat) -> list[Event]:
    """A stave of notes, one by each of these."""
    return [*(Composed(seat, 1) for seat in by), PickedUp(taken_by, NOTES[:1] * len(by))]


def score(lost: int, beats: int) -> Score:
    return Score(5, lost // 6, (0, 0, 0, 0), lost, beats, 10 - lost - beats)


def test_whoever_picked_up_the_longest_melody_has_the_symphony() -> None:
    found = awards(*melody(*[0, 1] * 4, taken_by=1), *melody(*[0, 2] * 3, taken_by=2))
    assert in_words(found["symphony"]) == "A melody of 8 cards went home with Ana1."
    assert "symphony" not in awards(*melody(0, 1, 0, 1, taken_by=1))


def test_one_card_at_the_end_of_a_melody_by_others_is_the_last_word() -> None:
    found = awards(*melody(0, 1, 0, 1, 2, taken_by=2))
    said = "Ana2 laid only the last card of a melody, and took the other 4 as well."
    assert in_words(found["last_word"]) == said
    assert "last_word" not in awards(*melody(2, 0, 1, 0, 1, 2, taken_by=2))


def test_cards_that_others_pick_up_are_a_ghostwriter_s() -> None:
    found = awards(*melody(*[0] * 6, 1, taken_by=1), *melody(0, 2, taken_by=2))
    said = "7 cards by Ana0 found their way into other people’s melodies."
    assert in_words(found["ghostwriter"]) == said
    assert "ghostwriter" not in awards(*melody(*[0] * 9, taken_by=0))


def test_whoever_laid_most_changes_is_the_weathercock() -> None:
    found = awards(*[Composed(1, 8), Composed(1, 9)] * 3, Composed(0, 8))
    assert in_words(found["weathercock"]).startswith("Ana1 laid 6 changes.")
    assert "weathercock" not in awards(*[Composed(1, 4)] * 6)


def test_a_card_that_nothing_can_follow_is_a_full_stop() -> None:
    found = awards(Composed(2, 8), Composed(2, 8), stave=(7, 8))
    assert "to a full stop 2 times" in in_words(found["full_stop"])
    assert "full_stop" not in awards(Composed(2, 7), Composed(2, 7), stave=(7,))


def test_the_largest_exchange_is_told_in_cards() -> None:
    found = awards(Exchanged(0, 0, 0, 1, 4, 3), Exchanged(1, 1, 0, 0, 0, 4))
    assert in_words(found["lavish"]) == "Ana0 put 5 RYTHM cards on the table at once."
    assert "tip" not in found


@pytest.mark.parametrize(("cards", "beats"), [(3, "1 beat "), (1, "3 beats ")])
def test_beats_for_which_there_was_no_card_are_a_tip(cards: int, beats: str) -> None:
    found = awards(Exchanged(0, 1, 0, 0, 0, cards), Exchanged(1, 1, 0, 0, 0, 4))
    assert beats in in_words(found["tip"])


def test_passing_is_the_art_of_the_rest() -> None:
    said = in_words(awards(Passed(1), Passed(1), Passed(2))["rest"])
    assert said == "Rests are music too: Ana1 passed 2 times."


def test_whoever_lost_nothing_while_others_did_is_clean() -> None:
    found = awards(Ended((score(0, 0), score(6, 1), score(0, 2))))
    assert found["clean"].seats == (0,)
    assert "The others left 4½ points in beats and cards face up." in in_words(found["clean"])
    assert "clean" not in awards(Ended((score(0, 1), score(6, 1), score(0, 2))))


def test_two_may_share_an_award_and_both_of_two_may_not() -> None:
    both = [Composed(0, 8), Composed(1, 8)] * 6
    assert "Ana0 and Ana1 each laid 6 changes." in in_words(awards(*both)["weathercock"])
    assert awards(*both, seats=2) == {}


def test_where_nothing_happened_there_is_nothing_to_tell() -> None:
    assert awards() == awards(*melody(0, 1, 2, taken_by=2)) == {}


# The music


def test_the_longest_stave_is_everybody_s_and_each_has_a_song() -> None:
    state = table()
    state.longest = Melody(1, (1, 3, 8, 7))
    state.players[1].captured = [1, 3, 8, 7]
    state.players[2].captured = [2, 5]
    longest, first, second = game.keepsakes(state)
    assert [one.by for one in (longest, first, second)] == [None, 1, 2]
    assert longest.notes == (Note(60, 0.5), Note(64, 0.5), Note(None, 0.5), Note(71, 2))
    assert second.notes == (Note(62, 0.5), Note(67, 2))


def test_where_nothing_was_picked_up_there_is_nothing_to_hear() -> None:
    assert list(game.keepsakes(table())) == []


@pytest.mark.parametrize("seats", [2, 6])
def test_the_songs_are_small_and_hold_every_card_that_was_picked_up(seats: int) -> None:
    evening = Evening("rythm_and_play", seats, seats)
    assert list(evening)
    kept = list(game.keepsakes(evening.table.state))
    assert len(msgspec.json.encode(kept)) < 2_048
    songs = [len(one.notes) for one in kept if one.by is not None]
    captured = [len(player.captured) for player in evening.table.state.players]
    assert songs == [cards for cards in captured if cards]
