"""The book of the house: what bots write on letters, and that it can be read."""

import json
from itertools import chain
from pathlib import Path

import pytest

from salon.core.luck import FastLuck
from salon.games.romancier_scilof.book import ARC, BOOK, MARK, ask, in_language
from salon.games.romancier_scilof.bot import bots, stand_in
from salon.games.romancier_scilof.model import LINES, Line, Options, Post, Refuse, Reply, State
from salon.games.romancier_scilof.rules import game
from salon.texts import LANGUAGES

HERE = Path(__file__).parent
LONGEST = 140  # signs, as of a line by a person


def book(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((HERE / f"lines.{language}.json").read_text("utf-8"))
    return found


def table(seats: int = 3) -> State:
    return game.start(Options(), seats, FastLuck(1))


def write(state: State, words: str) -> str:
    """On A1, which then comes back unread; what stands on it now."""
    game.play(state, 0, Post("A1", 1, words), FastLuck(1))
    game.play(state, 1, Refuse(0), FastLuck(1))
    return state.lines["A1"][-1].words if "A1" in state.lines else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_house_can_be_read_in_every_language(language: str) -> None:
    lines = book(language)
    assert {kind: len(pages) for kind, pages in lines.items()} == BOOK
    everything = [*chain.from_iterable(lines.values())]
    assert len(set(everything)) == len(everything)
    assert all(line == " ".join(line.split(" ")).strip() for line in everything)
    assert max(map(len, everything)) <= LONGEST


def test_a_story_has_an_opening_turns_and_a_twist_and_then_it_is_whole() -> None:
    state = table()
    kinds = [write(state, ask(7)).removeprefix(MARK).split(".")[0] for _ in ARC]
    assert kinds == list(ARC)
    write(state, ask(7))
    assert len(state.lines["A1"]) == len(ARC) < LINES


def test_behind_the_line_of_a_person_the_house_goes_on_and_does_not_begin() -> None:
    state = table()
    write(state, "Once upon a time")
    assert write(state, ask(0)) == f"{MARK}turn.0"


def test_no_line_of_the_house_is_written_twice() -> None:
    state = table()
    write(state, ask(5))
    game.play(state, 0, Post("B1", 1, ask(5)), FastLuck(1))
    assert [state.lines["A1"], state.lines["B1"]] == [
        [Line(0, f"{MARK}opening.5")],
        [Line(0, f"{MARK}opening.6")],
    ]


def test_when_the_book_has_no_beginning_left_the_letter_stays_blank() -> None:
    state = table()
    state.lines["H8"] = [Line(0, f"{MARK}opening.{page}") for page in range(BOOK["opening"])]
    assert write(state, ask(3)) == ""


def evening(seats: int) -> State:
    """Played by regulars to its end."""
    luck = FastLuck(2)
    state = game.start(Options(), seats, luck)
    while game.result(state) is None:
        able = [seat for seat in range(seats) if game.moves(state, seat)]
        seat = luck.choice(able)
        move = bots["regular"].choose(game.view(state, seat), game.moves(state, seat), luck)
        if move is not None:
            game.play(state, seat, move, luck)
    return state


@pytest.mark.parametrize("seats", [4, 8])
def test_bots_tell_stories_of_several_lines_each_line_once(seats: int) -> None:
    told = [one.lines for one in game.view(evening(seats), None).chains]
    words = [line.words for lines in told for line in lines]
    assert len(words) == len(set(words)) > seats
    assert max(map(len, told)) >= 3
    assert all(lines[0].words.startswith(f"{MARK}opening.") for lines in told)


def lines_in(rounds: int, last: str) -> int:
    """How often a bot writes behind this line."""
    state = table(4)
    state.players[1].hand = ["A2"]
    state.lines["A2"] = [Line(0, last)] if last else []
    game.play(state, 0, Post("A1", 1), FastLuck(1))
    view, moves = game.view(state, 1), [Reply(0, "A2")]
    chosen = [bots["master"].choose(view, moves, FastLuck(n)) for n in range(rounds)]
    return sum(isinstance(move, Reply) and move.words != "" for move in chosen)


def test_bots_answer_a_person_more_often_than_the_house_and_leave_some_letters_blank() -> None:
    person, house, blank = (lines_in(200, last) for last in ("Ciao!", f"{MARK}turn.1", ""))
    assert 200 > person > 170
    assert 200 > house > blank > 0


def test_a_stand_in_puts_no_words_into_the_mouth_of_who_is_away() -> None:
    state = table()
    game.play(state, 0, Post("A1", 1, "Dear Bob"), FastLuck(1))
    view, moves = game.view(state, 1), game.moves(state, 1)
    chosen = [stand_in.choose(view, moves, FastLuck(n)) for n in range(50)]
    assert {move.words for move in chosen if isinstance(move, Reply)} == {""}


def test_a_line_of_the_house_is_read_in_any_language_and_any_other_as_it_stands() -> None:
    read = [in_language("❦turn.0", language) for language in LANGUAGES]
    assert len(set(read)) == len(LANGUAGES) and not any(MARK in line for line in read)
    for line in ("My own words.", "❦turn.9999", "❦nowhere.1", "❦turn.x", "❦"):
        assert in_language(line, "en") == line
