"""The command `salon`."""

import os
import sys
from typing import NoReturn

from cyclopts import App, CycloptsError

from salon import __version__
from salon.cli.arena import arena
from salon.cli.forget import forget
from salon.cli.games import list_games
from salon.cli.laws import check_laws
from salon.cli.move_data import move_data
from salon.cli.new_game import new_game
from salon.cli.play import play
from salon.cli.replay import tell
from salon.cli.rhyme import rhyme
from salon.cli.serve import serve
from salon.cli.simulate import simulate
from salon.cli.study import study
from salon.cli.think import think
from salon.cli.verify import verify
from salon.cli.words import game_in, sentence
from salon.core.lawbook import Broken
from salon.core.refusal import Worded
from salon.games import left_out

WRONG_INPUT = 2
CUT_SHORT = 141  # as a shell has it for what ends by SIGPIPE

app = App(name="salon", help="An evening of tabletop games.", version=__version__)
app.command(list_games, name="games")
app.command(play)
app.command(simulate)
app.command(arena)
app.command(check_laws, name="laws")
app.command(tell, name="replay")
app.command(study)
app.command(verify)
app.command(rhyme)
app.command(serve)
app.command(think)
app.command(move_data)
app.command(forget)
app.command(new_game)


def main(words: list[str] | None = None) -> None:
    """Wrong input is answered in one line; Ctrl-C and the end of input are a quiet goodbye."""
    for reason in left_out():
        _say(sentence(reason))
    try:
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        _refuse(str(error))
    except Worded as said:
        _refuse(sentence(said, game_in(sys.argv[1:] if words is None else words)))
    except Broken as broken:
        print(f"✗ {broken}", file=sys.stderr)
        sys.exit(1)
    except (EOFError, KeyboardInterrupt):
        print()
        sys.exit(130)
    except BrokenPipeError:
        _go_silent()


def _go_silent() -> NoReturn:
    """Whoever read along has heard enough (`salon laws | head -1`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(CUT_SHORT)


def _refuse(reason: str) -> NoReturn:
    _say(reason)
    sys.exit(WRONG_INPUT)


def _say(line: str) -> None:
    print(f"salon: {' '.join(line.split())}", file=sys.stderr)
