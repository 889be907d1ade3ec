"""The command `salon`: what people type, and what they get."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from rich.console import Console

from salon import cli, games, terminal
from salon.cast import company
from salon.core import fairness
from salon.core.contract import Seat
from salon.core.fairness import Fairness
from salon.core.luck import FastLuck, Luck
from salon.core.study import Study
from salon.core.table import Moved, Record, Table, read_record, write_record
from salon.games import AnyGame
from salon.texts import LANGUAGES, Texts
from toys.bluff.model import Event, Move, Options, State, View
from toys.bluff.rules import game as bluff

BluffTable = Table[State, Move, Event, View, Options]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Exit code, output and complaints of one call."""

    def call(*words: str) -> tuple[int, str, str]:
        code = 0
        try:
            cli.main(list(words))
        except SystemExit as exit:
            code = int(exit.code or 0)
        out, complaints = capsys.readouterr()
        return code, out, complaints

    return call


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What somebody types, line by line."""

    def prepare(typed: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))

    return prepare


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished table of three."""
    names, options = ["Ana", "Bob", "Cyd"], Options(planks=6)
    table = Table(bluff, options, 3, seal(bluff, options, names, {1: "cd" * 32}))
    play_at_random(table)
    file = tmp_path / "table.json"
    file.write_bytes(write_record(table.record(names)))
    return file


@pytest.fixture
def saved_by_two(tmp_path: Path) -> Path:
    table = Table(bluff, Options(planks=6), 2, fairness.draw())
    play_at_random(table)
    file = tmp_path / "two.json"
    file.write_bytes(write_record(table.record(["Ana", "Bob"])))
    return file


def moved(record: Record) -> list[bytes]:
    return [msgspec.json.encode(entry.move) for entry in record.entries if isinstance(entry, Moved)]


def play_at_random(table: BluffTable) -> None:
    luck = FastLuck(2)
    while (seat := table.state.awaited) is not None:
        table.play(seat, luck.choice(bluff.moves(table.state, seat)))


def seal(
    game: AnyGame,
    options: Struct,
    names: list[str],
    nonces: dict[Seat, str],
    withheld: Sequence[Seat] = (),
) -> Fairness:
    """Luck as a server would have mixed it."""
    drawn = fairness.draw()
    made = {
        seat: fairness.nonce_commitment(drawn.commitment, seat, nonces.get(seat, "ff" * 32))
        for seat in (*nonces, *withheld)
    }
    luck = msgspec.structs.replace(drawn, nonces=nonces, commitments=made)
    plain = msgspec.to_builtins(options)
    shown = fairness.opening(luck, game.name, game.version, plain, names)
    return msgspec.structs.replace(luck, seal=fairness.sha(shown))


Run = Callable[..., tuple[int, str, str]]
Answers = Callable[[str], None]


def test_every_command_stands_in_a_module_of_its_own_name() -> None:
    commands = {
        name.replace("-", "_"): cli.app[name].default_command
        for name in cli.app
        if not name.startswith("-")
    }
    assert {name: command.__module__ for name, command in commands.items() if command} == {
        name: f"salon.cli.{name}" for name in commands
    }
    files = {file.stem for file in Path(cli.__file__).parent.glob("*.py")}
    assert files == {*commands, "words", "__init__", "__main__"}


# Wrong input


