"""The site of the documents: it has every page and public name, and every link leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
import salon
from tools.site.links import faults
from tools.site.pages import pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `dev.py docs` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-W", "error", "-m", "tools.site", str(folder)]
    done = subprocess.run(
        command, cwd=dev.ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_document_is_a_page_and_every_page_leads_to_it(site: Path) -> None:
    places = [page.place for group in pages().values() for page in group]
    assert {"index", "docs/first-bot", "docs/study", "SECURITY"} <= set(places)
    assert len([*dev.ROOT.glob("docs/**/*.md")]) == len([p for p in places if p[:5] == "docs/"])
    for place in places:
        page = (site / f"{place}.html").read_text("utf-8")
        home = "../" * place.count("/")
        assert [p for p in places if f'href="{home}{p}.html"' not in page] == []


def test_the_reference_has_every_public_name_and_what_is_said_of_it(site: Path) -> None:
    page = (site / "salon.html").read_text("utf-8")
    modules = {file.stem for file in (site / "salon").glob("*.html")}
    assert {name for name in salon.__all__ if f'id="{name}"' not in page} == modules
    assert "Lay out the table." in page and "What may change, and when" in page
    assert "numbered clockwise" in page and "one per seat" in page  # comments beside fields
    for name in modules:
        page = (site / "salon" / f"{name}.html").read_text("utf-8")
        names = getattr(salon, name).__all__
        assert names and [one for one in names if f'id="{one}"' not in page] == []


def test_the_pictures_of_the_games_are_in_it(site: Path) -> None:
    shown = re.findall(r'src="(docs/pictures/[^"]+)"', (site / "index.html").read_text("utf-8"))
    assert len(shown) >= 5
    assert all((site / picture).stat().st_size > 1000 for picture in shown)


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ('<a href="gone.html">', ["page.html: gone.html leads nowhere"]),
        ('<a href="#gone">', ["page.html: #gone leads nowhere"]),
        ('<a href="page.html#here" id="here">', []),
        ('<a href="https://other.example">', []),
        ('<script src="https://cdn.example/x.js">', ["page.html fetches https://cdn.example/x.js"]),
        ('<link href="//fonts.example/x">', ["page.html fetches //fonts.example/x"]),
    ],
)
def test_a_link_that_leads_nowhere_and_what_is_fetched_elsewhere_are_told(
    html: str, told: list[str], tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_text(html, "utf-8")
    assert list(faults(tmp_path)) == told
