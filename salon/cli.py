"""The command `salon`."""

import json as jsons
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import msgspec
from cyclopts import App, CycloptsError, Parameter
from rich.console import Console
from rich.progress import Progress, track

from salon import games, terminal
from salon.bots.random import Random
from salon.core import fairness, laws
from salon.core import options as option_words
from salon.core.contract import Illegal
from salon.core.luck import FastLuck
from salon.core.simulate import simulate as simulate_one
from salon.core.table import Hid, Record, Table, read_record, replay, write_record
from salon.core.walks import Broken
from salon.games import AnyBot, AnyGame
from salon.texts import Texts, own_language

if TYPE_CHECKING:
    from salon.ear import Ear

app = App(name="salon", help="An evening of tabletop games.", version_flags=["--version"])

WRONG_INPUT = 2

Language = Annotated[str, Parameter(name=["--language", "-l"])]
Options = Annotated[list[str], Parameter(name=["--option", "-o"], negative=[])]
Json = Annotated[bool, Parameter(name="--json", negative=[])]


@app.command(name="games")
def list_games(*, json: Json = False) -> None:
    """The games there are, with their seats, options and bots.

    Parameters
    ----------
    json
        Print JSON.
    """
    found = [_describe(name) for name in games.names()]
    if json:
        print(jsons.dumps(found, indent=2))
        return
    for game in found:
        print(f"{game['name']}: {game['title']}, {game['seats'][0]}–{game['seats'][-1]} seats")
        for option, values in game["options"].items():
            print(f"  --option {option}={'|'.join(values)}")
        print(f"  --bots {', '.join(game['bots'])}")


def _describe(name: str) -> dict[str, Any]:
    game = games.load(name)
    options = option_words.choices(game.types.options)
    return {
        "name": name,
        "title": Texts(own_language(), games.folder(name)).say("title"),
        "version": game.version,
        "seats": list(game.seats),
        "options": {
            key: list(map(option_words.written, allowed)) for key, allowed in options.items()
        },
        "bots": list(_bots(name)),
    }


@app.command
def play(
    game: str = "ciao_ciao",
    *,
    name: str | None = None,
    seats: int | None = None,
    bots: str | None = None,
    option: Options = [],  # noqa: B006
    language: Language = "",
    save: Path | None = None,
) -> None:
    """Play a game in the terminal against bots.

    Parameters
    ----------
    game
        Its name; `salon games` lists them.
    name
        Your name.
    seats
        How many sit at the table, you included.
    bots
        Who sits on the other seats, by name, separated by commas.
    option
        A choice for the table, as name=value; may be given several times.
    language
        en, fr, de, it or nl; by default the one of this machine.
    save
        Where to write the whole table when it is over.
    """
    console = Console(highlight=False)
    rules = games.load(game)
    terminal.check_list(rules)
    texts = Texts(_language(language), games.folder(game))
    ask = terminal.prompt(console)
    console.rule(f"[bold]{texts.say('title')}[/]")
    chosen = option_words.read(rules.types.options, _pairs(option))
    me = name or ask(texts.say("terminal.name")).strip() or texts.say("terminal.guest")
    number = seats or _ask_seats(rules, texts, ask, console)
    others = _seat_bots(game, bots or _ask_level(game, texts, ask, console), number - 1)
    texts.names = [me, *_bot_names(others, game, texts)]
    table = Table(rules, chosen, number, fairness.draw())
    seated = [_bots(game)[other] for other in ("random", *others)]
    terminal.Evening(table, 0, seated, texts=texts, console=console, ask=ask).play()
    if save:
        save.write_bytes(write_record(table.record(list(texts.names))))
        console.print(texts.say("terminal.saved", name=save))


def _ask_seats(rules: AnyGame, texts: Texts, ask: Callable[[str], str], console: Console) -> int:
    least, most = rules.seats[0], rules.seats[-1]
    while True:
        answer = ask(f"{texts.say('terminal.seats')} ({least}–{most})").strip()
        if answer.isdecimal() and int(answer) in rules.seats:
            return int(answer)
        console.print(texts.say("illegal.seats", least=least, most=most, seats=answer or "–"))


def _ask_level(game: str, texts: Texts, ask: Callable[[str], str], console: Console) -> str:
    levels = list(_bots(game))
    for number, level in enumerate(levels, 1):
        about = texts.say(f"bot.{level}.about")
        console.print(f"  [bold]{number}[/]  {texts.say(f'bot.{level}')}: {about}")
    while True:
        answer = ask(texts.say("terminal.level")).strip()
        if answer in levels:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(levels):
            return levels[int(answer) - 1]
        console.print(texts.say("terminal.choose_again", last=len(levels)))


