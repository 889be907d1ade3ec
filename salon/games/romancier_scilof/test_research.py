"""Romancier Scilof through the doors: its options are read back as they were written."""

import pickle

import pyspiel

import salon.research.open_spiel  # noqa: F401  it registers the games


def test_an_option_of_numbers_and_a_word_survives_a_text_of_the_game() -> None:
    game = pyspiel.load_game("salon_romancier_scilof(letters=4)")
    again = pyspiel.load_game(str(game))
    assert again.setting is game.setting and game.setting.options.letters == 4
    assert pyspiel.load_game("salon_romancier_scilof").setting.options.letters == "auto"
    assert pickle.loads(pickle.dumps(game)).setting is game.setting
