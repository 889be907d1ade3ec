"""The command `salon`."""

import sys
from typing import NoReturn

from cyclopts import App, CycloptsError

from salon import games
from salon.cli.contests import arena, simulate
from salon.cli.evening import list_games, play
from salon.cli.house import serve
from salon.cli.proofs import check_laws, tell, verify
from salon.cli.rhymes import rhyme
from salon.cli.words import sentence
from salon.core.refusal import Worded
from salon.core.walks import Broken

WRONG_INPUT = 2

app = App(name="salon", help="An evening of tabletop games.", version_flags=["--version"])
app.command(list_games, name="games")
app.command(play)
app.command(simulate)
app.command(arena)
app.command(check_laws, name="laws")
app.command(tell, name="replay")
app.command(verify)
app.command(rhyme)
app.command(serve)


def main(words: list[str] | None = None) -> None:
    """Wrong input is answered in one line; Ctrl-C and the end of input are a quiet goodbye."""
    try:
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        _refuse(str(error))
    except Worded as said:
        _refuse(sentence(said, _game_in(sys.argv[1:] if words is None else words)))
    except Broken as broken:
        print(f"✗ {broken}", file=sys.stderr)
        sys.exit(1)
    except (EOFError, KeyboardInterrupt):
        print()
        sys.exit(130)


def _game_in(words: list[str]) -> str | None:
    """Whose words a refusal is in."""
    return next((word for word in words if word in games.names()), None)


def _refuse(reason: str) -> NoReturn:
    print(f"salon: {' '.join(reason.split())}", file=sys.stderr)
    sys.exit(WRONG_INPUT)