def _bot_names(levels: list[str], game: str, texts: Texts) -> list[str]:  # noqa: ARG001
    """Bots are called by what they are, and numbered."""
    return [f"{texts.say(f'bot.{level}')} {seat}" for seat, level in enumerate(levels, 1)]


@app.command
def simulate(
    game: str,
    *,
    seats: int | None = None,
    games_: Annotated[int, Parameter(name="--games")] = 1000,
    seed: int = 0,
    bots: str = "random",
    option: Options = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Let bots play many games, fast, and count.

    Parameters
    ----------
    game
        Its name; `salon games` lists them.
    seats
        How many sit at the table; by default as many as there are bots, or the fewest possible.
    games_
        How many games.
    seed
        The same seed gives the same games.
    bots
        Who plays, seat by seat, separated by commas; repeated round the table.
    option
        A choice for the table, as name=value; may be given several times.
    json
        Print JSON.
    """
    rules = games.load(game)
    chosen = option_words.read(rules.types.options, _pairs(option))
    number = seats or max(rules.seats[0], len(bots.split(",")))
    names = _seat_bots(game, bots, number)
    if games_ < 1:
        raise Illegal("no_games")
    players = [_bots(game)[name] for name in names]
    luck = FastLuck(seed)
    show = sys.stderr.isatty() and not json
    rounds = track(
        range(games_), game, console=Console(stderr=True), disable=not show, transient=True
    )
    start = time.perf_counter()
    outcomes = [simulate_one(rules, chosen, players, luck) for _ in rounds]
    seconds = time.perf_counter() - start
    decisions = sum(outcome.decisions for outcome in outcomes)
    wins = [0.0] * number
    for outcome in outcomes:
        for winner in outcome.result.winners:
            wins[winner] += 1 / len(outcome.result.winners)
    report = {
        "game": game,
        "seats": number,
        "bots": names,
        "seed": seed,
        "games": games_,
        "decisions": decisions,
        "seconds": round(seconds, 4),
        "decisions_per_second": round(decisions / seconds),
        "reference_per_second": reference(),
        "wins": [round(share, 2) for share in wins],
        "mean_length": round(decisions / games_, 2),
        "endings": dict(Counter(outcome.result.reason for outcome in outcomes).most_common()),
    }
    _print(report, json)


def reference() -> int:
    """Additions per second of a plain loop: a busy machine shows here too."""
    start, total = time.perf_counter(), 0
    for number in range(2_000_000):
        total += number
    return round(2_000_000 / (time.perf_counter() - start))


def _print(report: dict[str, Any], json: bool) -> None:
    if json:
        print(jsons.dumps(report, indent=2))
        return
    for key, value in report.items():
        print(f"{key.replace('_', ' '):22} {_plain(value)}")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {count}" for key, count in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


@app.command
def arena(
    game: str,
    *,
    bots: str = "",
    seats: int | None = None,
    games_: Annotated[int, Parameter(name="--games")] = 100,
    until_clear: Annotated[bool, Parameter(negative=[])] = False,
    think: float | None = None,
    seed: int = 0,
    option: Options = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Let bots play each other, every pair, seats in turn: win rate and Elo with 95 % intervals.

    Parameters
    ----------
    game
        Its name; `salon games` lists them.
    bots
        Who plays, separated by commas, from weak to strong; by default all there are.
    seats
        How many sit at the table; by default the fewest possible.
    games_
        How many games each pair plays, at most.
    until_clear
        Stop a pair as soon as its interval excludes equality.
    think
        Milliseconds a move, for bots that search.
    seed
        The same seed gives the same games, but for bots that look at the clock.
    option
        A choice for the table, as name=value; may be given several times.
    json
        Print JSON.
    """
    from salon.arena import Match, round_robin, table_of

    rules = games.load(game)
    chosen = option_words.read(rules.types.options, _pairs(option))
    number = seats or rules.seats[0]
    names = _seat_bots(game, bots, len(bots.split(","))) if bots else list(_bots(game))
    if games_ < 1 or len(set(names)) < 2:
        raise Illegal("no_games")
    players = {name: _bots(game)[name] for name in names}
    for player in players.values():
        if think is not None and hasattr(player, "seconds"):
            player.seconds = think / 1000
    found: dict[tuple[str, str], Match] = {}
    show = sys.stderr.isatty() and not json
    with Progress(console=Console(stderr=True), disable=not show, transient=True) as progress:
        bars: dict[tuple[str, str], Any] = {}
        for match in round_robin(
            rules, chosen, players, seats=number, games=games_, until_clear=until_clear, seed=seed
        ):
            pair = (match.one, match.other)
            if pair not in bars:
                bars[pair] = progress.add_task(" – ".join(pair), total=games_)
            progress.update(bars[pair], completed=match.games)
            found[pair] = match
    if json:
        print(msgspec.json.encode(list(found.values())).decode())
    else:
        Console().print(table_of(list(found.values())))


@app.command(name="laws")
def check_laws(
    game: str | None = None,
    *,
    all_: Annotated[bool, Parameter(name="--all", negative=[])] = False,
    walks: int = 3,
    seats: int | None = None,
) -> None:
    """Check that a game, or every game, keeps the laws.

    Parameters
    ----------
    game
        Its name; `salon games` lists them.
    all_
        Every combination of options, not only every pair of choices.
    walks
        How many random walks for each number of seats and each set of options.
    seats
        Only this number of seats.
    """
    for name in games.names() if game is None else [game]:
        rules, start = games.load(name), time.perf_counter()
        with Console(stderr=True).status(name) as status:
            count = laws.check(
                rules,
                games.stand_in(name),
                seats=None if seats is None else [seats],
                walks=walks,
                all_options=all_,
                progress=status.update,
            )
        seconds = time.perf_counter() - start
        print(f"{name}: {len(laws.LAWS)} laws hold on {count} walks, {seconds:.1f} s")
        for law in laws.LAWS:
            print(f"  ✓ {law}")


@app.command(name="replay")
def tell(file: Path, *, step: int | None = None, language: Language = "") -> None:
    """Tell the story of an exported table.

    Parameters
    ----------
    file
        A table as JSON.
    step
        Only up to this step.
    language
        en, fr, de, it or nl; by default the one of this machine.
    """
    record = _read(file)
    names = _names(record)
    texts = Texts(_language(language), games.folder(record.game), names)
    terminal.tell_story(record, texts, Console(highlight=False), step)


@app.command
def verify(file: Path) -> None:
    """Replay an exported table and check every move, the result, and that its luck was fair.

    Parameters
    ----------
    file
        A table as JSON.
    """
    record = _read(file)
    rules = games.load(record.game)
    if record.version != rules.version:
        raise Illegal("other_version", theirs=record.version, ours=rules.version)
    try:
        fairness.check(record.fairness)
        table = replay(rules, record)
        if rules.result(table.state) != record.result:
            raise Illegal("other_result")
    except Illegal as refusal:
        print(f"✗ {_sentence(refusal, record)}")
        sys.exit(1)
    print(f"✓ commitment {record.fairness.commitment}")
    print(f"✓ luck from the secret and {len(record.fairness.nonces)} nonces")
    print(f"✓ {len(record.entries)} entries, each as the rules of {record.game} allow")
    print("✓ result" if record.result else "✓ not over yet")
    if hidden := sum(isinstance(entry, Hid) for entry in record.entries):
        print(f"• {hidden} texts were taken back: no page shows them, this file keeps them")


@app.command
def rhyme(
    tongue: str,
    *words: str,
    pairs: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    sound: Annotated[bool, Parameter(negative=[])] = False,
    language: Language = "",
) -> None:
    """Ask the ear whether two words rhyme: exact, near or no, with what it heard and how it knows.

    Parameters
    ----------
    tongue
        The language of the words: en or fr.
    words
        Two words.
    pairs
        Instead: a file with two words on each line, or - for standard input; each line is answered
        with exact, near or no.
    sound
        Instead: print the sounds a card could ask for with each word in mind.
    language
        en, fr, de, it or nl; by default the one of this machine.
    """
    from salon.ear import LANGUAGES as TONGUES
    from salon.ear import ear

    if tongue not in TONGUES:
        raise Illegal("no_such_ear", name=tongue, languages=", ".join(TONGUES))
    texts = Texts(_language(language))
    if pairs is not None:
        _judge_pairs(ear(tongue), pairs, texts)
    elif sound:
        for word in words:
            print(word, *ear(tongue).sounds(word), sep="\t")
    else:
        _compare(ear(tongue), words, texts)


def _judge_pairs(listening: "Ear", file: str, texts: Texts) -> None:
    from salon.ear.command import judge_pairs

    try:
        lines = sys.stdin if file == "-" else Path(file).read_text("utf-8", "replace").splitlines()
    except OSError:
        raise Illegal("no_file", name=file) from None
    for answer in judge_pairs(listening, lines):
        print(answer.verdict, answer.line)
        if not answer.readable:
            print(texts.say("rhyme.two_words", line=answer.line), file=sys.stderr)


def _compare(listening: "Ear", words: tuple[str, ...], texts: Texts) -> None:
    from salon.ear.command import compare

    if len(words) != 2:
        raise Illegal("two_words")
    found = compare(listening, *words)
    said = texts.say(f"rhyme.{found.verdict}", one=words[0], other=words[1])
    print(f"{found.verdict}: {said}")
    for heard in (found.one, found.other):
        key = f"rhyme.{heard.source}" + (".like" if heard.like else "")
        print("  " + texts.say(key, word=heard.word, heard=heard.heard, like=heard.like))
    if not found.sure:
        print("  " + texts.say("rhyme.unsure"))


@app.command
def serve(
    *,
    host: str = "0.0.0.0",
    port: int = 8000,
    data: Path | None = None,
    unlimited: Annotated[bool, Parameter(negative=[], show=False)] = False,
    bot_pace: Annotated[float | None, Parameter(show=False)] = None,
) -> None:
    """Serve Salon to every browser that can reach this machine.

    Parameters
    ----------
    host
        The address to listen on; by default all of this machine's.
    port
        The port to listen on.
    data
        Where tables are kept; by default the user's data folder.
    """
    from salon.server import serve as server
    from salon.server.tables import Setting

    pace = Setting() if bot_pace is None else Setting(bot_pace=(bot_pace, bot_pace))
    with server.door(host, port) as listening:
        _invite(host, port, server.house_address(listening))
        server.serve(data or server.default_data(), listening, pace, unlimited=unlimited)


def _invite(host: str, port: int, house: str | None) -> None:
    """Where to point a browser, and a code for the phones in the room."""
    print(f"Salon: http://{'localhost' if house else host}:{port}", flush=True)
    if house:
        print(f"From other devices in the house: {house}", flush=True)
        if sys.stdout.isatty():
            import segno

            segno.make(house).terminal(compact=True)


def _names(record: Record) -> list[str]:
    joined = sum(type(entry).__name__ == "Joined" for entry in record.entries)
    default = [f"#{seat + 1}" for seat in range(record.seats + joined)]
    return record.names + default[len(record.names) :]


def _read(file: Path) -> Record:
    try:
        return read_record(file.read_bytes())
    except OSError:
        raise Illegal("no_file", name=str(file)) from None


def _bots(game: str) -> dict[str, AnyBot]:
    return {"random": Random(), **games.bots(game)}


def _seat_bots(game: str, words: str, seats: int) -> list[str]:
    """The names of bots for so many seats, repeated round the table."""
    names = words.split(",")
    for name in names:
        if name not in _bots(game):
            raise Illegal("no_such_bot", name=name, bots=", ".join(_bots(game)))
    return [names[seat % len(names)] for seat in range(seats)]


def _pairs(words: list[str]) -> dict[str, str]:
    """Options as typed: name=value."""
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def _language(wanted: str) -> str:
    from salon.texts import LANGUAGES

    if wanted and wanted not in LANGUAGES:
        raise Illegal("no_such_language", name=wanted, languages=", ".join(LANGUAGES))
    return wanted or own_language()


def _sentence(refusal: Illegal, record: Record | None = None) -> str:
    folder = games.folder(record.game) if record else None
    texts = Texts(own_language(), folder, _names(record) if record else ())
    return texts.say(f"illegal.{refusal.key}", **refusal.details)


def _refuse(sentence: str) -> NoReturn:
    print(f"salon: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(WRONG_INPUT)


def main(words: list[str] | None = None) -> None:
    """Wrong input is answered in one line; Ctrl-C and the end of input are a quiet goodbye."""
    try:
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        _refuse(str(error))
    except Illegal as refusal:
        _refuse(_sentence(refusal))
    except Broken as broken:
        print(f"✗ {broken}", file=sys.stderr)
        sys.exit(1)
    except (EOFError, KeyboardInterrupt):
        print()
        sys.exit(130)


if __name__ == "__main__":
    main()
