"""The pages of the site: which documents, in which order, and what their links become."""

import re
from pathlib import Path
from types import ModuleType

from msgspec import Struct

ROOT = Path(__file__).parent.parent.parent
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)")
PICTURE = re.compile(r'(?<=src=")([^":]+)')
PROMPTS = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)

GROUPS = {
    "Begin": ["README.md", "docs/first-bot.md"],
    "How to": [
        "docs/study.md",
        "docs/bots.md",
        "docs/research.md",
        "docs/cluster.md",
        "docs/bots-elsewhere.md",
    ],
    "Reference": [],
    "How it is built": ["docs/*.md"],
    "Decisions": ["docs/decisions/*.md"],
    "Together": ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
}


class Page(Struct, frozen=True):
    """A document, which lies in the site where it lies in the repository."""

    file: Path
    text: str

    @property
    def place(self) -> str:
        inside = self.file.relative_to(ROOT).with_suffix("")
        return "index" if inside.name == "README" else inside.as_posix()

    @property
    def title(self) -> str:
        found = TITLE.search(self.text)
        assert found, f"{self.file} has no title"
        return found[1].replace("\\", "")

    @property
    def name(self) -> str:
        return self.place.replace("/", ".")

    def module(self) -> ModuleType:
        """As pdoc wants it: a module that is all docstring."""
        text = LINK.sub(lambda link: self._site(link[0]), self.text)
        return ModuleType(self.name, PROMPTS.sub("```pycon\n", text))

    def files(self) -> list[Path]:
        """What it links to and is no page: pictures, settings, the licence."""
        links = [*LINK.findall(self.text), *PICTURE.findall(self.text)]
        goals = [(self.file.parent / link).resolve() for link in links]
        return [goal for goal in goals if goal.is_file() and goal.suffix != ".md"]

    def _site(self, link: str) -> str:
        """A page for a document; for a folder its first."""
        if link.endswith("/"):
            link += min(file.name for file in (self.file.parent / link).glob("*.md"))
        return re.sub(r"\.md$", ".html", re.sub(r"README\.md$", "index.md", link))


def pages() -> dict[str, list[Page]]:
    """By group; each document once, where it is named first or else where it fits."""
    seen: set[Path] = set()
    found: dict[str, list[Page]] = {}
    for group, patterns in GROUPS.items():
        files = [file for pattern in patterns for file in sorted(ROOT.glob(pattern))]
        found[group] = [Page(file, file.read_text("utf-8")) for file in files if file not in seen]
        seen.update(files)
    return found
