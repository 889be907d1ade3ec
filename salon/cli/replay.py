"""`salon replay`: the story of an exported table."""

from salon import games, terminal
from salon.cli.words import File, Language, language_of, names_in, record_in
from salon.texts import Texts


def tell(file: File, /, *, step: int | None = None, language: Language = "") -> None:
    """Tell the story of an exported table.

    Parameters
    ----------
    step
        Only up to this step.
    """
    record = record_in(file)
    texts = Texts(language_of(language), games.folder(record.game), names_in(record))
    terminal.tell_story(record, texts, terminal.new_console(), step)
