"""What is wrong with the links of a site: that they lead nowhere, or fetch something elsewhere."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src")}


class Reading(HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[tuple[str, bool]] = []  # and whether a browser follows it by itself
        self.anchors = {""}
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append((value, (tag, name) in FETCHED))


def faults(site: Path) -> Iterator[str]:
    """A line for each."""
    read = {page.resolve(): Reading(page) for page in site.rglob("*.html")}
    for page, reading in read.items():
        for link, is_fetched in reading.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if is_fetched and parts.scheme != "data":
                    yield f"{page.name} fetches {link}"
                continue
            goal = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchors = read[goal].anchors if goal in read else {""}
            if not goal.is_file() or unquote(parts.fragment) not in anchors:
                yield f"{page.relative_to(site.resolve())}: {link} leads nowhere"