WRONG = [
    ["fly"],
    ["play", "chess"],
    ["simulate"],
    ["simulate", "chess"],
    ["simulate", "bluff", "--seats", "9"],
    ["simulate", "bluff", "--seats", "many"],
    ["simulate", "bluff", "--games", "0"],
    ["simulate", "bluff", "--bots", "genius"],
    ["simulate", "bluff", "--bots", "no_such_module:Careful"],
    ["simulate", "bluff", "--bots", "novice,:Careful"],
    ["simulate", "bluff", "--bots", "tests.faults:Nobody"],
    ["simulate", "bluff", "--bots", "tests.faults:FAULTS"],
    ["arena", "bluff", "--bots", "novice,salon.bots.search:Search"],
    ["simulate", "bluff", "--bots", "tests.faults:Lazy"],
    ["simulate", "tug", "--seats", "3", "--option", "teams=true"],
    ["play", "bluff", "--bots", "tests.faults:Nobody", "--name", "Ana", "--seats", "2"],
    ["play", "bluff", "--save", "no/such/folder/evening.json"],
    ["play", "bluff", "--save", "."],
    ["simulate", "bluff", "--option", "planks=7"],
    ["simulate", "bluff", "--option", "colour=red"],
    ["simulate", "bluff", "--option", "planks"],
    ["simulate", "bluff", "--unheard"],
    ["laws", "chess"],
    ["laws", "bluff", "--seats", "9"],
    ["play", "bluff", "--language", "fi"],
    ["play", "bluff", "--seats", "1", "--name", "Ana", "--bots", "sly"],
    ["replay", "no/such/file.json"],
    ["verify", "no/such/file.json"],
    ["verify", "."],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_input_is_answered_in_one_clear_line_and_exit_code_2(
    run: Run, words: list[str]
) -> None:
    code, _, complaints = run(*words)
    assert code == 2
    assert complaints.startswith("salon: ") and complaints.count("\n") == 1
    assert "Traceback" not in complaints and "illegal." not in complaints


def test_a_damaged_file_is_answered_in_one_clear_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "damaged.json"
    for damage in (b"", b"{}", b"\xff\xfe", b"[" * 100_000):
        file.write_bytes(damage)
        for command in ("verify", "replay"):
            code, _, complaints = run(command, str(file))
            assert code == 2 and complaints.count("\n") == 1


# games


def test_games_lists_what_there_is(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert "bluff: Bluff, 2–5 seats" in out
    assert "--option planks=6|9|12" in out


def test_games_as_json(run: Run) -> None:
    found = json.loads(run("games", "--json")[1])
    ciao = next(game for game in found if game["name"] == "bluff")
    assert ciao["seats"] == [2, 3, 4, 5]
    assert ciao["bots"] == ["random", "novice", "regular", "sly"]


# simulate


def test_simulate_counts(run: Run) -> None:
    out = run("simulate", "bluff", "--seats", "4", "--games", "50", "--json")[1]
    report = json.loads(out)
    assert report["games"] == 50
    assert sum(report["endings"].values()) == 50
    assert sum(report["wins"]) == pytest.approx(50, abs=0.1)
    assert report["mean_length"] == pytest.approx(report["decisions"] / 50, abs=0.01)
    assert report["decisions_per_second"] > 0 and report["reference_per_second"] > 0


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    def report(seed: str) -> dict[str, Any]:
        words = ("--games", "20", "--bots", "sly,random,novice", "--seed", seed, "--json")
        found: dict[str, Any] = json.loads(run("simulate", "bluff", *words)[1])
        return {key: found[key] for key in ("decisions", "wins", "endings", "seats")}

    assert report("7") == report("7")
    assert report("7") != report("8")
    assert report("7")["seats"] == 3


def test_simulate_takes_options(run: Run) -> None:
    def length(planks: int) -> float:
        words = ("--games", "100", "--option", f"planks={planks}", "--json")
        return float(json.loads(run("simulate", "bluff", *words)[1])["mean_length"])

    assert length(6) < length(12)


def test_simulate_in_words(run: Run) -> None:
    code, out, _ = run("simulate", "bluff", "--games", "10")
    assert code == 0 and "decisions per second" in out and "endings" in out


# bots from outside


@pytest.fixture
def my_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the current folder: a bot that can only choose, and one that thinks."""
    lines = ["class First:", " def choose(self, view, moves, luck):", "  return moves[0]"]
    lines += ["class Thinker(First):", " seconds = 1", "first, thinker = First(), Thinker()"]
    (tmp_path / "my_bots.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_bots", None)


@pytest.mark.usefixtures("my_bots")
def test_a_bot_from_outside_plays_beside_the_others(run: Run) -> None:
    words = ("--bots", "novice, my_bots:First,my_bots:first", "--games", "5", "--json")
    code, out, _ = run("simulate", "bluff", *words)
    assert code == 0 and json.loads(out)["bots"] == ["novice", "First", "first"]


class First:
    """Called like another."""

    def choose(self, view: Any, moves: Sequence[Any], luck: Luck) -> Any:
        return moves[0]


@pytest.mark.usefixtures("my_bots")
def test_a_bot_from_outside_is_measured_and_thinks_as_long_as_it_may(run: Run) -> None:
    bots = "tests.test_cli:First,my_bots:First,my_bots:thinker"
    words = ("--bots", bots, "--games", "2", "--think", "5", "--json")
    matches = json.loads(run("arena", "bluff", *words)[1])
    assert [match["one"] for match in matches] == ["my_bots:First", "thinker", "thinker"]
    assert sys.modules["my_bots"].thinker.seconds == 0.005


@pytest.mark.usefixtures("my_bots")
def test_a_bot_from_outside_sits_down_with_people(run: Run, answers: Answers) -> None:
    answers("1\n" * 300)
    words = ("--name", "Ana", "--seats", "3", "--bots", "my_bots:First")
    code, out, _ = run("play", "bluff", *words)
    assert code == 0 and "First 1" in out and "First 2" in out


# laws


def test_laws_says_which_hold(run: Run) -> None:
    code, out, _ = run("laws", "bluff", "--seats", "2", "--walks", "1")
    assert code == 0 and "✓ it keeps secrets" in out


def test_laws_says_how_much_of_the_game_was_seen(run: Run) -> None:
    _, out, _ = run("laws", "bluff", "--seats", "2", "--walks", "1")
    assert "laws hold on 6 walks" in out and "6 of 6 sets of options" in out
    assert re.search(r"\d+ states, \d+ of them looked at closely", out)


def test_a_broken_law_is_exit_code_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.faults import RefusesWhatItOffers

    monkeypatch.setattr("salon.games.load", lambda _: RefusesWhatItOffers())
    code, _, complaints = run("laws", "bluff", "--seats", "2")
    assert code == 1 and "an offer is honoured" in complaints


# replay and verify


def test_study_tells_of_each_seat_and_of_what_cost_most(run: Run, saved_by_two: Path) -> None:
    code, out, _ = run("study", str(saved_by_two))
    assert code == 0
    for said in ("Lab of lies", "Ana", "of a win", "Chances to win", "Best play: Say"):
        assert said in out


def test_study_prints_what_the_page_is_sent(run: Run, saved_by_two: Path) -> None:
    _, out, _ = run("study", str(saved_by_two), "--json")
    record = read_record(saved_by_two.read_bytes())
    study = msgspec.json.decode(out, type=Study)
    assert msgspec.json.encode(study) == out.strip().encode()
    assert len(study.decisions) == sum(b'"Announce"' in one for one in moved(record))


def test_study_says_what_it_cannot_study(run: Run, saved: Path, saved_by_two: Path) -> None:
    record = read_record(saved_by_two.read_bytes())
    saved_by_two.write_bytes(write_record(msgspec.structs.replace(record, result=None)))
    complaints = [run("study", str(file))[2] for file in (saved, saved_by_two)]
    assert "Nobody knows the best play" in complaints[0]
    assert "not over yet" in complaints[1]


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_study_refuses_a_file_whose_moves_do_not_end_it(
    run: Run, saved_by_two: Path, how: list[str]
) -> None:
    record = read_record(saved_by_two.read_bytes())
    cut = msgspec.structs.replace(record, entries=record.entries[:3])
    saved_by_two.write_bytes(write_record(cut))
    code, out, complaints = run("study", str(saved_by_two), *how)
    assert (code, out) == (2, "") and "not what its moves give" in complaints


def test_a_file_that_holds_no_table_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text("{")
    said = [
        run("study", str(file))[2] for file in (tmp_path / "none", tmp_path, tmp_path / "cut.json")
    ]
    assert "There is no file" in said[0] and "is a folder" in said[1]
    assert "cut.json holds no table" in said[2]
    assert "FILE" in run("study")[2]


def test_verify_checks_a_fair_table(run: Run, saved: Path) -> None:
    code, out, _ = run("verify", str(saved))
    assert code == 0
    assert out.count("✓") == 6 and "1 nonces" in out


def tampered(saved: Path) -> Iterator[tuple[str, Record]]:
    record = read_record(saved.read_bytes())
    replaced = msgspec.structs.replace
    assert record.result is not None
    first = record.entries[0]
    assert isinstance(first, Moved)
    other = {**first.move, "number": 9}
    yield "another result", replaced(record, result=replaced(record.result, reason="other"))
    yield "a move left out", replaced(record, entries=record.entries[1:])
    yield (
        "another move",
        replaced(record, entries=[replaced(first, move=other), *record.entries[1:]]),
    )
    yield "another seat", replaced(record, entries=[replaced(first, seat=7), *record.entries[1:]])
    yield "cut short", replaced(record, entries=record.entries[:-1])
    yield "another secret", replaced(record, fairness=replaced(record.fairness, secret="00" * 32))
    yield (
        "another nonce",
        replaced(record, fairness=replaced(record.fairness, nonces={1: "ce" * 32})),
    )


def test_verify_finds_every_kind_of_tampering(run: Run, saved: Path) -> None:
    for what, record in tampered(saved):
        saved.with_name("tampered.json").write_bytes(write_record(record))
        code, out, _ = run("verify", str(saved.with_name("tampered.json")))
        assert code == 1 and out.startswith("✗ "), what


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    """A finished table at which no luck is drawn; somebody committed and showed nothing."""
    rules = games.load("tug")
    options, names = rules.types.options(), ["Ana", "Zoë"]
    luck = seal(rules, options, names, {0: "ab" * 32}, withheld=[1])
    table = Table(rules, options, 2, luck)
    for seat in (0, 1):
        table.play(seat, rules.moves(table.state, seat)[0])
    file = tmp_path / "quiet.json"
    file.write_bytes(write_record(table.record(names)))
    return file


def forged(file: Path) -> Iterator[tuple[str, Any]]:
    """What somebody could change in a record at which no luck was drawn, so that it replays."""
    changes: dict[str, Callable[[Any], Any]] = {
        "a nonce changed": lambda it: it["fairness"]["nonces"].update({"0": "cd" * 32}),
        "a nonce dropped": lambda it: it["fairness"]["nonces"].clear(),
        "a nonce added": lambda it: it["fairness"]["nonces"].update({"1": "cd" * 32}),
        "a seat more": lambda it: it["fairness"]["nonces"].update({"7": "cd" * 32}),
        "a commitment dropped": lambda it: it["fairness"]["commitments"].pop("1"),
        "commitments swapped": lambda it: swap(it["fairness"]["commitments"], "0", "1"),
        "a player renamed": lambda it: it["names"].__setitem__(1, "Eve"),
        "players swapped": lambda it: it["names"].reverse(),
        "a player forgotten": lambda it: it["names"].pop(),
        "other options": lambda it: it["options"].update(teams=not it["options"]["teams"]),
        "the seal taken off": lambda it: it["fairness"].update(seal="", commitments={}),
        "a seal of no opening": lambda it: it["fairness"].update(seal="ab" * 32),
    }
    for what, change in changes.items():
        record = json.loads(file.read_bytes())
        change(record)
        yield what, record


def swap(thing: dict[str, str], one: str, other: str) -> None:
    thing[one], thing[other] = thing[other], thing[one]


def test_verify_notices_every_forgery_also_where_no_luck_is_drawn(run: Run, quiet: Path) -> None:
    assert run("verify", str(quiet))[0] == 0
    for what, record in forged(quiet):
        quiet.with_name("forged.json").write_text(json.dumps(record))
        code, out, _ = run("verify", str(quiet.with_name("forged.json")))
        assert code == 1 and out.startswith("✗ "), what


def test_a_forgery_that_fits_in_itself_is_not_what_a_page_showed(run: Run, quiet: Path) -> None:
    """Whoever has a file can make all of it anew: the hash a page showed tells them apart."""
    true = read_record(quiet.read_bytes())
    rules, names = games.load(true.game), ["Ana", "Eve"]
    luck = seal(rules, rules.types.options(), names, {0: "cd" * 32})
    quiet.write_bytes(write_record(msgspec.structs.replace(true, names=names, fairness=luck)))
    assert run("verify", str(quiet))[0] == 0
    for shown in (true.fingerprint, true.fairness.seal):
        code, out, _ = run("verify", str(quiet), "--shown", shown)
        assert code == 1 and "not the table of which the page showed" in out


def test_verify_compares_with_what_a_page_showed(run: Run, quiet: Path) -> None:
    record = read_record(quiet.read_bytes())
    for shown in (record.fingerprint, record.fairness.seal.upper()):
        assert run("verify", str(quiet), "--shown", shown)[0] == 0
    out = run("verify", str(quiet))[1]
    assert f"✓ opening {record.fairness.seal}" in out and f"✓ record {record.fingerprint}" in out


def test_verify_names_who_committed_and_showed_nothing(run: Run, quiet: Path, saved: Path) -> None:
    assert "Zoë committed to a nonce and did not show it" in run("verify", str(quiet))[1]
    assert "did not show" not in run("verify", str(saved))[1]


@pytest.fixture
def old(saved: Path) -> Path:
    """A record as it was written before there were openings and fingerprints."""
    record = read_record(saved.read_bytes())
    table = Table(bluff, Options(planks=6), 3, fairness.draw({1: "cd" * 32}))
    play_at_random(table)
    plain = msgspec.to_builtins(table.record(record.names), str_keys=True)
    for new in ("seal", "commitments"):
        del plain["fairness"][new]
    del plain["fingerprint"]
    saved.write_text(json.dumps({**plain, "format": 1}))
    return saved


def test_a_record_of_the_time_before_openings_is_verified_as_it_was_then(
    run: Run, old: Path
) -> None:
    code, out, _ = run("verify", str(old))
    assert code == 0 and "1 nonces" in out and "• no opening" in out
    changed = json.loads(old.read_bytes())
    changed["fairness"]["nonces"]["1"] = "ce" * 32
    old.write_text(json.dumps(changed))
    assert run("verify", str(old))[0] == 1


def test_verify_on_another_version_says_so_and_stops(run: Run, saved: Path) -> None:
    record = read_record(saved.read_bytes())
    record.version = 2
    saved.write_bytes(write_record(record))
    code, _, complaints = run("verify", str(saved))
    assert code == 2 and "version 2 of the rules; here is version 1" in complaints


def test_replay_tells_the_story(run: Run, saved: Path) -> None:
    code, out, _ = run("replay", str(saved))
    assert code == 0
    assert "Ana" in out and "Under your cup" in out
    first = run("replay", str(saved), "--step", "1")[1]
    assert len(first) < len(out)
    assert run("replay", str(saved), "--step", "9999")[0] == 2


# play


def test_a_whole_game_against_bots(run: Run, answers: Answers, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    answers("Ana\n9\n3\n3\n" + "nonsense\n" + "1\n" * 300)
    code, out, _ = run("play", "bluff", "--option", "planks=6", "--save", str(file))
    assert code == 0
    assert "Your die shows" in out and "Say 1" in out and "★" in out
    assert "Please type a number" in out
    assert run("verify", str(file))[0] == 0


def test_what_others_roll_is_not_shown(run: Run, answers: Answers) -> None:
    answers("1\n" * 300)
    words = ("--name", "Ana", "--seats", "4", "--bots", "regular")
    out = run("play", "bluff", *words)[1]
    mine = out.count("Ana shakes the cup.")
    assert mine <= out.count("Under your cup") + 1
    assert out.count("Under your cup") <= mine
    assert any(f"{one.name} shakes the cup." in out for one in company("bluff")["regular"])


@pytest.mark.parametrize("game", ["bluff", "nim"])
def test_a_name_is_printed_as_it_is(run: Run, answers: Answers, tmp_path: Path, game: str) -> None:
    file = tmp_path / "evening.json"
    answers("1\n" * 300)
    words = ("--name", "[/x] :smile:", "--seats", "2", "--bots", "random", "--save", str(file))
    code, out, _ = run("play", game, *words)
    assert code == 0 and "[/x] :smile:" in out
    assert "[/x] :smile:" in run("replay", str(file))[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(run: Run, answers: Answers, language: str) -> None:
    answers("\n2\nsly\n" + "2\n" * 300)
    code, out, _ = run("play", "bluff", "--language", language)
    assert code == 0 and Texts(language).say("terminal.level") in out


def test_the_end_of_input_is_a_quiet_goodbye(run: Run, answers: Answers) -> None:
    answers("Ana\n3\n1\n1\n")
    code, _, complaints = run("play", "bluff")
    assert code == 130 and complaints == ""


def test_whoever_reads_along_may_stop_early() -> None:
    words = [sys.executable, "-m", "salon.cli", "games", "--json"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_game_with_free_text_cannot_be_played_from_a_list() -> None:
    from salon.core.refusal import Refusal
    from toys.auction.rules import Auction

    with pytest.raises(Refusal, match="not_a_list"):
        terminal.check_list(Auction())


def test_what_a_game_animates_is_seen_on_a_terminal_alone() -> None:
    from toys.bluff.model import Fell

    table = Table(bluff, Options(), 3, fairness.draw())
    for is_terminal in (True, False):
        console = Console(file=io.StringIO(), force_terminal=is_terminal, width=80)
        view = bluff.view(table.state, None)
        terminal.Scene("bluff").animate(Fell(0, 3), view, Texts("en"), console)
        assert isinstance(console.file, io.StringIO)
        assert ("~ 0 ~" in console.file.getvalue()) == is_terminal
