"""How a word that no lexicon knows is read aloud: espeak-ng, asked for phonemes only.

It comes with the extra `ear`; without it, nobody says how such a word sounds.
"""

import ctypes
import re
from functools import cache, lru_cache
from importlib.util import find_spec
from threading import Lock

SILENT = 2  # AUDIO_OUTPUT_SYNCHRONOUS: nothing is played as long as nothing is synthesised
STAY = 0x8000  # espeakINITIALIZE_DONT_EXIT: a fault is an answer, not the end of the process
TEXT = 1  # espeakCHARS_UTF8
IPA = 2  # espeakPHONEMES_IPA
FOREIGN = re.compile(r"\([a-z-]+\)")  # "(en)ʃˈɔp(fr)": it changed its voice for a moment

_one_at_a_time = Lock()  # the library keeps global state


@cache
def is_here() -> bool:
    return find_spec("espeakng_loader") is not None


@cache
def _library() -> ctypes.CDLL:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    where = espeakng_loader.get_data_path().encode()
    if library.espeak_Initialize(SILENT, 0, where, STAY) < 0:
        raise LookupError("espeak-ng does not start")
    return library


@lru_cache(maxsize=4096)
def say(text: str, voice: str) -> str:
    """The IPA of a text in a voice, stress marks included; "" where there is nothing to say."""
    with _one_at_a_time:
        library = _library()
        if library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise LookupError(f"espeak-ng has no voice {voice}")
        return FOREIGN.sub("", " ".join(_clauses(library, text.replace("\0", " ")))).strip()


def _clauses(library: ctypes.CDLL, text: str) -> list[str]:
    """The library reads one clause at a time and moves the pointer on."""
    whole = ctypes.create_string_buffer(text.encode("utf-8", "replace"))
    rest = ctypes.c_void_p(ctypes.addressof(whole))
    said = []
    while rest.value:
        phonemes = library.espeak_TextToPhonemes(ctypes.byref(rest), TEXT, IPA)
        said.append((phonemes or b"").decode("utf-8", "replace"))
    return said
